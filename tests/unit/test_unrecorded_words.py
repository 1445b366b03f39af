"""What questions say is not recorded of things, and what they say is recorded to be absent."""

from __future__ import annotations

import pytest

from kgqa.questions.negation import recorded_absence
from kgqa.questions.negation.unrecorded import names_property, points_within, unrecorded, without_words_of_record
from kgqa.records import Candidate, Entity
from kgqa.schema.model import Property


def named(text: str, *names: str) -> list[Entity]:
    return [
        Entity(name, text.index(name), text.index(name) + len(name), Candidate("x:1", name, "X", 1.0, "exact", name))
        for name in names
    ]


@pytest.mark.parametrize(
    ("asked", "things", "noun"),
    [
        ("For which theatres has no stage width been entered?", "Which theatres are there?", "stage width"),
        ("Stage width missing for which theatre(s)", "Which theatres are there?", "Stage width"),
        ("For how many shows is the cost unknown?", "How many shows are there?", "cost"),
        ("For which conditions do we still lack a guideline?", "Which conditions are there?", "guideline"),
        ("List all lighthouses for which no year of automation has been entered.", "List all lighthouses", "year of"),
        ("Theatres whose stage width is not recorded", "Theatres", "stage width"),
        ("For which theatres is no stage width above 10 m recorded?", "", ""),
        ("For which theatres is no other width recorded?", "", ""),
        ("Which genes are missing from the panel?", "", ""),
        ("Which theatres have a stage?", "", ""),
    ],
)
def test_what_is_not_recorded_is_told_from_the_things(asked: str, things: str, noun: str) -> None:
    found = next(unrecorded(asked, ()), None)
    assert (found.things[0] if found is not None else "") == things
    assert (found.noun if found is not None else "").startswith(noun)


@pytest.mark.parametrize(
    ("asked", "plain"),
    [
        ("Which ones still have no gene assigned?", ("Which ones have no gene?", "gene")),
        ("plays without any production yet", ("plays without any production", "production")),
        ("plays with no other production recorded", None),
        ("plays with a production", None),
    ],
)
def test_words_of_record_say_nothing_beside_it(asked: str, plain: tuple[str, str] | None) -> None:
    assert without_words_of_record(asked, ()) == plain


def test_a_pronoun_may_stand_for_the_things_of_the_question() -> None:
    text = "Which antibodies are used although nothing is recorded for them?"
    assert points_within(text, text.index("them"))
    assert not points_within("Which genes do they share?", 15)


@pytest.mark.parametrize(
    ("text", "called", "is_it"),
    [
        ("no weight recorded", "weight", True),
        ("no weight limit", "weight", False),
        ("no function", "function", False),
    ],
)
def test_a_property_is_called_by_its_own_words(text: str, called: str, *, is_it: bool) -> None:
    start = text.index(called)
    assert names_property(text, (start, start + len(called)), Property("weight_g")) is is_it


@pytest.mark.parametrize(
    ("asked", "put"),
    [
        ("In which diseases has A1 been looked for and not found?", "In which diseases is A1 excluded?"),
        ("For which diseases is A1 expressly recorded as absent?", "For which diseases is A1 excluded?"),
        ("What has been put on record as definitely absent in A1?", "What is excluded in A1?"),
        ("Is A1 recorded as absent?", None),
        ("In which diseases is A1 not recorded as absent?", None),
        ("Which signs of A1 are recorded as absent or rare?", None),
        ("In which diseases was A1 looked for?", None),
        ("What is recorded as absent?", None),
    ],
)
def test_what_is_recorded_as_absent_is_put_in_one_word(asked: str, put: str | None) -> None:
    assert recorded_absence.put(asked, named(asked, "A1") if "A1" in asked else []) == put
