"""Which recorded edges several answers have in common, and which only one of them has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.records import Triple

Shared = tuple[Triple, ...]


@dataclass(frozen=True, slots=True)
class SharedEvidence:
    """Edges by who rests on them.

    Attributes:
        all: of every answer.
        only: of each answer the edges that no other has.
        some: of several answers, but not of all.
    """

    all: Shared
    only: tuple[Shared, ...]
    some: Shared


def shared(evidence: Sequence[Sequence[Triple]]) -> SharedEvidence:
    """The edges of some answers, each once, whatever numbers they have there."""
    holders: dict[tuple[str, str, str, bool, str], set[int]] = {}
    edges: dict[tuple[str, str, str, bool, str], Triple] = {}
    for place, triples in enumerate(evidence):
        for triple in triples:
            holders.setdefault(_edge(triple), set()).add(place)
            edges.setdefault(_edge(triple), triple)
    many = len(evidence)
    return SharedEvidence(
        all=tuple(edges[key] for key, places in holders.items() if len(places) == many),
        only=tuple(
            tuple(edges[key] for key, places in holders.items() if places == {place} and many > 1)
            for place in range(many)
        ),
        some=tuple(edges[key] for key, places in holders.items() if 1 < len(places) < many),
    )


def _edge(triple: Triple) -> tuple[str, str, str, bool, str]:
    """Tells an edge from others of the same things: two sources may record one link differently."""
    fields = repr(sorted((name, str(value)) for name, value in triple.properties.items()))
    return triple.subject.id, triple.predicate, triple.object.id, triple.against, fields
