"""Rows of tables that somebody else wrote: CSV, TSV and JSON lines, plain or gzipped, streamed and bounded.

Every value is text, exactly as it stands in the file: ``NA``, ``MARCH1``, ``00123`` and ``1e5`` are not interpreted.
"""

from __future__ import annotations

import csv
import gzip
import io
import itertools
import json
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TextIO

from kgqa.errors import LoadError
from kgqa.graph.load.records import SAME, BadRow

MAX_LINE = 4 * 1024 * 1024
MAX_FIELD = 1024 * 1024
MAX_COLUMNS = 1000
RESERVED = frozenset({"_src", "_dst", SAME})
"""Column names that the load itself uses, besides all that begin with ``@``, which the engine uses."""

SAMPLE = 1000
"""How many JSON lines are read to learn which keys there are."""

SUFFIXES = (".csv", ".tsv", ".tab", ".txt", ".jsonl", ".ndjson")

Value = str | list[str]
Row = dict[str, Value]
"""Column to value; empty cells are left out."""


def read_rows(path: Path) -> Iterator[tuple[int, Row | BadRow]]:
    """Line number (of the row's first line, from 1) and row, in the order of the file.

    Raises:
        LoadError: the file cannot be read, is not UTF-8, or its header cannot be used.
    """
    with _opened(path) as stream:
        read: Callable[[Path, Iterator[str]], Iterator[tuple[int, Row | BadRow]]]
        read = _json_rows if _kind(path) in (".jsonl", ".ndjson") else _table_rows
        yield from read(path, _bounded_lines(path, stream))


def read_header(path: Path) -> list[str]:
    """The columns of a table, of JSON lines the keys of the first objects; none where the file is empty."""
    with _opened(path) as stream:
        lines = _bounded_lines(path, stream)
        if _kind(path) in (".jsonl", ".ndjson"):
            return list(dict.fromkeys(key for line in itertools.islice(lines, SAMPLE) for key in _keys(line)))
        first = next(lines, "")
        return _checked_columns(path, next(_reader(path, first, iter([first])))) if first else []


def _keys(line: str) -> list[str]:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return []
    return list(value) if isinstance(value, dict) else []


def find_table(folder: Path, stem: str) -> Path | None:
    """The file of a folder that is called ``stem`` with a known suffix; None where there is none.

    Raises:
        LoadError: there are several.
    """
    names = [f"{stem}{suffix}{packed}" for suffix in SUFFIXES for packed in ("", ".gz")]
    found = [folder / name for name in names if (folder / name).is_file()]
    if len(found) > 1:
        listed = ", ".join(path.name for path in found)
        raise LoadError(f"The folder {str(folder)!r} has several tables of {stem}: {listed}. Leave only one there.")
    return found[0] if found else None


def _table_rows(path: Path, lines: Iterator[str]) -> Iterator[tuple[int, Row | BadRow]]:
    first = next(lines, "")
    reader = _reader(path, first, itertools.chain([first], lines))
    columns = _checked_columns(path, next(reader, []))
    while True:
        number = reader.line_num + 1
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            yield number, BadRow(f"{path.name}, line {number}", f"it is no row of a table ({error})")
            continue
        if not cells:
            continue
        if len(cells) == len(columns):
            yield number, {column: cell for column, cell in zip(columns, cells, strict=True) if cell}
        else:
            reason = f"it has {len(cells)} cells where the header has {len(columns)}"
            yield number, BadRow(f"{path.name}, line {number}", reason)


def _json_rows(path: Path, lines: Iterator[str]) -> Iterator[tuple[int, Row | BadRow]]:
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            value = json.loads(line, parse_int=str, parse_float=str, parse_constant=str)
            yield number, _texts(value)
        except (ValueError, RecursionError) as error:
            yield (
                number,
                BadRow(f"{path.name}, line {number}", f"it is no flat JSON object ({error})"),
            )


def _texts(value: Any) -> Row:
    """A JSON object as a row: numbers as they are written, true and false as words, null as absent."""
    if not isinstance(value, dict):
        raise ValueError("not an object")
    return {key: text for key, item in value.items() if (text := _text(key, item)) not in ("", [])}


def _text(key: str, item: Any) -> Value:
    if isinstance(item, list):
        return [str(_text(key, part)) for part in item if not isinstance(part, list)]
    if item is None:
        return ""
    if isinstance(item, bool):
        return str(item).lower()
    if isinstance(item, str):
        item.encode()  # a lone surrogate is no text
        return item
    raise ValueError(f"{key!r} holds an object")


def _reader(path: Path, first: str, lines: Iterator[str]) -> Any:
    """A csv reader. Tabs separate without any quoting, so a quote in such a file is a quote."""
    csv.field_size_limit(MAX_FIELD)
    kind = _kind(path)
    if kind in (".tsv", ".tab") or (kind == ".txt" and "\t" in first) or ("\t" in first and "," not in first):
        return csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
    delimiter = ";" if "," not in first and ";" in first else ","
    return csv.reader(lines, delimiter=delimiter, strict=True)


def _checked_columns(path: Path, columns: list[str]) -> list[str]:
    columns = [column.strip() for column in columns]
    if not columns or columns == [""]:
        raise LoadError(f"The file {str(path)!r} is empty; its first line must name the columns.")
    if len(columns) > MAX_COLUMNS:
        raise LoadError(f"The file {str(path)!r} has {len(columns)} columns; at most {MAX_COLUMNS} can be loaded.")
    if "" in columns:
        raise LoadError(f"Column {columns.index('') + 1} of {str(path)!r} has no name. Name it in the first line.")
    reserved = [column for column in columns if column.startswith("@") or column in RESERVED]
    if reserved:
        raise LoadError(
            f"The column {reserved[0]!r} of {str(path)!r} has a name that the database keeps for itself. Rename it."
        )
    twice = {column for column in columns if columns.count(column) > 1}
    if twice:
        raise LoadError(f"The file {str(path)!r} names the column {min(twice)!r} twice. Rename one of them.")
    return columns


@contextmanager
def _opened(path: Path) -> Iterator[TextIO]:
    """The text of a file; whatever goes wrong while it is read becomes a sentence."""
    try:
        with path.open("rb") as raw:
            packed = raw.read(2) == b"\x1f\x8b"
            raw.seek(0)
            binary: Any = gzip.GzipFile(fileobj=raw) if packed else raw
            yield io.TextIOWrapper(binary, encoding="utf-8-sig", newline="")
    except UnicodeDecodeError as error:
        raise LoadError(
            f"The file {str(path)!r} is not UTF-8 text ({error.reason}). Save it as UTF-8 and load it again."
        ) from error
    except (OSError, EOFError, zlib.error) as error:
        raise LoadError(f"The file {str(path)!r} cannot be read: {error}.") from error


def _bounded_lines(path: Path, stream: TextIO) -> Iterator[str]:
    number = 0
    while line := stream.readline(MAX_LINE + 1):
        number += 1
        if len(line) > MAX_LINE:
            raise LoadError(f"{path.name}, line {number} is longer than {MAX_LINE:,} characters. Is it a table?")
        yield line


def _kind(path: Path) -> str:
    return Path(path.name.removesuffix(".gz")).suffix.lower()
