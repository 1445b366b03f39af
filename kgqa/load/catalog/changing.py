"""Changing the graphs of a data folder: one process at a time, and what was left behind is swept away.

<data_dir>/graphs/load.lock   held by the process that changes something

Renaming, removing and bringing back a graph is one rename of its folder each, so it is done or not begun. The database
stays where it is, open and under the name of its load, until the graph is gone for good. So whoever asks a graph at
that moment gets the rows of the statement that runs, and with the next one a sentence (``entries.gone``).
"""

from __future__ import annotations

import contextlib
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from kgqa.errors import LoadError, ServerError, StoppedError, UnknownGraphError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.links import withdraw
from kgqa.graph.server.seals import unseal
from kgqa.graph.stop import StopSignal
from kgqa.load.catalog.entries import (
    DEFAULT,
    MANIFEST,
    GraphEntry,
    check_name,
    graph,
    graphs,
    graphs_folder,
    removed,
    removed_folder,
)
from kgqa.load.process import STOPPED
from kgqa.progress import Progress, Report
from kgqa.settings import Settings

LOCK = "load.lock"
_SOON_S = 5.0
_DATABASE = re.compile(r"[a-z0-9_-]{1,40}_(?P<build>[0-9a-f]{12})")
_NAMES = re.compile(r"names-(?P<build>[0-9a-f]{12})\.jsonl")


@contextlib.contextmanager
def loading(settings: Settings, report: Report, stop: StopSignal | None = None) -> Iterator[None]:
    """Be the only process that changes the graphs of this data folder, waiting for another one.

    Raises:
        LoadError: the folder cannot be written.
        StoppedError: ``stop`` was set while it waited.
    """
    while True:
        if stop is not None and stop.is_set():
            raise StoppedError(STOPPED)
        try:
            with _held(settings, timeout_s=1.0):
                yield
                return
        except Timeout:
            report(Progress("Waiting for another process that is loading a graph"))


@contextlib.contextmanager
def _moving(settings: Settings, what: str) -> Iterator[None]:
    """Be the only process that changes the graphs of this data folder, for a change that takes no time.

    Args:
        what: is to be done, for the error ("The graph 'x' cannot be removed").

    Raises:
        LoadError: a graph is being loaded, or the folder cannot be written.
    """
    try:
        with _held(settings, timeout_s=_SOON_S):
            yield
    except Timeout:
        raise LoadError(f"{what} while a graph is being loaded. Try again when that is done, or stop it.") from None


def sweep(settings: Settings, server: EmbeddedServer) -> None:
    """Remove what loads that were killed left behind; does nothing while a graph is being loaded."""
    with contextlib.suppress(Timeout, LoadError), _held(settings, timeout_s=0):
        sweep_held(settings, server)


def sweep_held(settings: Settings, server: EmbeddedServer) -> None:
    """Remove what belongs to no graph, for who holds the lock; what a manifest that cannot be read names stays."""
    folder = graphs_folder(settings)
    kept = [*graphs(settings), *removed(settings)]
    readable = {entry.names_path.parent for entry in kept}
    unread = {path.parent for path in folder.glob(f"*/{MANIFEST}")} - readable
    names = {path.name for one in unread for path in one.iterdir()} | {entry.names_path.name for entry in kept}
    builds = {match["build"] for name in names if (match := _NAMES.fullmatch(name))}
    with contextlib.suppress(FileNotFoundError):
        for path in ServerFolder.of(settings.data_dir).staging.iterdir():
            shutil.rmtree(path, ignore_errors=True)
    aside = ServerFolder.of(settings.data_dir).damaged
    for path in [*server.databases_dir.iterdir(), *(aside.iterdir() if aside.is_dir() else ())]:
        match = _DATABASE.fullmatch(path.name)
        if match and match["build"] not in builds:
            drop(server, path.name)
    for path in folder.glob("*/*"):
        if path.is_file() and path.parent not in unread and path.name not in {MANIFEST, *names}:
            path.unlink(missing_ok=True)
    for path in folder.iterdir():
        if path.is_dir():
            with contextlib.suppress(OSError):
                path.rmdir()  # only where it is empty


def drop(server: EmbeddedServer, database: str) -> None:
    """Delete a database whether the server has opened it or not; what cannot be deleted now is swept later."""
    with contextlib.suppress(ServerError):
        if database in server.databases():
            server.drop_database(database)
    shutil.rmtree(server.databases_dir / database, ignore_errors=True)
    withdraw(ServerFolder.of_written(server.databases_dir.parents[1]), database)
    unseal(ServerFolder(server.databases_dir.parent), database)


@contextlib.contextmanager
def _held(settings: Settings, timeout_s: float) -> Iterator[Any]:
    """Hold the lock of the folder; a ``Timeout`` passes, any other failure of the system becomes a sentence."""
    folder = graphs_folder(settings)
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = FileLock(folder / LOCK, timeout=timeout_s, mode=0o600)
        lock.acquire()
    except Timeout:
        raise
    except OSError as error:
        raise LoadError(
            f"The folder {str(folder)!r} cannot be written: {error.strerror or error}. Permit writing "
            "there or set KGQA_DATA_DIR to another folder."
        ) from error
    try:
        yield
    finally:
        lock.release()


def rename(settings: Settings, name: str, new: str) -> GraphEntry:
    """Give a graph another name; its names are embedded anew, as those are kept by the name of the graph.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: the new name is not allowed or taken, it is the default graph, or the folder cannot be written.
    """
    with _moving(settings, f"The graph {name!r} cannot be renamed"):
        _require_own(name, "renamed; it would be loaded again under its old name")
        entry = graph(settings, name)
        _move(settings, entry, graphs_folder(settings) / check_name(new))
    return graph(settings, new)


def remove(settings: Settings, name: str) -> None:
    """Stop offering a graph; ``restore`` brings it back until the server starts the next time.

    Raises:
        UnknownGraphError: there is none of that name.
        LoadError: it is the default graph, or the folder cannot be written.
    """
    with _moving(settings, f"The graph {name!r} cannot be removed"):
        _require_own(name, "removed; the next question to it would load it again")
        _move(settings, graph(settings, name), removed_folder(settings) / f"{time.time_ns():020}.{name}")


def restore(settings: Settings, name: str) -> GraphEntry:
    """Bring back the graph of that name that was removed last.

    Raises:
        UnknownGraphError: none of that name was removed since the server started.
        LoadError: another graph has the name now, or the folder cannot be written.
    """
    with _moving(settings, f"The graph {name!r} cannot be brought back"):
        entry = next((one for one in removed(settings) if one.card.name == name), None)
        if entry is None:
            names = ", ".join(dict.fromkeys(one.card.name for one in removed(settings)))
            offer = f"These were: {names}." if names else "Load it again from its source."
            raise UnknownGraphError(f"No graph {name!r} was removed since the graph server started. {offer}")
        _move(settings, entry, graphs_folder(settings) / check_name(name))
    return graph(settings, name)


def _require_own(name: str, why_not: str) -> None:
    if name == DEFAULT.loader:
        raise LoadError(f"The default graph {name!r} cannot be {why_not}.")


def _move(settings: Settings, entry: GraphEntry, folder: Path) -> None:
    """Rename the folder of a graph to one that no graph has."""
    if (folder / MANIFEST).exists():
        raise LoadError(
            f"There is another graph {folder.name!r}. Rename or remove that one first, or choose another name."
        )
    try:
        shutil.rmtree(folder, ignore_errors=True)  # what a load that was killed left there
        folder.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        entry.names_path.parent.rename(folder)
    except OSError as error:
        raise LoadError(
            f"The folder of the graph {entry.card.name!r} cannot be moved to {str(folder)!r}: "
            f"{error.strerror or error}. Permit writing to {str(settings.data_dir)!r}."
        ) from error
