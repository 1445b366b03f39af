"""Rows of tables that somebody else wrote: CSV, TSV, JSON lines and Parquet, streamed and bounded.

Every value is text, exactly as it stands in the file: ``NA``, ``MARCH1``, ``00123`` and ``1e5`` are not interpreted.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables import json_lines, parquet
from kgqa.load.tables.files import Text, UnclosedQuoteError, kind, opened
from kgqa.load.tables.headings import MAX_FIELD, Heading, Position, Row, bad, checked_columns

MAX_ROWS = 100_000_000

_TOLD_EVERY = 8192
_SEPARATOR = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)


def read_rows(
    path: Path, without: frozenset[str] = frozenset(), position: Position | None = None
) -> Iterator[tuple[int, Row | BadRow]]:
    """Line number (of the row's first line, from 1; of Parquet the row's) and row, in the order of the file.

    Args:
        without: columns that are left out, so that what they hold cannot make a row a bad one.
        position: told how far the reading has come.

    Raises:
        LoadError: the file cannot be read, or its header cannot be used.
    """
    if kind(path) == ".parquet":
        yield from parquet.read_rows(path, without, position)
        return
    with opened(path) as text:
        rows = json_lines.read_rows(path, text, without) if _is_json(path) else _table_rows(path, text)
        for count, (number, row) in enumerate(rows):
            if not count % _TOLD_EVERY:
                if position is not None:
                    position(text.bytes_read)
                if count >= MAX_ROWS:
                    raise LoadError(f"The file {str(path)!r} has more than {MAX_ROWS:,} rows, the most that is read.")
            if without and not isinstance(row, BadRow):
                for column in without:
                    row.pop(column, None)
            yield number, row


def read_header(path: Path) -> list[Heading]:
    """The columns of a table, of JSON lines the keys of the first objects; none where the file is empty.

    Raises:
        LoadError: the file cannot be read, or its header cannot be used.
    """
    if kind(path) == ".parquet":
        return parquet.read_header(path)
    with opened(path) as text:
        if _is_json(path):
            return json_lines.read_header(path, text)
        table = _Table(path, text)
        return table.headings


def about_rows(path: Path) -> int:
    """About how many rows a table has, without reading it.

    Raises:
        LoadError: the file cannot be read.
    """
    if kind(path) == ".parquet":
        return parquet.count_rows(path)
    with opened(path) as text:
        return text.about_lines()


class _Table:
    """The header of a table and how its cells are separated."""

    def __init__(self, path: Path, text: Text) -> None:
        self._options: dict[str, Any] = {}
        csv.field_size_limit(MAX_FIELD)
        first = next(text.lines(), "")
        told = _SEPARATOR.fullmatch(first)
        if told:
            text.next_row()
            first = next(text.lines(), "")
        if text.fault:
            raise LoadError(f"The first line of {str(path)!r} cannot be read: {text.fault}.")
        if "\0" in first:
            raise LoadError(f"The first line of {str(path)!r} holds NUL bytes; it is no table in UTF-8 text.")
        text.next_row()
        self._options = _dialect(kind(path), first, told[1] if told else "")
        try:
            cells: list[str] = next(self.reader(iter([first])), [])
        except csv.Error as error:
            raise LoadError(f"The first line of {str(path)!r} is no row of a table ({error}).") from error
        self.headings = checked_columns(path, cells) if first.strip() else []

    def reader(self, lines: Iterator[str]) -> Any:
        return csv.reader(lines, **self._options)


def _dialect(suffix: str, first: str, separator: str) -> dict[str, Any]:
    """How cells are separated. Tabs separate without any quoting, so a quote is a quote, unless names are quoted."""
    counted = {one: first.count(one) for one in ("\t", ",", ";", "|")}
    if not separator:
        tabs = suffix in (".tsv", ".tab", ".sif") or (suffix == ".txt" and counted["\t"])
        rest = next((one for one in (",", "\t", ";", "|") if counted[one]), ",")
        separator = "\t" if tabs else rest
    quoted = all(len(cell) > 1 and cell[0] == cell[-1] == '"' for cell in first.rstrip("\r\n").split("\t"))
    if separator == "\t" and not quoted:
        return {"delimiter": "\t", "quoting": csv.QUOTE_NONE}
    return {"delimiter": separator, "strict": True}


def _table_rows(path: Path, text: Text) -> Iterator[tuple[int, Row | BadRow]]:
    table = _Table(path, text)
    columns = [heading.name for heading in table.headings]
    if not columns:
        raise LoadError(f"The file {str(path)!r} is empty; its first line must name the columns.")
    while True:
        try:
            yield from _good_rows(path, text, columns, table.reader(text.lines()))
            return
        except UnclosedQuoteError:
            number = text.give_back()
            yield number, bad(path, number, "a quote is opened in this row and never closed")
        except csv.Error as error:
            fault, several = text.fault, len(text.taken) > 1
            number = text.give_back()
            reason = "a quote is opened in this row and not closed as it should be" if several else ""
            yield number, bad(path, number, fault or reason or f"it is no row of a table ({error})")


def _good_rows(path: Path, text: Text, columns: list[str], reader: Any) -> Iterator[tuple[int, Row | BadRow]]:
    """The rows of a reader, those that it can read."""
    width, taken = len(columns), text.taken
    for cells in reader:
        number = text.number - len(taken) + 1
        if text.fault:
            yield number, bad(path, number, text.fault)
        elif len(cells) == width:
            yield number, {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
        elif cells:
            lines = f" (lines {number} to {text.number})" if len(taken) > 1 else ""
            yield number, bad(path, number, f"it has {len(cells)} cells where the header has {width}{lines}")
        taken.clear()
        text.fault = ""


def _is_json(path: Path) -> bool:
    return kind(path) in (".jsonl", ".ndjson")
