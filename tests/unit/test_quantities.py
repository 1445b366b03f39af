"""Numbers, shares and bounds as they are said, and what recorded values tell of them."""

from __future__ import annotations

import re

import pytest

from kgqa.language.quantities import (
    Bounds,
    Unit,
    bounded_pattern,
    bounds,
    class_bounds,
    classes,
    percent,
    share,
    worded,
)
from kgqa.questions.qualifiers import Qualifier, decide
from kgqa.questions.wording import read_frequency
from kgqa.schema.model import Property

SHARES = [
    ("more than 80 %", Bounds(0.8, None, above=True)),
    ("over 80%", Bounds(0.8, None, above=True)),
    ("> 80 %", Bounds(0.8, None, above=True)),
    ("at least 50 per cent", Bounds(0.5)),
    ("≥50%", Bounds(0.5)),
    ("no fewer than half", Bounds(0.5)),
    ("50 % or more", Bounds(0.5)),
    ("less than half", Bounds(high=0.5, below=True)),
    ("not more than 5 percent", Bounds(high=0.05)),
    ("up to one third", Bounds(high=1 / 3)),
    ("two thirds", Bounds(2 / 3, 2 / 3)),
    ("two-thirds", Bounds(2 / 3, 2 / 3)),
    ("three quarters", Bounds(0.75, 0.75)),
    ("eighty percent", Bounds(0.8, 0.8)),
    ("twenty-five per cent", Bounds(0.25, 0.25)),
    ("nine out of ten", Bounds(0.9, 0.9)),
    ("1 in 10", Bounds(0.1, 0.1)),
    ("2/3", Bounds(2 / 3, 2 / 3)),
    ("30 to 79 %", Bounds(0.3, 0.79)),
    ("30-79%", Bounds(0.3, 0.79)),
    ("between 30 % and 79 %", Bounds(0.3, 0.79)),
    ("between thirty and fifty per cent", Bounds(0.3, 0.5)),
    ("more than 20 % but less than 50 %", Bounds(0.2, 0.5, above=True, below=True)),
    ("33.3 %", Bounds(0.333, 0.333)),
]
NUMBERS = [
    ("more than 0.8", Bounds(0.8, None, above=True)),
    ("at least five", Bounds(5.0)),
    ("below 5e-8", Bounds(high=5e-8, below=True)),
    ("1e-5 to 1e-3", Bounds(1e-5, 1e-3)),
    ("between 2010 and 2015", Bounds(2010, 2015)),
    ("since 2015", Bounds(2015)),
    ("10 or more", Bounds(10)),
    ("above -1.5", Bounds(-1.5, None, above=True)),
    ("more than 1,500", Bounds(1500, None, above=True)),
]


@pytest.mark.parametrize(
    ("text", "unit", "expected"),
    [*((text, "share", one) for text, one in SHARES), *((text, "number", one) for text, one in NUMBERS)],
)
def test_bounds_are_read_as_they_are_said_and_worded_back(text: str, unit: Unit, expected: Bounds) -> None:
    assert re.fullmatch(bounded_pattern(unit), text, re.IGNORECASE)
    assert bounds(text, unit) == expected
    again = worded(expected, unit)
    assert bounds(again, unit) == expected, again


@pytest.mark.parametrize("text", ["150 %", "80 to 30 %", "three halves"])
def test_what_makes_no_sense_is_no_bound(text: str) -> None:
    assert not re.fullmatch(bounded_pattern("share"), text, re.IGNORECASE) or bounds(text, "share") is None


def test_counts_and_per_cent_of_the_same_share_are_equal() -> None:
    assert share("33.3 %") == 333 / 1000
    assert share("80 %") == 4 / 5 == share("4 of 5")
    assert percent(2 / 3) == "66.6667 %"


@pytest.mark.parametrize(
    ("asked", "recorded", "expected"),
    [
        ("more than 80 %", "4/5", False),  # a bound that is exactly met
        ("at least 80 %", "4/5", True),
        ("more than 80 %", "45/58", False),
        ("more than 80 %", "1/1", True),
        ("less than 5 %", "0/32", True),
        ("less than 5 %", "1/20", False),
        ("not more than 5 %", "1/20", True),
        ("at least 80 %", "Very frequent", True),
        ("more than 80 %", "Very frequent", "cut"),
        ("more than 79 %", "Frequent", False),
        ("30 to 79 %", "HP:0040282", True),
        ("at least 80 %", "HP:0040281", True),
        ("less than half", "Occasional", True),
        ("at least half", "30-60%", "cut"),
        ("at least half", "55 % - 60 %", True),
        ("at least half", "", "missing"),
        ("at least half", None, "missing"),
        ("at least half", "rather often", "unread"),
        ("at least half", "7/5", "unread"),
    ],
)
def test_a_record_decides_where_all_that_it_says_lies_on_one_side(
    asked: str, recorded: str | None, expected: bool | str
) -> None:
    frequency = Property("frequency", role="frequency")
    assert decide(Qualifier(frequency, asked, bounds(asked, "share"), "share"), recorded) == expected


def test_shares_that_are_stored_as_numbers_are_of_one_or_of_a_hundred() -> None:
    asked = Qualifier(Property("share", "FLOAT", role="frequency"), "", Bounds(0.5), "share")
    assert decide(asked, 0.5) is True
    assert decide(asked, 45.0, whole=100.0) is False
    assert decide(asked, 450, whole=0.0) == "unread"


def test_a_year_is_found_in_a_date_and_several_years_are_none() -> None:
    asked = Qualifier(Property("date", role="date"), "since 2015", Bounds(2015), "year")
    assert decide(asked, "2015-03-02") is True
    assert decide(asked, 2014) is False
    assert decide(asked, "2014/2016") == "unread"


def test_no_count_falls_between_two_classes() -> None:
    held = [[class_bounds(one).hold(number / 1000, number / 1000) for one in classes()] for number in range(1001)]
    assert all(any(row) for row in held)
    assert [class_bounds(one).hold(one.low, one.high) for one in classes()] == [True] * 6


def test_a_frequency_term_by_its_identifier_is_told_by_its_name() -> None:
    assert read_frequency("HP:0040281").in_words() == "very frequent, 80–99 %"
    assert read_frequency("20-30%").low == 0.2
