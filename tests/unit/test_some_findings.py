"""Findings of a patient of which some have a name: when these are asked for, and what is set aside."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.questions.by_meaning.some_findings import SomeFindings, some_findings
from kgqa.records import Candidate, Entity

LABELS = {"ataxia": "Sign", "big toes": "Sign", "deafness": "Sign", "Doe syndrome": "Disease"}


def _named(text: str) -> list[Entity]:
    places = sorted((text.index(name), name) for name in LABELS if name in text)
    return [
        Entity(name, at, at + len(name), Candidate(name, name, LABELS[name], 1.0, "exact", name)) for at, name in places
    ]


def _labels_of(word: str) -> frozenset[str]:
    return frozenset({"Disease"}) if word in ("disease", "diseases") else frozenset()


def _as_type(entity: Entity, label: str, other: Candidate | None = None) -> Entity | None:
    if entity.chosen.label == label:
        return entity
    return replace(entity, chosen=other) if other is not None and other.label == label else None


def _told(text: str) -> list[SomeFindings]:
    return some_findings(text, _named(text), _labels_of, _as_type)


@pytest.mark.parametrize(
    ("text", "plain", "aside"),
    [
        ("My son has ataxia, big toes and blue teeth. What could he have?", "ataxia and big toes", ["and blue teeth"]),
        ("ataxia, odd ears, big toes, deafness. What is it?", "ataxia, big toes and deafness", ["odd ears"]),
        ("Our girl has ataxia and big toes. What could my girl have?", "ataxia and big toes", []),
    ],
)
def test_findings_with_a_name_are_asked_for(text: str, plain: str, aside: list[str]) -> None:
    (found,) = _told(text)
    assert found.plain == f"{plain}. What could it be?"
    assert set(aside) <= {one.text for one in found.aside}
    assert all(text[one.start : one.end] == one.text for one in found.aside)


@pytest.mark.parametrize(
    ("text", "plain", "aside"),
    [
        ("My son has ataxia but no big toes. What could he have?", "ataxia but no big toes", {"My son has"}),
        ("Boy with ataxia, no big toes. ddx?", "ataxia but no big toes", {"Boy with"}),
        ("Boy without ataxia but with big toes, ddx", "big toes but no ataxia", {"Boy"}),
        ("He has ataxia. He has never had big toes. What is it?", "ataxia but no big toes", set()),
        ("ataxia but no big toes or deafness. What is it?", "ataxia but no big toes and no deafness", set()),
        ("no ataxia or big toes, but deafness. What is it?", "deafness but no ataxia and no big toes", set()),
        ("ataxia, big toes, odd ears, no deafness. What is it?", "ataxia and big toes but no deafness", {"odd ears"}),
    ],
)
def test_what_is_denied_right_before_its_name_is_not_to_be_recorded(text: str, plain: str, aside: set[str]) -> None:
    (found,) = _told(text)
    assert found.plain == f"{plain}. What could it be?"
    assert {one.text for one in found.aside} == aside
    assert [found.plain[one.start : one.end] for one in found.placed()] == [one.mention for one in found.placed()]


@pytest.mark.parametrize(
    "text",
    [
        "My son has no ataxia. What could he have?",  # nothing is there
        "ataxia, no big toes, deafness. What is it?",  # how far the denial goes is open
        "deafness but no ataxia and big toes. What is it?",
        "He no longer has ataxia, but big toes. What is it?",
        "ataxia, not only big toes. What is it?",
        "He has ataxia and big toes, but nobody in the family has deafness. What is it?",
        "ataxia but no odd ears. What is it?",  # what is denied has no name
        "My son has ataxia but his sister has no big toes. What is it?",
    ],
)
def test_how_far_a_denial_goes_must_be_clear(text: str) -> None:
    assert not _told(text)


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
        "ataxia and big toes in a toddler whose sister is deaf. What could it be?",
        "ataxia and big toes in a toddler. Does nothing fit?",
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
    assert not _told(text)


@pytest.mark.parametrize(
    "text",
    [
        "ataxia, big toes, deafness. Which diseases tick all three boxes?",
        "Newborn with ataxia + big toes, diseases with both?",
        "Our foster son has ataxia and big toes. What diseases combine the two?",
        "ataxia and big toes: which diseases explain both of them?",
        "ataxia and big toes: what fits both?",
    ],
)
def test_it_is_said_how_many_they_are(text: str) -> None:
    (found,) = _told(text)
    assert [text[one.start : one.end] for one in found.names] == [one.mention for one in found.names]


@pytest.mark.parametrize(
    "text",
    [
        "ataxia, big toes, deafness. Which diseases tick all four boxes?",  # one has no name
        "ataxia and odd ears: what fits both?",
    ],
)
def test_nothing_is_left_out_where_all_are_asked_for(text: str) -> None:
    assert not _told(text)


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("newborn with ataxia, big toes, ddx please", 2),
        ("ataxia and big toes... what am I missing", 2),
        ("A boy with ataxia. Which diseases could it be?", 1),
        ("She can't walk straight (ataxia), which disease is behind it?", 1),
        ("ataxia + big toes + deafness", 3),
        ("Adult with ataxia and big toes, any idea what it might be?", 2),
        ("ataxia and big toes. Candidates?", 2),
    ],
)
def test_few_words_ask_what_it_is(text: str, names: int) -> None:
    (found,) = _told(text)
    assert (len(found.names), found.whole) == (names, True)


@pytest.mark.parametrize(
    "text",
    [
        "ataxia + big toes",  # of two it may as well be asked how they are joined
        "ataxia, big toes, deafness",
        "She has no trouble walking (ataxia), big toes, ddx",
        "A tall boy with ataxia. Which diseases could it be?",
        "ataxia and big toes. What is missing?",
        "ataxia and big toes. Which genes should I think of?",
        "ataxia and big toes. Any ideas what helps?",
        "ataxia and big toes. Which diseases are cured?",
        "ataxia and big toes, ddx other than tumours",
    ],
)
def test_other_ends_ask_something_else(text: str) -> None:
    assert not _told(text)


def test_all_that_is_told_is_ranked_by_what_has_a_name() -> None:
    (found,) = _told("ataxia, odd ears, big toes. Which diseases could cause all of that?")
    assert [one.text for one in found.aside] == ["odd ears"]


def test_a_name_counts_as_what_it_may_be_beside_the_others() -> None:
    text = "ataxia, big toes and Doe syndrome. Candidates?"
    sign = Candidate("s", "Doe sign", "Sign", 1.0, "exact", "Doe")
    found = some_findings(text, _named(text), _labels_of, lambda one, label: _as_type(one, label, sign))
    assert [one.chosen.name for one in found[0].names] == ["ataxia", "big toes", "Doe sign"]
