"""Phrases in which a record of a link is said to rest on a value of its own.

"Are supported by a published clinical study", "have annotations taken from PMID:1", "PMID:1 is cited", "does OMIM
list": only what a record is made from is said so, which is its reference, its evidence and its source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgqa.language.notation import any_of
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import RELATIVE, vocabulary
from kgqa.questions.conditions.link_values import LinkValues, words_of
from kgqa.questions.conditions.phrase import Said
from kgqa.schema.model import Property, PropertyRole, Relation

RESTING: frozenset[PropertyRole] = frozenset({"reference", "evidence", "source"})
"""The roles of what a record may rest on."""
_ARTICLE = r"(?:(?:an?|the|its|their|any|some)\s+)?"
_ARE = r"(?:(?:is|are|was|were|has\s+been|have\s+been)\s+)"
_WHO = rf"(?:{RELATIVE}\s+)"
_ASKS = re.compile(r"\W*(?P<does>does|do|did)\s+(?:the\s+)?", re.IGNORECASE)
"""The beginning of a question for yes or no ("does OMIM list A for B"), which stays one without the source."""
_OPEN, _CLOSE = r"[“\"']?", r"[”\"']?"


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands before a value and behind it, as patterns.

    Attributes:
        needs: words of which one must stand in the question.
    """

    lead: str
    tail: str
    needs: frozenset[str] = frozenset()

    def may_stand_in(self, words: Iterable[str]) -> bool:
        """Whether a question of these words may have it."""
        return not self.needs or not self.needs.isdisjoint(words)


Owned = tuple[Relation, Property]


def phrases(values: LinkValues, question: str, owned: Sequence[Owned]) -> Iterator[Said]:
    """What records are said to rest on ("are supported by a published clinical study", "does OMIM list").

    Args:
        owned: the properties of the relations that may be spoken of.
    """
    said = {word.text.lower() for word in spoken(question)}
    told = [(r, p) for r, p in owned if p.role in RESTING]
    words = sorted({word for _, one in told for word in (words_of(one.name), *one.words)})
    for role in dict.fromkeys(one.role for _, one in told):
        of_role = [(r, p) for r, p in told if p.role == role]
        for frame in frames(words, role):
            if not frame.may_stand_in(said):
                continue
            for one in values.phrases(question, of_role, frame.lead, frame.tail, role):
                asks = _ASKS.match(question)
                start = asks.end() if asks is not None and one.start == asks.start("does") else one.start
                end = _code_behind(question, one.end, words, one.ways[0][1].values)
                yield replace(one, start=start, end=end, text=question[start:end].strip())


def recorded_phrases(values: LinkValues, question: str, owned: Sequence[Owned], word: str) -> Iterator[Said]:
    """A text that is said to be recorded ("for which machines is a failed result on record").

    Args:
        word: for the property that has it.
    """
    noted = rf"(?:{_any(vocabulary().records.noted)}|on\s+(?:record|file))"
    if re.search(noted, question, re.IGNORECASE):
        lead, named = rf"\b(?:is|are|was|were)\s+{_ARTICLE}", re.escape(word).replace(r"\ ", r"[\s_-]+")
        yield from values.phrases(question, owned, f"{lead}{_OPEN}", rf"{_CLOSE}\s+{named}\s+{noted}", word)
        of = r"\s+(?:(?:of|is)\s+)?"
        yield from values.phrases(question, owned, f"{lead}{named}{of}{_OPEN}", rf"{_CLOSE}\s+{noted}", word)


def frames(words: Iterable[str], role: PropertyRole) -> Iterator[Frame]:
    """The phrases that say of a record what it rests on.

    Args:
        words: for the properties that tell this.
        role: of the one whose value stands in the phrase.
    """
    known = vocabulary().records
    noun = rf"(?:{_any(words)})"
    resting = any_of(known.rests, str)
    with_record = rf"(?:\b(?:with|having|have|has|carry|carries|show|shows)\s+{_ARTICLE}{_any(known.nouns)}\s+)?"
    yield Frame(
        rf"{with_record}{_WHO}?{_ARE}?\b{resting}\s+{_ARTICLE}(?:{noun}\s*[:=]?\s*)?{_OPEN}",
        rf"{_CLOSE}(?:\s+(?:{noun}|data))?",
    )
    as_what = rf"\s+as\s+{_ARTICLE}{noun}"
    yield Frame(
        rf"{_ARE}?{_OPEN}",
        rf"{_CLOSE}\s+{_ARE}?(?:{_any(known.cited)}(?:{as_what})?|{_any(known.serving)}{as_what})",
        known.cited | known.serving,
    )
    if role != "evidence":
        says = rf"\s+(?:say\s+(?:are|is)|{_any(known.says)})"
        yield Frame(r"\b(?:does|do|did)\s+(?:the\s+)?", says, vocabulary().do)


def _code_behind(question: str, end: int, words: Iterable[str], values: Iterable[str]) -> int:
    """Where a phrase ends behind which a value is told again in brackets ("a published clinical study (PCS)").

    Args:
        end: of the phrase without that.
        words: for the property.
        values: as ``plain_text``.
    """
    again = "|".join(sorted(map(re.escape, values), key=len, reverse=True))
    pattern = rf"\s*\(\s*(?:(?:the\s+)?{_any(words)}\s*[:=]?\s*)?(?:{again})\s*\)"
    match = re.compile(pattern, re.IGNORECASE).match(question, end)
    return end if match is None else match.end()


def _any(words: Iterable[str]) -> str:
    """A pattern for any of some phrases, the longest first; of the nouns among them in the plural as well."""
    return _pattern(tuple(words))


@cache
def _pattern(words: tuple[str, ...]) -> str:
    longest = sorted(words, key=lambda one: (-len(one), one))
    return rf"\b(?:{'|'.join(re.escape(one).replace(chr(92) + ' ', chr(92) + 's+') for one in longest)})s?\b"
