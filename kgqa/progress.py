"""How far a piece of work is that takes its time: a load, the opening of a graph."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a load has come.

    Attributes:
        step: what is being done, fit to be shown ("Writing 12,687 diseases").
        done, total: units of this step; total is None where it is not known beforehand.
        remaining_s: how long the whole load still takes, in seconds; None while that is not known.
    """

    step: str
    done: int = 0
    total: int | None = None
    remaining_s: float | None = None


Report = Callable[[Progress], None]
