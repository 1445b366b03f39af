"""The text as the linker walks over it: its words, what each may stand for, and the runs of words worth looking up."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from kgqa.language.common_words import is_english, is_medical
from kgqa.language.inflection import is_irregular
from kgqa.language.normalise import CONNECTIVES, essential, is_designator, word_set
from kgqa.language.text import ends_sentence
from kgqa.language.tokens import Token, tokens
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.fuzzy import Correction, Spelling
from kgqa.linking.symbols import case_tells

MOST_CORRECTED = 40  # misspelt words in one text that are looked up, so that any text takes a bounded time
LONGEST_ABBREVIATION = 6  # letters; longer words in capitals may be misspelt words
MOST_SPELLINGS = 24  # ways to read one run of words with misspellings
MOST_JOINED = 4  # words; runs with a word that no name has are only looked up run together ("micro cephaly")
_ANNOUNCE = word_set("type subtype group complementation form class grade stage")
_COMPOUND = re.compile(r"[-‐-–](?=[^\W\d_]{2})")
_ADDING = frozenset((" + ", " +", "+ "))
_CLOSE = frozenset((" ", ", ", ",", "-", " ("))
_QUOTES = frozenset("\"'“”‘’«»`")


class Spelt(NamedTuple):
    """Words as they may have been meant, the edits to them, and whether other words must confirm one of them."""

    words: tuple[str, ...] = ()
    edits: int = 0
    frail: bool = False


@dataclass(frozen=True, slots=True)
class Run:
    """Words ``first`` to ``last`` (both included) with their possible spellings.

    Attributes:
        spellings: the essential words, folded, in each way.
        size: essential words.
        broken: True where the run crosses the end of a sentence, or a plus between two things.
    """

    first: int
    last: int
    spellings: tuple[Spelt, ...]
    size: int
    broken: bool


class Text:
    """A text cut into words, read against the vocabulary of one graph."""

    def __init__(self, text: str, vocabulary: set[str], spelling: Spelling) -> None:
        self.text = text
        self.words: list[Token] = tokens(text)
        self._vocabulary = vocabulary
        self._spelling = spelling
        self._kept = essential([word.fold for word in self.words])

    @cached_property
    def cased(self) -> bool:
        """Whether capitals tell something in this text."""
        return case_tells(self.text)

    def written(self, first: int, last: int) -> str:
        """The text from word ``first`` to the end of word ``last``."""
        return self.text[self.words[first].start : self.words[last].end]

    def quoted(self, first: int, last: int) -> bool:
        """Whether these words stand in quotation marks by themselves."""
        before, after = self.words[first].start - 1, self.words[last].end
        return before >= 0 and after < len(self.text) and {self.text[before], self.text[after]} <= _QUOTES

    def subtype_after(self, last: int) -> str:
        """The words after word ``last`` that name a subtype ("type 9", "7", "group b"), as written; mostly none."""
        following = self.words[last + 1 : last + 4]
        announced = 0
        while announced < len(following) and following[announced].fold in _ANNOUNCE:
            announced += 1
        if announced == len(following) or (last + 1) in self._breaks:
            return ""
        word = following[announced]
        named = word.text[0].isdigit() or (is_designator(word.fold) and (announced > 0 or word.text.isupper()))
        gap = self.text[self.words[last].end : following[0].start]
        # "Courgettes, I mean ...": behind a comma a lone letter with words behind it begins a clause.
        clause = gap.startswith(",") and not announced and re.match(r"\s+\w", self.text[word.end :])
        named = named and not (clause and not word.text[0].isdigit())
        named = named and not self._is_in_compound(last + 1 + announced)
        # "Hyperphagia I think it is called": with a verb behind it, "I" is who asks.
        named = named and (announced > 0 or word.text != "I" or not self._says(last + 2))
        return self.text[following[0].start : word.end] if named and gap in _CLOSE else ""

    def _says(self, place: int) -> bool:
        """Whether the word at this place is a verb that "I" may stand before; only such as cannot be a noun's."""
        return place < len(self.words) and (
            self.words[place].text in vocabulary().auxiliary or is_irregular(self.words[place].text)
        )

    def runs(self, longest: int) -> Iterator[Run]:
        """Runs of at most ``longest`` essential words that a name may match."""
        for first, word in enumerate(self.words):
            if word.fold not in CONNECTIVES:
                yield from self._runs_from(first, longest)

    def _runs_from(self, first: int, longest: int) -> Iterator[Run]:
        spellings = [Spelt()]
        size, strange, broken = 0, False, False
        for last in range(first, len(self.words)):
            broken = broken or (last > first and last in self._breaks)
            if not self._kept[last]:
                continue
            size += 1
            strange = strange or not self.choices[last]
            if size > longest or (strange and size > MOST_JOINED):
                return
            choices = self.choices[last] or (Correction(self.words[last].fold, 0),)
            spellings = [
                Spelt((*spelt.words, one.word), spelt.edits + one.distance, spelt.frail or one.frail)
                for spelt in spellings
                for one in choices
            ][:MOST_SPELLINGS]
            if not self._begins_compound(last):
                yield Run(first, last, tuple(spellings), size, broken)

    def _begins_compound(self, place: int) -> bool:
        """Whether a letter behind "type" or the like begins a compound: the "X" of "type X-linked" numbers no type."""
        announced = place > 0 and self.words[place - 1].fold in _ANNOUNCE
        return announced and self._is_in_compound(place)

    def _is_in_compound(self, place: int) -> bool:
        """Whether a word is a letter with which a compound begins ("X-linked")."""
        word = self.words[place]
        return len(word.text) == 1 and word.text.isalpha() and _COMPOUND.match(self.text, word.end) is not None

    @cached_property
    def choices(self) -> list[tuple[Correction, ...]]:
        """What each word may stand for among the words of names; nothing for a word that no name has."""
        choices: list[tuple[Correction, ...]] = []
        looked_up: dict[str, tuple[Correction, ...]] = {}
        for word in self.words:
            if word.fold in self._vocabulary:
                choices.append((Correction(word.fold, 0),))
            elif word.fold in looked_up or (len(looked_up) < MOST_CORRECTED and self._may_be_misspelt(word)):
                if word.fold not in looked_up:
                    looked_up[word.fold] = tuple(self._spelling.corrections(word.text.lower(), word.fold))
                choices.append(looked_up[word.fold])
            else:
                choices.append(())
        return choices

    def _may_be_misspelt(self, word: Token) -> bool:
        abbreviation = self.cased and word.text.isupper() and len(word.text) <= LONGEST_ABBREVIATION
        return word.fold.isalpha() and not abbreviation and not is_english(word.text) and not is_medical(word.fold)

    @cached_property
    def _breaks(self) -> frozenset[int]:
        """Words that begin a sentence, and those behind a plus that stands by itself: it joins two things."""
        gaps = enumerate(pairwise(self.words), 1)
        return frozenset(
            n
            for n, (one, other) in gaps
            if ends_sentence(self.text, one.end, other.start) or self.text[one.end : other.start] in _ADDING
        )
