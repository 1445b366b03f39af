"""Hetionet: one JSON file (metagraph, nodes, edges), or a table of nodes and one of edges with metaedge abbreviations.

https://github.com/hetio/hetionet, https://github.com/hetio/hetnetpy
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.source import BadRow
from kgqa.load.tables.cells import Position, Row, single
from kgqa.load.tables.forms.graph import EDGES, NODES, Graph, Numbered, Side, checked, flat, sampled, text_of
from kgqa.load.tables.forms.stream import json_items
from kgqa.load.tables.rows import about_rows, read_header, read_rows

_HEAD = frozenset(("metaedge_tuples", "kind_to_abbrev"))
_ITEMS = frozenset(("nodes", "edges"))
_VERBS = {
    **{"a": "associates", "b": "binds", "c": "causes", "d": "downregulates", "e": "expresses", "i": "includes"},
    **{"l": "localizes", "p": "participates", "r": "resembles", "t": "treats", "u": "upregulates"},
}
_VERBS_BETWEEN = {
    **{"GcG": "covaries", "GiG": "interacts", "Gr>G": "regulates", "CpD": "palliates", "DpS": "presents"},
}
_ABBREVIATED = re.compile(r"([A-Z]+)([a-z]+)(>?)([A-Z]+)")


def open_graph(files: Mapping[str, Path], options: Mapping[str, str]) -> Graph:
    """The graph of one JSON file, or of two tables.

    Raises:
        LoadError: one cannot be read.
    """
    symmetric: set[str] = set()
    if "graph" not in files:
        nodes, edges = files["nodes"], files["edges"]
        read = partial(_table_edges, edges, symmetric)
        return Graph(
            Side(nodes, tuple(read_header(nodes)), lambda position: read_rows(nodes, position=position), typed=False),
            Side(edges, tuple(read_header(edges)), read, typed=False, about=partial(about_rows, edges)),
            symmetric,
        )
    path = files["graph"]
    names = _Names(path, symmetric)
    return Graph(
        sampled(path, partial(_read, path, "nodes", "node", _node), NODES, unit="node"),
        sampled(path, partial(_read, path, "edges", "edge", names.edge), EDGES, unit="edge"),
        symmetric,
    )


def named(kind: str, abbreviation: str) -> str:
    """The type of a relation as Hetionet's own database calls it.

    >>> named("regulates", "Gr>G"), named("treats", "CtD")
    ('REGULATES_GrG', 'TREATS_CtD')
    """
    return f"{kind.upper().replace(' ', '_')}_{abbreviation.replace('>', '').replace('<', '')}"


def kind_of(abbreviation: str) -> str | None:
    """The verb of a metaedge's abbreviation; None for one that Hetionet does not have.

    >>> kind_of("CtD"), kind_of("GcG"), kind_of("XqY")
    ('treats', 'covaries', None)
    """
    found = _ABBREVIATED.fullmatch(abbreviation)
    return (_VERBS_BETWEEN.get(abbreviation) or _VERBS.get(found[2])) if found else None


def _table_edges(path: Path, symmetric: set[str], position: Position | None) -> Numbered:
    types: dict[str, str] = {}
    for number, row in read_rows(path, position=position):
        if not isinstance(row, BadRow):
            short = single(row.get("metaedge", ""))
            if short and short not in types:
                kind, found = kind_of(short), _ABBREVIATED.fullmatch(short)
                types[short] = named(kind, short) if kind else short
                if kind and found and not found[3] and found[1] == found[4]:
                    symmetric.add(types[short])
            if short:
                row["metaedge"] = types[short]
        yield number, row


def _read(path: Path, key: str, unit: str, row: Any, position: Position | None) -> Numbered:
    return checked(path, _items(path, key, position), row, unit)


def _items(path: Path, key: str, position: Position | None) -> Iterator[tuple[int, Any]]:
    """The items of one of the two arrays.

    Raises:
        LoadError: the file has no such array, an empty one aside, or cannot be read.
    """
    met: set[str] = set()
    for name, number, item in json_items(path, _ITEMS, position, met):
        if name == key:
            yield number, item
    if key not in met:
        there = f"it has {' and '.join(map(repr, sorted(met)))}" if met else "it has neither"
        raise LoadError(
            f"The file {str(path)!r} has no {key!r}: Hetionet is one JSON object with 'nodes' and 'edges', and "
            f"{there}. Load the whole file; if it has no links, give it an empty array of 'edges'."
        )


def _id(kind: str, identifier: str) -> str:
    return f"{kind}::{identifier}"


def _node(item: Any) -> Row:
    data = item.get("data") or {}
    kind = text_of(item, "kind")
    made = flat({key: value for key, value in data.items() if key not in ("id", "name", "label")})
    return {"id": _id(kind, text_of(item, "identifier")), "name": text_of(item, "name"), "label": kind, **made}


class _Names:
    """The types of the edges, as the metagraph at the head of the file names them."""

    def __init__(self, path: Path, symmetric: set[str]) -> None:
        self._path, self._symmetric = path, symmetric
        self._types: dict[tuple[str, ...], str] | None = None

    def edge(self, item: Any) -> Row:
        """The row of an edge."""
        (source, source_id), (target, target_id) = item["source_id"], item["target_id"]
        kind, direction = text_of(item, "kind"), str(item.get("direction", ""))
        if direction == "backward":
            source, source_id, target, target_id = target, target_id, source, source_id
        made: Row = {
            "source": _id(source, str(source_id)), "type": self._type(source, kind, target),
            "target": _id(target, str(target_id)),
        }  # fmt: skip
        if direction == "both" and source == target:
            self._symmetric.add(str(made["type"]))
        data = item.get("data") or {}
        return {**flat({f"original_{key}" if key in made else key: value for key, value in data.items()}), **made}

    def _type(self, source: str, kind: str, target: str) -> str:
        if self._types is None:
            self._types = dict(self._read())
        return self._types.get((source, kind, target), kind)

    def _read(self) -> Iterator[tuple[tuple[str, ...], str]]:
        found: dict[str, Any] = {}
        for name, number, item in json_items(self._path, _HEAD | _ITEMS):
            if name in _HEAD:
                found.setdefault(name, []).append(item) if number else found.update({name: item})
            elif found.keys() == _HEAD:
                break  # it mostly comes first
        short = found.get("kind_to_abbrev")
        if not isinstance(short, dict):
            return
        for tuple_ in found.get("metaedge_tuples", ()):
            if not isinstance(tuple_, list) or len(tuple_) != 4 or not all(isinstance(one, str) for one in tuple_):
                continue
            source, target, kind, direction = tuple_
            parts = [short.get(one) for one in (source, kind, target)]
            if all(isinstance(part, str) for part in parts):
                arrow = ">" if source == target and direction == "forward" else ""
                yield (source, kind, target), named(kind, f"{parts[0]}{parts[1]}{arrow}{parts[2]}")
