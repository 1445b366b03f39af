"""Findings of a patient of which some have a name: when these are asked for, and what is set aside."""

from __future__ import annotations

import pytest

from kgqa.questions.by_meaning.some_findings import some_findings
from kgqa.records import Candidate, Entity

LABELS = {"ataxia": "Sign", "big toes": "Sign", "deafness": "Sign", "Doe syndrome": "Disease"}


def _named(text: str) -> list[Entity]:
    places = sorted((text.index(name), name) for name in LABELS if name in text)
    return [
        Entity(name, at, at + len(name), Candidate(name, name, LABELS[name], 1.0, "exact", name)) for at, name in places
    ]


@pytest.mark.parametrize(
    ("text", "plain", "aside"),
    [
        ("My son has ataxia, big toes and blue teeth. What could he have?", "ataxia and big toes", ["and blue teeth"]),
        ("ataxia, odd ears, big toes, deafness. What is it?", "ataxia, big toes and deafness", ["odd ears"]),
        ("Our girl has ataxia and big toes. What could my girl have?", "ataxia and big toes", []),
    ],
)
def test_findings_with_a_name_are_asked_for(text: str, plain: str, aside: list[str]) -> None:
    found = some_findings(text, _named(text), [])
    assert found is not None
    assert found.plain == f"{plain}. What could it be?"
    assert set(aside) <= {one.text for one in found.aside}
    assert all(text[one.start : one.end] == one.text for one in found.aside)


@pytest.mark.parametrize(
    "text",
    [
        "My son has ataxia and blue teeth. What could he have?",  # one finding
        "My son has ataxia, no big toes and blue teeth. What could he have?",
        "My son has ataxia, big toes, without blue teeth. What could he have?",
        "Ataxia is ataxia, big toes, unlike others. What could he have?",
        "ataxia or big toes and blue teeth. What could it be?",
        "ataxia, perhaps big toes. What could it be?",
        "My son has ataxia, his mother has big toes. What could he have?",
        "My son has ataxia, and a cousin big toes. What could it be?",
        "ataxia, and big toes in a cousin. What could it be?",
        "I have ataxia, my son has big toes. What could it be?",
        "My son has ataxia, big toes and Doe syndrome. What could he have?",
        "My son has ataxia and big toes. What should I do?",
        "My son has ataxia and big toes. What could he eat?",
        "My son has ataxia and big toes. Is it bad?",
        "My son has ataxia and blue teeth. What has big toes?",
        "My son has ataxia, big toes and blue teeth.",
    ],
)
def test_nothing_is_asked_where_more_is_said_of_them_or_something_else_is_asked(text: str) -> None:
    assert some_findings(text, _named(text), []) is None
