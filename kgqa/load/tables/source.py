"""A graph from two tables, ``nodes`` and ``edges``, as people exchange them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.mirrors import Pairs
from kgqa.load.source import BadRow, Contents, EdgeBlock, EdgeGroup, EdgeRow, GraphSource, NodeRow, Triad
from kgqa.load.tables import mapping
from kgqa.load.tables.cells import Position, Row, is_general, labels, several, single
from kgqa.load.tables.columns import AGAINST
from kgqa.load.tables.ends import Ends
from kgqa.load.tables.layout import Layout, read_layout
from kgqa.load.tables.mapping import NodeUse, TablesMapping
from kgqa.load.tables.properties import Properties, also_called, not_absent
from kgqa.load.tables.rows import Block
from kgqa.records import GraphCard
from kgqa.schema import derive
from kgqa.schema.model import Property, Schema
from kgqa.schema.property_words import words_for

_CODE = 4
"""Changes whenever the same tables would become another graph."""

_SEVERAL: tuple[NodeUse, ...] = ("synonyms", "alternative_ids", "related_synonyms")
"""Columns of nodes with several values in a cell."""

_NAMED = (
    Property("id", words=("identifier", "id")),
    Property("name"),
    Property("synonyms", "LIST", words_for("synonyms"), "synonyms"),
    Property("definition", words=("definition", "description"), role="definition"),
)


def source(
    path: str,
    name: str,
    title: str = "",
    version: str = "",
    licence: str = "",
    citation: str = "",
    mapping: Mapping[str, Any] | None = None,
) -> GraphSource:
    """The graph of two tables.

    Args:
        path: the folder that holds ``nodes`` and perhaps ``edges``, as CSV, TSV, JSON lines or Parquet.
        name: of the graph.
        version: the day on which the table of nodes was last changed when empty.
        mapping: a ``TablesMapping`` as JSON: what a person says of the columns and the relations.

    Raises:
        LoadError: a table or one of its columns is missing.
    """
    said = TablesMapping.from_json(mapping or {})
    layout = read_layout(Path(path), said)
    if layout.problems:
        raise LoadError(" ".join(layout.problems))
    reader = TableReader(layout, said)
    changed = datetime.fromtimestamp(reader.paths[0].stat().st_mtime, UTC).date().isoformat()
    return GraphSource(
        card=GraphCard(name, title or name, version or changed, licence, citation),
        fingerprint=partial(_fingerprint, reader.paths, said),
        read_nodes=reader.nodes,
        read_edges=reader.edges,
        describe=reader.describe,
        expected_rows=reader.expected_rows,
        skip_bad_rows=said.skip_bad_rows,
        edge_blocks=reader.edge_blocks,
    )


class TableReader:
    """Reads nodes, then edges; of the nodes only their labels stay in memory.

    Args:
        position: told the bytes that were read of the table that is being read.
    """

    def __init__(self, layout: Layout, mapping: TablesMapping, position: Position | None = None) -> None:
        self._nodes, self._edges, self._fixed, self._graph = layout.nodes, layout.edges, layout.fixed, layout.graph
        self._words = {(words.source, words.type, words.target): words for words in mapping.relations}
        self._position = position
        self._node_properties = Properties(layout.nodes, nodes=True) if layout.nodes else None
        self._edge_properties = Properties(layout.edges, nodes=False) if layout.edges else None
        self._ends = Ends(layout.edges, layout.fixed, derived=layout.nodes is None)
        self._labels: dict[str, list[str]] = {}
        self._further: Counter[tuple[str, str]] = Counter()
        self._pairs = Pairs()

    @property
    def paths(self) -> list[Path]:
        """The files, in the order in which they are read; one that is read for both comes twice."""
        return [table.path for table in (self._nodes or self._edges, self._edges) if table is not None]

    def nodes(self) -> Iterator[NodeRow | BadRow]:
        """Rows of the table of nodes, or the nodes that the table of edges carries."""
        if self._nodes is None or self._node_properties is None:
            yield from self._carried_nodes()
            return
        table, uses, fixed = self._nodes, self._nodes.uses, self._fixed.get("label", "")
        id_column, name_column, label_column = uses["id"], uses["name"], uses.get("label", "")
        lists = [(use, uses[use]) for use in _SEVERAL if use in uses]
        definition, before = uses.get("definition", ""), table.where
        for number, row in table.rows(self._position):
            if isinstance(row, BadRow):
                yield row
                continue
            where = f"{before}{number}"
            id_, name = single(row.pop(id_column, "")), single(row.pop(name_column, ""))
            found = self._labels_of(single(row.pop(label_column, fixed)))
            held = {use: tuple(several(row.pop(column, ""), semicolons=table.semicolons)) for use, column in lists}
            meaning = single(row.pop(definition, ""))
            label = found[0] if found else ""
            try:
                self._ends.learn(id_, found)
                properties = self._node_properties.of(row, label)
            except ValueError as error:
                yield BadRow(where, str(error))
                continue
            if len(found) > 1:
                properties["labels"] = found
                self._node_properties.note(label, "labels", "LIST")
                self._further.update((label, other) for other in found[1:] if not is_general(other))
            synonyms, merged, related = (held.get(use, ()) for use in _SEVERAL)
            yield NodeRow(label, id_, name, synonyms, meaning, merged, related, properties, where)

    def _labels_of(self, cell: str) -> list[str]:
        found = self._labels.get(cell)
        if found is None:
            found = self._labels[cell] = labels(cell, semicolons=self._nodes is not None and self._nodes.semicolons)
        return found

    def _carried_nodes(self) -> Iterator[NodeRow]:
        """The two ends of every edge, each once; rows that are bad are told of when the edges are read."""
        assert self._edges is not None
        before = self._edges.where
        for number, row in self._edges.rows(self._position):
            if not isinstance(row, BadRow):
                for label, id_, name in self._ends.carried(row):
                    yield NodeRow(label, id_, name, where=f"{before}{number}")

    def edges(self) -> Iterator[EdgeRow | BadRow]:
        """Rows of the table of edges; none where there is no such table."""
        table, known = self._edges, self._edge_properties
        if table is None or known is None:
            return
        before, fixed = table.where, self._fixed.get("type", "")
        type_column = table.uses.get("type", "")
        for number, row in table.rows(self._position):
            yield self._edge(number, row, before, type_column, fixed, known)

    def edge_blocks(self) -> Iterator[EdgeRow | BadRow | EdgeBlock]:
        """The same, many at once where the table gives good rows so and nothing of a row hangs on the rest of it."""
        table, known = self._edges, self._edge_properties
        if table is None or known is None:
            return
        before, fixed = table.where, self._fixed.get("type", "")
        type_column = table.uses.get("type", "")
        for one in table.blocks(self._position):
            if not isinstance(one, Block):
                yield self._edge(*one, before, type_column, fixed, known)
            elif (groups := self._groups(one, type_column, fixed, known)) is not None:
                yield EdgeBlock(before, groups)
            else:
                for number, row in one.rows():
                    yield self._edge(number, row, before, type_column, fixed, known)

    def _edge(
        self, number: int, row: Row | BadRow, before: str, type_column: str, fixed: str, known: Properties
    ) -> EdgeRow | BadRow:
        """One row of the table of edges."""
        if isinstance(row, BadRow):
            return row
        where = f"{before}{number}"
        type_ = row.pop(type_column, fixed)
        if not isinstance(type_, str):
            type_ = single(type_)
        try:
            source_label, source_id, target_label, target_id = self._ends.of(row)
            properties = known.of(row, type_)
        except ValueError as error:
            return BadRow(where, str(error))
        self._pairs.add((source_label, type_, target_label), source_id, target_id)
        return EdgeRow(type_, source_label, source_id, target_label, target_id, properties, where)

    def _groups(self, block: Block, type_column: str, fixed: str, known: Properties) -> tuple[EdgeGroup, ...] | None:
        """The edges of rows, by what they join; None where one of the rows has to be looked at by itself."""
        columns = dict(block.columns)
        types = columns.pop(type_column, None) or [fixed] * len(block)
        ends = self._ends.of_all(columns) if known.by_columns and all(types) else None
        if ends is None:
            return None
        (source_labels, sources), (target_labels, targets) = ends
        places: defaultdict[Triad, list[int]] = defaultdict(list)
        for place, triad in enumerate(zip(source_labels, types, target_labels, strict=True)):
            places[triad].append(place)
        try:
            groups = tuple(
                EdgeGroup(
                    type_, source_label, target_label, [sources[at] for at in some], [targets[at] for at in some],
                    known.of_all({name: [cells[at] for at in some] for name, cells in columns.items()}, type_),
                    [block.number + at for at in some],
                )
                for (source_label, type_, target_label), some in places.items()
            )  # fmt: skip
        except ValueError:
            return None
        for group in groups:
            self._pairs.add_all((group.source_label, group.type, group.target_label), group.sources, group.targets)
        return groups

    def describe(self, contents: Contents) -> Schema:
        """A schema with derived words, or a person's, and the properties that occur."""
        held, carried = self._node_properties, self._edge_properties
        nodes = [
            derive.node_type(label, count, (*_NAMED, *(held.learnt(label) if held else ())))
            for label, count in contents.nodes.items()
        ]
        made = [
            derive.relation(type_, start, end, count, carried.learnt(type_) if carried else ())
            for (start, type_, end), count in contents.edges.items()
        ]
        if self._graph is not None:
            made = mapping.both_ways(made, self._graph.symmetric)
        deniable = carried.deniable if carried else set()
        made = [replace(one, against=AGAINST if one.type in deniable else None) for one in made]
        known = also_called(nodes, self._further)
        schema = mapping.schema(known, made, self._pairs, self._words)
        return not_absent(schema, {other for _, other in self._further})

    def expected_rows(self) -> int | None:
        """About how many rows both tables have."""
        counts = [table.about_rows() for table in (self._nodes, self._edges) if table is not None]
        return None if None in counts else sum(filter(None, counts))


def _fingerprint(paths: list[Path], mapping: TablesMapping) -> str:
    digest = hashlib.sha256(json.dumps([_CODE, mapping.as_json()], sort_keys=True).encode())
    for path in dict.fromkeys(paths):
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
