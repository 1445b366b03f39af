"""Rows of edges that deny their link: marked so, or found in none of those who were examined."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kgqa.load.tables.cells import Row, Typed, Value, truth
from kgqa.load.tables.columns import AGAINST, property_name, spelling
from kgqa.load.tables.mapping import Column
from kgqa.schema import derive

_ALWAYS = frozenset(("negated", "is_negated", "negation", "is_not"))
"""Columns that are named for nothing else, whatever they hold."""

MARKS = _ALWAYS | frozenset(("negative", AGAINST, "denied", "excluded", "not"))
"""Columns that say of a row whether it denies its link."""

_EMPTY = frozenset(("", "na", "n/a", "<na>", "null", "none", "nan"))
"""What stands in a cell that says nothing."""

QUALIFIERS = frozenset(("qualifier", "qualifiers"))
"""Columns in which ``NOT`` alone or before a bar denies the link, as annotation files have it."""

_NEVER = re.compile(r"0+([.,]0+)?\s*%?|0+\s*(/|of)\s*\d+|excluded|HP:0040285", re.IGNORECASE)

_COUNT = re.compile(r"\d+([.,]\d+)?")

Denies = Callable[[Mapping[str, Typed]], bool | None]
"""Whether the properties of a row deny its link; None where they have nothing that could."""


def with_marks(
    columns: Sequence[Column], first: Sequence[Row], rows: Callable[[], Iterable[Row]]
) -> tuple[Column, ...]:
    """The columns of a table of edges, those that mark denials as true or false.

    A column that is also named as counts and remarks are marks denials where any row holds true or false; what else its
    rows hold makes them bad ones. One wrong cell would otherwise turn every denial of the file into its opposite.

    Args:
        first: the first rows.
        rows: gives all rows, read only where the first ones leave it open.
    """
    named = {column.name: spelling(column.name) for column in columns if column.use == "property"}
    marks = {name for name, spelled in named.items() if spelled in MARKS}
    doubtful = {name: values for name in marks if named[name] not in _ALWAYS and (values := _values(name, first))}
    for name, values in doubtful.items():
        odd = [value for value in values if not _is_truth(value)]
        if odd and (_are_counts(values) or (len(odd) == len(values) and not _any_truth(name, rows()))):
            marks.remove(name)
    return tuple(replace(column, type="BOOLEAN") if column.name in marks else column for column in columns)


def is_mark(column: Column) -> bool:
    """Whether a column says of a row whether it denies its link."""
    return spelling(column.name) in MARKS and column.type == "BOOLEAN"


def denies_late(key: str, value: Value) -> bool:
    """Whether a key that none of the first rows has denies the link of its row, or may mean to."""
    if spelling(key) not in MARKS or says_nothing(value):
        return False
    return truth(value) if _is_truth(value) else spelling(key) in _ALWAYS


def says_nothing(value: Value) -> bool:
    """Whether a cell of such a column is as good as empty."""
    return isinstance(value, str) and value.strip().lower() in _EMPTY


def denial(columns: Iterable[tuple[Column, str]]) -> Denies | None:
    """Whether the properties of a row deny its link; None where the table has no column that could.

    Args:
        columns: those that become properties, with the names of these.
    """
    marks, often, qualified = [], [], []
    for column, name in columns:
        if is_mark(column):
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


def _values(name: str, rows: Iterable[Row]) -> list[Value]:
    return [row[name] for row in rows if name in row and not says_nothing(row[name])]


def _any_truth(name: str, rows: Iterable[Row]) -> bool:
    return any(name in row and _is_truth(row[name]) for row in rows)


def _are_counts(values: Iterable[Value]) -> bool:
    return all(isinstance(value, str) and _COUNT.fullmatch(value.strip()) for value in values)


def _is_truth(value: Value) -> bool:
    try:
        truth(value)
    except ValueError:
        return False
    return True
