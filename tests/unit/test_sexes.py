"""Phrases for one sex: where they stand, what they are said of, and what is none of them."""

from __future__ import annotations

import pytest

from kgqa.language.normalise import NAME
from kgqa.questions.conditions.sexes import both, phrases, without_adjectives

FEMALE = ("female", "females", "women", "girls", "girl", "f")


def found(text: str) -> list[tuple[str, bool]]:
    """The phrases for females in a text in which # stands for a name, and whether they are said of the name behind."""
    masked = text.replace("#", NAME)
    return [(text[start:end], of_next) for start, end, of_next in phrases(masked, FEMALE)]


@pytest.mark.parametrize(
    ("text", "phrase", "of_next"),
    [
        ("Which signs of # are noted for female patients only?", "are noted for female patients only", False),
        ("Which signs of # only affect women and girls?", "only affect women and girls", False),
        ("For which signs of # do we hold female-specific data?", "do we hold female-specific data", False),
        ("# in #, females only, how often?", ", females only,", False),
        ("What share of the women with # have #?", "of the women", False),
        ("How often is # seen in female patients with #?", "female", True),
        ("How often do female # patients have #?", "female", True),
    ],
)
def test_a_phrase_is_found(text: str, phrase: str, *, of_next: bool) -> None:
    assert found(text) == [(phrase, of_next)]


@pytest.mark.parametrize(
    "text", ["A female patient with #", "Which # cause female #?", "Is # seen in females or males?", "# of the female"]
)
def test_what_asks_something_else_is_none(text: str) -> None:
    assert found(text) == []


def test_a_sex_before_a_name_is_no_part_of_it() -> None:
    asked = "How often do male Fabry patients have it?"
    assert without_adjectives(asked, ()) == asked.replace("male", "    ")
    assert without_adjectives("female infertility patients", [(0, 18)]) == "female infertility patients"


def test_both_sexes_at_once_are_none_of_one_record() -> None:
    assert both("recorded for men or for women?") == "men or for women"
    assert both("seen in men and women?") == ""
