"""Conditions on the properties of a link: "in more than 80 % of patients", "with a score above 0.8", "in females".

A qualifier is decided record by record. A record whose value lies within the bounds meets it, one whose value lies
without does not, and one that has no value, or a class of values that a bound cuts through, can not decide it.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from kgqa.language import dates
from kgqa.language.normalise import plain_text
from kgqa.language.quantities import Bounds, Unit, class_named, of_hundred
from kgqa.schema.model import Property, PropertyType

NUMERIC: frozenset[PropertyType] = frozenset({"INTEGER", "FLOAT"})
_COUNT = re.compile(r"\s*(\d{1,9})\s*/\s*(\d{1,9})\s*")
_PER_CENT = r"(\d{1,3}(?:\.\d{1,9})?)"
_PERCENT = re.compile(rf"\s*{_PER_CENT}\s*%\s*")
_BETWEEN = re.compile(rf"\s*{_PER_CENT}\s*%?\s*(?:-|–|—|to)\s*{_PER_CENT}\s*%\s*")
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]|20)\d\d(?!\d)")
_DATE = re.compile(r"(?:1[5-9]|20)\d\d-\d\d(?:-\d\d)?")

Doubt = Literal["missing", "cut", "unread"]
"""Why a record does not decide: it has no value, its value is a class that a bound cuts, it is no number at all."""


@dataclass(frozen=True, slots=True)
class Qualifier:
    """What a property of a link must be.

    Attributes:
        property: of the relation that it is a condition on.
        said: the same in the words of a plain question, from which it is read again: "in more than 80 % of patients",
            "with a score of at least 0.8", "with the onset Childhood onset", "according to Orphanet".
        bounds: of a number, a share of patients or a year; None for a text.
        values: recorded texts any of which will do, as ``plain_text``.
        stored: the same as they are stored, where the property has too many values for all of them to be read.
        only: no other record may tell anything else ("only in women").
    """

    property: Property
    said: str
    bounds: Bounds | None = None
    unit: Unit = "number"
    values: tuple[str, ...] = ()
    stored: tuple[str, ...] = ()
    only: bool = False


def decide(qualifier: Qualifier, value: Any, whole: float = 1.0) -> bool | Doubt:
    """Whether a recorded value is as asked, or why it does not tell.

    Args:
        whole: for shares that are stored as numbers, what stands for all patients: 1 or 100.
    """
    each = [one for one in (value if isinstance(value, list | tuple) else [value]) if one not in (None, "")]
    if not each:
        return "missing"
    if qualifier.bounds is None:
        return any(plain_text(str(one)) in qualifier.values for one in each)
    told = [_within(qualifier.bounds, qualifier.unit, one, whole) for one in each]
    return _strongest(told)


def _strongest(told: Sequence[bool | Doubt]) -> bool | Doubt:
    for one in (True, "cut", "unread", "missing"):
        if one in told:
            return one
    return False


def _within(bounds: Bounds, unit: Unit, value: Any, whole: float) -> bool | Doubt:
    known = stretch(value, unit, whole)
    if known is None:
        return "unread"
    held = bounds.hold(*known)
    return "cut" if held is None else held


def stretch(value: Any, unit: Unit, whole: float = 1.0) -> tuple[float, float] | None:
    """The least and the most that a recorded value says; None where it is no number.

    >>> stretch("3/4", "share"), stretch("Frequent", "share"), stretch("20-30%", "share"), stretch("2015-03-02", "year")
    ((0.75, 0.75), (0.3, 0.79), (0.2, 0.3), (2015.0, 2015.0))
    """
    if isinstance(value, bool):
        return None
    if unit == "share":
        return share_of(str(value)) if plain_number(value) is None else _numeric_share(float(value), whole)
    if unit == "date":
        return dates.days_recorded(str(value))
    if unit == "year":
        years = {float(year) for year in _YEAR.findall(str(value))}
        return (min(years), max(years)) if len(years) == 1 else None
    number = plain_number(value)
    if number is None and _DATE.fullmatch(str(value)):
        return stretch(value, "year")  # "before 2016" of what is told by days
    return None if number is None else (number, number)


def plain_number(value: Any) -> float | None:
    """The number that a value is, be it stored as a text; None where it is none."""
    try:
        number = float(value)
    except (TypeError, ValueError):
        return None
    return number if math.isfinite(number) and not isinstance(value, bool) else None


def _numeric_share(value: float, whole: float) -> tuple[float, float] | None:
    share = value / whole if whole else -1.0
    return (share, share) if 0 <= share <= 1 else None


def share_of(text: str) -> tuple[float, float] | None:
    """The least and the most share that a recorded text says: a count "45/58", per cent, a range or a class."""
    if counted := _COUNT.fullmatch(text):
        patients, examined = int(counted[1]), int(counted[2])
        return (patients / examined, patients / examined) if patients <= examined > 0 else None
    if percent := _PERCENT.fullmatch(text):
        low = high = of_hundred(percent[1])
    elif between := _BETWEEN.fullmatch(text):
        low, high = of_hundred(between[1]), of_hundred(between[2])
    elif (named := class_named(text)) is not None:
        low, high = named.low, named.high
    else:
        return None
    return (low, high) if low <= high <= 1 else None


@dataclass(frozen=True, slots=True)
class Met:
    """What is recorded of the things that a condition on properties of a link joins to what it names.

    Attributes:
        things: the keys of those with a record that meets it.
        open: by the keys of those with none that does, and with one that can not tell, why it can not.
        others: the keys of those of whose records none meets it, and each can tell.
        whole: nothing was cut at a limit.
    """

    things: tuple[str, ...]
    open: Mapping[str, Opened]
    others: frozenset[str]
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Opened:
    """Why a record does not decide.

    Attributes:
        property: what does not tell, as a noun.
        value: what is recorded of it; empty where nothing is.
    """

    doubt: Doubt
    property: str
    value: str = ""


def named(property_: Property) -> str:
    """What a property tells, as a noun: of one that counts something how many there are ("number of patients")."""
    noun = property_.name.replace("_", " ")
    return f"number of {noun}" if property_.role == "text" and noun.endswith("s") else noun


def decided(qualifiers: Sequence[Qualifier], values: Sequence[Any], wholes: Sequence[float]) -> bool | Opened:
    """Whether one record is as asked in every property, or what leaves it open; one that is not decides."""
    told = [decide(one, value, whole) for one, value, whole in zip(qualifiers, values, wholes, strict=True)]
    if False in told:
        return False
    for one, value, doubt in sorted(zip(qualifiers, values, told, strict=True), key=lambda one: one[2] != "missing"):
        if not isinstance(doubt, bool):
            said = "" if doubt == "missing" else str(value)
            return Opened(doubt, named(one.property), said)
    return True
