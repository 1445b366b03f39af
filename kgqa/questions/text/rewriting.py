"""Texts with some of their words put otherwise, and where these and their names stood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.records import Entity, SetAside


@dataclass(frozen=True, slots=True)
class Edit:
    """A stretch of a text and what is put there.

    Attributes:
        near: how near the one is to the other.
    """

    start: int
    end: int
    put: str
    near: float = 1.0


@dataclass(frozen=True, slots=True)
class Rewritten:
    """A text with some of its words put otherwise.

    Attributes:
        entities: its names in their new places.
        edits: of the text as it was, in order.
    """

    text: str
    entities: tuple[Entity, ...]
    edits: tuple[Edit, ...] = ()

    @property
    def near(self) -> float:
        """How near the least near word is to what it was put for."""
        return min((one.near for one in self.edits), default=1.0)

    def place(self, at: int) -> int:
        """Where a place of the new text was."""
        for one in self.edits:
            if at <= one.start:
                break
            at = max(one.start, at - len(one.put) + one.end - one.start)
        return at

    def aside(self, said: SetAside, text: str) -> SetAside:
        """Something of the new text as it stands in the text as it was."""
        start, end = self.place(said.start), self.place(said.end)
        return SetAside(start, end, text[start:end])


def rewritten(text: str, entities: Sequence[Entity], edits: Sequence[Edit]) -> Rewritten:
    """A text with edits that touch neither each other nor a name."""
    ordered = sorted(edits, key=lambda one: one.start)

    def moved(at: int) -> int:
        return at + sum(len(one.put) - (one.end - one.start) for one in ordered if one.end <= at)

    placed = tuple(replace(one, start=moved(one.start), end=moved(one.end)) for one in entities)
    for one in reversed(ordered):
        text = f"{text[: one.start]}{one.put}{text[one.end :]}"
    return Rewritten(text, placed, tuple(ordered))
