"""A cheaper first pass: which sentences may be near a question, told from the scores of some of them.

Sentences about one thing differ in the other thing that they name. Their scores are a smooth function of that name's
vector, of its own nearness to the question, of the length and of the words, which is learnt from sentences that were
scored (a Gaussian process with linear and radial kernels); the next ones to be scored are those that it expects to be
nearest, round by round.
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
_FEW = 500
"""So many are always scored: it takes no longer than for a large neighbourhood."""
_SCORED = 0.32
_TIMES_KEPT = 3
_ROUNDS = 6
"""After the first sentences, which are drawn by chance to learn from."""
_NEARNESS = 0.5
_LENGTH = 0.3
"""How much the nearness of the names and the length count beside the names' vectors."""
_NOISE = 0.05


def needed(sentences: int, most: int) -> int:
    """How many sentences are scored so that those which may be kept, ``most`` of them, are among them."""
    if sentences > MOST_SENTENCES:
        return sentences
    return min(sentences, max(_FEW, _TIMES_KEPT * most, int(_SCORED * sentences)))


def features(names: Numbers, asked: Numbers, lengths: Sequence[int]) -> Numbers:
    """What is told of sentences without embedding them, an array of shape (sentences, numbers).

    Args:
        names: the vectors of the two things of each, summed: what is the same in all of them does not count.
        asked: the vector of the question.
        lengths: characters of each.
    """
    import numpy as np

    size = np.sqrt(np.square(names - names.mean(axis=0)).sum(axis=1).mean())
    besides = ((_NEARNESS, names @ asked), (_LENGTH, np.log(np.maximum(lengths, 1))))
    columns = [weight * size * (told - told.mean()) / max(float(told.std()), 1e-9) for weight, told in besides]
    return np.column_stack((names, *columns)).astype(np.float32)


def scored(
    features: Sequence[Numbers],
    known: dict[int, float],
    budget: int,
    score: Callable[[Sequence[int]], Sequence[float]],
) -> tuple[Numbers, dict[int, float]]:
    """Scores the sentences that seem nearest to the question.

    Args:
        features: arrays of shape (sentences, numbers), each alike where sentences are.
        known: place of a sentence → its score, where it costs nothing.
        budget: sentences that are scored besides.
        score: gives the scores of sentences by their places, as exact as they are wanted.

    Returns:
        the expected score of every sentence, and the scores that are known now by place.
    """
    import numpy as np

    alike: Numbers = sum(map(_alike, features[1:]), _alike(features[0]))
    number = len(alike)
    found = dict(known)
    unknown = [int(place) for place in np.random.default_rng(0).permutation(number) if place not in found]
    chosen = unknown[: budget // (_ROUNDS + 1) if len(found) < budget else 0]
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
