"""Dates in questions: which days they are, and how bounds on them are said again."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.language import quantities
from kgqa.language.dates import date_pattern, days_of, written
from kgqa.language.quantities import Bounds

JULY = (date(2025, 7, 1).toordinal(), date(2025, 7, 31).toordinal())


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("1 July 2025", "2025-07-01", "2025-07-01"),
        ("the 3rd of May 2019", "2019-05-03", "2019-05-03"),
        ("May 3rd, 2019", "2019-05-03", "2019-05-03"),
        ("Sept. 9, 2001", "2001-09-09", "2001-09-09"),
        ("2025-07-01", "2025-07-01", "2025-07-01"),
        ("2024-02", "2024-02-01", "2024-02-29"),
        ("february 2023", "2023-02-01", "2023-02-28"),
    ],
)
def test_a_date_is_the_days_that_it_stands_for(text: str, first: str, last: str) -> None:
    days = days_of(text)
    assert days is not None
    assert tuple(map(written, days)) == (first, last)


@pytest.mark.parametrize(
    "text", ["31 Feb 2024", "2023-02-29", "2023-13-01", "0 May 2020", "1/7/2025", "May", "2020", ""]
)
def test_what_is_no_day_or_may_be_two_is_none(text: str) -> None:
    assert days_of(text) is None


@pytest.mark.parametrize(
    ("text", "bounds"),
    [
        ("before July 2025", Bounds(high=JULY[0], below=True, days=True)),
        ("after July 2025", Bounds(low=JULY[1], above=True, days=True)),
        ("since July 2025", Bounds(low=JULY[0], days=True)),
        ("until July 2025", Bounds(high=JULY[1], days=True)),
        ("on or after 1 July 2025", Bounds(low=JULY[0], days=True)),
        ("on or before 31 July 2025", Bounds(high=JULY[1], days=True)),
        ("July 2025", Bounds(*JULY, days=True)),
        ("between July 2025 and 31 July 2025", Bounds(*JULY, days=True)),
        ("from 2025-07-01 to 2025-07-31", Bounds(*JULY, days=True)),
        ("no later than the 31st of July 2025", Bounds(high=JULY[1], days=True)),
    ],
)
def test_what_comes_after_a_month_begins_behind_its_last_day(text: str, bounds: Bounds) -> None:
    match = re.search(quantities.bounded_pattern("date"), text, re.IGNORECASE)
    assert match is not None
    assert match[0] == text
    assert quantities.bounds(match[0], "date") == bounds


@given(st.dates(date(1000, 1, 1), date(2999, 12, 31)), st.sampled_from(["before", "after", "since", "until", "on"]))
def test_bounds_in_words_are_read_as_the_same(day: date, how: str) -> None:
    bounds = quantities.bounds(f"{how} {day.isoformat()}".removeprefix("on "), "date")
    assert bounds is not None
    told = quantities.worded(bounds, "date")
    match = re.search(quantities.bounded_pattern("date"), told, re.IGNORECASE)
    assert match is not None
    assert quantities.bounds(match[0], "date") == bounds


@given(st.text(alphabet="0123456789 JulyMay-,of.th\n", max_size=40))
def test_no_text_makes_it_fail(text: str) -> None:
    for match in re.finditer(date_pattern(), text, re.IGNORECASE):
        days = days_of(match[0])
        assert days is None or days[0] <= days[1]
