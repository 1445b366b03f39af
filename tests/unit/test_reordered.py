"""Questions in another order than a plain one, as the plain ones that they turn into."""

from __future__ import annotations

import pytest

from kgqa.questions.paraphrases.reordered import turned
from kgqa.records import Candidate, Entity


def labels_of(word: str) -> frozenset[str]:
    types = {"disease": "X", "diseases": "X", "disorders": "X", "findings": "Sign", "genes": "Gene", "signs": "Sign"}
    return frozenset({types[word]} if word in types else ())


def begins(label: str) -> bool:
    return label == "X"


def named(text: str, *names: str) -> list[Entity]:
    return [
        Entity(name, text.index(name), text.index(name) + len(name), Candidate("x:1", name, "X", 1.0, "exact", name))
        for name in names
    ]


@pytest.mark.parametrize(
    ("text", "names", "plain"),
    [
        ("the doctor wrote down gowers sign, what is that", ["gowers sign"], "What is gowers sign?"),
        ("They said she has hypotonia. What does that mean in plain words?", ["hypotonia"], "What is hypotonia?"),
        ("lockjaw, what even is that", ["lockjaw"], "What is lockjaw?"),
        ("HP:0001138 = ?", ["HP:0001138"], "What is HP:0001138?"),
        ("Hailey-Hailey, that's recessive, isn't it?", ["Hailey-Hailey"], "Is Hailey-Hailey recessive?"),
        ("Wilson disease, that is a recessive one, right?", ["Wilson disease"], "Is Wilson disease recessive?"),
        ("X is caused by Y, right?", ["X", "Y"], "Is X caused by Y?"),
        ("X – recessive?", ["X"], "Is X recessive?"),
        ("Which diseases begin in childhood?", [], "Which diseases have their onset in childhood?"),
        ("Does X start in infancy?", ["X"], "Does X have its onset in infancy?"),
        ("Findings present in half of those with X", ["X"], "Which findings are present in half of those with X?"),
    ],
)  # fmt: skip
def test_it_turns_into_a_plain_question(text: str, names: list[str], plain: str) -> None:
    found = turned(text, named(text, *names), labels_of, begins)
    assert found is not None
    assert found.question == plain


def test_what_is_told_beside_it_is_set_aside() -> None:
    text = "doc wrote down amaurosis fugax and didnt explain it, whats that"
    found = turned(text, named(text, "amaurosis fugax"), labels_of, begins)
    assert found is not None
    assert [one.text for one in found.set_aside] == ["doc wrote down", "and didnt explain it"]
    assert all(text[one.start : one.end] == one.text for one in found.set_aside)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("always bloated and tummy ache, what is that", ["tummy ache"]),  # one of several findings
        ("A, B, what is that", ["A", "B"]),
        ("Is there a theatre in Porto, and what is it called?", ["Porto"]),
        ("Which genes cause X? And what is that?", ["X"]),
        ("What is it?", []),
        ("Which genes cause X?", ["X"]),
        ("X: genes?", ["X"]),
        ("Which diseases begin in X?", ["X"]),
        ("Which diseases are present in X?", ["X"]),
        ("Dogs present in X", ["X"]),
        ("Findings preserved in X", ["X"]),
        # denied, or of which something else is told
        ("If it's not X, what is it?", ["X"]),
        ("The doctors ruled out X. What is that?", ["X"]),
        ("The treatment of X, what is that?", ["X"]),
        ("My kid ate X and vomited, what is that?", ["X"]),
        # of two things that are said one may be so
        ("X is vegan and organic, isn't it?", ["X"]),
        ("X is a gene and Y is a gene, right?", ["X", "Y"]),
        ("X is dominant. Is that right?", ["X"]),
        # the onset of what has none, or of more
        ("Which signs begin in infancy?", []),
        ("Which genes start in childhood?", []),
        ("Which diseases begin in childhood or cause X?", ["X"]),
        ("Which diseases start in infancy and are fatal?", []),
        ("", []),
    ],
)
def test_anything_else_stays_as_it_is(text: str, names: list[str]) -> None:
    assert turned(text, named(text, *names), labels_of, begins) is None
