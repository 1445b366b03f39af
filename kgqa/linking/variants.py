"""Names as people vary them: words cut short, in another form or order, or changed for one that means the same.

"Pulm stenosis", "dislocated lens" and "kidney failure" stand in no list of synonyms, but each of their words is the
beginning or another form of one word of a name, or stands for it in other names of the same things. What is found so is
a guess, as every shortened name is. (Of 500 synonyms of the Human Phenotype Ontology, each left out in turn, 31 % are
found again and 2 % taken for another thing. WordNet's synonyms doubled the second: a stage is a phase, and an eye
a heart.)
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from kgqa.language import thesaurus
from kgqa.language.common_words import is_everyday
from kgqa.language.inflection import stem
from kgqa.language.normalise import essential, name_words
from kgqa.language.tokens import Token, tokens
from kgqa.linking.index import Name, NameIndex, words_key
from kgqa.linking.symbols import is_symbol

_SAME, _FORM, _SYNONYM, _CUT = 1.0, 0.97, 0.93, 0.9
"""How near a word of a name is to one of a mention: the word itself, another form of it, one that means the same, one
that it is the beginning of."""
SHORTEST_CUT = 3
"""Letters of the beginning of a word that stands for it."""
_MOST_CUT = 300
"""Words that begin alike and are tried."""
_MOST_WAYS = 4_000
_MOST_KEPT = 1_000
"""Words of which it is remembered what means the same."""
LONGEST = 6
"""Words of a mention."""


@dataclass(frozen=True, slots=True)
class Variant:
    """A name that a mention is a variant of.

    Attributes:
        near: product over its words of how near each is, up to 1.
    """

    name: Name
    near: float


class Variants:
    """Finds names of one index by their variants. Safe to share between threads.

    Args:
        meant_by: the words for which a folded word stands in names of the same things ("renal" for "kidney").
    """

    def __init__(self, index: NameIndex, meant_by: Callable[[str], Sequence[str]]) -> None:
        self._index = index
        self._meant_by = meant_by
        self._same: dict[str, tuple[str, ...]] = {}

    def of(self, written: str) -> list[Variant]:
        """The names of which some words are a variant, the nearest first; each of its words is one of theirs."""
        every = tokens(written)
        kept = essential([token.fold for token in every])
        said = [token for token, carries in zip(every, kept, strict=True) if carries]
        if not 1 < len(said) <= LONGEST:
            return []
        return self._found([self.forms(token) for token in said]) or self._found(list(map(self._words, said)))

    def meaning(self, written: str) -> list[Variant]:
        """The names that mean the same as the whole of some words in common English, symbols left out.

        One word of everyday English is left to what it says there ("dozens"). Of the terms of WordNet that the default
        graph has under two of their names, 81 % are one thing of it, and most of the others two of which one is a form
        of the other.
        """
        others = () if is_everyday(written.strip()) else thesaurus.other_names(written)
        names = (name for other in others for name in self._of_words(name_words(other)) if not is_symbol(name.text))
        return [Variant(name, _SYNONYM) for name in dict.fromkeys(names)]

    def _of_words(self, words: Sequence[str]) -> Iterator[Name]:
        """The names of these words and no others, in any order; none where there are no words."""
        for name in self._index.named(words_key(words)) if words else ():
            if name.kind != "related" and sorted(name_words(name.text)) == sorted(words):
                yield name

    def _found(self, said: Sequence[Mapping[str, float]]) -> list[Variant]:
        """The names whose words are one of each of these, by how near they are."""
        choices = [sorted(one.items(), key=lambda one: -one[1]) for one in said]
        if not all(choices) or math.prod(map(len, choices)) > _MOST_WAYS:
            return []
        found: dict[Name, float] = {}
        for way in product(*choices):
            if all(near == _SYNONYM for _, near in way):
                continue  # no word of it is left
            words = [word for word, _ in way]
            for name in self._of_words(words):
                found[name] = max(found.get(name, 0.0), math.prod(near for _, near in way))
        return sorted((Variant(name, near) for name, near in found.items()), key=lambda one: -one.near)

    def forms(self, token: Token) -> dict[str, float]:
        """The words of names that one of a mention is a form or the beginning of, with how near each is."""
        folded, lower = token.fold, token.text.lower()
        found = {folded: _SAME} if folded in self._index.vocabulary else {}
        if len(folded) < SHORTEST_CUT or not folded.isalpha():
            return found
        root = stem(lower)
        found = {**{word: _FORM for word in self._beginning(root) if stem(word) == root}, **found}
        if set(found) <= {folded} and not thesaurus.is_known(folded):
            found = {**dict.fromkeys(islice(self._beginning(folded), _MOST_CUT), _CUT), **found}
        return found

    def _words(self, token: Token) -> dict[str, float]:
        """The same with the words that mean the same."""
        folded = token.fold
        same = self._same.get(folded)
        if same is None:
            if len(self._same) >= _MOST_KEPT:
                self._same.clear()
            same = self._same[folded] = tuple(self._meant_by(folded))
        return {**dict.fromkeys(same, _SYNONYM), **self.forms(token)}

    def _beginning(self, start: str) -> Iterator[str]:
        place = bisect_left(self._sorted, start)
        while place < len(self._sorted) and self._sorted[place].startswith(start):
            yield self._sorted[place]
            place += 1

    @cached_property
    def _sorted(self) -> list[str]:
        return sorted(word for word in self._index.vocabulary if word.isalpha())
