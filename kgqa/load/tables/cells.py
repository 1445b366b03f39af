"""What columns and cells of a table mean: names of columns, bounds, and labels, lists and values of a declared type.

A text stays letter for letter what it is. Everything else follows from what was declared of its column, and a value
that does not fit makes its row a bad one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kgqa.errors import LoadError
from kgqa.load.checks import shown
from kgqa.load.source import BadRow
from kgqa.schema.model import PropertyType

MAX_FIELD = 1024 * 1024
MAX_COLUMNS = 1000

Value = str | list[str]
Row = dict[str, Value]
"""Column to value; empty cells are left out."""

Position = Callable[[int], None]
"""Told now and then how many bytes of the file were read."""


class Heading(NamedTuple):
    """A column as the file itself describes it.

    Attributes:
        type: as declared by the file; text where it declares none.
        usable: False where it has no name of its own or holds what cannot be a property.
        nested: holds nothing but objects or lists of them.
    """

    name: str
    type: PropertyType = "STRING"
    usable: bool = True
    nested: bool = False


def checked_columns(path: Path, columns: list[str]) -> list[Heading]:
    """The columns of a header.

    Raises:
        LoadError: there are too many, or two of one name.
    """
    if len(columns) > MAX_COLUMNS:
        raise LoadError(f"The file {str(path)!r} has {len(columns)} columns; at most {MAX_COLUMNS} can be loaded.")
    headings = [
        Heading(name) if (name := column.strip()) else Heading(f"column {number}", usable=False)
        for number, column in enumerate(columns, 1)
    ]
    names = [heading.name for heading in headings]
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        raise LoadError(f"The file {str(path)!r} names the column {min(twice)!r} twice. Rename one of them.")
    too_long = next((name for name in names if len(name) > 1000), None)
    if too_long is not None:
        raise LoadError(f"The first line of {str(path)!r} has a cell of {len(too_long):,} characters; is it a table?")
    return headings


def bad(path: Path, number: int, reason: str) -> BadRow:
    """A bad row of a text file."""
    return BadRow(f"{path.name}, line {number}", reason)


Typed = str | int | float | bool | list[str]

_INTEGER = re.compile(r"[+-]?\d{1,19}", re.ASCII)
_FLOAT = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,4})?", re.ASCII)
_TRUE = frozenset(("true", "1", "1.0", "yes", "y", "t"))
_FALSE = frozenset(("false", "0", "0.0", "no", "n", "f"))
_REFERENCE = re.compile(r"[A-Za-z][\w.\-]*:\s?[^\s;,|]+|(PMID:?\s?)?\d{4,9}")
_GENERAL = frozenset(("namedthing", "entity", "thing", "node", "resource", "concept", "biologicalentity"))
"""Labels that everything may have beside its own."""


def labels(value: Value, *, semicolons: bool = False) -> list[str]:
    """The labels of a cell, the one that tells most about the node first.

    They stand apart by ``|``, in tables for Neo4j also by ``;``, or each behind a colon (``:Drug:Compound``).

    >>> labels("biolink:NamedThing|biolink:Gene")
    ['biolink:Gene', 'biolink:NamedThing']
    """
    if isinstance(value, str) and value.startswith(":"):
        found = [part for part in value.split(":") if part]
    elif isinstance(value, str) and semicolons and "|" not in value:
        found = _apart(value, ";")
    else:
        found = several(value)
    found.sort(key=is_general)
    return found


def is_general(label: str) -> bool:
    """True for a label that things of any type may have.

    >>> is_general("biolink:NamedThing"), is_general("Gene")
    (True, False)
    """
    return label.rpartition(":")[2].replace(" ", "").casefold() in _GENERAL


def several(value: Value, *, semicolons: bool = False) -> list[str]:
    """The parts of a list: of an array, a JSON array in a cell, or between ``|`` (in tables for Neo4j also ``;``)."""
    if not isinstance(value, str):
        return _different(value)
    if value.startswith("[") and value.endswith("]") and (parts := _array(value)) is not None:
        return _different(parts)
    return _apart(value, ";" if semicolons and "|" not in value else "|")


def _list(value: Value, *, semicolons: bool) -> list[str]:
    """The parts of a property that is a list: of an array as they stand, of a cell without the blanks around them.

    Semicolons and commas separate where every part is an identifier.
    """
    if not isinstance(value, str):
        return value
    if not semicolons and "|" not in value:
        for separator in (";", ","):
            parts = _apart(value, separator) if separator in value else []
            if len(parts) > 1 and all(_REFERENCE.fullmatch(part) for part in parts):
                return parts
    return several(value, semicolons=semicolons)


def converter(type_: PropertyType, *, semicolons: bool = False) -> Callable[[Value], Typed]:
    """The function that makes a value of a column the property; it raises ValueError where the value does not fit."""
    if type_ == "LIST":
        return partial(_list, semicolons=semicolons)
    return _CONVERTERS[type_]


def truth(value: Value) -> bool:
    """True or false as words or digits.

    Raises:
        ValueError: it is neither.
    """
    word = value.strip().lower() if isinstance(value, str) else ""
    if word not in _TRUE and word not in _FALSE:
        raise ValueError(f"{shown(value)} is neither true nor false")
    return word in _TRUE


def single(value: Value) -> str:
    """A value of which there is one; of several the parts between ``|``."""
    return value if isinstance(value, str) else "|".join(value)


def _string(value: Value) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{shown(value)} is a list, but the column is said to hold text")
    return value


def _integer(value: Value) -> int:
    if isinstance(value, str) and _INTEGER.fullmatch(value.strip()) and -(2**63) <= int(value) < 2**63:
        return int(value)
    raise ValueError(f"{shown(value)} is no whole number")


def _float(value: Value) -> float:
    if isinstance(value, str) and _FLOAT.fullmatch(value.strip()) and math.isfinite(number := float(value)):
        return number
    raise ValueError(f"{shown(value)} is no number")


def _apart(text: str, separator: str) -> list[str]:
    return _different(text.split(separator))


def _different(parts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys([stripped for part in parts if (stripped := part.strip())]))


def _array(text: str) -> list[str] | None:
    try:
        parts = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return (
        parts if isinstance(parts, list) and all(isinstance(part, str) and _is_text(part) for part in parts) else None
    )


def _is_text(part: str) -> bool:
    """False for an empty part and for one that an escape made into half a character."""
    return bool(part) and not any("\ud800" <= character <= "\udfff" for character in part)


_CONVERTERS: dict[PropertyType, Callable[[Value], Typed]] = {
    "STRING": _string,
    "INTEGER": _integer,
    "FLOAT": _float,
    "BOOLEAN": truth,
}
