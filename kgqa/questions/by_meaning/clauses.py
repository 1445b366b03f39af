"""The clauses of a text: which of them ask, and which only tell who asks, why, or what was found of a patient."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache

from kgqa.language.thesaurus import is_known
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.records import Entity

_END = re.compile(r"[?!]+|(?<!\bi\.e)(?<!\be\.g)[.;](?=\s|$)|\n+", re.IGNORECASE)
_JOINT = re.compile(r"[,:]\s|\s[-–—]+\s|[)(]|\s(?=and\s|but\s|so\s|then\s|also\s)")
"""Where a clause may begin within a sentence; it does where words follow that ask."""


_ALSO = re.compile(
    r"(?<=[.?!;])\s+(?:and\s+)?(?:also|then|second(?:ly)?|besides|further(?:more)?)\s*,\s*$", re.IGNORECASE
)
"""A word by which a further question is joined to the one before."""
_WHETHER_NAME = re.compile(r"\s*(?:and|but)\s+(?:is|are|was|were)\s+(?P<there>there\s+)?", re.IGNORECASE)
_WHETHER_IT = re.compile(
    r"\s*(?:and|but)\s+(?:is|was)\s+(?:the|this|that)\s+(?P<noun>[a-z]{3,})\s+(?!(?:of|that|which|who|in|for|with)\b)\w",
    re.IGNORECASE,
)
"""A question about what was named before, behind a comma ("…, and is the disorder dominant")."""
_JOINED = re.compile(r"\s*(?:[,;:.?!]|(?:and|or|with)\b)", re.IGNORECASE)
_LEADING = frozenset({"at", "in", "by", "from", "with", "to", "on", "for", "under", "of"})
_ASKED_BEHIND = frozenset({"what", "which", "whom", "whose"})
_LISTING = re.compile(r"\b(?:of|among|following|these)\s*$", re.IGNORECASE)
"""Before a colon, words that the row of names behind it belongs to."""
_SPEAKERS = frozenset({"i", "we"})
_ASKING_VERBS = frozenset({"do", "does", "did", "can", "could", "will", "would", "should", "are", "were"})


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text.

    Attributes:
        start, end: character offsets, end exclusive.
        asks: it asks something; otherwise it tells.
    """

    start: int
    end: int
    asks: bool

    def covers(self, place: int) -> bool:
        """Whether a place of the text is in it."""
        return self.start <= place < self.end

    def holds(self, entity: Entity) -> bool:
        """Whether a name stands in it."""
        return self.covers(entity.start)

    def within(self, tokens: Sequence[Token]) -> list[Token]:
        """Those of some words that stand in it."""
        return [token for token in tokens if self.covers(token.start)]


def clauses(text: str, entities: Sequence[Entity]) -> list[Clause]:
    """The clauses of a text in order. No name is cut.

    A statement ("has scoliosis") begins as a question does, so it asks only with its mark, or where nothing else does.
    Where none asks in so many words, the only one with names does ("for a talk: findings in X"), else all together.
    """
    cut = list(_cut(text, entities))
    surely = [
        questioned
        or _asks_surely(text[s:e])
        or _turns_round(text[s:e])
        or _asks_of_name(text, s, entities)
        or (_begins_question(text, s) and not any(s <= one.start < e for one in entities))
        or _begins_with_name(text, s, e, entities)
        or (_asks_on(text, s, entities))
        for s, e, questioned in cut
    ]
    if not any(surely):
        surely = [_begins_as_statement(text[start:end]) for start, end, _ in cut]
    found = [Clause(start, end, asks) for (start, end, _), asks in zip(cut, surely, strict=True)]
    if any(surely):
        return found
    named = [clause for clause in found if any(map(clause.holds, entities))]
    if len(named) == 1:
        return [replace(clause, asks=clause is named[0]) for clause in found]
    return [Clause(0, len(text), asks=True)]


def points_back(words: Sequence[Token]) -> bool:
    """Whether a clause speaks of what was named before it ("is it inherited", "what could he have")."""
    return any(word.text.lower().split("'")[0].split("’")[0] in vocabulary().back for word in words)


def begins_anew(text: str, clause: Clause) -> bool:
    """Whether a clause is a sentence of its own, or joined by "and"; otherwise it may say once more what was said."""
    before, said = _ALSO.sub("", text[: clause.start]).rstrip(), text[clause.start : clause.end].split()
    return not before or before[-1] in ".?!;" or said[0].lower() in ("and", "also")


def in_name(place: int, entities: Sequence[Entity]) -> bool:
    """Whether a place of a text is inside a name."""
    return any(entity.start <= place < entity.end for entity in entities)


def _cut(text: str, entities: Sequence[Entity]) -> Iterator[tuple[int, int, bool]]:
    """Stretches between the ends of sentences, and within a sentence where a part begins that asks; each with whether
    it ends with a question mark."""
    start = 0
    for sign in [*_END.finditer(text), None]:
        if sign is not None and in_name(sign.start(), entities):
            continue
        end = sign.start() if sign is not None else len(text)
        if text[start:end].strip():
            questioned = sign is not None and "?" in sign.group()
            parts = list(_parts(text, start, end, entities))
            asked = any(_asks_surely(text[first:last]) for first, last in parts)
            for place, (first, last) in enumerate(parts):
                yield first, last, questioned and not asked and place == len(parts) - 1
        start = sign.end() if sign is not None else end


def _parts(text: str, start: int, end: int, entities: Sequence[Entity]) -> Iterator[tuple[int, int]]:
    """The parts of a sentence: one that asks begins a new one, and so does what follows a colon."""
    first = start
    for joint in _JOINT.finditer(text, start, end):
        before = text[first : joint.start()]
        if in_name(joint.start(), entities) or not before.strip():
            continue
        rest = text[joint.end() : end]
        named = any(first <= entity.start < joint.start() for entity in entities)
        listed = ":" in joint.group() and _LISTING.search(before) is not None and not _asks_surely(before)
        told = not named and not listed and (":" in joint.group() or _begins_as_statement(rest))
        comma = "," in joint.group() or not joint.group().strip()
        if (
            told
            # "X - is it dominant?", "X: at what age does it start?"
            or (named and not comma and (_goes_on(rest) or _asks_behind_preposition(rest)))
            or _asks_at_once(rest)
            or (named and (_turns_round(rest) or _asks_of_name(text, joint.end(), entities)))
            # "My son has X, can it affect the heart?"
            or (named and comma and not (_begins_as_statement(before) or _asks_surely(before)) and _goes_on(rest))
        ):
            yield first, joint.start()
            first = joint.end()
    if text[first:end].strip():
        yield first, end


def _opening(text: str) -> list[str]:
    """The first words of a text in lower case, without those that lead to a question ("and", "can you"). What the
    speaker says that he did ("I read about …", "we found …") leads to none."""
    known, words = vocabulary(), [word.lowered for word in spoken(text)[:8]]
    before = after = ""
    while words and words[0] in known.leading and (words[0] not in known.auxiliary or _asks_later(words[1:])):
        before, after = after, words.pop(0)
    tells = after in _SPEAKERS and before not in known.auxiliary and not _asking_words().isdisjoint(words[:1])
    return [after, *words] if tells else words


def _asks_at_once(text: str) -> bool:
    """Whether a text begins with words that ask: which, how, why; list, give; "can you tell me which"."""
    said = " ".join(_opening(text))
    return any(said == cue or said.startswith(f"{cue} ") for cue in _openers())


def _asks_behind_preposition(text: str) -> bool:
    """Whether a text begins with a preposition before a word that asks ("at what age")."""
    words = _opening(text)[:2]
    return len(words) > 1 and words[0] in _LEADING and words[1] in _ASKED_BEHIND


def _turns_round(text: str) -> bool:
    """Whether a text goes on with a question for yes or no, the verb before a pronoun ("and can you get it with X")."""
    words = [word.text.lower() for word in spoken(text)[:4]]
    joint, verb, subject, after = [*words, "", "", "", ""][:4]
    known = vocabulary()
    return joint in ("and", "but") and verb in known.auxiliary and subject in known.subjects and bool(after)


def _goes_on(text: str) -> bool:
    """The same without a word that joins it ("can it affect the heart")."""
    return _turns_round(f"and {text}")


def _asks_of_name(text: str, start: int, entities: Sequence[Entity]) -> bool:
    """Whether a text goes on with a question for yes or no about what it names ("and does X cause Y"), or about what
    it has named before ("and is X among its signs", "and is there a cure for it")."""
    joint = re.match(r"\s*(?:and|but)\s+(?:do|does|did|can|could)\s+", text[start:], re.IGNORECASE)
    if joint is not None and in_name(start + joint.end(), entities):
        return True
    about = _WHETHER_IT.match(text, start) if text[:start].rstrip().endswith(",") else None
    if about is not None and _is_plain_noun(about["noun"].lower()):
        return True
    joint = _WHETHER_NAME.match(text, start)
    if joint is None or not (joint["there"] or in_name(joint.end(), entities)):
        return False
    end = re.search(r"[.?!](?=\s|$)", text[start:])
    rest = text[joint.end() : start + end.start()] if end is not None else text[joint.end() :]
    return points_back(spoken(rest))


def _is_plain_noun(word: str) -> bool:
    """Whether a word is a noun and no adjective, number or superlative ("and is the most frequent one")."""
    said = word in vocabulary().function or word.endswith("est")
    return not said and is_known(word, "n") and not is_known(word, "a")


def _begins_as_statement(text: str) -> bool:
    """Whether a text begins with a form of be, do, have or a modal verb: a question, or a statement without subject."""
    words = _opening(text)
    return bool(words) and words[0] in vocabulary().auxiliary and words[0] not in ("been", "being", "be", "am")


def _begins_question(text: str, start: int) -> bool:
    """Whether a sentence that ends with a question mark begins there with a verb that no statement begins with ("do any
    of them …, and who?")."""
    begins = text[:start].rstrip()[-1:] in ("", ".", "!", "?")
    ends = re.search(r"[.!?](?=\s|$)", text[start:])
    first = next((word.text.lower() for word in spoken(text[start:])), "")
    return begins and ends is not None and ends[0] == "?" and first in _ASKING_VERBS


def _begins_with_name(text: str, start: int, end: int, entities: Sequence[Entity]) -> bool:
    """Whether a sentence that ends with a question mark begins with a form of be right before a name of which something
    is said ("is X dominant, and which gene …"), as in "is deaf and blind, which disease is it" nothing is."""
    ends = re.search(r"[.!?](?=\s|$)", text[end:])
    if text[:start].rstrip()[-1:] not in ("", ".", "!", "?") or ends is None or ends[0] != "?":
        return False
    words = spoken(text[start:end])[:2]
    if (
        len(words) < 2
        or words[0].text.lower() not in vocabulary().be
        or not re.match(r"\W*(?:and|but)\b", text[end:], re.IGNORECASE)
    ):
        return False
    name = next((one for one in entities if one.start <= start + words[1].start < one.end), None)
    return name is not None and bool(text[name.end : end].strip()) and _JOINED.match(text, name.end) is None


def _asks_on(text: str, start: int, entities: Sequence[Entity]) -> bool:
    """Whether a stretch behind a question begins with a verb right before a name ("does A cause B? is C listed")."""
    verb = re.match(r"\s*(\w+)\s+", text[start:])
    if verb is None or verb[1].lower() not in vocabulary().auxiliary:
        return False
    return text[:start].rstrip()[-1:] == "?" and in_name(start + verb.end(), entities)


def _asks_surely(text: str) -> bool:
    """Whether a text begins with words that ask, or has a question word ("I would like to know which …")."""
    return _asks_at_once(text) or _asks_later([word.lowered for word in spoken(text)])


def _asks_later(words: Sequence[str]) -> bool:
    return any(word in vocabulary().asking for word in words)


@cache
def _asking_words() -> frozenset[str]:
    """The single words with which somebody is told to answer; "I mean" says once more what is asked."""
    known = vocabulary()
    return known.orders.union(known.cues["list"], known.cues["define"]) - {"mean"}


@cache
def _openers() -> tuple[str, ...]:
    known = vocabulary().cues
    first = sorted(vocabulary().openers | vocabulary().orders)
    return tuple(dict.fromkeys((*first, *known["list"], *known["count"], *known["define"])))
