"""The names of the nodes on an own server: read into memory up to a bound, or looked up in its full-text index."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph.full_text import escaped, full_text_statement, indexes_of_nodes
from kgqa.graph.own.reading import SchemaReading
from kgqa.graph.quoting import quoted
from kgqa.progress import Progress, Report
from kgqa.records import Query
from kgqa.schema.model import NodeType

if TYPE_CHECKING:
    from kgqa.graph.store import GraphStore

LONGEST_NAME = 1000
"""Characters; a longer name is no name that a question would hold, and is linked by its identifier alone."""
MOST_SYNONYMS = 100
"""Other names of one node."""
MOST_FOUND = 50
"""Nodes that one search in a full-text index gives, the best first."""
MOST_ROWS = 20_000
"""Nodes that the searches for one question give together."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word that a name must hold.

    Attributes:
        edits: letters that may differ.
        begins: the name must only have a word that begins so.
    """

    text: str
    edits: int = 0
    begins: bool = False


Search = Sequence[Sequence[Word]]
"""Every group must be met by one of its words."""


@dataclass(frozen=True, slots=True)
class ServerNames:
    """The names of one graph as its server's own full-text indexes find them. Safe to share between threads.

    Attributes:
        indexes: names of the indexes that cover all types together.
    """

    store: GraphStore
    reading: SchemaReading
    indexes: tuple[str, ...]

    def found(self, searches: Sequence[Search], *, names_only: bool = False) -> list[dict[str, Any]]:
        """Records of nodes whose names meet a search, those of all searches together, each once.

        Args:
            names_only: look at preferred names and not at synonyms or whatever else is indexed.
        """
        texts = [_lucene(search) for search in searches]
        if names_only:
            fields = dict.fromkeys(node.name_property for node in self.reading.schema.nodes)
            texts = [" OR ".join(f"{escaped(field)}:({text})" for field in fields) for text in texts]
        records: dict[tuple[str, str], dict[str, Any]] = {}
        for index in self.indexes if texts else ():
            call = f"CALL db.index.fulltext.queryNodes($index, search, {{limit: {MOST_FOUND}}}) YIELD node"
            cypher = f"UNWIND $searches AS search\n{call}\nRETURN DISTINCT {self._columns('node')}"
            parameters = {"searches": texts, "index": index}
            records |= self._records(Query(cypher, (), parameters, "names"))
        return list(records.values())

    def identified(self, identifiers: Sequence[str]) -> list[dict[str, Any]]:
        """Records of the nodes with one of these identifiers, as they are written."""
        records: dict[tuple[str, str], dict[str, Any]] = {}
        for node in self.reading.schema.nodes if identifiers else ():
            cypher = (
                f"MATCH (n:{quoted(node.label)}) WHERE n.{quoted(node.id_property)} IN $ids\n"
                f"RETURN {self._columns('n')}"
            )
            records |= self._records(Query(cypher, (), {"ids": list(identifiers)}, "identifiers"))
        return list(records.values())

    def _columns(self, variable: str) -> str:
        held = (f"{variable}.{quoted(key)} AS k{place}" for place, key in enumerate(self._keys()))
        return ", ".join((f"labels({variable}) AS labels", *held))

    def _keys(self) -> list[str]:
        """Every property that any type is identified or named by."""
        nodes = self.reading.schema.nodes
        keys = (key for node in nodes for key in (node.id_property, node.name_property))
        return list(dict.fromkeys((*keys, *self.reading.synonyms.values())))

    def _records(self, query: Query) -> dict[tuple[str, str], dict[str, Any]]:
        keys, records = self._keys(), {}
        for labels, *values in self.store.run(query, max_rows=MOST_ROWS).rows:
            label = self.reading.type_of(labels)
            if label is None:
                continue
            node, held = self.reading.schema.node(label), dict(zip(keys, values, strict=True))
            identifier = held[node.id_property]
            if isinstance(identifier, str) and identifier and len(identifier) <= LONGEST_NAME:
                synonyms = held.get(self.reading.synonyms.get(label, ""))
                records[label, identifier] = record(identifier, label, held[node.name_property], synonyms)
        return records


def server_names(store: GraphStore, reading: SchemaReading) -> ServerNames | None:
    """The names by the server's full-text indexes; None unless these cover the names of every type."""
    try:
        indexes = indexes_of_nodes(store.run)
    except QueryError:  # not every server has such indexes
        return None
    chosen: dict[str, None] = {}
    for node in reading.schema.nodes:
        for index in indexes:
            if node.label in index.labels and node.name_property in index.properties:
                chosen[index.name] = None
                break
        else:
            return None
    return ServerNames(store, reading, tuple(chosen))


def index_statement(reading: SchemaReading) -> str:
    """The statement that makes a full-text index of the names of every type."""
    nodes = reading.schema.nodes
    keys = [*(node.name_property for node in nodes), *reading.synonyms.values()]
    return full_text_statement([node.label for node in nodes], keys)


def read_names(
    store: GraphStore, reading: SchemaReading, report: Report, most: int
) -> tuple[list[dict[str, Any]], list[str]]:
    """The names of all nodes up to the bound, and what a reader must know about them, a sentence each."""
    records: list[dict[str, Any]] = []
    cut = []
    total = min(most, sum(node.count for node in reading.schema.nodes))
    for node in reversed(reading.schema.nodes):  # rare types first, so that a bound cuts the frequent ones
        report(Progress("Reading the names of the graph", len(records), total))
        try:
            rows = store.run(_names_query(node, reading), max_rows=most - len(records))
        except TimeLimitError:
            cut.append(node.label)
            continue
        records += [
            record(id_, node.label, name, synonyms)
            for id_, name, synonyms, labels in rows.rows
            if isinstance(id_, str) and len(id_) <= LONGEST_NAME and reading.type_of(labels) == node.label
        ]
        if rows.truncated:
            cut.append(node.label)
    notes = _say_cut(cut, len(records), reading)
    told_apart = _told_apart(records)
    if len(told_apart) < len(records):
        notes.append(
            f"{len(records) - len(told_apart):,} names are the only identifier of nodes of several types; they cannot "
            "be told apart in a question and are not found there."
        )
    return told_apart, notes


def record(identifier: str, label: str, name: Any, synonyms: Any) -> dict[str, Any]:
    """A node as the linker takes it; other names come from a list, or from a text with bars between them."""
    several = synonyms.split("|") if isinstance(synonyms, str) else synonyms if isinstance(synonyms, list) else ()
    stripped = [one.strip() for one in several if isinstance(one, str)]
    called = name if isinstance(name, str) and name else identifier
    return {
        "id": identifier,
        "label": label,
        "name": called if len(called) <= LONGEST_NAME else identifier,
        "synonyms": tuple(one for one in stripped if 0 < len(one) <= LONGEST_NAME)[:MOST_SYNONYMS],
    }


def _names_query(node: NodeType, reading: SchemaReading) -> Query:
    id_, name = quoted(node.id_property), quoted(node.name_property)
    held = reading.synonyms.get(node.label)
    synonyms = f"n.{quoted(held)}" if held else "null"
    cypher = (
        f"MATCH (n:{quoted(node.label)}) WHERE n.{id_} IS NOT NULL\n"
        f"RETURN n.{id_} AS id, n.{name} AS name, {synonyms} AS synonyms, labels(n) AS labels"
    )
    return Query(cypher, ("id", "name", "synonyms", "labels"))


def _say_cut(labels: Sequence[str], read: int, reading: SchemaReading) -> list[str]:
    if not labels:
        return []
    types = ", ".join(repr(label) for label in labels)
    return [
        f"The graph has more names than are held: {read:,} were read. Some names of {types} are not found in "
        "questions, though the graph has them. With a full-text index on that server all are found; who may write "
        f"there makes it with this statement, then the graph is opened again: {index_statement(reading)}"
    ]


def _told_apart(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records without those that share identifier and name with one of another label."""
    labels: dict[tuple[str, str], set[str]] = {}
    for one in records:
        labels.setdefault(_handle(one), set()).add(one["label"])
    return [one for one in records if len(labels[_handle(one)]) == 1]


def _handle(one: Mapping[str, Any]) -> tuple[str, str]:
    return one["id"].casefold(), one["name"].casefold()


def _lucene(search: Search) -> str:
    groups = (" OR ".join(_term(word) for word in group) for group in search)
    return " AND ".join(f"({group})" for group in groups)


def _term(word: Word) -> str:
    ending = f"~{word.edits}" if word.edits else "*" if word.begins else ""
    return f"{escaped(word.text.lower())}{ending}"
