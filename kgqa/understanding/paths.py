"""Which relations of a schema join two types, and which of them a question means."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.graph.schema import Relation, Schema
from kgqa.understanding.intent import Hop

MOST_HOPS = 3


def direct(schema: Schema, one: str, other: str, *, hierarchical: bool = False) -> list[Hop]:
    """Hops from one label to another over a single relation, without those that deny another relation."""
    return [
        Hop(relation, forward)
        for relation, forward in schema.between(one, other)
        if relation.negates is None and relation.hierarchical == hierarchical
    ]


def prefer(hops: list[Hop], asked: Iterable[Relation]) -> list[Hop]:
    """The hops that a question asks for in so many words; all of them where it asks for none of them."""
    wanted = {relation.type for relation in asked}
    wanted |= {relation.negates for relation in asked if relation.negates}
    return [hop for hop in hops if hop.relation.type in wanted] or hops


def chains(schema: Schema, one: str, other: str) -> list[tuple[Hop, ...]]:
    """The shortest chains of two or three hops from one label to another over unnamed things of other types.

    Only chains of the least length are returned; hierarchical and denying relations are never part of one, and no
    type is visited twice: what joins two things of one type through a third is a question of its own.
    """
    fronts: list[tuple[Hop, ...]] = [()]
    for _ in range(MOST_HOPS):
        longer = [
            (*path, hop)
            for path in fronts
            for hop in _onward(schema, path[-1].end if path else one)
            if hop.end != one and all(hop.end != earlier.end for earlier in path)
        ]
        arrived = [path for path in longer if path[-1].end == other]
        if arrived and len(arrived[0]) > 1:
            return arrived
        fronts = [path for path in longer if path[-1].end != other]
    return []


def _onward(schema: Schema, label: str) -> list[Hop]:
    hops = []
    for relation in schema.relations:
        if relation.negates is not None or relation.hierarchical:
            continue
        if relation.source == label:
            hops.append(Hop(relation, forward=True))
        if relation.target == label and relation.source != label:
            hops.append(Hop(relation, forward=False))
    return hops
