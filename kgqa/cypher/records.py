"""What the checker works on and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from kgqa.cypher.fit import Misfit, misfits
from kgqa.cypher.parse import Parsed
from kgqa.cypher.reach import Reach
from kgqa.cypher.resolve import Resolved, resolve
from kgqa.cypher.tree import Statement

Status = Literal["ok", "corrected", "refused"]


@dataclass(frozen=True, slots=True)
class Edit:
    """A span of the text and what is to stand there instead."""

    start: int
    end: int
    after: str


@dataclass(frozen=True, slots=True)
class Repair:
    """One correction that a rule asks for: its edits, and why."""

    edits: tuple[Edit, ...]
    reason: str


@dataclass(frozen=True, slots=True)
class Findings:
    """What a rule found: repairs, and notes on what it leaves alone."""

    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Correction:
    """One correction as it is reported. ``start`` and ``end`` are offsets in the text that was handed in."""

    rule: str
    before: str
    after: str
    reason: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked statement.

    Attributes:
        text: what was handed in.
        cypher: what it has become; the same text where nothing was corrected.
        runnable: whether the guard lets it run as it stands.
        notes: why it was refused, and what was seen and left alone.
    """

    text: str
    status: Status
    cypher: str
    runnable: bool
    corrections: tuple[Correction, ...] = ()
    notes: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The object that the command line writes for it."""
        corrections = [
            {"rule": one.rule, "before": one.before, "after": one.after, "reason": one.reason}
            for one in self.corrections
        ]
        return {
            "status": self.status,
            "runnable": self.runnable,
            "cypher": self.cypher,
            "corrections": corrections,
            "notes": list(self.notes),
        }


@dataclass(frozen=True)
class Context:
    """One statement as a rule sees it; what is worked out from it, is worked out once."""

    parsed: Parsed
    statement: Statement
    reach: Reach
    returns_names: bool = field(default=True)

    @property
    def text(self) -> str:
        return self.parsed.text

    @cached_property
    def resolved(self) -> Resolved:
        return resolve(self.statement, self.reach)

    @cached_property
    def misfits(self) -> list[Misfit]:
        return misfits(self.resolved, self.reach)


Rule = Callable[[Context], Findings]
