"""What MATCH adds to the estimate of a statement: nodes, relationships, and what conditions bound and join.

Of a condition: the nodes of which it names a value, those it joins, and those it only compares.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from kgqa.cypher.guard.amounts import NODE, STORED, Amount, many
from kgqa.cypher.guard.products import MOST_HOPS, MOST_MATCHED, MOST_NAMED, UNKNOWN_NODES, Sets
from kgqa.cypher.tree import (
    Call,
    Expression,
    Group,
    MapLiteral,
    Match,
    NodePattern,
    Operation,
    Parameter,
    Pattern,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    RelationshipPattern,
    Repeat,
    Subquery,
    Subscript,
    Value,
    Variable,
)
from kgqa.cypher.walk import variables, walk


@dataclass(slots=True)
class State:
    """Where the estimate of one query stands.

    Attributes:
        outer: rows of the query around it, for each of which it runs.
        first: whether its first row is enough.
        matched: rows that patterns give in one row of ``made``.
        made: rows that lists and subqueries give.
        kept: rows that a LIMIT or groups have left before the patterns at hand.
        given: the names of what they have left.
    """

    scope: dict[str, Amount]
    sets: Sets
    outer: float
    first: bool = False
    matched: float = 1.0
    made: float = 1.0
    kept: float = 1.0
    given: frozenset[str] = frozenset()

    @property
    def rows(self) -> float:
        return self.matched * self.made

    @property
    def weight(self) -> float:
        """Rows, of which those of patterns count no more than many: a server can end it between two of them."""
        return self.outer * self.made * min(self.matched, MOST_MATCHED)

    @property
    def listed(self) -> float:
        """Rows that lists and subqueries give, for some rows of patterns."""
        return self.outer * self.made * min(self.matched, UNKNOWN_NODES)

    def index(self, name: str) -> int:
        """The set of nodes that a variable, or the value of a node that it is, belongs to; -1 for any other."""
        amount = self.scope.get(name, STORED)
        return next(iter(amount.of)) if amount.node < 0 and len(amount.of) == 1 else amount.node

    def live(self, name: str) -> bool:
        return self.index(name) >= 0

    def known(self, name: str) -> bool:
        """Whether a variable gives few values, and without any of the patterns' nodes."""
        amount = self.scope.get(name, STORED)
        return amount.node < 0 and not amount.of and (amount.kind != "list" or amount.length <= MOST_NAMED)

    def blank(self, name: str) -> bool:
        """Whether a variable may be a text so short that many contain it."""
        amount: Amount | None = self.scope.get(name, STORED)
        while amount is not None:
            if any(len(one.strip()) < _SHORTEST_NAMED for one in amount.texts or ()):
                return True
            amount = amount.element
        return False

    def behind(self, expression: Expression) -> frozenset[int]:
        """The sets of nodes that an expression is worked out from."""
        amounts = [self.scope.get(name, STORED) for name in variables(expression)]
        return frozenset(one.node for one in amounts if one.node >= 0).union(*(one.of for one in amounts))


def add_pattern(pattern: Pattern, state: State, inside: list[Expression], times: int | None = 1) -> tuple[int, int]:
    """Adds the nodes and relationships of a pattern; its first and last node."""
    shortest = bool(pattern.function or pattern.selector)
    first = last = -1
    waiting: RelationshipPattern | None = None
    for element in pattern.elements:
        if isinstance(element, RelationshipPattern):
            waiting = element
            continue
        if isinstance(element, Group):
            quantifier = element.quantifier
            most = 1 if quantifier is None else quantifier.most
            start, end = add_pattern(element.pattern, state, inside, most)
            inside.extend([element.where] if element.where is not None else [])
            if first >= 0 and waiting is None:
                state.sets.join(last, start)
        else:
            start = end = _node(element, state, inside)
            if first >= 0 and waiting is None:
                state.sets.join(last, start)
        if waiting is not None and last >= 0:
            _relationship(waiting, last, start, state, inside, shortest, times)
            waiting = None
        first, last = (start if first < 0 else first), end
    if pattern.variable is not None:
        state.scope.setdefault(pattern.variable.text, replace(STORED, kind="map"))
    return first, last


def _node(pattern: NodePattern, state: State, inside: list[Expression]) -> int:
    name = pattern.variable.text if pattern.variable is not None else ""
    known = state.scope.get(name) if name else None
    matched = known is not None and known.node >= 0
    index = (
        known.node
        if known is not None and matched
        else state.sets.new(bound=known is not None, behind=known.hops if known else 0)
    )
    if name:
        state.scope[name] = replace(NODE, node=index)
    if pattern.labels is not None and (matched or known is None):
        state.sets.label(index, pattern.labels)
    if isinstance(pattern.properties, MapLiteral):
        for _, value in pattern.properties.entries:
            nodes = [state.index(one) for one in variables(value) if state.live(one)]
            for other in nodes:
                state.sets.equal(index, other)
            if not nodes and not (isinstance(value, Value) and isinstance(value.value, bool)):
                state.sets.name(index)
    elif pattern.properties is not None:
        state.sets.name(index)
    inside.extend(one for one in (pattern.properties, pattern.where) if one is not None)
    return index


def _relationship(
    pattern: RelationshipPattern,
    left: int,
    right: int,
    state: State,
    inside: list[Expression],
    shortest: bool,
    times: int | None,
) -> None:
    repeat = pattern.length or pattern.quantifier
    if times != 1:
        most = None if times is None else times * (1 if repeat is None else repeat.most or MOST_HOPS)
        repeat = Repeat(pattern.start, pattern.end, 1, most)
    state.sets.hop(
        left, right, repeat, free=pattern.types is None, any_way=pattern.left == pattern.right, shortest=shortest
    )
    if pattern.variable is not None:
        steps = 1 if repeat is None else repeat.most or max(MOST_HOPS, repeat.least)
        state.scope[pattern.variable.text] = replace(STORED if repeat is None else many(steps, STORED), node=left)
    inside.extend(one for one in (pattern.properties, pattern.where) if one is not None)


def add_condition(condition: Expression | None, state: State) -> None:
    """Takes over what a condition bounds and joins."""
    names = _Names(state.live, state.known, state.blank)
    for one in _every(condition):
        for name in _named(one, names):
            if state.scope[name].kind == "node":
                state.sets.name(state.scope[name].node)
        pair = _equal(one, state.live)
        if pair is not None:
            state.sets.equal(*map(state.index, pair))
        elif len(both := {state.index(name) for name in _compared(one, state.live)}) > 1:
            state.sets.compare(both)
        inner = _patterned(one)
        if inner is not None:
            _must_be(inner, state)


def _must_be(condition: PatternExpression | Subquery, state: State) -> None:
    """Joins the nodes that a pattern names which has to be there."""
    if isinstance(condition, PatternExpression):
        patterns: list[Pattern] = [condition.pattern]
    else:
        clauses = condition.query.parts[0].clauses if len(condition.query.parts) == 1 else ()
        patterns = [
            one for clause in clauses if isinstance(clause, Match) and not clause.optional for one in clause.patterns
        ]
    for pattern in patterns:
        nodes = [one for one in pattern.elements if isinstance(one, NodePattern)]
        live = [state.index(one.variable.text) for one in nodes if one.variable and state.live(one.variable.text)]
        for one, other in pairwise(live):
            state.sets.join(one, other)
        if any(isinstance(one.properties, MapLiteral) and one.properties.entries for one in nodes):
            for index in live:
                state.sets.name(index)


_Live = Callable[[str], bool]
"""Whether a variable is a node or relationship that patterns have given and nothing has bounded for good."""

_NAMING = ("STARTS WITH", "CONTAINS", "ENDS WITH")
_SHORTEST_NAMED = 2
"""Signs of a text that a value must contain for it to be few."""
_LIGHT = frozenset({
    "tolower", "toupper", "lower", "upper", "trim", "tostring", "tointeger", "id", "elementid", "date", "tofloat",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Names:
    """What is told of a variable.

    Attributes:
        live: as ``_Live``.
        known: whether it gives few values, without any node or relationship of the patterns.
        blank: whether it may be a text so short that many contain it.
    """

    live: _Live
    known: _Live
    blank: _Live


def _every(condition: Expression | None) -> Iterator[Expression]:
    """The conditions that all have to hold."""
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Operation) and set(part.operators) == {"AND"}:
            waiting.extend(part.operands)
        elif part is not None:
            yield part


def _named(condition: Expression, names: _Names) -> frozenset[str]:
    """The variables of which a condition names a value wherever it holds, and so leaves few."""
    if isinstance(condition, Operation):
        if set(condition.operators) == {"AND"}:
            return frozenset().union(*(_named(part, names) for part in condition.operands))
        if set(condition.operators) == {"OR"}:
            either = [_named(part, names) for part in condition.operands]
            return either[0].intersection(*either[1:])
        if len(condition.operands) == 2 and len(condition.operators) == 1:
            left, right = condition.operands
            word = condition.operators[0]
            if word in ("=", "IN"):
                return _given(left, right, names) | _given(right, left, names)
            if word in _NAMING and not _short(right, names):
                return _given(left, right, names)
    if isinstance(condition, Quantified) and condition.function.lower() == "any" and condition.where is not None:
        source, inner = _single(condition.source, names.live), condition.variable.text
        within = replace(names, live=lambda name: name == inner or names.live(name))
        if source and inner in _named(condition.where, within):
            return frozenset((source,))
    return frozenset()


def _equal(condition: Expression, live: _Live) -> tuple[str, str] | None:
    """The two variables of which a condition says that values of them are the same."""
    if isinstance(condition, Operation) and condition.operators in (("=",), ("IN",)) and len(condition.operands) == 2:
        ends = [_single(operand, live) for operand in condition.operands]
        if ends[0] and ends[1] and ends[0] != ends[1]:
            return ends[0], ends[1]
    return None


def _compared(condition: Expression, live: _Live) -> frozenset[str]:
    """The variables between which a condition may hold for few; an order or a difference holds for many."""
    if isinstance(condition, Operation) and set(condition.operators) <= {"<", ">", "<=", ">=", "<>", "NOT"}:
        return frozenset()
    return frozenset(name for name in variables(condition) if live(name))


def _patterned(condition: Expression) -> PatternExpression | Subquery | None:
    """The pattern that must be there where a condition holds."""
    if isinstance(condition, PatternExpression):
        return condition
    if isinstance(condition, Subquery) and condition.function.upper() == "EXISTS":
        return condition
    if isinstance(condition, Operation) and condition.operators in ((">",), (">=",), ("=",)):
        counted, least = condition.operands
        number = least.value if isinstance(least, Value) and isinstance(least.value, int) else -1
        enough = number >= (condition.operators != (">",))
        return counted if enough and isinstance(counted, Subquery) and counted.function.upper() == "COUNT" else None
    if isinstance(condition, Call) and condition.name.lower() == "exists" and condition.arguments:
        return _patterned(condition.arguments[0])
    return None


def _given(side: Expression, other: Expression, names: _Names) -> frozenset[str]:
    """The variable of one side, where the other side is known without it."""
    name = _single(side, names.live)
    empty = isinstance(other, Value) and (other.value is None or isinstance(other.value, bool))
    if (
        not name
        or empty
        or isinstance(other, (Operation, Subquery, PatternComprehension))
        or not all(map(names.known, variables(other)))
    ):
        return frozenset()
    return frozenset((name,))


def _single(side: Expression, live: _Live) -> str:
    """The one variable of which a side of a comparison is a value as it is stored, or nearly so."""
    while True:
        if isinstance(side, (Property, Subscript)):
            side = side.base
        elif isinstance(side, Call) and side.name.lower() in _LIGHT and len(side.arguments) == 1:
            side = side.arguments[0]
        else:
            break
    return side.name.text if isinstance(side, Variable) and live(side.name.text) else ""


def _short(value: Expression, names: _Names) -> bool:
    """Whether a text may be so short that many contain it."""
    while isinstance(value, Call) and value.name.lower() in _LIGHT and len(value.arguments) == 1:
        value = value.arguments[0]
    if isinstance(value, Value):
        return not isinstance(value.value, str) or len(value.value.strip()) < _SHORTEST_NAMED
    if any(map(names.blank, variables(value))):
        return True
    return not any(isinstance(part, (Parameter, Variable)) for part in walk(value))
