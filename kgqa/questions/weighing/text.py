"""A text beside the plain questions that it may ask: its words, and whether one keeps all that must hold."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa.language import dates
from kgqa.language.inflection import is_superlative, singular_of, verbs_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import Token, spoken
from kgqa.language.vocabulary import Cue, vocabulary
from kgqa.questions.reader import Reader
from kgqa.records import Entity

_OPENERS = frozenset({"which", "what", "how"})
_FIGURE = re.compile(r"\d+(?:[.,]\d+)?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_HELD: tuple[Cue, ...] = ("not", "but", "or", "besides", "other", "compare", "distinguish", "differ")
"""Cues that a plain question must have where the text has them, and not where it has none."""
_RANKING: frozenset[Cue] = frozenset({"most", "fewest", "top"})


@dataclass(frozen=True)
class Text:
    """A text with what its words say.

    Attributes:
        content: its words without names and without those that say nothing.
        words: all of its words without names, in lower case.
        unread: those that nothing in the graph's lexicon explains.
        cues: by cue how many of its items carry it.
        forms: its words with their singular and their infinitive.
        nouns: by where words for types begin the labels that they stand for.
    """

    text: str
    entities: tuple[Entity, ...]
    content: tuple[Token, ...]
    words: tuple[str, ...]
    unread: frozenset[str]
    cues: Mapping[Cue, int]
    forms: frozenset[str]
    nouns: Mapping[int, frozenset[str]]

    @classmethod
    def of(cls, text: str, entities: Sequence[Entity], reader: Reader) -> Text:
        tokens = spoken(blanked(text, [(one.start, one.end) for one in entities]))
        words = tuple(dict.fromkeys(one.text.lower() for one in tokens))
        items = [one for one in reader.items(text, entities) if one.entity is None]
        cues: dict[Cue, int] = {}
        for item in items:
            for cue in item.meaning.cues:
                cues[cue] = cues.get(cue, 0) + 1
        empty = vocabulary().function | vocabulary().light
        return cls(
            text,
            tuple(entities),
            tuple(one for one in tokens if one.text.lower() not in empty),
            words,
            frozenset(one.text.lower() for one in items if one.unread),
            cues,
            frozenset(form for word in words for form in _forms(word)),
            {one.start: one.meaning.labels for one in items if one.meaning.labels},
        )

    @cached_property
    def tokens(self) -> list[Token]:
        """All of its words in order, those of names among them."""
        return spoken(self.text)

    def says(self, word: str) -> bool:
        """Whether it has a word, in whatever form."""
        return not self.forms.isdisjoint(_forms(word))

    @cached_property
    def _numbers(self) -> frozenset[str]:
        """Its numbers without those of names and dates, written out or not; "one" mostly is none."""
        beside = [(one.start, one.end) for one in self.entities] + [(start, end) for start, end, _ in self._dates]
        figures = _FIGURE.findall(_THOUSANDS.sub("", blanked(self.text, beside)))
        known = vocabulary().numbers
        return frozenset([*figures, *(str(known[word]) for word in self.words if known.get(word, 0) > 1)])

    @cached_property
    def _dates(self) -> list[tuple[int, int, frozenset[str]]]:
        """Where its dates stand that are no names, and how each is written with numbers alone."""
        return dates.told_within(blanked(self.text, [(one.start, one.end) for one in self.entities]))

    def dates_at(self, place: int) -> bool:
        """Whether a word is part of a date ("*April* 2026")."""
        return any(start <= place < end for start, end, _ in self._dates)

    @cached_property
    def _ids(self) -> list[frozenset[str]]:
        return [
            frozenset(id_ for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids))
            for entity in self.entities
        ]

    @cached_property
    def ranks(self) -> bool:
        """Whether it asks for the most or the fewest of something, by whatever adjective."""
        return any(self.cues.get(cue) for cue in _RANKING) or any(map(is_superlative, self.words))

    def names_at(self, place: int) -> bool:
        """Whether a name begins, or goes on, at a place."""
        return any(one.start <= place < one.end for one in self.entities)

    @cached_property
    def labels(self) -> frozenset[str]:
        """The labels that its words for types stand for."""
        return frozenset[str]().union(*self.nouns.values())

    def says_thing(self, place: int) -> bool:
        """Whether a name, or a word for a type, begins at a place."""
        return self.names_at(place) or place in self.nouns

    @property
    def asks(self) -> bool:
        """Whether it begins as a plain question does."""
        return self.words[:1] != () and self.words[0] in vocabulary().auxiliary | _OPENERS

    @property
    def whether(self) -> bool:
        """Whether it begins as a question for yes or no."""
        return self.words[:1] != () and self.words[0] in vocabulary().auxiliary

    def lacking(self, plain: Text) -> int:
        """How many of its names another text does not have."""
        known = frozenset[str]().union(*plain._ids)
        return sum(known.isdisjoint(ids) for ids in self._ids)

    def is_kept_by(self, plain: Text) -> bool:
        """Whether a plain question has all that must hold of a text: its names and numbers, what denies, excepts and
        compares, and no more of that."""
        if self.lacking(plain) or self._numbers - plain._numbers:
            return False
        told = frozenset[str]().union(*(ways for _, _, ways in plain._dates))
        if any(ways.isdisjoint(told) for _, _, ways in self._dates):
            return False
        if self.whether != plain.whether or (self.whether and self.cues.get("all", 0) > plain.cues.get("all", 0)):
            return False  # "is every station …" does not ask whether there is one
        if any(bool(self.cues.get(cue)) != bool(plain.cues.get(cue)) for cue in _HELD):
            return False
        if self.cues.get("not", 0) > plain.cues.get("not", 0):
            return False  # "neither A nor B" denies both
        counts = bool(self.cues.get("count")), bool(plain.cues.get("count"))
        if counts[0] != counts[1] and (counts[1] or plain.words[:1] != ("what",)):
            return False  # "how many days" is what a duration is, and "how many people" a frequency
        ranks = [one.ranks for one in (self, plain)]
        only = (vocabulary().scoping | vocabulary().turning).intersection(self.words) - set(plain.words)
        return ranks[0] == ranks[1] and not only


def _forms(word: str) -> set[str]:
    """A word with its singular, and with the verbs that it may be a form of."""
    return {word, singular_of(word), *(verb for verb, _ in verbs_of(word))}
