"""What a row must be before it may become a part of a graph."""

from __future__ import annotations

import urllib.parse

from kgqa.errors import LoadError, QueryError
from kgqa.graph.load.records import NodeRow
from kgqa.graph.names import quoted

FORBIDDEN = frozenset(",*")
"""Characters that the engine refuses in the name of a type."""

LONGEST_NAME = 150
"""Bytes of a type's name with everything but letters and digits percent-encoded, as the engine names files by it."""


def check_name(name: str) -> None:
    """Refuse a label or relation type that the database cannot carry.

    Raises:
        LoadError: it holds a character that is not allowed there, or is too long for the name of a file.
    """
    try:
        quoted(name)
    except QueryError as error:
        raise LoadError(str(error)) from error
    if set(name) & FORBIDDEN or len(urllib.parse.quote(name, safe="")) > LONGEST_NAME:
        raise LoadError(
            f"{name[:80]!r} cannot name a node type or a relation: it holds one of {' '.join(sorted(FORBIDDEN))} or "
            "is too long. Rename it in the source and load it again."
        )


def node_fault(row: NodeRow, seen: set[tuple[str, str]]) -> str | None:
    """Why a node cannot be loaded."""
    if not row.id.strip():
        return "the node has no identifier"
    if not row.name.strip():
        return f"the node {row.id!r} has no name"
    if not row.label.strip():
        return f"the node {row.id!r} has no label"
    if (row.label, row.id) in seen:
        return f"the identifier {row.id!r} occurs twice"
    return None
