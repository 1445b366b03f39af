"""The clauses of a statement in the order in which rows pass them, each with what is bound there and may be null."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.cypher.tree import (
    Call,
    CallSubquery,
    Case,
    Clause,
    Expression,
    Group,
    LabelTest,
    ListLiteral,
    Match,
    Name,
    NodePattern,
    Operation,
    Part,
    Pattern,
    PatternComprehension,
    PatternExpression,
    ProcedureCall,
    Projection,
    Property,
    Query,
    SingleQuery,
    Statement,
    Subquery,
    Subscript,
    Unwind,
    Variable,
)
from kgqa.cypher.walk import children, walk

Names = frozenset[str]
Searching = Subquery | PatternExpression | PatternComprehension
"""Expressions that look for a pattern."""

AGGREGATES = frozenset({
    "avg", "collect", "count", "max", "min", "percentilecont", "percentiledisc", "stdev", "stdevp", "sum",
})  # fmt: skip
_REJECTING = frozenset({
    "=", "<>", "<", ">", "<=", ">=", "=~", "IN", "STARTS WITH", "ENDS WITH", "CONTAINS", "IS NOT NULL",
})  # fmt: skip
_HANDING_ON = frozenset({"head", "last", "coalesce", "nullif"})


@dataclass(frozen=True, slots=True)
class Stage:
    """One clause.

    Attributes:
        single: the query of which it is the clause number ``place``.
        bound: the variables that are bound when it begins.
        nullable: those of them that OPTIONAL MATCH or a value may have left null.
        searches: what looks for a pattern in its conditions and columns, with the variables that may be null there.
        depth: how many subqueries are around it.
    """

    clause: Clause
    single: SingleQuery
    place: int
    bound: Names
    nullable: Names
    searches: tuple[tuple[Searching, Names], ...]
    depth: int


def stages(statement: Statement) -> tuple[Stage, ...]:
    """Every clause of a statement, those in subqueries included."""
    found: list[Stage] = []
    _query(statement.query, frozenset(), frozenset(), found, 0)
    return tuple(found)


def conjuncts(condition: Expression | None) -> list[Expression]:
    """The parts of a condition that all have to hold."""
    waiting, found = [condition], []
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, Operation) and part.operators[0] == "AND":
            waiting[:0] = part.operands
        elif part is not None:
            found.append(part)
    return found


def pattern_names(patterns: tuple[Pattern, ...]) -> Names:
    """The variables of nodes, relationships and paths in patterns."""
    return frozenset(name.text for name in variables_of(patterns))


def variables_of(patterns: tuple[Pattern, ...]) -> Iterator[Name]:
    """Each place in patterns where a node, relationship or path has a variable."""
    for pattern in patterns:
        if pattern.variable is not None:
            yield pattern.variable
        for element in pattern.elements:
            if isinstance(element, Group):
                yield from variables_of((element.pattern,))
            elif element.variable is not None:
                yield element.variable


def sure(condition: Expression | None) -> Names:
    """The variables that cannot be null where a condition holds."""
    found: set[str] = set()
    for part in conjuncts(condition):
        if isinstance(part, LabelTest):
            found |= _plain(part.base)
        elif isinstance(part, Operation) and set(part.operators) <= _REJECTING:
            for operand in part.operands:
                found |= _plain(operand.base if isinstance(operand, Property) else operand)
    return frozenset(found)


def _plain(expression: Expression) -> set[str]:
    return {expression.name.text} if isinstance(expression, Variable) else set()


def _query(query: Query, bound: Names, nullable: Names, found: list[Stage], depth: int) -> tuple[Names, Names]:
    """Adds the stages of a query; returns its columns and those of them that may be null."""
    columns, empty = frozenset[str](), frozenset[str]()
    for single in query.parts:
        known, maybe = bound, nullable
        for place, clause in enumerate(single.clauses):
            at = len(found)
            after = _after(clause, known, maybe, found, depth)
            searches = tuple(_searches(clause, maybe, after))
            found.insert(at, Stage(clause, single, place, known, maybe, searches, depth))
            for search, inside in searches:
                if isinstance(search, Subquery):
                    _query(search.query, known | after[0], inside, found, depth + 1)
            known, maybe = after
        columns, empty = columns | known, empty | maybe
    return columns, empty


def _after(clause: Clause, bound: Names, nullable: Names, found: list[Stage], depth: int) -> tuple[Names, Names]:
    """What is bound behind a clause, and what of it may be null."""
    if isinstance(clause, Match):
        named = pattern_names(clause.patterns)
        if clause.optional:
            return bound | named, nullable | (named - bound)
        return bound | named, nullable - named - sure(clause.where)
    if isinstance(clause, Unwind):
        maybe = {clause.variable.text} if isinstance(clause.source, ListLiteral) else set()
        return bound | {clause.variable.text}, nullable | maybe
    if isinstance(clause, Projection):
        return _columns(clause, bound, nullable)
    if isinstance(clause, CallSubquery):
        inner = frozenset(name.text for name in clause.scope or ()) if clause.scope is not None else bound
        inner = bound if clause.everything else inner
        columns, empty = _query(clause.query, inner, nullable & inner, found, depth + 1)
        return bound | columns, nullable | (empty - bound)
    if isinstance(clause, ProcedureCall):
        return bound | {(alias or column).text for column, alias in clause.yields}, nullable
    return bound, nullable


def _columns(clause: Projection, bound: Names, nullable: Names) -> tuple[Names, Names]:
    columns, maybe = (set(bound), set(nullable)) if clause.star else (set(), set())
    for item in clause.items:
        plain = item.expression.name.text if isinstance(item.expression, Variable) else None
        name = item.alias.text if item.alias else plain
        if name is None:
            continue
        columns.add(name)
        if plain in nullable or _may_be_null(item.expression):
            maybe.add(name)
    return frozenset(columns), frozenset(maybe) - sure(clause.where)


def _may_be_null(expression: Expression) -> bool:
    """Whether a value that may be a node may be null."""
    if isinstance(expression, Call):
        return expression.name.lower() in _HANDING_ON
    return isinstance(expression, (Case, Subscript))


def _searches(clause: Clause, nullable: Names, after: tuple[Names, Names]) -> Iterator[tuple[Searching, Names]]:
    """What looks for a pattern in a clause, apart from the patterns of the clause itself."""
    if isinstance(clause, Match):
        inside = nullable - pattern_names(clause.patterns)
        for pattern in clause.patterns:
            for part in walk(pattern):
                if isinstance(part, NodePattern) and part.where is not None:
                    yield from _looking(part.where, inside)
        if clause.where is not None:
            yield from _looking(clause.where, inside)
    elif isinstance(clause, Projection):
        for item in clause.items:
            yield from _looking(item.expression, nullable)
        # Behind the items the old variables can still be named, by what the items leave of them.
        inside = after[1] | (nullable - after[0])
        for expression in (*clause.order, clause.where):
            if expression is not None:
                yield from _looking(expression, inside)
    elif not isinstance(clause, CallSubquery):
        for part in children(clause):
            yield from _looking(part, nullable)


def _looking(part: Part, nullable: Names) -> Iterator[tuple[Searching, Names]]:
    """The outermost searches of an expression, each with what may still be null there."""
    if isinstance(part, (Subquery, PatternExpression, PatternComprehension)):
        yield part, nullable
    elif isinstance(part, Operation) and part.operators[0] == "AND":
        for operand in part.operands:
            yield from _looking(operand, nullable)
            nullable -= sure(operand)
    elif isinstance(part, Case) and part.subject is None:
        for conditions, value in part.branches:
            for condition in conditions:
                yield from _looking(condition, nullable)
            yield from _looking(value, nullable - frozenset().union(*map(sure, conditions)))
            nullable -= frozenset().union(*map(_absent, conditions))
        if part.otherwise is not None:
            yield from _looking(part.otherwise, nullable)
    else:
        for child in children(part):
            yield from _looking(child, nullable)


def _absent(condition: Expression) -> Names:
    """The variables that are not null where a condition does not hold."""
    if isinstance(condition, Operation) and condition.operators[0] == "OR":
        return frozenset().union(*map(_absent, condition.operands))
    tested = isinstance(condition, Operation) and condition.operators == ("IS NULL",)
    return frozenset(_plain(condition.operands[0])) if tested and isinstance(condition, Operation) else frozenset()


def aggregates(expression: Expression) -> bool:
    """Whether a column is made of many rows; what a subquery counts, it counts for one row."""
    inside = {id(part) for one in walk(expression) if isinstance(one, Subquery) for part in walk(one)}
    return any(
        isinstance(part, Call) and part.name.lower() in AGGREGATES and id(part) not in inside
        for part in walk(expression)
    )
