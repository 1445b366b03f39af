"""What the columns of a statement are: things, their names and identifiers, counts, other values.

A column is followed through WITH to the node or relationship whose property it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from kgqa.cypher.bindings import VALUE, Bindings, Meaning
from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.reach import NameSet, Reach
from kgqa.cypher.checker.resolve import resolve
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.scopes import bind
from kgqa.cypher.stages import AGGREGATES, aggregates, pattern_names
from kgqa.cypher.tree import (
    Call,
    CallSubquery,
    Expression,
    LabelTest,
    Match,
    Operation,
    PatternExpression,
    ProcedureCall,
    Projection,
    Property,
    Quantified,
    SingleQuery,
    Statement,
    Subquery,
    Unwind,
    Variable,
)
from kgqa.cypher.walk import children, variable_of

ColumnKind = Literal["thing", "name", "identifier", "property", "count", "aggregate", "link", "truth", "value"]

_TRUTH = frozenset({
    "=", "<>", "<", ">", "<=", ">=", "=~", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "IS NULL", "IS NOT NULL",
    "AND", "OR", "XOR", "NOT",
})  # fmt: skip
_COUNTING = frozenset({"count", "size"})


@dataclass(frozen=True, slots=True)
class Column:
    """One column of the rows of a statement.

    Attributes:
        name: as the server names it.
        kind: ``thing`` a whole node; ``name`` and ``identifier`` the properties of a node that show and identify it;
            ``property`` another one, or one of a relationship; ``count`` a number of rows, nodes or edges;
            ``aggregate`` another function of many rows; ``link`` a relationship or path; ``truth`` a condition.
        labels: what the node can be whose column it is.
        key: the property of a node or relationship; empty for a whole one.
        variable: the variable of that node, where the last RETURN still knows it.
        listed: whether it holds a list of them (``collect``).
        function: the aggregate in lower case, where it is one.
    """

    name: str
    kind: ColumnKind
    labels: NameSet = frozenset()
    key: str = ""
    variable: str = ""
    listed: bool = False
    function: str = ""

    @property
    def tells_things(self) -> bool:
        """Whether its values say which things they are."""
        return self.kind in ("thing", "name", "identifier")


def columns(text: str, schema: GraphSchema) -> tuple[Column, ...]:
    """The columns of a statement by its first part; none of ``RETURN *`` or of a text that is no statement."""
    parsed = parse(text)
    if len(parsed.statements) != 1:
        return ()
    statement = parsed.statements[0]
    return columns_of(statement, statement.query.parts[0], text, schema)


def columns_of(statement: Statement, single: SingleQuery, text: str, schema: GraphSchema) -> tuple[Column, ...]:
    """The columns of one part of a statement."""
    last = single.clauses[-1]
    if not isinstance(last, Projection) or last.star:
        return ()
    return _Reader(bind(statement), single, text, schema).columns(last)


def mixed(expression: Expression) -> bool:
    """Whether a column made of many rows also holds what these rows have in common, and does not show it apart."""
    if isinstance(expression, Variable):
        return True
    if isinstance(expression, Subquery) or (isinstance(expression, Call) and expression.name.lower() in AGGREGATES):
        return False
    return any(mixed(part) for part in children(expression))  # type: ignore[arg-type]


class _Reader:
    """Reads the columns of one part."""

    def __init__(self, bindings: Bindings, single: SingleQuery, text: str, schema: GraphSchema) -> None:
        self._single = single
        self._text = text
        self._schema = schema
        self._labels = resolve(bindings, Reach(schema)).labels
        self._uses = {(u.part.start, u.part.end): u.meaning for u in bindings.uses if u.part is not None}
        self._returned = {(id(clause), place): meaning for clause, meaning, place in bindings.returned}

    def columns(self, last: Projection) -> tuple[Column, ...]:
        return tuple(self._column(last, place) for place in range(len(last.items)))

    def _column(self, last: Projection, place: int) -> Column:
        item = last.items[place]
        written = item.expression
        name = item.alias.text if item.alias else self._text[written.start : written.end]
        meaning = self._returned.get((id(last), place), VALUE)
        variable = _variable(written)
        if meaning.kind == "node" and not isinstance(written, Property):
            if isinstance(written, Variable) and meaning.lists:
                variable = ""
            return Column(name, "thing", self._of(meaning), "", variable, meaning.lists > 0)
        if isinstance(written, Variable):
            variable = ""
        if meaning.kind in ("relationship", "path"):
            return Column(name, "link", listed=meaning.lists > 0)
        expression = origin(written, self._single, len(self._single.clauses) - 1)
        function = expression.name.lower() if isinstance(expression, Call) else ""
        if isinstance(expression, Call) and function in ("collect", "min", "max") and len(expression.arguments) == 1:
            held = expression.arguments[0]
            if isinstance(held, Property) and function == "collect":
                return self._property(name, held, variable, listed=True, function=function)
        if isinstance(expression, Property):
            return self._property(name, expression, variable)
        return Column(name, _kind(expression), function=function if function in AGGREGATES else "")

    def _property(
        self, name: str, part: Property, variable: str, *, listed: bool = False, function: str = ""
    ) -> Column:
        meaning, key = self._uses.get((part.start, part.end), VALUE), part.key.text
        if meaning.kind != "node" or meaning.lists or meaning.index < 0:
            return Column(name, "property", key=key, listed=listed, function=function)
        labels = self._of(meaning)
        kind: ColumnKind = "property"
        if labels and all(self._schema.display.get(label) == key for label in labels):
            kind = "name"
        elif labels and all(self._schema.identifiers.get(label) == key for label in labels):
            kind = "identifier"
        return Column(name, kind, labels, key, variable, listed, function)

    def _of(self, meaning: Meaning) -> NameSet:
        return self._labels[meaning.index] if 0 <= meaning.index < len(self._labels) else frozenset()


def _variable(expression: Expression) -> str:
    """The variable whose node or property an expression is; empty for anything else."""
    if isinstance(expression, Call) and expression.name.lower() == "collect" and len(expression.arguments) == 1:
        expression = expression.arguments[0]
    return variable_of(expression)


def _kind(expression: Expression) -> ColumnKind:
    """What an expression is that is no property of a node."""
    if isinstance(expression, Subquery):
        return {"COUNT": "count", "EXISTS": "truth"}.get(expression.function.upper(), "value")  # type: ignore[return-value]
    if isinstance(expression, (LabelTest, PatternExpression, Quantified)):
        return "truth"
    if isinstance(expression, Call):
        if expression.name.lower() in _COUNTING:
            return "count"
        return "truth" if expression.name.lower() == "exists" else "aggregate" if aggregates(expression) else "value"
    if isinstance(expression, Operation) and set(expression.operators) <= _TRUTH:
        return "truth"
    return "aggregate" if aggregates(expression) else "value"


def origin(expression: Expression, single: SingleQuery, place: int) -> Expression:
    """What a variable stands for that WITH made of an expression; anything else as it is.

    Args:
        place: of the clause in which it stands.
    """
    while isinstance(expression, Variable):
        name, made = expression.name.text, None
        for before in range(place - 1, -1, -1):
            clause = single.clauses[before]
            called = _called(clause, name)
            if called is not None:
                return called
            if _binds(clause, name):
                return expression
            if isinstance(clause, Projection):
                made = next((one.expression for one in clause.items if one.alias and one.alias.text == name), None)
                place = before
                kept = clause.star or any(
                    isinstance(one.expression, Variable) and one.alias is None and one.expression.name.text == name
                    for one in clause.items
                )
                if made is not None or not kept:
                    break
        if made is None:
            return expression
        expression = made
    return expression


def _called(clause: object, name: str) -> Expression | None:
    """What CALL { } returns under a name."""
    if not isinstance(clause, CallSubquery) or len(clause.query.parts) > 1:
        return None
    last = clause.query.parts[0].clauses[-1]
    items = last.items if isinstance(last, Projection) else ()
    return next((one.expression for one in items if one.alias and one.alias.text == name), None)


def _binds(clause: object, name: str) -> bool:
    """Whether a clause gives a variable its value, or may."""
    if isinstance(clause, Match):
        return name in pattern_names(clause.patterns)
    if isinstance(clause, Unwind):
        return clause.variable.text == name
    return isinstance(clause, (CallSubquery, ProcedureCall))
