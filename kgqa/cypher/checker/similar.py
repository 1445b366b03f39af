"""Which of several names a written one is meant to be: by case and separators first, by spelling then."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

_SEPARATORS = re.compile(r"[\W_]+")


@lru_cache(maxsize=4096)
def folded(name: str) -> str:
    """A name without case and separators, as ``HAS_CEO``, ``hasCeo`` and ``has ceo`` share it."""
    return _SEPARATORS.sub("", name).casefold() or name.casefold()


def same(written: str, names: Iterable[str]) -> list[str]:
    """The names that differ from the written one in case and separators only."""
    wanted = folded(written)
    return [name for name in names if folded(name) == wanted]


def best(written: str, names: Iterable[str]) -> str | None:
    """The one name that is clearly meant, or None where there is none or more than one."""
    names = list(names)
    alike = same(written, names)
    if alike:
        return alike[0] if len(alike) == 1 else _same_case(written, alike)
    wanted = folded(written)
    near = []
    for name in names:
        most = _SUBSTITUTED * min(_allowed(wanted), _allowed(folded(name)) + 1)
        errors = distance(wanted, folded(name), most)
        if errors <= most and most:
            # Separators, case and the first letter decide between names that are equally near.
            near.append((errors, distance(written, name, 2 * len(name) + 2), written[:1] != name[:1], name))
    if not near and len(wanted) == 1:
        return _letter_of(wanted, names)
    near.sort()
    if not near or (len(near) > 1 and near[1][:3] == near[0][:3]):
        return None
    return near[0][3]


def _same_case(written: str, alike: list[str]) -> str | None:
    equal = [name for name in alike if name.casefold() == written.casefold()]
    return equal[0] if len(equal) == 1 else None


def _letter_of(letter: str, names: list[str]) -> str | None:
    """The name of two letters of which one was left out; None where it may be another or none."""
    held = [name for name in names if len(name) == 2 and letter in folded(name)]
    return held[0] if len(held) == 1 and not any(len(name) == 1 for name in names) else None


def _allowed(name: str) -> int:
    """How many typing errors a name of this length may have and still be known."""
    return 0 if len(name) < 2 else 1 if len(name) < 6 else 2 if len(name) < 12 else 3


_SUBSTITUTED = 1.25
"""How much another letter counts, against 1 for a letter too many, too few or two swapped.

Of all typing errors, one particular other letter is much rarer than a letter left out.
"""


def distance(one: str, other: str, most: float) -> float:
    """Typing errors between two words; above ``most`` just more. The optimal string alignment distance, weighted."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[float] = []
    row: list[float] = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        next_row: list[float] = [i]
        for j, against in enumerate(other, start=1):
            changed = 0 if letter == against else _SUBSTITUTED
            cost = min(row[j] + 1, next_row[j - 1] + 1, row[j - 1] + changed)
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            next_row.append(cost)
        if min(next_row) > most:
            return most + 1
        before, row = row, next_row
    return row[-1]
