"""Names as a statement writes them: what they denote in a graph, and which of several a misspelt one is meant to be.

What they denote is known through ``GraphNames`` and from the things that a question names. What is meant is told by
case and separators first, by spelling then.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Protocol

from kgqa.records import Candidate, Entity, NameField, TextMatch

_MOST_TEXTS = 24
"""Texts of one statement for which a thing is looked for; a list of more is not what a question names."""


class GraphNames(Protocol):
    """The names of a graph."""

    def written(self, text: str, way: TextMatch, labels: frozenset[str], field: NameField) -> tuple[str, ...] | None:
        """How names, or identifiers, that hold a text write it, where case does not count.

        Returns:
            the text alone where one writes it just so; none where none has it; None where this cannot be told.
        """

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...]:
        """The things with these labels that a text names by itself, equally good ones."""

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        """The few names with these labels that are like a text that names nothing, the likest first."""


class Denoted:
    """What the texts of one statement denote. Remembers what it was told, because rules ask more than once."""

    def __init__(self, names: GraphNames | None = None, entities: Iterable[Entity] = ()) -> None:
        self._names = names
        self._entities = tuple(one for one in entities if not one.tied)
        self._written: dict[tuple[str, TextMatch, frozenset[str], NameField], tuple[str, ...] | None] = {}
        self._nearest: dict[tuple[str, frozenset[str]], tuple[str, ...]] = {}
        self._meant: dict[tuple[str, frozenset[str]], tuple[Candidate, ...]] = {}

    def __bool__(self) -> bool:
        return self._names is not None or bool(self._entities)

    def asked(self, text: str) -> Candidate | None:
        """The thing that the question names with this text; None where it is none, or more than one."""
        wanted = text.casefold()
        found = {
            (thing.id, thing.label): thing
            for entity in self._entities
            for thing in entity.meant
            if wanted in {one.casefold() for one in (entity.mention, thing.name, *_ids(thing))}
        }
        return next(iter(found.values())) if len(found) == 1 else None

    def written(self, text: str, way: TextMatch, labels: frozenset[str], field: NameField) -> tuple[str, ...] | None:
        """As ``GraphNames.written``; None where no names are known."""
        key = (text, way, labels, field)
        if key not in self._written:
            self._written[key] = self._names.written(text, way, labels, field) if self._names is not None else None
        return self._written[key]

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...] | None:
        """The thing of the question, else what ``GraphNames.meant`` says; None where this cannot be told."""
        asked = self.asked(text)
        if asked is not None and asked.label in labels:
            return (asked,)
        key = (text, labels)
        if key not in self._meant:
            if self._names is None or len(self._meant) >= _MOST_TEXTS:
                return None
            self._meant[key] = self._names.meant(text, labels)
        return self._meant[key]

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        """As ``GraphNames.nearest``; none where no names are known."""
        key = (text, labels)
        if key not in self._nearest:
            self._nearest[key] = self._names.nearest(text, labels) if self._names is not None else ()
        return self._nearest[key]


def _ids(thing: Candidate) -> tuple[str, ...]:
    return thing.ids or (thing.id,)


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
        errors = _distance(wanted, folded(name), most)
        if errors <= most and most:
            # Separators, case and the first letter decide between names that are equally near.
            near.append((errors, _distance(written, name, 2 * len(name) + 2), written[:1] != name[:1], name))
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


def _distance(one: str, other: str, most: float) -> float:
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
