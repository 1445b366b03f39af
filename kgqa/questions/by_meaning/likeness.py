"""How well a proposal fits what was asked: a small trained model over words and over the sentence as a whole.

Names are masked by the nouns of their types first ("freq {phenotype} {disease}"), so that nothing is learned of names.
Two parts are added. *Words*: each word of the question, weighted by how much it says, is compared with the words of
what the proposal speaks of (its form, the type asked for, its relations, its property); what nothing in the proposal
is like counts against it, and so does what the proposal speaks of and the question does not. *Sentence*: the vectors of
the question and of the proposal's plain question, by the embedding model that is installed, before and after a trained
projection. A fit above 0 is better than none. Ranking what a schema can be asked follows the ranking of schema paths in
the paper on KGT (Section 3.2); the comparison word by word is late interaction (ColBERT, Khattab and Zaharia 2020).

It was trained on paraphrases over several made schemas; the program that does so is among the developers' measures.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from kgqa.embedding.light import light_embedder
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float32]

FILE = "likeness.npz"
_MASK = re.compile(r"\{([^{}]*)\}")
_KEPT = 4096
"""Sentences and sets of words whose vectors are kept."""
FORM_SIMILARITY = 2.0
COVERAGE = 1.5


def masked(noun: str) -> str:
    """What stands for a name of a type in a question that is compared."""
    return "{" + noun.replace("{", "").replace("}", "") + "}"


def words_of(question: str) -> list[str]:
    """The words of a question with masked names, in lower case, and marks of how it is built: that it begins with a
    verb, counts, compares, or has no words at all."""
    text = _MASK.sub(" ", question)
    words = [token.lowered for token in spoken(text)]
    first = _MASK.sub("x", question).strip().lower().split()[:1]
    marks = []
    if words and words[0] in vocabulary().auxiliary and first == words[:1]:
        marks.append("[verb first]")
    if ("many" in words and "how" in words) or "number" in words or "count" in words:
        marks.append("[count]")
    if not words:
        marks.append("[bare]")
    if "vs" in words or "versus" in words:
        marks.append("[versus]")
    return words + marks


def sentence_of(question: str) -> str:
    """A question with masked names as a sentence."""
    return _MASK.sub(lambda match: "the " + match[1].rstrip("0123456789").strip(), question)


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a proposal fits a question.

    Attributes:
        fit: above 0 it is a better reading than none.
        word: of the question that it explains least.
        left: how much that word counts against it.
    """

    fit: float
    word: str
    left: float


class Likeness:
    """The trained model. Use ``likeness``; safe to share between threads."""

    def __init__(self, weights: Mapping[str, Any]) -> None:
        self._weights = weights
        self._places = {str(word): place for place, word in enumerate(weights["words"])}
        self._forms = {str(form): place for place, form in enumerate(weights["forms"])}
        self._scalars = {
            str(name): float(value) for name, value in zip(weights["names"], weights["values"], strict=True)
        }
        self._vectors: dict[str, tuple[Floats, Floats]] = {}
        self._set = lru_cache(_KEPT)(self._word_vectors)

    def knows(self, word: str) -> bool:
        """Whether it was trained with a word."""
        return word in self._places

    def nearness(self, word: str, others: Sequence[str]) -> float:
        """The cosine of a word and that of some others which is nearest to it, by the embedding model alone."""
        (_, vector), *rest = self._sentences([word, *dict.fromkeys(others)])
        return max((float(other @ vector) for _, other in rest), default=0.0)

    def fits(self, question: str, proposals: Sequence[tuple[str, str, Sequence[frozenset[str]]]]) -> list[Fit]:
        """How well proposals fit a question.

        Args:
            question: with masked names.
            proposals: of each its form, its plain question with masked names, and the words of each of its elements.

        Returns:
            A number for each; above 0 it is a better reading than none.
        """
        import numpy as np

        said = tuple(words_of(question))
        vectors, weights = self._set(said), self._word_weights(said)
        (whole, plain), *others = self._sentences(
            [sentence_of(text) for text in (question, *(p[1] for p in proposals))]
        )
        one, forms = self._scalars, self._unit(self._weights["form_vectors"])
        fits: list[Fit] = []
        for (form, _, elements), (other, other_plain) in zip(proposals, others, strict=True):
            place = self._forms.get(form)
            columns = [] if place is None else [FORM_SIMILARITY * (vectors @ forms[place])]
            covered = 0.0
            for element in elements:
                likest = (vectors @ self._set(tuple(sorted(element))).T).max(axis=1) if element else np.zeros(len(said))
                columns.append(likest)
                covered += float(likest.max()) - one["covered_from"]
            best = np.max(columns, axis=0) if columns else np.zeros(len(said))
            fit = float((weights * (best - one["like_from"])).sum()) / len(said) ** 0.5
            fit += _softplus(one["cover"]) * covered / max(len(elements), 1) * COVERAGE
            if place is not None:
                fit += _softplus(one["form"]) * float(columns[0].max()) + float(self._weights["form_bias"][place])
            fit += one["sentence"] * float(other @ whole)
            fit += one["plain"] * (float(other_plain @ plain) - one["plain_from"])
            left = weights * (one["like_from"] - best)
            worst = int(left.argmax())
            fits.append(Fit(fit, said[worst], float(left[worst])))
        return fits

    def _word_weights(self, words: Sequence[str]) -> Floats:
        import numpy as np

        raw = np.array([self._base(word) @ self._weights["weight"] for word in words]) + self._scalars["weight_bias"]
        raw += np.array([self._learned("word_weight", word) for word in words])
        weights: Floats = np.log1p(np.exp(raw)).astype(np.float32)
        return weights

    def _word_vectors(self, words: tuple[str, ...]) -> Floats:
        import numpy as np

        projection = self._weights["projection"]
        return self._unit(np.stack([self._base(word) @ projection + self._learned("word", word) for word in words]))

    def _learned(self, name: str, word: str) -> Any:
        place = self._places.get(word)
        return 0.0 if place is None else self._weights[name][place] * self._scalars.get(f"{name}_scale", 1.0)

    @lru_cache(_KEPT)  # noqa: B019 (one shared instance, kept as long as the process)
    def _base(self, word: str) -> Floats:
        """What a word means by itself; nothing for a mark."""
        import numpy as np

        if word.startswith("["):
            return np.zeros(len(self._weights["centre"]), np.float32)
        vector = light_embedder().words([word])[0] - self._weights["centre"]
        result: Floats = vector / (np.linalg.norm(vector) + 1e-6)
        return result

    def _sentences(self, texts: Sequence[str]) -> list[tuple[Floats, Floats]]:
        """Each sentence projected, and as it is; those that were not met before are embedded together, which is faster
        than one by one."""
        kept = self._vectors
        missing = [one for one in dict.fromkeys(texts) if one not in kept]
        if missing:
            plain = light_embedder().embed(missing)
            projected = self._unit(plain @ self._weights["sentence_projection"])
            made = dict(zip(missing, zip(projected, plain, strict=True), strict=True))
            kept = {**({} if len(kept) + len(made) > _KEPT else kept), **made}
            self._vectors = kept  # a new one, so that no thread meets a half made one
        if any(one not in kept for one in texts):  # what was kept made room
            return [self._sentences([one])[0] for one in texts]
        return [kept[one] for one in texts]

    @staticmethod
    def _unit(vectors: Floats) -> Floats:
        import numpy as np

        result: Floats = vectors / (np.linalg.norm(vectors, axis=-1, keepdims=True) + 1e-9)
        return result


@cache
def likeness() -> Likeness:
    """The shared one, as it is shipped."""
    import io

    import numpy as np

    data = files(__package__).joinpath(FILE).read_bytes()
    with np.load(io.BytesIO(data), allow_pickle=False) as read:
        return Likeness(
            {name: read[name].astype(np.float32) if read[name].dtype.kind == "f" else read[name] for name in read.files}
        )


def _softplus(value: float) -> float:
    import math

    return math.log1p(math.exp(value))
