"""Reads a source in a thread of its own: rows are checked, counted and joined to chunks for the database."""

from __future__ import annotations

import itertools
import json
import threading
from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Queue
from typing import TextIO

from kgqa.errors import LoadError
from kgqa.graph.load.checks import check_name, node_fault
from kgqa.graph.load.records import SAME, BadRow, Contents, EdgeRow, GraphSource, NodeRow, Triad

ROWS = 10_000
"""Most rows of a chunk."""

AHEAD = 8
"""Blocks of edges that are read before the nodes are written."""

LISTED = 20
"""How many bad rows an error lists."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows of one label or one relation type, ready for the database.

    Attributes:
        name: the label or the type.
        text: the rows as a JSON array.
        step: what is being written, in words.
        ids: identifiers of the nodes in the order of the rows; empty for edges.
    """

    name: str
    text: str
    rows: int
    step: str
    ids: tuple[str, ...] = ()


class ChunkReader:
    """Hands over chunks of nodes, then of edges.

    Edges name the database's records of their ends, so the first chunk of edges comes after ``written`` was called
    for every chunk of nodes; reading goes on meanwhile.
    """

    def __init__(self, source: GraphSource, names: TextIO) -> None:
        self._source = source
        self._names = names
        self._queue: Queue[Chunk | BaseException | None] = Queue(maxsize=8)
        self._written = threading.Semaphore(0)
        self._unwritten = 0
        self._records: dict[tuple[str, str], str] = {}
        self._nodes: Counter[str] = Counter()
        self._edges: Counter[Triad] = Counter()
        self._types: set[str] = set()
        self._plurals: dict[str, str] = {}
        self._things: dict[tuple[str, str], str] = {}
        self._problems: list[str] = []

    def start(self) -> None:
        """Begin to read."""
        threading.Thread(target=self._run, daemon=True).start()

    def next(self) -> Chunk | None:
        """The next chunk, waiting for it; None when the source is read to its end.

        Raises:
            LoadError: the source cannot be read or contradicts itself.
        """
        item = self._queue.get()
        if isinstance(item, BaseException):
            raise item
        return item

    def written(self, chunk: Chunk, records: list[str]) -> None:
        """Note where the database put the nodes of a chunk."""
        self._records.update(zip(((chunk.name, node) for node in chunk.ids), records, strict=True))
        self._written.release()

    def contents(self) -> Contents:
        """What was read; complete when ``next`` has given None."""
        return Contents(nodes=dict(self._nodes), edges=dict(self._edges))

    def _run(self) -> None:
        try:
            for chunk in self._node_chunks():
                self._unwritten += 1
                self._queue.put(chunk)
            if not self._unwritten and not self._problems:
                raise LoadError("The source holds no nodes, so there is nothing to load.")
            for chunk in self._edge_chunks():
                self._queue.put(chunk)
            self._raise_problems()
            self._queue.put(None)
        except BaseException as error:
            self._queue.put(error)

    def _node_chunks(self) -> Iterator[Chunk]:
        rows: defaultdict[str, list[NodeRow]] = defaultdict(list)
        seen: set[tuple[str, str]] = set()
        for row in self._source.read_nodes():
            if isinstance(row, BadRow):
                self._note(row)
            elif reason := node_fault(row, seen):
                self._note(BadRow(row.where, reason))
            else:
                if row.label not in self._nodes:
                    check_name(row.label)
                seen.add((row.label, row.id))
                rows[row.label].append(row)
                if len(rows[row.label]) == ROWS:
                    yield self._node_chunk(row.label, rows.pop(row.label))
        for label, rest in rows.items():
            yield self._node_chunk(label, rest)

    def _node_chunk(self, label: str, rows: list[NodeRow]) -> Chunk:
        self._nodes[label] += len(rows)
        self._names.writelines(map(_name_line, rows))
        text = json.dumps([{**_node_object(row), SAME: self._thing(row)} for row in rows])
        return Chunk(label, text, len(rows), f"Writing {self._plural(label)}", tuple(row.id for row in rows))

    def _thing(self, row: NodeRow) -> str:
        """The identifier of the first node with this name and label: what one thing's identifiers have in common."""
        return self._things.setdefault((row.label, " ".join(row.name.casefold().split())), row.id)

    def _edge_chunks(self) -> Iterator[Chunk]:
        """Chunks of edges; blocks of them are read ahead while the last nodes are being written."""
        rows: defaultdict[str, list[dict[str, object]]] = defaultdict(list)
        edges = self._source.read_edges()
        ahead: deque[list[EdgeRow | BadRow]] = deque()
        while block := list(itertools.islice(edges, ROWS)):
            ahead.append(block)
            if self._all_written(wait=len(ahead) > AHEAD):
                while ahead:
                    yield from self._full_chunks(ahead.popleft(), rows)
        self._all_written(wait=True)
        for block in ahead:
            yield from self._full_chunks(block, rows)
        for type_, rest in rows.items():
            yield _edge_chunk(type_, rest)

    def _all_written(self, *, wait: bool) -> bool:
        while self._unwritten and self._written.acquire(blocking=wait):
            self._unwritten -= 1
        return not self._unwritten

    def _full_chunks(
        self, block: list[EdgeRow | BadRow], rows: defaultdict[str, list[dict[str, object]]]
    ) -> Iterator[Chunk]:
        """Add the edges of a block to the rows of their types, and hand over those that fill a chunk."""
        for row in block:
            if isinstance(row, BadRow):
                self._note(row)
                continue
            if not row.type.strip():
                self._note(BadRow(row.where, "the edge has no type"))
                continue
            source = self._records.get((row.source_label, row.source))
            target = self._records.get((row.target_label, row.target))
            if source is None or target is None:
                missing = row.source if source is None else row.target
                self._note(BadRow(row.where, f"there is no node with the identifier {missing!r}"))
                continue
            self._check_type(row.type)
            self._edges[row.source_label, row.type, row.target_label] += 1
            rows[row.type].append({**row.properties, "_src": source, "_dst": target})
            if len(rows[row.type]) == ROWS:
                yield _edge_chunk(row.type, rows.pop(row.type))

    def _check_type(self, type_: str) -> None:
        if type_ in self._types:
            return
        check_name(type_)
        if type_ in self._nodes:
            raise LoadError(f"{type_!r} is the name of a node type and of a relation. Rename one of them.")
        self._types.add(type_)

    def _plural(self, label: str) -> str:
        if label not in self._plurals:
            schema = self._source.describe(Contents({label: 1}, {}))
            self._plurals[label] = schema.node(label).plural
        return self._plurals[label]

    def _note(self, row: BadRow) -> None:
        self._problems.append(f"{row.where}: {row.reason}" if row.where else row.reason)
        if len(self._problems) == LISTED:
            self._raise_problems()

    def _raise_problems(self) -> None:
        if self._problems:
            listed = "; ".join(self._problems)
            more = f" Only the first {LISTED} are listed." if len(self._problems) == LISTED else ""
            raise LoadError(f"The source has rows that cannot be loaded. {listed}.{more} Correct them and load again.")


def _node_object(row: NodeRow) -> dict[str, object]:
    """The properties of a node; what is empty is left out, so that it reads as unknown."""
    known = {
        "id": row.id,
        "name": row.name,
        "synonyms": row.synonyms,
        "definition": row.definition,
        "alternative_ids": row.alternative_ids,
        "related_synonyms": row.related_synonyms,
    }
    return {**row.properties, **{name: value for name, value in known.items() if value}}


def _name_line(row: NodeRow) -> str:
    line = {
        "id": row.id,
        "label": row.label,
        "name": row.name,
        "synonyms": row.synonyms,
        "alternative_ids": row.alternative_ids,
        "related_synonyms": row.related_synonyms,
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


def _edge_chunk(type_: str, rows: list[dict[str, object]]) -> Chunk:
    return Chunk(type_, json.dumps(rows), len(rows), f"Writing {type_} links")
