"""Which graphs a data folder holds, as their manifests say.

    <data_dir>/graphs/NAME/manifest.json      written last, by a rename; without it there is no graph
    <data_dir>/graphs/NAME/names-BUILD.jsonl  one line a node, for the linker
    <data_dir>/server/databases/…_BUILD       the database that the manifest names
    <data_dir>/server/removed/TIME.NAME       a graph's folder after it was removed, until the server's next start

A graph is called what its folder is called, so that one rename of the folder renames, removes or brings back a graph.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError, UnknownGraphError
from kgqa.graph.server.folder import ServerFolder, write_private
from kgqa.load.source import Contents, SourceSpec
from kgqa.records import GraphCard
from kgqa.schema.link_texts import LinkTexts
from kgqa.schema.model import Relation, Schema
from kgqa.settings import OWN_GRAPH, Settings

DEFAULT = SourceSpec("hpo")
MANIFEST = "manifest.json"
_DIGEST = "digest"
_NAME = re.compile(r"[a-z0-9_][a-z0-9_-]{0,39}")
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class GraphEntry:
    """A graph that is loaded.

    Attributes:
        database: the name of its database on the embedded server.
        names_path: JSON lines with id, label, name, synonyms, alternative_ids and related_synonyms of every node. No
            other graph, and no other version of this one, ever has the same path.
        size_bytes: of the database and the names on the disk.
        loaded_at: ISO 8601, UTC.
        data_version: changes with every load; what was derived from other data has another one.
        fingerprint: of the source it was loaded from.
        loaded_from: that source in words; empty where the load did not note it.
        skipped_rows: bad rows of the source that were left out.
        source: what it can be loaded from again; None where the load did not note it.
        names_digest: SHA-256 of the file of names; empty where the load did not note it.
        sealed: whether there are checksums of the files of its database.
        link_texts: by which its links are told apart; nothing where it was loaded before they were gathered.
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
    loaded_from: str = ""
    skipped_rows: int = 0
    source: SourceSpec | None = None
    names_digest: str = ""
    sealed: bool = False
    link_texts: LinkTexts = field(default_factory=LinkTexts)

    @property
    def groups(self) -> int:
        """Nodes that its vocabulary brought to group others; they are counted apart everywhere."""
        counted = {node.label: node.count for node in self.schema.nodes}
        held = self.contents.nodes.items() if self.card.vocabulary else ()
        return sum(max(count - counted.get(label, count), 0) for label, count in held)

    @property
    def nodes(self) -> int:
        """Its nodes without those groups, as its schema counts them."""
        return sum(self.contents.nodes.values()) - self.groups

    def with_vocabulary(self, path: Path, *, skip_bad_rows: bool = False) -> SourceSpec:
        """What the graph is loaded from, with a vocabulary laid over it.

        Args:
            skip_bad_rows: load the rest where rows of either are bad, also where that was not said before.

        Raises:
            LoadError: the graph cannot be loaded again, has its vocabulary built in, or there is none at the path.
        """
        name = self.card.name
        if self.source is None:
            raise LoadError(
                f"What the graph {name!r} was loaded from is not noted, so it has to be imported again first."
            )
        if self.source.loader == DEFAULT.loader:
            raise LoadError(
                f"The graph {name!r} has {self.card.vocabulary} already; lay a vocabulary over a graph of yours."
            )
        arguments = {**self.source.arguments, "name": name}
        skipping = self.source.skip_bad_rows or skip_bad_rows
        found = replace(self.source, arguments=arguments, vocabulary=str(path), skip_bad_rows=skipping)
        found.open()
        return found

    @property
    def manifest_path(self) -> Path:
        """The file that makes this a graph."""
        return self.names_path.parent / MANIFEST


def graphs(settings: Settings) -> list[GraphEntry]:
    """The graphs that are loaded, by name."""
    found = [read_entry(settings, path) for path in sorted(graphs_folder(settings).glob(f"*/{MANIFEST}"))]
    return [entry for entry in found if entry is not None]


def graph(settings: Settings, name: str) -> GraphEntry:
    """The graph of that name.

    Raises:
        UnknownGraphError: there is none; the message names those that come nearest.
    """
    entry = read_entry(settings, graphs_folder(settings) / name / MANIFEST) if _NAME.fullmatch(name) else None
    if entry is None:
        names = [known.card.name for known in graphs(settings)]
        near = difflib.get_close_matches(name, names, n=3) or names
        offer = f"Loaded are: {', '.join(near)}." if near else "No graph is loaded yet."
        path = graphs_folder(settings) / name / MANIFEST
        if _NAME.fullmatch(name) and path.is_file():
            raise UnknownGraphError(
                f"The graph {name!r} is damaged and is not asked: {str(path)!r}, or what it names, is not what was "
                f"written when it was loaded. Load it again. {offer}"
            )
        raise UnknownGraphError(f"There is no graph {name!r}. {offer}")
    return entry


def removed(settings: Settings) -> list[GraphEntry]:
    """The graphs that were removed since the server started and can be brought back, the last removed first."""
    found = [
        read_entry(settings, path) for path in sorted(removed_folder(settings).glob(f"*/{MANIFEST}"), reverse=True)
    ]
    return [entry for entry in found if entry is not None]


def gone(settings: Settings, entry: GraphEntry) -> str | None:
    """Why a graph that was opened is not to be asked any more, as a sentence; None while it is offered.

    Costs two looks at the file system while the graph is there.
    """
    name = entry.card.name
    if (ServerFolder.of(settings.data_dir).damaged / entry.database).is_dir():
        return (
            f"The files of the graph {name!r} were damaged when its server started again, so it is not asked: its "
            "answers could be wrong. Open it again; it is loaded again where its source is at hand."
        )
    if entry.names_path.exists():
        return None
    known = graphs(settings)
    renamed = next((one.card.name for one in known if one.data_version == entry.data_version), None)
    if renamed is not None:
        return f"The graph {name!r} is called {renamed!r} now. Open it by that name and ask again."
    newer = next((one.loaded_at for one in known if one.card.name == name), None)
    if newer is not None:
        return f"The graph {name!r} was replaced by another load ({newer}). Open it again and repeat the question."
    return f"The graph {name!r} was removed after it was opened here. Choose another one, or bring it back."


def graphs_folder(settings: Settings) -> Path:
    """Holds one folder a graph."""
    return Path(settings.data_dir).absolute() / "graphs"


def removed_folder(settings: Settings) -> Path:
    """Holds one folder a removed graph; emptied before the server starts."""
    return ServerFolder.of(settings.data_dir).removed


def check_name(name: str, *, default: bool = False) -> str:
    """A name that a graph may have.

    Args:
        default: it is for the default graph, whose name no other graph may have.

    Raises:
        LoadError: it has other characters, is too long, or is kept for another graph.
    """
    if not _NAME.fullmatch(name):
        raise LoadError(
            f"A graph cannot be named {name!r}. Use 1 to 40 of the characters a to z, 0 to 9, hyphen and underscore, "
            "not beginning with a hyphen."
        )
    if name == OWN_GRAPH or (name == DEFAULT.loader and not default):
        whose = "a graph server of your own" if name == OWN_GRAPH else "the default graph"
        raise LoadError(f"A graph cannot be named {name!r}, because {whose} is called that. Use another name.")
    return name


def read_entry(settings: Settings, path: Path) -> GraphEntry | None:
    """What a manifest says; None where there is none, it is damaged, or its files are gone."""
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
        if manifest.get(_DIGEST, "") not in ("", _digest(manifest)):
            raise ValueError("its checksum is another one")
        found = entry_of(path.parent, manifest)
        server = ServerFolder.of(settings.data_dir)
        there = any((folder / found.database).is_dir() for folder in (server.databases, server.damaged))
        return found if there and found.names_path.is_file() else None
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        _LOG.warning("The manifest %s cannot be read, so its graph is not offered: %s", path, error)
        return None


def write_manifest(path: Path, manifest: Mapping[str, Any]) -> None:
    """Write a manifest with its own checksum.

    Raises:
        OSError: it could not be written; what was there before is untouched.
    """
    plain = json.loads(json.dumps(manifest))
    write_private(path, json.dumps({**plain, _DIGEST: _digest(plain)}, ensure_ascii=False))


def _digest(manifest: Mapping[str, Any]) -> str:
    rest = {key: value for key, value in manifest.items() if key != _DIGEST}
    return hashlib.sha256(json.dumps(rest, sort_keys=True).encode()).hexdigest()


def _with_ways_up(schema: Schema, written: Sequence[Mapping[str, Any]]) -> Schema:
    """The schema of a graph that was loaded before it was noted which relations lead into classes; its answers must not
    leave out what is in the classes below."""
    if all("membership" in one for one in written):
        return schema
    from kgqa.schema.derive import ways_up  # its words take longer to read than all manifests

    def noted(one: Relation) -> Relation:
        hierarchical, membership = ways_up(one.type, one.source, one.target)
        upward = hierarchical and not one.symmetric
        return replace(one, hierarchical=one.hierarchical or upward, membership=membership)

    return replace(schema, relations=tuple(map(noted, schema.relations)))


def entry_of(folder: Path, manifest: dict[str, Any]) -> GraphEntry:
    """The graph of a folder, with the name of the folder; what comes before a point in that is no part of it.

    A title that only repeats the name under which the graph was loaded follows a new name.
    """
    loaded = GraphCard(**manifest["card"])
    name = folder.name.rpartition(".")[2]
    return GraphEntry(
        card=replace(loaded, name=name, title=name if loaded.title == loaded.name else loaded.title),
        schema=_with_ways_up(Schema.from_json(manifest["schema"]), manifest["schema"]["relations"]),
        database=manifest["database"],
        contents=Contents.from_json(manifest["contents"]),
        names_path=folder / manifest["names"],
        size_bytes=manifest["size_bytes"],
        loaded_at=manifest["loaded_at"],
        data_version=manifest["build"],
        fingerprint=manifest["fingerprint"],
        loaded_from=manifest.get("loaded_from", ""),
        skipped_rows=manifest.get("skipped_rows", 0),
        source=SourceSpec(**manifest["source"]) if "source" in manifest else None,
        names_digest=manifest.get("names_digest", ""),
        sealed=manifest.get("sealed", False),
        link_texts=LinkTexts.from_json(manifest.get("link_texts", {})),
    )
