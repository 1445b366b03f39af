"""What a statement may cost: an upper estimate of its rows, values and steps, carried from clause to clause.

Each name is followed with how large its value can be, through WITH, UNWIND, subqueries and loops; what is inside a
loop or a subquery counts once for each of its rounds. Of a graph whose numbers are not known a label is taken to have
some thousands of nodes. What goes beyond a budget is refused with a sentence that says what, and what to do instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kgqa.cypher.guard.amounts import (
    NOTHING,
    STORED,
    STORED_ROWS,
    Amount,
    Costly,
    either,
    told,
)
from kgqa.cypher.guard.expressions import Estimate, Scope
from kgqa.cypher.guard.matching import State, add_condition, add_pattern
from kgqa.cypher.guard.products import FAN, MOST_COMBINED, MOST_MATCHED, MOST_NAMED, UNKNOWN_NODES, Sets
from kgqa.cypher.stages import aggregates
from kgqa.cypher.tree import (
    CallSubquery,
    Expression,
    LabelTest,
    Match,
    Name,
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
    Unwind,
    Value,
    Variable,
)
from kgqa.cypher.walk import variables

MOST_ROWS = 10_000_000
"""Rows that lists and subqueries may multiply to."""
MOST_TOTAL = 200_000_000
"""Steps of a statement, over all of its rows."""
MOST_KEPT = 1_000_000
"""Rows of lists and subqueries that are sorted, grouped or told apart, and so kept."""
_MOST_HELD = 50_000_000
"""Values in rows that are sorted or told apart, and so held all at once."""
_HUB = 100.0
"""By how much the largest of the groups around a node goes beyond the average."""
_PROCEDURE_ROWS = 1_000.0
_READ_ROWS = 2_000.0
"""Rows of a RETURN that are read at most, whatever it has no LIMIT of its own."""


def costs(statement: Statement, counts: Mapping[str, int]) -> Iterator[str]:
    """What in a statement costs too much: a sentence on the first thing, or none.

    Args:
        counts: nodes by label, where they are known.
    """
    try:
        _Analysis(counts).query(statement.query, {}, outermost=True)
    except Costly as costly:
        yield costly.sentence
    except RecursionError:
        yield "The statement is nested too deep for its cost to be told. Leave some of it out."


class _Analysis:
    """Goes through the clauses of a statement, with one count of steps for all."""

    def __init__(self, counts: Mapping[str, int]) -> None:
        self._counts = counts
        self._estimate = Estimate(self._inside)
        self._total = 0.0
        self._now = 1.0
        """The rows for which the expression at hand is worked out."""

    def query(
        self, query: Query, scope: Scope, *, outer: float = 1.0, outermost: bool = False, first: bool = False
    ) -> tuple[float, dict[str, Amount]]:
        """The rows of a query for one row around it, and its columns; ``first``: no more than one row is asked for."""
        rows, columns = 0.0, dict[str, Amount]()
        for part in query.parts:
            given, found = self._single(part, scope, outer, outermost and len(query.parts) == 1, first)
            rows += given
            columns = {name: either([columns.get(name, NOTHING), amount]) for name, amount in found.items()}
        if "UNION" in query.unions:
            _hold(min(rows, MOST_MATCHED), columns.values())
        return rows, columns

    def _single(
        self, single: SingleQuery, scope: Scope, outer: float, outermost: bool, first: bool
    ) -> tuple[float, dict[str, Amount]]:
        # What is bound outside is one for each row here.
        bound = {name: _bound(amount) for name, amount in scope.items()}
        state = State(bound, Sets(self._counts), outer, first)
        columns = bound
        for clause in single.clauses:
            if isinstance(clause, Match):
                self._match(clause.patterns, clause.where, state)
            elif isinstance(clause, Unwind):
                self._unwind(clause, state)
            elif isinstance(clause, Projection):
                columns = self._project(clause, state, last=outermost and clause.word == "RETURN")
                if clause.word == "WITH":
                    state.scope = columns
            elif isinstance(clause, CallSubquery):
                self._call(clause, state)
            elif isinstance(clause, ProcedureCall):
                self._procedure(clause, state)
        if not single.clauses or not isinstance(single.clauses[-1], Projection):
            # EXISTS and COUNT need no RETURN.
            state.sets.check(heavy=True, cut=False)
        return state.rows, columns

    def _spend(self, expression: Expression | None, scope: Scope, rows: float) -> Amount:
        """How large a value is, having counted what it takes in so many rows."""
        if expression is None:
            return STORED
        before, self._now = self._now, max(rows, 1.0)
        amount, steps = self._estimate.of(expression, scope)
        self._now = before
        self._total += max(rows, 1.0) * steps
        if self._total > MOST_TOTAL:
            raise Costly(
                f"The statement takes about {told(self._total)} steps in all; at most {MOST_TOTAL:,} are allowed. "
                "Match less, put a LIMIT before what is worked out for each row, or loop over shorter lists."
            )
        return amount

    def _match(self, patterns: tuple[Pattern, ...], where: Expression | None, state: State) -> None:
        before, hops = state.sets.known, state.sets.hops
        inside: list[Expression] = []
        for pattern in patterns:
            add_pattern(pattern, state, inside)
        for condition in inside:
            add_condition(condition, state)
        add_condition(where, state)
        grown, free = state.sets.rows(before, hops)
        # Of a pattern without a condition the first row is at hand at once.
        free = 1.0 if state.first and where is None and not inside else free
        each = state.outer * max(state.made, state.kept)
        rows = each * free
        if free > 1 and each > 1 and rows > MOST_ROWS:
            raise Costly(
                f"A pattern that nothing joins to the rows before it is matched for each of them, {told(rows)} times "
                "in all. Join it by a relationship or a value, or match it once before."
            )
        for name, amount in state.scope.items():
            if amount.node >= 0 and state.sets.hops > hops:
                state.scope[name] = replace(amount, hops=state.sets.followed(amount.node))
        self._total += state.weight
        state.matched = min(state.matched * grown, max(MOST_MATCHED, state.matched, grown))
        for one in (*inside, where):
            self._spend(one, state.scope, state.weight)

    def _unwind(self, clause: Unwind, state: State) -> None:
        source = self._spend(clause.source, state.scope, state.weight)
        times = float(STORED_ROWS) if source.kind in ("stored", "node") else max(source.items, 1)
        state.made *= times
        rows = state.weight
        if rows > MOST_ROWS and times > 1:
            raise Costly(
                f"UNWIND makes {told(rows)} rows of lists; at most {MOST_ROWS:,} are allowed. Make the lists or ranges "
                "shorter."
            )
        state.scope[clause.variable.text] = source.held

    def _project(self, clause: Projection, state: State, *, last: bool) -> dict[str, Amount]:
        aggregated = any(aggregates(item.expression) for item in clause.items)
        heavy = clause.distinct or bool(clause.order) or aggregated
        if not aggregated and clause.where is not None:
            before, state.scope = state.scope, self._renamed(clause, state)
            add_condition(clause.where, state)
            state.scope = before
        limit = _limit(clause.limit)
        passed = 0.0 if clause.skip is None else _limit(clause.skip)
        far = clause.limit is not None and limit + passed > MOST_COMBINED
        state.sets.check(heavy=heavy or far, cut=clause.limit is not None)
        rows = state.rows
        keys = [item.expression for item in clause.items if not aggregates(item.expression)]
        kept = clause.distinct or clause.order or (aggregated and keys)
        if kept and state.made > 1 and state.listed > MOST_KEPT:
            raise Costly(
                f"About {told(state.listed)} rows of lists are sorted, grouped or told apart; at most {MOST_KEPT:,} "
                "are allowed. Make the lists shorter."
            )
        groups = self._groups(keys, state) if aggregated else rows
        few = state.weight if heavy else min(state.weight, state.outer * min(limit, _READ_ROWS if last else limit))
        around, self._estimate.rows = self._estimate.rows, max(rows / max(groups, 1.0), 1.0)
        columns = dict(state.scope) if clause.star else dict[str, Amount]()
        for item in clause.items:
            amount = self._spend(item.expression, state.scope, few)
            name = _column(item.expression, item.alias)
            if name:
                columns[name] = replace(amount, of=state.behind(item.expression)) if amount.node < 0 else amount
        both = {**state.scope, **columns}
        for key in clause.order:
            self._spend(key, both, min(groups * state.outer, state.weight))
        self._estimate.rows = around
        if kept and not aggregated:
            _hold(few / state.outer, columns.values())
        if aggregated or clause.limit is not None:
            state.sets = Sets(self._counts)
            columns = {name: _bound(amount) for name, amount in columns.items()}
        if limit <= MOST_NAMED:
            columns = {name: replace(amount, hops=0) for name, amount in columns.items()}
        if aggregated and keys:
            spread = min(groups, _HUB) if all(self._whole(key, state) for key in keys) else groups
            columns = {name: replace(one, spread=spread * one.spread) for name, one in columns.items()}
        if aggregated:
            state.matched, state.made = groups, 1.0
        if limit < state.rows:
            state.matched, state.made = limit, 1.0
        if aggregated or clause.limit is not None:
            state.kept, state.given = state.rows, frozenset(columns)
        self._spend(clause.where, {**both, **columns}, state.weight)
        return columns

    def _renamed(self, clause: Projection, state: State) -> dict[str, Amount]:
        """What is told of the names of a projection before it is worked out."""
        scope = dict(state.scope)
        for item in clause.items:
            name, base = _column(item.expression, item.alias), item.expression
            plain = state.scope.get(base.name.text, STORED) if isinstance(base, Variable) else STORED
            scope[name] = plain if plain.node >= 0 else replace(plain, of=state.behind(base))
        return scope

    def _whole(self, key: Expression, state: State) -> bool:
        """Whether rows are grouped by a node itself, not by one of its values, which many may share."""
        return isinstance(key, Variable) and state.scope.get(key.name.text, STORED).kind == "node"

    def _groups(self, keys: list[Expression], state: State) -> float:
        """Into how many groups rows fall."""
        names = {name for key in keys for name in variables(key)}
        # However many of what was there before are named, together they are no more than its rows.
        groups = max(state.kept, 1.0) if names & state.given else 1.0
        for key in keys:
            base = key
            while isinstance(base, Property):
                base = base.base
            amount = state.scope.get(base.name.text, STORED) if isinstance(base, Variable) else STORED
            if amount.node >= 0:
                groups *= state.sets.size(amount.node)
            elif isinstance(base, Variable):
                groups *= 1.0 if base.name.text in state.given else state.rows
            elif isinstance(key, (Operation, LabelTest, Subquery, PatternExpression)):
                groups *= 3
            elif not isinstance(key, Value):
                groups *= max(state.rows**0.5, 1.0)
            groups = min(groups, state.rows)
        return max(groups, 1.0)

    def _call(self, clause: CallSubquery, state: State) -> None:
        if clause.scope is not None and not clause.everything:
            inner = {name.text: state.scope.get(name.text, STORED) for name in clause.scope}
        elif clause.everything:
            inner = dict(state.scope)
        else:
            # The older form takes names over by a WITH at its beginning.
            first = clause.query.parts[0].clauses[0]
            inner = dict(state.scope) if isinstance(first, Projection) and first.word == "WITH" else {}
        rows, columns = self.query(clause.query, inner, outer=state.rows * state.outer)
        state.made *= max(rows, 1.0)
        alone = state.rows * state.outer
        if alone > MOST_ROWS * FAN and state.made > 1 and rows > UNKNOWN_NODES:
            raise Costly(
                f"CALL {{ }} makes {told(alone)} rows; at most {MOST_ROWS:,} are allowed. Count or limit inside it."
            )
        state.scope.update({name: _bound(amount) for name, amount in columns.items()})

    def _procedure(self, clause: ProcedureCall, state: State) -> None:
        for argument in clause.arguments or ():
            self._spend(argument, state.scope, state.weight)
        for column, alias in clause.yields:
            state.scope[(alias or column).text] = STORED
        state.made *= _PROCEDURE_ROWS
        if state.rows * state.outer > MOST_ROWS:
            raise Costly(
                f"A procedure that is called for each row makes {told(state.rows * state.outer)} rows; at most "
                f"{MOST_ROWS:,} are allowed. Call it first."
            )
        self._spend(clause.where, state.scope, state.weight)

    def _inside(self, part: Expression, scope: Scope) -> tuple[float, Amount]:
        """The rows of a pattern or query inside an expression, for one row, and what each of them gives."""
        before, self._estimate.rows = self._estimate.rows, 1.0
        steps, mean = self._estimate.steps, self._estimate.mean
        self._estimate.steps = self._estimate.mean = 0.0
        outer, now = self._now, self._now
        try:
            if isinstance(part, Subquery):
                first = part.function.upper() == "EXISTS"
                rows, columns = self.query(part.query, scope, outer=outer, first=first)
                if first and not any(getattr(one, "where", None) for one in part.query.parts[0].clauses):
                    return 1.0, NOTHING
                return rows, either(columns.values()) if part.function.upper() == "COLLECT" else NOTHING
            assert isinstance(part, (PatternComprehension, PatternExpression))
            bound = {name: _bound(amount) for name, amount in scope.items()}
            state = State(bound, Sets(self._counts), outer, isinstance(part, PatternExpression))
            where = part.where if isinstance(part, PatternComprehension) else None
            self._match((part.pattern,), where, state)
            state.sets.check(heavy=True, cut=False)
            if isinstance(part, PatternComprehension):
                return state.rows, _bound(self._spend(part.result, state.scope, state.rows * outer))
            return state.rows, NOTHING
        finally:
            self._estimate.rows, self._now = before, now
            self._estimate.steps, self._estimate.mean = steps, mean


def _column(expression: Expression, alias: Name | None) -> str:
    if alias is not None:
        return alias.text
    return expression.name.text if isinstance(expression, Variable) else ""


def _limit(limit: Part | None) -> float:
    """How many rows a LIMIT leaves, or a SKIP passes over."""
    if limit is None:
        return float("inf")
    if isinstance(limit, Value) and isinstance(limit.value, (int, float)):
        return max(float(limit.value), 1.0)
    return UNKNOWN_NODES


def _bound(amount: Amount) -> Amount:
    """A value whose rows are bounded: what it was matched as does not matter any more."""
    element = _bound(amount.element) if amount.element is not None else None
    return replace(amount, node=-1, element=element, of=frozenset())


def _hold(rows: float, columns: Iterable[Amount]) -> None:
    """Refuses rows that are held all at once where they are too much for a memory."""
    held = rows * sum(max(one.total, 1) for one in columns)
    if held > _MOST_HELD:
        raise Costly(
            f"Rows that hold about {told(held)} values in all are sorted or told apart; at most {_MOST_HELD:,} are "
            "allowed. Sort fewer rows, or make the texts and lists in them shorter."
        )
