"""A model's reading in terms of the graph: its types, relations and things, or why it cannot be asked so.

Nothing is guessed here. A type, a relation, a property or a form that the schema does not have makes the reading
useless; a thing that the graph does not have is told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from kgqa.questions.by_model.naming import (
    Candidates,
    Meanings,
    Way,
    label_named,
    meanings,
    placed,
    property_named,
    ways,
)
from kgqa.questions.by_model.record import ToldBound, ToldCondition, ToldReading
from kgqa.questions.intent import Condition, Hop, Intent, OfThese, Pair, Thing, Variable
from kgqa.questions.paths import chains, direct
from kgqa.records import Candidate, Entity, Kind
from kgqa.schema.model import Property, Relation, Schema

MOST_READINGS = 8
"""Readings of the names of one question that are weighed."""


@dataclass(frozen=True, slots=True)
class ModelIntents:
    """What a reading asks of the graph.

    Attributes:
        intents: with each meaning of its names; at least one.
        entities: its names, in order, as the first of these has them.
        bounds: what properties are to be, each with its relation, or with the label of the things that have it.
    """

    intents: tuple[Intent, ...]
    entities: tuple[Entity, ...]
    bounds: tuple[tuple[Relation | str, Property, ToldBound], ...] = ()


@dataclass(frozen=True, slots=True)
class Useless:
    """Why a reading cannot be asked.

    Attributes:
        reason: a clause that goes on after "because".
        unknown: words of the question that the graph has no thing for; empty where that is not why.
        entities: of its names those that the graph has.
    """

    reason: str
    unknown: str = ""
    entities: tuple[Entity, ...] = ()


class _UselessError(Exception):
    """The reading cannot be asked."""

    def __init__(self, reason: str, unknown: str = "") -> None:
        super().__init__(reason)
        self.unknown = unknown


def intents_of(told: ToldReading, question: str, schema: Schema, candidates: Candidates) -> ModelIntents | Useless:
    """What a model's reading of a cleaned question asks of the graph.

    Args:
        candidates: the things of the graph that a text may name, best first.
    """
    reader = _Reading(_with_names(told), question, schema, candidates)
    try:
        return reader.intents()
    except _UselessError as error:
        return Useless(str(error), error.unknown, reader.known())


def _with_names(told: ToldReading) -> ToldReading:
    """A reading in which what is asked for of one thing ("about") is a condition on what is asked for."""
    if told.asks not in ("list", "count") or not told.about:
        return told
    here = [replace(one, names=one.names or (told.about,)) for one in told.conditions]
    used = {number for one in here for number in one.names}
    return replace(told, about=0, conditions=tuple(here)) if told.about in used else told


class _Reading:
    """One reading on its way into the terms of a schema."""

    def __init__(self, told: ToldReading, question: str, schema: Schema, candidates: Candidates) -> None:
        self.told = told
        self.schema = schema
        self.names: list[Meanings] = []
        self._question = question
        self._candidates = candidates
        self._labels: dict[int, set[str]] = {}
        self._bounds: list[tuple[Relation | str, Property, ToldBound]] = []

    def known(self) -> tuple[Entity, ...]:
        """The names that the graph has for certain, each as its likeliest thing."""
        found = [(name, meant) for name in self.names for meant in name.of(name.labels)[:1]]
        return tuple(sorted((name.entity(meant, (meant,)) for name, meant in found), key=lambda one: one.start))

    def intents(self) -> ModelIntents:
        told = self.told
        if told.missing:
            raise _UselessError(f"by it no type or relation of the graph says “{told.missing}”")
        if told.asks == "other":
            raise _UselessError("by it the question asks for something of another form")
        self._find_names()
        self._settle_labels()
        options = [name.of(self._labels[number]) for number, name in enumerate(self.names, 1)]
        for number, found in enumerate(options, 1):
            if not found:
                self._lacking(number)
        intents = []
        for way in islice(product(*options), MOST_READINGS):
            things = [Thing.of(one) for one in way]
            intent = self._intent(things)
            intents.append(replace(intent, entities=self._entities(way, options), notes=self._notes(way)))
        return ModelIntents(tuple(intents), intents[0].entities, tuple(dict.fromkeys(self._bounds)))

    def _find_names(self) -> None:
        taken: list[tuple[int, int]] = []
        order = sorted(range(len(self.told.names)), key=lambda n: -len(self.told.names[n].words))
        found: dict[int, Meanings] = {}
        for place in order:
            name = self.told.names[place]
            span = placed(self._question, name.words, taken)
            if span is None:
                raise _UselessError(f"it names “{name.words}”, which the question does not")
            taken.append(span)
            found[place] = meanings(name, *span, self._question, self._candidates)
        self.names = [found[place] for place in sorted(found)]
        for number, known in enumerate(self.names, 1):
            if not known.labels:
                self._lacking(number)

    def _lacking(self, number: int) -> None:
        name = self.names[number - 1]
        raise _UselessError(f"the graph has no such thing as “{name.mention}”", name.mention)

    def _settle_labels(self) -> None:
        """The types that each name can be of: those to which the ways lead that the reading names."""
        told = self.told
        for number in self._numbers(told.about):
            self._labels[number] = self._starts(number)
        for condition in told.conditions:
            start = self._start()
            for label in start:
                for way in self._ways(label, condition):
                    for number in condition.names:
                        self._labels.setdefault(number, set()).add(way.end)
        if told.asks in ("common", "difference", "compare", "relation"):
            for number in range(1, len(self.names) + 1):
                self._labels.setdefault(number, set(self.names[number - 1].labels[:1]))
        for number, name in enumerate(self.names, 1):
            if number not in self._labels:
                raise _UselessError(f"it says of “{name.mention}” nothing")

    def _numbers(self, number: int) -> list[int]:
        if not 0 <= number <= len(self.names):
            raise _UselessError(f"it has no name number {number}")
        return [number] if number else []

    def _starts(self, number: int) -> set[str]:
        """The types that the thing which is asked about can be of."""
        labels = self.names[number - 1].labels
        kept = [one for one in labels if all(self._ways(one, condition) for condition in self.told.conditions)]
        if self.told.property and not self.told.conditions:
            kept = [one for one in kept if property_named(self.schema.node(one).properties, self.told.property)]
        if not kept:
            what = self.told.property or " ".join(n for c in self.told.conditions for n in c.relations)
            raise _UselessError(f"the graph has no {what} of “{self.names[number - 1].mention}”")
        return {kept[0]}

    def _start(self) -> tuple[str, ...]:
        """The types from which the conditions lead."""
        if self.told.about:
            return tuple(self._labels[self.told.about])
        if self.told.asks == "compare":
            return self.names[0].labels[:1] if self.names else ()
        return (self._of(),)

    def _of(self) -> str:
        label = label_named(self.schema, self.told.of)
        if not label:
            raise _UselessError(f"the graph has no type “{self.told.of}”")
        return label

    def _ways(self, label: str, condition: ToldCondition) -> list[Way]:
        """The ways of a condition from a label that lead to its names."""
        for number in condition.names:
            if not 0 < number <= len(self.names):
                raise _UselessError(f"it has no name number {number}")
        found = ways(self.schema, label, condition.relations)
        return [way for way in found if all(way.end in self.names[n - 1].labels for n in condition.names)]

    def _way(self, label: str, condition: ToldCondition) -> Way:
        found = self._ways(label, condition)
        said = " ".join(condition.relations)
        if not found:
            raise _UselessError(
                f"no relation “{said}” leads from a {self.schema.node(label).singular} to what it names"
            )
        if len(found) > 1 and condition.names:
            first = self.names[condition.names[0] - 1].labels
            nearest = min(first.index(way.end) for way in found)
            found = [way for way in found if first.index(way.end) == nearest]
        if len(found) > 1:
            raise _UselessError(f"“{said}” stands for several relations")
        return found[0]

    def _entities(self, way: Sequence[Candidate], options: Sequence[Sequence[Candidate]]) -> tuple[Entity, ...]:
        found = [name.entity(one, every) for name, one, every in zip(self.names, way, options, strict=True)]
        return tuple(sorted(found, key=lambda one: one.start))

    def _notes(self, way: Sequence[Candidate]) -> tuple[str, ...]:
        """What the model took words for that the graph does not know by them."""
        return tuple(
            f"“{name.mention}” was read by the language model as {one.name} ({one.id})."
            for name, one in zip(self.names, way, strict=True)
            if name.by_model(one)
        )

    def _intent(self, things: Sequence[Thing]) -> Intent:
        told = self.told
        if told.asks in ("list", "count", "any") and not told.about:
            return self._variable(things)
        if told.asks in ("whether", "any") and told.about:
            return self._verdict(things)
        if told.asks == "value":
            return self._value(things)
        if told.asks == "describe" and told.about and not told.conditions and len(things) == 1:
            return Intent("text", thing=things[0])
        if told.asks in ("common", "difference", "compare", "relation"):
            return self._several(things)
        raise _UselessError("its parts do not fit together")

    def _variable(self, things: Sequence[Thing]) -> Intent:
        told, label = self.told, self._of()
        for bound in told.where:
            self._bound(label, self.schema.node(label).properties, bound)
        if told.order:
            return self._ordered(label, things)
        conditions: list[Condition] = []
        some: OfThese | None = None
        for one in told.conditions:
            way = self._way(label, one)
            found = self._conditions(one, way, things)
            some = self._of_these(one, found) or some
            conditions += found
        if not conditions and not told.where and told.conditions:
            raise _UselessError("its conditions say nothing")
        counted = [one for one in told.conditions if one.join in ("at least", "most") and len(one.names) > 1]
        if some is not None and (len(counted) > 1 or any(c.sign != "no" for c in told.conditions if c not in counted)):
            raise _UselessError("its conditions cannot be counted together")
        if conditions and all(one.negated for one in conditions):
            # Without anything that holds, silence would be the answer: a record is to deny it.
            conditions = [replace(one, negated=False, denied=True) for one in _apart(conditions)]
        if told.number and some is None:
            raise _UselessError(f"it has no place for the number {told.number}")
        longest = max((_depth(one) for one in conditions), default=1)
        kind: Kind = "yesno" if told.asks == "any" else "count" if told.asks == "count" else "list"
        return Intent(kind, Variable(label, tuple(conditions)), of_these=some, hops=longest)

    def _of_these(self, told: ToldCondition, found: Sequence[Condition]) -> OfThese | None:
        if told.join not in ("at least", "most") or len(found) < 2:
            return None
        if told.join == "most":
            return OfThese()
        if not 0 < self.told.number <= len(found):
            raise _UselessError("it does not say how many of its names are to hold")
        return OfThese(self.told.number)

    def _ordered(self, label: str, things: Sequence[Thing]) -> Intent:
        """The most frequent in one thing, or a ranking by how many things a relation leads to."""
        told, least = self.told, self.told.order == "fewest"
        if len(told.conditions) != 1 or told.asks != "list" or told.where:
            raise _UselessError("such an order cannot be asked for")
        (one,) = told.conditions
        way = self._way(label, one)
        if len(way.hops) > 1 or way.denied or one.sign != "yes" or one.where:
            raise _UselessError("such an order cannot be asked for")
        (hop,) = way.hops
        if not one.names:
            return Intent("list", Variable(label), most=True, rank_hop=hop, least=least, top=told.number or None)
        often = next((p for p in hop.relation.properties if p.role == "frequency"), None)
        if often is None or least or told.number or hop.forward or len(one.names) > 1:
            raise _UselessError("such an order cannot be asked for")
        answer = Variable(label, (Condition(hop, (things[one.names[0] - 1],)),))
        return Intent("list", answer, property=often, most=True)

    def _conditions(self, told: ToldCondition, way: Way, things: Sequence[Thing]) -> list[Condition]:
        wanted = [things[number - 1] for number in told.names]
        if not wanted:
            raise _UselessError(f"it does not say to what “{' '.join(told.relations)}” leads")
        for bound in told.where:
            self._bound(way.hops[-1].relation, way.hops[-1].relation.properties, bound)
        denied = way.denied or told.sign == "excluded"
        if way.denied and told.sign == "no":
            raise _UselessError("it denies what a record is to deny")
        negated = told.sign == "no"
        *before, last = way.hops
        if before and (denied or negated or told.join in ("at least", "most")):
            raise _UselessError("it is not clear what of several steps is denied")
        several = told.join == "any" and not (negated or denied)
        groups = [tuple(wanted)] if several else [(one,) for one in wanted]
        found = [Condition(last, group, negated=negated, denied=denied) for group in groups]
        for hop in reversed(before):
            found = [Condition(hop, variable=Variable(hop.end, tuple(found)))]
        return found

    def _bound(self, owner: Relation | str, properties: Sequence[Property], bound: ToldBound) -> None:
        property_ = property_named(properties, bound.property)
        if property_ is None:
            raise _UselessError(f"the graph records no “{bound.property}” of it")
        self._bounds.append((owner, property_, bound))

    def _verdict(self, things: Sequence[Thing]) -> Intent:
        told = self.told
        one = things[told.about - 1]
        pairs: list[Pair] = []
        excluded = False
        for condition in told.conditions:
            way = self._way(one.label, condition)
            excluded = excluded or way.denied or condition.sign == "excluded"
            for bound in condition.where:
                self._bound(way.hops[-1].relation, way.hops[-1].relation.properties, bound)
            negated = condition.sign == "no"
            pairs += [Pair(one, things[number - 1], way.hops, negated) for number in condition.names]
        joins = {condition.join for condition in told.conditions if len(condition.names) > 1}
        longest = max((len(pair.hops) for pair in pairs), default=0)
        mixed = len(told.conditions) > 1 and ("any" in joins or excluded)
        if not pairs or mixed or joins - {"all", "any"} or told.number or told.order or told.where:
            raise _UselessError("it is not one question for yes or no")
        if (longest > 1 and len(pairs) > 1) or (excluded and (longest > 1 or any(pair.negated for pair in pairs))):
            raise _UselessError("it is not clear what of several steps is asked")
        any_pair = "any" in joins and not any(pair.negated for pair in pairs)
        return Intent("yesno", pairs=tuple(pairs), any_pair=any_pair, excluded=excluded, hops=longest)

    def _value(self, things: Sequence[Thing]) -> Intent:
        told = self.told
        if not told.about or not told.property or told.where or told.order or told.number:
            raise _UselessError("it does not say of what a value is asked")
        one = things[told.about - 1]
        if not told.conditions:
            property_ = property_named(self.schema.node(one.label).properties, told.property)
            if property_ is None or len(things) > 1:
                raise _UselessError(f"the graph records no “{told.property}” of it")
            return Intent("text", thing=one, property=property_)
        (condition, *more) = told.conditions
        way = self._way(one.label, condition)
        plain = len(condition.names) == 1 and len(way.hops) == 1 and condition.sign == "yes" and not condition.where
        if more or not plain or way.denied:
            raise _UselessError("a value can be asked of one link alone")
        property_ = property_named(way.hops[0].relation.properties, told.property)
        if property_ is None:
            raise _UselessError(f"the graph records no “{told.property}” of it")
        return Intent("value", pairs=(Pair(one, things[condition.names[0] - 1], way.hops),), property=property_)

    def _several(self, things: Sequence[Thing]) -> Intent:
        told = self.told
        alike = len({thing.label for thing in things}) == 1
        if told.asks == "relation":
            return self._relation(things)
        if told.where or told.number or any(c.names or c.where or c.sign != "yes" for c in told.conditions):
            raise _UselessError("its parts do not fit together")
        if told.asks == "common" and len(things) > 1 and alike and not told.conditions and not told.of:
            return Intent("list", shared=tuple(things))
        if told.asks == "difference" and len(things) == 2 and alike and not told.conditions:
            return Intent("list", differ=(things[0], things[1]), of_type=self._of() if told.of else None)
        if told.asks == "compare" and len(things) == 2 and alike and len(told.conditions) == 1 and told.order:
            way = self._way(things[0].label, told.conditions[0])
            if len(way.hops) == 1 and not way.denied:
                least = told.order == "fewest"
                return Intent("list", compared=(things[0], things[1]), rank_hop=way.hops[0], least=least)
        raise _UselessError("its names cannot be compared so")

    def _relation(self, things: Sequence[Thing]) -> Intent:
        if len(things) != 2 or self.told.where or self.told.number:
            raise _UselessError("its parts do not fit together")
        one, other = things
        found: list[tuple[Hop, ...]] = [(hop,) for hop in direct(self.schema, one.label, other.label)]
        found += [(hop,) for hop in direct(self.schema, one.label, other.label, hierarchical=True)]
        found = found or chains(self.schema, one.label, other.label)
        if not found:
            raise _UselessError("no relation of the graph joins such things")
        pairs = tuple(Pair(one, other, path) for path in found)
        return Intent("relation", pairs=pairs, any_pair=True, hops=len(found[0]))


def _apart(conditions: Sequence[Condition]) -> list[Condition]:
    """Conditions with one thing each: not "A or B" is neither."""
    return [replace(one, things=(thing,)) for one in conditions for thing in one.things]


def _depth(condition: Condition) -> int:
    inner = condition.variable.conditions if condition.variable is not None else ()
    return 1 + max(map(_depth, inner), default=0)
