"""A statement read as pairs of things that a relation joins, by the same reader that reads questions."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.language.vocabulary import Cue
from kgqa.questions.intent import Ambiguity, Gap, Intent, Pair, is_qualified
from kgqa.questions.reader import Reader
from kgqa.questions.tagging import Item
from kgqa.records import Entity
from kgqa.verification.directed import turned
from kgqa.verification.naming import is_sure
from kgqa.verification.phrase import NAME, Phrase
from kgqa.verification.tidying import HALLMARK, MORE

_BEYOND: frozenset[Cue] = frozenset(
    {
        "all", "compare", "count", "define", "differ", "explain", "fewest", "list", "most", "number", "other", "share",
        "top", "whether", "when", "how", "which",
    }
)  # fmt: skip
"""What would have to be counted or compared, so that no single record says it."""
_PART = re.compile(rf"{NAME}+-[^\W\d_]+|[^\W\d_]+-{NAME}+")
_WITHOUT = re.compile(rf"^\W*(?:[a-z]+\s+)?without\s+(?:{NAME}|an?\b|the\b|and\b|or\b|[\s,])+[a-z]", re.IGNORECASE)
"""Opens with those who lack something, of whom the rest is said."""
_INVERTED = re.compile(rf"^\W*(?:were|had|should)\s+(?:the\s+|an?\s+)?{NAME}", re.IGNORECASE)
"""Opens with a condition that has no "if"."""
UNAFFECTED = re.compile(
    r"\b(?:healthy|unaffected|asymptomatic|normal)\s+(?:people|persons|individuals|adults|children|infants|relatives|controls|"
    r"subjects|carriers)\b",
    re.IGNORECASE,
)
"""Those of whom nothing is said that a record of the affected says."""
_CURES = re.compile(r"\b(?:cur(?:es?|ed|ing)|heal(?:s|ed|ing)?|eradicat(?:es?|ed|ing))\b", re.IGNORECASE)
_WRONG_WAY = "the graph has no such relation in this direction"
_OUTSIDE = frozenset({"except", "excepting", "besides"})
_IMAGINED = frozenset({"would", "should", "must", "shall", "if"})


@dataclass(frozen=True, slots=True)
class Unread:
    """A statement that could not be read whole; the reason is a part of a sentence."""

    reason: str


@dataclass(frozen=True, slots=True)
class Stated:
    """What a statement says.

    Attributes:
        pairs: every pair of things that it joins, each with the one relation that it states.
        names: the names it was read with, in order.
        any_pair: it says only that one of them holds.
    """

    pairs: tuple[Pair, ...]
    names: tuple[Entity, ...]
    any_pair: bool = False


def stated(phrase: Phrase, reader: Reader) -> Stated | Unread:
    """The pairs of a statement; a statement any word of which is not understood is not read."""
    unsure = next((name for name in phrase.names if not is_sure(name)), None)
    if unsure is not None:
        said = f"{unsure.mention} {unsure.subtype}".strip()
        return Unread(f"“{said}” is no name in this graph")
    part = _PART.search(phrase.plain)
    if part is not None:
        said = phrase.text[part.start() : part.end()]
        return Unread(f"“{said}” is more than a name")
    more = MORE.search(phrase.plain)
    if more is not None:
        return Unread(f"“{more.group()}” would have to be counted or compared")
    cure = _CURES.search(phrase.plain)
    if cure is not None:
        return Unread(f"“{cure.group()}” says more than that it is a treatment")
    if _WITHOUT.search(phrase.plain):
        return Unread("it is said of those without what it names")
    if _INVERTED.search(phrase.plain):
        return Unread("it is said only under a condition")
    items = phrase.items(reader.lexicon)
    beyond = _beyond(items)
    if beyond is not None:
        return beyond
    outcome = reader.read(phrase.text, phrase.names)
    if isinstance(outcome, Intent):
        told = _pairs(outcome, items, phrase.names)
        return Unread(_WRONG_WAY) if isinstance(told, Stated) and turned(phrase, told.pairs, reader.lexicon) else told
    return Unread(_ambiguous(outcome) if isinstance(outcome, Ambiguity) else _gap(outcome, reader))


def without_more(phrase: Phrase) -> Phrase | None:
    """A statement without the words that set what it names above others; None where it has none."""
    found = [match.span() for match in MORE.finditer(phrase.plain)]
    if not found:
        return None
    noun = HALLMARK.search(phrase.plain)
    return phrase.without(found, "feature" if noun is not None else " ")


def denies(items: Sequence[Item]) -> bool:
    """Whether any of some words denies something."""
    return any(
        "not" in item.meaning.cues or any(relation.negates for relation in item.meaning.relations) for item in items
    )


def _beyond(items: Sequence[Item]) -> Unread | None:
    """Why a statement says more than records can, if it does."""
    nots = 0
    for item in items:
        word, cues = item.text.lower(), item.meaning.cues
        if item.unread:
            continue
        denies = any(relation.negates for relation in item.meaning.relations)
        nots += word not in ("nor", "neither") and ("not" in cues or denies)
        if not item.meaning.relations and not item.meaning.labels and cues & _BEYOND:
            return Unread(f"“{item.text}” would have to be counted or compared")
        if word in _OUTSIDE or (item.auxiliary and word in _IMAGINED):
            return Unread(f"“{item.text}” says more than a record can")
    return Unread("it denies a denial") if nots > 1 else None


def _pairs(intent: Intent, items: Sequence[Item], names: tuple[Entity, ...]) -> Stated | Unread:
    if intent.kind != "yesno" or not intent.pairs:
        return Unread("it does not say how things are linked")
    if any(len(pair.hops) != 1 for pair in intent.pairs):
        return Unread("it joins things that no single record joins")
    if intent.notes:
        return Unread(intent.notes[0])
    if is_qualified(intent):
        return Unread("it says of a record what is not held against it")
    used = {id_ for pair in intent.pairs for thing in (pair.one, pair.other) for id_ in thing.ids}
    left = next((name for name in intent.entities if used.isdisjoint((name.chosen.id, *name.chosen.ids))), None)
    if left is not None:
        return Unread(f"it does not say how “{left.mention}” is linked")
    nots = any("not" in item.meaning.cues and not item.meaning.relations for item in items)
    if intent.excluded and nots:
        return Unread("it denies a denial")
    pairs = tuple(replace(pair, negated=pair.negated or intent.excluded) for pair in intent.pairs)
    return Stated(pairs, intent.entities or names, intent.any_pair and len(pairs) > 1)


def _ambiguous(outcome: Ambiguity) -> str:
    if outcome.entities:
        return f"“{outcome.entities[0].mention}” can mean several things"
    return f"“{outcome.word}” can mean several relations" if outcome.word else "it can mean several relations"


def _gap(gap: Gap, reader: Reader) -> str:
    if gap.reason == "absent":
        return f"this graph has no {gap.what}"
    if gap.reason == "unknown_name" or (gap.reason == "unread" and gap.detail):
        return f"“{gap.what}” is nothing that this graph knows"
    if gap.reason == "unread" and gap.what:
        return f"“{gap.what}” could not be held against a record"
    if gap.reason == "no_relation":
        return "the graph has no such relation between these things"
    if gap.reason == "direction":
        return _WRONG_WAY
    return "it could not be read as facts of this graph"
