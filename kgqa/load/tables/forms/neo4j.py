"""A Neo4j database by way of its export (``apoc.export.csv.all`` and the like): nodes, then relationships, in one CSV.

The rows of nodes fill ``_id`` and ``_labels``, those of relationships ``_start``, ``_end`` and ``_type``.
https://neo4j.com/docs/apoc/current/export/csv/
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import partial
from pathlib import Path

from kgqa.load.source import BadRow
from kgqa.load.tables.cells import Position, Row, Value, bad, single
from kgqa.load.tables.forms.graph import EDGES, NODES, Graph, Numbered, sampled
from kgqa.load.tables.rows import read_rows
from kgqa.schema.property_words import NODE_FIELDS

_OWN_ID = ("id", "identifier", "curie")
_NAMES = tuple(name for name in NODE_FIELDS["name"] if name != "label")


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of one export.

    Raises:
        LoadError: it cannot be read.
    """
    path = files["graph"]
    own: dict[str, str] = {}
    return Graph(sampled(path, partial(_nodes, path, own), NODES), sampled(path, partial(_edges, path, own), EDGES))


def _nodes(path: Path, own: dict[str, str], position: Position | None) -> Numbered:
    """Rows of nodes. A node goes by the identifier that it has itself, unless another node has it too."""
    taken: set[str] = set()
    for number, row in read_rows(path, position=position):
        if isinstance(row, BadRow):
            yield number, row
        elif "_id" in row:
            internal = single(row.pop("_id"))
            made: Row = {name: _parts(value) for name, value in row.items()}
            key = next((name for name in _OWN_ID if row.get(name)), "")
            id_ = single(made[key]) if key and single(made[key]) not in taken else internal
            if id_ != internal:
                del made[key]
            elif key == "id":
                made["original_id"] = made.pop("id")
            taken.add(id_)
            own[internal] = id_
            if not any(made.get(name) for name in _NAMES):
                made["name"] = id_
            yield number, {"id": id_, **made}


def _edges(path: Path, own: dict[str, str], position: Position | None) -> Numbered:
    for number, row in read_rows(path, position=position):
        if isinstance(row, BadRow) or "_id" in row:
            continue  # those that cannot be read are told of with the nodes
        if "_start" not in row and "_end" not in row:
            yield number, bad(path, number, "it is neither a node (_id) nor a relationship (_start, _end)")
            continue
        if not single(row.get("_type", "")).strip():
            yield number, bad(path, number, "the relationship has no type (_type)")
            continue
        made: Row = {name: _parts(value) for name, value in row.items()}
        for end in ("_start", "_end"):
            known = single(row.get(end, ""))
            made[end] = own.get(known, known)
        yield number, made


def _parts(value: Value) -> Value:
    """The parts of a cell that holds a list, as the export writes it: a JSON array."""
    if isinstance(value, str) and value.startswith("[") and value.endswith("]"):
        try:
            found = json.loads(value)
        except (ValueError, RecursionError):
            return value
        if isinstance(found, list) and all(isinstance(part, str | int | float) for part in found):
            return [str(part) for part in found]
    return value
