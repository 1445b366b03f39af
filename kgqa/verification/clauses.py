"""A sentence cut into clauses that each say one thing, and what each leaves out for its reader to fill in."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import Item
from kgqa.verification.phrase import NAME, Phrase
from kgqa.verification.rewording import ORGAN

_N = NAME
_CLASS = r"(?:condition|disease|disorder|syndrome|gene|protein|enzyme|drug|compound|receptor|feature|finding|symptom)"
_SUBORDINATE = re.compile(r"\s*(?:while|whilst|whereas|although|though)\s+", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"\W*(?:if|when|unless|were|had|should|would|provided|assuming|suppos\w+|imagine|even\s+if)\b", re.IGNORECASE
)
"""Opens what holds only under a condition, which stays with what depends on it."""
_COMMA = re.compile(r",\s+(?:and\s+|but\s+)?")
_PEOPLE = re.compile(
    r"(?:(?:the|these|affected|many|some)\s+)*(?:patients|individuals|people|children|it|they)\b"
    rf"|(?:(?:the|its|their)\s+)?{ORGAN}\s+(?:(?:may|can|often|might)\s+)*(?:shows?|has|have)\b",
    re.IGNORECASE,
)
_NOT_SEEN = r"\s+(?:was\s+|were\s+)?not\s+(?:found|seen|observed|detected|present|recorded)\b"
_BREAK = re.compile(
    rf"\s*;\s*|\s+[—–-]{{1,2}}\s+|,?\s+(?:but(?!\s+also|{_NOT_SEEN})|whereas|whilst|while|although|though|"
    r"however|yet|because|on the other hand|in contrast(?! (?:to|with))|conversely)\b,?"
    r"|,?\s+(?:and|or)\s+(?=(?:it|they|this|these|he|she)\s)"
    rf"|,?\s*(?P<relative>,\s*(?:an?\s+(?:[a-z-]+\s+){{0,3}}{_CLASS}\s+(?:that|which|who)|an?\s+{_CLASS}\s+"
    r"(?=(?:expressed|encoded|treated|prevented|metaboli[sz]ed|inhibited|blocked)\s)|which|who)\b"
    rf"(?!\s+{_N})"
    rf"|(?<={_N})\s+(?:which|that|who)\b(?!\s+{_N}))|(?P<means>(?<={_N})\s+by\s+(?=[a-z]+ing\b))",
    re.IGNORECASE,
)
_MOST_COMMAS = 40
_COLON = re.compile(rf"(?<={_N})\s*(?::|[-=]+>|[→⇒]|\s[–—-]\s)\s*(?=\S)")


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a sentence.

    Attributes:
        start, end: offsets in the sentence.
        phrase: its words.
        lacks_subject: it takes its subject from the clause before ("and shows B").
        relative: its subject is the last name before it (", which shows B").
    """

    start: int
    end: int
    phrase: Phrase
    lacks_subject: bool = False
    relative: bool = False


def clauses(sentence: Phrase, lexicon: Lexicon) -> list[Clause]:
    """The clauses of a sentence in order; separators belong to none."""
    found: list[Clause] = []
    place, relative, means = 0, False, False
    ways = {match.end() for match in _BREAK.finditer(sentence.plain) if match["means"]}
    breaks = [(match.start(), match.end(), match["relative"] is not None) for match in _BREAK.finditer(sentence.plain)]
    breaks = [one for one in breaks if sentence.plain[: one[0]].strip()]
    for start, end, follows in sorted((*breaks, *_statements(sentence, breaks, lexicon))):
        if start < place:
            continue
        found += _verbs(sentence, place, start, lexicon, relative, means)
        place, relative, means = end, follows, end in ways
    found += _verbs(sentence, place, len(sentence.text), lexicon, relative, means)
    kept: list[Clause] = []
    for one in found:
        if one.phrase.text.strip(" ,.;:!?()"):
            kept.append(one)
        elif kept:  # a number stood here, which belongs to what is before it
            kept[-1] = replace(kept[-1], end=one.end)
    return kept


def with_figures(found: Sequence[Clause], sentence: Phrase, places: Iterable[tuple[int, int]]) -> list[Clause]:
    """Clauses that reach to the numbers that were blanked between them, so that no number is of no clause.

    Args:
        places: where in the sentence the numbers stood; one before a separator is of the clause before that.
    """
    reaching = list(found)
    for start, end in places:
        behind = next((at for at, one in enumerate(reaching) if one.start > start), len(reaching))
        before = behind - 1
        if before >= 0 and start < reaching[before].end:
            continue
        if before >= 0 and (behind == len(reaching) or sentence.text[end : reaching[behind].start].strip()):
            first, last = reaching[before].start, end
            at = before
        elif behind < len(reaching):
            first, last = start, reaching[behind].end
            at = behind
        else:
            continue
        reaching[at] = replace(reaching[at], start=first, end=last, phrase=sentence.cut(first, last))
    return reaching


def _statements(
    sentence: Phrase, breaks: list[tuple[int, int, bool]], lexicon: Lexicon
) -> Iterator[tuple[int, int, bool]]:
    """Commas between two whole statements: of "While A shows B, C shows D", and before an "and" that opens one."""
    if _CONDITIONAL.match(sentence.plain):
        return
    opening = _SUBORDINATE.match(sentence.plain)
    place = 0
    commas = list(_COMMA.finditer(sentence.plain))[:_MOST_COMMAS]
    joined_last = bool(commas) and commas[-1].group().strip() != ","
    for number, match in enumerate(commas):
        bare = match.group().strip() == "," and opening is None
        if bare and not joined_last:
            continue
        if any(start <= match.start() < end for start, end, _ in breaks):
            continue
        place = max([place, *(end for _, end, _ in breaks if end <= match.start())])
        behind = min([len(sentence.text), *(start for start, _, _ in breaks if start >= match.end())])
        if bare:  # one of "A treats B, C treats D, and E treats F", each of which is whole
            behind = min(behind, commas[number + 1].start())
        left, right = sentence.cut(place, match.start()), sentence.cut(match.end(), behind)
        if _is_statement(left, lexicon) and _is_statement(right, lexicon):
            yield match.start(), match.end(), False
            place, opening = match.end(), None


def _is_statement(phrase: Phrase, lexicon: Lexicon) -> bool:
    """Whether a part has a name or a word for those who are affected, and a verb behind it."""
    people = _PEOPLE.match(phrase.plain.lstrip()) is not None
    named = False
    for item in phrase.items(lexicon):
        named = named or item.entity is not None
        if is_verb(item) and (named or people):
            return bool(phrase.names)
    return False


def _verbs(sentence: Phrase, start: int, end: int, lexicon: Lexicon, relative: bool, means: bool) -> Iterator[Clause]:
    """The parts of a clause that have a verb each ("shows B and is caused by C").

    Args:
        means: it tells by what the subject of the clause before does it ("by inhibiting C").
    """
    phrase = sentence.cut(start, end)
    items = phrase.items(lexicon)
    first, lacks = 0, relative or means
    for cut, without_name in _cuts(phrase, items, has_subject=relative):
        yield Clause(start + first, start + cut, phrase.cut(first, cut), lacks, relative)
        first, lacks, relative = cut + len(_joint(phrase.text, cut)), without_name, False
    yield Clause(start + first, end, phrase.cut(first, len(phrase.text)), lacks, relative)


def _joint(text: str, place: int) -> str:
    match = re.compile(r"\s*,?\s*(?:(?:and|or|as well as|and also)\b\s*)?", re.IGNORECASE).match(text, place)
    return match.group() if match else ""


def _cuts(phrase: Phrase, items: list[Item], *, has_subject: bool) -> list[tuple[int, bool]]:
    """Where one more verb begins behind a whole statement; True where no name stands before it."""
    found: list[tuple[int, bool]] = []
    whole, verb, unknown = False, False, False
    subject = has_subject or (bool(items) and is_verb(items[0]))
    for place, item in enumerate(items):
        if item.entity is not None:
            whole = whole or (verb and subject)
            subject = subject or not verb
        elif is_verb(item) and not (place and is_verb(items[place - 1])):
            cut = _before_verb(phrase, items, place) if whole or (unknown and subject and not verb) else None
            if cut is not None:
                found.append(cut)
                whole = False
            verb = True
        unknown = unknown or item.unread
    return found


def is_verb(item: Item) -> bool:
    """Whether an item asks for a relation or carries a verb."""
    return item.entity is None and (bool(item.meaning.relations) or item.generic or item.auxiliary)


def _before_verb(phrase: Phrase, items: list[Item], place: int) -> tuple[int, bool] | None:
    """The place before a verb, or before the names that are its subject."""
    before = place - 1
    while before >= 0 and items[before].entity is None and {"not", "often", "a", "there"} & items[before].meaning.cues:
        before -= 1
    item = items[before]
    if {"and", "or", "but"} & item.meaning.cues:
        return _start(phrase, item.start), True
    if item.entity is None:
        return None
    name = phrase.names[item.entity]
    if re.match(r"\s*,", phrase.text[name.end :]):
        return name.end, True
    joint = items[before - 1] if before else None
    if joint is not None and {"and", "but"} & joint.meaning.cues:
        return _start(phrase, joint.start), False
    return None


def _start(phrase: Phrase, place: int) -> int:
    """The place of a separator with the comma before it."""
    return len(phrase.text[:place].rstrip(" ,"))


def headed(sentence: Phrase) -> tuple[Phrase, Phrase] | None:
    """A name at the start and what stands behind its colon or dash; None where a sentence is not of that form."""
    names = [name for name in sentence.names if not sentence.text[: name.start].strip()]
    if not names:
        return None
    colon = _COLON.match(sentence.plain, names[0].end)
    if colon is None:
        return None
    return sentence.cut(0, names[0].end), sentence.cut(colon.end(), len(sentence.text))
