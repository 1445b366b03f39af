"""What every form of graph is read as: two streams of flat rows, with what the form itself says of its relations."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kgqa.load.checks import shown
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import MAX_COLUMNS, MAX_FIELD, Heading, Position, Row, Value, checked_columns
from kgqa.schema.model import PropertyType

SAMPLE = 1000
"""Rows that are read to learn which columns there are."""

Numbered = Iterator[tuple[int, Row | BadRow]]
Reader = Callable[[Position | None], Numbered]


@dataclass(frozen=True, slots=True)
class Side:
    """The nodes or the edges of a form, as rows with the columns of tables (``id``, ``source`` …).

    Attributes:
        path: the file that a person is told of.
        read: number and row, from the beginning each time; told how many bytes of the file were read.
        unit: what the number counts.
        typed: rows may have columns that are not in ``headings``, and lists.
        first: the beginning of ``read`` where that has to read all before it can give one; for previews alone.
        about: about how many rows there are.
    """

    path: Path
    headings: tuple[Heading, ...]
    read: Reader
    unit: str = "line"
    typed: bool = True
    first: Reader | None = None
    about: Callable[[], int] | None = None


@dataclass(frozen=True, slots=True)
class Graph:
    """A graph in some form.

    Attributes:
        symmetric: types of relations that the form says hold in both directions; complete when both sides were read.
    """

    nodes: Side
    edges: Side
    symmetric: set[str] = field(default_factory=set)


NODES, EDGES = ("id", "name", "label"), ("source", "type", "target")
"""Columns that there are in any case."""


def sampled(
    path: Path, read: Reader, columns: tuple[str, ...], first: Reader | None = None, unit: str = "line"
) -> Side:
    """A side whose columns are those of its first rows; what is true or false or a number in all of them is one.

    Raises:
        LoadError: its beginning cannot be read.
    """
    kinds: dict[str, PropertyType] = {}
    rows = (row for _, row in itertools.islice((first or read)(None), SAMPLE) if not isinstance(row, BadRow))
    for name, value in itertools.chain.from_iterable(row.items() for row in rows):
        kinds[name] = _wider(kinds.get(name), _kind(value))
    checked_columns(path, [name for name in kinds if name.strip()])
    if not kinds:
        kinds = dict.fromkeys(columns, "STRING")
    return Side(path, tuple(Heading(*one) for one in kinds.items()), read, unit, first=first)


class Number(str):
    """A number or a truth of JSON as text, which still knows what it was."""

    __slots__ = ("kind",)

    def __new__(cls, value: bool | float) -> Number:
        made = super().__new__(cls, str(value).lower() if isinstance(value, bool) else repr(value))
        made.kind = "BOOLEAN" if isinstance(value, bool) else "INTEGER" if isinstance(value, int) else "FLOAT"
        return made

    kind: PropertyType


def _kind(value: Value) -> PropertyType:
    return "LIST" if isinstance(value, list) else value.kind if isinstance(value, Number) else "STRING"


def _wider(one: PropertyType | None, other: PropertyType) -> PropertyType:
    if one is None or one == other:
        return other
    if "LIST" in (one, other):
        return "LIST"
    return "FLOAT" if {one, other} == {"INTEGER", "FLOAT"} else "STRING"


def flat(item: Any) -> Row:
    """An object of JSON as a row: numbers and truths as text, null and empty lists as absent.

    Raises:
        ValueError: it is no flat object, or not within bounds.
    """
    if not isinstance(item, dict):
        raise ValueError(f"it is no object but {shown(item)}")
    if len(item) > MAX_COLUMNS or "" in item:
        raise ValueError(f"it has an empty key, or more than {MAX_COLUMNS:,}")
    return {key: made for key, value in item.items() if (made := _value(key, value))}


def _value(key: str, value: Any) -> Value:
    if isinstance(value, list):
        return [text for part in value if (text := _text(key, part))]
    return _text(key, value)


def _text(key: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool | int | float):
        return Number(value)
    if not isinstance(value, str):
        raise ValueError(f"{shown(key)} holds {'an object' if isinstance(value, dict) else 'an array in an array'}")
    if len(value) > MAX_FIELD:
        raise ValueError(f"{shown(key)} is longer than {MAX_FIELD:,} characters")
    value.encode()  # half a character is no text
    return value


def text_of(item: Mapping[str, Any], key: str) -> str:
    """A text that an object must have.

    Raises:
        ValueError: it has none.
    """
    value = item.get(key)
    if value is None or value == "" or isinstance(value, dict | list):
        raise ValueError(f"it has no {key!r}")
    return _text(key, value)


def checked(path: Path, items: Iterator[tuple[int, Any]], row: Callable[[Any], Row], unit: str) -> Numbered:
    """The rows that are made of items; an item of which none can be made is a bad one."""
    for number, item in items:
        try:
            yield number, row(item)
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            reason = str(error) if isinstance(error, ValueError) else f"it has another shape: {shown(item)}"
            yield number, BadRow(f"{path.name}, {unit} {number}", reason)
