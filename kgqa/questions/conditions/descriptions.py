"""Unnamed things by what is recorded of them, on the way to what is asked: "companies that built *steam locomotives*".

A question is read as if a name stood in their place, so that every form that is read with a name is read with them. In
what is asked they are an unnamed thing then, of which texts and bounds are told besides (``Measured``).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.language.vocabulary import Cue
from kgqa.questions.conditions.measures import Measure, Owned
from kgqa.questions.conditions.thing_values import Valued
from kgqa.questions.intent import Condition, Hop, Intent, Pair, Thing, Variable, things_of
from kgqa.questions.tagging import Item
from kgqa.records import Candidate, Entity

_ASKED: frozenset[Cue] = frozenset({"which", "list", "count", "how", "there"})
"""Cues right behind which a noun tells what is asked for."""
_ARTICLE = re.compile(r"\b(?:at least (?:one|a)|some|any|an?)\s+$", re.IGNORECASE)
_ENDS = re.compile(r"\s*(?:$|[?.!,]|(?:and|or)\b)", re.IGNORECASE)
"""What stands behind a noun of which nothing more is said ("a locomotive and a bridge")."""
_JOINT = re.compile(r"\s*(?:,|\band\b)?\s*")
_MARK = "\ufffc"
"""What the identifier of such a stretch begins with, and no other does."""


@dataclass(frozen=True, slots=True)
class Described:
    """A stretch of a question that stands for some things of a type.

    Attributes:
        valued: texts that are recorded of them.
        bounded: bounds on what is recorded of them.
    """

    start: int
    end: int
    label: str
    valued: tuple[Valued, ...] = ()
    bounded: tuple[tuple[Measure, Owned], ...] = ()

    @property
    def said(self) -> str:
        """What is recorded of them, in words; empty where nothing is said but their type."""
        return " and ".join([*(one.said for one in self.valued), *(one.said(owned) for one, owned in self.bounded)])

    def named(self, question: str, number: int) -> Entity:
        """The stretch as if it were a name."""
        said, id_ = question[self.start : self.end], f"{_MARK}{number}"
        return Entity(said, self.start, self.end, Candidate(id_, said, self.label, 1.0, "exact", said, (id_,)))


def is_described(entity: Entity) -> bool:
    """Whether what stands for a name is such a stretch."""
    return entity.chosen.id.startswith(_MARK)


def is_unnamed(thing: Thing) -> bool:
    """Whether such a stretch stands for a thing."""
    return thing.ids[0].startswith(_MARK)


def described(
    question: str, items: Sequence[Item], valued: Sequence[Valued], measures: Sequence[Measure]
) -> list[Described]:
    """Such stretches of a question, in order; not the one that tells what is asked for.

    Args:
        items: of the question.
        valued, measures: what it says of texts and numbers of things.
    """
    alone = [Described(one.start, one.end, one.label, (one,)) for one in valued if one.put]
    taken = [(one.start, one.end) for one in alone]
    nouns = [
        Described(one.start, one.end, next(iter(one.meaning.labels)))
        for one in items
        if len(one.meaning.labels) == 1
        and not one.meaning.relations
        and not any(start <= one.start < end for start, end in taken)
    ]
    found = []
    for noun in sorted((*alone, *nouns), key=lambda one: one.start):
        whole = _behind(question, _before(question, noun, valued), valued, measures)
        article = _ARTICLE.search(question[: whole.start])
        whole = whole if article is None else replace(whole, start=article.start())
        says = bool(whole.valued or whole.bounded)
        bare = article is not None and _ENDS.match(question, whole.end) is not None
        if (says or bare) and not _is_asked(items, whole):
            found.append(whole)
    return found


def _before(question: str, noun: Described, valued: Sequence[Valued]) -> Described:
    """The noun with the texts right before it ("old *steam locomotives*")."""
    for one in sorted(valued, key=lambda one: -one.start):
        beside = one.end <= noun.start and not question[one.end : noun.start].strip()
        if beside and one.label == noun.label and not one.put:
            noun = replace(noun, start=one.start, valued=(one, *noun.valued))
    return noun


def _behind(question: str, noun: Described, valued: Sequence[Valued], measures: Sequence[Measure]) -> Described:
    """The noun with the texts and the bounds behind it ("*lines that are not electrified*")."""
    said: list[Valued | Measure] = [*valued, *measures]
    for one in sorted(said, key=lambda one: one.start):
        if one.start < noun.end or _JOINT.fullmatch(question, noun.end, one.start) is None:
            continue
        if isinstance(one, Valued):
            if one.label == noun.label and not one.put:
                noun = replace(noun, end=one.end, valued=(*noun.valued, one))
            continue
        own = [way for way in one.ways if way.owner == noun.label]
        if len(own) == 1 and one.bounds is not None:
            noun = replace(noun, end=one.end, bounded=(*noun.bounded, (one, own[0])))
    return noun


def _is_asked(items: Sequence[Item], noun: Described) -> bool:
    """Whether a noun tells what is asked for ("*which steam locomotives* …")."""
    before = [item for item in items if item.start < noun.start and not item.unread]
    return not before or bool(before[-1].meaning.cues & _ASKED)


def with_described(intent: Intent, found: Sequence[Described], items: Sequence[Item]) -> Intent | None:
    """What is asked where unnamed things stand in the place of names; None where one stands where only a name can.

    Args:
        intent: what is asked with ``Described.named`` of each.
        items: of the question; "is A a conifer" asks for no link, as no word says any.
    """
    by_id = {f"{_MARK}{number}": one for number, one in enumerate(found)}
    if len(intent.pairs) == 1 and any(item.meaning.relations or item.generic for item in items):
        intent = _of_pair(intent, intent.pairs[0], by_id)
    placed = intent.answer and _placed(intent.answer, by_id)
    if placed is None:
        return None
    named = tuple(one for one in intent.entities if one.chosen.id not in by_id)
    whole = replace(intent, answer=placed, entities=named)
    return None if any(thing.ids[0] in by_id for thing in things_of(whole)) else whole


def _of_pair(intent: Intent, pair: Pair, by_id: dict[str, Described]) -> Intent:
    """A verdict on a link as whether there is anything of the kind, where one end of the link is unnamed."""
    plain = len(pair.hops) == 1 and not (pair.negated or pair.qualifiers or intent.excluded)
    if intent.kind != "yesno" or not plain:
        return intent
    (hop,) = pair.hops
    one, other = pair.one, pair.other
    if one.ids[0] not in by_id:
        hop, one, other = Hop(hop.relation, not hop.forward), other, one
    if one.ids[0] not in by_id:
        return intent
    return replace(intent, pairs=(), answer=Variable(one.label, (Condition(hop, (other,)),)))


def _placed(variable: Variable, by_id: dict[str, Described]) -> Variable | None:
    conditions = []
    for one in variable.conditions:
        if len(one.things) == 1 and one.things[0].ids[0] in by_id:
            told = by_id[one.things[0].ids[0]]
            one = replace(one, things=(), variable=Variable(told.label, described=told.said))
        elif one.variable is not None:
            inner = _placed(one.variable, by_id)
            if inner is None:
                return None
            one = replace(one, variable=inner)
        conditions.append(one)
    return replace(variable, conditions=tuple(conditions))


def with_said(variable: Variable, told: Described) -> Variable:
    """A variable whose unnamed things of a type are told by what is recorded of them."""
    conditions = []
    for one in variable.conditions:
        inner = one.variable
        if inner is not None:
            inner = replace(inner, described=told.said) if inner.label == told.label else with_said(inner, told)
        conditions.append(replace(one, variable=inner))
    return replace(variable, conditions=tuple(conditions))
