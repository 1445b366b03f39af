"""Reads a source in a thread of its own: rows are checked, counted and joined to chunks for the database."""

from __future__ import annotations

import itertools
import json
import threading
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from queue import Queue
from typing import TextIO

import orjson

from kgqa.errors import LoadError
from kgqa.language.json_lines import json_line
from kgqa.load.checks import Checks, refused
from kgqa.load.source import EQUIVALENTS, SAME, BadRow, Contents, EdgeBlock, EdgeGroup, EdgeRow, GraphSource, NodeRow
from kgqa.schema.called_by_names import MOST_NAMES
from kgqa.schema.link_texts import Gatherer, LinkTexts

ROWS, LARGEST = 10_000, 8 * 1024**2
"""Most rows of a chunk, and the characters from which on it is full whatever its rows; both bound the memory."""

PIECE = 100
"""Rows that become text together."""

STEP = 1_000
"""Rows of a block of edges that do."""

AHEAD = 8
"""Blocks of edges that are read before the nodes are written."""


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


class _Gathered:
    """Rows of one label or one type until they fill a chunk."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.count = 0
        self._rows: list[dict[str, object]] = []
        self._texts: list[str] = []
        self._size = 0

    def add(self, *rows: dict[str, object]) -> bool:
        """Add rows. True when they fill the chunk."""
        self._rows.extend(rows)
        self.count += len(rows)
        if len(self._rows) < PIECE:
            return False
        self._write()
        return self.count >= ROWS or self._size >= LARGEST

    def text(self) -> str:
        """All rows as a JSON array."""
        if self._rows:
            self._write()
        return f"[{','.join(self._texts)}]"

    def _write(self) -> None:
        text = _as_json(self._rows)[1:-1]
        self._texts.append(text)
        self._size += len(text)
        self._rows.clear()


class ChunkReader:
    """Hands over chunks of nodes, then of edges.

    Edges name the database's records of their ends, so the first chunk of edges comes after ``written`` was called
    for every chunk of nodes; reading goes on meanwhile. Bad rows are left out and counted where the source says so;
    otherwise the first of them ends the writing, the rest is read only to tell of all, and the load fails.

    Attributes:
        shared_labels: the labels of things with several identifiers, of what was read so far.
        first_names: by label the names of the first things that were read.
    """

    def __init__(self, source: GraphSource, names: TextIO) -> None:
        self._source = source
        self._names = names
        self._queue: Queue[Chunk | BaseException | None] = Queue(maxsize=8)
        self._written = threading.Semaphore(0)
        self._unwritten = 0
        self._checks = Checks()
        self._texts = Gatherer()
        self._plurals: dict[str, str] = {}
        self._things: dict[tuple[str, str], str] = {}
        self.shared_labels: set[str] = set()
        self.first_names: defaultdict[str, list[str]] = defaultdict(list)

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
        self._checks.known[chunk.name].update(zip(chunk.ids, records, strict=True))
        self._written.release()

    def contents(self) -> Contents:
        """What was read; complete when ``next`` has given None."""
        return self._checks.contents

    def link_texts(self) -> LinkTexts:
        """The texts of the links that were read; complete when ``next`` has given None."""
        return self._texts.gathered()

    @property
    def skipped(self) -> int:
        """Bad rows that were left out."""
        return self._checks.bad.count

    @property
    def _failed(self) -> bool:
        return self._checks.bad.count > 0 and not self._source.skip_bad_rows

    def _run(self) -> None:
        try:
            for chunk in self._node_chunks():
                self._unwritten += 1
                self._queue.put(chunk)
            for chunk in self._edge_chunks():
                self._queue.put(chunk)
            if self._failed:
                raise LoadError(refused(self._checks.bad))
            if not self._checks.known:
                told = f" {self._checks.bad.told()}" if self.skipped else ""
                raise LoadError(f"The source holds no nodes, so there is nothing to load.{told}")
            self._queue.put(None)
        except BaseException as error:
            self._queue.put(error)

    def _node_chunks(self) -> Iterator[Chunk]:
        gathered: defaultdict[str, _Gathered] = defaultdict(_Gathered)
        for row in self._source.read_nodes():
            if isinstance(row, BadRow):
                self._checks.bad.add(row)
            elif self._checks.node(row) and not self._failed:
                self._names.write(name_line(row))
                if len(names := self.first_names[row.label]) < MOST_NAMES:
                    names.append(row.name)
                rows = gathered[row.label]
                rows.ids.append(row.id)
                if rows.add({**node_object(row), SAME: self._thing(row)}):
                    yield self._node_chunk(row.label, gathered.pop(row.label))
        if not self._failed:
            for label, rest in gathered.items():
                yield self._node_chunk(label, rest)

    def _node_chunk(self, label: str, rows: _Gathered) -> Chunk:
        return Chunk(label, rows.text(), rows.count, f"Writing {self._plural(label)}", tuple(rows.ids))

    def _thing(self, row: NodeRow) -> str:
        """What one thing's identifiers have in common: what the source says, else the first identifier of its name."""
        thing = row.thing or self._things.setdefault((row.label, " ".join(row.name.casefold().split())), row.id)
        if thing != row.id:
            self.shared_labels.add(row.label)
        return thing

    def _edge_chunks(self) -> Iterator[Chunk]:
        """Chunks of edges; blocks of them are read ahead while the last nodes are being written."""
        rows: defaultdict[str, _Gathered] = defaultdict(_Gathered)
        ahead: deque[_Read] = deque()
        for block in _blocks(self._source):
            ahead.append(block)
            if self._all_written(wait=len(ahead) > AHEAD):
                while ahead:
                    yield from self._full_chunks(ahead.popleft(), rows)
        self._all_written(wait=True)
        for block in ahead:
            yield from self._full_chunks(block, rows)
        if not self._failed:
            for type_, rest in rows.items():
                yield _edge_chunk(type_, rest)

    def _all_written(self, *, wait: bool) -> bool:
        while self._unwritten and self._written.acquire(blocking=wait):
            self._unwritten -= 1
        return not self._unwritten

    def _full_chunks(self, block: _Read, rows: defaultdict[str, _Gathered]) -> Iterator[Chunk]:
        """Add the edges of a block to the rows of their types, and hand over those that fill a chunk."""
        checks = self._checks
        if isinstance(block, EdgeBlock) and (known := checks.block(block)) is not None:
            if not self._failed:
                for group, (starts, ends) in zip(block.groups, known, strict=True):
                    yield from self._full_of_group(group, starts, ends, rows)
            return
        for row in block.rows() if isinstance(block, EdgeBlock) else block:
            if isinstance(row, BadRow):
                checks.bad.add(row)
            elif (records := checks.edge(row)) and not self._failed:
                type_, source_label, _, target_label, _, properties, _ = row
                self._texts.add((source_label, type_, target_label), properties)
                if rows[type_].add({**properties, "_src": records[0], "_dst": records[1]}):
                    yield _edge_chunk(type_, rows.pop(type_))

    def _full_of_group(
        self, group: EdgeGroup, starts: list[str], ends: list[str], rows: defaultdict[str, _Gathered]
    ) -> Iterator[Chunk]:
        """The same of edges between two labels, whose records are known."""
        self._texts.add_all((group.source_label, group.type, group.target_label), group.properties)
        names = (*group.properties, "_src", "_dst")
        columns = zip(*group.properties.values(), starts, ends, strict=True)
        while some := [
            {name: value for name, value in zip(names, values, strict=True) if value is not None}
            for values in itertools.islice(columns, STEP)
        ]:
            if rows[group.type].add(*some):
                yield _edge_chunk(group.type, rows.pop(group.type))

    def _plural(self, label: str) -> str:
        if label not in self._plurals:
            schema = self._source.describe(Contents({label: 1}, {}))
            self._plurals[label] = schema.node(label).plural
        return self._plurals[label]


_Read = list[EdgeRow | BadRow] | EdgeBlock


def _blocks(source: GraphSource) -> Iterator[_Read]:
    """The edges of a source, many at once."""
    if source.edge_blocks is None:
        edges = source.read_edges()
        while some := list(itertools.islice(edges, ROWS)):
            yield some
        return
    single: list[EdgeRow | BadRow] = []
    for item in source.edge_blocks():
        if not isinstance(item, EdgeBlock):
            single.append(item)
        if single and (isinstance(item, EdgeBlock) or len(single) == ROWS):
            yield single
            single = []
        if isinstance(item, EdgeBlock):
            yield item
    if single:
        yield single


def node_object(row: NodeRow) -> dict[str, object]:
    """The properties of a node; what is empty is left out, so that it reads as unknown."""
    known = {
        "id": row.id,
        "name": row.name,
        "synonyms": tuple(
            dict.fromkeys((*(name for name in row.names if name != row.name), *row.synonyms, *row.listed))
        ),
        "definition": row.definition,
        "alternative_ids": row.alternative_ids,
        "related_synonyms": row.related_synonyms,
        EQUIVALENTS: row.equivalent_ids,
    }
    return {**row.properties, **{name: value for name, value in known.items() if value}}


def _as_json(rows: list[dict[str, object]]) -> str:
    """Rows as a JSON array. What has no form in UTF-8 (half of a surrogate pair) is escaped."""
    try:
        return orjson.dumps(rows).decode()
    except TypeError:
        return json.dumps(rows)


def name_line(row: NodeRow) -> str:
    """What the file of names says of a node, as a line of JSON with its end."""
    line: dict[str, object] = {
        "id": row.id,
        "label": row.label,
        "name": row.name,
        "synonyms": row.synonyms,
        "alternative_ids": (*row.alternative_ids, *row.equivalent_ids),
        "related_synonyms": row.related_synonyms,
    }
    rare = {"thing": row.thing, "names": row.names, "listed": row.listed, "named_after": row.named_after}
    line |= {key: value for key, value in rare.items() if value}
    return json_line(line) + "\n"


def _edge_chunk(type_: str, rows: _Gathered) -> Chunk:
    return Chunk(type_, rows.text(), rows.count, f"Writing {type_} links")
