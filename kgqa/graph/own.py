"""A graph on a server of the user's own: schema and names are read when it is opened, and nothing is ever written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from kgqa.errors import ServerError
from kgqa.graph.capabilities import find_capabilities
from kgqa.graph.failures import shown_uri
from kgqa.graph.introspect import Reading, read_schema
from kgqa.graph.load.records import Progress, Report
from kgqa.graph.names import quoted
from kgqa.graph.schema import NodeType, Schema
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.records import GraphCard, Query, Rows
from kgqa.settings import OWN_GRAPH, Settings

MOST_NAMES = 200_000
"""Nodes whose names are held in memory for linking."""
READ_LIMIT_S = 30.0
"""Seconds for a statement that reads the schema or the names, where questions have less."""

LONGEST_NAME = 1000
"""Characters; a longer name is no name that a question would hold, and is linked by its identifier alone."""

_NAMED = (("id", "name"), ("source_id", "source_name"), ("target_id", "target_name"), ("ids", "names"))
_KEYS = ("thing", "id", "source_id", "target_id", "source", "target")


@dataclass(frozen=True, slots=True)
class OwnGraph:
    """What was read from an own server.

    Attributes:
        names: records with id, label, name and synonyms for the linker.
        notes: what the server enforces, and what was guessed, cut or left out, a sentence each.
    """

    card: GraphCard
    schema: Schema
    names: tuple[Mapping[str, Any], ...]
    notes: tuple[str, ...]


class OwnStore(GraphStore):
    """A store for nodes that nobody vouches for: one without a name is called by its identifier."""

    def run(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """As ``GraphStore.run``; rows about a node without an identifier are left out."""
        return _named(super().run(query, max_rows=max_rows, stop=stop))


def _named(rows: Rows) -> Rows:
    """The rows with every name a text, without those that lack an identifier."""
    places = {column: place for place, column in enumerate(rows.columns)}
    pairs = [(places[id_], places[name]) for id_, name in _NAMED if id_ in places and name in places]
    keys = [places[column] for column in _KEYS if column in places] if pairs else []
    kept = []
    for row in rows.rows:
        if any(row[place] is None for place in keys):
            continue
        values = list(row)
        for id_, name in pairs:
            values[name] = _text(row[name], row[id_])
        kept.append(tuple(values))
    return replace(rows, rows=tuple(kept))


def _text(name: Any, identifier: Any) -> Any:
    if isinstance(name, list) and isinstance(identifier, list):
        return [_text(one, other) for one, other in zip(name, identifier, strict=True)]
    return str(identifier if name in (None, "") else name)


def open_own(settings: Settings, report: Report) -> OwnGraph:
    """Find out what the server of ``settings.graph_uri`` enforces, and read the schema and the names of its graph.

    Args:
        report: hears what is being done, and at the end the notes.

    Raises:
        ServerError: it cannot be reached, refuses the account, lacks the database, or has nothing to ask about.
        QueryError, TimeLimitError: it does not answer the statements that read the schema.
    """
    report(Progress("Looking at the graph server"))
    with GraphStore.of_own_server(settings) as store:
        store.run(Query("RETURN 1 AS one", ("one",)))  # only the store notices a frozen server
    found = find_capabilities(settings)
    with GraphStore.of_own_server(replace(settings, time_limit_s=max(READ_LIMIT_S, settings.time_limit_s))) as store:
        report(Progress("Reading the types of the graph"))
        reading = read_schema(store)
        _require_types(settings, reading)
        names, notes = _read_names(store, reading, report)
    title = settings.graph_database or found.agent
    card = GraphCard(OWN_GRAPH, title, datetime.now(UTC).date().isoformat(), licence="", citation="")
    graph = OwnGraph(card, reading.schema, tuple(names), (*found.sentences, *reading.notes, *notes))
    for note in graph.notes:
        report(Progress(note))
    return graph


def _require_types(settings: Settings, reading: Reading) -> None:
    if reading.schema.nodes:
        return
    where = f"The database {settings.graph_database or 'in use'!r} on the graph server at"
    reasons = " ".join(reading.notes) or "It holds no nodes."
    raise ServerError(
        f"{where} {shown_uri(settings.graph_uri)!r} has nothing to ask about. {reasons} Fill it, set "
        "KGQA_GRAPH_DATABASE to another database, or leave KGQA_GRAPH_URI out for the bundled graph."
    )


def _read_names(store: GraphStore, reading: Reading, report: Report) -> tuple[list[dict[str, Any]], list[str]]:
    """The names of all nodes up to the bound, and what a reader must know about them."""
    records: list[dict[str, Any]] = []
    cut = []
    for node in reversed(reading.schema.nodes):  # rare types first, so that a bound cuts the frequent ones
        report(Progress("Reading the names of the graph", len(records)))
        rows = store.run(_names_query(node, reading), max_rows=MOST_NAMES - len(records))
        records += [
            _record(id_, node.label, name, synonyms)
            for id_, name, synonyms, labels in _named(rows).rows
            if isinstance(id_, str) and len(id_) <= LONGEST_NAME and reading.type_of(labels) == node.label
        ]
        if rows.truncated:
            cut.append(node.label)
    notes = _say_cut(cut, len(records))
    told_apart = _told_apart(records)
    if len(told_apart) < len(records):
        notes.append(
            f"{len(records) - len(told_apart):,} names are the only identifier of nodes of several types; they cannot "
            "be told apart in a question and are not found there."
        )
    return told_apart, notes


def _record(identifier: str, label: str, name: str, synonyms: Any) -> dict[str, Any]:
    """A node as the linker takes it; other names come from a list, or from a text with bars between them."""
    several = synonyms.split("|") if isinstance(synonyms, str) else synonyms if isinstance(synonyms, list) else ()
    stripped = [one.strip() for one in several if isinstance(one, str)]
    return {
        "id": identifier,
        "label": label,
        "name": name if len(name) <= LONGEST_NAME else identifier,
        "synonyms": tuple(one for one in stripped if 0 < len(one) <= LONGEST_NAME),
    }


def _names_query(node: NodeType, reading: Reading) -> Query:
    id_, name = quoted(node.id_property), quoted(node.name_property)
    held = reading.synonyms.get(node.label)
    synonyms = f"n.{quoted(held)}" if held else "null"
    cypher = (
        f"MATCH (n:{quoted(node.label)}) WHERE n.{id_} IS NOT NULL\n"
        f"RETURN n.{id_} AS id, n.{name} AS name, {synonyms} AS synonyms, labels(n) AS labels"
    )
    return Query(cypher, ("id", "name", "synonyms", "labels"))


def _say_cut(labels: Sequence[str], read: int) -> list[str]:
    if not labels:
        return []
    types = ", ".join(repr(label) for label in labels)
    return [
        f"The graph has more names than are held: {read:,} were read. Some names of {types} are not found in "
        "questions, though the graph has them."
    ]


def _told_apart(records: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """The records without those that share identifier and name with one of another label."""
    labels: dict[tuple[str, str], set[str]] = {}
    for record in records:
        labels.setdefault(_handle(record), set()).add(record["label"])
    return [record for record in records if len(labels[_handle(record)]) == 1]


def _handle(record: Mapping[str, Any]) -> tuple[str, str]:
    return record["id"].casefold(), record["name"].casefold()
