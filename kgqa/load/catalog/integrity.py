"""Whether the files of a graph are what was loaded, before it is asked; what is damaged is built again or refused.

A damaged database answers that nothing is recorded, which is worse than no answer. So its files are held against the
checksums that were taken when it was offered (``kgqa.graph.server.seals``), and its counts against those of the load.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from typing import Any

from kgqa.errors import DamagedGraphError, KgqaError, LoadError
from kgqa.graph.quoting import quoted
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder, write_private
from kgqa.load.catalog.changing import loading
from kgqa.load.catalog.entries import GraphEntry, write_manifest
from kgqa.load.catalog.loading import load
from kgqa.load.chunks import name_line
from kgqa.load.source import NodeRow
from kgqa.progress import Progress, Report
from kgqa.records import Query
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
        _LOG.warning("The names of the graph %r are damaged and are read from the graph again", entry.card.name)
        report(Progress("The file of names is damaged; they are read from the graph again"))
        try:
            return _names_again(settings, server, entry)
        except KgqaError as error:
            _LOG.warning("The names of the graph %r could not be read from it: %s", entry.card.name, error)
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


def _names_again(settings: Settings, server: EmbeddedServer, entry: GraphEntry) -> GraphEntry:
    """Write the file of names from the nodes of the graph, one JSON object a line."""
    columns = ("id", "name", "synonyms", "alternative_ids", "related_synonyms")
    lines = []
    with loading(settings, lambda _: None), server.store(entry.database) as store:
        for label, count in entry.contents.nodes.items():
            fields = ", ".join(f"n.{column} AS {column}" for column in columns)
            query = Query(f"MATCH (n:{quoted(label)}) RETURN {fields}", columns)
            rows = store.run(query, max_rows=count).rows
            if len(rows) != count:
                raise LoadError(f"The names of the graph {entry.card.name!r} could not be read again. Load it again.")
            lines += [name_line(_node(label, *row)) for row in rows]
        write_private(entry.names_path, "".join(lines))
        manifest = json.loads(entry.manifest_path.read_text(encoding="utf-8"))
        manifest["names_digest"] = seals.digest_of(entry.names_path)
        write_manifest(entry.manifest_path, manifest)
    return replace(entry, names_digest=manifest["names_digest"])


def _node(label: str, id_: str, name: Any, synonyms: Any, alternative_ids: Any, related_synonyms: Any) -> NodeRow:
    """A node as its row in the graph tells it; what the graph leaves out is empty."""
    return NodeRow(
        label,
        id_,
        name or "",
        tuple(synonyms or ()),
        alternative_ids=tuple(alternative_ids or ()),
        related_synonyms=tuple(related_synonyms or ()),
    )
