"""What a graph could be asked about some named things: every plain question of its schema, with what it speaks of.

A proposal is worded as a plain question of the graph's own words and is used only where the strict reader reads it as
what was proposed, so that nothing is answered that could not be asked in plain words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from kgqa.language.inflection import infinitive, plural_verb
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.questions.paths import chains, direct
from kgqa.questions.wording import Wording, listed, noun_had
from kgqa.records import Entity, Kind
from kgqa.schema.model import Property, Relation, Schema

Form = Literal[
    "list", "count", "exists", "yesno", "value", "relation", "everything", "property", "kinds", "parents", "isa",
    "most", "ranking", "fewest", "shared", "more", "denied", "graded", "atleast", "differs", "among", "below",
]  # fmt: skip
"""What is asked: ``property`` of a thing, ``value`` of a link; ``most``: the most frequent; ``ranking``: those with the
most links of a type, ``fewest`` with the fewest; ``more``: which of two has more; ``denied``: what is recorded as
absent; ``graded``: what has the most of several things; ``atleast``: at least so many of them; ``differs``: what
distinguishes two; ``among``: which of several named things; ``below``: which kinds of a named thing."""
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
class Signals:
    """What a text says of how its names belong together.

    Attributes:
        alternatives: any of them will do ("or").
        findings: they are told of somebody, so that the most of them is looked for, not all.
        number: how many of them are to hold, or how many things are asked for.
        besides: names that are to be left out of the answer ("other than X").
    """

    alternatives: bool = False
    findings: bool = False
    number: int | None = None
    besides: tuple[Named, ...] = ()


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
        wanted: property that is asked for, of a thing or of a link; None where none is.
        elements: what it speaks of besides the names.
        relations: that it asks of.
    """

    form: Form
    texts: tuple[str, ...]
    kind: Kind
    elements: tuple[Element, ...]
    label: str = ""
    wanted: Property | None = None
    relations: frozenset[Relation] = frozenset()

    @property
    def property_name(self) -> str:
        """The name of its property; empty where it asks for none."""
        return "" if self.wanted is None else self.wanted.name

    @property
    def types(self) -> frozenset[str]:
        """The types of its relations."""
        return frozenset(relation.type for relation in self.relations)


class Proposer:
    """Proposes questions over one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._wording = Wording(schema)
        self._labels = [node.label for node in schema.nodes if node.count or node.groups]

    def proposals(self, names: Sequence[Named], signals: Signals) -> list[Proposal]:
        """Every question about all of some named things."""
        found = list(self._of_nothing(signals)) if not names else list(self._variables(names, signals))
        labels = {named.thing.label for named in names}
        for_all = [named for named in names if not named.against]
        if len(names) == 1 and for_all:
            found += self._of_one(names[0])
        if len(labels) == 2:
            found += self._pairs(names, alternatives=signals.alternatives)
            found += self._among(names)
        if len(names) == 2 and len(labels) == 1 and len(for_all) == 2:
            found += self._two(names[0], names[1])
        if len(names) == 3 and len(labels) == 2 and len(for_all) == 3:
            found += self._more_frequent(names)
        return [replace(one, texts=self._besides(one, signals)) for one in found if self._leaves_out(one, signals)]

    @staticmethod
    def _leaves_out(proposal: Proposal, signals: Signals) -> bool:
        """Whether a proposal asks for things of the type of those that are to be left out."""
        listed_ = proposal.form in ("list", "count", "graded", "atleast")
        return not signals.besides or (listed_ and all(n.thing.label == proposal.label for n in signals.besides))

    def _besides(self, proposal: Proposal, signals: Signals) -> tuple[str, ...]:
        if not signals.besides:
            return proposal.texts
        things = self._wording.things(proposal.label, 2)
        others = f"{things} other than {listed([named.thing.name for named in signals.besides])}"
        return tuple(text.replace(things, others, 1) for text in proposal.texts)

    def _of_nothing(self, signals: Signals) -> Iterator[Proposal]:
        """Questions without a name: everything of a type, and what has the most links of a type."""
        for label in self._labels:
            things = self._wording.things(label, 2)
            yield Proposal("list", (f"Which {things} are there?",), "list", (self._asked(label),), label)
            yield Proposal("count", (f"How many {things} are there?",), "count", (self._asked(label),), label)
            for hop in self._hops(label):
                elements = (self._asked(label), self._relation(hop.relation), self._type("via", hop.end))
                verb, many = self._wording.phrase(hop, plural=True), self._wording.things(hop.end, 2)
                types = frozenset({hop.relation})
                top = "" if signals.number is None else f"{signals.number} "
                one, verb_of_one = self._wording.things(label, 1), self._wording.phrase(hop)
                orders: tuple[tuple[Form, str], ...] = (("ranking", "most"), ("fewest", "fewest"))
                for form, most in orders:
                    said: tuple[str, ...] = (f"Which {top}{things} {verb} the {most} {many}?",)
                    said += () if top else (f"Which {one} {verb_of_one} the {most} {many}?",)
                    yield Proposal(form, said, "list", elements, label, relations=types)

    def _hops(self, label: str) -> list[Hop]:
        return [hop for other in self._labels for hop in direct(self.schema, label, other)]

    def _variables(self, names: Sequence[Named], signals: Signals) -> Iterator[Proposal]:
        """Lists, counts and "is there any" of every type that can be joined to all names."""
        for label in self._labels:
            ways = {named.thing.label: self._ways(label, named.thing.label) for named in names}
            if not all(ways.values()) or all(named.against for named in names):
                continue
            for way in list(product(*ways.values()))[:_MOST_WAYS]:
                yield from self._variable(label, names, dict(zip(ways, way, strict=True)), signals)
        for named in names if len(names) == 1 else ():
            yield from self._denied(named)

    def _ways(self, start: str, end: str) -> list[tuple[Hop, ...]]:
        found: list[tuple[Hop, ...]] = [(hop,) for hop in direct(self.schema, start, end)]
        return found or ([path for path in chains(self.schema, start, end) if len(path) == 2] if start != end else [])

    def _variable(
        self, label: str, names: Sequence[Named], ways: Mapping[str, tuple[Hop, ...]], signals: Signals
    ) -> Iterator[Proposal]:
        chained = [way for way in ways.values() if len(way) > 1]
        if chained and len(names) > 1:
            return  # several names over unnamed things: whether of one or of several is not said
        conditions = []
        if signals.alternatives and len(ways) == 1 and not any(named.against for named in names):
            conditions.append(_condition(ways[names[0].thing.label], tuple(named.thing for named in names)))
        else:
            conditions += [_condition(ways[n.thing.label], (n.thing,), negated=n.against) for n in names]
        asked = Variable(label, tuple(conditions))
        hops = [hop for way in ways.values() for hop in way]
        elements = (self._asked(label), *(self._relation(hop.relation) for hop in hops))
        elements += tuple(self._type("via", way[0].end) for way in chained)
        types = frozenset(hop.relation for hop in hops)
        things, said = self._wording.things(label, 2), self._wording.conditions(asked)
        if signals.number is not None or (signals.findings and len(names) > 1 and len(ways) == 1):
            yield from self._some_of(label, asked, signals, elements, types)
            if signals.number is not None or not chained:
                return
        straight = self._straight(label, names[0].thing, ways) if len(names) == 1 and not chained else ()
        yield Proposal("list", (*straight, f"Which {things} {said}?"), "list", elements, label, relations=types)
        counted = tuple(text.replace("Which ", "How many ", 1) for text in straight)
        yield Proposal("count", (*counted, f"How many {things} {said}?"), "count", elements, label, relations=types)
        yield Proposal("exists", (f"Are there {things} that {said}?",), "yesno", elements, label, relations=types)
        if len(names) == 1 and not chained and any(p.role == "frequency" for p in hops[0].relation.properties):
            most = (f"Which {things} are most frequent in {names[0].thing.name}?",)
            yield Proposal("most", most, "list", elements, label, relations=types)

    def _some_of(
        self,
        label: str,
        asked: Variable,
        signals: Signals,
        elements: tuple[Element, ...],
        types: frozenset[Relation],
    ) -> Iterator[Proposal]:
        """What has the most of several things, or at least so many of them."""
        things, hop = self._wording.things(label, 2), asked.conditions[0].hop
        holding = [self._wording.object_of(one) for one in asked.conditions if not one.negated]
        excluded = [self._wording.object_of(one) for one in asked.conditions if one.negated]
        if any(one.hop != hop for one in asked.conditions) or (signals.number or 0) >= len(holding):
            return
        but = f", but not {listed(excluded, 'or')}" if excluded else ""
        form: Form = "graded" if signals.number is None else "atleast"
        how = "the most" if signals.number is None else f"at least {signals.number}"
        verb = self._wording.phrase(hop, plural=True)
        if len(holding) > 1:
            text = f"{things} {verb} {how} of {listed(holding)}{but}?"
            yield Proposal(form, (f"Which {text}",), "list", elements, label, relations=types)
            if form == "atleast":
                yield Proposal("count", (f"How many {text}",), "count", elements, label, relations=types)
        else:
            said = self._wording.conditions(asked)
            yield Proposal("list", (f"Which {things} {said}?",), "list", elements, label, relations=types)

    def over(self, label: str, names: Sequence[Named], ways: Sequence[tuple[Hop, ...]]) -> tuple[Proposal, Variable]:
        """The list of a type that a way over the schema joins to each name, and what is asked then.

        Ways that begin alike go over the same unnamed things: "drugs to which a cell is resistant that carries A and
        is of B" speaks of one cell.

        Args:
            ways: from the type to each of the names.
        """
        asked = _joined(label, [(way, named) for way, named in zip(ways, names, strict=True)])
        hops = list(dict.fromkeys(hop for way in ways for hop in way))
        between = dict.fromkeys(hop.end for way in ways for hop in way[:-1])
        elements = (self._asked(label), *(self._relation(hop.relation) for hop in hops))
        elements += tuple(self._type("via", one) for one in between)
        text = self._wording.question(asked)
        return Proposal("list", (text,), "list", elements, label, relations=frozenset(h.relation for h in hops)), asked

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
        if noun_had(phrase):  # "are targets of X" says it, and "does X have target" is no English
            return ()
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
                types = frozenset({relation, base})
                said = (
                    f"Which {things} are excluded in {named.thing.name}?",
                    f"Which {things} {self._wording.conditions(asked)}?",
                )
                yield Proposal("denied", said, "list", elements, start, relations=types)

    def _of_one(self, named: Named) -> Iterator[Proposal]:
        """What can be asked of one thing alone."""
        thing, node = named.thing, self.schema.node(named.thing.label)
        yield Proposal("everything", (thing.name, f"What is {thing.name}?"), "text", ())
        for property_ in node.telling:
            if property_.words:
                element = self._property(property_)
                said = tuple(f"What is the {word} of {thing.name}?" for word in property_.asked_as[:2])
                yield Proposal("property", said, "text", (element,), wanted=property_)
        if any(hop.forward for hop in direct(self.schema, thing.label, thing.label, hierarchical=True)):
            noun, nouns = (self._wording.kinds(thing.label, number) for number in (1, 2))
            yield Proposal("kinds", (f"Which {nouns} of {thing.name} are there?",), "list", (), thing.label)
            yield Proposal("parents", (f"What is {thing.name} a {noun} of?",), "list", (), thing.label)

    def _pairs(self, names: Sequence[Named], *, alternatives: bool) -> Iterator[Proposal]:
        """Whether named things of two types are linked, and what the record of the link says."""
        first = [named for named in names if named.thing.label == names[0].thing.label]
        second = [named for named in names if named.thing.label != names[0].thing.label]
        for hop in direct(self.schema, names[0].thing.label, second[0].thing.label):
            sources, targets = (first, second) if hop.forward else (second, first)
            relation, types = hop.relation, frozenset({hop.relation})
            element = self._relation(relation)
            if len(sources) == 1 or len(targets) == 1:
                said = self._verdict(relation, sources, targets, alternatives=alternatives)
                yield Proposal("yesno", (said,), "yesno", (element,), relations=types)
            if len(names) > 2 or any(named.against for named in names):
                continue
            source, target = sources[0].thing.name, targets[0].thing.name
            for property_ in relation.properties:
                if property_.words:
                    asked = tuple(f"What is the {word} of {target} in {source}?" for word in property_.asked_as[:2])
                    elements = (self._property(property_), element)
                    yield Proposal("value", asked, "value", elements, wanted=property_, relations=types)
        if len(names) == 2 and not any(named.against for named in names):
            both = (f"How are {names[0].thing.name} and {names[1].thing.name} related?",)
            yield Proposal("relation", both, "relation", ())

    def _among(self, names: Sequence[Named]) -> Iterator[Proposal]:
        """Which of several named things are linked to others, and which kinds of one thing another has."""
        for asked_of in dict.fromkeys(named.thing.label for named in names):
            several = [named for named in names if named.thing.label == asked_of]
            others = [named for named in names if named.thing.label != asked_of]
            for hop in direct(self.schema, asked_of, others[0].thing.label):
                elements = (self._asked(asked_of), self._relation(hop.relation))
                types = frozenset({hop.relation})
                if len(several) > 1 and not any(named.against for named in several):
                    wanted = tuple(_condition((hop,), (n.thing,), negated=n.against) for n in others)
                    said = self._wording.conditions(Variable(asked_of, wanted))
                    these = "; ".join(named.thing.name for named in several)
                    text = f"Which {self._wording.things(asked_of, 2)} {said}? Options: {these}"
                    yield Proposal("among", (text,), "list", elements, asked_of, relations=types)
                elif not any(named.against for named in names) and len(names) == 2:
                    yield from self._below(several[0], others[0], hop)

    def _below(self, broad: Named, other: Named, hop: Hop) -> Iterator[Proposal]:
        """Which kinds of a broad thing are linked to another one."""
        label = broad.thing.label
        upward = [one for one in direct(self.schema, label, label, hierarchical=True) if one.forward]
        if not upward or hop.forward:
            return
        elements = (self._asked(label), self._relation(hop.relation))
        verb = infinitive(hop.relation.forward)
        first, _, rest = hop.relation.forward.partition(" ")
        said = f"is {other.thing.name} {rest}" if first == "is" else f"does {other.thing.name} {verb}"
        types = frozenset({hop.relation, upward[0].relation})
        asked = f"Which {self._wording.kinds(label, 2)} of {broad.thing.name} {said}?"
        yield Proposal("below", (asked,), "list", elements, label, relations=types)

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
            noun = self._wording.kinds(label, 1)
            yield Proposal("isa", (f"Is {names[0]} a {noun} of {names[1]}?",), "yesno", ())
        for hop in direct(self.schema, label, label):
            said = self._verdict(hop.relation, (one,), (other,), alternatives=False)
            types = frozenset({hop.relation})
            yield Proposal("yesno", (said,), "yesno", (self._relation(hop.relation),), relations=types)
        for hop in self._hops(label):
            things = self._wording.things(hop.end, 2)
            elements = (self._asked(hop.end), self._relation(hop.relation))
            types = frozenset({hop.relation})
            more = f"Which has more {things}, {names[0]} or {names[1]}?"
            yield Proposal("more", (more,), "list", elements, relations=types)
            if hop.forward and not hop.relation.forward.startswith("is "):
                verb = infinitive(hop.relation.forward)
                differs = f"Which {things} does {names[0]} {verb} that {names[1]} does not {verb}?"
                yield Proposal("differs", (differs,), "list", elements, hop.end, relations=types)
        yield Proposal("differs", (f"What distinguishes {names[0]} from {names[1]}?",), "list", ())

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
                        "more", (said,), "list", elements, wanted=often[0],
                        relations=frozenset({hop.relation}),
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


def _joined(label: str, ways: Sequence[tuple[tuple[Hop, ...], Named]]) -> Variable:
    """What is joined to names over ways that share what they begin with."""
    conditions: list[Condition] = [
        Condition(way[0], (named.thing,), negated=named.against) for way, named in ways if len(way) == 1
    ]
    for hop in dict.fromkeys(way[0] for way, _ in ways if len(way) > 1):
        rest = [(way[1:], named) for way, named in ways if len(way) > 1 and way[0] == hop]
        conditions.append(Condition(hop, variable=_joined(hop.end, rest)))
    return Variable(label, tuple(conditions))


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
