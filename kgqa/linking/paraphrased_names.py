"""Names that say in other words what a text describes: "droopy eyelids" of drooping eyelids.

Names are found by the words that they share with the text, in any form or as synonyms of WordNet, and compared by the
embedding model; rare words weigh more (inverse document frequency). Vectors of all names are not needed, so it works
from the first question on, on a graph of any size. Such a name is no more than what may be meant: held against the lay
synonyms of HPO with the synonym itself taken away, the nearest name is the right one in 28 of 100, and mostly a
narrower or a neighbouring one else ("big toe": "toe"). So it is offered, and taken only where text and name are the
same words.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import log

from kgqa.embedding.light import light_embedder
from kgqa.language import thesaurus
from kgqa.language.inflection import singular_of, stem, verbs_of
from kgqa.language.normalise import name_words
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.candidates import candidate
from kgqa.linking.index import Name, NameIndex
from kgqa.records import Candidate

LEAST = 0.68
"""Agreement from which a name may be what is meant."""
BESIDE = 0.2
"""What another name may agree less than the best one and still be offered."""
SAME = 0.98
"""Share of words from which text and name are the same words."""
_BY_MEANING = 0.7
"""Part of the agreement that the model tells; the rest is the share of words."""
_MOST_COMPARED = 40
_MOST_NAMES = 4000
"""Names that a word may stand in to tell any of them apart."""
_DERIVED, _SYNONYM = 0.8, 0.6
"""What a word counts that is derived from the one of the text, or another word for it."""


@dataclass(frozen=True, slots=True)
class Described:
    """A thing whose name says what a text describes.

    Attributes:
        candidate: its score is the agreement, from 0 to 1.
        same: the text has the words of the name in other forms, and none beside them.
    """

    candidate: Candidate
    same: bool


class DescribedNames:
    """Finds the names that say in other words what a text describes. Safe to share between threads."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    def by(self, text: str, most: int) -> list[Described]:
        """The things that a text may describe, those that agree most first; mostly none.

        Args:
            text: a phrase; one of a single word describes nothing.
        """
        words = _without_somebody(text, telling(text))
        if len(words) < 2:
            return []
        shares = sorted(self._shares(words).items(), key=lambda item: -item[1])[:_MOST_COMPARED]
        if not shares:
            return []
        vector, *others = light_embedder().embed([text.lower(), *(name.text.lower() for name, _ in shares)])
        best: dict[int, Described] = {}
        for (name, share), other in zip(shares, others, strict=True):
            agreement = _BY_MEANING * max(0.0, float(vector @ other)) + (1 - _BY_MEANING) * share
            found = candidate(self._index, name.thing, agreement, "vector", name.text)
            if name.thing not in best or agreement > best[name.thing].candidate.score:
                best[name.thing] = Described(found, share >= SAME)
        ranked = sorted(best.values(), key=lambda one: (not one.same, -one.candidate.score))
        least = max(LEAST, ranked[0].candidate.score - BESIDE)
        return [one for one in ranked if one.candidate.score >= least or one.same][:most]

    def _shares(self, words: list[str]) -> dict[Name, float]:
        """Names by the share of words that they have in common with a text, by weight (Dice's coefficient)."""
        shared: dict[Name, float] = {}
        for word in words:
            best: dict[Name, float] = {}
            for near, weight in _near(word).items():
                if self._number(near) > _MOST_NAMES:
                    continue
                for name in (name for form in self._forms.get(near, ()) for name in self._index.by_word[form]):
                    best[name] = max(best.get(name, 0.0), weight * self._weight(near))
            for name, weight in best.items():
                shared[name] = shared.get(name, 0.0) + weight
        total = sum(self._weight(stem(word)) for word in words)
        return {
            name: 2 * weight / (total + sum(self._weight(stem(word)) for word in telling(name.text)))
            for name, weight in shared.items()
        }

    def _weight(self, stemmed: str) -> float:
        return log(1 + self._index.size / (1 + self._number(stemmed)))

    def _number(self, stemmed: str) -> int:
        """Names that hold a word of a stem, those that hold several of them counted as often."""
        return sum(len(self._index.by_word[word]) for word in self._forms.get(stemmed, ()))

    @cached_property
    def _forms(self) -> Mapping[str, list[str]]:
        """The words of names by their stems."""
        found: dict[str, list[str]] = {}
        for word in self._index.by_word:
            if _tells(word):
                found.setdefault(stem(word), []).append(word)
        return found


def telling(text: str) -> list[str]:
    """The words of a text, each once, without those that say nothing of their own and verbs of hardly any meaning."""
    return [word for word in dict.fromkeys(name_words(text)) if _tells(word)]


def _without_somebody(text: str, words: list[str]) -> list[str]:
    """The words without the one for those to whom it is done ("make *people* walk on their toes"); "harlequin baby"
    is no such."""
    first = next(iter(name_words(text)), "")
    if not words or first in words or first in vocabulary().function:
        return words
    noun = singular_of(words[0])
    return words[1:] if noun == "person" or thesaurus.is_kind_of(noun, "person") else words


@lru_cache(100_000)
def _tells(word: str) -> bool:
    general = vocabulary().general.isdisjoint({word, *(verb for verb, _ in verbs_of(word))})
    return len(word) > 1 and word not in vocabulary().function and general


@lru_cache(1024)
def _near(word: str) -> dict[str, float]:
    """Stems by which a name may say a word, with what each counts."""
    found = {stem(word): 1.0}
    for form in {word, *(verb for verb, _ in verbs_of(word))}:
        for other in thesaurus.derived(form):
            found.setdefault(stem(other), _DERIVED)
        for part in ("n", "a", "v"):
            for other in thesaurus.synonyms(form, part):
                if " " not in other:
                    found.setdefault(stem(other), _SYNONYM)
    return found
