"""What may be told beside a question that is whole without it."""

from __future__ import annotations

import pytest

from kgqa.questions.by_meaning.clauses import clauses
from kgqa.questions.by_meaning.context import whole_questions
from kgqa.questions.by_meaning.told_beside import may_be_set_aside
from kgqa.records import Candidate, Entity

_TYPES = {"Xylo": "Disease", "Yaxo": "Disease", "fits": "Sign", "ABC1": "Gene"}


def _named(text: str) -> list[Entity]:
    found = [(text.index(name), name, label) for name, label in _TYPES.items() if name in text]
    return [
        Entity(name, at, at + len(name), Candidate(f"x:{name}", name, label, 1.0, "exact", name))
        for at, name, label in sorted(found)
    ]


def _aside(text: str, *, linked: str = "", diagnosing: bool = False) -> bool:
    names = _named(text)
    parts = clauses(text, names)
    told = [one for one in parts if not one.asks]
    asked = [one for one in names if not any(part.holds(one) for part in told)]
    assert told
    return may_be_set_aside(
        text,
        told,
        names,
        asked,
        lambda word: word == "late",
        lambda label: label == linked,
        diagnosing=diagnosing,
    )


@pytest.mark.parametrize(
    "text",
    [
        "I am comparing ABC1 cohorts. Which signs does Xylo show?",
        "My dad limps and now they want to look at his heart. Which signs does Xylo show?",
        "Which signs does Xylo show? We are at the very beginning.",
        "The nurse is 50 and told me. Which signs does Xylo show? Thank you so much",
    ],
)
def test_what_is_told_of_somebody_is_set_aside(text: str) -> None:
    assert _aside(text)


@pytest.mark.parametrize(
    ("text", "linked", "diagnosing"),
    [
        ("I only look at ABC1. Which signs does Xylo show?", "", False),
        ("We know ABC1 already. Which signs does Xylo show?", "", False),
        ("My dad has no fits. Which signs does Xylo show?", "", False),
        ("My dad walks late. Which signs does Xylo show?", "", False),
        ("Take a child with ABC1. Which signs does Xylo show?", "", False),
        ("ABC1 matters most. Which signs does Xylo show?", "", False),
        ("My dad has the blue kind of Xylo. Which signs does Xylo show?", "", False),
        ("My dad has late Xylo. Which signs does Xylo show?", "", False),
        ("My dad has more than 3 cats. Which signs does Xylo show?", "", False),
        ("My dad has fits. Which diseases are like Xylo?", "Sign", True),
        ("My dad is 50. Which diseases are like Xylo?", "", True),
        ("My dad limps badly and has big hands. Which diseases are like Xylo?", "", True),
    ],
)
def test_what_may_be_a_condition_is_not(text: str, linked: str, diagnosing: bool) -> None:
    assert not _aside(text, linked=linked, diagnosing=diagnosing)


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("We see ABC1. Return those signs of Xylo that occur often.", ["Return those signs of Xylo that occur often?"]),
        ("My dad has fits and Xylo. Does it start early?", ["Does fits start early?", "Does Xylo start early?"]),
        ("My dad has Xylo and Yaxo. Does it start early?", []),
        ("My dad has Xylo. Which of these genes cause Yaxo?", []),
        ("My dad has Xylo. Which other genes cause Yaxo?", []),
    ],
)
def test_the_part_that_asks_stands_by_itself(text: str, questions: list[str]) -> None:
    names = _named(text)
    (asking,) = (one for one in clauses(text, names) if one.asks)
    assert [one for one, _ in whole_questions(text, asking, names, lambda noun, label: False)] == questions
