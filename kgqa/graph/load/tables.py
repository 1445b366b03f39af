"""A graph from two tables, ``nodes`` and ``edges``, as people exchange them."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from kgqa.errors import LoadError
from kgqa.graph.load import derive
from kgqa.graph.load.records import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.graph.load.rows import SUFFIXES, Row, Value, find_table, read_header, read_rows
from kgqa.graph.schema import Property, Schema
from kgqa.records import GraphCard

NODE_FIELDS: dict[str, tuple[str, ...]] = {
    "id": ("id", ":id", "node_id", "nodeid", "identifier", "curie", "entity_id", "concept_id", "node_index"),
    "name": ("name", "node_name", "preferred_name", "preferred_label", "title"),
    "label": (
        "label", ":label", "labels", "category", "node_type", "node_label", "type", "entity_type", "kind", "class",
    ),
    "synonyms": ("synonyms", "synonym", "aliases", "alias", "alternative_names"),
    "definition": ("definition", "description", "def"),
}  # fmt: skip
EDGE_FIELDS: dict[str, tuple[str, ...]] = {
    "source": (
        "source", ":start_id", "source_id", "subject", "subject_id", "start_id", "start", "from", "from_id", "head",
        "head_id", "x_id", "x_index",
    ),
    "type": (
        "type", ":type", "predicate", "relation", "relation_type", "relationship", "relationship_type", "edge_type",
        "edge_label", "rel_type", "rel", "label",
    ),
    "target": (
        "target", ":end_id", "target_id", "object", "object_id", "end_id", "end", "to", "to_id", "tail", "tail_id",
        "y_id", "y_index",
    ),
}  # fmt: skip
"""Field: spellings of its column, the likeliest first. Case, blanks and hyphens do not matter."""

OPTIONAL = frozenset({"synonyms", "definition"})
_IMPORT_HEADER = re.compile(r"(?P<name>[^:]*):(?P<kind>ID|LABEL|START_ID|END_ID|TYPE)(\(.*\))?", re.IGNORECASE)


def source(
    path: str,
    name: str,
    title: str = "",
    version: str = "",
    licence: str = "",
    citation: str = "",
    columns: Mapping[str, Mapping[str, str]] | None = None,
) -> GraphSource:
    """The graph of two tables.

    Args:
        path: the folder that holds ``nodes`` and perhaps ``edges``, as CSV, TSV or JSON lines, plain or gzipped.
        name: of the graph.
        version: the day on which the table of nodes was last changed when empty.
        columns: for ``nodes`` and ``edges`` the column of a field, where it is not one of the usual spellings.

    Raises:
        LoadError: a table or one of its columns is missing.
    """
    folder = Path(path)
    nodes = find_table(folder, "nodes")
    if nodes is None:
        raise LoadError(f"The folder {str(folder)!r} has no table 'nodes' ({', '.join(SUFFIXES)}, plain or .gz).")
    changed = datetime.fromtimestamp(nodes.stat().st_mtime, UTC).date().isoformat()
    card = GraphCard(name, title or name, version or changed, licence, citation)
    edges = find_table(folder, "edges")
    if edges is not None and not read_header(edges):
        edges = None
    reader = _Reader(nodes, edges, columns or {})
    return GraphSource(
        card=card,
        fingerprint=partial(_fingerprint, [nodes, *([edges] if edges else [])]),
        read_nodes=reader.nodes,
        read_edges=reader.edges,
        describe=reader.describe,
        expected_rows=lambda: None,
    )


class _Reader:
    """Reads nodes, then edges; of the nodes only their labels stay in memory."""

    def __init__(self, nodes: Path, edges: Path | None, columns: Mapping[str, Mapping[str, str]]) -> None:
        self._nodes_path, self._edges_path = nodes, edges
        self._node_columns = find_columns(nodes, NODE_FIELDS, columns.get("nodes", {}))
        self._edge_columns = find_columns(edges, EDGE_FIELDS, columns.get("edges", {})) if edges else {}
        self._labels: dict[str, str] = {}
        self._node_properties: dict[str, dict[str, Property]] = {}
        self._edge_properties: dict[str, dict[str, Property]] = {}

    def nodes(self) -> Iterator[NodeRow | BadRow]:
        """Rows of the table of nodes."""
        for number, row in read_rows(self._nodes_path):
            if isinstance(row, BadRow):
                yield row
                continue
            where = f"{self._nodes_path.name}, line {number}"
            fields, properties = _split(row, self._node_columns)
            id_, labels = _single(fields.get("id", "")), _several(fields.get("label", ""))
            label = labels[0] if labels else ""
            if len(labels) > 1:
                properties["labels"] = labels
            if self._labels.setdefault(id_, label) != label:
                yield BadRow(where, f"the identifier {id_!r} occurs twice")
                continue
            _learn(self._node_properties.setdefault(label, {}), properties)
            yield NodeRow(
                label,
                id_,
                _single(fields.get("name", "")),
                tuple(_several(fields.get("synonyms", ""))),
                _single(fields.get("definition", "")),
                properties=properties,
                where=where,
            )

    def edges(self) -> Iterator[EdgeRow | BadRow]:
        """Rows of the table of edges; none where there is no such table."""
        for number, row in read_rows(self._edges_path) if self._edges_path else ():
            if isinstance(row, BadRow):
                yield row
                continue
            fields, properties = _split(row, self._edge_columns)
            type_, start, end = (_single(fields.get(field, "")) for field in ("type", "source", "target"))
            _learn(self._edge_properties.setdefault(type_, {}), properties)
            labels = self._labels.get(start, ""), self._labels.get(end, "")
            where = f"{self._edges_path.name if self._edges_path else ''}, line {number}"
            yield EdgeRow(type_, labels[0], start, labels[1], end, properties, where)

    def describe(self, contents: Contents) -> Schema:
        """A schema with derived words and the properties that occur."""
        nodes = []
        for label, count in contents.nodes.items():
            known = (*_NAMED, *self._node_properties.get(label, {}).values())
            nodes.append(derive.node_type(label, count, known))
        relations = [
            derive.relation(type_, start, end, count, tuple(self._edge_properties.get(type_, {}).values()))
            for (start, type_, end), count in contents.edges.items()
        ]
        return Schema(tuple(nodes), tuple(relations))


_NAMED = (
    Property("id", words=("identifier", "id")),
    Property("name"),
    Property("synonyms", "LIST", ("synonym", "other name", "alias", "also known as"), "synonyms"),
    Property("definition", words=("definition", "description"), role="definition"),
)


def find_columns(path: Path, fields: Mapping[str, tuple[str, ...]], mapped: Mapping[str, str]) -> dict[str, str]:
    """The column of each field.

    Args:
        mapped: columns that a person chose.

    Raises:
        LoadError: a field that is needed has no column, or a chosen column does not exist.
    """
    header = read_header(path)
    spelled: dict[str, str] = {}
    for column in header:
        spelled.setdefault(_spelling(column), column)
    found: dict[str, str] = {}
    for field, spellings in fields.items():
        if field in mapped and mapped[field] not in header:
            raise LoadError(f"The file {str(path)!r} has no column {mapped[field]!r}; it has {', '.join(header)}.")
        usual = [spelled[spelling] for spelling in spellings if spelling in spelled]
        free = [column for column in usual if column not in found.values()]
        if field in mapped or free:
            found[field] = mapped.get(field) or free[0]
        elif field not in OPTIONAL:
            raise LoadError(
                f"The file {str(path)!r} has no column for the {field}; it has {', '.join(header) or 'no columns'}. "
                f"Rename one to {field!r} or say which one it is."
            )
    return found


def _spelling(column: str) -> str:
    """A column's name for comparison; of ``person:ID(Person)`` only what is behind the colon counts."""
    match = _IMPORT_HEADER.fullmatch(column)
    name = f":{match['kind']}" if match else column
    return re.sub(r"[\s\-]+", "_", name.strip()).lower()


def _split(row: Row, columns: Mapping[str, str]) -> tuple[Row, Row]:
    """The fields of a row by field, and its other columns by their names."""
    fields = {field: row[column] for field, column in columns.items() if column in row}
    taken = set(columns.values())
    return fields, {column: value for column, value in row.items() if column not in taken}


def _single(value: Value) -> str:
    return value if isinstance(value, str) else "|".join(value)


def _several(value: Value) -> list[str]:
    parts = value.split("|") if isinstance(value, str) else value
    return list(dict.fromkeys(stripped for part in parts if (stripped := part.strip())))


def _learn(known: dict[str, Property], properties: Mapping[str, Value]) -> None:
    """Note the properties that occur; one that ever holds a list is a list."""
    for name, value in properties.items():
        if name not in known or (known[name].type == "STRING" and not isinstance(value, str)):
            known[name] = derive.property_(name, "STRING" if isinstance(value, str) else "LIST")


def _fingerprint(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        with path.open("rb") as stream:
            digest.update(hashlib.file_digest(stream, "sha256").digest())
    return digest.hexdigest()
