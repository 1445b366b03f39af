"""Rows of a Parquet file, batch by batch, as text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import MAX_FIELD, Heading, Position, Row, Value, checked_columns
from kgqa.load.tables.files import MAX_BYTES
from kgqa.schema.model import PropertyType

BATCH = 8192
"""Rows that are in memory at once."""

MAX_GROUP = 1024**3
"""Unpacked bytes of one column of a row group, the unit in which the format is read."""


def read_header(path: Path) -> list[Heading]:
    """The columns with the types that the file declares."""
    with _opened(path) as file:
        schema = file.schema_arrow
        headings = checked_columns(path, schema.names)
        return [
            Heading(
                heading.name, _type(field.type) or "STRING", heading.usable and _usable(field), not _type(field.type)
            )
            for heading, field in zip(headings, schema, strict=True)
        ]


def count_rows(path: Path) -> int:
    """How many rows the file says that it has."""
    with _opened(path) as file:
        return int(file.metadata.num_rows)


def read_rows(path: Path, without: frozenset[str], position: Position | None) -> Iterator[tuple[int, Row | BadRow]]:
    """Number of the row, from 1, and row; ``rows.read_rows`` says the rest."""
    headings = read_header(path)
    with _opened(path) as file:
        wanted = [field for field in file.schema_arrow if field.name not in without]
        nested = next((field.name for field in wanted if _nested(field)), None)
        if nested is not None:
            raise LoadError(f"The column {nested!r} of {str(path)!r} holds nested values. Leave it out.")
        columns = [field.name for field in wanted]
        number, size, total = 1, path.stat().st_size, max(file.metadata.num_rows, 1)
        named = {field.name: heading.name for field, heading in zip(file.schema_arrow, headings, strict=True)}
        for batch in file.iter_batches(batch_size=BATCH, columns=columns):
            values = [_values(batch.column(name)) for name in columns]
            names = [named[name] for name in columns]
            for cells in zip(*values, strict=True):
                yield number, _row(path, number, names, cells)
                number += 1
            if position is not None:
                position(size * (number - 1) // total)


def _row(path: Path, number: int, names: list[str], cells: tuple[Value | bytes | None, ...]) -> Row | BadRow:
    row: Row = {}
    for name, value in zip(names, cells, strict=True):
        if isinstance(value, bytes):
            return BadRow(f"{path.name}, row {number}", f"{name!r} is no UTF-8 text")
        if value:
            if len(value) > MAX_FIELD:
                return BadRow(f"{path.name}, row {number}", f"{name!r} is longer than {MAX_FIELD:,} characters")
            row[name] = value
    return row


def _values(column: Any) -> list[Value | bytes | None]:
    """The values of a column as text, lists as lists of text; bytes where they are no text."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type):
        known = _values(column.dictionary)
        return [None if index is None else known[index] for index in column.indices.to_pylist()]
    if _type(column.type) == "LIST":
        texts = column.cast(pa.list_(pa.string())).to_pylist()
        return [None if parts is None else [part for part in parts if part] for parts in texts]
    if _is_bytes(column.type):
        return [_decoded(value) for value in column.cast(pa.large_binary()).to_pylist()]
    return list(column.cast(pa.string()).to_pylist())


def _decoded(value: bytes | None) -> Value | bytes | None:
    try:
        return None if value is None else value.decode()
    except UnicodeDecodeError:
        return value


def _type(type_: Any) -> PropertyType | None:
    """The property type for a type of the file; None where it is nested."""
    import pyarrow as pa

    kinds = pa.types
    if kinds.is_dictionary(type_):
        return _type(type_.value_type)
    if kinds.is_list(type_) or kinds.is_large_list(type_) or kinds.is_fixed_size_list(type_):
        return "LIST" if _type(type_.value_type) not in (None, "LIST") else None
    if kinds.is_nested(type_):
        return None
    if kinds.is_integer(type_):
        return "INTEGER"
    if kinds.is_floating(type_):
        return "FLOAT"
    return "BOOLEAN" if kinds.is_boolean(type_) else "STRING"


def _is_bytes(type_: Any) -> bool:
    import pyarrow as pa

    kinds = pa.types
    return bool(
        kinds.is_string(type_)
        or kinds.is_large_string(type_)
        or kinds.is_binary(type_)
        or kinds.is_large_binary(type_)
        or kinds.is_fixed_size_binary(type_)
        or kinds.is_string_view(type_)
        or kinds.is_binary_view(type_)
    )


def _nested(field: Any) -> bool:
    return _type(field.type) is None


def _usable(field: Any) -> bool:
    """False for what is nested, and for the index that pandas writes."""
    return not _nested(field) and not field.name.startswith("__index_level_")


@contextmanager
def _opened(path: Path) -> Iterator[Any]:
    """The file, its texts read as codes: a text that a million rows share is unpacked once.

    Raises:
        LoadError: it cannot be read, or would not fit.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        with pq.ParquetFile(path) as file:
            texts = [field.name for field in file.schema_arrow if _is_bytes(field.type)]
            _refuse_bomb(path, file.metadata)
        with pq.ParquetFile(path, read_dictionary=texts, memory_map=False) as file:
            yield file
    except (OSError, pa.ArrowException, MemoryError) as error:
        said = str(error).partition("\n")[0][:200]
        raise LoadError(f"The file {str(path)!r} cannot be read as Parquet: {said}.") from error


def _refuse_bomb(path: Path, metadata: Any) -> None:
    groups = [metadata.row_group(number) for number in range(metadata.num_row_groups)]
    largest = max(
        (group.column(number).total_uncompressed_size for group in groups for number in range(group.num_columns)),
        default=0,
    )
    total = sum(group.total_byte_size for group in groups)
    if largest > MAX_GROUP or total > MAX_BYTES:
        raise LoadError(
            f"The file {str(path)!r} unpacks to {max(largest, total):,} bytes, more than is read at once. Write it in "
            "smaller row groups."
        )
