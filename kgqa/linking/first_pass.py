"""A cheaper first pass: which sentences may be near a question, told from the scores of some of them.

Sentences about one thing differ in the other thing that they name. Their scores are a smooth function of that name's
vector, which is learnt from sentences that were scored (a Gaussian process with a linear and a radial kernel); the
next ones to be scored are those that it expects to be nearest, round by round.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float32]

MOST_SENTENCES = 4000
"""Of more the table of all pairs would not fit; they are all scored."""
_SCORED = 0.3
_TIMES_KEPT = 3
_AT_RANDOM = 0.3
"""Of the sentences to score so many are drawn by chance, to learn from."""
_ROUNDS = 5
_NOISE = 0.05


def needed(sentences: int, most: int) -> int:
    """How many sentences are scored so that those which may be kept, ``most`` of them, are among them."""
    if sentences > MOST_SENTENCES:
        return sentences
    return min(sentences, max(_TIMES_KEPT * most, int(_SCORED * sentences)))


def scored(
    features: Numbers,
    known: dict[int, float],
    budget: int,
    score: Callable[[Sequence[int]], Sequence[float]],
) -> tuple[Numbers, dict[int, float]]:
    """Scores the sentences that seem nearest to the question.

    Args:
        features: an array of shape (sentences, numbers): alike where sentences are.
        known: place of a sentence → its score, where it costs nothing.
        budget: sentences that are scored besides.
        score: gives the scores of sentences by their places, as exact as they are wanted.

    Returns:
        the expected score of every sentence, and the scores that are known now by place.
    """
    import numpy as np

    number = len(features)
    alike = _alike(features)
    found = dict(known)
    unknown = [int(place) for place in np.random.default_rng(0).permutation(number) if place not in found]
    chosen = unknown[: max(int(_AT_RANDOM * budget), budget // (_ROUNDS + 1)) if len(found) < budget else 0]
    left = budget - len(chosen)
    for waiting in range(_ROUNDS, -1, -1):
        if chosen:
            found.update(zip(chosen, score(chosen), strict=True))
        expected = _expected(alike, found)
        if not waiting or not left:
            break
        open_ = [int(place) for place in np.argsort(-expected, kind="stable") if place not in found]
        chosen = open_[: -(-left // waiting)]
        left -= len(chosen)
    return expected, found


def _alike(features: Numbers) -> Numbers:
    """How alike each two sentences are: shape (sentences, sentences), 1 for one with itself on average."""
    import numpy as np

    centred = features - features.mean(axis=0)
    size = np.sqrt(np.square(centred).sum(axis=1).mean())
    centred /= max(float(size), 1e-9)
    linear = centred @ centred.T
    square = np.diagonal(linear)
    distance = np.maximum(square[:, None] + square[None, :] - 2 * linear, 0)
    typical = max(float(np.median(distance[: len(distance) : 7])), 1e-9)
    alike: Numbers = ((linear + np.exp(-distance / typical)) / 2).astype(np.float32)
    return alike


def _expected(alike: Numbers, found: dict[int, float]) -> Numbers:
    """The scores that are expected of all sentences, given some (mean of the process)."""
    import numpy as np

    places = np.array(sorted(found))
    values = np.array([found[place] for place in places.tolist()], np.float32)
    middle = values.mean()
    spread = alike[np.ix_(places, places)] + _NOISE * np.eye(len(places), dtype=np.float32)
    expected: Numbers = middle + alike[:, places] @ np.linalg.solve(spread, values - middle)
    return expected
