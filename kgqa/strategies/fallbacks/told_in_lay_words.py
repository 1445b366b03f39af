"""A question that tells findings in ordinary words, answered with their names in the place of these.

"He can't see at night and his hearing is bad. What could it be?" tells of nyctalopia and hearing impairment. The
reading is said, and is never sure.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.text import clean
from kgqa.language.thesaurus import is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.lay_descriptions import Told
from kgqa.questions.intent import Option
from kgqa.records import Entity, Reading
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_SUPPOSED = frozenset({"if", "unless", "suppose", "supposing", "pretend", "resolved", "removed", "outgrew", "outgrown"})
_OVER = re.compile(r"\bused\s+to\b|\bno\s+longer\b|\bas\s+if\b|\bgr[eo]wn?\s+out\b|\bany\s*more\b", re.IGNORECASE)
_KIN = re.compile(
    r"\b(?:mother|father|mum|mom|dad|sister|brother|cousin|uncle|aunt|nephew|niece|grandmother|grandfather|wife|husband"
    r"|son|daughter|friend|neighbou?r|dog|cat|horse)\b",
    re.IGNORECASE,
)
_HIS_PEOPLE = re.compile(rf"\b(?:his|her|their)\s+(?:\w+\s+)?{_KIN.pattern}", re.IGNORECASE)
_I_HAVE = re.compile(r"\bI\s+(?:have|can't|cannot|get|am|don't|do\s+not)\b")
_OWNERS = {"my": "I", "our": "we", "your": "you", "his": "he", "her": "she", "their": "they", "its": "it"}
_LEADING = frozenset({"who", "that", "which", "to", "they", "people"})
_RELATIVE = frozenset({"who", "that", "which"})
_OF_ONE = frozenset({"he", "she", "it", "who", "that", "which"})


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text tells nothing so, or is not understood with the names either.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    told = graph.linker.told(asked, findings.entities)
    if not told or _may_not_be_so(asked, told) or _is_of_others(asked):
        return None
    entities = _with(findings.entities, asked, told)
    asked_back: Outcome | None = None
    for text in dict.fromkeys(clean(_put(asked, told, clauses=clauses)) for clauses in (True, False)):
        if graph.linker.told(text, graph.interpreter.named(text)):
            continue  # a name in which the same is told again would be put in its own place for ever
        outcome = unread.answered(unread.question.put_as(text))
        read = _read(graph, outcome, asked, text, told)
        if read is None:
            continue
        found = in_its_place(outcome, entities, read)
        if outcome.answer.status == "answered":
            return found
        asked_back = asked_back or found
    return asked_back


def _may_not_be_so(text: str, told: Sequence[Told]) -> bool:
    """Whether something is said to be over, rare, supposed or doubted somewhere beside what is told."""
    known = vocabulary()
    rest = blanked(text, [(one.start, one.end) for one in told])
    words = {word.text.lower() for word in spoken(rest)}
    return not words.isdisjoint(known.undoing | known.scoping | _SUPPOSED) or _OVER.search(rest) is not None


def _is_of_others(text: str) -> bool:
    """Whether somebody beside the patient is spoken of ("his mother never talks"), or two people are."""
    people = {one[0].lower() for one in _KIN.finditer(text)}
    told_by_patient = bool(people) and _I_HAVE.search(text) is not None
    return told_by_patient or len(people) > 1 or _HIS_PEOPLE.search(text) is not None


def _with(entities: Sequence[Entity], asked: str, told: Sequence[Told]) -> tuple[Entity, ...]:
    """The names of a text, with what it tells in their place where they are a part of that."""
    apart = [one for one in entities if not any(one.start < other.end and other.start < one.end for other in told)]
    findings = [Entity(asked[t.start : t.end], t.start, t.end, t.candidate, guess="variant") for t in told]
    return tuple(sorted((*apart, *findings), key=lambda one: one.start))


def _read(graph: GraphSession, outcome: Outcome, asked: str, text: str, told: Sequence[Told]) -> Reading | None:
    """What a text was read as with the names; None where it was not, or where something told is lost."""
    answer_, inner = outcome.answer, outcome.findings.reading
    offered = answer_.status == "ambiguous" and inner is not None and bool(inner.others)
    if not (answer_.status == "answered" or offered) or outcome.findings.further:
        return None
    plain = _plain(graph, text if inner is None or inner.sure else inner.question)
    left = [one.text for one in inner.set_aside] if inner is not None else []
    said = set(graph.interpreter.named(clean(plain))) if not offered else set()
    ids = {id_ for entity in said for id_ in (entity.chosen.id, *entity.chosen.ids)}
    lost = not offered and any(one.candidate.id not in ids for one in told)
    aside = tuple(aside_in(asked, inner))
    open_ = set(left) - {one.text for one in aside}
    if lost or not all(map(_says_nothing, open_)):
        return None
    others = inner.others if inner is not None else ()
    return Reading(asked if offered else plain, sure=False, set_aside=() if offered else aside, others=others)


def _plain(graph: GraphSession, text: str) -> str:
    """A text that is read word by word as a plain question."""
    intent = graph.reads(text)
    return (graph.interpreter.question(Option("", intent)) if intent is not None else "") or text


def _says_nothing(text: str) -> bool:
    empty = vocabulary().function | vocabulary().light
    return all(word.text.lower() in empty or is_person(singular_of(word.text.lower())) for word in spoken(text))


def _put(text: str, told: Sequence[Told], *, clauses: bool) -> str:
    """A text with the names of what it tells.

    Args:
        clauses: what somebody's body does is said of him ("her joints bend too far": she has …), else as a noun.
    """
    parts, place = [], 0
    for one in told:
        before, name = text[place : one.start], one.candidate.name
        words = spoken(before)
        parts.append(_led(before, words, name, clauses=clauses))
        place = one.end
    return "".join((*parts, text[place:]))


def _led(before: str, words: Sequence[Token], name: str, *, clauses: bool) -> str:
    """The words before what is told, and its name, with the verb that it needs."""
    kept = list(words)
    while kept and kept[-1].text.lower() in vocabulary().auxiliary:
        kept.pop()
    last = kept[-1].lowered if kept else ""
    if last in _OWNERS or last.endswith("'s"):
        owner = _OWNERS.get(last, kept[-1].text[:-2])
        has = "has" if owner in _OF_ONE or last.endswith("'s") else "have"
        if clauses:
            return f"{before[: kept[-1].start]}{owner} {has} {name}"
        return f"{before}{name}"
    somebody = is_person(singular_of(last)) if last else False
    if last in vocabulary().subjects or last in _LEADING or somebody:
        who = kept[-2].text.lower() if last in _RELATIVE and len(kept) > 1 else last
        many = last in _LEADING - _OF_ONE or singular_of(who) != who
        has = "has" if not many and (last in _OF_ONE or somebody) else "have"
        return f"{before[: kept[-1].end]} {has} {name}"
    return f"{before}{name}"
