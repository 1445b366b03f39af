"""What a graph could be asked about some named things: every plain question of its schema, with what it speaks of.

A proposal is worded as a plain question of the graph's own words and is used only where the strict reader reads it as
what was proposed, so that nothing is answered that could not be asked in plain words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

from kgqa.language.inflection import infinitive, plural_verb
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.paths import chains, direct
from kgqa.questions.wording import Wording, listed
from kgqa.records import Entity, Kind
from kgqa.schema.model import Property, Relation, Schema

Form = Literal[
    "list", "count", "exists", "yesno", "value", "relation", "everything", "property", "kinds", "parents", "isa",
    "most", "ranking", "fewest", "shared", "more", "denied",
]  # fmt: skip
"""What is asked: ``property`` of a thing, ``value`` of a link; ``most``: the most frequent; ``ranking``: those with the
most links of a type, ``fewest`` with the fewest; ``more``: which of two has more; ``denied``: what is recorded as
absent."""
_MOST_WAYS = 12
"""Combinations of relations that are proposed for one set of names and one type asked for."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a question as a proposal uses it.

    Attributes:
        thing: called as the question is to call it.
        against: the question denies it.
    """

    entity: Entity
    thing: Thing
    against: bool = False


@dataclass(frozen=True, slots=True)
class Element:
    """One thing that a proposal speaks of, by any word of which a question may speak of it.

    Attributes:
        role: what it is in the proposal: what is asked for, a relation, a type on the way, a property.
        key: the label, the type of relation or the name of the property.
    """

    role: Literal["answer", "relation", "via", "property"]
    key: str
    words: frozenset[str]


@dataclass(frozen=True, slots=True)
class Proposal:
    """A plain question that a graph could be asked.

    Attributes:
        texts: the question in several ways, the plainest first; all mean the same.
        kind: of its answer.
        label: of what is asked for; empty where that is no thing.
        property: asked for; empty where none is.
        elements: what it speaks of besides the names.
    """

    form: Form
    texts: tuple[str, ...]
    kind: Kind
    elements: tuple[Element, ...]
    label: str = ""
    property: str = ""
    relations: frozenset[str] = frozenset()


class Proposer:
    """Proposes questions over one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._wording = Wording(schema)
        self._labels = [node.label for node in schema.nodes if node.count or node.groups]

    def proposals(self, names: Sequence[Named], *, alternatives: bool = False) -> list[Proposal]:
        """Every question about all of some named things.

        Args:
            alternatives: any of the things will do ("or").
        """
        found = list(self._of_nothing()) if not names else list(self._variables(names, alternatives=alternatives))
        labels = {named.thing.label for named in names}
        for_all = [named for named in names if not named.against]
        if len(names) == 1 and for_all:
            found += self._of_one(names[0])
        if len(labels) == 2:
            found += self._pairs(names, alternatives=alternatives)
        if len(names) == 2 and len(labels) == 1 and len(for_all) == 2:
            found += self._two(names[0], names[1])
        if len(names) == 3 and len(labels) == 2 and len(for_all) == 3:
            found += self._more_frequent(names)
        return found

    def _of_nothing(self) -> Iterator[Proposal]:
        """Questions without a name: everything of a type, and what has the most links of a type."""
        for label in self._labels:
            things = self._wording.things(label, 2)
            yield Proposal("list", (f"Which {things} are there?",), "list", (self._asked(label),), label)
            yield Proposal("count", (f"How many {things} are there?",), "count", (self._asked(label),), label)
            for hop in self._hops(label):
                elements = (self._asked(label), self._relation(hop.relation), self._type("via", hop.end))
                verb, many = self._wording.phrase(hop, plural=True), self._wording.things(hop.end, 2)
                types = frozenset({hop.relation.type})
                for form, most in (("ranking", "most"), ("fewest", "fewest")):
                    said = (f"Which {things} {verb} the {most} {many}?",)
                    yield Proposal(form, said, "list", elements, label, relations=types)  # type: ignore[arg-type]

    def _hops(self, label: str) -> list[Hop]:
        return [hop for other in self._labels for hop in direct(self.schema, label, other)]

    def _variables(self, names: Sequence[Named], *, alternatives: bool) -> Iterator[Proposal]:
        """Lists, counts and "is there any" of every type that can be joined to all names."""
        for label in self._labels:
            ways = {named.thing.label: self._ways(label, named.thing.label) for named in names}
            if not all(ways.values()) or all(named.against for named in names):
                continue
            for way in list(product(*ways.values()))[:_MOST_WAYS]:
                yield from self._variable(label, names, dict(zip(ways, way, strict=True)), alternatives=alternatives)
        for named in names if len(names) == 1 else ():
            yield from self._denied(named)

    def _ways(self, start: str, end: str) -> list[tuple[Hop, ...]]:
        found: list[tuple[Hop, ...]] = [(hop,) for hop in direct(self.schema, start, end)]
        return found or ([path for path in chains(self.schema, start, end) if len(path) == 2] if start != end else [])

    def _variable(
        self, label: str, names: Sequence[Named], ways: Mapping[str, tuple[Hop, ...]], *, alternatives: bool
    ) -> Iterator[Proposal]:
        chained = [way for way in ways.values() if len(way) > 1]
        if chained and len(names) > 1:
            return  # several names over unnamed things: whether of one or of several is not said
        conditions = []
        if alternatives and len(ways) == 1 and not any(named.against for named in names):
            conditions.append(_condition(ways[names[0].thing.label], tuple(named.thing for named in names)))
        else:
            conditions += [_condition(ways[n.thing.label], (n.thing,), negated=n.against) for n in names]
        asked = Variable(label, tuple(conditions))
        hops = [hop for way in ways.values() for hop in way]
        elements = (self._asked(label), *(self._relation(hop.relation) for hop in hops))
        elements += tuple(self._type("via", way[0].end) for way in chained)
        types = frozenset(hop.relation.type for hop in hops)
        things, said = self._wording.things(label, 2), self._wording.conditions(asked)
        straight = self._straight(label, names[0].thing, ways) if len(names) == 1 and not chained else ()
        yield Proposal("list", (*straight, f"Which {things} {said}?"), "list", elements, label, relations=types)
        counted = tuple(text.replace("Which ", "How many ", 1) for text in straight)
        yield Proposal("count", (*counted, f"How many {things} {said}?"), "count", elements, label, relations=types)
        yield Proposal("exists", (f"Are there {things} that {said}?",), "yesno", elements, label, relations=types)
        if len(names) == 1 and not chained and any(p.role == "frequency" for p in hops[0].relation.properties):
            most = (f"Which {things} are most frequent in {names[0].thing.name}?",)
            yield Proposal("most", most, "list", elements, label, relations=types)

    def _straight(self, label: str, thing: Thing, ways: Mapping[str, tuple[Hop, ...]]) -> tuple[str, ...]:
        """The question read from the named thing ("Which phenotypes does X show?"), where that is plainer."""
        (hop,) = ways[thing.label]
        if hop.forward:  # the named thing is the target, which the relation's inverse begins with
            return ()
        phrase, things = hop.relation.forward, self._wording.things(label, 2)
        first, _, rest = phrase.partition(" ")
        if first == "is":
            return (f"Which {things} is {thing.name} {rest}?",)
        if first == "has" and self._wording.things(label, 1) in rest:
            return (f"Which {things} does {thing.name} have?",)
        return (f"Which {things} does {thing.name} {infinitive(phrase)}?",)

    def _denied(self, named: Named) -> Iterator[Proposal]:
        """What is recorded as absent of one thing, or the things of which it is."""
        for relation in self.schema.relations:
            if not relation.negates and relation.against is None:
                continue
            base = next((one for one in self.schema.relations if one.type == relation.negates), relation)
            for start, forward in ((relation.source, True), (relation.target, False)):
                if named.thing.label != (relation.target if forward else relation.source):
                    continue
                things = self._wording.things(start, 2)
                asked = Variable(start, (Condition(Hop(base, forward), (named.thing,), denied=True),))
                words = _content((*relation.words, *relation.forward_words, *relation.inverse_words, "excluded absent"))
                elements = (self._asked(start), Element("relation", relation.type, words))
                types = frozenset({relation.type, base.type})
                said = (
                    f"Which {things} are excluded in {named.thing.name}?",
                    f"Which {things} {self._wording.conditions(asked)}?",
                )
                yield Proposal("denied", said, "list", elements, start, relations=types)

    def _of_one(self, named: Named) -> Iterator[Proposal]:
        """What can be asked of one thing alone."""
        thing, node = named.thing, self.schema.node(named.thing.label)
        yield Proposal("everything", (thing.name, f"What is {thing.name}?"), "text", ())
        for property_ in node.properties:
            if property_.words:
                element = self._property(property_)
                said = tuple(f"What is the {word} of {thing.name}?" for word in property_.words[:2])
                yield Proposal("property", said, "text", (element,), property=property_.name)
        if any(hop.forward for hop in direct(self.schema, thing.label, thing.label, hierarchical=True)):
            yield Proposal("kinds", (f"Which kinds of {thing.name} are there?",), "list", (), thing.label)
            yield Proposal("parents", (f"What is {thing.name} a kind of?",), "list", (), thing.label)

    def _pairs(self, names: Sequence[Named], *, alternatives: bool) -> Iterator[Proposal]:
        """Whether named things of two types are linked, and what the record of the link says."""
        first = [named for named in names if named.thing.label == names[0].thing.label]
        second = [named for named in names if named.thing.label != names[0].thing.label]
        for hop in direct(self.schema, names[0].thing.label, second[0].thing.label):
            sources, targets = (first, second) if hop.forward else (second, first)
            relation, types = hop.relation, frozenset({hop.relation.type})
            element = self._relation(relation)
            if len(sources) == 1 or len(targets) == 1:
                said = self._verdict(relation, sources, targets, alternatives=alternatives)
                yield Proposal("yesno", (said,), "yesno", (element,), relations=types)
            if len(names) > 2 or any(named.against for named in names):
                continue
            source, target = sources[0].thing.name, targets[0].thing.name
            for property_ in relation.properties:
                if property_.words:
                    asked = tuple(f"What is the {word} of {target} in {source}?" for word in property_.words[:2])
                    elements = (self._property(property_), element)
                    yield Proposal("value", asked, "value", elements, property=property_.name, relations=types)
        if len(names) == 2 and not any(named.against for named in names):
            both = (f"How are {names[0].thing.name} and {names[1].thing.name} related?",)
            yield Proposal("relation", both, "relation", ())

    def _verdict(
        self, relation: Relation, sources: Sequence[Named], targets: Sequence[Named], *, alternatives: bool
    ) -> str:
        joint = "or" if alternatives else "and"
        one = listed([named.thing.name for named in sources], joint)
        many = len(sources) > 1
        phrase = plural_verb(relation.forward) if many else relation.forward
        against = [named.thing.name for named in targets if named.against]
        wanted = [named.thing.name for named in targets if not named.against]
        other = listed(wanted, joint) if wanted else listed(against, "or")
        tail = f" and not {listed(against, 'or')}" if wanted and against else ""
        first, _, rest = phrase.partition(" ")
        if not wanted:
            return f"Is it true that {one} {'do' if many else 'does'} not {infinitive(relation.forward)} {other}?"
        if first in ("is", "are"):
            return f"{first.capitalize()} {one} {rest} {other}{tail}?"
        return f"{'Do' if many else 'Does'} {one} {infinitive(relation.forward)} {other}{tail}?"

    def _two(self, one: Named, other: Named) -> Iterator[Proposal]:
        """What can be asked of two things of one type."""
        label, names = one.thing.label, (one.thing.name, other.thing.name)
        yield Proposal("shared", (f"What do {names[0]} and {names[1]} have in common?",), "list", ())
        if any(hop.forward for hop in direct(self.schema, label, label, hierarchical=True)):
            yield Proposal("isa", (f"Is {names[0]} a kind of {names[1]}?",), "yesno", ())
        for hop in direct(self.schema, label, label):
            said = self._verdict(hop.relation, (one,), (other,), alternatives=False)
            types = frozenset({hop.relation.type})
            yield Proposal("yesno", (said,), "yesno", (self._relation(hop.relation),), relations=types)
        for hop in self._hops(label):
            things = self._wording.things(hop.end, 2)
            elements = (self._asked(hop.end), self._relation(hop.relation))
            types = frozenset({hop.relation.type})
            yield Proposal(
                "more", (f"Which has more {things}, {names[0]} or {names[1]}?",), "value", elements, relations=types
            )

    def _more_frequent(self, names: Sequence[Named]) -> Iterator[Proposal]:
        """In which of two things a third is more frequent."""
        for apart in names:
            two = [named for named in names if named is not apart]
            if two[0].thing.label != two[1].thing.label:
                continue
            for hop in direct(self.schema, two[0].thing.label, apart.thing.label):
                often = [p for p in hop.relation.properties if p.role == "frequency"]
                if hop.forward and often:
                    said = f"Is {apart.thing.name} more frequent in {two[0].thing.name} or in {two[1].thing.name}?"
                    elements = (self._property(often[0]), self._relation(hop.relation))
                    yield Proposal(
                        "more", (said,), "value", elements, property=often[0].name,
                        relations=frozenset({hop.relation.type}),
                    )  # fmt: skip

    def _asked(self, label: str) -> Element:
        return self._type("answer", label)

    def _type(self, role: Literal["answer", "via"], label: str) -> Element:
        node = self.schema.node(label)
        return Element(role, label, _content((node.singular, node.plural, *node.words)))

    def _relation(self, relation: Relation) -> Element:
        said = (relation.forward, relation.inverse, *relation.words, *relation.forward_words, *relation.inverse_words)
        return Element("relation", relation.type, _content(said))

    def _property(self, property_: Property) -> Element:
        return Element("property", property_.name, _content((property_.name.replace("_", " "), *property_.words)))


def _condition(way: Sequence[Hop], things: tuple[Thing, ...], *, negated: bool = False) -> Condition:
    first, *rest = way
    if not rest:
        return Condition(first, things, negated=negated)
    return Condition(first, variable=Variable(first.end, (_condition(rest, things),)), negated=negated)


def _content(phrases: Sequence[str]) -> frozenset[str]:
    """The words of some phrases that carry meaning, in lower case."""
    light = vocabulary().light | vocabulary().function
    return frozenset(
        word for phrase in phrases for word in (token.text.lower() for token in spoken(phrase)) if word not in light
    )
