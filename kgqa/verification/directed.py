"""Whether a statement says a link the way round in which the graph has it, by the relation's own words.

The reader of questions lets the types of two names decide where words leave the direction open. A statement that says
in so many words which of them does it ("B is affected by A", "B has A as a side effect") must not be turned round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from kgqa.language.inflection import stem
from kgqa.language.tokens import compounds
from kgqa.questions.intent import Pair
from kgqa.questions.lexicon import Lexicon
from kgqa.records import Entity
from kgqa.schema.model import Relation
from kgqa.verification.phrase import NAME, Phrase

_BE = frozenset({"is", "are", "was", "were", "be", "been", "being", "gets", "get"})
_LEAD = (*_BE, "a", "an", "the", "has", "have")
_HAS = ("has ", "have ")
_HAS_AS = re.compile(
    rf"(?P<one>{NAME}++)\s+(?:has|have|had)\s+(?:an?\s+|the\s+)?(?P<other>{NAME}++)\s+as\s+(?:an?|its|the|one)\s+(?P<noun>[^.,;]+)",
    re.IGNORECASE,
)
"""Says what one thing is to another: "A has B as a side effect"."""


def turned(phrase: Phrase, pairs: Iterable[Pair], lexicon: Lexicon) -> bool:
    """Whether the words of a statement give one of its links to the wrong end."""
    if _is_had_as_another(phrase, lexicon):
        return True
    relations = {pair.hops[0].relation for pair in pairs if len(pair.hops) == 1}
    open_ = [one for one in relations if one.source != one.target and not one.symmetric]
    return any(_is_turned(phrase, relation) for relation in open_)


def _is_had_as_another(phrase: Phrase, lexicon: Lexicon) -> bool:
    """Whether a thing is had as what it is not ("B has A as a symptom" of a disease A)."""
    as_ = _HAS_AS.search(phrase.plain)
    had = _named_at(phrase, as_.start("other")) if as_ is not None else None
    if as_ is None or had is None:
        return False
    items = phrase.cut(*as_.span("noun")).items(lexicon)
    labels = items[0].meaning.labels if items else frozenset[str]()
    return bool(labels) and had.chosen.label not in labels


def _is_turned(phrase: Phrase, relation: Relation) -> bool:
    for one, other in pairwise(phrase.names):
        ends = {one.chosen.label, other.chosen.label}
        if ends != {relation.source, relation.target}:
            continue
        between = [word.text.lower() for word in compounds(phrase.plain[one.end : other.start], "-", digits=False)]
        subject = _subject(between, relation)
        if subject is not None and one.chosen.label != subject:
            return True
    as_ = _HAS_AS.search(phrase.plain)
    if as_ is None or not relation.forward.startswith(_HAS):
        return False
    owner = _named_at(phrase, as_.start("one"))
    said = [stem(word.text) for word in compounds(as_["noun"].lower(), "-", digits=False)]
    own = [stem(word) for word in _core(relation.forward)]
    return owner is not None and said[: len(own)] == own and owner.chosen.label != relation.source


def _subject(between: list[str], relation: Relation) -> str | None:
    """What the subject of the words between two names must be; None where they are not the relation's own."""
    for phrase, subject, behind in (
        (relation.forward, relation.source, relation.target),
        (relation.inverse, relation.target, relation.source),
    ):
        core = _core(phrase)
        if _core(relation.forward) == _core(relation.inverse) or not core or phrase.startswith(_HAS):
            continue  # "has side effect" leaves a noun, which says nothing of who has it
        if len(core) > 1 and _within(core, between) is not None:
            return subject
        passive = len(core) == 2 and core[1] == "by"
        place = _stem_place(core[0], between) if passive or len(core) == 1 else None
        if place is None:
            continue
        by = between[place + 1 : place + 2] == ["by"]
        if by and not passive:
            return behind
        if passive and not by and between[place].endswith("s") and not _BE & set(between[:place]):
            return behind
    return None


def _core(phrase: str) -> list[str]:
    """The words of a relation's phrase without the verb that carries them ("is indicated for")."""
    words = phrase.lower().split()
    while words and words[0] in _LEAD:
        words.pop(0)
    return words


def _within(core: list[str], words: list[str]) -> int | None:
    return next((at for at in range(len(words)) if words[at : at + len(core)] == core), None)


def _stem_place(word: str, words: list[str]) -> int | None:
    wanted = stem(word)
    return next((at for at, one in enumerate(words) if stem(one) == wanted), None)


def _named_at(phrase: Phrase, start: int) -> Entity | None:
    return next((name for name in phrase.names if name.start == start), None)
