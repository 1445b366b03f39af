"""From a source to a graph that is offered: one load at a time, and the default graph when it is first asked for."""

from __future__ import annotations

import logging
import shutil
import uuid

from kgqa.errors import LoadError, UnknownGraphError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.stop import StopSignal
from kgqa.load.catalog.changing import loading, sweep_held
from kgqa.load.catalog.entries import DEFAULT, GraphEntry, check_name, graph
from kgqa.load.catalog.publish import publish
from kgqa.load.process import run_build
from kgqa.load.source import SourceSpec
from kgqa.progress import Report, with_remaining
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
