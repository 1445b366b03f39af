"""What two tables begin with, what their columns are taken for, and what they would become, with nothing written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kgqa.errors import LoadError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.load.checks import Checks
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow, Triad
from kgqa.load.tables.cells import Row, single
from kgqa.load.tables.layout import Table, read_layout
from kgqa.load.tables.mapping import Column, TablesMapping
from kgqa.load.tables.rows import SAMPLE
from kgqa.load.tables.source import TableReader
from kgqa.progress import Progress, Report
from kgqa.schema.model import NodeType, Relation, Schema

ROWS = 20
"""Rows of each table that are shown."""

_EXAMPLES, _LONGEST = 3, 200
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
    values = (single(row[column])[:_LONGEST] for row in rows if column in row)
    return tuple(dict.fromkeys(values))[:_EXAMPLES]


EXAMPLES, LONGEST = 3, 80
"""Edges of each relation that are kept as examples, and the characters of each name."""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a load would make.

    Attributes:
        nodes, edges: how many of each label, and of each relation between two labels.
        bad: the first 1,000 rows that cannot be loaded; ``bad_count`` of them there are.
        relations: each relation as it would read, with the person's words in place of the derived ones.
        node_types: each type of nodes with its properties as they occur.
        examples: the names that the first edges of each relation join.
    """

    nodes: Mapping[str, int]
    edges: Mapping[Triad, int]
    bad: tuple[BadRow, ...]
    bad_count: int
    relations: tuple[Relation, ...]
    node_types: tuple[NodeType, ...]
    examples: Mapping[Triad, tuple[tuple[str, str], ...]] = field(default_factory=dict)


def survey(path: str | Path, mapping: TablesMapping, report: Report, stop: StopSignal | None = None) -> Survey:
    """Read the tables of a folder to their end and write nothing.

    Args:
        report: told the bytes that were read, of those that the files have.

    Raises:
        LoadError: a table or a needed column is missing, or a table cannot be read.
        StoppedError: it was stopped.
    """
    layout = read_layout(Path(path), mapping)
    if layout.problems:
        raise LoadError(" ".join(layout.problems))
    reading = _Reading(report, stop)
    reader = TableReader(layout, mapping, reading.at)
    reading.total = sum(file.stat().st_size for file in reader.paths)
    reading.begin("Reading the nodes")
    return _counted(
        reader.nodes, reader.edges, reader.describe,
        lambda: reading.begin("Reading the edges", reader.paths[0].stat().st_size),
    )  # fmt: skip


def surveyed(source: GraphSource) -> Survey:
    """The same of a source of any form.

    Raises:
        LoadError: it cannot be read.
    """
    return _counted(source.read_nodes, source.read_edges, source.describe)


def _counted(
    nodes: Callable[[], Iterator[NodeRow | BadRow]],
    edges: Callable[[], Iterator[EdgeRow | BadRow]],
    describe: Callable[[Contents], Schema],
    between: Callable[[], None] = lambda: None,
) -> Survey:
    checks = Checks()
    for node in nodes():
        if isinstance(node, BadRow):
            checks.bad.add(node)
        elif checks.node(node):
            checks.known[node.label][node.id] = node.name[:LONGEST]
    joined: dict[Triad, list[tuple[str, str]]] = {}
    between()
    for edge in edges():
        if isinstance(edge, BadRow):
            checks.bad.add(edge)
        elif checks.edge(edge):
            examples = joined.setdefault((edge.source_label, edge.type, edge.target_label), [])
            if len(examples) < EXAMPLES:
                source = checks.known[edge.source_label][edge.source]
                examples.append((source, checks.known[edge.target_label][edge.target]))
    contents = checks.contents
    schema = describe(contents)
    bad = checks.bad
    kept = {triad: tuple(pairs) for triad, pairs in joined.items()}
    return Survey(contents.nodes, contents.edges, tuple(bad.first), bad.count, schema.relations, schema.nodes, kept)


class _Reading:
    """Where the reading of both tables is; looks now and then whether it is to stop."""

    def __init__(self, report: Report, stop: StopSignal | None) -> None:
        self._report, self._stop = report, stop
        self._step, self._before = "", 0
        self.total = 0

    def begin(self, step: str, before: int = 0) -> None:
        """Begin with a table, after so many bytes of others."""
        self._step, self._before = step, before
        self.at(0)

    def at(self, position: int) -> None:
        """Tell how far it is.

        Raises:
            StoppedError: it is to stop.
        """
        if self._stop is not None and self._stop.is_set():
            raise StoppedError("Stopped while the tables were read. Nothing was written.")
        self._report(Progress(self._step, self._before + position, self.total))
