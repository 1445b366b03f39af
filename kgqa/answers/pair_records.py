"""What the graph records about two named things and one relation: their own records, else those of their kinds.

What is recorded of a kind of the object holds for the object: who shows moderate intellectual disability shows
intellectual disability. So a record of the asked subject itself with a kind of the asked object comes first. A record
of a kind of the subject tells of that kind alone; how many of how many kinds have one is always said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.answers.conditions import collected, grounded, kinds_of
from kgqa.answers.context import AnswerContext, marks, positive
from kgqa.answers.list_text import NAMED, first_of
from kgqa.evidence.gathering import Edge, Gathered, Numbering, far_node
from kgqa.language.inflection import plural
from kgqa.questions.intent import Condition, Hop, Pair, Thing, Variable
from kgqa.records import Node


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


@dataclass(frozen=True, slots=True)
class OfKind:
    """The records of one kind, the strongest first."""

    name: str
    edges: tuple[Edge, ...]


@dataclass(frozen=True, slots=True)
class KindRecords:
    """The records of the kinds of one of two things.

    Attributes:
        thing: the asked thing whose kinds they are.
        noun: what a kind is called ("kind", "part").
        total: how many kinds it has.
        found: the kinds with a record that the link holds, those with the strongest first.
        denied: the kinds with nothing but records that deny it.
        cut: there are more records than the row limit lets through, so that more kinds may have one.
    """

    thing: Thing
    noun: str
    total: int
    found: tuple[OfKind, ...]
    denied: tuple[OfKind, ...] = ()
    cut: bool = False

    @property
    def edges(self) -> tuple[Edge, ...]:
        """Every record that the link holds."""
        return tuple(edge for kind in self.found for edge in kind.edges if not edge.triple.against)

    def counted(self) -> str:
        """For how many of the kinds it is recorded: "3 of 13 kinds of Ehlers-Danlos syndrome"."""
        said = counted(len(self.found), self.total, self.thing, self.noun)
        return f"at least {said}" if self.cut and len(self.found) < self.total else said

    def named(self) -> str:
        """The first of the kinds with a record that the link holds."""
        return _named([kind.name for kind in self.found])

    def against(self, numbering: Numbering) -> str:
        """The kinds whose records deny the link, in a sentence; empty where there are none."""
        if not self.denied:
            return ""
        numbers = numbering.cite([edge for kind in self.denied for edge in kind.edges])
        names = _named([kind.name for kind in self.denied])
        nouns = self.noun if len(self.denied) == 1 else plural(self.noun)
        return f"It is denied for {len(self.denied):,} {nouns} of {self.thing.name}: {names}{marks(numbers)}."


def _named(names: Sequence[str]) -> str:
    """The first of some names; names with commas of their own ("X, classic type, 2") stand between semicolons."""
    if len(names) < 2 or not any("," in name for name in names):
        return first_of(names, len(names))
    more = f"; and {len(names) - NAMED:,} more" if len(names) > NAMED else ""
    return f"{'; '.join(names[:NAMED])}{more}"


def counted(number: int, total: int, thing: Thing, noun: str) -> str:
    """So many of the kinds of a thing, in words.

    Args:
        noun: what one of them is called.
    """
    if total == 1:
        return f"the one {noun} of {thing.name}"
    if number == total:
        return f"{'both' if total == 2 else f'all {total:,}'} {plural(noun)} of {thing.name}"
    return f"{number:,} of {total:,} {plural(noun)} of {thing.name}"


def of_kinds(context: AnswerContext, pair: Pair) -> KindRecords | None:
    """The records of the kinds of two things over one relation; None where neither has kinds or none has a record."""
    kinds = {thing: other_kinds(context, thing) for thing in (pair.one, pair.other)}
    if not any(kinds.values()):
        return None
    hop = pair.hops[0]
    wide = [replace(thing, ids=(*thing.own_ids, *kinds[thing])) for thing in (pair.one, pair.other)]
    rows = context.ledger.run(context.statements.between(wide[0], wide[1], hop))
    subject, object_ = (pair.one, pair.other) if hop.forward else (pair.other, pair.one)
    edges = [edge for edge in context.gatherer.edges(rows, hop) if not _is_own(edge, pair)]
    whole = [edge for edge in edges if end(edge, at_source=True).id in subject.own_ids]
    parts = [edge for edge in edges if edge not in whole]
    told, thing = (whole, object_) if positive(whole) or not parts else (parts, subject)
    if not told:
        return None
    found = _by_kind(told, at_source=thing is subject)
    return KindRecords(
        thing,
        context.wording.kinds(thing.label, 1),
        number_of(context, thing, kinds[thing]),
        tuple(kind for kind in found if positive(list(kind.edges))),
        tuple(kind for kind in found if not positive(list(kind.edges))),
        rows.truncated,
    )


def other_kinds(context: AnswerContext, thing: Thing) -> list[str]:
    """Identifiers of the kinds of a thing, without those that it has itself."""
    return list(thing.ids) if thing.family else [id_ for id_ in kinds_of(context, thing) if id_ not in thing.ids]


def _is_own(edge: Edge, pair: Pair) -> bool:
    """Whether a record of the relation of a pair is one of the two things themselves, and of no kind of them."""
    forward = pair.hops[0].forward
    near, far = end(edge, at_source=forward), end(edge, at_source=not forward)
    return near.id in pair.one.own_ids and far.id in pair.other.own_ids


def end(edge: Edge, *, at_source: bool) -> Node:
    """The end of an edge that is the source, or the target, of its relation."""
    return edge.triple.subject if at_source != edge.turned else edge.triple.object


def _by_kind(edges: Sequence[Edge], *, at_source: bool) -> list[OfKind]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        key = edge.source if at_source != edge.turned else edge.target
        found.setdefault(key, []).append(edge)
    return [OfKind(end(of_one[0], at_source=at_source).name, tuple(of_one)) for of_one in found.values()]


def number_of(context: AnswerContext, thing: Thing, ids: Sequence[str]) -> int:
    """How many kinds some identifiers stand for."""
    node = context.schema.node(thing.label)
    without = node.group_property  # a group is counted with none of its kinds
    if not without and node.same_property == node.id_property:
        return len(set(ids))
    return int(context.ledger.one(context.statements.things(thing.label, ids, without)) or 0)
