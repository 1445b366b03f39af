"""BERTScore of two texts (Zhang et al. 2020), by the embedding model that ships, with nothing to download.

Each piece of a text is matched with that piece of the other which is likest to it in its context: precision is the mean
over the pieces of what was said, recall over those of the reference. As in the code of the paper all pieces count the
same (no idf), those that begin and end a text may be matched and are not counted, and nothing is rescaled.

``all-MiniLM-L6-v2`` was trained for whole sentences and is none of the models of that paper, whose figures lie in
ranges of their own: one of this model is not to be compared with one that another model gave.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from kgqa.embedding.light import light_embedder
from kgqa.embedding.models import DEFAULT_MODEL as MODEL

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["MODEL", "BertScore", "bert_score", "of_pieces"]


class BertScore(NamedTuple):
    """How alike two texts are, piece by piece."""

    precision: float
    recall: float
    f1: float


def bert_score(said: str, reference: str) -> BertScore:
    """BERTScore of what was said against a reference."""
    return of_pieces(_pieces(said), _pieces(reference))


def of_pieces(said: NDArray[np.float32], reference: NDArray[np.float32]) -> BertScore:
    """BERTScore of the vectors of two texts, one a row; the first and last of each begin and end it.

    A text of no piece is like none.
    """
    if min(len(said), len(reference)) < 3:
        return BertScore(0.0, 0.0, 0.0)
    likeness = _of_length_one(said) @ _of_length_one(reference).T
    precision = float(likeness.max(axis=1)[1:-1].mean())
    recall = float(likeness.max(axis=0)[1:-1].mean())
    together = precision + recall
    return BertScore(precision, recall, 2 * precision * recall / together if together else 0.0)


def _of_length_one(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = (vectors**2).sum(axis=1, keepdims=True) ** 0.5
    made: NDArray[np.float32] = vectors / lengths
    return made


@lru_cache(maxsize=512)
def _pieces(text: str) -> NDArray[np.float32]:
    """Of a reference they are asked for once a way."""
    return light_embedder().in_context(text)
