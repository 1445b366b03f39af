"""Rows of edges that deny their link: marked so, or found in none of those who were examined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kgqa.load.tables.cells import Typed, truth
from kgqa.load.tables.columns import AGAINST, property_name, spelling
from kgqa.load.tables.headings import Row, Value
from kgqa.load.tables.mapping import Column
from kgqa.schema import derive

MARKS = frozenset(("negated", "is_negated", "negative", AGAINST, "denied", "excluded", "not", "negation", "is_not"))
"""Columns that say of a row whether it denies its link."""

QUALIFIERS = frozenset(("qualifier", "qualifiers"))
"""Columns in which ``NOT`` alone or before a bar denies the link, as annotation files have it."""

_NEVER = re.compile(r"0+([.,]0+)?\s*%?|0+\s*(/|of)\s*\d+|excluded|HP:0040285", re.IGNORECASE)

Denies = Callable[[Mapping[str, Typed]], bool | None]
"""Whether the properties of a row deny its link; None where they have nothing that could."""


def with_marks(columns: Sequence[Column], rows: Iterable[Row]) -> tuple[Column, ...]:
    """The columns of a table of edges, those that mark denials as true or false where the first rows hold no else."""
    marks = {column.name for column in columns if column.use == "property" and spelling(column.name) in MARKS}
    if marks:
        for row in rows:
            marks -= {name for name in marks if name in row and not _is_truth(row[name])}
    return tuple(replace(column, type="BOOLEAN") if column.name in marks else column for column in columns)


def denial(columns: Iterable[tuple[Column, str]]) -> Denies | None:
    """Whether the properties of a row deny its link; None where the table has no column that could.

    Args:
        columns: those that become properties, with the names of these.
    """
    marks, often, qualified = [], [], []
    for column, name in columns:
        if spelling(column.name) in MARKS and column.type == "BOOLEAN":
            marks.append(name)
        elif derive.property_(property_name(column.name), "STRING").role == "frequency":
            often.append(name)
        elif spelling(column.name) in QUALIFIERS:
            qualified.append(name)
    if not marks and not often and not qualified:
        return None

    def denies(properties: Mapping[str, Typed]) -> bool | None:
        # A column made for denials says of every row whether it is one; a frequency only of those that have one.
        if not marks and not qualified and not any(name in properties for name in often):
            return None
        return (
            any(properties.get(name) is True for name in marks)
            or any(_is_never(properties[name]) for name in often if name in properties)
            or any(_is_not(properties[name]) for name in qualified if name in properties)
        )

    return denies


def _is_never(value: Typed) -> bool:
    if isinstance(value, str):
        return _NEVER.fullmatch(value.strip()) is not None
    return isinstance(value, int | float) and value == 0


def _is_not(value: Typed) -> bool:
    parts = value.split("|") if isinstance(value, str) else value if isinstance(value, list) else ()
    return any(part.strip() == "NOT" for part in parts)


def _is_truth(value: Value) -> bool:
    try:
        truth(value)
    except ValueError:
        return False
    return True
