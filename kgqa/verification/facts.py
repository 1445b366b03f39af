"""What a graph records between pairs of named things, for claims that no evidence was fetched for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa.answers.conditions import hierarchy
from kgqa.answers.context import AnswerContext
from kgqa.answers.findings import find
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.ledger import Ledger
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Hop, Pair, Thing
from kgqa.questions.paths import direct
from kgqa.records import Triple
from kgqa.schema.model import Schema

MOST_PAIRS = 60
"""Pairs that are looked up for one answer; the rest stay not in the graph."""
MOST_KINDS = 3
"""Records of more specific terms whose way up to the asked term is fetched."""


def looker(
    schema: Schema, store: GraphStore, linker: Linker, source: str, *, stop: StopSignal | None = None
) -> tuple[Callable[[list[tuple[str, str]]], Sequence[Triple]], Ledger]:
    """A function that looks pairs of identifiers up in a graph, and the record of the statements that it runs.

    It gives every record of each pair, for and against, and those of more specific terms where the pair has none of
    its own with the way up from them, numbered from 1. Of pairs beyond the 60th nothing is looked up.

    Raises (when it is called):
        QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
    """
    ledger = Ledger(store, stop=stop)
    context = AnswerContext(schema, ledger, source)

    def look_up(pairs: list[tuple[str, str]]) -> Sequence[Triple]:
        numbering = Numbering()
        seen: set[tuple[str, str, str, str]] = set()
        for one, other in pairs[:MOST_PAIRS]:
            ends = _thing(linker, one), _thing(linker, other)
            if ends[0] is None or ends[1] is None:
                continue
            for edge in _between(context, ends[0], ends[1]):
                triple = edge.triple
                key = triple.subject.id, triple.predicate, triple.object.id, str(sorted(triple.properties.items()))
                if key not in seen:
                    seen.add(key)
                    numbering.cite([edge])
        return numbering.triples

    return look_up, ledger


def _thing(linker: Linker, identifier: str) -> Thing | None:
    """The thing with an identifier; None where the graph has none."""
    if identifier in linker.index:
        found = linker.index.thing(identifier)
        return Thing(found.node.name, found.node.label, found.ids)
    named = [one.chosen for one in linker.link(identifier) if one.chosen.method == "identifier"]
    return Thing(named[0].name, named[0].label, named[0].ids) if named else None


def _between(context: AnswerContext, one: Thing, other: Thing) -> list[Edge]:
    """Every record that joins two things directly, over any relation and either way."""
    edges: list[Edge] = []
    for hop in direct(context.schema, one.label, other.label):
        finding = find(context, Pair(one, other, (hop,)))
        edges += finding.edges
        if finding.kinds:
            edges += _ways_up(context, finding.edges, (one, other))
    for hop in direct(context.schema, one.label, other.label, hierarchical=True):
        edges += find(context, Pair(one, other, (hop,))).edges
    return edges


def _ways_up(context: AnswerContext, edges: Sequence[Edge], ends: tuple[Thing, Thing]) -> list[Edge]:
    """The kind-of records that lead from the ends of some edges to the things that were asked for."""
    ways: list[Edge] = []
    for edge in edges[:MOST_KINDS]:
        for node in (edge.triple.subject, edge.triple.object):
            asked = next((thing for thing in ends if thing.label == node.label), None)
            relation = hierarchy(context, node.label)
            if asked is not None and relation is not None and not any(node.id in thing.ids for thing in ends):
                below = Thing(node.name, node.label, (node.id,))
                ways += find(context, Pair(below, asked, (Hop(relation, forward=True),))).edges
    return ways
