"""Findings that a text tells of one patient before it asks what that could be, some of them in words that name nothing.

"Small head, broad thumbs, and every scar swells. What could my child have?" The findings that have a name can be asked
for, where nothing else is said of them: none is denied, doubted or told of somebody else, and nothing of another type
is named among them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.notation import any_of
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import Clause, begins_anew, clauses, in_name
from kgqa.questions.by_meaning.decomposition import span
from kgqa.questions.negation.reversals import of_two_people
from kgqa.questions.tagging import Item
from kgqa.records import Entity, SetAside

_LEAST = 2
"""Findings by which things are ranked."""
_PLAIN_QUESTION = "What could it be?"
"""The form of such a question that is read word by word."""
_OTHERS = frozenset({"his", "her", "their", "its", "whose"})
_DUTIES = frozenset({"should", "shall", "must", "ought"})
_FITS = frozenset({"fit", "fits", "match", "matches", "explain", "explains", "cause", "causes", "likely", "possible"})
"""What a thing does, or is, that has all of some findings."""
_OPEN = frozenset({"or", "if", "unclear", "unsure", "sure", "whether"})


@dataclass(frozen=True, slots=True)
class SomeFindings:
    """The findings that have a name.

    Attributes:
        plain: the question with them alone.
        labels: of what is asked for; none where no noun says it.
        aside: what is told beside them.
    """

    plain: str
    labels: frozenset[str]
    aside: tuple[SetAside, ...]


def some_findings(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> SomeFindings | None:
    """The findings with a name of a cleaned text that tells some and asks what has them; None where it does not.

    Args:
        items: of the text.
    """
    parts = clauses(text, entities)
    asking = [one for one in parts if one.asks]
    if len(asking) != 1 or len(parts) < _LEAST or parts[-1] is not asking[0] or not begins_anew(text, asking[0]):
        return None
    labels = _asked_for(text, asking[0], items)
    once = {one.chosen.id: one for one in reversed(entities)}
    found = sorted(once.values(), key=lambda one: one.start)
    types = {one.chosen.label for one in found}
    if labels is None or len(found) < _LEAST or len(types) != 1 or any(map(asking[0].holds, entities)):
        return None
    if not _of_one_patient(text, asking[0], found) or _is_open(text[: asking[0].start], entities):
        return None
    *first, last = (one.mention if one.tied else one.chosen.name for one in found)
    bounds = [0, *(place for one in entities for place in (one.start, one.end)), asking[0].start]
    between = [pair for n, pair in enumerate(pairwise(bounds)) if n % 2 == 0]
    aside = tuple(part for start, end in between for part in span(text, start, end) if _says_something(part.text))
    return SomeFindings(f"{', '.join(first)} and {last}. {_PLAIN_QUESTION}", labels, aside)


def _asked_for(text: str, clause: Clause, items: Sequence[Item]) -> frozenset[str] | None:
    """The labels of what a question asks for that has what was told, none where no noun says it ("what could she
    have"); None where it asks anything else."""
    known = vocabulary()
    nouns = [item for item in items if clause.covers(item.start) and item.meaning.labels and item.entity is None]
    labels = frozenset(label for item in nouns for label in item.meaning.labels)
    masked = blanked(text, [(item.start, item.end) for item in nouns])
    words = [word.text.lower() for word in clause.within(spoken(masked))]
    free = known.function | known.auxiliary | known.subjects | known.back | known.empty | _FITS
    if not _DUTIES.isdisjoint(words) or any(not (word in free or _is_patient(word)) for word in words):
        return None
    if labels:
        return labels
    ends = words[-1:] and (words[-1] in known.be or words[-1] in known.have or words[-1] in ("be", "have", "got"))
    pointed = words[:1] == ["what"] and (ends or words[1:2] == ["is"])
    return frozenset() if pointed else None


def _of_one_patient(text: str, asking: Clause, found: Sequence[Entity]) -> bool:
    """Whether no more than one person is spoken of, and before the findings."""
    words = [word for word in spoken(text) if not in_name(word.start, found)]
    people = {singular_of(word.text.lower()) for word in words if _is_patient(word.text)}
    before = {word.text.lower() for word in words if word.start < found[0].start or asking.covers(word.start)}
    owned = any(one.text.lower() in _OTHERS and _is_patient(other.text) for one, other in pairwise(words))
    said_first = all(_is_before(word, found, asking) for word in words if _is_patient(word.text))
    speaker = not {"i", "i've", "i’ve"}.isdisjoint(before) and bool(people)
    return len(people) < _LEAST and said_first and not (owned or speaker or of_two_people(text, found))


def _is_before(word: Token, found: Sequence[Entity], asking: Clause) -> bool:
    return word.start < found[0].start or asking.covers(word.start)


def _is_open(told: str, entities: Sequence[Entity]) -> bool:
    """Whether anything that is told beside the findings is denied, doubted, or said of what was."""
    known = vocabulary()
    said = [word.text.lower().replace("’", "'") for word in spoken(told) if not in_name(word.start, entities)]
    turned = known.denying | known.undoing | known.turning | _OPEN
    return any(word in turned or word.endswith("n't") for word in said) or "?" in told


def _is_patient(word: str) -> bool:
    """Whether a word is one for somebody who may have something."""
    return re.fullmatch(any_of(vocabulary().people, str), singular_of(word.lower())) is not None


def _says_something(text: str) -> bool:
    return not vocabulary().function.issuperset(word.text.lower() for word in spoken(text))
