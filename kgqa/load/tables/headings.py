"""What the rows of all forms of tables have in common: their columns, their values, and the bounds of both."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from kgqa.errors import LoadError
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
