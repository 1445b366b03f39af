"""Words that no lexicon has, by their meaning: vectors of the graph's own words and of everyday phrases.

Vectors of words are near for opposites as well ("worsen", "relieve"), so nearness alone decides nothing. A word is
read as a relation or a type of the graph only where it is very near, nearest to that one by a margin over every other
concept, held by the graph or not, and carries no sign of denial. Whatever is merely near is offered, not asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from kgqa.language import everyday
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.lexicon import Lexicon, Meaning
from kgqa.schema import derive
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Embed = Callable[[Sequence[str]], NDArray[np.float32]]

LEAST = 0.75
"""Cosine from which a word may be read as another; of opposites that the lexicon lacks it reached 0.69 in trials."""
MARGIN = 0.15
"""Cosine by which every other concept must be further away."""
_LEAST_OFFERED = 0.45
LONGEST = 3
"""Words of a phrase that is looked up."""
FEW = 5
"""Phrases that stand for each concept."""


@dataclass(frozen=True, slots=True)
class Near:
    """What a phrase is near to.

    Attributes:
        phrase: the words of the graph that it is near to.
        score: cosine.
        clear: near enough, by margin, to be read so.
    """

    phrase: str
    meaning: Meaning
    score: float
    clear: bool


class Meanings:
    """The words of one schema by meaning. Embeds its phrases with the first question, which takes a second or two."""

    def __init__(self, schema: Schema, lexicon: Lexicon, embed: Embed) -> None:
        self._schema = schema
        self._lexicon = lexicon
        self._embed = embed

    def near(self, phrase: str, most: int = 3) -> list[Near]:
        """What a phrase of a question is near to in this graph, nearest first, each concept once."""
        if len(phrase.split()) > LONGEST or not phrase.strip():
            return []
        scores = self._vectors @ self._embed([phrase])[0]
        best: dict[str, tuple[float, str]] = {}
        for (concept, said), score in zip(self._phrases, scores, strict=True):
            if score > best.get(concept, (-1.0, ""))[0]:
                best[concept] = (float(score), said)
        ranked = sorted(best.items(), key=lambda one: -one[1][0])
        found = []
        for concept, (score, said) in ranked:
            meaning = self._meaning(said) if concept in self._held and score >= _LEAST_OFFERED else None
            if meaning is not None:
                next_best = max((other for name, (other, _) in ranked if name != concept), default=-1.0)
                clear = score >= LEAST and score - next_best >= MARGIN and not denies(phrase)
                found.append(Near(said, meaning, score, clear))
        return found[:most]

    def _meaning(self, said: str) -> Meaning | None:
        tokens = spoken(said)
        found = self._lexicon.longest(tokens, 0)
        return found[1] if found is not None and found[0] == len(tokens) and not found[1].absent else None

    @cached_property
    def _held(self) -> frozenset[str]:
        """The concepts that the graph has."""
        return frozenset(concept for concept, _ in self._own)

    @cached_property
    def _own(self) -> list[tuple[str, str]]:
        """The graph's own words, each with its concept, or its name where it belongs to none."""
        named = {node.label: node.singular for node in self._schema.nodes}
        said: list[tuple[str, str]] = []
        for node in self._schema.nodes:
            concepts = sorted(everyday.concepts_of(node.singular)) or [node.label]
            said += [(f"type {concepts[0]}", phrase) for phrase in (node.singular, *node.words[:FEW])]
        for one in self._schema.relations:
            if one.mirrors is None and one.negates is None:
                name = derive.name_between(one.type, one.source, one.target)
                meant = everyday.relation_of(name, named[one.source], named[one.target]) if name else None
                concept = meant.concept.concept if meant is not None else name or one.type
                phrases = (*one.words[:FEW], *one.forward_words[:FEW], *one.inverse_words[:FEW])
                said += [(f"relation {concept}", phrase) for phrase in phrases]
        return list(dict.fromkeys(said))

    @cached_property
    def _phrases(self) -> list[tuple[str, str]]:
        """The graph's own words, then those of every other concept, which must be further away."""
        others = [(f"type {kind.concept}", word) for kind in everyday.types() for word in kind.words[:FEW]]
        for link in everyday.relations():
            phrases = (*link.doer_words[:FEW], *link.done_words[:FEW], *link.words[:FEW])
            others += [(f"relation {link.concept}", phrase) for phrase in phrases]
        return list(dict.fromkeys([*self._own, *others]))

    @cached_property
    def _vectors(self) -> Any:
        return self._embed([phrase for _, phrase in self._phrases])


def denies(phrase: str) -> bool:
    """Whether a phrase may say the opposite of what it is near to ("symptomless", "is ineffective against")."""
    known, said = vocabulary(), phrase.lower().split()
    if known.denying.intersection(said):
        return True
    return any(word.startswith(known.denying_beginnings) or word.endswith(known.denying_endings) for word in said)
