"""Texts → clauses: which parts of a text ask, and which only tell."""

from __future__ import annotations

import pytest

from kgqa.questions.by_meaning.clauses import clauses
from kgqa.records import Candidate, Entity


def asking(text: str, *names: str) -> list[str]:
    """The parts that ask."""
    found = [text.index(name) for name in names]
    entities = [
        Entity(name, start, start + len(name), Candidate("x:1", name, "X", 1.0, "exact", name))
        for name, start in zip(names, found, strict=True)
    ]
    return [text[one.start : one.end].strip() for one in clauses(text, entities) if one.asks]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "I see a child with X next week. What features should I look out for?",
            ["What features should I look out for"],
        ),
        ("My nephew has X, how is that passed on?", ["how is that passed on"]),
        ("Hello, can you tell me which genes cause X?", ["can you tell me which genes cause X"]),
        ("In X, which genes are involved?", ["which genes are involved"]),
        ("pt w/ A, no B - what could it be?", ["what could it be"]),
        ("My patient, 34F, has A and B but no C. What could it be? Thanks!", ["What could it be"]),
        ("What causes X and how common is A in it?", ["What causes X", "and how common is A in it"]),
        ("what is A and can you get it with X", ["what is A", "and can you get it with X"]),
        ("Which genes cause X, and is it dominant?", ["Which genes cause X", "and is it dominant"]),
        ("Which show at least two of these: A, B, C?", ["Which show at least two of these"]),
        ("freq A X", ["freq A X"]),
        ("is A part of X", ["is A part of X"]),
        ("X is ill! Do any of them treat it, and who?", ["Do any of them treat it", "and who"]),
        ("Which show A, i.e. are listed with it?", ["Which show A, i.e. are listed with it"]),
        ("I would like to know whether A is seen in X.", ["I would like to know whether A is seen in X"]),
    ],
)
def test_what_asks(text: str, expected: list[str]) -> None:
    assert asking(text) == expected


def test_what_may_be_of_the_answers_is_no_question_of_its_own() -> None:
    text = "Which diseases show Xylo and are they dominant"
    assert asking(f"{text}?", "Xylo") == [text]


def test_a_question_may_follow_behind_a_comma_where_the_text_before_it_only_tells() -> None:
    assert asking("My son has Xylo, can it affect Abc?", "Xylo", "Abc") == ["can it affect Abc"]
    assert asking("Is Xylo rare, can it affect Abc?", "Xylo", "Abc") == ["Is Xylo rare, can it affect Abc"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What causes Xylo, and is the disorder dominant?", ["What causes Xylo", "and is the disorder dominant"]),
        ("What causes Xylo, and is the most common?", ["What causes Xylo, and is the most common"]),
        ("What causes Xylo, and is the gene for Abc?", ["What causes Xylo, and is the gene for Abc"]),
    ],
)
def test_a_noun_behind_a_comma_may_be_asked_about_next(text: str, expected: list[str]) -> None:
    assert asking(text, *(name for name in ("Xylo", "Abc") if name in text)) == expected


def test_a_name_is_never_cut() -> None:
    name = "Ichthyosis, what a name: type 4"
    assert asking(f"Which genes cause {name}?", name) == [f"Which genes cause {name}"]


def test_what_tells_before_the_only_named_part_is_set_aside() -> None:
    assert asking("for a talk: features of Xylo", "Xylo") == ["features of Xylo"]


@pytest.mark.parametrize("text", ["?", "...", "a", "? ? ?", "\n\n", "- - -", ":", "x" * 3000, "what " * 300])
def test_no_text_breaks_it(text: str) -> None:
    found = clauses(text, [])
    assert all(0 <= one.start <= one.end <= len(text) for one in found)
