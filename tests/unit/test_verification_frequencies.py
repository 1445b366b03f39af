"""How often, as texts and records say it."""

from __future__ import annotations

import pytest

from kgqa.questions.wording import read_frequency
from kgqa.verification.frequencies import agreement, value_of, values_in


@pytest.mark.parametrize(
    ("said", "recorded", "wanted"),
    [
        ("119 of 251", "119/251", "same"),
        ("119/251", "119/252", "other"),
        ("three of five", "3/5", "same"),
        ("none of 32", "0/32", "same"),
        ("47 %", "119/251", "same"),
        ("47.4 %", "119/251", "same"),
        ("47.9 %", "119/251", "other"),
        ("about 50 %", "119/251", "same"),
        ("60 %", "119/251", "other"),
        ("40-50 %", "119/251", "same"),
        ("30–79 %", "Frequent", "same"),
        ("50 %", "Frequent", "unknown"),
        ("10 %", "Frequent", "other"),
        ("Frequent", "119/251", "same"),
        ("very frequent", "119/251", "other"),
        ("very frequent", "Very frequent", "same"),
        ("60 %", "", "unknown"),
    ],
)
def test_a_value_agrees_with_a_record_or_not(said: str, recorded: str, wanted: str) -> None:
    value = value_of(said)
    assert value is not None
    assert agreement(value, read_frequency(recorded) if recorded else None) == wanted


@pytest.mark.parametrize("said", ["", "often enough", "5 of 3", "3 of 0", "250 %", "HP:0001250", "type 2", "1995"])
def test_what_is_no_value(said: str) -> None:
    assert value_of(said) is None


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("A shows B in 60 % of patients.", "A shows B."),
        ("A shows B (60 %).", "A shows B."),
        ("A shows B (very frequent).", "A shows B."),
        ("B is a common feature of A.", "B is a feature of A."),
        ("B often occurs in A.", "B occurs in A."),
        ("HP:0001250 is 3p-linked.", "HP:0001250 is 3p-linked."),
    ],
)
def test_the_words_that_serve_to_say_it_are_left_out(text: str, rest: str) -> None:
    for value in reversed(values_in(text)):
        text = text[: value.start] + text[value.end :]
    assert " ".join(text.split()) == rest


def test_a_word_for_how_often_is_borne_out_or_left_open() -> None:
    (often,) = values_in("A often shows B.")
    assert agreement(often, read_frequency("119/251")) == "same"
    assert agreement(often, read_frequency("3/251")) == "unknown"
    assert values_in("A does not often show B.") == []
