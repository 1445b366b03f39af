"""Loads a source into a graph server of the reader's own, over Bolt; only ever because the reader asked for it.

Nothing that is there is deleted. Every statement may run twice and changes nothing the second time: nodes are merged
on their identifier within their label, edges on a key made of what they are. So a load that was ended anywhere is
done again from the start, and finds what is there already. A database that holds nodes is refused, unless the reader
says that it may be added to or they come from a load of the same source that did not reach its end (``begun``).
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError, StoppedError
from kgqa.graph.failures import named_database, shown_uri
from kgqa.graph.quoting import quoted
from kgqa.graph.server.folder import read_json, write_private
from kgqa.graph.stop import StopSignal
from kgqa.load.bolt_writer import Batches, BoltWriter
from kgqa.load.checks import Checks, refused
from kgqa.load.chunks import node_object
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow, SourceSpec, Triad
from kgqa.progress import Progress, Report, with_remaining
from kgqa.schema.model import EDGE_KEY
from kgqa.settings import Settings

COUNTING = "Counting what was written"
_AFTER = {COUNTING: 0.02}
_LOOK_AT_STOP = 20_000
_INTEGERS = range(-(2**63), 2**63)


class NotEmptyError(LoadError):
    """The database holds nodes, and nobody said that it may be added to."""


def load_into_server(
    settings: Settings, source: SourceSpec, report: Report, stop: StopSignal | None = None, *, may_add: bool = False
) -> Contents:
    """Write a source to the server of ``settings.graph_uri``, or go on with that where it was ended.

    The source is read to its end and judged before anything is written.

    Args:
        stop: ends the load when it is set; what was written stays, and loading again goes on.
        may_add: the database may hold other nodes. One with the same label and ``id`` as a row becomes one with it:
            it keeps the properties that the row does not have.

    Returns:
        how much of what the source gave; bad rows, where the source says that they may be left out, are not in it.

    Raises:
        NotEmptyError: the database holds nodes that no unfinished load of this source wrote, and ``may_add`` is False.
        LoadError: the source has bad rows, or the server refuses, does not answer or counts fewer than were written.
        ServerError: the address is wrong; the message says what about it.
        StoppedError: ``stop`` was set.
    """
    with BoltWriter(settings, stop) as writer:
        writer.read("RETURN 1 AS one")
        begun = Begun.of(settings, source)
        if not may_add and not begun.noted() and writer.read("MATCH (n) RETURN 1 AS one LIMIT 1"):
            raise NotEmptyError(
                f"The {named_database(settings.graph_database)} on the graph server at "
                f"{shown_uri(settings.graph_uri)!r} holds nodes. Choose an empty database, or say that this one "
                "may be added to (--add)."
            )
        expected = _judged(source, report, stop)
        begun.note()
        try:
            _write(source, writer, with_remaining(report, _AFTER), expected)
        except StoppedError as error:
            raise StoppedError(
                "The load was stopped. What was written stays on the server; load the same source again to go on."
            ) from error
        report(Progress(COUNTING))
        _require_counts(writer, expected)
        begun.forget()
    return expected


def _judged(specification: SourceSpec, report: Report, stop: StopSignal | None) -> Contents:
    """What the good rows of a source amount to; nothing is written yet."""
    source, checks = specification.open(), Checks()
    total = source.expected_rows()
    for done, _ in enumerate(nodes_of(source, checks)):
        _hear(done, total, report, stop)
    for done, _ in enumerate(edges_of(source, checks), sum(checks.contents.nodes.values())):
        _hear(done, total, report, stop)
    refuse_bad(source, checks)
    return checks.contents


def refuse_bad(source: GraphSource, checks: Checks) -> None:
    """Refuse what was read where rows of it are bad and not to be left out, or where there are no nodes.

    Raises:
        LoadError: with the first bad rows.
    """
    if checks.bad.count and not source.skip_bad_rows:
        raise LoadError(refused(checks.bad))
    if not checks.known:
        raise LoadError("The source holds no nodes that can be loaded, so nothing was written.")


def _hear(done: int, total: int | None, report: Report, stop: StopSignal | None) -> None:
    if done % _LOOK_AT_STOP == 0:
        report(Progress("Checking the source", done, max(total, done) if total is not None else None))
        if stop is not None and stop.is_set():
            raise StoppedError("The load was stopped before anything was written.")


def nodes_of(source: GraphSource, checks: Checks) -> Iterator[NodeRow]:
    """The good nodes; the others are noted."""
    for row in source.read_nodes():
        if _fits(row, checks) and isinstance(row, NodeRow) and checks.node(row):
            yield row


def edges_of(source: GraphSource, checks: Checks) -> Iterator[EdgeRow]:
    """The good edges, after all nodes were read; the others are noted."""
    for row in source.read_edges():
        if _fits(row, checks) and isinstance(row, EdgeRow) and checks.edge(row):
            yield row


def _fits(row: NodeRow | EdgeRow | BadRow, checks: Checks) -> bool:
    """Whether a row can be sent over Bolt; it is noted where it cannot."""
    if isinstance(row, BadRow):
        checks.bad.add(row)
        return False
    for name, value in row.properties.items():
        if isinstance(value, int) and value not in _INTEGERS:
            checks.bad.add(BadRow(row.where, f"the number {value} in {name!r} has more than 64 bits"))
            return False
        if name == EDGE_KEY and isinstance(row, EdgeRow):
            checks.bad.add(BadRow(row.where, f"the column {name!r} is one that the load itself writes"))
            return False
    return True


def _write(specification: SourceSpec, writer: BoltWriter, report: Report, expected: Contents) -> None:
    for label in expected.nodes:
        report(Progress(f"Making a constraint for {label!r}"))
        writer.define(*_constraints(label))
    source, checks, batches = specification.open(), Checks(), Batches()
    total, done = sum(expected.nodes.values()) + sum(expected.edges.values()), 0
    send_nodes, send_edges = partial(_send_nodes, writer), partial(_send_edges, writer)
    for found, send in ((_node_rows(source, checks), send_nodes), (_edge_rows(source, checks), send_edges)):
        for key, row, where in found:
            for full in batches.add(key, row, where):
                done += _sent(send, full, report, done, total)
        for full in batches.rest():
            done += _sent(send, full, report, done, total)
    if checks.contents != expected:
        raise LoadError("The source changed while it was loaded. Load it again; what was written stays.")


def _sent(send: Any, batch: tuple[Any, list[Any]], report: Report, done: int, total: int) -> int:
    key, rows = batch
    report(Progress(f"Writing {key if isinstance(key, str) else key[1]}", done, total))
    send(key, rows)
    return len(rows)


def _constraints(label: str) -> tuple[str, str, str]:
    """An index that finds a node by its identifier, as Neo4j, Memgraph and older servers spell it."""
    name = quoted(label)
    return (
        f"CREATE CONSTRAINT IF NOT EXISTS FOR (n:{name}) REQUIRE n.id IS UNIQUE",
        f"CREATE CONSTRAINT ON (n:{name}) ASSERT n.id IS UNIQUE",
        f"CREATE INDEX ON :{name}(id)",
    )


def _node_rows(source: GraphSource, checks: Checks) -> Iterator[tuple[str, dict[str, Any], str]]:
    for row in nodes_of(source, checks):
        yield row.label, {"id": row.id, "properties": node_object(row)}, row.where


def _edge_rows(source: GraphSource, checks: Checks) -> Iterator[tuple[Triad, dict[str, Any], str]]:
    """Edges with their keys; rows that are equal in everything are as many edges, told apart by their number."""
    seen: Counter[int] = Counter()
    for row in edges_of(source, checks):
        content = json.dumps([row[:5], sorted(row.properties.items())], default=str)
        digest = int.from_bytes(hashlib.sha256(content.encode()).digest()[:12])
        line = {"source": row.source, "target": row.target, "key": f"{digest:024x}-{seen[digest]}"}
        seen[digest] += 1
        yield (row.source_label, row.type, row.target_label), {**line, "properties": dict(row.properties)}, row.where


def _send_nodes(writer: BoltWriter, label: str, rows: list[Any]) -> None:
    writer.write(f"UNWIND $rows AS row MERGE (n:{quoted(label)} {{id: row.id}}) SET n += row.properties", rows)


def _send_edges(writer: BoltWriter, triad: Triad, rows: list[Any]) -> None:
    source, type_, target = (quoted(name) for name in triad)
    ((written,),) = writer.write(
        f"UNWIND $rows AS row MATCH (a:{source} {{id: row.source}}) MATCH (b:{target} {{id: row.target}}) "
        f"MERGE (a)-[r:{type_} {{{quoted(EDGE_KEY)}: row.key}}]->(b) SET r += row.properties "
        "RETURN count(r) AS written",
        rows,
    )
    if written != len(rows):
        raise LoadError(
            f"Of {len(rows):,} links {triad[1]!r} the graph server wrote {written:,}; somebody else may be changing "
            "its nodes. Load the same source again when that has ended."
        )


def _require_counts(writer: BoltWriter, expected: Contents) -> None:
    """See that the server holds at least what was written; it may have held more before."""
    for label, nodes in expected.nodes.items():
        ((counted,),) = writer.read(f"MATCH (n:{quoted(label)}) RETURN count(n) AS c")
        _require(counted, nodes, f"nodes {label!r}")
    for (source, type_, target), edges in expected.edges.items():
        pattern = f"(a:{quoted(source)})-[r:{quoted(type_)}]->(b:{quoted(target)})"
        ((counted,),) = writer.read(f"MATCH {pattern} WHERE r.{quoted(EDGE_KEY)} IS NOT NULL RETURN count(r) AS c")
        _require(counted, edges, f"links {type_!r}")


def _require(counted: int, expected: int, what: str) -> None:
    if counted < expected:
        raise LoadError(
            f"The graph server holds {counted:,} {what} where {expected:,} were written. Load the same source again."
        )


@dataclass(frozen=True, slots=True)
class Begun:
    """The note that a load into a server has begun and did not reach its end."""

    path: Path
    load: dict[str, str]

    @classmethod
    def of(cls, settings: Settings, source: SourceSpec) -> Begun:
        """The note of a source on its way to the server of the settings, written or not."""
        uri, database = shown_uri(settings.graph_uri), settings.graph_database
        digest = hashlib.sha256(f"{uri}\0{database}".encode()).hexdigest()[:16]
        load = {"uri": uri, "database": database, "fingerprint": source.open().fingerprint()}
        return cls(Path(settings.data_dir).absolute() / "loads" / f"{digest}.json", load)

    def noted(self) -> bool:
        """Whether a load of this source has begun there."""
        return read_json(self.path) == self.load

    def note(self) -> None:
        """Write the note.

        Raises:
            LoadError: the data folder cannot be written.
        """
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_private(self.path, json.dumps(self.load))
        except OSError as error:
            raise LoadError(
                f"The folder {str(self.path.parent)!r} cannot be written: {error.strerror or error}. Permit writing "
                "there or set KGQA_DATA_DIR to another folder; nothing was written to the graph server."
            ) from error

    def forget(self) -> None:
        """Remove the note, as the load has reached its end."""
        self.path.unlink(missing_ok=True)
