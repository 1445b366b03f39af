"""What every part of a statement has: a place in the text."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """Anything with a place in the text; ``end`` is the first offset after it."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Name(Part):
    """A variable, label, type, key or alias as it was written, and without back-quotes in ``text``."""

    text: str
    quoted: bool = False
