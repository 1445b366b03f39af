"""Whether the files of a graph are what was loaded, before it is asked; what is damaged is built again or refused.

A damaged database answers that nothing is recorded, which is worse than no answer. So its files are held against the
checksums that were taken when it was offered (``kgqa.graph.server.seals``), and its counts against those of the load.
"""

from __future__ import annotations

import gzip
import hashlib
import logging
import zlib
from dataclasses import replace

from kgqa.errors import DamagedGraphError, KgqaError, LoadError
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder, write_private
from kgqa.load.catalog.changing import loading
from kgqa.load.catalog.entries import GraphEntry
from kgqa.load.catalog.loading import load
from kgqa.load.catalog.publish import NAMES_COPY
from kgqa.progress import Progress, Report
from kgqa.settings import Settings

_LOG = logging.getLogger(__name__)


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
