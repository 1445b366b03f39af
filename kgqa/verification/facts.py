"""What a graph records of links between named things, for claims that no evidence was fetched for."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.answers.conditions import hierarchy
from kgqa.answers.context import AnswerContext
from kgqa.answers.counting import number_met
from kgqa.answers.pair_records import find
from kgqa.answers.recorded_instead import recorded_instead
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.ledger import Ledger
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.questions.intent import Hop, Pair, Thing
from kgqa.questions.paths import direct
from kgqa.schema.model import Schema
from kgqa.verification.totals import Count
from kgqa.verification.verifying import LookedUp, LookUp

MOST_PAIRS = 60
"""Links that are looked up for one text; the rest is not checked."""
_TOO_MANY = "it was not looked up, as more links are stated than are looked up at once"
MOST_KINDS = 3
"""Records of more specific terms whose way up to the asked term is fetched."""


def looker(schema: Schema, store: GraphStore, source: str, *, stop: StopSignal | None = None) -> tuple[LookUp, Ledger]:
    """A function that looks links up in a graph, and the record of the statements that it runs.

    It gives every record between the two things of each, for and against, and those of more specific terms where they
    have none of their own with the way up from them, numbered from 1; where nothing is recorded, what is recorded in
    its place. Of links beyond the 60th nothing is looked up.

    Raises (when it is called):
        QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
    """
    ledger = Ledger(store, stop=stop)
    context = AnswerContext(schema, ledger, source)

    def look_up(pairs: Sequence[Pair]) -> LookedUp:
        numbering = Numbering()
        seen: dict[tuple[str, str, str, str], int] = {}
        instead: dict[tuple[str, str], list[int]] = {}

        def number(edge: Edge) -> int:
            triple = edge.triple
            key = triple.subject.id, triple.predicate, triple.object.id, str(sorted(triple.properties.items()))
            if key not in seen:
                seen[key] = numbering.cite([edge])[0]
            return seen[key]

        for pair in pairs[:MOST_PAIRS]:
            found = [number(edge) for edge in _between(context, pair)]
            other = None if found or pair.negated else recorded_instead(context, pair)
            if other is not None and other.excludes:
                instead[pair.one.ids[0], pair.other.ids[0]] = [number(edge) for edge in other.edges]
        left_out = {(pair.one.ids[0], pair.other.ids[0]): _TOO_MANY for pair in pairs[MOST_PAIRS:]}
        return LookedUp(numbering.triples, instead, left_out)

    return look_up, ledger


def counter(schema: Schema, ledger: Ledger, source: str) -> Count:
    """A function that counts the things that meet some conditions, as a list of them is made.

    Raises (when it is called):
        QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
    """
    context = AnswerContext(schema, ledger, source)
    return lambda variable: number_met(context, variable)


def _between(context: AnswerContext, pair: Pair) -> list[Edge]:
    """Every record that joins two things directly, over any relation and either way."""
    edges: list[Edge] = []
    one, other = pair.one, pair.other
    for hop in direct(context.schema, one.label, other.label):
        finding = find(context, Pair(one, other, (hop,)))
        edges += finding.edges
        if finding.kinds:
            edges += _ways_up(context, finding.edges, (one, other))
    for hop in direct(context.schema, one.label, other.label, hierarchical=True):
        edges += find(context, Pair(one, other, (hop,))).edges
        edges += find(context, Pair(other, one, (hop,))).edges
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
