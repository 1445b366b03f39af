"""Questions for things by a number that is recorded of them or of their links: bounds on it, or the highest of it.

What is asked without the measure is read as any question is; the measure is put on what is asked for where the schema
leaves no doubt which property is meant. A question that denies anything, or joins by "or", is not read so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.conditions.by_links import type_alone, with_link
from kgqa.questions.conditions.descriptions import Described, described, is_described, with_described, with_said
from kgqa.questions.conditions.measures import Measure, Measures, Owned, without
from kgqa.questions.conditions.phrase import Said
from kgqa.questions.conditions.thing_values import ThingValues, Valued
from kgqa.questions.intent import Ambiguity, Condition, Gap, Hop, Intent, Thing, Variable, relations_of, unnamed
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.numbers.aggregates import Sum, summed
from kgqa.questions.tagging import Item, number_of, tag
from kgqa.questions.text.rewriting import Edit, rewritten
from kgqa.records import Entity
from kgqa.schema.model import Property, Relation

_DENIED = re.compile(r"(?:\b(?:not|never|without|no|nor)|n['’]t)\s+(?:(?:an?|any|the)\s+)?$", re.IGNORECASE)
"""A denial right before a noun."""
_AND = re.compile(r",?\s\b(?:and(?:\s+(?:that|who|which))?)\b(?=\s)", re.IGNORECASE)
_ADDED_UP = frozenset({"amount", "quantity", "hours", "eur", "usd", "gbp", "chf", "total", "dose", "number", "volume"})
"""Words for numbers of links that make one number together."""
_TIMED = frozenset({"date", "year", "since"})
_JOINS = re.compile(r"\b(?:or|nor|than)\s*$|^\s*(?:or|nor)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Lacking:
    """A property of the things of a type of which nothing may be recorded ("drugs with no withdrawal period")."""

    label: str
    property: Property


@dataclass(frozen=True, slots=True)
class Measured:
    """A question for things by a number.

    Attributes:
        intent: what is asked without the number; its ``answer`` is a type alone where nothing else is.
        bounded: the bounds on properties of the things themselves.
        ranked: of which property the highest or the lowest is asked for, of the things or of their only link.
        valued: texts that are recorded of the things themselves.
        summed: of which property of the things the sum or the mean is asked for.
        unnamed: what is recorded of unnamed things on the way to them, by ``Variable.described``.
        among: the things of which one is to have more than the others; of a question for yes or no it is the first.
        lacking: properties of which nothing may be recorded of the things themselves.
    """

    intent: Intent
    bounded: tuple[tuple[Measure, Owned], ...] = ()
    ranked: tuple[Measure, Owned] | None = None
    valued: tuple[Valued, ...] = ()
    unnamed: tuple[Described, ...] = ()
    summed: tuple[Sum, Owned] | None = None
    among: tuple[Thing, ...] = ()
    lacking: tuple[Lacking, ...] = ()


Links = Callable[[str, Sequence[Entity]], Sequence[Said]]
"""Finds conditions on properties of links, with the names of a question."""
Read = Callable[[str, Sequence[Entity]], Intent | Gap | Ambiguity]


def measured(
    question: str,
    entities: Sequence[Entity],
    measures: Measures,
    lexicon: Lexicon,
    read: Read,
    values: ThingValues | None = None,
    links: Links | None = None,
) -> Measured | None:
    """What a cleaned question asks by numbers or texts of things; None where it does not, or where it is not certain of
    what.

    Args:
        entities: its names.
        read: reads a question strictly.
        values: finds conditions on texts; None to find none.
        links: finds conditions on properties of links; None to find none.
    """
    numbers = list(measures.find(question, entities))
    bounds = [one for one in numbers if one.bounds is not None]
    valued = [  # "completed before 2026" tells a time, and no status
        one
        for one in (values.find(question, entities) if values is not None else [])
        if not any(one.start < bound.end and bound.start < one.end for bound in bounds)
    ]
    apart = _unjoined(question, valued, numbers)
    if apart != question:
        return measured(apart, entities, measures, lexicon, read, values, links)
    total = summed(question, measures, [(one.start, one.end) for one in entities])
    if total is not None:
        return _added_up(total, measured(total.rest(question), entities, measures, lexicon, read, values, links)
                         or _plainly(total.rest(question), entities, lexicon, read))  # fmt: skip
    if (one_thing := _of_one(question, entities, valued, measures)) is not None:
        return one_thing
    asked = _of_answers(question, entities, measures, lexicon, read, valued, links)
    if asked is not None or any(map(is_described, entities)):
        return asked
    items = tag(question, entities, lexicon)
    found = described(question, items, valued, measures.find(question, entities))
    if not found:
        return None
    names = [one.named(question, number) for number, one in enumerate(found)]
    placed = sorted([*entities, *names], key=lambda one: one.start)
    outcome = read(question, placed)
    if isinstance(outcome, Intent) and (_is_plain(outcome) or outcome.pairs):
        asked = Measured(outcome)
    else:
        asked = measured(question, placed, measures, lexicon, read, values, links)
    intent = with_described(asked.intent, found, items) if asked is not None else None
    if asked is None or intent is None or intent.answer is None:
        return None
    if any(one.label == intent.answer.label for one in unnamed(intent.answer)):
        return None  # of which of two things of one type something is said, no word tells
    on_the_way = {one.described for one in unnamed(intent.answer)}
    told = [one for one in found if one.said and one.said in on_the_way]
    asked = replace(asked, intent=intent, unnamed=(*asked.unnamed, *told))
    rest = [one for one in found if one.said and one not in told]  # "does X eat a *conifer*"
    if not rest:
        return _possible(asked)
    own, *others = rest
    if others or own.label != intent.answer.label:
        return None
    return replace(asked, valued=(*asked.valued, *own.valued), bounded=(*asked.bounded, *own.bounded))


def _exclude(one: Valued, other: Valued) -> bool:
    """Whether nothing with one value of a field has both."""
    same = (one.label, one.recorded) == (other.label, other.recorded)
    return same and one.values.isdisjoint(other.values)


def _unjoined(question: str, valued: Sequence[Valued], numbers: Sequence[Measure]) -> str:
    """A question without each "and" that joins a condition by a number or a text to another one."""
    spans = [(one.start, one.end) for one in valued if not one.put] + [(one.start, one.end) for one in numbers]
    asks = re.match(r"\W*(?:which|what)\b", question, re.IGNORECASE) is not None
    joints = [  # "which are A and which are B" asks twice
        match.span()
        for match in (_AND.finditer(question) if spans else ())
        if not (asks and "which" in match[0].lower())
    ]
    beside = [
        (start, end)
        for start, end in joints
        if not any(first <= start < last for first, last in spans)
        and any(not question[last:start].strip(" ,") if last <= start else not question[end:first].strip()
                for first, last in spans)
    ]  # fmt: skip
    return blanked(question, beside)


def _plainly(question: str, entities: Sequence[Entity], lexicon: Lexicon, read: Read) -> Measured | None:
    """A question for things of which nothing is told but their links, or nothing at all."""
    outcome = read(question, entities) if entities else type_alone(tag(question, entities, lexicon))
    return Measured(outcome) if isinstance(outcome, Intent) and _is_plain(outcome) else None


def _added_up(total: Sum, asked: Measured | None) -> Measured | None:
    """What is asked of some things, with the number of theirs that is added up."""
    answer = asked.intent.answer if asked is not None else None
    if asked is None or answer is None or asked.ranked or asked.among or asked.intent.kind != "list":
        return None
    own = [one for one in total.ways if one.owner == answer.label] or _of_only_link(total, answer)
    return replace(asked, summed=(total, own[0])) if len({one.recorded for one in own}) == 1 else None


def _of_only_link(total: Sum, answer: Variable) -> list[Owned]:
    """What is told by the links of what is asked for to one named thing, where nothing else is asked of it."""
    if len(answer.conditions) != 1:
        return []
    (one,) = answer.conditions
    plain = len(one.things) == 1 and one.variable is None and not (one.negated or one.denied or one.qualifiers)
    return [way for way in total.ways if plain and way.owner == one.hop.relation and not one.hop.relation.hierarchical]


def _of_answers(
    question: str,
    entities: Sequence[Entity],
    measures: Measures,
    lexicon: Lexicon,
    read: Read,
    valued: Sequence[Valued],
    links: Links | None,
) -> Measured | None:
    """What a question asks by numbers or texts of what it asks for."""
    if any(denies_noun(question, one) for one in valued):
        return None
    if valued:
        put = rewritten(question, entities, [Edit(one.start, one.end, one.put) for one in valued])
        question, entities = put.text, put.entities
    asked = _by_numbers(question, entities, measures, lexicon, read, links, valued=bool(valued))
    if asked is None or asked.intent.answer is None:
        return None
    if any(not _is_told(asked.intent.answer, one.label) for one in valued):
        return None
    if not (valued or asked.bounded or asked.ranked or any(one.qualifiers for one in asked.intent.answer.conditions)):
        return None
    whole = _apart(replace(asked, valued=tuple(valued)))
    return _possible(whole)


def denies_noun(question: str, one: Valued) -> bool:
    """Whether a denial stands right before a noun for things with a text: "who work at A and not pilots" denies what
    they are, and not where they work."""
    return bool(one.put) and _DENIED.search(question[: one.start]) is not None


def _possible(asked: Measured) -> Measured | None:
    """What is asked; None where one thing would have to have two values of one field ("dogs and cats")."""
    each = (asked.valued, *(one.valued for one in asked.unnamed))
    return None if any(_exclude(*two) for told in each for two in combinations(told, 2)) else asked


def _apart(asked: Measured) -> Measured:
    """What is asked, with what is told of unnamed things on the way apart from what is told of the things asked for."""
    answer = asked.intent.answer
    assert answer is not None
    found = []
    for label in dict.fromkeys(one.label for one in unnamed(answer)):
        valued = tuple(one for one in asked.valued if one.label == label != answer.label)
        bounded = tuple((one, owned) for one, owned in asked.bounded if owned.owner == label != answer.label)
        if valued or bounded:
            found.append(Described(0, 0, label, valued, bounded))
            answer = with_said(answer, found[-1])
    return replace(
        asked,
        intent=replace(asked.intent, answer=answer),
        valued=tuple(one for one in asked.valued if one.label == answer.label),
        bounded=tuple((one, owned) for one, owned in asked.bounded if owned.owner == answer.label),
        unnamed=tuple(found),
    )


def _is_told(answer: Variable, label: str) -> bool:
    """Whether it is certain of which things of a question something with this label is said: of what is asked for, or
    of the only unnamed things on the way that have it."""
    on_the_way = [one.label for one in unnamed(answer)]
    return (answer.label == label) != (on_the_way.count(label) == 1) and on_the_way.count(label) < 2


def _of_one(question: str, entities: Sequence[Entity], valued: Sequence[Valued], measures: Measures) -> Measured | None:
    """Whether one named thing has a text or a number within bounds, where a question for yes or no asks nothing else
    ("is A made of iron", "does A have more than 100 employees")."""
    opening = spoken(question)[:1]
    if len(entities) != 1 or entities[0].tied or not opening:
        return None
    if opening[0].text.lower() not in vocabulary().auxiliary:
        return None
    label = entities[0].chosen.label
    found = measures.find(question, entities)
    bounded = [(one, way) for one in found for way in one.ways if one.bounds is not None and way.owner == label]
    if not (valued or found) or any(one.label != label for one in valued) or len(bounded) != len(found):
        return None  # a number that two properties may have, or none
    said = [*((one.start, one.end) for one in valued), *((one.start, one.end) for one in found)]
    rest = blanked(question, [*said, (entities[0].start, entities[0].end)])
    words = [word.text.lower() for word in spoken(rest)]
    noun = {word for one in valued for word in one.noun.split()}
    usual = vocabulary().auxiliary | noun | {"a", "an", "the", "it", "of", "made", "out", "and"}
    if any(word not in usual for word in words):
        return None
    thing = Thing.of(entities[0].chosen)
    intent = Intent("yesno", Variable(thing.label), entities=tuple(entities))
    return Measured(intent, tuple(bounded), valued=tuple(valued), among=(thing,))


def _by_numbers(
    question: str,
    entities: Sequence[Entity],
    measures: Measures,
    lexicon: Lexicon,
    read: Read,
    links: Links | None,
    *,
    valued: bool,
) -> Measured | None:
    found = [
        one
        for one in measures.find(question, entities)
        if one.bounds is None or any(isinstance(way.owner, str) for way in one.ways)
    ]
    ranking = [one for one in found if one.bounds is None]
    told = [(one.start, one.end) for one in found]
    of_links = list(links(blanked(question, told), entities)) if links is not None and not entities else []
    told += [(one.start, one.end) for one in of_links]
    if not (found or of_links or valued) or len(ranking) > 1:
        return None
    if (found and _denies(question, entities)) or any(_joined(question, start, end) for start, end in told):
        return None
    rest = without(question, found)
    names = [one for one in entities if not any(each.start <= one.start < each.end for each in found)]
    items = tag(rest, names, lexicon)
    outcome = read(rest, names)
    intent = outcome if isinstance(outcome, Intent) and outcome.entities else None
    if intent is None and len(of_links) == 1 and not names:
        intent = with_link(tag(blanked(rest, [(of_links[0].start, of_links[0].end)]), names, lexicon), of_links[0])
    if intent is None and ranking and ranking[0].top is None:
        number, items = _number_asked(items)
        found = [replace(one, top=number) if one.bounds is None else one for one in found]
    if intent is None and (intent := type_alone(items)) is not None and ranking:
        intent = _over_links(intent, ranking[0]) or intent
    return _settled(intent, found, items) if intent is not None and _is_plain(intent) else None


def _settled(intent: Intent, found: Sequence[Measure], items: Sequence[Item]) -> Measured | None:
    """What is asked with each number put to what it is of; None where one has no such place."""
    assert intent.answer is not None
    on_the_way = {one.label for one in unnamed(intent.answer)}
    others = {label for item in items for label in item.meaning.labels} - {intent.answer.label} - on_the_way
    settled = [(one, way) for one in found if (way := _meant(one, intent, others)) is not None]
    ranked = next((one for one in settled if one[0].bounds is None), None)
    if len(settled) < len(found) or (ranked is not None and intent.kind != "list"):
        return None
    return Measured(intent, tuple(one for one in settled if one[0].bounds is not None), ranked)


def _over_links(intent: Intent, ranking: Measure) -> Intent | None:
    """A ranking of all things of a type by what only their links tell ("which school has the longest delivery"), each
    by the highest of its links; None where the things have such a property themselves, where several relations may be
    meant, or where it is a number that is as soon added up as compared, or a time."""
    assert intent.answer is not None
    label = intent.answer.label
    if ranking.top is not None or any(way.owner == label for way in ranking.ways):
        return None
    ways = {way.owner: way for way in ranking.ways if isinstance(way.owner, Relation)}
    ends = [one for one in ways if label in (one.source, one.target) and one.source != one.target]
    if len(ends) != 1 or not _is_compared(ways[ends[0]]) or ends[0].hierarchical:
        return None
    forward = ends[0].source == label
    other = Variable(ends[0].target if forward else ends[0].source)
    condition = Condition(Hop(ends[0], forward), variable=other)
    return replace(intent, answer=replace(intent.answer, conditions=(condition,)))


def _is_compared(owned: Owned) -> bool:
    """Whether a number of single links is compared, and not added up first ("visits", "amount"), and is no time."""
    words = owned.noun.split()
    return not (
        owned.counts
        or owned.dated
        or "per" in words
        or _ADDED_UP.intersection((*words, *owned.unit))
        or _TIMED.intersection(words)
    )


def _denies(question: str, entities: Sequence[Entity]) -> bool:
    words = [word for word in spoken(question) if not any(one.start <= word.start < one.end for one in entities)]
    said = [word.lowered for word in words]
    exactly = re.sub(r"\b(?:not?)\s+(?:less|more|fewer|greater|higher|lower|under|over|above|below)\b", "", question)
    kept = {word.text.lower() for word in spoken(exactly)}
    return any(word.endswith("n't") or (word in vocabulary().denying and word in kept) for word in said)


def _joined(question: str, start: int, end: int) -> bool:
    return _JOINS.search(question[:start]) is not None or _JOINS.match(question[end:]) is not None


def _number_asked(items: Sequence[Item]) -> tuple[int | None, list[Item]]:
    """How many things are asked for ("which three farms"), and the items without the number."""
    numbers = [item for item in items if "number" in item.meaning.cues]
    if len(numbers) != 1 or not number_of(numbers[0]):
        return None, list(items)
    return number_of(numbers[0]), [item for item in items if item is not numbers[0]]


def _is_plain(intent: Intent) -> bool:
    """Whether everything of one type that meets conditions is asked for, and nothing else."""
    other = (
        intent.most,
        intent.rank_hop,
        intent.of_these,
        intent.besides,
        intent.compared,
        intent.shared,
        intent.others,
    )
    return intent.kind in ("list", "count", "yesno") and intent.answer is not None and not any(other)


def _meant(measure: Measure, intent: Intent, others: set[str]) -> Owned | None:
    """The only property that a measure can be of: of what is asked for or, where it is ranked, of its only link."""
    assert intent.answer is not None
    if any(way.owner in others for way in measure.ways):
        return None
    conditions, related = intent.answer.conditions, relations_of(intent)
    links = [way for way in measure.ways if isinstance(way.owner, Relation) and way.owner in related]
    own = [way for way in measure.ways if isinstance(way.owner, str) and _is_told(intent.answer, way.owner)]
    own = [way for way in own if way.owner == intent.answer.label or measure.bounds is not None]
    if len(own) + len(links) != 1:
        return None
    if not links:
        return own[0]
    to_all = len(conditions) == 1 and conditions[0].variable == Variable(conditions[0].hop.end)
    named = len(conditions) == 1 and bool(conditions[0].things) and conditions[0].variable is None
    direct = named or (to_all and all(map(_is_compared, links)))
    plain = direct and not (conditions[0].negated or conditions[0].denied or conditions[0].hop.relation.hierarchical)
    return links[0] if plain and measure.bounds is None else None
