"""Clauses, and the queries and statements that they make."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kgqa.cypher.tree.expressions import Expression
from kgqa.cypher.tree.part import Name, Part
from kgqa.cypher.tree.patterns import Pattern


@dataclass(frozen=True, slots=True)
class Match(Part):
    optional: bool
    patterns: tuple[Pattern, ...]
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Unwind(Part):
    source: Expression
    variable: Name


@dataclass(frozen=True, slots=True)
class Item(Part):
    """One column of WITH or RETURN."""

    expression: Expression
    alias: Name | None


@dataclass(frozen=True, slots=True)
class Projection(Part):
    """WITH or RETURN."""

    word: Literal["WITH", "RETURN"]
    distinct: bool
    star: bool
    items: tuple[Item, ...]
    order: tuple[Expression, ...]
    skip: Expression | None
    limit: Expression | None
    where: Expression | None


@dataclass(frozen=True, slots=True)
class ProcedureCall(Part):
    """CALL of a procedure. ``yields`` pairs each column with its new name, or None; ``star`` is ``YIELD *``."""

    name: str
    arguments: tuple[Expression, ...] | None
    yields: tuple[tuple[Name, Name | None], ...]
    star: bool
    where: Expression | None


@dataclass(frozen=True, slots=True)
class CallSubquery(Part):
    """CALL { }: ``scope`` holds the variables of ``CALL (a, b) { }``; None for the older form without brackets."""

    scope: tuple[Name, ...] | None
    everything: bool
    query: Query
    in_transactions: bool


@dataclass(frozen=True, slots=True)
class Create(Part):
    """CREATE or INSERT."""

    word: str
    patterns: tuple[Pattern, ...]


@dataclass(frozen=True, slots=True)
class Merge(Part):
    pattern: Pattern
    actions: tuple[SetItems, ...]


@dataclass(frozen=True, slots=True)
class SetItems(Part):
    """SET or REMOVE: the things that are set, with their new values."""

    word: str
    targets: tuple[Expression, ...]
    values: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Delete(Part):
    word: str
    targets: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Foreach(Part):
    variable: Name
    source: Expression
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class LoadCsv(Part):
    source: Expression
    variable: Name


@dataclass(frozen=True, slots=True)
class Use(Part):
    graph: str


@dataclass(frozen=True, slots=True)
class Finish(Part):
    """FINISH: an end without rows."""


@dataclass(frozen=True, slots=True)
class Command(Part):
    """A statement of administration (SHOW, CREATE INDEX, DROP, GRANT ...), known by its first words only."""

    words: str


Clause = (
    Match
    | Unwind
    | Projection
    | ProcedureCall
    | CallSubquery
    | Create
    | Merge
    | SetItems
    | Delete
    | Foreach
    | LoadCsv
    | Use
    | Finish
    | Command
)


@dataclass(frozen=True, slots=True)
class SingleQuery(Part):
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Query(Part):
    """Single queries joined by UNION; ``unions`` has a word less than there are parts: ``UNION`` or ``UNION ALL``."""

    parts: tuple[SingleQuery, ...]
    unions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statement(Part):
    """A statement with the words before it: ``prefixes`` holds EXPLAIN, PROFILE or CYPHER with its options."""

    prefixes: tuple[str, ...]
    query: Query
