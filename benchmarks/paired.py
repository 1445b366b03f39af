"""Statistics of two ways to answer the same questions, as the paper on BTE-RAG gives them: McNemar's test, the mean
difference with its interval, Wilcoxon's signed-rank test, and Cliff's delta."""

from __future__ import annotations

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from math import comb, sqrt
from statistics import NormalDist, mean

_DRAWS = 1000
_SEED = 3


def mcnemar(before: Sequence[bool], after: Sequence[bool]) -> tuple[int, int, float]:
    """How many became right, how many became wrong, and the exact two-sided p.

    >>> mcnemar([False] * 6, [True] * 6)
    (6, 0, 0.03125)
    """
    gained = sum(now and not then for then, now in zip(before, after, strict=True))
    lost = sum(then and not now for then, now in zip(before, after, strict=True))
    changed, fewer = gained + lost, min(gained, lost)
    tail = sum(comb(changed, number) for number in range(fewer + 1)) / 2**changed
    return gained, lost, min(1.0, 2 * tail)


def difference(before: Sequence[float], after: Sequence[float]) -> tuple[float, float, float]:
    """The mean of what each gained, and its 95 % interval by resampling."""
    gains = [now - then for then, now in zip(before, after, strict=True)]
    draw = random.Random(_SEED)  # noqa: S311  # the same every time
    means = sorted(mean(draw.choices(gains, k=len(gains))) for _ in range(_DRAWS))
    return mean(gains), means[int(_DRAWS * 0.025)], means[int(_DRAWS * 0.975) - 1]


def wilcoxon(before: Sequence[float], after: Sequence[float]) -> float:
    """The two-sided p of the signed ranks, by the normal approximation with ties and without what is equal.

    >>> round(wilcoxon([0] * 10, [1, 2, 3, 4, 5, 6, 7, 8, -9, 10]), 4)
    0.0593
    """
    gains = [now - then for then, now in zip(before, after, strict=True) if now != then]
    sizes = sorted(map(abs, gains))
    if not sizes:
        return 1.0
    number = len(sizes)
    up = sum((bisect_left(sizes, one) + bisect_right(sizes, one) + 1) / 2 for one in gains if one > 0)
    ties = sum(many**3 - many for many in Counter(sizes).values())
    spread = sqrt(number * (number + 1) * (2 * number + 1) / 24 - ties / 48)
    return 2 * NormalDist().cdf(-abs(up - number * (number + 1) / 4) / spread)


def cliffs_delta(before: Sequence[float], after: Sequence[float]) -> float:
    """How much oftener a value of the second is above one of the first than below it, −1 to 1.

    >>> cliffs_delta([1, 2], [2, 3])
    0.75
    """
    first = sorted(before)
    more = sum(bisect_left(first, one) - (len(first) - bisect_right(first, one)) for one in after)
    return more / (len(before) * len(after))
