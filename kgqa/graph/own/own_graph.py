"""A graph on a server of the user's own: schema and names are read when it is opened, and nothing is ever written."""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kgqa.errors import ServerError
from kgqa.graph.own.capabilities import Rule, ServerKind, unchecked
from kgqa.graph.own.choices import choices
from kgqa.graph.own.connections import nothing_to_ask
from kgqa.graph.own.introspect import read_schema
from kgqa.graph.own.probes import find_capabilities, tells_query_type
from kgqa.graph.own.reading import SchemaReading
from kgqa.graph.own.reading_store import ReadingStore
from kgqa.graph.own.server_names import ServerNames, read_names, server_names
from kgqa.progress import Progress, Report
from kgqa.records import GraphCard
from kgqa.schema.model import Schema
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
