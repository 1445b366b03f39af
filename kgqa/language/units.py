"""Units of measure, as the names of properties write them and as people do; the words are in ``quantities.toml``."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from kgqa.language import quantities

_SCALES: tuple[dict[str, float], ...] = (
    {"ug": 1e-6, "mg": 1e-3, "g": 1.0, "kg": 1e3, "t": 1e6},
    {"um": 1e-6, "mm": 1e-3, "cm": 1e-2, "m": 1.0, "km": 1e3},
    {"m2": 1.0, "ha": 1e4, "km2": 1e6},
    {"ml": 1e-3, "dl": 0.1, "l": 1.0},
    {"seconds": 1.0, "minutes": 60.0, "hours": 3600.0, "days": 86400.0, "weeks": 604800.0},
    {"months": 1.0, "years": 12.0},
)
"""Units that measure the same, each by how many of one of them it is; only what is exact."""


@cache
def _spelt() -> dict[str, str]:
    """The unit that each word at the end of a name stands for; "year" alone tells a date, "years" how long."""
    return {
        word: unit
        for unit in quantities.names("units")
        for word in re.sub(r"[^a-z0-9]+", " ", unit.lower()).split()
        + [one.removesuffix("s?") + end for one in _spellings(unit) for end in ("", "s")]
        if re.fullmatch(r"[a-z0-9]+", word) and f"{word}s" != unit
    }


def _spellings(unit: str) -> list[str]:
    """How people write a unit, British and American ("litres", "liters")."""
    words = quantities.listed("units", unit)
    return [one.replace("(re|er)", end) for one in words for end in ("re", "er")]


def names(unit: str) -> tuple[str, ...]:
    """The words for a unit in the plural, without its signs ("months")."""
    told = (word.removesuffix("?") for word in quantities.listed("units", unit))
    return tuple(word for word in told if word.isalpha() and word.endswith("s") and len(word) > 1)


def is_unit(word: str) -> bool:
    """Whether a word is a unit, or a part of one ("euro", "metres")."""
    return bool(unit_of(word))


def unit_of(word: str) -> str:
    """The unit that a word stands for; empty where it is none."""
    return _spelt().get(word.lower(), "")


def converted(number: float, unit: str, into: str) -> float | None:
    """A number of one unit as one of another; None where they do not measure the same.

    >>> converted(5, "hours", "minutes"), converted(1.5, "kg", "g"), converted(2, "months", "days")
    (300.0, 1500.0, None)
    """
    scale = next((one for one in _SCALES if unit in one and into in one), None)
    return None if scale is None else round(number * scale[unit] / scale[into], 9)


def measures(word: str, name: str) -> bool:
    """Whether a word is the unit of what a name tells ("minutes", "running time min")."""
    return is_unit(word) and _spelt()[word.lower()] in apart(name.replace("_", " "))[1]


def apart(name: str) -> tuple[str, tuple[str, ...]]:
    """The words of a name without the unit at its end, and the parts of that unit; none where it ends with none.

    >>> apart("body length mm"), apart("nitrogen kg ha"), apart("hectares"), apart("efficacy percent")
    (('body length', ('mm',)), ('nitrogen', ('kg', 'ha')), ('', ('ha',)), ('efficacy', ('percent',)))
    """
    words, parts = name.lower().split(), list[str]()
    while words and (words[-1] in _spelt() or (words[-1] == "per" and parts)):
        if words[-1] == "min" and parts:
            break  # the least of what follows: "depth min m"
        if words[-1] != "per" and _spelt()[words[-1]] in parts:
            break  # "mission hours h" are the hours of missions
        word = words.pop()
        if word != "per":
            parts.insert(0, _spelt()[word])
    return " ".join(words), tuple(parts)


@cache
def pattern(parts: tuple[str, ...]) -> str:
    """A pattern for a unit behind a number: "mm", "kg/ha", "kg per hectare", "percent"."""
    each = [quantities.phrases("units", part) for part in parts]
    return r"\s*(?:/|\bper\b|\ban?\b|)\s*".join(each)


def written(parts: Sequence[str]) -> str:
    """How a unit is written behind a number: "%", "kg/ha", "days"."""
    return "/".join(quantities.listed("units", part)[0].replace("?", "") for part in parts)
