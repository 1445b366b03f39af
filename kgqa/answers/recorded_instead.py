"""The recorded value of the asked relation, where things have one value of it: what a disease is inherited as instead.

That something is not recorded is silence, and stays so wherever several can be true at the same time (a disease has
many features, and often a second gene). It is more than silence where a relation sorts things into classes. Whether it
does is read from the graph, never from the relation's name:

- the recorded value is a class: twenty things or more share it;
- most things have one value: at least nine in ten of those that have any have exactly one;
- there are few values: four things or more to each on average, as with classes and not with genes or drugs.

A recorded value that is broader than the asked one leaves the asked one open, and one that is narrower answers it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from kgqa.answers.conditions import kinds_of
from kgqa.answers.context import AnswerContext
from kgqa.answers.kind_records import KindRecords, counted, end, number_of, other_kinds
from kgqa.evidence.gathering import Edge, far_key, near_key
from kgqa.questions.intent import Condition, Hop, Pair, Thing, Variable
from kgqa.schema.model import Relation

LEAST_SHARING = 20
"""Things that share the recorded value."""
ALONE = 0.9
"""Share of the things that have exactly one value."""
THINGS_TO_A_VALUE = 4
"""Things to each value, on average."""
MOST_VALUES = 3
"""Recorded values that are told instead of the asked one; more are no answer to it."""
MOST_EDGES = 50_000
"""Edges of a relation beyond which they are not counted while somebody waits."""


@dataclass(frozen=True, slots=True)
class Instead:
    """What is recorded in the place of an asked value.

    Attributes:
        thing: the thing that has a value.
        hop: the relation, walked from it.
        names: its recorded values.
        edges: their records.
        kinds: for how many of its kinds they are recorded, in words; empty where they are recorded of the thing itself.
    """

    thing: Thing
    hop: Hop
    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    kinds: str = ""


def recorded_instead(context: AnswerContext, pair: Pair) -> Instead | None:
    """The recorded values of one of two things that stand in the place of the asked one.

    None where the relation does not sort things into classes, where the thing has no value or several, or where one of
    its values is broader than the asked one.
    """
    hop = pair.hops[0]
    if len(pair.hops) > 1 or hop.relation.hierarchical or pair.one.label == pair.other.label:
        return None
    for thing, asked, walked in (
        (pair.one, pair.other, hop),
        (pair.other, pair.one, Hop(hop.relation, not hop.forward)),
    ):
        if _may_sort(context, thing.label, hop.relation):
            kinds = ""
            edges = _values(context, thing, asked, walked)
            if not edges and (below := other_kinds(context, thing)):
                edges = _values(context, replace(thing, ids=tuple(below)), asked, walked)
                having = len({near_key(edge, walked) for edge in edges})
                kinds = counted(having, number_of(context, thing, below), thing, context.wording.kinds(thing.label, 1))
            if edges and _sorts(context, thing.label, walked):
                names = dict.fromkeys(end(edge, at_source=not walked.forward).name for edge in edges)
                return Instead(thing, walked, tuple(names), edges, kinds)
    return None


@dataclass(frozen=True, slots=True)
class OtherValue:
    """Another value that kinds of a thing have.

    Attributes:
        kinds: how many kinds have it.
    """

    name: str
    kinds: int
    edges: tuple[Edge, ...]


def values_of_other_kinds(context: AnswerContext, pair: Pair, records: KindRecords) -> list[OtherValue]:
    """Where kinds of a thing have the asked value: the other values that its kinds have, the most frequent first.

    None where the relation does not sort things into classes: then a kind with the asked value may well have others.
    """
    hop = pair.hops[0] if records.thing == pair.one else Hop(pair.hops[0].relation, not pair.hops[0].forward)
    if not hop.forward or not _may_sort(context, records.thing.label, hop.relation):
        return []
    thing = replace(records.thing, ids=tuple(other_kinds(context, records.thing)))
    variable = Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward), (thing,)),))
    told = {far_key(edge, hop) for edge in records.edges}
    keys = [key for key in context.ledger.one(context.statements.collected(variable)) or [] if key not in told]
    if not keys or not _sorts(context, thing.label, hop):
        return []
    found: list[OtherValue] = []
    for gathered in context.gatherer.of(variable, keys):
        for key in keys:
            edges = tuple(edge for edge in gathered.own(key) if not edge.triple.against)
            kinds = {near_key(edge, hop) for edge in edges}
            if kinds:
                found.append(OtherValue(end(edges[0], at_source=False).name, len(kinds), edges))
    return sorted(found, key=lambda value: (-value.kinds, value.name))


def _may_sort(context: AnswerContext, label: str, relation: Relation) -> bool:
    """Whether the counts of the schema leave it possible: two values for each thing on average are no class."""
    nodes = context.schema.node(label).count
    return relation.count <= MOST_EDGES and not (nodes and relation.count > 2 * nodes)


def _values(context: AnswerContext, thing: Thing, asked: Thing, hop: Hop) -> tuple[Edge, ...]:
    """The records of the few values of a thing that are classes; none where one is broader than the asked one."""
    back = Hop(hop.relation, not hop.forward)
    variable = Variable(hop.end, (Condition(back, (thing,)),))
    rows = context.ledger.run(context.statements.answers(variable), max_rows=20 * MOST_VALUES).rows
    keys = list(dict.fromkeys(key for key, _, _ in rows))
    if not 0 < len(keys) <= MOST_VALUES:
        return ()
    values = replace(asked, ids=tuple(id_ for _, id_, _ in rows))
    sharing = context.ledger.one(context.statements.count(Variable(thing.label, (Condition(hop, (values,)),))))
    if int(sharing or 0) < LEAST_SHARING or not set(asked.ids).isdisjoint(kinds_of(context, values)):
        return ()
    (gathered,) = context.gatherer.of(variable, keys)
    return tuple(edge for key in keys for edge in gathered.own(key) if not edge.triple.against)


def _sorts(context: AnswerContext, label: str, hop: Hop) -> bool:
    """Whether a relation sorts the things of a label into classes, by the edges of the graph."""
    rows = context.ledger.run(context.statements.spread(label, hop)).rows
    spread = {int(joined): int(things) for joined, things in rows}
    things = sum(spread.values())
    if spread.get(1, 0) < ALONE * things:
        return False
    back = Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward)),))
    values = context.ledger.one(context.statements.count(back))
    return things >= THINGS_TO_A_VALUE * int(values or 0)
