"""What the graph records about two named things and one relation: their own records, else those of their kinds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import collected, grounded
from kgqa.answers.context import AnswerContext, positive
from kgqa.answers.kind_records import KindRecords, OfKind, number_of, of_kinds, other_kinds
from kgqa.evidence.gathering import Edge, Gathered, far_node
from kgqa.questions.intent import Condition, Hop, Pair, Thing, Variable


@dataclass(frozen=True, slots=True)
class Finding:
    """What the graph records about one pair.

    Attributes:
        holds: True when a record says that the link holds, be it for kinds of one of the things.
        edges: the records it rests on, those against included.
        kinds: what is recorded for the kinds of one of the things; looked up only where the link is not recorded of
            the things themselves.
        far_kinds: the same of either end of a way over something unnamed.
        denials: where it holds by kinds of what is recorded, the records of that itself, all of which deny it.
        via: unnamed things that join the pair.
    """

    pair: Pair
    holds: bool
    edges: tuple[Edge, ...] = ()
    kinds: KindRecords | None = None
    far_kinds: tuple[KindRecords, ...] = ()
    denials: tuple[Edge, ...] = ()
    via: tuple[str, ...] = ()


def find(context: AnswerContext, pair: Pair) -> Finding:
    """Look one pair up: its own records, then those of the kinds of either."""
    if pair.hops[0].relation.hierarchical:
        return _find_kind(context, pair)
    if len(pair.hops) > 1:
        return _find_chain(context, pair)
    edges = [] if pair.of_family else between(context, pair)
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
    """Whether the first thing lies below the second, right below it where that is asked; the edges are those of one
    shortest way up."""
    hop = pair.hops[0]
    if pair.one.family:
        return Finding(pair, False)  # what is above a member is not above them all
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
    return Finding(pair, not pair.direct, tuple(steps), via=tuple(names[1:-1]))


def _find_chain(context: AnswerContext, pair: Pair) -> Finding:
    """Whether unnamed things join the pair, and which: the two themselves, else kinds of one of them, else of both."""
    found = _joined(context, pair, {})
    kinds = {thing: more for thing in (pair.one, pair.other) if (more := other_kinds(context, thing))}
    if found.holds or not kinds:
        return found
    widest = _joined(context, pair, kinds)
    if not widest.holds or len(kinds) < 2:
        return widest
    # Where a relation ends, a record of a kind is one of the thing; where it begins, it tells of that kind alone.
    ends = sorted(kinds, key=lambda thing: thing == (pair.one if pair.hops[0].forward else pair.other))
    narrower = (_joined(context, pair, {thing: kinds[thing]}) for thing in ends)
    return next((one for one in narrower if one.holds), widest)


def _joined(context: AnswerContext, pair: Pair, kinds: Mapping[Thing, Sequence[str]]) -> Finding:
    """What joins a pair over unnamed things.

    Args:
        kinds: of the things that stand for their kinds as well the identifiers of these.
    """
    one, other = (replace(thing, ids=(*thing.ids, *kinds.get(thing, ()))) for thing in (pair.one, pair.other))
    variable = grounded(context, middle(replace(pair, one=one, other=other)))
    keys = collected(context, variable)
    if not keys:
        return Finding(pair, False)
    gathered = context.gatherer.of(variable, keys)
    edges = [edge for key in keys for g in gathered for edge in g.of_thing(key) if not edge.triple.against]
    names: dict[str, None] = {}
    ends = {*one.ids, *other.ids}
    for edge in edges:
        for node in (edge.triple.subject, edge.triple.object):
            if node.label == variable.label and node.id not in ends:
                names[node.name] = None
    near, far = gathered
    while far.inner:
        far = far.inner[0]
    told = [(pair.one, near), (pair.other, far)]
    far_kinds = tuple(_of_far_kinds(context, thing, kinds[thing], last) for thing, last in told if thing in kinds)
    return Finding(pair, True, tuple(edges), far_kinds=far_kinds, via=tuple(names))


def _of_far_kinds(context: AnswerContext, thing: Thing, ids: Sequence[str], last: Gathered) -> KindRecords:
    """The kinds of a thing at the end of a way over something unnamed, with the records that lead to them."""
    hop = last.condition.hop
    found: dict[str, list[Edge]] = {}
    for edge in last.edges:
        if not edge.triple.against:
            found.setdefault(far_node(edge, hop).name, []).append(edge)
    return KindRecords(
        thing,
        context.wording.kinds(thing.label, 1),
        number_of(context, thing, ids),
        tuple(OfKind(name, tuple(edges)) for name, edges in found.items()),
        cut=context.gatherer.truncated,
    )


def middle(pair: Pair) -> Variable:
    """The unnamed thing next to the first of a pair, with the conditions that join it to both."""
    first, rest = pair.hops[0], pair.hops[1:]
    condition = Condition(rest[-1], (pair.other,))
    for place in range(len(rest) - 1, 0, -1):
        condition = Condition(rest[place - 1], variable=Variable(rest[place - 1].end, (condition,)))
    back = Hop(first.relation, not first.forward)
    return Variable(first.end, (Condition(back, (pair.one,)), condition))
