"""Values on their way to the server and back: their size before, plain Python after."""

from __future__ import annotations

import sys
from typing import Any

import neo4j.graph
import neo4j.spatial
import neo4j.time

_PLAIN = (str, int, float, bool, type(None))
_TEMPORAL = (neo4j.time.Date, neo4j.time.Time, neo4j.time.DateTime, neo4j.time.Duration)
_DEEPEST = 64


def plain(value: Any) -> Any:
    """A value of a row as lists, dicts, texts and numbers.

    Nodes and relationships become their properties, a path the properties of its nodes and relationships in order,
    times and durations ISO 8601 text, points a dict of their coordinates with ``srid``.
    """
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, list | tuple) and not isinstance(value, neo4j.time.Duration | neo4j.spatial.Point):
        return [plain(item) for item in value]
    if isinstance(value, neo4j.graph.Path):
        steps = [*zip(value.nodes, value.relationships, strict=False), (value.nodes[-1],)]
        return [plain(part) for step in steps for part in step]
    if isinstance(value, neo4j.graph.Entity | dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, _TEMPORAL):
        return value.iso_format()
    if isinstance(value, neo4j.spatial.Point):
        return {"srid": value.srid, **dict(zip("xyz", value, strict=False))}
    return str(value)


def held_bytes(value: Any) -> int:
    """Bytes of memory that a value of ``plain`` takes, with everything in it; what stands in it twice counts twice."""
    if isinstance(value, list | tuple):
        return sys.getsizeof(value) + sum(held_bytes(item) for item in value)
    if isinstance(value, dict):
        return sys.getsizeof(value) + sum(held_bytes(key) + held_bytes(item) for key, item in value.items())
    return sys.getsizeof(value)


def wire_size(value: Any, depth: int = 0) -> int:
    """Bytes that a parameter takes on the wire, at most; too deep a nesting counts as endless."""
    if isinstance(value, str):
        return 5 + (len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass")))
    if isinstance(value, bytes | bytearray):
        return 5 + len(value)
    if depth > _DEEPEST:
        return 1 << 62
    if isinstance(value, dict):
        return 5 + sum(wire_size(key) + wire_size(item, depth + 1) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return 5 + sum(wire_size(item, depth + 1) for item in value)
    return 9
