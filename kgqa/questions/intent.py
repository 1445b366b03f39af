"""What a question asks for, in terms of one schema: the record between understanding and planning."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from kgqa.language.quantities import Bounds
from kgqa.questions.qualifiers import Qualifier
from kgqa.records import Candidate, Entity, Kind
from kgqa.schema.model import Property, Relation

GapReason = Literal[
    "no_entity",
    "unknown_name",
    "absent",
    "no_relation",
    "unread",
    "no_property",
    "relation_choice",
    "type_choice",
    "direction",
    "several",
    "grouping",
]


@dataclass(frozen=True, slots=True)
class Thing:
    """A linked entity as a question uses it: one thing with every identifier the graph knows it by.

    Attributes:
        broad: its kinds are meant as well, whether it has records of its own or not ("eye problems").
        family: nothing is called so, and the identifiers are those of all things whose names begin so, which are its
            kinds.
    """

    name: str
    label: str
    ids: tuple[str, ...]
    broad: bool = False
    family: bool = False

    @classmethod
    def of(cls, candidate: Candidate, *, broad: bool = False) -> Thing:
        """What a name was found to mean, as a question uses it."""
        ids = candidate.ids or (candidate.id,)
        return cls(candidate.name, candidate.label, ids, broad, family=candidate.members > 0)

    @property
    def own_ids(self) -> tuple[str, ...]:
        """Identifiers of what is called so itself; those of a family are its kinds'."""
        return () if self.family else self.ids


@dataclass(frozen=True, slots=True)
class Hop:
    """One step over a relation, ``forward`` when it is walked from the stored source to the target."""

    relation: Relation
    forward: bool

    @property
    def start(self) -> str:
        """The label from which the hop sets out."""
        return self.relation.source if self.forward else self.relation.target

    @property
    def end(self) -> str:
        """The label where the hop arrives."""
        return self.relation.target if self.forward else self.relation.source


@dataclass(frozen=True, slots=True)
class Variable:
    """Something unnamed of one type that must meet every condition.

    Attributes:
        within: the keys of the things among which it is to be; None where it may be any of its type.
        described: what is recorded of these things themselves, in words ("with the traction steam"); which they are is
            found by that.
    """

    label: str
    conditions: tuple[Condition, ...] = ()
    within: tuple[str, ...] | None = None
    described: str = ""


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation that must join a variable to one of some things, or to another variable.

    Attributes:
        things: alternatives, any of which will do; empty where ``variable`` is set.
        negated: the things must not be joined (no positive record).
        denied: the record must say that the link does not hold.
        keys: what ``variable`` was found to be, where that was asked beforehand.
        qualifiers: what the properties of the link must be, all of them in one record.
        number: to how many things that meet ``variable`` the relation must lead; None where one is enough.
        only: the relation must lead to nothing else ("attack only apple").
        deep: it is one of a hierarchy, and leads over any number of steps and not over one.
    """

    hop: Hop
    things: tuple[Thing, ...] = ()
    variable: Variable | None = None
    negated: bool = False
    denied: bool = False
    keys: tuple[str, ...] | None = None
    qualifiers: tuple[Qualifier, ...] = ()
    number: Bounds | None = None
    only: bool = False
    deep: bool = False

    @property
    def restricted(self) -> bool:
        """Whether it is asked how far the relation leads, which no single record tells."""
        return self.number is not None or self.only

    @property
    def is_plain(self) -> bool:
        """Whether it asks for nothing but a link to things that are named."""
        further = self.variable is not None or self.negated or self.denied or self.qualifiers or self.restricted
        return not further and bool(self.things)


@dataclass(frozen=True, slots=True)
class Pair:
    """Two things whose link is asked for; ``hops`` lead from one to the other, usually a single one.

    Attributes:
        registers: those in which the identifiers of ``thing`` are asked for.
        same: the thing of which is asked whether it is ``thing``.
        negated: the question says of this pair that the link does not hold.
        qualifiers: what the properties of the link must be, all of them in one record.
        direct: of a hierarchy, that one of them stands right above the other.
    """

    one: Thing
    other: Thing
    hops: tuple[Hop, ...]
    negated: bool = False
    qualifiers: tuple[Qualifier, ...] = ()
    direct: bool = False

    @property
    def of_family(self) -> bool:
        """Whether one of the two is a family, so that whatever is recorded is recorded for kinds."""
        return self.one.family or self.other.family


@dataclass(frozen=True, slots=True)
class OfThese:
    """How many of the conditions on a thing are to hold; those that are negated are counted apart, as against it.

    Attributes:
        least: at least so many of them; None where the things are ranked by how many hold.
        exactly: so many and no more.
    """

    least: int | None = None
    exactly: bool = False


@dataclass(frozen=True, slots=True)
class Intent:
    """A question that was understood.

    Attributes:
        answer: the variable whose values are listed, counted, or whose existence is asked.
        pairs: for yes/no, value and relation questions about named things.
        any_pair: one true pair is enough ("or"); of a relation, what joins the two may lie beside the given ways too.
        property: the property asked for, of the edge of ``pairs`` or of ``thing``.
        thing: the one thing that a text or type question is about; everything recorded of it is asked for where
            nothing else is said.
        or_all: where nothing is recorded of ``property``, everything recorded of ``thing`` is asked for ("what is X").
        of_type: for "is X a gene?" the label asked about; also with ``differ``.
        identifier: for "has X the identifier Y" the one asked about.
        family: the one whose members are asked for; also with ``thing``, whether that is one of them.
        negated: the question says of ``thing`` that it is not of the type or a member, or has not the identifier.
        excluded: it asks whether the link is recorded as absent ("is A excluded in B").
        shared: the answers are what the things have in common, whatever the relation.
        most: the answers are those with the highest value of ``property``, or with the most edges over ``rank_hop``.
        least: those with the fewest edges over ``rank_hop`` instead.
        top: how many of a ranking are asked for; None for those at its head alone.
        compared: the two things that are compared, by ``property`` of ``pairs`` or by how many things ``rank_hop``
            leads to; ``least`` asks for the lower one.
        of_these: how many of the conditions of ``answer`` are to hold; None where all are.
        differ: the two things of which is asked what tells them apart, in things of type ``of_type`` if that is said.
        besides: what is to be left out of the answers ("other than X").
        notes: what was taken for what, a sentence each, for the answer to say.
        hops: length of the longest chain, the cost of this reading.
        others: what else the question asks for as well where a name of it means another thing, over longer chains.
    """

    kind: Kind
    answer: Variable | None = None
    pairs: tuple[Pair, ...] = ()
    any_pair: bool = False
    property: Property | None = None
    thing: Thing | None = None
    or_all: bool = False
    of_type: str | None = None
    identifier: str | None = None
    registers: tuple[str, ...] = ()
    same: Thing | None = None
    family: Thing | None = None
    negated: bool = False
    excluded: bool = False
    shared: tuple[Thing, ...] = ()
    most: bool = False
    rank_hop: Hop | None = None
    least: bool = False
    top: int | None = None
    compared: tuple[Thing, ...] = ()
    of_these: OfThese | None = None
    differ: tuple[Thing, ...] = ()
    besides: tuple[Thing, ...] = ()
    notes: tuple[str, ...] = ()
    hops: int = 1
    entities: tuple[Entity, ...] = ()
    others: tuple[Intent, ...] = ()


@dataclass(frozen=True, slots=True)
class Gap:
    """Why a question cannot be asked of this graph.

    Attributes:
        what: the word, name, type or relation that is missing.
        closeness: how far the reading came, to report the best of several readings.
        options: for a choice between relations the ways that are equally near.
        readings: for a choice between types what is asked with each.
        instead: what would be asked if words that nothing explains meant what they are near to.
    """

    reason: GapReason
    what: str
    detail: str = ""
    closeness: int = 0
    options: tuple[tuple[Hop, ...], ...] = ()
    readings: tuple[Intent, ...] = ()
    instead: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """One way to read a question whose words fit several relations or types.

    Attributes:
        phrase: what it takes the words for ("upregulates").
    """

    phrase: str
    intent: Intent


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Readings that are equally good: a person must choose.

    Attributes:
        entities: the mentions that can be several things.
        options: the readings where it is a relation or a type that can be several.
        word: the words that fit all of them; empty where none is said.
        intents: what is asked with each reading of the names.
    """

    entities: tuple[Entity, ...] = ()
    options: tuple[Option, ...] = ()
    word: str = ""
    intents: tuple[Intent, ...] = ()


def readings_of(outcome: Intent | Gap | Ambiguity) -> tuple[Intent, ...]:
    """What a question asks for with each meaning of its names that the schema allows; one intent where they are sure,
    none where the question is not read."""
    if isinstance(outcome, Intent):
        return (replace(outcome, others=()), *outcome.others)
    return outcome.intents if isinstance(outcome, Ambiguity) else ()


def choice(ways: Sequence[tuple[Hop, ...]], word: str = "") -> Gap:
    """Several ways that a question can mean equally."""
    types = "|".join(hop.relation.type for way in ways for hop in way)
    return Gap("relation_choice", types, detail=word, closeness=5, options=tuple(ways))


def misdirected(relation: Relation, said: str, closeness: int = 6) -> Gap:
    """A word that is said of the other end of a relation than the graph records."""
    return Gap("direction", f"{relation.type}|{relation.source}|{relation.target}", detail=said, closeness=closeness)


def asks_everything(intent: Intent) -> bool:
    """Whether a thing was named and nothing asked of it."""
    asked = (intent.property, intent.of_type, intent.identifier, intent.same, intent.family)
    return intent.thing is not None and all(one is None for one in asked) and not intent.registers


def unnamed(variable: Variable) -> list[Variable]:
    """Every unnamed thing behind a variable, itself left out."""
    return [one.variable for one in conditions_of(variable) if one.variable is not None]


def conditions_of(variable: Variable | None) -> list[Condition]:
    """Every condition on a variable and on those behind it."""
    if variable is None:
        return []
    return [one for condition in variable.conditions for one in (condition, *conditions_of(condition.variable))]


def compared_in(intent: Intent) -> Thing | None:
    """What two things are compared in, where it is asked which of them is the more frequent there."""
    if not (intent.compared and intent.pairs):
        return None
    first, *others = intent.pairs
    return first.other if intent.compared[0] == first.one and all(one.other == first.other for one in others) else None


def relations_of(intent: Intent) -> set[Relation]:
    """Every relation that an intent asks of."""
    hops = [condition.hop for condition in conditions_of(intent.answer)]
    hops += [hop for pair in intent.pairs for hop in pair.hops]
    hops += [intent.rank_hop] if intent.rank_hop is not None else []
    return {hop.relation for hop in hops}


def things_of(intent: Intent) -> Iterator[Thing]:
    """Every thing that an intent names."""
    yield from (thing for one in conditions_of(intent.answer) for thing in one.things)
    yield from (thing for pair in intent.pairs for thing in (pair.one, pair.other))
    yield from (*intent.shared, *intent.compared, *intent.differ, *intent.besides)
    yield from (thing for thing in (intent.thing, intent.family) if thing is not None)


Outcome = Intent | Gap | None
"""What a form of questions makes of a sentence; None where it is not of that form."""
