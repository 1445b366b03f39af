"""What stands for things of any type: "anything with A" asks for what by far the most links join to A."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.questions.answer_type import FAR_MORE
from kgqa.records import Entity
from kgqa.schema.model import NodeType, Schema


def most_joined(types: Sequence[NodeType], entities: Sequence[Entity], schema: Schema) -> list[NodeType]:
    """Of some types the one that by far the most links join to each named thing; all of them where none is."""
    labels = [{one.label for one in ((e.chosen, *e.rivals) if e.tied else (e.chosen,))} for e in entities]
    if not labels or len(types) < 2:
        return list(types)
    links = {node.label: min(_links(schema, node.label, ends) for ends in labels) for node in types}
    first, second, *_ = sorted(types, key=lambda node: -links[node.label])
    return [first] if links[first.label] > FAR_MORE * links[second.label] else list(types)


def _links(schema: Schema, label: str, ends: set[str]) -> int:
    """How many links join things of a type to those of some others."""
    joined = (one for one in schema.relations if not (one.hierarchical or one.negates or one.mirrors))
    return sum(
        one.count for one in joined if label in (one.source, one.target) and ({one.source, one.target} - {label}) & ends
    )
