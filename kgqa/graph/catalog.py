"""The graphs of a data folder: which there are, and how one gets in whole or not at all.

    <data_dir>/graphs/load.lock               held by the process that changes something below
    <data_dir>/graphs/NAME/manifest.json      written last, by a rename; without it there is no graph
    <data_dir>/graphs/NAME/names-BUILD.jsonl  one line a node, for the linker
    <data_dir>/server/databases/NAME_BUILD    the database that the manifest names
    <data_dir>/server/staging/…               what is being built

A process that is killed at any moment leaves the graph that was there before, or none, and litter that the next load
or start sweeps away. The promise covers the end of a process, not of the machine's power.
"""

from __future__ import annotations

import contextlib
import difflib
import json
import logging
import re
import shutil
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kgqa.errors import KgqaError, LoadError, ServerError, UnknownGraphError
from kgqa.graph.embedded import EmbeddedServer
from kgqa.graph.load.build import BUILT, DATABASE, NAMES
from kgqa.graph.load.process import run_build
from kgqa.graph.load.records import Contents, Progress, Report, SourceSpec
from kgqa.graph.names import quoted
from kgqa.graph.schema import Schema
from kgqa.graph.server.folder import ServerFolder, write_private
from kgqa.records import GraphCard, Query
from kgqa.settings import Settings

DEFAULT = SourceSpec("hpo")
MANIFEST, LOCK = "manifest.json", "load.lock"
_NAME = re.compile(r"[a-z0-9_-]{1,40}")
_DATABASE = re.compile(r"(?P<name>[a-z0-9_-]{1,40})_(?P<build>[0-9a-f]{12})")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """A graph that is loaded.

    Attributes:
        database: the name of its database on the embedded server.
        names_path: JSON lines with id, label, name, synonyms, alternative_ids and related_synonyms of every node.
        size_bytes: of the database and the names on the disk.
        loaded_at: ISO 8601, UTC.
        data_version: changes with every load; what was derived from other data has another one.
        fingerprint: of the source it was loaded from.
    """

    card: GraphCard
    schema: Schema
    database: str
    contents: Contents
    names_path: Path
    size_bytes: int
    loaded_at: str
    data_version: str
    fingerprint: str


def graphs(settings: Settings) -> list[GraphEntry]:
    """The graphs that are loaded, by name."""
    found = [_read_entry(settings, path) for path in sorted(_folder(settings).glob(f"*/{MANIFEST}"))]
    return [entry for entry in found if entry is not None]


def graph(settings: Settings, name: str) -> GraphEntry:
    """The graph of that name.

    Raises:
        UnknownGraphError: there is none; the message names those that come nearest.
    """
    entry = _read_entry(settings, _folder(settings) / name / MANIFEST) if _NAME.fullmatch(name) else None
    if entry is None:
        names = [known.card.name for known in graphs(settings)]
        near = difflib.get_close_matches(name, names, n=3) or names
        offer = f"Loaded are: {', '.join(near)}." if near else "No graph is loaded yet."
        raise UnknownGraphError(f"There is no graph {name!r}. {offer}")
    return entry


def load(settings: Settings, server: EmbeddedServer, source: SourceSpec, report: Report) -> GraphEntry:
    """Load a source as the graph that its card names, in place of an older one of that name.

    Raises:
        LoadError: the graph could not be loaded; what was there before is untouched.
    """
    with _changing(settings, report):
        _sweep(settings, server)
        return _load(settings, server, source, report)


def ensure_default(settings: Settings, server: EmbeddedServer, report: Report) -> GraphEntry:
    """The default graph, loaded when it is missing or when its source has changed since.

    Of several processes that ask for it at once one loads it; the others wait and use it.

    Raises:
        LoadError: it is missing and could not be loaded.
    """
    sweep(settings, server)
    current = _current_default(settings, server)
    if current is not None:
        return current
    with _changing(settings, report):
        return _current_default(settings, server) or _load(settings, server, DEFAULT, report)


def remove(settings: Settings, server: EmbeddedServer, name: str) -> None:
    """Remove a graph with everything that belongs to it.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: its files could not be removed.
    """
    with _changing(settings, _ignore):
        entry = graph(settings, name)
        (_folder(settings) / name / MANIFEST).unlink()
        _drop(server, entry.database)
        shutil.rmtree(_folder(settings) / name)


def sweep(settings: Settings, server: EmbeddedServer) -> None:
    """Remove what loads that were killed left behind; does nothing while a graph is being loaded."""
    with contextlib.suppress(Timeout, OSError), _lock(settings, timeout_s=0):
        _sweep(settings, server)


def _load(settings: Settings, server: EmbeddedServer, source: SourceSpec, report: Report) -> GraphEntry:
    build = uuid.uuid4().hex[:12]
    staging = ServerFolder.of(settings.data_dir).staging / build
    try:
        staging.mkdir(parents=True, mode=0o700)
        run_build(source, staging, report)
        return _publish(settings, server, staging, build, report)
    except OSError as error:
        raise LoadError(
            f"The graph could not be written to {str(settings.data_dir)!r}: {error.strerror or error}. Free space "
            "there, permit writing, or set KGQA_DATA_DIR to another folder; what was there before is untouched."
        ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


def _publish(settings: Settings, server: EmbeddedServer, staging: Path, build: str, report: Report) -> GraphEntry:
    """Move a build to its place, check it through the server, and offer it; the manifest is written last."""
    built = json.loads((staging / BUILT).read_text(encoding="utf-8"))
    name = _checked_name(built["card"]["name"])
    folder = _folder(settings) / name
    folder.mkdir(parents=True, exist_ok=True)
    before = _read_entry(settings, folder / MANIFEST)
    database, names = f"{name}_{build}", folder / f"names-{build}.jsonl"
    manifest = {
        **built,
        "database": database,
        "names": names.name,
        "build": build,
        "loaded_at": datetime.now(UTC).isoformat(timespec="seconds"),
        "size_bytes": _size(staging / DATABASE) + (staging / NAMES).stat().st_size,
    }
    try:
        (staging / NAMES).rename(names)
        (staging / DATABASE).rename(server.databases_dir / database)
        report(Progress("Opening the graph"))
        _open(server, database, Contents.from_json(built["contents"]))
        write_private(folder / MANIFEST, json.dumps(manifest, ensure_ascii=False))
    except BaseException:
        names.unlink(missing_ok=True)
        _drop(server, database)
        raise
    if before is not None:
        before.names_path.unlink(missing_ok=True)
        _drop(server, before.database)
    return _entry(settings, folder, manifest)


def _open(server: EmbeddedServer, database: str, expected: Contents) -> None:
    """Open a database and count it as a question would."""
    try:
        server.open_database(database)
        with server.store(database) as store:

            def single(cypher: str) -> int:
                return int(store.run(Query(cypher, ("c",))).rows[0][0])

            nodes = {label: single(f"MATCH (n:{quoted(label)}) RETURN count(n) AS c") for label in expected.nodes}
            edges = {
                (source, type_, target): single(
                    f"MATCH (a:{quoted(source)})-[r:{quoted(type_)}]->(b:{quoted(target)}) RETURN count(r) AS c"
                )
                for source, type_, target in expected.edges
            }
    except KgqaError as error:
        raise LoadError(f"The graph was built, but the server could not open it: {error}") from error
    if Contents(nodes, edges) != expected:
        raise LoadError(f"The server counts other numbers than were loaded: {nodes!r}, {edges!r}. Load it again.")


def _current_default(settings: Settings, server: EmbeddedServer) -> GraphEntry | None:
    """The default graph if it is loaded from what its source is now, or its source cannot be read any more."""
    try:
        entry = graph(settings, DEFAULT.loader)
    except UnknownGraphError:
        return None
    if entry.database not in server.databases():
        return None
    try:
        fingerprint = DEFAULT.open().fingerprint()
    except (LoadError, OSError) as error:
        _LOG.warning("The default graph is used as it was loaded at %s; its source is gone: %s", entry.loaded_at, error)
        return entry
    return entry if entry.fingerprint == fingerprint else None


def _sweep(settings: Settings, server: EmbeddedServer) -> None:
    """Remove what belongs to no graph; what a manifest that cannot be read might name stays."""
    kept = graphs(settings)
    databases = {entry.database for entry in kept}
    files = {entry.names_path for entry in kept}
    unread = {path.parent.name for path in _folder(settings).glob(f"*/{MANIFEST}")} - {
        entry.card.name for entry in kept
    }
    with contextlib.suppress(FileNotFoundError):
        for path in ServerFolder.of(settings.data_dir).staging.iterdir():
            shutil.rmtree(path, ignore_errors=True)
    for path in server.databases_dir.iterdir():
        match = _DATABASE.fullmatch(path.name)
        if match and path.name not in databases and match["name"] not in unread:
            _drop(server, path.name)
    for path in _folder(settings).glob("*/names-*.jsonl"):
        if path not in files and path.parent.name not in unread:
            path.unlink(missing_ok=True)


def _drop(server: EmbeddedServer, database: str) -> None:
    """Delete a database whether the server has opened it or not; what cannot be deleted now is swept later."""
    with contextlib.suppress(ServerError):
        if database in server.databases():
            server.drop_database(database)
    shutil.rmtree(server.databases_dir / database, ignore_errors=True)


@contextlib.contextmanager
def _changing(settings: Settings, report: Report) -> Iterator[None]:
    """Be the only process that changes the graphs of this data folder, waiting for another one."""
    while True:
        try:
            with _lock(settings, timeout_s=1.0):
                yield
                return
        except Timeout:
            report(Progress("Waiting for another process that is loading a graph"))
        except OSError as error:
            raise LoadError(
                f"The folder {str(_folder(settings))!r} cannot be written: {error.strerror or error}. Permit writing "
                "there or set KGQA_DATA_DIR to another folder."
            ) from error


def _lock(settings: Settings, timeout_s: float) -> Any:
    _folder(settings).mkdir(parents=True, exist_ok=True, mode=0o700)
    return FileLock(_folder(settings) / LOCK, timeout=timeout_s, mode=0o600)


def _folder(settings: Settings) -> Path:
    return Path(settings.data_dir).absolute() / "graphs"


def _read_entry(settings: Settings, path: Path) -> GraphEntry | None:
    """What a manifest says; None where there is none, it is damaged, or its files are gone."""
    try:
        entry = _entry(settings, path.parent, json.loads(path.read_text(encoding="utf-8")))
        database = ServerFolder.of(settings.data_dir).databases / entry.database
        return entry if database.is_dir() and entry.names_path.is_file() else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        _LOG.warning("The manifest %s cannot be read, so its graph is not offered: %s", path, error)
        return None


def _entry(settings: Settings, folder: Path, manifest: dict[str, Any]) -> GraphEntry:
    return GraphEntry(
        card=GraphCard(**manifest["card"]),
        schema=Schema.from_json(manifest["schema"]),
        database=manifest["database"],
        contents=Contents.from_json(manifest["contents"]),
        names_path=folder / manifest["names"],
        size_bytes=manifest["size_bytes"],
        loaded_at=manifest["loaded_at"],
        data_version=manifest["build"],
        fingerprint=manifest["fingerprint"],
    )


def _checked_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise LoadError(
            f"A graph cannot be named {name!r}. Use 1 to 40 of the characters a to z, 0 to 9, hyphen and underscore."
        )
    return name


def _size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.iterdir())


def _ignore(_: Progress) -> None:
    """A report that nobody reads."""
