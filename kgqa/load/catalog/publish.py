"""From a finished build to a graph that is offered: moved to its place, counted through the server, made known."""

from __future__ import annotations

import contextlib
import gzip
import json
import shutil
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from kgqa.errors import KgqaError, LoadError, StoppedError, TimeLimitError
from kgqa.graph.quoting import quoted
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.stop import StopSignal
from kgqa.load.build import BUILT, DATABASE, NAMES
from kgqa.load.catalog.changing import drop
from kgqa.load.catalog.entries import (
    DEFAULT,
    MANIFEST,
    GraphEntry,
    check_name,
    entry_of,
    graph,
    graphs_folder,
    read_entry,
    write_manifest,
)
from kgqa.load.process import STOPPED
from kgqa.load.source import Contents, SourceSpec, Triad
from kgqa.progress import Progress, Report
from kgqa.records import Query
from kgqa.settings import Settings

NAMES_COPY = "names.jsonl.gz"
"""Lies among the files of a database."""

MOST_COUNTED = 300_000
"""Edges of a relation that the server counts again, which takes it seconds; of more it has to show one."""

COUNTED_WHEN_OPENED = 500_000
"""Edges that it counts when a graph is opened first: the build has just counted each from both of its ends."""


def publish(
    settings: Settings, server: EmbeddedServer, source: SourceSpec, staging: Path, report: Report,
    stop: StopSignal | None = None,
) -> GraphEntry:  # fmt: skip
    """Offer what was built in ``staging`` (its name is that of the build), in place of an older graph of its name.

    The manifest is written last: until then everything is as it was, and from then on the graph is the new one.

    Raises:
        LoadError: the server could not open it or counts other numbers.
        StoppedError: ``stop`` was set before the manifest was written.
        OSError: a file could not be written.
    """
    build = staging.name
    built = json.loads((staging / BUILT).read_text(encoding="utf-8"))
    name = check_name(built["card"]["name"], default=source.loader == DEFAULT.loader)
    folder = graphs_folder(settings) / name
    before = read_entry(settings, folder / MANIFEST)
    database, names = f"{name}_{build}", folder / f"names-{build}.jsonl"
    _keep_names(staging / NAMES, staging / DATABASE)
    manifest = {
        **built,
        "database": database,
        "names": names.name,
        "build": build,
        "loaded_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "loaded_from": source.loaded_from,
        "source": source.as_json(),
        "names_digest": seals.digest_of(staging / NAMES),
        "sealed": True,
        "size_bytes": _size(staging / DATABASE) + (staging / NAMES).stat().st_size,
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        (staging / NAMES).rename(names)
        (staging / DATABASE).rename(server.databases_dir / database)
        report(Progress("Opening the graph"))
        _open(server, database, Contents.from_json(built["contents"]), stop)
        seals.seal(ServerFolder.of(settings.data_dir), database)
        write_manifest(folder / MANIFEST, manifest)
    except BaseException:
        names.unlink(missing_ok=True)
        drop(server, database)
        with contextlib.suppress(OSError):
            folder.rmdir()  # only where there was no graph before
        raise
    if before is not None:
        before.names_path.unlink(missing_ok=True)  # first, as those who ask the older graph learn from it
        drop(server, before.database)
    return entry_of(folder, manifest)


def check(settings: Settings, server: EmbeddedServer, name: str) -> GraphEntry:
    """Count a loaded graph through the server again.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: the server does not answer, or counts other numbers than were loaded.
    """
    entry = graph(settings, name)
    try:
        counted = _counted(server, entry.database, entry.contents, None)
    except KgqaError as error:
        raise LoadError(f"The graph {name!r} cannot be asked: {error} Load it again.") from error
    _require(counted, entry.contents)
    return entry


def _keep_names(names: Path, database: Path) -> None:
    """Keep a copy of a file of names among the files of a database, whose checksums are taken with theirs.

    The graph itself does not tell all that the names say: which nodes are one thing, and which name is whose first.
    """
    with names.open("rb") as source, gzip.open(database / NAMES_COPY, "wb", compresslevel=4) as copy:
        shutil.copyfileobj(source, copy)


def _open(server: EmbeddedServer, database: str, expected: Contents, stop: StopSignal | None) -> None:
    """Open a database and count it as a question would."""
    try:
        server.open_database(database)
        counted = _counted(server, database, expected, stop, COUNTED_WHEN_OPENED)
    except StoppedError as error:
        raise StoppedError(STOPPED) from error
    except KgqaError as error:
        raise LoadError(f"The graph was built, but the server could not open it: {error}") from error
    _require(counted, expected)
    if stop is not None and stop.is_set():
        raise StoppedError(STOPPED)


def _counted(
    server: EmbeddedServer, database: str, expected: Contents, stop: StopSignal | None, in_all: int | None = None
) -> Contents:
    """What the server counts. Of a relation that is not counted it has to show one edge.

    Args:
        in_all: most edges that are counted, those of the smallest relations; None for no such bound.
    """
    to_count, together = set[Triad](), 0
    for triad, built in sorted(expected.edges.items(), key=lambda one: one[1]):
        together += built
        if built <= MOST_COUNTED and (in_all is None or together <= in_all):
            to_count.add(triad)
    with server.store(database) as store:

        def single(cypher: str) -> Any:
            return store.run(Query(cypher, ("c",)), stop=stop).rows[0][0]

        nodes = {label: single(f"MATCH (n:{quoted(label)}) RETURN count(n) AS c") for label in expected.nodes}

        def counted(triad: Triad, built: int) -> int:
            source, type_, target = map(quoted, triad)
            pattern = f"MATCH (a:{source})-[r:{type_}]->(b:{target})"
            try:
                if triad not in to_count:  # the build counted all edges from both of their ends
                    return (
                        built
                        if store.run(Query(f"{pattern} RETURN a.id AS c", ("c",)), max_rows=1, stop=stop).rows
                        else 0
                    )
                return int(single(f"{pattern} RETURN count(r) AS c"))
            except TimeLimitError:
                return built  # more than a question may count

        edges = {triad: counted(triad, built) for triad, built in expected.edges.items()}
    return Contents(nodes, edges)


def _require(counted: Contents, expected: Contents) -> None:
    if counted != expected:
        raise LoadError(
            f"The server counts other numbers than were loaded: {counted.nodes!r}, {counted.edges!r}. Load it again."
        )


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())
