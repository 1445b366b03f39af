"""What a text says that would narrow the answer, and that what it was read as does not use.

Who asks of women, of a child of six months or of somebody whose parents are cousins reads an answer as one about them.
Where that could not be asked, it is said before the answer, and not only shown in grey.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache

from kgqa.language import quantities
from kgqa.language.inflection import is_verb, singular_of, stem
from kgqa.language.normalise import blanked
from kgqa.language.thesaurus import infinitives, is_kind_of, is_known, is_person
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import clauses, in_name
from kgqa.questions.contradicted import holds_noun
from kgqa.questions.text.courtesy import ages
from kgqa.records import Entity, Reading

_ONLY = frozenset({"only", "exclusively", "solely"})
_LEADING = frozenset({"and", "but", "or", "plus", "also"})
_OWNERS = frozenset({"my", "our", "his", "her", "their", "your"})
_SHORTEST = 2
"""Letters of a word that may tell something."""
_JOINTS = re.compile(r",\s+(?:(?:and|but)\s+)?|\s+(?:and|but)\s+")
_AND = re.compile(r"\s+(?:and|or|nor|&)\s+(?P<noun>[a-z]+)\b(?!\s+[a-z]*(?:s|ed|ing)\b)", re.IGNORECASE)


def unused(text: str, entities: Sequence[Entity], reading: Reading, finds: Callable[[], bool]) -> tuple[str, ...]:
    """The parts of a cleaned text that would narrow what its reading asks and are not used, in order.

    Args:
        entities: the names of the text, with what it tells in ordinary words.
        reading: what it was read as, by meaning.
        finds: tells whether the reading asks what somebody could have of whom the text tells.
    """
    asking = [one for one in clauses(text, entities) if one.asks]
    said = {stem(word.text.lower()) for word in spoken(reading.question)}
    spans = [*_sexes(text, entities, said, [(one.start, one.end) for one in asking])]
    aged = ages(blanked(text, [(one.start, one.end) for one in entities]))
    ranked = bool(aged or reading.set_aside) and finds()
    for age in aged:
        asked_of = ranked or any(one.covers(age.start) for one in asking)
        if asked_of and not said.issuperset(stem(one.text.lower()) for one in spoken(text[age.start : age.end])):
            spans.append((age.start, age.end))
    spans += _joined(text, entities, said, reading)
    # What is asked twice tells nothing.
    told = [one for one in reading.set_aside if not any(part.covers(one.start) for part in asking)] if ranked else []
    for aside in told:
        part = _telling(text, aside.start, aside.end, entities, said)
        if part is not None and not any(start < part[1] and part[0] < end for start, end in spans):
            spans.append(part)
    return tuple(text[start:end] for start, end in sorted(spans))


def _sexes(
    text: str, entities: Sequence[Entity], said: set[str], asking: Sequence[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Where a sex is named of which something is asked, or which alone is said to be affected; that of a patient of
    whom a text tells is none, and where the sex is what is asked for nothing is left out."""
    if "sex" in said:
        return
    words = spoken(text)
    for place, word in enumerate(words):
        sex = _sex_of(word.text)
        if sex is None or in_name(word.start, entities):
            continue
        if any(stem(one) in said for one in sex):
            continue
        alone = any(one.text.lower() in _ONLY for one in words[max(place - 1, 0) : place + 2])
        if alone or any(start <= word.start < end for start, end in asking):
            yield word.start, word.end


@cache
def _sex_of(word: str) -> tuple[str, ...] | None:
    """The words for the sex that a word names; None where it names none."""
    said = {word.lower(), singular_of(word.lower())}
    known = quantities.sexes().values() if len(word) > 1 else ()
    return next((one for one in known if said & {*one, *map(singular_of, one)}), None)


def _joined(text: str, entities: Sequence[Entity], said: set[str], reading: Reading) -> Iterator[tuple[int, int]]:
    """Where "and" joins a noun to the last word of a name, of which the reading knows nothing ("loss of smell and
    *taste*")."""
    for entity in entities:
        match = _AND.match(text, entity.end)
        if match is None or " " not in entity.mention or in_name(match.start("noun"), entities):
            continue
        noun, shown = match["noun"].lower(), any(holds_noun(one, match) for one in reading.set_aside)
        known = is_known(singular_of(noun), "n") and not is_person(singular_of(noun)) and not is_verb(noun)
        asked = noun in vocabulary().function or noun in vocabulary().asking or noun in vocabulary().auxiliary
        if known and not (shown or asked or stem(noun) in said):
            yield match.span("noun")


def _telling(text: str, start: int, end: int, entities: Sequence[Entity], said: set[str]) -> tuple[int, int] | None:
    """The stretch of what is set aside that tells something more: what stands behind its last verb, or all of it where
    it has none; None where that is only about whom, or said again."""
    words = [word for word in spoken(text) if start <= word.start < end and not in_name(word.start, entities)]
    while words and words[0].text.lower() in _LEADING:
        del words[0]
    said_of = [False, *(word.text.lower() in vocabulary().subjects | vocabulary().back for word in words)]
    verbs = [place for place, word in enumerate(words) if _is_verb(word) or said_of[place]]
    behind = words[verbs[-1] + 1 :] if verbs else words
    repeated = said | {stem(word.text.lower()) for word in spoken(text) if not start <= word.start < end}
    akin = bool(verbs) and _OWNERS.isdisjoint(word.text.lower() for word in behind)
    first = next((word for word in behind if _tells(word, repeated) or (akin and _is_relative(word))), None)
    if first is None:
        return None
    starts = [joint.end() for joint in _JOINTS.finditer(text, words[0].start, first.start)]
    words = [word for word in words if word.start >= max(starts, default=0)]
    while words[-1].text.lower() in vocabulary().function:
        del words[-1]
    return words[0].start, words[-1].end


def _is_verb(word: Token) -> bool:
    lower = word.lowered
    if lower in vocabulary().auxiliary or lower.endswith("n't") or lower == "cannot":
        return True
    return bool(infinitives(lower)) and not is_known(singular_of(lower), "n", "a")


def _tells(word: Token, repeated: set[str]) -> bool:
    known, lower = vocabulary(), word.text.lower()
    if lower in known.function or lower in known.light or lower in known.empty or len(lower) < _SHORTEST:
        return False
    return not (is_person(singular_of(lower)) or lower.isdecimal() or stem(lower) in repeated)


def _is_relative(word: Token) -> bool:
    return is_kind_of(singular_of(word.text.lower()), "relative")
