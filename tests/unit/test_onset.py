"""When something begins, in whatever words, as the plain question for that."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases.onset import asked_time, beginning_at
from kgqa.records import Candidate, Entity

TYPES = {"diseases": "Disease", "genes": "Gene", "problems": "Sign", "features": "Sign", "signs": "Sign"}
ONSETS = {
    "onset in adulthood": "adult onset",
    "adult onset": "adult onset",
    "onset in the neonatal period": "neonatal onset",
    "neonatal onset": "neonatal onset",
    "onset in infancy": "infantile onset",
}


def named(text: str, *names: str) -> list[Entity]:
    """Names that are diseases, those in small letters signs, and those with "onset" times."""
    found = []
    for name in names:
        label = "Course" if "onset" in name else "Sign" if name.islower() else "Disease"
        start = text.index(name)
        found.append(Entity(name, start, start + len(name), Candidate("x:1", name, label, 1.0, "exact", name)))
    return sorted(found, key=lambda one: one.start)


def begins(label: str) -> bool:
    return label == "Disease"


def labels_of(word: str) -> frozenset[str]:
    return frozenset({TYPES[word]} if word in TYPES else ())


@pytest.mark.parametrize(
    ("text", "names", "plain"),
    [
        ("When do the first signs of X usually appear?", ["X"], "When does X begin?"),
        ("when does X normally start showing?", ["X"], "When does X begin?"),
        ("At what stage of life does X usually make itself felt?", ["X"], "When does X begin?"),
        ("How old are babies usually when X first shows?", ["X"], "When does X begin?"),
        ("X - at what age does it come on?", ["X"], "When does X begin?"),
        ("When does X come on, as a child or as a grown-up?", ["X"], "When does X begin?"),
        ("At what age does fever set in in X?", ["fever", "X"], "When does fever begin in X?"),
        ("In X, when does the fever set in?", ["fever", "X"], "When does fever begin in X?"),
    ],
)
def test_who_asks_when_it_comes_to_be_seen_asks_when_it_begins(text: str, names: list[str], plain: str) -> None:
    assert asked_time(text, named(text, *names), begins) == plain


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("When does X end?", ["X"]),
        ("When do the first signs of X disappear?", ["X"]),
        ("When do late signs of X appear?", ["X"]),
        ("How old are babies when X is diagnosed?", ["X"]),
        ("When does X show fever?", ["X", "fever"]),
        ("At what age does treatment of X begin?", ["X"]),
        ("When does X begin to improve?", ["X"]),
        ("When does X come on, with fever or without?", ["X", "fever"]),
        ("When does X come on, in boys or in spring?", ["X"]),
        ("When does fever begin?", ["fever"]),
        ("When does X begin in Y?", ["X", "Y"]),
        ("Why does X begin?", ["X"]),
    ],
)
def test_what_asks_something_else_is_left(text: str, names: list[str]) -> None:
    assert asked_time(text, named(text, *names), begins) is None


@pytest.mark.parametrize(
    ("text", "names", "plain"),
    [
        (
            "Which diseases can first declare themselves in adulthood?",
            [],
            "Which diseases have adult onset?",
        ),
        ("Which diseases with fever start in adult life?", ["fever"], "Which diseases with fever have adult onset?"),
        ("which diseases start in the neonatal period", [], "which diseases have neonatal onset"),
        ("Which genes cause diseases that start in infancy?", [],
         "Which genes cause diseases that have infantile onset?"),
        ("Does X show up in infancy?", ["X"], "Does X have infantile onset?"),
        ("In X, which problems have their onset in infancy?", ["X", "onset in infancy"],
         "In X, which problems have infantile onset?"),
        ("Which features of X carry a neonatal onset?", ["X", "neonatal onset"],
         "Which features of X have neonatal onset?"),
        ("List features of X whose stated onset is adulthood", ["X"], "List features of X with adult onset"),
        ("Which diseases do not start in infancy?", [], "Which diseases do not have infantile onset?"),
    ],
)  # fmt: skip
def test_a_time_of_life_is_called_as_the_graph_calls_it(text: str, names: list[str], plain: str) -> None:
    assert beginning_at(text, named(text, *names), labels_of, begins, ONSETS.get) == plain


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Which diseases have fever that starts in infancy?", ["fever"]),  # the fever does
        ("Which diseases start in infancy and are fatal?", []),
        ("Which diseases start in the heart?", []),
        ("Which diseases stop in infancy?", []),
        ("Which genes start in adulthood?", []),
        ("Which signs begin in infancy?", []),
    ],
)
def test_where_it_is_not_clear_what_begins_it_is_left(text: str, names: list[str]) -> None:
    assert beginning_at(text, named(text, *names), labels_of, begins, ONSETS.get) is None
