"""Things that are named by how something is done, in a small graph of an own field."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.guessing import Guesses
from kgqa.questions.lexicon import Lexicon
from kgqa.records import Entity
from tests.unit.own_graphs import schema

_THINGS = {
    "Level": (
        "Transtibial amputation",
        "Transfemoral amputation",
        "Partial foot amputation",
        "Partial hand amputation",
    ),
    "Patient": ("Congenital Ltd amputation", "Ada Voss"),
    "Clinic": ("Exe Centre",),
}


@pytest.fixture(scope="module")
def guesses() -> Guesses:
    made = schema((("Patient", "HAS_AMPUTATION", "Level"), ("Patient", "TREATED_AT", "Clinic")))
    nodes = tuple(replace(one, count=4 if one.label == "Level" else 90) for one in made.nodes)
    records = [
        {"id": f"{label}:{number}", "name": name, "label": label}
        for label, names in _THINGS.items()
        for number, name in enumerate(names)
    ]
    made = replace(made, nodes=nodes)
    return Guesses(made, Lexicon(made), Linker(NameIndex(records)))


def named(guesses: Guesses, text: str) -> list[tuple[str, tuple[str, ...]]]:
    def meant(one: Entity) -> tuple[str, ...]:
        return tuple(sorted(each.name for each in (one.chosen, *one.rivals)))

    return [(one.mention, meant(one)) for one in guesses.added(text, [])]


@pytest.mark.parametrize(
    ("text", "mention", "meant"),
    [
        ("Which transtibially amputated patients are there?", "transtibially amputated", ("Transtibial amputation",)),
        ("Who was amputated transfemorally?", "amputated transfemorally", ("Transfemoral amputation",)),
        (
            "Which partially amputated patients are there?",
            "partially amputated",
            ("Partial foot amputation", "Partial hand amputation"),
        ),
    ],
)
def test_an_adverb_names_what_the_verb_leads_to(
    guesses: Guesses, text: str, mention: str, meant: tuple[str, ...]
) -> None:
    assert named(guesses, text) == [(mention, meant)]


@pytest.mark.parametrize(
    "text",
    [
        "Which recently amputated patients are there?",
        "Which congenitally amputated patients are there?",  # what patients are called says nothing of how
        "Which transtibially treated patients are there?",
        "Which transtibially happy patients are there?",
    ],
)
def test_another_adverb_names_nothing(guesses: Guesses, text: str) -> None:
    assert named(guesses, text) == []
