"""The recorded value of the asked relation, where things have one value of it: what a disease is inherited as instead.

That something is not recorded is silence, and stays so wherever several can be true at the same time (a disease has
many features, and often a second gene). It is more than silence where a relation sorts things into classes. Whether it
does is read from the graph, never from the relation's name:

- the recorded value is a class: twenty things or more share it;
- most things have one value: at least nine in ten of those that have any have exactly one;
- there are few values: four things or more to each on average, as with classes and not with genes or drugs.

A recorded value that is broader than the asked one leaves the asked one open, and one that is narrower answers it. One
that is neither excludes the asked one only where the two are alternatives: they stand beside each other in the
hierarchy of the values, or one of them beside something broader than the other (autosomal dominant inheritance beside
autosomal recessive and beside X-linked inheritance, polygenic inheritance beside neither), or their names are each
other's opposites. What stands right below all values is beside no more than its like. Any other value is told beside
the silence.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import hierarchy, kinds_of
from kgqa.answers.context import AnswerContext
from kgqa.answers.pair_records import KindRecords, counted, end, number_of, other_kinds
from kgqa.evidence.gathering import Edge, far_key, near_key
from kgqa.language.everyday import are_opposite
from kgqa.questions.intent import Condition, Hop, Pair, Thing, Variable
from kgqa.schema.model import Relation

_LEAST_SHARING = 20
"""Things that share the recorded value."""
ALONE = 0.9
"""Share of the things that have exactly one value."""
_THINGS_TO_A_VALUE = 4
"""Things to each value, on average."""
MOST_VALUES = 3
"""Recorded values that are told instead of the asked one; more are no answer to it."""
_MOST_BROADER = 500
"""Broader values that are looked at."""
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
        excludes: one of the values is an alternative to the asked one, so that this is not so.
    """

    thing: Thing
    hop: Hop
    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    kinds: str = ""
    excludes: bool = True


def recorded_instead(context: AnswerContext, pair: Pair) -> Instead | None:
    """The recorded values of one of two things that stand in the place of the asked one.

    None where the relation does not sort things into classes, where the thing has no value or several, or where one of
    its values is broader than the asked one. Whether they exclude the asked one is said with them.
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
                values = {node.id: node.name for edge in edges for node in [end(edge, at_source=not walked.forward)]}
                excludes = _excluded(context, asked, values)
                return Instead(thing, walked, tuple(dict.fromkeys(values.values())), edges, kinds, excludes)
    return None


def _excluded(context: AnswerContext, asked: Thing, values: Mapping[str, str]) -> bool:
    """Whether an asked value is an alternative to a recorded one.

    Args:
        values: the names of the recorded ones by their identifiers.
    """
    if any(are_opposite(asked.name, name) for name in values.values()):
        return True
    relation = hierarchy(context, asked.label)
    if relation is None:
        return False
    above = _above(context, asked.label, relation, (*asked.ids, *values))

    def beside(one: str, other: str) -> bool:
        """Whether two things have a next broader one in common that is not what all of them are."""
        common = above.get(one, frozenset()) & above.get(other, frozenset())
        return one != other and any(above.get(parent) for parent in common)

    return any(
        above.get(one) == above.get(value)
        or any(beside(one, other) for other in _up(value, above))
        or any(beside(value, other) for other in _up(one, above))
        for one in asked.ids
        for value in values
    )


def _above(context: AnswerContext, label: str, relation: Relation, ids: Sequence[str]) -> dict[str, frozenset[str]]:
    """The next broader things of some and of all that are broader, by identifier."""
    found: dict[str, frozenset[str]] = {}
    left = list(dict.fromkeys(ids))
    while left and len(found) < _MOST_BROADER:
        rows = context.ledger.run(context.statements.parents(label, relation, left)).rows
        broader_of: defaultdict[str, set[str]] = defaultdict(set)
        for narrower, broader in rows:
            broader_of[str(narrower)].add(str(broader))
        found |= {id_: frozenset(broader_of[id_]) for id_ in left}
        left = [id_ for id_ in dict.fromkeys(str(broader) for _, broader in rows) if id_ not in found]
    return found


def _up(id_: str, above: Mapping[str, frozenset[str]]) -> set[str]:
    """A thing with all that are broader."""
    reached: set[str] = set()
    left = {id_}
    while left:
        reached |= left
        left = {one for other in left for one in above.get(other, ())} - reached
    return reached


@dataclass(frozen=True, slots=True)
class OtherValue:
    """Another value that kinds of a thing have.

    Attributes:
        kinds: how many kinds have it.
    """

    name: str
    kinds: int
    edges: tuple[Edge, ...]

    @property
    def ids(self) -> set[str]:
        """Identifiers of both ends of its records."""
        return {node.id for edge in self.edges for node in (edge.triple.subject, edge.triple.object)}


def values_of_other_kinds(context: AnswerContext, pair: Pair, records: KindRecords) -> list[OtherValue]:
    """Where kinds of a thing have the asked value: the other values that its kinds have, the most frequent first.

    None where the relation does not sort things into classes: then a kind with the asked value may well have others.
    """
    hop = pair.hops[0] if records.thing == pair.one else Hop(pair.hops[0].relation, not pair.hops[0].forward)
    thing = replace(records.thing, ids=tuple(other_kinds(context, records.thing)))
    return _other_values(context, thing, hop, records.edges)


def other_values(context: AnswerContext, pair: Pair, edges: Sequence[Edge]) -> list[OtherValue]:
    """Where a thing itself has the asked value: the others that it has, where most things have one; as for kinds."""
    hop = pair.hops[0]
    thing = pair.one if hop.forward else pair.other
    if hop.relation.hierarchical or pair.one.label == pair.other.label:
        return []
    return _other_values(context, thing, Hop(hop.relation, forward=True), edges)


def _other_values(context: AnswerContext, thing: Thing, hop: Hop, edges: Sequence[Edge]) -> list[OtherValue]:
    """The values of a thing, or of its kinds, besides those that some records tell."""
    if not hop.forward or not _may_sort(context, thing.label, hop.relation):
        return []
    variable = Variable(hop.end, (Condition(Hop(hop.relation, not hop.forward), (thing,)),))
    told = {far_key(edge, hop) for edge in edges}
    keys = [key for key in context.ledger.one(context.statements.collected(variable)) or [] if key not in told]
    if not keys or not _sorts(context, thing.label, hop):
        return []
    found: list[OtherValue] = []
    for gathered in context.gatherer.of(variable, keys):
        for key in keys:
            recorded = tuple(edge for edge in gathered.own(key) if not edge.triple.against)
            kinds = {near_key(edge, hop) for edge in recorded}
            if kinds:
                found.append(OtherValue(end(recorded[0], at_source=False).name, len(kinds), recorded))
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
    if int(sharing or 0) < _LEAST_SHARING or not set(asked.ids).isdisjoint(kinds_of(context, values)):
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
    return things >= _THINGS_TO_A_VALUE * int(values or 0)
