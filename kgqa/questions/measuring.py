"""Questions for things by a number that is recorded of them or of their links: bounds on it, or the highest of it.

What is asked without the measure is read as any question is; the measure is put on what is asked for where the schema
leaves no doubt which property is meant. A question that denies anything, or joins by "or", is not read so.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.intent import Ambiguity, Gap, Intent, Thing, Variable, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.measures import Measure, Measures, Owned, without
from kgqa.questions.rewriting import Edit, rewritten
from kgqa.questions.tagging import Item, number_of, tag
from kgqa.questions.valued import ThingValues, Valued
from kgqa.records import Entity, Kind
from kgqa.schema.model import Relation

_ASKS: frozenset[Cue] = frozenset({"which", "list", "count", "how", "there", "a"})
_JOINS = re.compile(r"\b(?:or|nor|than)\s*$|^\s*(?:or|nor)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Measured:
    """A question for things by a number.

    Attributes:
        intent: what is asked without the number; its ``answer`` is a type alone where nothing else is.
        bounded: the bounds on properties of the things themselves.
        ranked: of which property the highest or the lowest is asked for, of the things or of their only link.
        valued: texts that are recorded of the things themselves.
        among: the things of which one is to have more than the others; of a question for yes or no it is the first.
    """

    intent: Intent
    bounded: tuple[tuple[Measure, Owned], ...] = ()
    ranked: tuple[Measure, Owned] | None = None
    valued: tuple[Valued, ...] = ()
    among: tuple[Thing, ...] = ()


Read = Callable[[str, Sequence[Entity]], Intent | Gap | Ambiguity]


def measured(
    question: str,
    entities: Sequence[Entity],
    measures: Measures,
    lexicon: Lexicon,
    read: Read,
    values: ThingValues | None = None,
) -> Measured | None:
    """What a cleaned question asks by numbers or texts of things; None where it does not, or where it is not certain of
    what.

    Args:
        entities: its names.
        read: reads a question strictly.
        values: finds conditions on texts; None to find none.
    """
    valued = values.find(question, entities) if values is not None else []
    if valued and (told := _of_one(question, entities, valued)) is not None:
        return told
    if valued:
        put = rewritten(question, entities, [Edit(one.start, one.end, one.put) for one in valued])
        question, entities = put.text, put.entities
    asked = _by_numbers(question, entities, measures, lexicon, read, valued=bool(valued))
    if asked is None or asked.intent.answer is None:
        return None
    if any(one.label != asked.intent.answer.label for one in valued):
        return None  # of what is on the way nothing but its links is asked
    return replace(asked, valued=tuple(valued)) if valued or asked.bounded or asked.ranked else None


def _of_one(question: str, entities: Sequence[Entity], valued: Sequence[Valued]) -> Measured | None:
    """Whether one named thing has a text, where a question for yes or no asks nothing else ("is A made of iron")."""
    if len(entities) != 1 or entities[0].tied or any(one.label != entities[0].chosen.label for one in valued):
        return None
    said = [(one.start, one.end) for one in valued]
    rest = blanked(question, [*said, (entities[0].start, entities[0].end)])
    words = [word.text.lower() for word in spoken(rest)]
    first = spoken(question)[0].text.lower()
    noun = {word for one in valued for word in one.noun.split()}
    usual = vocabulary().auxiliary | noun | {"a", "an", "the", "it", "of", "made", "out"}
    if first not in vocabulary().auxiliary or any(word not in usual for word in words):
        return None
    thing = Thing.of(entities[0].chosen)
    intent = Intent("yesno", Variable(thing.label), entities=tuple(entities))
    return Measured(intent, valued=tuple(valued), among=(thing,))


def _by_numbers(
    question: str, entities: Sequence[Entity], measures: Measures, lexicon: Lexicon, read: Read, *, valued: bool
) -> Measured | None:
    found = [
        one
        for one in measures.find(question, entities)
        if one.bounds is None or any(isinstance(way.owner, str) for way in one.ways)
    ]
    ranking = [one for one in found if one.bounds is None]
    if (
        not (found or valued)
        or len(ranking) > 1
        or _denies(question, entities)
        or any(_joined(question, one) for one in found)
    ):
        return None
    rest = without(question, found)
    names = [one for one in entities if not any(each.start <= one.start < each.end for each in found)]
    items = tag(rest, names, lexicon)
    outcome = read(rest, names)
    intent = outcome if isinstance(outcome, Intent) and outcome.entities else None
    if intent is None and ranking and ranking[0].top is None:
        number, items = _number_asked(items)
        found = [replace(one, top=number) if one.bounds is None else one for one in found]
    intent = intent or _type_alone(items)
    if intent is None or not _is_plain(intent):
        return None
    assert intent.answer is not None
    others = {label for item in items for label in item.meaning.labels} - {intent.answer.label}
    settled = [(one, _meant(one, intent, others)) for one in found]
    bounded = tuple((one, way) for one, way in settled if way is not None and one.bounds is not None)
    ranked = next(((one, way) for one, way in settled if way is not None and one.bounds is None), None)
    if any(way is None for _, way in settled) or (ranked is not None and intent.kind != "list"):
        return None
    return Measured(intent, bounded, ranked)


def _denies(question: str, entities: Sequence[Entity]) -> bool:
    words = [word for word in spoken(question) if not any(one.start <= word.start < one.end for one in entities)]
    said = [word.text.lower().replace("’", "'") for word in words]
    exactly = re.sub(r"\b(?:not?)\s+(?:less|more|fewer|greater|higher|lower|under|over|above|below)\b", "", question)
    kept = {word.text.lower() for word in spoken(exactly)}
    return any(word.endswith("n't") or (word in vocabulary().denying and word in kept) for word in said)


def _joined(question: str, one: Measure) -> bool:
    return _JOINS.search(question[: one.start]) is not None or _JOINS.match(question[one.end :]) is not None


def _type_alone(items: Sequence[Item]) -> Intent | None:
    """A question for all things of a type, where nothing but the type is said."""
    types = [item for item in items if item.meaning.labels]
    if len(types) != 1 or len(types[0].meaning.labels) != 1:
        return None
    rest = [item for item in items if item is not types[0]]
    plain = all((item.auxiliary or item.meaning.cues) and not item.unread for item in rest)
    cues = {cue for item in rest for cue in item.meaning.cues}
    if not plain or not cues <= _ASKS or any(item.entity is not None or item.meaning.of_graph for item in rest):
        return None
    verdict = bool(rest) and rest[0] is items[0] and rest[0].auxiliary
    if verdict and cues != {"there"}:
        return None  # "are farms …" asks whether
    kind: Kind = "count" if "count" in cues else "yesno" if verdict else "list"
    return Intent(kind, Variable(next(iter(types[0].meaning.labels))))


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
    own = [way for way in measure.ways if way.owner == intent.answer.label]
    if len(own) + len(links) != 1:
        return None
    if not links:
        return own[0]
    direct = len(conditions) == 1 and bool(conditions[0].things) and conditions[0].variable is None
    plain = direct and not (conditions[0].negated or conditions[0].denied or conditions[0].hop.relation.hierarchical)
    return links[0] if plain and measure.bounds is None else None
