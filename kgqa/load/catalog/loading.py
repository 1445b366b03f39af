"""From a source to a graph that is offered: one load at a time, and the default graph when it is first asked for.

Before a graph is asked its files are held against the checksums that were taken when it was offered
(``kgqa.graph.server.seals``), and its counts against those of the load: a damaged database answers that nothing is
recorded, which is worse than no answer. What is damaged is built again or refused.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import shutil
import uuid
import zlib
from dataclasses import replace

from kgqa.errors import DamagedGraphError, KgqaError, LoadError, UnknownGraphError
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder, write_private
from kgqa.graph.stop import StopSignal
from kgqa.load.catalog.changing import loading, sweep_held
from kgqa.load.catalog.entries import DEFAULT, GraphEntry, check_name, graph
from kgqa.load.catalog.publish import NAMES_COPY, publish
from kgqa.load.process import run_build
from kgqa.load.source import SourceSpec
from kgqa.progress import Progress, Report, with_remaining
from kgqa.settings import Settings

_LOG = logging.getLogger(__name__)


def load(
    settings: Settings, server: EmbeddedServer, source: SourceSpec, report: Report, stop: StopSignal | None = None
) -> GraphEntry:
    """Load a source as the graph that its card names, in place of an older one of that name.

    Args:
        report: hears how far it is and, once that is known, how long it still takes.
        stop: ends the load when it is set.

    Raises:
        LoadError: the graph could not be loaded; what was there before is untouched.
        StoppedError: ``stop`` was set before the graph was complete; what was there before is untouched.
    """
    with loading(settings, report, stop):
        sweep_held(settings, server)
        return _load(settings, server, source, with_remaining(report), stop)


def ensure_default(settings: Settings, server: EmbeddedServer, report: Report) -> GraphEntry:
    """The default graph, loaded when it is missing or when its source has changed since.

    Of several processes that ask for it at once one loads it; the others wait and use it.

    Raises:
        LoadError: it is missing and could not be loaded.
    """
    current = _current_default(settings, server)
    if current is not None:
        return current
    with loading(settings, report):
        return _current_default(settings, server) or _load(settings, server, DEFAULT, with_remaining(report), None)


def _load(
    settings: Settings, server: EmbeddedServer, source: SourceSpec, report: Report, stop: StopSignal | None
) -> GraphEntry:
    check_name(source.open().card.name, default=source.loader == DEFAULT.loader)
    staging = ServerFolder.of(settings.data_dir).staging / uuid.uuid4().hex[:12]
    try:
        staging.mkdir(parents=True, mode=0o700)
        run_build(source, staging, report, stop, settings.heap_mb)
        return publish(settings, server, source, staging, report, stop)
    except OSError as error:
        raise LoadError(
            f"The graph could not be written to {str(settings.data_dir)!r}: {error.strerror or error}. Free space "
            "there, permit writing, or set KGQA_DATA_DIR to another folder; what was there before is untouched."
        ) from error
    finally:
        shutil.rmtree(staging, ignore_errors=True)


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


def whole(settings: Settings, server: EmbeddedServer, entry: GraphEntry, report: Report) -> GraphEntry:
    """The graph, as it is or built again: the same entry where nothing of it was written anew.

    Raises:
        DamagedGraphError: its files are damaged and its source is not at hand; the message says what to do.
        LoadError: it could not be built again.
    """
    folder = ServerFolder.of(settings.data_dir)
    flaws = seals.flaws(folder, entry.database)
    if entry.sealed and not seals.is_sealed(folder, entry.database):
        flaws = ["the file of its checksums"]
    if flaws:
        return _again(settings, server, entry, flaws, report)
    if entry.names_digest and seals.digest_of(entry.names_path) != entry.names_digest:
        _LOG.warning("The names of the graph %r are damaged and are taken from their copy", entry.card.name)
        report(Progress("The file of names is damaged; they are taken from their copy"))
        try:
            _names_again(settings, entry)
            return replace(entry)  # another one, so that what was read of its names is read again
        except KgqaError as error:
            _LOG.warning("The names of the graph %r could not be taken from it: %s", entry.card.name, error)
            return _again(settings, server, entry, [entry.names_path.name], report)
    return entry


def _again(
    settings: Settings, server: EmbeddedServer, entry: GraphEntry, flaws: list[str], report: Report
) -> GraphEntry:
    """The graph loaded again from what it was loaded from, where that is still the same."""
    name = entry.card.name
    _LOG.warning("The files of the graph %r are damaged: %s", name, ", ".join(flaws))
    source = entry.source
    try:
        opened = source.open() if source is not None else None
        same = opened is not None and opened.card.name == name and opened.fingerprint() == entry.fingerprint
    except (KgqaError, OSError, TypeError):
        same = False
    if source is None or not same:
        origin = entry.loaded_from or "its source"
        raise DamagedGraphError(
            f"The graph {name!r} is damaged and is not asked, because its answers could be wrong: {_told(flaws)} "
            f"changed on the disk after it was loaded. Load it again from {origin}, or remove it."
        )
    report(Progress(f"The files of {name} are damaged; it is loaded again"))
    return load(settings, server, source, report)


def _told(flaws: list[str]) -> str:
    shown = ", ".join(flaws[:3])
    return shown if len(flaws) <= 3 else f"{shown} and {len(flaws) - 3} more"


def _names_again(settings: Settings, entry: GraphEntry) -> None:
    """Write the file of names from the copy that lies among the files of the database.

    Raises:
        LoadError: there is none, or it is another one.
    """
    copy = ServerFolder.of(settings.data_dir).databases / entry.database / NAMES_COPY
    with loading(settings, lambda _: None):
        try:
            names = gzip.decompress(copy.read_bytes())
        except (OSError, EOFError, zlib.error) as error:
            raise LoadError(f"The copy of the names cannot be read: {error or type(error).__name__}.") from error
        if hashlib.sha256(names).hexdigest() != entry.names_digest:
            raise LoadError("The copy of the names is of other names.")
        write_private(entry.names_path, names.decode("utf-8"))
