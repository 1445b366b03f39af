"""A run of words with the names in it: cut, put together and looked at with every name as one sign."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import Item, tag
from kgqa.records import Entity

NAME = "\ue000"
"""Stands for every character of a name, so that a pattern finds no word inside one."""

BESIDE = re.compile(rf"(?:{NAME}|\b(?:and|or|both|also|the|an?|as\s+well\s+as)\b|[\s,;.&/])*", re.IGNORECASE)
"""Names and what joins them to a list."""


@dataclass(frozen=True)
class Phrase:
    """Words and names, the offsets of the names counted from the start of ``text``."""

    text: str
    names: tuple[Entity, ...] = ()

    @cached_property
    def plain(self) -> str:
        """The text with ``NAME`` for every character of a name."""
        text = self.text
        for name in self.names:
            text = text[: name.start] + NAME * (name.end - name.start) + text[name.end :]
        return text

    def items(self, lexicon: Lexicon) -> list[Item]:
        """The names and phrases in it with what they mean, by the lexicon that every look at one text uses."""
        kept: list[Item] | None = self.__dict__.get("_items")
        if kept is None:
            kept = self.__dict__["_items"] = tag(self.text, self.names, lexicon)
        return kept

    def cut(self, start: int, end: int) -> Phrase:
        """The words between two offsets."""
        kept = tuple(
            replace(name, start=name.start - start, end=name.end - start)
            for name in self.names
            if start <= name.start and name.end <= end
        )
        return Phrase(self.text[start:end], kept)

    def without(self, spans: Iterable[tuple[int, int]], put: str = " ") -> Phrase:
        """The phrase with some runs of words replaced by a text, and the names in them gone."""
        parts, place = [], 0
        for start, end in sorted(spans):
            if start >= place:
                parts += [self.cut(place, start), Phrase(put)]
                place = end
        return joined([*parts, self.cut(place, len(self.text))])

    def stripped(self, signs: str = " ,;:.\t\n") -> Phrase:
        """The phrase without white space and signs around it."""
        start = len(self.text) - len(self.text.lstrip(signs))
        end = len(self.text.rstrip(signs))
        return self.cut(start, max(start, end))


def joined(parts: Sequence[Phrase]) -> Phrase:
    """Phrases one behind the other."""
    text, names = "", []
    for part in parts:
        names += [replace(one, start=one.start + len(text), end=one.end + len(text)) for one in part.names]
        text += part.text
    return Phrase(text, tuple(names))


def listing(names: Sequence[Entity], joint: str = "and") -> Phrase:
    """Names as a list in a sentence, by their mentions."""
    parts = []
    for place, name in enumerate(names):
        before = "" if not place else f" {joint} " if place == len(names) - 1 else ", "
        parts += [Phrase(before), Phrase(name.mention, (replace(name, start=0, end=len(name.mention)),))]
    return joined(parts)


def names_only(phrase: Phrase) -> bool:
    """Whether a phrase lists names and says nothing of them."""
    return bool(phrase.names) and BESIDE.fullmatch(phrase.plain) is not None


_BETWEEN = re.compile(r"\s*+(?:,\s*+(?:and\s++)?|(?<=\s)and\s++|;\s*+)(?:(?:an?|the)\s++)?", re.IGNORECASE)


def last_list(phrase: Phrase) -> list[Entity]:
    """The names of the last list in a phrase ("A, B and C"); one name where there is none."""
    run: list[Entity] = []
    for name in phrase.names:
        joint = phrase.plain[run[-1].end : name.start] if run else ""
        run = [*run, name] if run and _BETWEEN.fullmatch(joint) else [name]
    return run
