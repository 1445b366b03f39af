"""A Cypher statement as records. Each knows the span of the text that it stands for: ``text[start:end]``.

Chains of operators are flat, so that a long condition is a wide tree and no deep one. The records hold what was
written and judge nothing: what may run, the guard says; what names mean, ``resolve``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


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


@dataclass(frozen=True, slots=True)
class LabelName(Part):
    """One label or relationship type."""

    name: Name


@dataclass(frozen=True, slots=True)
class AnyLabel(Part):
    """The sign ``%``: some label, whichever."""


@dataclass(frozen=True, slots=True)
class DynamicLabel(Part):
    """A label that is computed: ``$(expression)`` or a parameter."""

    expression: Expression


@dataclass(frozen=True, slots=True)
class LabelOperation(Part):
    """Labels joined by ``|`` or ``&`` (also written ``:A:B``), or one negated by ``!``."""

    operator: Literal["|", "&", "!"]
    operands: tuple[Labels, ...]


Labels = LabelName | AnyLabel | DynamicLabel | LabelOperation


@dataclass(frozen=True, slots=True)
class Repeat(Part):
    """How often: ``*1..3``, ``{1,3}``, ``+``. ``most`` is None where nothing bounds it."""

    least: int
    most: int | None


@dataclass(frozen=True, slots=True)
class NodePattern(Part):
    """A node in round brackets.

    Attributes:
        labels_start: offset of the sign before the labels (``:`` or ``IS``), or None without labels.
    """

    variable: Name | None = None
    labels: Labels | None = None
    properties: Expression | None = None
    where: Expression | None = None
    labels_start: int | None = None


@dataclass(frozen=True, slots=True)
class RelationshipPattern(Part):
    """A relationship between two nodes.

    Attributes:
        left, right: whether an arrow head stands there; both or neither: undirected.
        arrow_end: where the arrow ends and a quantifier may begin.
        inside: the span of ``[...]`` with its brackets, or None for ``-->``.
        length: of the older form ``[*1..3]``.
        quantifier: of the newer form, behind the relationship.
    """

    left: bool
    right: bool
    arrow_end: int
    inside: tuple[int, int] | None = None
    variable: Name | None = None
    types: Labels | None = None
    length: Repeat | None = None
    properties: Expression | None = None
    where: Expression | None = None
    quantifier: Repeat | None = None


@dataclass(frozen=True, slots=True)
class Group(Part):
    """A path in round brackets inside a pattern, repeated where it has a quantifier."""

    pattern: Pattern
    where: Expression | None = None
    quantifier: Repeat | None = None


@dataclass(frozen=True, slots=True)
class Pattern(Part):
    """A path: nodes, relationships and groups from left to right.

    Attributes:
        selector: the words before it in the newer form ("SHORTEST 1", "ALL SHORTEST"), in capitals.
        function: ``shortestPath`` or ``allShortestPaths`` around it, in capitals.
    """

    elements: tuple[NodePattern | RelationshipPattern | Group, ...]
    variable: Name | None = None
    selector: str = ""
    function: str = ""


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
