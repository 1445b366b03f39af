"""Names that resemble a text: for "did you mean" and for other readings, never for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from math import log

from rapidfuzz.distance import Indel

from kgqa.language.normalise import name_words
from kgqa.linking.candidates import candidate
from kgqa.linking.index import Name, NameIndex
from kgqa.linking.mentions import Text
from kgqa.records import Candidate

MOST_COMPARED = 300  # names that are compared letter by letter
LEAST_SIMILAR = 0.5
_CEILING = 0.8  # a resemblance scores below every match


class SimilarNames:
    """Finds names by the words that they share with a text; rare words weigh more (inverse document frequency)."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    def to(self, text: Text, labels: frozenset[str] | None, most: int) -> list[Candidate]:
        """The things whose names are most like a text, best first; none when no word is shared."""
        scores = self._shared(text)
        written = " ".join(word.fold for word in text.words)
        best: dict[int, tuple[float, Name]] = {}
        for name in self._promising(scores, labels):
            likeness = Indel.normalized_similarity(written, " ".join(name_words(name.text)))
            likeness = (likeness + min(scores[name], 1.0)) / 2
            if likeness >= LEAST_SIMILAR and likeness > best.get(name.thing, (0.0,))[0]:
                best[name.thing] = (likeness, name)
        ranked = sorted(best.items(), key=lambda item: (-item[1][0], item[1][1].text))[:most]
        return [
            candidate(self._index, thing, _CEILING * likeness, "fuzzy", name.text) for thing, (likeness, name) in ranked
        ]

    def _promising(self, scores: dict[Name, float], labels: frozenset[str] | None) -> Iterable[Name]:
        wanted = [name for name in scores if labels is None or self._index.node(name.thing).label in labels]
        return sorted(wanted, key=lambda name: (-scores[name], len(name.text)))[:MOST_COMPARED]

    def _shared(self, text: Text) -> dict[Name, float]:
        """Names that share words with the text, by the share of the text's weight that they have (0 to 1)."""
        asked = {choice for choices in text.choices for choice in choices[:2]}
        weights = {choice.word: self._weight(choice.word) for choice in asked}
        total = sum(
            max((weights[one.word] for one in choices[:2]), default=self._weight("")) for choices in text.choices
        )
        shared: dict[Name, float] = {}
        for word, weight in sorted(weights.items(), key=lambda item: -item[1])[:12]:
            for name in self._index.by_word.get(word, ())[:5000]:
                shared[name] = shared.get(name, 0.0) + weight / total
        return shared

    def _weight(self, word: str) -> float:
        return log(1 + self._index.size / (1 + len(self._index.by_word.get(word, ()))))
