"""Numbers, shares and bounds in the words of a question: "more than 80 %", "at least two thirds", "30 to 79 %".

The words themselves are data (``quantities.toml``). A bound is read as it is said: "more than 80 %" is not met by 80 %,
"at least" is. What is not exact ("about 50 %", "nearly half") is no bound, and is not read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from kgqa.language import dates
from kgqa.language.notation import any_of
from kgqa.language.vocabulary import spelt_numbers

Unit = Literal["number", "share", "year", "date"]
"""What bounds are of; a year is written as a number, and of a date the bounds are days (``kgqa.language.dates``)."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """A stretch of numbers; None where it has no end on that side.

    Attributes:
        above: the lower bound itself does not belong to it.
        below: the upper bound itself does not belong to it.
        days: they are days since the year 1.
    """

    low: float | None = None
    high: float | None = None
    above: bool = False
    below: bool = False
    days: bool = False

    def hold(self, low: float, high: float) -> bool | None:
        """Whether they hold a value of which is known that it lies from ``low`` to ``high``, both included.

        None where it may lie within them or without.

        >>> Bounds(0.8, None, above=True).hold(0.8, 0.8), Bounds(0.8).hold(0.8, 0.99), Bounds(0.5).hold(0.3, 0.79)
        (False, True, None)
        """
        if self._without(low, high):
            return False
        inside = (self.low is None or low > self.low or (low == self.low and not self.above)) and (
            self.high is None or high < self.high or (high == self.high and not self.below)
        )
        return True if inside else None

    def _without(self, low: float, high: float) -> bool:
        under = self.low is not None and (high < self.low or (high == self.low and self.above))
        over = self.high is not None and (low > self.high or (low == self.high and self.below))
        return under or over

    def meet(self, other: Bounds) -> Bounds | None:
        """What belongs to both, where one bounds from below and the other from above; else None."""
        first, second = (self, other) if self.high is None else (other, self)
        if first.high is not None or second.low is not None or first.low is None or second.high is None:
            return None
        both = Bounds(first.low, second.high, first.above, second.below, first.days)
        return both if first.low < second.high else None


@dataclass(frozen=True, slots=True)
class FrequencyClass:
    """A word for a stretch of shares.

    Attributes:
        low, high: the first and the last share that it stands for, as its ontology defines it.
        words: how questions ask for it.
    """

    name: str
    low: float
    high: float
    id: str
    words: tuple[str, ...]


@cache
def classes() -> tuple[FrequencyClass, ...]:
    """The frequency classes, the highest first."""
    return tuple(
        FrequencyClass(name, one["low"], one["high"], one["id"], tuple(one["words"]))
        for name, one in _data()["classes"].items()
    )


@cache
def class_named(text: str) -> FrequencyClass | None:
    """The class that a recorded value is, by its name or its identifier; None where it is none."""
    said = text.strip()
    return next((one for one in classes() if said.lower() == one.name or said.upper() == one.id), None)


def class_bounds(one: FrequencyClass) -> Bounds:
    """The shares that a class stands for, up to where the next one begins, so that no count falls between two.

    What is found in all patients is very frequent as well.
    """
    above = [other.low for other in classes() if other.low > one.high]
    if one.low == one.high:
        return Bounds(one.low, one.high)
    if max(above) == min(above):
        return Bounds(one.low)
    below = [other.high for other in classes() if other.high < one.low]
    lowest = not any(high > 0 for high in below)
    return Bounds(0.0 if lowest else one.low, min(above), above=lowest, below=True)


@cache
def _data() -> Mapping[str, Any]:
    data: Mapping[str, Any] = tomllib.loads(files(__package__).joinpath("quantities.toml").read_text(encoding="utf-8"))
    return data


def names(group: str) -> tuple[str, ...]:
    """The names of the lists of a group of the data."""
    return tuple(_data()[group])


def listed(group: str, name: str) -> tuple[str, ...]:
    """The phrases of a list of the data, as they are written there."""
    return tuple(_data()[group][name])


def dimension(name: str, group: str) -> tuple[str, ...]:
    """A list of a dimension of the data; none where it has no such list."""
    return tuple(_data()["dimensions"][name].get(group, ()))


def people(name: str) -> str:
    """A pattern for a list of nouns for people, for a pattern that says where they end."""
    return any_of(_data()["people"][name], str)


def phrases(group: str, name: str) -> str:
    """A pattern for the phrases of a list of the data, the longest first."""
    listed = sorted(_data()[group][name], key=len, reverse=True)
    signs = [re.escape(one) for one in listed if not any(letter.isalnum() for letter in one)]
    words = [one for one in listed if any(letter.isalnum() for letter in one)]
    spelt = rf"\b{any_of(words, people)}(?!\w)" if words else ""
    return f"(?:{'|'.join([*([spelt] if spelt else []), *signs])})"


@cache
def age_units() -> str:
    """A pattern for the units of an age."""
    return any_of([phrase for unit in ("years", "months", "weeks", "days") for phrase in listed("units", unit)], str)


@cache
def _words_of_numbers() -> str:
    """A pattern for ``spelt_numbers``: no word of them twice, as it stands in many patterns that compile slowly."""
    both = [re.split("[- ]", word) for word in spelt_numbers() if re.search("[- ]", word)]
    tens, ones = ("|".join(dict.fromkeys(re.escape(word[place]) for word in both)) for place in (0, -1))
    alone = sorted((re.escape(word) for word in spelt_numbers() if not re.search("[- ]", word)), key=len, reverse=True)
    return "|".join([f"(?:{tens})[- ](?:{ones})", *alone])


@cache
def number_pattern() -> str:
    """A pattern for a number, in digits or in words."""
    digits = r"(?<![\w.])[-−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:[eE][-−]?\d+)?(?![\w]|\.\d)"
    large = rf"(?:\s+(?:{'|'.join(_data()['large'])})\b)*"
    return rf"(?:{digits}{large}|\b(?:(?:a|one)\s+hundred|{_words_of_numbers()}){large}(?!\w))"


def number(text: str) -> float:
    """The number that a text is which ``number_pattern`` matches."""
    word = " ".join(text.lower().split())
    before, _, large = word.rpartition(" ")
    if before and large in _data()["large"]:
        times = 1 if before == "a" else number(before)
        return round(times * int(_data()["large"][large]), 6)  # 1.1 million is no 1,100,000.0000000002
    if word in spelt_numbers():
        return float(spelt_numbers()[word])
    return float(word.replace(",", "").replace("−", "-"))


def of_hundred(text: str) -> float:
    """A number of per cent as a share, the nearest there is: 33.3 per cent equal 333 of 1,000."""
    word = text.strip().replace(",", "").replace("−", "-")
    return float(Decimal(word) / 100) if word[:1].isdigit() else number(text) / 100


@cache
def share_pattern() -> str:
    """A pattern for a share: per cent, a fraction in words, or "9 in 10" and "2/3"."""
    # The digits of a per cent may stand close to the sign.
    close = r"(?<![\w.])(?:\d+(?:\.\d+)?)"
    percent = rf"(?:{close}|{number_pattern()})\s*(?:{phrases('shares', 'percent')})"
    parts = "|".join(f"{part}s?" for part in _data()["parts"] if part != "half")
    fraction = (
        rf"\b(?:(?:a|one|two|three|four|five|six|seven|eight|nine)[\s-]+(?:{parts})|(?:(?:a|one|the)\s+)?half)(?!\w)"
    )
    ratio = rf"(?:{number_pattern()}|\d+)\s*(?:\b(?:in|out\s+of|of)\b(?:\s+every\b)?|/)\s*(?:{number_pattern()}|\d+)"
    return rf"(?:{percent}|{fraction}|{ratio})"


def share(text: str) -> float | None:
    """The share that a text is which ``share_pattern`` matches; None where it is more than the whole."""
    said = " ".join(text.lower().replace("-", " ").split())
    if match := re.fullmatch(rf"(.+?)\s*{phrases('shares', 'percent')}", said):
        value = of_hundred(match[1])
    elif match := re.fullmatch(r"(.+?)\s*(?:\b(?:(?:in|out of|of)(?: every)?)\b|/)\s*(.+)", said):
        whole = number(match[2])
        value = number(match[1]) / whole if whole else -1.0
    else:
        first, _, last = said.rpartition(" ")
        part = _data()["parts"].get(last) or _data()["parts"][last.removesuffix("s")]
        value = (spelt_numbers().get(first) or 1) / part
    return value if 0 <= value <= 1 else None


def value_of(text: str, unit: Unit) -> float | None:
    """The number that a text says."""
    return share(text) if unit == "share" else number(text)


def _pattern(unit: Unit) -> str:
    if unit == "date":
        return dates.date_pattern()
    return share_pattern() if unit == "share" else number_pattern()


def _span(text: str, unit: Unit) -> tuple[float, float] | None:
    """What a text says, from where to where: a month has several days."""
    if unit == "date":
        return dates.days_of(text)
    value = value_of(text, unit)
    return None if value is None else (value, value)


@cache
def bounded_pattern(unit: Unit) -> str:
    """A pattern for bounds on a number or a share; ``bounds`` reads what it matches."""
    one = _pattern(unit)
    bare = rf"(?:{one}|{number_pattern()})" if unit == "share" else one
    before = "|".join(phrases("before", name) for name in _data()["before"])
    behind = "|".join(phrases("behind", name) for name in _data()["behind"])
    single = rf"(?:(?:{before})\s*{one}|{one}(?:\s*(?:{behind})|\+)?)"
    both = rf"(?:{before})\s*{bare}\s*(?:and|but)\s+(?:{before})\s*{one}"
    between = rf"\bbetween\s+{bare}\s*(?:and|to|-|–)\s*{one}"
    ranged = rf"(?:\bfrom\s+)?{bare}\s*(?:\b(?:up\s+)?to\b|-|–|—)\s*{one}"
    return rf"(?:{between}|{both}|{ranged}|{single})"


def bounds(text: str, unit: Unit) -> Bounds | None:
    """The bounds that a text says which ``bounded_pattern`` matches; None where they make no sense."""
    said = text.strip()
    if re.fullmatch(_pattern(unit), said, re.IGNORECASE):
        return _made("exactly", _span(said, unit), unit)
    dash = r"\s[-–—]\s" if unit == "date" else r"(?<!e)[-–—]"  # "2025-07-01" is one date
    for joint in (
        rf"between\s+(.+?)\s*(?:\band\b|\bto\b|{dash})\s*(.+)",
        r"(?:from\s+)?(.+?)\s*\b(?:up\s+)?to\b\s*(.+)",
        rf"(?:from\s+)?(.+?)\s*{dash}\s*(.+)",
    ):
        match = re.fullmatch(joint, said, re.IGNORECASE)
        ends = _ends(match[1], match[2], unit) if match else None
        if ends is not None:
            return ends if ends.low is not None and ends.high is not None and ends.low < ends.high else None
    if match := re.fullmatch(r"(.+?)\s*\b(?:and|but)\s+(\D.*)", said, re.IGNORECASE):
        first, second = (_single(_with_unit(part, said, unit), unit) for part in match.groups())
        if first is not None and second is not None:
            return first.meet(second)
    return _single(said, unit)


def _with_unit(part: str, said: str, unit: Unit) -> str:
    """A part of bounds in which the unit is said once, at the end ("30 and 79 %")."""
    bare = unit == "share" and re.fullmatch(rf".*?{number_pattern()}", part, re.IGNORECASE) is not None
    percent = re.search(rf"{phrases('shares', 'percent')}$", said, re.IGNORECASE)
    return f"{part} %" if bare and percent else part


def _ends(first: str, last: str, unit: Unit) -> Bounds | None:
    first = _with_unit(first.strip(), last.strip(), unit)
    if not all(re.fullmatch(_pattern(unit), one.strip(), re.IGNORECASE) for one in (first, last)):
        return None
    begin, end = _span(first.strip(), unit), _span(last.strip(), unit)
    return None if begin is None or end is None else Bounds(begin[0], end[1], days=unit == "date")


def _single(said: str, unit: Unit) -> Bounds | None:
    one = _pattern(unit)
    for name in ("least", "most", "over", "under", "exactly"):
        match = re.fullmatch(rf"{phrases('before', name)}\s*(?P<value>{one})", said, re.IGNORECASE)
        if match is None and name in _data()["behind"]:
            plus = r"|\+" if name == "least" else ""
            match = re.fullmatch(rf"(?P<value>{one})\s*(?:{phrases('behind', name)}{plus})", said, re.IGNORECASE)
        if match is not None:
            return _made(name, _span(match["value"], unit), unit)
    return None


def _made(name: str, span: tuple[float, float] | None, unit: Unit) -> Bounds | None:
    """Bounds by what is said of a value: what comes after a month begins behind its last day."""
    if span is None:
        return None
    (first, last), days = span, unit == "date"
    if name in ("over", "least"):
        return Bounds(low=last if name == "over" else first, above=name == "over", days=days)
    if name in ("under", "most"):
        return Bounds(high=first if name == "under" else last, below=name == "under", days=days)
    return Bounds(first, last, days=days)


def percent(value: float) -> str:
    """A share in per cent, with as few digits as say it.

    >>> percent(0.8), percent(2 / 3), percent(0.125)
    ('80 %', '66.6667 %', '12.5 %')
    """
    return f"{100 * value:.6g} %"


def worded(bounds: Bounds, unit: Unit) -> str:
    """Bounds in the words that are read as the same: "more than 80 %", "from 30 % to 79 %"."""

    def told(value: float) -> str:
        if unit == "share":
            return _exact_share(value)
        return f"{value:.0f}" if float(value).is_integer() and abs(value) < 1e15 else f"{value!r}"

    if bounds.days:
        return _worded_days(bounds)
    if bounds.low is not None and bounds.low == bounds.high:
        return f"exactly {told(bounds.low)}"
    parts = []
    if bounds.low is not None and bounds.high is not None and not (bounds.above or bounds.below):
        return f"{told(bounds.low)} to {told(bounds.high)}"
    if bounds.low is not None:
        parts.append(f"{'more than' if bounds.above else 'at least'} {told(bounds.low)}")
    if bounds.high is not None:
        parts.append(f"{'less than' if bounds.below else 'at most'} {told(bounds.high)}")
    return " and ".join(parts)


def _worded_days(bounds: Bounds) -> str:
    low, high = (None if day is None else dates.written(int(day)) for day in (bounds.low, bounds.high))
    if low is not None and low == high:
        return f"on {low}"
    if low is not None and high is not None and not (bounds.above or bounds.below):
        return f"{low} to {high}"
    after = f"{'after' if bounds.above else 'since'} {low}" if low is not None else ""
    before = f"{'before' if bounds.below else 'until'} {high}" if high is not None else ""
    return " and ".join(filter(None, (after, before)))


def _exact_share(value: float) -> str:
    """A share in words from which the same number is read: per cent, else a fraction in words."""
    said = percent(value)
    if share(said) == value:
        return said
    names = {part: word for word, part in reversed(_data()["parts"].items()) if word != "half"}
    ones = {number: word for word, number in spelt_numbers().items() if 0 < number < 10}
    for part, word in sorted(names.items()):
        for first, spelt in sorted(ones.items()):
            if first / part == value:
                return f"{spelt} {word}{'s' if first > 1 else ''}"
    return f"{100 * value!r} %"


@cache
def sexes() -> Mapping[str, tuple[str, ...]]:
    """By each sex how questions and records call it."""
    return {name: tuple(words) for name, words in _data()["sexes"].items()}
