"""The beginning of two tables and what their columns are taken for, before anything is loaded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.load.tables.cells import single
from kgqa.load.tables.headings import Row
from kgqa.load.tables.json_lines import SAMPLE
from kgqa.load.tables.layout import Table, read_layout
from kgqa.load.tables.mapping import Column, TablesMapping

ROWS = 20
"""Rows of each table that are shown."""

EXAMPLES, LONGEST = 3, 200
"""Different values of a column that are shown, and the characters of each."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """The beginning of one table.

    Attributes:
        file: its name.
        columns: every column in the order of the file, as it is guessed or as the mapping says.
        examples: up to three different values of each column, by the column's name.
        rows: the first rows; what is bad is left out.
    """

    file: str
    columns: tuple[Column, ...]
    examples: Mapping[str, tuple[str, ...]]
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Preview:
    """The beginning of two tables.

    Attributes:
        nodes, edges: None where there is no such table or it cannot be read.
        problems: what stands in the way of loading, one sentence each; empty when nothing does.
        notes: what was decided without a column that says so ("Every node will be a “Thing”").
    """

    nodes: Sheet | None
    edges: Sheet | None
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def preview(path: str | Path, mapping: TablesMapping | None = None) -> Preview:
    """The first rows of the tables in a folder, with the guess of what their columns are.

    Args:
        path: the folder.
        mapping: what a person says already; the rest is guessed.
    """
    try:
        layout = read_layout(Path(path), mapping or TablesMapping())
        return Preview(_sheet(layout.nodes), _sheet(layout.edges), layout.problems, layout.notes)
    except LoadError as error:
        return Preview(None, None, (str(error),))


def _sheet(table: Table | None) -> Sheet | None:
    if table is None:
        return None
    rows = table.first_rows(SAMPLE)
    examples = {column.name: _examples(column.name, rows) for column in table.columns}
    return Sheet(table.path.name, table.columns, examples, tuple(rows[:ROWS]))


def _examples(column: str, rows: list[Row]) -> tuple[str, ...]:
    values = (single(row[column])[:LONGEST] for row in rows if column in row)
    return tuple(dict.fromkeys(values))[:EXAMPLES]
