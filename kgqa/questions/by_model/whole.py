"""Whether a model's reading holds all that a question asks: every name, denial, alternative, number and restriction.

A reading that drops one of these is not asked as if it were whole. What tells of it are the words of the question
alone, by the same vocabulary by which questions are read strictly; words that change nothing that is asked are set
aside aloud.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgqa.language.common_words import is_english, is_everyday, is_marked
from kgqa.language.normalise import blanked
from kgqa.language.quantities import people
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.by_meaning.decomposition import SHORT, Decomposed
from kgqa.questions.by_meaning.likeness import likeness
from kgqa.questions.by_model.intents import ModelIntents
from kgqa.questions.by_model.record import ToldReading
from kgqa.questions.intent import Thing, conditions_of, relations_of
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import Item, has_cue, number_of, tag
from kgqa.questions.text.courtesy import ages, asides
from kgqa.records import Entity, SetAside

_ORDER: tuple[Cue, ...] = ("most", "fewest", "top")
_COMPARES = frozenset({"best", "first", "second", "rarest", "lowest", "least"})
_ONLY = re.compile(r"\b(?:only|sole|solely|exclusively|alone|unique|uniquely)\b", re.IGNORECASE)
_EVERY = re.compile(
    r"\b(?:always|invariably|all|every|each|most|many|few|half|majority|minority)\s+"
    rf"(?:of\s+)?(?:the\s+|these\s+|those\s+|affected\s+)*(?:{people('patients')}|individuals?|cases|children|"
    r"adults|infants|males?|females?|men|women|boys|girls)\b|\b(?:always|invariably|obligate)\b",
    re.IGNORECASE,
)
"""How often something is found, which only a bound on a property says."""
_ABSENT = ("exclud", "absen", "ruled out", "rule out", "lack", "spare", "without")
_SHARES = re.compile(
    r"\d|\b(?:half|third|quarter|fifth|tenth|all|every|always|never|most|majority|minority|few|rarely|often|obligate)\b",
    re.IGNORECASE,
)
"""Words that may be a number."""


_PEOPLE = rf"(?:{people('patients')}|individuals?|subjects?|cases|children|adults|infants|those|carriers)"
_OF_THOSE = re.compile(
    rf"\b{_PEOPLE}\s+(?:(?:with|having|showing)|(?:who|that)\s+(?:have|has|show)|suffering\s+from|affected\s+by|"
    r"diagnosed\s+with)\s+(?:an?\s+|the\s+)?$",
    re.IGNORECASE,
)
_PATIENTS = re.compile(rf"\s+{_PEOPLE}\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Whole:
    """What became of the words of a question.

    Attributes:
        dropped: what the reading lacks or adds, each as a clause; none where it is whole.
        set_aside: words that are no condition of it.
    """

    dropped: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()


def whole(
    told: ToldReading,
    wanted: ModelIntents,
    question: str,
    found: Sequence[Entity],
    lexicon: Lexicon,
    asked: Decomposed | None = None,
) -> Whole:
    """Whether a reading of a cleaned question holds all of it.

    Args:
        wanted: what it asks of the graph.
        found: the names that the linker finds in the question.
        asked: the same question taken apart without a model; None where it cannot be.
    """
    used = wanted.entities
    others = [one for one in found if not any(one.start < its.end and its.start < one.end for its in used)]
    values = {" ".join(one.casefold().split()) for one in _bounds(told)}
    left, minor = _names([one for one in others if one.mention.casefold() not in values], asked)
    besides = [*asides(question, used), *ages(blanked(question, [(one.start, one.end) for one in used]))]
    rest = blanked(question, [*((one.start, one.end) for one in besides)])
    items = tag(rest, sorted([*used, *minor], key=lambda one: one.start), lexicon)
    items = [item for item in items if item.entity is None]
    telling = [item for item in items if asked is not None and not asked.asks_at(item.start)]
    dropped = [
        *left,
        *_denials(told, question, items, used, asked),
        *_alternatives(told, items, used),
        *_numbers(told, question, items),
        *_restrictions(told, question, items),
        *_types(wanted, items),
        *(said for _, said in _unsaid(told, question, [one for one in items if one not in telling])),
        *_bare(told, items),
        *_other_relations(wanted, items),
        *_populations(wanted, question),
    ]
    aside = [SetAside(one.start, one.end, one.mention) for one in minor]
    if not _has_bound(told) and told.asks != "value" and not told.order:
        often = [item for item in items if "often" in item.meaning.cues and not item.meaning.properties]
        aside += [SetAside(item.start, item.end, item.text) for item in often]
    apart = [*_narrowing(items), *(one for one, _ in _unsaid(told, question, telling))]
    aside += [SetAside(one.start, one.end, one.text) for one in apart]
    for one in besides:
        text = question[one.start : one.end].strip(" ,.;:!?-–—")
        aside.append(SetAside(one.start, one.end, text))
    return Whole(tuple(dict.fromkeys(dropped)), tuple(sorted(aside, key=lambda one: one.start)))


def _names(others: Sequence[Entity], asked: Decomposed | None) -> tuple[list[str], list[Entity]]:
    """Names that the reading drops, and those that are no condition: ordinary words, and what nothing is asked of."""
    left, minor = [], []
    without = [(one.start, one.end) for one in asked.left_out] if asked is not None else []
    for one in others:
        ordinary = one.mention.islower() and len(one.mention) <= SHORT and is_everyday(one.mention)
        if ordinary or (one.start, one.end) in without:
            minor.append(one)
        else:
            left.append(f"it leaves out “{one.mention}”")
    return left, minor


def _denials(
    told: ToldReading, question: str, items: Sequence[Item], used: Sequence[Entity], asked: Decomposed | None
) -> Iterator[str]:
    cues = {"not", "besides"} if told.asks not in ("difference", "compare") else {"not"}
    nots = [item for item in items if cues & item.meaning.cues and not (cues == {"not"} and _is_besides(item))]
    absent = any(sign in question.lower() for sign in _ABSENT) or any(
        relation.negates for item in items for relation in item.meaning.relations
    )
    denied = _denied(told)
    if nots and not denied:
        yield f"it leaves out “{nots[0].text}”"
    if denied and not nots and not absent:
        yield "it denies what the question does not"
    if asked is None or not nots:
        return
    against = [one for one in asked.names if one.start in asked.against]
    for number, name in enumerate(told.names, 1):
        entity = next((one for one in used if one.mention.casefold() == " ".join(name.words.split()).casefold()), None)
        same = [one for one in asked.names if entity is not None and in_name(one.start, [entity])]
        if same and (number in denied) != any(one in against for one in same):
            yield f"it reads “{name.words}” as {'denied' if number in denied else 'not denied'}"


def _is_besides(item: Item) -> bool:
    return "besides" in item.meaning.cues


def _denied(told: ToldReading) -> set[int]:
    return {number for one in told.conditions if one.sign != "yes" for number in one.names}


def _alternatives(told: ToldReading, items: Sequence[Item], used: Sequence[Entity]) -> Iterator[str]:
    if len(told.names) < 2 or not used:
        return
    denied = [told.names[number - 1].words.lower() for number in _denied(told) if number <= len(told.names)]
    apart = [one for one in used if not any(one.mention.lower() in words for words in denied)]
    first, last = (apart[0].start, apart[-1].start) if apart else (0, 0)  # "no A or B" denies both
    ors = [item for item in items if "or" in item.meaning.cues and first < item.start < last]
    any_ = any(one.join != "all" for one in told.conditions) or told.asks in ("compare", "difference")
    if ors and not any_:
        yield f"it reads “{ors[0].text}” as “and”"
    said = any({"or", "a"} & item.meaning.cues or item.text.lower() in ("any", "either") for item in items)
    if any(one.join == "any" and len(one.names) > 1 for one in told.conditions) and not said:
        yield "it reads as “or” what the question does not"


def _numbers(told: ToldReading, question: str, items: Sequence[Item]) -> Iterator[str]:
    known = {float(told.number)} if told.number else set()
    known |= {float(len(one.names)) for one in told.conditions} | {float(len(told.names))}
    for bound in _bounds(told):
        known |= {float(one) for one in re.findall(r"\d+(?:\.\d+)?", bound)}
    for item in items:
        number = _number(item)
        if number is None or number in known or number / 100 in known or number * 100 in known:
            continue
        yield f"it leaves out “{item.text}”"
    said = {number for item in items if (number := _number(item)) is not None}
    if told.number and float(told.number) not in said:
        yield f"it adds the number {told.number}"
    if any(re.search(r"\d", bound) for bound in _bounds(told)) and not _SHARES.search(question):
        yield "it adds a number"


def _number(item: Item) -> float | None:
    if re.fullmatch(r"\d+(?:[.,]\d+)?", item.text):
        return float(item.text.replace(",", "."))
    number = number_of(item) if "number" in item.meaning.cues else None
    return float(number) if number is not None and number > 1 else None


def _restrictions(told: ToldReading, question: str, items: Sequence[Item]) -> Iterator[str]:
    masked = question
    for name in told.names:
        masked = re.sub(re.escape(name.words), " ", masked, flags=re.IGNORECASE)
    if only := _ONLY.search(masked):
        yield f"it leaves out “{only.group()}”"
    bound = _has_bound(told)
    if (every := _EVERY.search(masked)) and not bound:
        yield f"it leaves out “{every.group()}”"
    order = [item for item in items if {*_ORDER} & item.meaning.cues or item.text.lower() in _COMPARES]
    group = any(one.join in ("at least", "most") for one in told.conditions)
    graded = has_cue(items, "graded")
    if order and not (told.order or bound or group or graded):
        yield f"it leaves out “{order[0].text}”"
    often = has_cue(items, "often")
    if told.order and not order and not often and not has_cue(items, "compare"):
        yield "it ranks what the question does not"
    compares = [item for item in items if "compare" in item.meaning.cues and item not in order]
    if compares and not (bound or told.number or told.order or told.asks in ("compare", "difference", "value")):
        yield f"it leaves out “{compares[0].text}”"
    counts = [item for item in items if "count" in item.meaning.cues]
    if counts and told.asks != "count" and not told.order and told.asks != "compare":
        yield f"it leaves out “{counts[0].text}”"


def _types(read: ModelIntents, items: Sequence[Item]) -> Iterator[str]:
    """Another type than the one right behind "which" or "how many"."""
    answer = read.intents[0].answer
    if answer is None:
        return
    wanted: frozenset[str] = frozenset()
    for item, after in pairwise(items):
        if item.meaning.cues & {"which", "count"} and after.position == item.last + 1 and after.meaning.labels:
            wanted = after.meaning.labels
            break
    if wanted and answer.label not in wanted:
        yield "it asks for things of another type"


def _unsaid(told: ToldReading, question: str, items: Sequence[Item]) -> Iterator[tuple[Item, str]]:
    """Words that may name something, or ask for what the graph lacks; others may be told in other words."""
    values = " ".join(_bounds(told)).casefold()
    for item in items:
        if item.text.casefold() in values:
            continue
        joins = item.text.casefold() in vocabulary().attributes  # "against" asks for no treatments
        if item.meaning.absent and not item.meaning.of_graph and not joins:
            yield item, f"the graph has nothing for “{item.text}”"
        if item.unread and any(map(str.isalpha, item.text)) and item.start:
            marked = is_marked(question, item.start, item.text)
            if marked or not is_english(item.text.lower()):
                yield item, f"it leaves out “{item.text}”"


def _narrowing(items: Sequence[Item]) -> Iterator[Item]:
    """Words before the noun of a type that nothing explains ("fatal diseases")."""
    for item, after in pairwise(items):
        if item.unread and after.position == item.last + 1 and after.meaning.labels and not after.meaning.relations:
            yield item


def _bare(told: ToldReading, items: Sequence[Item]) -> Iterator[str]:
    """Everything of a type, or of a thing, where the question says more; and words that narrow and are not known."""
    unread = [item for item in items if item.unread]
    says = [item for item in items if item.unread or item.generic or item.meaning.relations]
    if told.asks in ("list", "count", "any") and not (told.conditions or told.where) and says:
        yield f"it leaves out “{says[0].text}”"
    if told.asks == "describe" and unread:
        yield f"it leaves out “{unread[0].text}”"
    for item in _narrowing(items):
        if not likeness().knows(item.text.lower()):
            yield f"it leaves out “{item.text}”"


def _other_relations(wanted: ModelIntents, items: Sequence[Item]) -> Iterator[str]:
    """Words for a relation that joins the same types as the one of the reading, and is another one."""
    used = relations_of(wanted.intents[0])
    ends = {(one.source, one.target): one for one in used if not one.hierarchical}
    types = {one.type for one in used} | {one.negates for one in used if one.negates}
    for item in items:
        meant = [one for one in item.meaning.relations if one.mirrors is None]
        if item.generic or not meant or any({one.type, one.negates} & types for one in meant):
            continue
        if all((one.source, one.target) in ends for one in meant):
            yield f"it reads “{item.text}” as “{ends[meant[0].source, meant[0].target].forward}”"


def _populations(wanted: ModelIntents, question: str) -> Iterator[str]:
    """A share that is asked among those who have the target of a relation, where it is recorded among those of its
    source."""
    intent = wanted.intents[0]
    often: list[Thing] = []
    if intent.property is not None and intent.property.role == "frequency":
        often += [p.other if hop.forward else p.one for p in intent.pairs for hop in p.hops[:1]]
    bounded = {owner for owner, property_, _ in wanted.bounds if property_.role == "frequency"}
    for one in conditions_of(intent.answer):
        if one.hop.relation in bounded and one.hop.forward:
            often += one.things
    for entity in wanted.entities:
        if any(entity.chosen.id in thing.ids for thing in often) and _is_population(question, entity):
            yield f"it turns round of whom “{entity.mention}” is a share"


def _is_population(question: str, entity: Entity) -> bool:
    """Whether a name says whose share is asked for ("of patients with X", "of X patients")."""
    before, behind = question[: entity.start], question[entity.end :]
    return _OF_THOSE.search(before) is not None or _PATIENTS.match(behind) is not None


def _has_bound(told: ToldReading) -> bool:
    return bool(told.where) or any(one.where for one in told.conditions)


def _bounds(told: ToldReading) -> list[str]:
    return [bound.value for where in (told.where, *(one.where for one in told.conditions)) for bound in where]
