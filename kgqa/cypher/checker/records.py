"""What the checker works on and what it gives back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from kgqa.cypher.bindings import Bindings
from kgqa.cypher.checker.denied_patterns import denied_patterns
from kgqa.cypher.checker.names import Denoted
from kgqa.cypher.checker.reach import NameSet, Reach
from kgqa.cypher.checker.resolve import Resolved, resolve
from kgqa.cypher.checker.searched_texts import Sought, denoted_labels, settled, sought
from kgqa.cypher.checker.weighing import Misfit, misfits
from kgqa.cypher.parser.parse import Parsed
from kgqa.cypher.scopes import bind
from kgqa.cypher.stages import Stage, stages
from kgqa.cypher.tree import Statement
from kgqa.records import Correction

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
    """What a rule found: repairs, notes on what it leaves alone, and why the statement must not run as it stands."""

    repairs: tuple[Repair, ...] = ()
    notes: tuple[str, ...] = ()
    refusals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Checked:
    """A checked statement.

    Attributes:
        text: what was handed in.
        cypher: what it has become; the same text where nothing was corrected.
        runnable: whether the guard lets it run as it stands.
        notes: why it was refused, and what was seen and left alone.
        warning: the rules that saw something and left it alone.
    """

    text: str
    status: Status
    cypher: str
    runnable: bool
    corrections: tuple[Correction, ...] = ()
    notes: tuple[str, ...] = ()
    warning: tuple[str, ...] = ()

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
    """One statement as a rule sees it; what is worked out from it, is worked out once.

    Attributes:
        denoted: what texts in it denote, as far as the names of the graph or the things of the question are known.
    """

    parsed: Parsed
    statement: Statement
    reach: Reach
    returns_names: bool = field(default=True)
    denoted: Denoted = field(default_factory=Denoted)

    @property
    def text(self) -> str:
        return self.parsed.text

    @cached_property
    def stages(self) -> tuple[Stage, ...]:
        return stages(self.statement)

    @cached_property
    def bindings(self) -> Bindings:
        return bind(self.statement)

    @cached_property
    def denied(self) -> frozenset[int]:
        """Where the relationship patterns begin that the statement denies."""
        return denied_patterns(self.statement)

    @cached_property
    def sought(self) -> list[Sought]:
        return sought(self.statement, self.bindings) if self.denoted else []

    @cached_property
    def kinds(self) -> dict[int, NameSet]:
        """By node that is looked for by name or identifier, the labels of what is meant."""
        return denoted_labels(self.sought, self.denoted, self.reach.schema)

    @cached_property
    def resolved(self) -> Resolved:
        return resolve(self.bindings, self.reach, {node: one for node, one in self.kinds.items() if len(one) == 1})

    @cached_property
    def misfits(self) -> list[Misfit]:
        return misfits(self.resolved, self.reach, settled(self.kinds, self.resolved.given))


Rule = Callable[[Context], Findings]
