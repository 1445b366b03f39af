"""A record for programs."""

from __future__ import annotations

from typing import Any

from kgqa.records import Node, Triple


def as_json(triple: Triple) -> dict[str, Any]:
    """One record as the evidence of ``ask --json`` and of a checked text has it."""
    return {
        "number": triple.number,
        "subject": _node(triple.subject),
        "predicate": triple.predicate,
        "object": _node(triple.object),
        "against": triple.against,
        "sources": list(triple.sources),
        "properties": dict(triple.properties),
    }


def _node(node: Node) -> dict[str, str]:
    return {"name": node.name, "id": node.id, "label": node.label}
