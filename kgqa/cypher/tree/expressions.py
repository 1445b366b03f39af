"""Values, and everything that stands where a value may stand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from kgqa.cypher.tree.part import Name, Part
from kgqa.cypher.tree.patterns import Labels, Pattern

if TYPE_CHECKING:
    from kgqa.cypher.tree.clauses import Query


@dataclass(frozen=True, slots=True)
class Value(Part):
    """A value that is written out: text, number, truth value or null."""

    value: str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class Parameter(Part):
    name: str


@dataclass(frozen=True, slots=True)
class Variable(Part):
    name: Name


@dataclass(frozen=True, slots=True)
class Property(Part):
    base: Expression
    key: Name


@dataclass(frozen=True, slots=True)
class Subscript(Part):
    """``base[low]``, or with ``sliced`` ``base[low..high]``."""

    base: Expression
    low: Expression | None
    high: Expression | None = None
    sliced: bool = False


@dataclass(frozen=True, slots=True)
class LabelTest(Part):
    """``n:Label`` or ``n IS Label`` as a condition."""

    base: Expression
    labels: Labels


@dataclass(frozen=True, slots=True)
class ListLiteral(Part):
    items: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class MapLiteral(Part):
    entries: tuple[tuple[Name, Expression], ...]


@dataclass(frozen=True, slots=True)
class MapProjection(Part):
    """``n {.name, .*, key: value, other}``; each kind of item in a tuple of its own."""

    base: Variable
    keys: tuple[Name, ...]
    entries: tuple[tuple[Name, Expression], ...]
    variables: tuple[Variable, ...]
    everything: bool


@dataclass(frozen=True, slots=True)
class Call(Part):
    """A function with its whole name as a server understands it, back-quotes and spaces left out."""

    name: str
    arguments: tuple[Expression, ...]
    distinct: bool = False
    star: bool = False


@dataclass(frozen=True, slots=True)
class Operation(Part):
    """Operands joined by operators of one rank; one operand: a prefix or ``IS NULL`` and its kin."""

    operators: tuple[str, ...]
    operands: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Case(Part):
    subject: Expression | None
    branches: tuple[tuple[tuple[Expression, ...], Expression], ...]
    otherwise: Expression | None


@dataclass(frozen=True, slots=True)
class ListComprehension(Part):
    variable: Name
    source: Expression
    where: Expression | None
    result: Expression | None


@dataclass(frozen=True, slots=True)
class PatternComprehension(Part):
    pattern: Pattern
    where: Expression | None
    result: Expression


@dataclass(frozen=True, slots=True)
class Quantified(Part):
    """``all``, ``any``, ``none`` or ``single`` of a list."""

    function: str
    variable: Name
    source: Expression
    where: Expression | None


@dataclass(frozen=True, slots=True)
class Reduce(Part):
    accumulator: Name
    initial: Expression
    variable: Name
    source: Expression
    result: Expression


@dataclass(frozen=True, slots=True)
class Subquery(Part):
    """``EXISTS { }``, ``COUNT { }`` or ``COLLECT { }``; a bare pattern inside is a MATCH without the word."""

    function: str
    query: Query


@dataclass(frozen=True, slots=True)
class PatternExpression(Part):
    """A pattern where a value stands: a condition, or a path of ``shortestPath``."""

    pattern: Pattern


Expression = (
    Value
    | Parameter
    | Variable
    | Property
    | Subscript
    | LabelTest
    | ListLiteral
    | MapLiteral
    | MapProjection
    | Call
    | Operation
    | Case
    | ListComprehension
    | PatternComprehension
    | Quantified
    | Reduce
    | Subquery
    | PatternExpression
)
