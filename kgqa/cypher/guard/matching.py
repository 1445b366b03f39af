"""What MATCH adds to the estimate of a statement: nodes, relationships, and what conditions bound and join."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise

from kgqa.cypher.guard.amounts import NODE, STORED, Amount, many
from kgqa.cypher.guard.conditions import SHORTEST_NAMED, Names, compared, equal, every, named, patterned
from kgqa.cypher.guard.products import MOST_HOPS, MOST_MATCHED, MOST_NAMED, UNKNOWN_NODES, Sets
from kgqa.cypher.tree import (
    Expression,
    Group,
    MapLiteral,
    Match,
    NodePattern,
    Pattern,
    PatternExpression,
    RelationshipPattern,
    Repeat,
    Subquery,
    Value,
)
from kgqa.cypher.walk import variables


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
            if any(len(one.strip()) < SHORTEST_NAMED for one in amount.texts or ()):
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
    names = Names(state.live, state.known, state.blank)
    for one in every(condition):
        for name in named(one, names):
            if state.scope[name].kind == "node":
                state.sets.name(state.scope[name].node)
        pair = equal(one, state.live)
        if pair is not None:
            state.sets.equal(*map(state.index, pair))
        elif len(both := {state.index(name) for name in compared(one, state.live)}) > 1:
            state.sets.compare(both)
        inner = patterned(one)
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
