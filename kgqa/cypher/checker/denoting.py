"""What kind of thing the nodes of a statement are by the names and identifiers with which it looks for them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.names import Denoted, Field
from kgqa.cypher.checker.reach import NameSet
from kgqa.cypher.checker.similar import folded
from kgqa.cypher.checker.sought import Sought


def denoted_labels(found: Iterable[Sought], denoted: Denoted, schema: GraphSchema) -> dict[int, NameSet]:
    """By node, the labels of the things that its texts denote; of several texts those that all have in common.

    A text denotes what the question names with it, or else everything that the graph calls just so, but for case.
    """
    labels: dict[int, NameSet] = {}
    for one in found:
        if one.way != "=" or one.denied:
            continue
        asked = denoted.asked(one.text)
        if asked is not None and asked.label in schema.nodes and _field(schema, asked.label, one) is not None:
            held = frozenset({asked.label})
        else:
            held = frozenset(label for label in schema.nodes if _has(denoted, schema, label, one))
        if held:
            labels[one.node] = labels.get(one.node, held) & held
    return {node: held for node, held in labels.items() if held}


def settled(kinds: Mapping[int, NameSet], given: tuple[NameSet | None, ...]) -> frozenset[int]:
    """The nodes whose given label is a label of what they are looked for as."""
    return frozenset(node for node, held in kinds.items() if (given[node] or frozenset()) & held)


def _has(denoted: Denoted, schema: GraphSchema, label: str, one: Sought) -> bool:
    field = _field(schema, label, one)
    return field is not None and bool(denoted.written(one.text, "=", frozenset({label}), field))


def _field(schema: GraphSchema, label: str, one: Sought) -> Field | None:
    """What the key of a text is of a label: its name, its identifier, or neither; the wrong case is repaired later."""
    wanted = folded(one.key.text)
    if label in schema.display and folded(schema.display[label]) == wanted:
        return "name"
    return "identifier" if label in schema.identifiers and folded(schema.identifiers[label]) == wanted else None
