"""Opens a graph by its name or its address: where it is asked, what its names are, and how it is cited."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from kgqa.errors import UnknownGraphError
from kgqa.graph.full_text import indexed_fields
from kgqa.graph.own.capabilities import Rule, ServerKind
from kgqa.graph.own.connections import Connection, own_settings
from kgqa.graph.own.own_graph import open_own
from kgqa.graph.own.server_names import ServerNames
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.written_server import WrittenServer, WrittenStore
from kgqa.graph.store import GraphStore
from kgqa.linking.index import NameIndex
from kgqa.linking.vectors import VectorSpec, remove_unknown
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry
from kgqa.progress import Report
from kgqa.records import GraphCard
from kgqa.schema.link_texts import LinkTexts
from kgqa.schema.model import Schema
from kgqa.schema.ordinary_words import with_ordinary_words
from kgqa.settings import OWN_GRAPH, Settings


@dataclass(frozen=True, slots=True)
class OpenGraph:
    """A graph ready to be asked.

    Attributes:
        server: the embedded server, or None for an own one.
        vectors: what its names are embedded from, or None where they are not.
        search: finds names on an own server where they are too many for ``index``, which is empty then.
        kind: which server it is, as an own one names itself.
        rules: what an own server enforces.
        notes: what is to be known about an own server, a sentence each.
        data_version: which load of the graph this is; empty for an own server.
        written: where statements run that a person or a language model wrote; None where the others do.
        index_names: makes full-text indexes of its names and tells theirs; None for an own server.
        link_texts: by which its links are told apart, as far as the load gathered them.
    """

    card: GraphCard
    schema: Schema
    store: GraphStore
    index: NameIndex
    server: EmbeddedServer | None = None
    vectors: VectorSpec | None = None
    search: ServerNames | None = None
    kind: ServerKind = "neo4j"
    rules: tuple[Rule, ...] = ()
    notes: tuple[str, ...] = ()
    data_version: str = ""
    written: WrittenStore | None = None
    index_names: Callable[[], Sequence[str]] | None = None
    link_texts: LinkTexts = field(default_factory=LinkTexts)

    def close(self) -> None:
        """Leave the server; the embedded one ends a moment after its last user."""
        self.store.close()
        if self.written is not None:
            self.written.close()
        if self.server is not None:
            self.server.close()


def open_graph(settings: Settings, name: str, report: Report, connection: Connection | None = None) -> OpenGraph:
    """Open a graph by its name; the default graph is loaded where it is missing.

    Args:
        connection: of the own server to open, whatever ``settings`` say; the name is then not looked at.

    Raises:
        ServerError, LoadError, UnknownGraphError: the graph cannot be asked; the message says what to do.
    """
    if connection is not None:
        return _own(own_settings(settings, connection), report, connection.name, connection.home)
    if name == OWN_GRAPH and settings.graph_uri:
        return _own(settings, report)
    with ThreadPoolExecutor(1) as reader:
        # The names are read while the server starts, which is what a second start waits for.
        names = reader.submit(_known_names, settings, name)
        server = EmbeddedServer.connect(settings)
        try:
            found = _entry(settings, server, name, report)
            entry = catalog.whole(settings, server, found, report)
            return _of_entry(settings, server, entry, names if entry is found else None)
        except BaseException:
            server.close()
            raise


def _own(settings: Settings, report: Report, title: str = "", home: Path | None = None) -> OpenGraph:
    own = open_own(settings, report, title, home)
    index = NameIndex(own.names)
    return OpenGraph(
        own.card,
        with_ordinary_words(own.schema),
        own.store,
        index,
        search=own.search,
        kind=own.kind,
        rules=own.rules,
        notes=own.notes,
    )


def _entry(settings: Settings, server: EmbeddedServer, name: str, report: Report) -> GraphEntry:
    catalog.sweep(settings, server)
    known = [*catalog.graphs(settings), *catalog.removed(settings)]
    remove_unknown(settings.data_dir / "vectors", [_vectors(settings, one) for one in known])
    if name == catalog.DEFAULT.loader:
        return catalog.ensure_default(settings, server, report)
    return catalog.graph(settings, name)


def _vectors(settings: Settings, entry: GraphEntry) -> VectorSpec:
    folder = str(settings.data_dir / "vectors")
    return VectorSpec(folder, str(entry.names_path), entry.card.name, entry.data_version)


def _known_names(settings: Settings, name: str) -> tuple[str, NameIndex] | None:
    """The names of a graph as it is loaded now, with their version; None where it is not."""
    try:
        entry = catalog.graph(settings, name)
    except UnknownGraphError:
        return None
    return entry.data_version, NameIndex.from_file(entry.names_path)


def _of_entry(
    settings: Settings, server: EmbeddedServer, entry: GraphEntry, names: Future[tuple[str, NameIndex] | None] | None
) -> OpenGraph:
    known = names.result() if names is not None and names.exception() is None else None
    same = known is not None and known[0] == entry.data_version
    index = known[1] if known is not None and same else NameIndex.from_file(entry.names_path)
    gone = partial(catalog.gone, settings, entry)
    store = server.store(entry.database, gone=gone)
    return OpenGraph(
        entry.card,
        with_ordinary_words(entry.schema),
        store,
        index,
        server,
        _vectors(settings, entry),
        kind="arcadedb",
        data_version=entry.data_version,
        written=WrittenStore(WrittenServer(settings), entry.database, settings, gone),
        index_names=partial(server.index_names, entry.database, indexed_fields(entry.schema)),
        link_texts=entry.link_texts,
    )
