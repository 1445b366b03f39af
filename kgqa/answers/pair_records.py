"""What the graph records about two named things and one relation: their own records, else those of their kinds."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.answers.context import AnswerContext, positive
from kgqa.answers.kind_records import KindRecords, of_kinds
from kgqa.evidence.gathering import Edge
from kgqa.questions.intent import Condition, Hop, Pair, Variable


@dataclass(frozen=True, slots=True)
class Finding:
    """What the graph records about one pair.

    Attributes:
        holds: True when a record says that the link holds, be it for kinds of one of the things.
        edges: the records it rests on, those against included.
        kinds: what is recorded for the kinds of one of the things; looked up only where the link is not recorded of
            the things themselves.
        denials: where it holds by kinds of what is recorded, the records of that itself, all of which deny it.
        via: unnamed things that join the pair.
    """

    pair: Pair
    holds: bool
    edges: tuple[Edge, ...] = ()
    kinds: KindRecords | None = None
    denials: tuple[Edge, ...] = ()
    via: tuple[str, ...] = ()


def find(context: AnswerContext, pair: Pair) -> Finding:
    """Look one pair up: its own records, then those of the kinds of either."""
    if pair.hops[0].relation.hierarchical:
        return _find_kind(context, pair)
    if len(pair.hops) > 1:
        return _find_chain(context, pair)
    edges = between(context, pair)
    if positive(edges):
        return Finding(pair, True, tuple(edges))
    kinds = of_kinds(context, pair)
    subject = pair.one if pair.hops[0].forward else pair.other
    # What is recorded of a thing itself is the answer, and its kinds are not it.
    if kinds is not None and kinds.found and not (edges and kinds.thing == subject):
        return Finding(pair, True, kinds.edges, kinds=kinds, denials=tuple(edges))
    return Finding(pair, False, tuple(edges), kinds=kinds)


def between(context: AnswerContext, pair: Pair) -> list[Edge]:
    """The records of a pair itself, the strongest first."""
    rows = context.ledger.run(context.statements.between(pair.one, pair.other, pair.hops[0]))
    return context.gatherer.edges(rows, pair.hops[0])


def _find_kind(context: AnswerContext, pair: Pair) -> Finding:
    """Whether the first thing lies below the second; the edges are those of one shortest way up."""
    hop = pair.hops[0]
    edges = between(context, pair)
    if edges:
        return Finding(pair, True, tuple(edges))
    rows = context.ledger.run(context.statements.way_up(pair.one, pair.other, hop.relation)).rows
    if not rows:
        return Finding(pair, False)
    ids, names = rows[0]
    steps: list[Edge] = []
    for below, above in zip(range(len(ids) - 1), range(1, len(ids)), strict=True):
        low = replace(pair.one, name=names[below], ids=(ids[below],))
        high = replace(pair.one, name=names[above], ids=(ids[above],))
        steps += between(context, Pair(low, high, (hop,)))
    return Finding(pair, True, tuple(steps), via=tuple(names[1:-1]))


def _find_chain(context: AnswerContext, pair: Pair) -> Finding:
    """Whether unnamed things join the pair, and which."""
    variable = middle(pair)
    keys = list(context.ledger.one(context.statements.collected(variable)) or [])
    if not keys:
        return Finding(pair, False)
    gathered = context.gatherer.of(variable, keys)
    edges = [edge for key in keys for g in gathered for edge in g.of_thing(key) if not edge.triple.against]
    names: dict[str, None] = {}
    ends = {*pair.one.ids, *pair.other.ids}
    for edge in edges:
        for node in (edge.triple.subject, edge.triple.object):
            if node.label == variable.label and node.id not in ends:
                names[node.name] = None
    return Finding(pair, bool(keys), tuple(edges), via=tuple(names))


def middle(pair: Pair) -> Variable:
    """The unnamed thing next to the first of a pair, with the conditions that join it to both."""
    first, rest = pair.hops[0], pair.hops[1:]
    condition = Condition(rest[-1], (pair.other,))
    for place in range(len(rest) - 1, 0, -1):
        condition = Condition(rest[place - 1], variable=Variable(rest[place - 1].end, (condition,)))
    back = Hop(first.relation, not first.forward)
    return Variable(first.end, (Condition(back, (pair.one,)), condition))
