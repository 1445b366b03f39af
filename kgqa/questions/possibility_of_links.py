"""Relations that say only what may be ("may contain"), and questions that ask for what is.

What contains something and what may contain it are two things; who asks for the one is not answered by the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise

from kgqa.language.inflection import stem
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.schema.model import Relation

_ADDRESSED = frozenset({"you", "i", "we", "one"})
"""Behind such a word: who asks is polite ("can you", "may I")."""


def overstated(text: str, relations: Iterable[Relation]) -> bool:
    """Whether one of some relations says only what may be, and a text asks for what is."""
    return any(_is_possible(one) and not _is_asked(text, one) for one in relations)


def _phrases(relation: Relation) -> tuple[str, ...]:
    return (*relation.words, *relation.forward_words, *relation.inverse_words)


def _is_possible(relation: Relation) -> bool:
    """Whether every phrase of a relation begins with a word for what may be."""
    first = [phrase.lower().split()[0] for phrase in _phrases(relation)]
    return bool(first) and vocabulary().possible.issuperset(first)


def _is_asked(text: str, relation: Relation) -> bool:
    """Whether a text says that something may be, and not also that it is ("contain or may contain").

    A word for what may be holds for the verb that follows it, whatever stands between ("what may X contain").
    """
    said = spoken(text)
    verbs = {stem(phrase.lower().split()[1]) for phrase in _phrases(relation) if " " in phrase}
    weakened = pending = False
    for place, (word, after) in enumerate(pairwise([*said, None])):
        assert word is not None
        month = bool(place) and word.text.istitle()  # "recorded in May"
        following = after.text.lower() if after is not None else ""
        if word.text.lower() in vocabulary().possible and following not in _ADDRESSED and not month:
            weakened = pending = True
        elif word.stem in verbs:
            if not pending:
                return False
            pending = False
    return weakened
