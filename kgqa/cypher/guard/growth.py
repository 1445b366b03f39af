"""How large a value is after many rounds of a loop, of which only the first few were gone through."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from kgqa.cypher.guard.amounts import Amount, either, number


def grown(rounds: Sequence[Amount], times: float) -> Amount:
    """The value after so many rounds, and what it holds; the first of those given is that before the loop."""
    final = either(rounds)
    if final.kind == "number":
        return number(_after([one.most for one in rounds], times))
    elements = [one.element for one in rounds if one.element is not None]
    left = times - (len(rounds) - len(elements))
    return replace(
        final,
        length=_after([one.length for one in rounds], times),
        total=_after([one.total for one in rounds], times),
        element=grown(elements, left) if len(elements) > 2 else final.element,
        texts=None,
    )


def _after(figures: Sequence[float], times: float) -> float:
    """A figure after so many rounds: what it grows by in a round stays the same, or grows itself by a factor."""
    before, last, latest = figures[-3:]
    if latest <= last:
        return max(figures)
    left, step = times - len(figures) + 1, latest - last
    if inf in figures or step <= (last - before) * 1.001:
        return latest + step * left if latest < inf else inf
    factor = step / (last - before) if last > before else 2.0
    try:
        return latest + float(step * factor * (factor**left - 1) / (factor - 1))
    except OverflowError:
        return inf
