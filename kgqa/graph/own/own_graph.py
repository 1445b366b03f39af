"""A graph on a server of the user's own: schema and names are read when it is opened, and nothing is ever written.

Its store runs nothing that the server itself does not take for reading.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from kgqa.errors import QueryError, ServerError
from kgqa.graph.own.capabilities import Rule, ServerKind, unchecked
from kgqa.graph.own.choices import choices
from kgqa.graph.own.connections import nothing_to_ask
from kgqa.graph.own.introspect import read_schema
from kgqa.graph.own.probes import find_capabilities, tells_query_type
from kgqa.graph.own.reading import SchemaReading
from kgqa.graph.own.server_names import ServerNames, read_names, server_names
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.progress import Progress, Report
from kgqa.records import GraphCard, Query, Rows
from kgqa.schema.model import EDGE_KEY, Schema
from kgqa.settings import OWN_GRAPH, Settings

READ_LIMIT_S = 30.0
"""Seconds for a statement that reads the schema or the names, where questions have less."""


@dataclass(frozen=True, slots=True)
class OwnGraph:
    """What was read from an own server, and how it is asked.

    Attributes:
        store: runs what the server itself takes for reading, and nothing else.
        names: records with id, label, name and synonyms for the linker; none where the server finds names itself.
        search: the server's own index of names; None where they are held here.
        kind: which server it is, as it names itself.
        rules: what the server enforces.
        notes: the same as sentences, and what was guessed, cut or left out.
    """

    card: GraphCard
    schema: Schema
    store: ReadingStore
    names: tuple[Mapping[str, Any], ...]
    search: ServerNames | None
    kind: ServerKind
    rules: tuple[Rule, ...]
    notes: tuple[str, ...]


def open_own(settings: Settings, report: Report, title: str = "", home: Path | None = None) -> OwnGraph:
    """Find out what the server of ``settings.graph_uri`` enforces, and read the schema and the names of its graph.

    Args:
        report: hears what is being done, and at the end the notes.
        title: what the graph is called; empty for the name of its database, or else of the server.
        home: the folder with what the reader chose for it, where it is a reader's server.

    Raises:
        ServerError: it cannot be reached, refuses the account, lacks the database, or has nothing to ask about.
        QueryError, TimeLimitError: it does not answer the statements that read the schema.
    """
    report(Progress("Looking at the graph server"))
    explains = tells_query_type(settings)
    with ThreadPoolExecutor(1) as probing, _patient(settings, explains) as patient:
        finding = probing.submit(find_capabilities, settings)
        report(Progress("Reading the types of the graph"))
        reading = _read(settings, patient, home)
        _require_types(settings, reading)
        store = ReadingStore.of(settings, tells_query_type=explains)
        search = None
        if sum(node.count for node in reading.schema.nodes) > settings.most_names:
            search = server_names(store, reading)
        names, notes = ([], []) if search else read_names(patient, reading, report, settings.most_names)
        found = finding.result()
    if search is not None:
        listed = ", ".join(repr(index) for index in search.indexes)
        notes = [f"Names are found by the server's own full-text index ({listed}), because there are many."]
    card = GraphCard(
        OWN_GRAPH,
        title or settings.graph_database or found.agent,
        datetime.now(UTC).date().isoformat(),
        licence="",
        citation="",
    )
    said = (*found.sentences, *unchecked(found.kind, found.agent), *reading.notes, *notes)
    for note in said:
        report(Progress(note))
    return OwnGraph(card, reading.schema, store, tuple(names), search, found.kind, found.rules, said)


def read_own_schema(settings: Settings, home: Path | None = None) -> SchemaReading:
    """The types and relations on the server of ``settings.graph_uri``, as guessed and as a reader chose before.

    Args:
        home: the folder with what the reader chose, where it is a reader's server.

    Raises:
        ServerError: it cannot be reached, refuses the account, or lacks the database.
        QueryError, TimeLimitError: it does not answer the statements that read the schema.
    """
    with _patient(settings, tells_query_type(settings)) as store:
        return _read(settings, store, home)


def _patient(settings: Settings, explains: bool) -> ReadingStore:
    """A store whose statements have the time that reading a whole graph takes."""
    limits = replace(settings, time_limit_s=max(READ_LIMIT_S, settings.time_limit_s))
    return ReadingStore.of(limits, tells_query_type=explains)


def _read(settings: Settings, store: ReadingStore, home: Path | None) -> SchemaReading:
    return read_schema(store, choices(home or settings.data_dir, settings.graph_uri, settings.graph_database))


def _require_types(settings: Settings, reading: SchemaReading) -> None:
    if not reading.schema.nodes:
        raise ServerError(nothing_to_ask(settings, " ".join(reading.notes) or "It holds no nodes."))


_MOST_TEXTS = 2000
"""Texts of statements that are known to read; the least recently used are asked about again."""
_PROCEDURES = frozenset({"db.labels", "db.relationshipTypes", "db.propertyKeys", "db.index.fulltext.queryNodes"})
"""The procedures that statements may call."""

_LEAVING = ("LoadCSV", "TerminateTransactions")
"""Operators of plans that count as reading, though they open files or networks, or end what others do."""
_CALL = "ProcedureCall"
_NAMED = (("id", "name"), ("source_id", "source_name"), ("target_id", "target_name"), ("ids", "names"))
_KEYS = ("thing", "id", "source_id", "target_id", "source", "target")


class ReadingStore(GraphStore):
    """A store for nodes that nobody vouches for: one without a name is called by its identifier.

    Where the server tells the type of a statement by EXPLAIN (``tells_query_type``), each text is explained before it
    first runs, and runs only as a reading one.
    """

    def __init__(self, *address: str, **limits: Any) -> None:
        """Use ``of`` instead."""
        super().__init__(*address, **limits)
        self._tells_query_type = False
        self._reads: OrderedDict[str, None] = OrderedDict()
        self._reads_lock = threading.Lock()

    @classmethod
    def of(cls, settings: Settings, *, tells_query_type: bool) -> Self:
        """A client of the server that ``settings.graph_uri`` names."""
        store = cls.of_own_server(settings)
        store._tells_query_type = tells_query_type
        return store

    def run(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """As ``GraphStore.run``; rows about a node without an identifier are left out.

        Raises:
            QueryError: also where the server takes the statement for a writing one, or where it leaves the graph.
        """
        if self._tells_query_type:
            limit = self._max_rows if max_rows is None else max_rows
            self._require_reading(self._limited(query, limit), stop)
        return _named(super().run(query, max_rows=max_rows, stop=stop))

    def run_as_written(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """As ``GraphStore.run_as_written``; raises also as ``run`` does."""
        if self._tells_query_type:
            self._require_reading(query.cypher, stop)
        rows = super().run_as_written(query, max_rows=max_rows, stop=stop)
        return replace(rows, rows=tuple(tuple(_without_key(value) for value in row) for row in rows.rows))

    def _require_reading(self, text: str, stop: StopSignal | None) -> None:
        with self._reads_lock:
            if text in self._reads:
                self._reads.move_to_end(text)
                return
        summary = self._answered(f"EXPLAIN {text}", Query("", ()), stop, 1).summary
        kind = summary.query_type if summary is not None else None
        if kind != "r":
            raise QueryError(
                f"The graph server does not take the statement for a reading one (its type there is {kind!r}), so it "
                "was not run. Questions may only read."
            )
        for operator, details in _operators(summary.plan if summary is not None else None):
            _require_inside(operator, details)
        with self._reads_lock:
            self._reads[text] = None
            while len(self._reads) > _MOST_TEXTS:
                self._reads.popitem(last=False)


def _operators(plan: Any) -> Iterator[tuple[str, str]]:
    """Name and details of every operator of a plan."""
    if isinstance(plan, Mapping):
        details = (plan.get("args") or {}).get("Details", "")
        yield str(plan.get("operatorType", "")).partition("@")[0], str(details)
        for child in plan.get("children") or ():
            yield from _operators(child)


def _require_inside(operator: str, details: str) -> None:
    """Refuse what reads more than the graph, or does more than reading."""
    called = details.partition("(")[0].strip()
    if operator in _LEAVING or (operator == _CALL and called not in _PROCEDURES):
        raise QueryError(
            f"The statement was not run, because it does more than read the graph ({operator} {called[:80]}). Leave "
            "that part out."
        )


def _named(rows: Rows) -> Rows:
    """The rows with every name a text, without those that lack an identifier."""
    places = {column: place for place, column in enumerate(rows.columns)}
    pairs = [(places[id_], places[name]) for id_, name in _NAMED if id_ in places and name in places]
    keys = [places[column] for column in _KEYS if column in places] if pairs else []
    kept = []
    for row in rows.rows:
        if any(row[place] is None for place in keys):
            continue
        values = [_without_key(value) for value in row]
        for id_, name in pairs:
            values[name] = _text(row[name], row[id_])
        kept.append(tuple(values))
    return replace(rows, rows=tuple(kept))


def _without_key(value: Any) -> Any:
    """A recorded value; of a map without what a load over Bolt adds to its edges."""
    if isinstance(value, dict) and EDGE_KEY in value:
        return {name: one for name, one in value.items() if name != EDGE_KEY}
    return value


def _text(name: Any, identifier: Any) -> Any:
    if isinstance(name, list) and isinstance(identifier, list):
        return [_text(one, other) for one, other in zip(name, identifier, strict=True)]
    return str(identifier if name in (None, "") else name)
