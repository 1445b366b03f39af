"""Dates in the words of a question: "1 July 2025", "July 1st, 2025", "July 2025", "2025-07-01".

What may be read in two ways ("1/7/2025") is no date here.
"""

from __future__ import annotations

import calendar
import re
from datetime import date
from functools import cache

_DAY = r"(?:the\s+)?(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>[12]\d{3})"


@cache
def date_pattern() -> str:
    """A pattern for a day or a month of a year; no groups have names, so it may stand several times in another."""
    return "(?:" + "|".join(re.sub(r"\?P<\w+>", "?:", form) for form in _forms()) + ")"


def days_of(text: str) -> tuple[int, int] | None:
    """The first and the last day of what ``date_pattern`` matches, as days since the year 1 (``date.toordinal``); None
    where there is no such day.

    >>> days_of("July 2025") == (date(2025, 7, 1).toordinal(), date(2025, 7, 31).toordinal()), days_of("30 Feb 2024")
    (True, None)
    """
    for form in _forms():
        match = re.fullmatch(form, text.strip(), re.IGNORECASE)
        if match is not None:
            told = match.groupdict()
            month = _months()[told["month"].lower().rstrip(".")] if "month" in told else int(told["number"])
            return _days(int(told["year"]), month, told.get("day"))
    return None


def days_recorded(value: str) -> tuple[int, int] | None:
    """The first and the last day of what is recorded: a date, with its time or without, a month or a year; None for
    anything else.

    >>> days_recorded("2024-02-29T10:30:00") == days_recorded("29 Feb 2024"), days_recorded("soon")
    (True, None)
    """
    if re.fullmatch(_YEAR, value.strip()):
        year = int(value)
        return date(year, 1, 1).toordinal(), date(year, 12, 31).toordinal()
    return days_of(re.sub(r"(?<=\d)[T ]\d{1,2}:\d{2}.*", "", value))


def written(day: int) -> str:
    """A day as it is written where nobody can mistake it: "2025-07-01"."""
    return date.fromordinal(day).isoformat()


def _days(year: int, month: int, day: str | None) -> tuple[int, int] | None:
    if not 1 <= month <= 12:
        return None
    last = calendar.monthrange(year, month)[1]
    if day is None:
        return date(year, month, 1).toordinal(), date(year, month, last).toordinal()
    if not 1 <= int(day) <= last:
        return None
    one = date(year, month, int(day)).toordinal()
    return one, one


def told_within(text: str) -> list[tuple[int, int, frozenset[str]]]:
    """Where dates stand in a text, each with its first and its last day as ``written`` writes them."""
    found = []
    for match in re.finditer(date_pattern(), text, re.IGNORECASE):
        days = days_of(match[0])
        if days is not None:
            found.append((*match.span(), frozenset(map(written, days))))
    return found


@cache
def _forms() -> tuple[str, ...]:
    """The ways in which a date is written, the longer before the shorter."""
    month = rf"(?P<month>{'|'.join(sorted(map(re.escape, _months()), key=len, reverse=True))})\b\.?"
    return (
        rf"(?<![\d-]){_YEAR}-(?P<number>\d{{2}})-(?P<day>\d{{2}})(?![\d-])",
        rf"(?<![\d-]){_YEAR}-(?P<number>\d{{2}})(?![\d-])",
        rf"(?<![\w.]){_DAY}\s+(?:of\s+)?{month},?\s+{_YEAR}(?!\w)",
        rf"\b{month}\s+{_DAY},?\s+{_YEAR}(?!\w)",
        rf"\b{month},?\s+(?:of\s+)?{_YEAR}(?!\w)",
    )


@cache
def _months() -> dict[str, int]:
    """The months by their names and the short forms of these, in small letters."""
    named = {name.lower(): number for number, name in enumerate(calendar.month_name) if name}
    short = {name.lower(): number for number, name in enumerate(calendar.month_abbr) if name}
    return {**named, **short, "sept": 9}
