"""Figures that reports are made of."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many are right."""

    right: int
    total: int

    def __str__(self) -> str:
        percent = f"{100 * self.right / self.total:.1f} %" if self.total else "–"
        return f"{self.right}/{self.total} ({percent})"


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least ``percent`` of them do not exceed (nearest rank).

    Raises ValueError without values.
    """
    if not values:
        raise ValueError("A percentile needs at least one value; there is none.")
    rank = max(1, math.ceil(percent / 100 * len(values)))
    return sorted(values)[rank - 1]
