"""Rows of tables that somebody else wrote: CSV, TSV, JSON lines and Parquet, streamed and bounded.

Every value is text, exactly as it stands in the file: ``NA``, ``MARCH1``, ``00123`` and ``1e5`` are not interpreted.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables import parquet
from kgqa.load.tables.cells import MAX_COLUMNS, MAX_FIELD, Heading, Position, Row, Value, bad, checked_columns
from kgqa.load.tables.files import MAX_LINE, Text, UnclosedQuoteError, kind, opened
from kgqa.schema.model import PropertyType

MAX_ROWS = 100_000_000

_TOLD_EVERY = 8192
_SEPARATOR = re.compile(r'"?sep=(.)"?\s*', re.IGNORECASE)


class Block(NamedTuple):
    """Good rows of one line each, by their columns.

    Attributes:
        number: line of the first.
        columns: by name the cell of every row, empty where it has none.
    """

    number: int
    columns: Mapping[str, Sequence[str]]

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def rows(self) -> Iterator[tuple[int, Row]]:
        """Number and row, one by one."""
        names = tuple(self.columns)
        for number, cells in enumerate(zip(*self.columns.values(), strict=True), self.number):
            yield number, {name: cell for name, cell in zip(names, cells, strict=True) if cell}


Numbered = tuple[int, Row | BadRow]


def read_rows(
    path: Path, without: frozenset[str] = frozenset(), position: Position | None = None
) -> Iterator[Numbered]:
    """Line number (of the row's first line, from 1; of Parquet the row's) and row, in the order of the file.

    Args:
        without: columns that are left out, so that what they hold cannot make a row a bad one.
        position: told how far the reading has come.

    Raises:
        LoadError: the file cannot be read, or its header cannot be used.
    """
    for one in read_blocks(path, without, position):
        if isinstance(one, Block):
            yield from one.rows()
        else:
            yield one


def read_blocks(
    path: Path, without: frozenset[str] = frozenset(), position: Position | None = None
) -> Iterator[Numbered | Block]:
    """The same, many rows at once where each is good and has a line of its own.

    Raises:
        LoadError: the file cannot be read, or its header cannot be used.
    """
    if kind(path) == ".parquet":
        yield from parquet.read_rows(path, without, position)
        return
    with opened(path) as text:
        count, told = 0, 0
        for one in read_objects(path, text, without) if _is_json(path) else _table_rows(path, text):
            if count >= told:
                told = count + _TOLD_EVERY
                if position is not None:
                    position(text.bytes_read)
                if count >= MAX_ROWS:
                    raise LoadError(f"The file {str(path)!r} has more than {MAX_ROWS:,} rows, the most that is read.")
            if isinstance(one, Block):
                count += len(one)
                yield Block(one.number, {name: cells for name, cells in one.columns.items() if name not in without})
                continue
            number, row = one
            if without and not isinstance(row, BadRow):
                for column in without:
                    row.pop(column, None)
            count += 1
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
            return read_keys(path, text)
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


def _table_rows(path: Path, text: Text) -> Iterator[Numbered | Block]:
    table = _Table(path, text)
    columns = [heading.name for heading in table.headings]
    if not columns:
        raise LoadError(f"The file {str(path)!r} is empty; its first line must name the columns.")
    while lines := text.block():
        cells = _cells_of_lines(lines, table, len(columns))
        if cells is not None:
            yield Block(text.accepted(lines), dict(zip(columns, cells, strict=True)))
        else:
            text.refuse(lines)
            yield from _single_rows(path, text, columns, table)


def _cells_of_lines(lines: list[str], table: _Table, width: int) -> list[tuple[str, ...]] | None:
    """The cells of lines, by column; None where one of them is not a good row by itself."""
    if len(lines[-1]) > MAX_LINE or not _is_text(lines):
        return None
    try:
        rows = list(table.reader(iter(lines)))
    except csv.Error:
        return None
    if len(rows) != len(lines) or set(map(len, rows)) != {width}:
        return None
    return list(zip(*rows, strict=True))


def _is_text(lines: list[str]) -> bool:
    """False where a byte is no UTF-8."""
    text = "".join(lines)
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError:
            return False
    return True


def _single_rows(path: Path, text: Text, columns: list[str], table: _Table) -> Iterator[Numbered]:
    """The rows of the lines that were refused, and of those that the last row of them goes on in."""
    while text.refused:
        try:
            yield from _good_rows(path, text, columns, table.reader(text.lines()))
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
        if not text.refused:
            return


def _is_json(path: Path) -> bool:
    return kind(path) in (".jsonl", ".ndjson")


SAMPLE = 1000
"""How many JSON lines are read to learn which keys there are."""


def read_keys(path: Path, text: Text) -> list[Heading]:
    """The keys of the first objects; one that holds an array is a list, one that only holds objects is of no use."""
    types: dict[str, PropertyType] = {}
    flat: set[str] = set()
    for line in itertools.islice(text.lines(), SAMPLE):
        text.next_row()
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        for key, item in value.items() if isinstance(value, dict) else ():
            several = isinstance(item, list)
            types[key] = "LIST" if several else types.get(key, "STRING")
            if not any(isinstance(part, dict | list) for part in (item if several else [item])):
                flat.add(key)
    checked_columns(path, [key for key in types if key.strip()])
    return [Heading(key, type_, key in flat, key not in flat) for key, type_ in types.items()]


def read_objects(path: Path, text: Text, without: frozenset[str]) -> Iterator[tuple[int, Row | BadRow]]:
    for line in text.lines():
        if text.fault:
            yield text.number, bad(path, text.number, text.fault)
        elif line.strip():
            try:
                value = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
                yield text.number, _texts(value, without)
            except (ValueError, RecursionError) as error:
                yield text.number, bad(path, text.number, f"it is no flat JSON object ({error})")
        text.next_row()


def _texts(value: Any, without: frozenset[str]) -> Row:
    """A JSON object as a row: numbers as they are written, true and false as words, null as absent."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    if len(value) > MAX_COLUMNS:
        raise ValueError(f"{len(value)} keys; at most {MAX_COLUMNS} can be loaded")
    if "" in value:
        raise ValueError("a key is empty")
    return {key: text for key, item in value.items() if key not in without and (text := _text(key, item))}


def _text(key: str, item: Any) -> Value:
    if isinstance(item, list):
        return [text for part in item if part is not None and (text := _scalar(key, part))]
    return _scalar(key, item)


def _scalar(key: str, item: Any) -> str:
    if isinstance(item, str):
        if not item.isascii():
            item.encode()  # a lone surrogate is no text
        if len(item) > MAX_FIELD:
            raise ValueError(f"{key[:80]!r} is longer than {MAX_FIELD:,} characters")
        return item
    if item is None:
        return ""
    if isinstance(item, bool):
        return str(item).lower()
    raise ValueError(f"{key[:80]!r} holds an {'array in an array' if isinstance(item, list) else 'object'}")
