"""Two tables with every column's meaning decided: by the mapping, by the columns' names, by what else is there."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import Heading, Position, Row
from kgqa.load.tables.columns import OWN, choose, of_neo4j, property_names, with_marks
from kgqa.load.tables.files import find_tables, kind
from kgqa.load.tables.forms import open_graph
from kgqa.load.tables.forms.graph import Graph, Side
from kgqa.load.tables.mapping import Column, TablesMapping
from kgqa.load.tables.rows import SAMPLE, Block, about_rows, read_blocks, read_header, read_rows

THING, RELATED = "Thing", "RELATED_TO"
"""The label and the type of rows that no column and nobody tells one for."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table and what its columns are.

    Attributes:
        columns: in the order of the file.
        semicolons: separate labels and the parts of lists, as in tables for Neo4j's import.
        nested: columns that hold nothing but objects, which no row can show.
        side: what gives the rows where the file is no table but of another form.
    """

    path: Path
    columns: tuple[Column, ...]
    semicolons: bool = False
    nested: frozenset[str] = frozenset()
    side: Side | None = None

    @property
    def uses(self) -> dict[str, str]:
        """Use of a column (other than property and leave_out): its name."""
        return {column.use: column.name for column in self.columns if column.use not in ("property", "leave_out")}

    @property
    def typed(self) -> bool:
        """Whether the file itself tells lists from text, so that a value has to be looked at to know what it is."""
        return self.side.typed if self.side else kind(self.path) in (".jsonl", ".ndjson", ".parquet")

    @property
    def where(self) -> str:
        """What stands before the number of a row to tell a person where it is."""
        unit = self.side.unit if self.side else "row" if kind(self.path) == ".parquet" else "line"
        return f"{self.path.name}, {unit} "

    def rows(self, position: Position | None = None) -> Iterator[tuple[int, Row | BadRow]]:
        """Number and row; what is left out is not in it."""
        if self.side is None:
            return read_rows(self.path, self._left_out, position)
        rows = self.side.read(position)
        return _left(rows, self._left_out) if self._left_out else rows

    def blocks(self, position: Position | None = None) -> Iterator[tuple[int, Row | BadRow] | Block]:
        """The same, many at once where the file is a table."""
        return read_blocks(self.path, self._left_out, position) if self.side is None else self.rows(position)

    @property
    def _left_out(self) -> frozenset[str]:
        return frozenset(column.name for column in self.columns if column.use == "leave_out")

    def about_rows(self) -> int | None:
        """About how many rows there are; None where counting them costs too much."""
        if self.side is None:
            return about_rows(self.path)
        return self.side.about() if self.side.about else None

    def good_rows(self) -> Iterator[Row]:
        """All rows that are none of the bad ones."""
        return (row for _, row in self.rows() if not isinstance(row, BadRow))

    def first_rows(self, count: int) -> list[Row]:
        """The first rows, also with what is left out, that are none of the bad ones, among twice as many."""
        rows_of = self.side and (self.side.first or self.side.read)
        first = itertools.islice(rows_of(None) if rows_of else read_rows(self.path, self.nested), 2 * count)
        rows = (row for _, row in first if not isinstance(row, BadRow))
        return list(itertools.islice(rows, count))


def _left(rows: Iterator[tuple[int, Row | BadRow]], without: frozenset[str]) -> Iterator[tuple[int, Row | BadRow]]:
    """Rows without some columns."""
    for number, row in rows:
        if not isinstance(row, BadRow):
            for column in without:
                row.pop(column, None)
        yield number, row


@dataclass(frozen=True, slots=True)
class Layout:
    """The tables of a folder.

    Attributes:
        nodes: None where the table of edges carries its own nodes.
        edges: None for a vocabulary.
        problems: what stands in the way of loading, one sentence each.
        notes: what was decided though no column says it, one sentence each.
        fixed: the label of every node or of both ends, and the type of every edge, where no column tells it.
        graph: what the tables are the sides of, where they are of another form.
    """

    nodes: Table | None
    edges: Table | None
    problems: tuple[str, ...]
    notes: tuple[str, ...]
    fixed: dict[str, str]
    graph: Graph | None = None


def read_layout(folder: Path, mapping: TablesMapping) -> Layout:
    """Find the tables of a folder, or what is in the form that the mapping names, and decide what their columns are.

    Raises:
        LoadError: there are no tables, or one cannot be read. What can be mended by a mapping is a problem instead.
    """
    if mapping.form:
        return _form_layout(open_graph(mapping.form, folder, mapping.options), mapping)
    nodes_path, edges_path = find_tables(folder)
    node_headings = read_header(nodes_path) if nodes_path else []
    edge_headings = read_header(edges_path) if edges_path else []
    problems: list[str] = []
    nodes = _table(nodes_path, node_headings, mapping.nodes, edge_headings, problems, nodes=True)
    edges = _table(edges_path, edge_headings, mapping.edges, node_headings, problems, nodes=False)
    if nodes_path and not node_headings:
        problems.append(f"The file {nodes_path.name!r} is empty, so it has no column for the id; name the columns.")
    fixed, notes = _decide(nodes, edges, mapping, problems, alone=nodes_path is None)
    notes += _left_out(nodes) + _left_out(edges)
    return Layout(nodes, edges, tuple(problems), tuple(notes), fixed)


def _form_layout(graph: Graph, mapping: TablesMapping) -> Layout:
    problems: list[str] = []
    nodes, edges = (
        _table(side.path, list(side.headings), chosen, list(other.headings), problems, nodes=is_nodes, side=side)
        for side, chosen, other, is_nodes in (
            (graph.nodes, mapping.nodes, graph.edges, True),
            (graph.edges, mapping.edges, graph.nodes, False),
        )
    )
    if nodes is None:
        raise LoadError(f"The file {str(graph.nodes.path)!r} holds no nodes.")
    fixed, notes = _decide(nodes, edges, mapping, problems, alone=False)
    return Layout(nodes, edges, tuple(problems), (*notes, *_left_out(nodes), *_left_out(edges)), fixed, graph)


def _table(
    path: Path | None,
    headings: list[Heading],
    chosen: tuple[Column, ...],
    other: list[Heading],
    problems: list[str],
    *,
    nodes: bool,
    side: Side | None = None,
) -> Table | None:
    if path is None or not headings:
        return None
    try:
        columns = choose(headings, chosen, nodes=nodes, other=other)
    except LoadError as error:
        problems.append(f"{path.name}: {error}")
        columns = choose(headings, (), nodes=nodes, other=other)
    nested = frozenset(heading.name for heading in headings if heading.nested)
    table = Table(path, columns, of_neo4j(headings), nested, side)
    if not nodes:
        said = {column.name for column in chosen}
        marked = with_marks(columns, table.first_rows(SAMPLE), table.good_rows)
        columns = tuple(old if old.name in said else new for old, new in zip(columns, marked, strict=True))
        table = replace(table, columns=columns)
    try:
        list(property_names(columns, OWN if nodes else frozenset()))
    except LoadError as error:
        problems.append(f"{path.name}: {error}")
    return table


def _decide(
    nodes: Table | None, edges: Table | None, mapping: TablesMapping, problems: list[str], *, alone: bool
) -> tuple[dict[str, str], list[str]]:
    """What holds for every row where no column tells it, and in words what nobody said.

    Args:
        alone: there is no file of nodes; an empty one is a problem of its own.
    """
    fixed: dict[str, str] = {name: text for name, text in mapping.fixed.items() if text}
    notes: list[str] = []
    if nodes is not None:
        problems += [_missing(nodes, use) for use in ("id", "name") if use not in nodes.uses]
        if "label" not in nodes.uses and "label" not in fixed:
            if any(column.use == "property" for column in nodes.columns):
                problems.append(_missing(nodes, "label"))
            else:
                fixed["label"] = THING
                notes.append(f"No column tells the type of a node, so every node will be a {THING!r}.")
    if edges is not None:
        problems += [_missing(edges, use) for use in ("source", "target") if use not in edges.uses]
        if "type" not in edges.uses and "type" not in fixed:
            if any(column.use == "property" for column in edges.columns):
                problems.append(_missing(edges, "type"))
            else:
                fixed["type"] = RELATED
                notes.append(f"No column tells the type of an edge, so every edge will be {RELATED!r}.")
        if alone:
            notes.append("There is no table of nodes; they are taken from the two ends of every edge.")
            told = {use for use in ("source_label", "target_label") if use in edges.uses or use in fixed}
            problems += [
                f"There is no table 'nodes', and no column of {edges.path.name!r} tells the type of the {end} (as "
                f"{end}_type does). Add a table of nodes, or say which column or which type it is."
                for end in ("source", "target")
                if f"{end}_label" not in told
            ]
    return fixed, notes


def _missing(table: Table, use: str) -> str:
    names = ", ".join(column.name for column in table.columns[:40])
    return (
        f"The file {table.path.name!r} has no column for the {use}; it has {names}. Rename one to {use!r} or say which "
        "one it is."
    )


def _left_out(table: Table | None) -> list[str]:
    left = [column.name for column in table.columns if column.use == "leave_out"] if table else []
    listed = ", ".join(repr(name) for name in left[:10]) + (" …" if len(left) > 10 else "")
    return [f"Left out of {table.path.name!r}: {listed}."] if table and left else []
