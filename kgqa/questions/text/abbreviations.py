"""Words and signs of questions that clinicians shorten ("dz", "w/o", "+"), read in full and told.

Their places in the question stay what they are: a word stands for another one by the place where it begins.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.wording import listed
from kgqa.records import Entity

_HOLDS = "x"
"""A letter that holds the place of a sign, so that a word can stand there."""


@dataclass(frozen=True, slots=True)
class InFull:
    """A question with its abbreviations found.

    Attributes:
        text: as long as the question; signs that are read as words have a letter at their place.
        words: by the places of words the words that are meant.
        told: what was read as what, in the order of the question.
    """

    text: str
    words: Mapping[int, str] = field(default_factory=dict)
    told: tuple[tuple[str, str], ...] = ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What was read as what, as a sentence; nothing where nothing was."""
        read = list(dict.fromkeys(f"“{one}” as “{other}”" for one, other in self.told))
        return (f"Read {listed(read)}.",) if read else ()


def in_full(question: str, entities: Sequence[Entity]) -> InFull:
    """The abbreviations of a question outside of its names."""
    taken = [(entity.start, entity.end) for entity in entities]
    text, words, told = question, {}, []
    for match in _pattern().finditer(question):
        start, end = match.span()
        if any(first < end and start < last for first, last in taken):
            continue
        written = match.group()
        meant = vocabulary().abbreviations.get(written.lower()) or vocabulary().signs[written.lower()]
        words[start] = meant
        if not written.isalpha():
            text = f"{text[:start]}{_HOLDS}{' ' * (end - start - 1)}{text[end:]}"
        if written != "&":  # nobody reads that otherwise
            told.append((written, meant))
    return InFull(text, words, tuple(told))


@cache
def _pattern() -> re.Pattern[str]:
    # A letter stands for a word only before another ("dz w RP").
    words = "|".join(re.escape(one) + r"(?=\s+\w)" * (len(one) == 1) for one in vocabulary().abbreviations)
    signs = "|".join(map(re.escape, sorted(vocabulary().signs, key=len, reverse=True)))
    apart = rf"(?<!\S)(?!(?<=\d )%)(?:{signs})(?=\s)"  # "80 %" is a number
    return re.compile(rf"\b(?:{words})\b(?![-/'’])|{apart}|(?<=\s)w/(?=\w)", re.IGNORECASE)
