"""How far a piece of work is that takes its time, as a load does, and how long it still takes."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace


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


LEAST_S = 1.0
LEAST_SHARE = 0.06
"""Seconds of writing, and share of the rows, from which on the rate says something."""

AFTER = {"Finishing the database": 0.07, "Checking what was written": 0.10, "Opening the graph": 0.20}
"""Steps that come when all rows are written, with their time as a share of the writing's, as measured."""


def with_remaining(
    report: Report, after: Mapping[str, float] = AFTER, now: Callable[[], float] = time.monotonic
) -> Report:
    """A report that passes everything on to another, with the remaining time once that is known.

    Args:
        after: the steps that come after the writing, in order, each with its time as a share of the writing's.
        now: a clock in seconds.
    """
    clock = _Clock(after)
    return lambda progress: report(replace(progress, remaining_s=clock.remaining_s(progress, now())))


class _Clock:
    """What a load has reported so far, and when."""

    def __init__(self, after: Mapping[str, float]) -> None:
        self._after = after
        self._heard: list[tuple[float, int]] = []  # when how many rows were written
        self._writing_s: float | None = None  # how long writing all rows took
        self._step, self._step_began_s = "", 0.0

    def remaining_s(self, progress: Progress, now_s: float) -> float | None:
        """Seconds that the load still takes; None while the rate says nothing, and where it proved wrong."""
        if progress.step != self._step:
            self._step, self._step_began_s = progress.step, now_s
        if progress.step in self._after:
            return self._after_writing(progress.step, now_s)
        if progress.total is None or progress.total <= 0:
            return None
        self._heard.append((now_s, progress.done))
        took_s = now_s - self._heard[0][0]
        if took_s < LEAST_S or progress.done < LEAST_SHARE * progress.total:
            return None
        left_s = max(progress.total - progress.done, 0) * self._row_s()
        return left_s + (took_s + left_s) * sum(self._after.values())

    def _row_s(self) -> float:
        """Seconds a row took lately: over the second half of the rows so far, as nodes are slower than edges."""
        now_s, done = self._heard[-1]
        half_s, half = next(heard for heard in self._heard if heard[1] >= done // 2)
        if half == done:
            half_s, half = self._heard[0]
        return (now_s - half_s) / max(done - half, 1)

    def _after_writing(self, step: str, now_s: float) -> float | None:
        if not self._heard:
            return None
        if self._writing_s is None:
            self._writing_s = self._step_began_s - self._heard[0][0]
        steps = list(self._after)
        left_s = sum(self._after[later] for later in steps[steps.index(step) :]) * self._writing_s
        left_s -= now_s - self._step_began_s
        return left_s if left_s > 0 else None
