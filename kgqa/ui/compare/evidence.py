"""Which recorded edges several answers have in common, and which only one of them has."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.evidence.pruning import key
from kgqa.records import Trace, Triple

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
    holders: dict[str, set[int]] = {}
    edges: dict[str, Triple] = {}
    for place, triples in enumerate(evidence):
        for triple in triples:
            its_key = key(triple)
            holders.setdefault(its_key, set()).add(place)
            edges.setdefault(its_key, triple)
    many = len(evidence)
    return SharedEvidence(
        all=tuple(edges[its_key] for its_key, places in holders.items() if len(places) == many),
        only=tuple(
            tuple(edges[its_key] for its_key, places in holders.items() if places == {place} and many > 1)
            for place in range(many)
        ),
        some=tuple(edges[its_key] for its_key, places in holders.items() if 1 < len(places) < many),
    )


def cut(names: Sequence[str], traces: Sequence[Trace]) -> dict[str, str]:
    """By the key of an edge which of the answers read it and left it out, and why."""
    found: dict[str, str] = {}
    for name, trace in zip(names, traces, strict=True):
        for one in trace.pruned.cut if trace.pruned is not None else ():
            its_key = key(one.triple)
            said = f"{name} cut it: {one.reason}"
            found[its_key] = f"{found[its_key]}; {said}" if its_key in found else said
    return found
