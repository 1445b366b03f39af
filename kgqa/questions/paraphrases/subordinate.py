"""What somebody has, told in a clause of the question itself ("What could it be when a child has A and B?").

Such a clause tells what a sentence before the question would tell: "A child has A and B. What could it be?". It is no
point in time, and "when" asks for none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from kgqa.language.inflection import singular_of
from kgqa.language.thesaurus import is_person
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import DETERMINER
from kgqa.records import Entity

_SOMEBODY = frozenset({
    "someone", "somebody", "anyone", "anybody", "you", "he", "she", "they", "we", "i", "people", "one", "patient",
    "person", "individual",
})  # fmt: skip
_HAS = (
    r"(?:(?:also|both|suddenly)\s+)*(?:has|have|had|gets?|shows?|presents?\s+with|develops?|suffers?\s+from|is\s+born\s+with"
    r"|comes?\s+in\s+with)"
)
_WHOSE = rf"(?:(?:{DETERMINER})\s+)?(?:[a-z-]+\s+){{0,2}}?(?P<who>[a-z]+)"
_TOLD = rf"(?:when(?:ever)?|if)\s+(?P<told>{_WHOSE}\s+{_HAS}\s+(?P<has>[^?!.;]+?))"
_BEHIND = re.compile(rf"\s*(?P<asks>[^?!.;]+?)\s*,?\s+{_TOLD}\s*[?!.]*\s*", re.IGNORECASE)
_BEFORE = re.compile(rf"\s*{_TOLD}\s*,\s*(?:then\s+)?(?P<asks>[^?!.;,]+?)\s*[?!.]*\s*", re.IGNORECASE)
_STANDS = frozenset({"it", "this", "that"})
_IS = frozenset({"is", "be"})
_CALLED = frozenset({"call", "called", "mean"})
_THOUGHT_OF = re.compile(
    r"\bwhat\s+(?:should|could|might|would|do|can)\s+[a-z]+\s+(?:think\s+of|consider|suspect)$", re.IGNORECASE
)
_WHAT = "What could it be"


class Told(NamedTuple):
    """A question with what its clause tells put before it as a sentence of its own.

    Attributes:
        asks_what_it_is: no more is asked than what that is, so that "when" is no time.
    """

    text: str
    asks_what_it_is: bool


def told_before(text: str, entities: Sequence[Entity]) -> Told | None:
    """A question with what its clause tells before it; None where it has no such clause, or names something beside it.

    >>> told_before("What could it be when a child has A and B?", [])
    Told(text='A child has A and B. What could it be?', asks_what_it_is=True)
    """
    for pattern in (_BEHIND, _BEFORE):
        match = pattern.fullmatch(text)
        if match is None or not _is_somebody(match["who"]):
            continue
        first, last = match.span("has")
        if all(first <= one.start and one.end <= last for one in entities):
            what = _put(match["asks"], len(entities))
            told, asks = match["told"], what or match["asks"]
            return Told(f"{told[:1].upper()}{told[1:]}. {asks[:1].upper()}{asks[1:]}?", what is not None)
    return None


def _is_somebody(word: str) -> bool:
    said = singular_of(word.lower())
    return word.lower() in _SOMEBODY or said in _SOMEBODY or is_person(said)


def _put(asks: str, told: int) -> str | None:
    """A question for what something is, put so that it may stand behind what is told; None where it asks for anything
    else. What one finding is called may be its own name, so that it takes several to ask what they are of.

    Args:
        told: how many names are told.
    """
    words = [word.text.lower() for word in spoken(asks)]
    if not words or _STANDS.isdisjoint(words):
        return _WHAT if _THOUGHT_OF.match(asks) else None
    called = not _CALLED.isdisjoint(words)
    if words[0] == "what" and (told > 1 if called else not _IS.isdisjoint(words)):
        return _WHAT
    return asks if words[0] == "which" and not _IS.isdisjoint(words) else None
