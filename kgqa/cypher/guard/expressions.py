"""What one expression of a statement costs in one row, and how large its value can be."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import inf

from kgqa.cypher.guard.amounts import (
    NOTHING,
    STORED,
    TRUTH,
    Amount,
    Costly,
    called,
    either,
    joined,
    many,
    number,
    signs,
    told,
    whole,
    written,
)
from kgqa.cypher.guard.regexes import backtracks
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    ListComprehension,
    ListLiteral,
    MapLiteral,
    MapProjection,
    Operation,
    Parameter,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    Reduce,
    Subquery,
    Subscript,
    Value,
    Variable,
)
from kgqa.cypher.walk import children

Scope = Mapping[str, Amount]

MOST_STEPS = 10_000_000
"""Steps of one expression in one row: a server cannot stop inside one."""
MOST_SIGNS = 1_000_000
"""Signs of a text that a statement makes."""
MOST_ITEMS = 2_000_000
"""Items of a list that a statement makes."""
MOST_HELD = 10_000_000
"""Values that one value holds in all."""
_ITEMS_A_STEP = 20
_SIGNS_A_STEP = 200
"""How many items or signs are copied or compared in the time of a step."""
_MOST_VISITS = 100_000
"""Parts that are looked at for one statement, those of loops several times."""

_TESTS = frozenset({"AND", "OR", "XOR", "NOT", "=", "<>", "<", ">", "<=", ">=", "IN", "=~"})

_LESS = "Make the lists shorter, or go through one of them with UNWIND and name values in MATCH."


class Estimate:
    """Goes through expressions, counting steps.

    Attributes:
        steps: of the expression at hand in the row that takes most, so far.
        mean: of it in one row on the average.
        rows: how many rows an aggregate is made of.
    """

    def __init__(self, queried: Callable[[Expression, Scope], tuple[float, Amount]]) -> None:
        """Takes what estimates the pattern or query inside an expression: its rows for one row, and what each gives."""
        self.steps = 0.0
        self.mean = 0.0
        self.rows = 1.0
        self._queried = queried
        self._visits = 0

    def of(self, expression: Expression, scope: Scope) -> tuple[Amount, float]:
        """How large an expression's value can be, and its steps in a row on the average.

        Raises:
            Costly: where it takes too many steps, or a value in it grows too large.
        """
        before, self.steps, self.mean = (self.steps, self.mean), 0.0, 0.0
        amount = self.value(expression, scope)
        mean = self.mean
        self.steps, self.mean = before
        return amount, mean

    def value(self, part: Expression, scope: Scope) -> Amount:
        self._visits += 1
        if self._visits > _MOST_VISITS:
            raise Costly("Its loops are nested too deep for their cost to be told. Leave some out.")
        self._step(1)
        amount = self._value(part, scope)
        if amount.kind == "text" and amount.length > MOST_SIGNS:
            raise Costly(
                f"A text grows to {told(amount.length)} signs, as where something is added to itself and doubles; at "
                f"most {MOST_SIGNS:,} are allowed. Add less to it, or in fewer steps."
            )
        if (amount.kind == "list" and amount.length > MOST_ITEMS) or amount.total > MOST_HELD:
            held = max(amount.length, amount.total)
            raise Costly(
                f"A list grows to {told(held)} values, as where something is added to itself and doubles; at most "
                f"{MOST_ITEMS:,} are allowed. Add less to it, or in fewer steps."
            )
        return amount

    def _step(self, steps: float, mean: float | None = None) -> None:
        self.steps += steps
        self.mean += steps if mean is None else mean
        if self.steps > MOST_STEPS:
            raise Costly(
                f"An expression takes {told(self.steps)} steps in one row, as loops inside loops do; at most "
                f"{MOST_STEPS:,} are allowed. {_LESS}"
            )

    def _loop(self, source: Amount, body: Callable[[], Amount]) -> Amount:
        """What the last round of a loop gives, counting the steps of all."""
        before, self.steps, self.mean = (self.steps, self.mean), 0.0, 0.0
        amount = body()
        inside, mean = self.steps, self.mean
        self.steps, self.mean = before
        self._step(source.items * source.spread * (1 + inside), source.items * (1 + mean))
        return amount

    def _value(self, part: Expression, scope: Scope) -> Amount:
        match part:
            case Value():
                return _literal(part)
            case Parameter():
                return STORED
            case Variable():
                return scope.get(part.name.text, STORED)
            case Property():
                base = self.value(part.base, scope)
                if base.kind == "map":
                    return replace(base.held, node=-1)
                # One of several values, of which some are maps.
                return replace(either([base.element, STORED]), node=-1) if base.element is not None else STORED
            case Subscript():
                return self._subscript(part, scope)
            case ListLiteral():
                items = [self.value(item, scope) for item in part.items]
                total = sum(max(item.total, 1) for item in items)
                return Amount("list", len(items), total, element=either(items))
            case MapLiteral() | MapProjection():
                return self._map(part, scope)
            case Call():
                return self._call(part, scope)
            case Operation():
                return self._operation(part, scope)
            case Case():
                if part.subject is not None:
                    self.value(part.subject, scope)
                for conditions, _ in part.branches:
                    for condition in conditions:
                        self.value(condition, scope)
                results = [result for _, result in part.branches]
                results += [part.otherwise] if part.otherwise is not None else []
                return either([self.value(result, scope) for result in results])
            case ListComprehension() | Quantified():
                return self._filtered(part, scope)
            case Reduce():
                return self._reduced(part, scope)
            case Subquery() | PatternExpression() | PatternComprehension():
                rows, amount = self._queried(part, scope)
                self._step(min(rows, MOST_STEPS))
                if isinstance(part, PatternComprehension) or (
                    isinstance(part, Subquery) and part.function.upper() == "COLLECT"
                ):
                    return many(rows, amount)
                return number(rows) if isinstance(part, Subquery) and part.function.upper() == "COUNT" else TRUTH
            case _:
                for child in children(part):
                    self.value(child, scope)  # type: ignore[arg-type]
                return TRUTH

    def _subscript(self, part: Subscript, scope: Scope) -> Amount:
        base = self.value(part.base, scope)
        for bound in (part.low, part.high):
            if bound is not None:
                self.value(bound, scope)
        if not part.sliced:
            return base.held
        low, high = whole(part.low), whole(part.high)
        if base.kind == "list" and high is not None and high >= 0 and (low is None or low >= 0):
            length = min(base.length, max(high - (low or 0), 0))
            spread = min(base.spread, max(high - (low or 0), 0) / max(length, 1))
            total = base.total * length / max(base.length, 1)
            return replace(base, length=length, total=total, spread=max(spread, 1))
        return base

    def _map(self, part: MapLiteral | MapProjection, scope: Scope) -> Amount:
        held = [self.value(value, scope) for _, value in part.entries]
        if isinstance(part, MapProjection):
            held += [self.value(one, scope) for one in part.variables]
            held += [STORED] * (len(part.keys) + 10 * part.everything)
        return Amount("map", len(held), sum(max(one.total, 1) for one in held), element=either(held))

    def _filtered(self, part: ListComprehension | Quantified, scope: Scope) -> Amount:
        source = self.value(part.source, scope)
        inner = {**scope, part.variable.text: source.held}
        result = part.result if isinstance(part, ListComprehension) else None

        def body() -> Amount:
            if part.where is not None:
                self.value(part.where, inner)
            return self.value(result, inner) if result is not None else source.held

        amount = self._loop(source, body)
        made = many(source.items, amount)
        return replace(made, spread=source.spread) if isinstance(part, ListComprehension) else TRUTH

    def _reduced(self, part: Reduce, scope: Scope) -> Amount:
        """The value of a loop after its last round: a few rounds tell whether it grows by steps or by a factor."""
        source = self.value(part.source, scope)
        start = self.value(part.initial, scope)
        inner = {**scope, part.variable.text: source.held}
        rounds = [start]
        times = source.items
        if times < 1:
            return start
        before = self.steps, self.mean
        for _ in range(int(min(4, times))):
            rounds.append(self.value(part.result, {**inner, part.accumulator.text: rounds[-1]}))
        self.steps, self.mean = before
        final = _grown(rounds, times) if times > 4 else either(rounds)
        if final.kind in ("text", "list", "stored", "map") and max(final.length, final.total) > MOST_SIGNS:
            made = max(final.length, final.total)
            if made > MOST_ITEMS or final.kind == "text":
                raise Costly(
                    f"The loop makes {part.accumulator.text!r} grow to {told(made)} signs or values, as where it is "
                    f"added to itself and doubles in each step. Add less to it, and only once."
                )
        self._loop(source, lambda: self.value(part.result, {**inner, part.accumulator.text: final}))
        return final

    def _operation(self, part: Operation, scope: Scope) -> Amount:
        operands = [self.value(operand, scope) for operand in part.operands]
        operators = set(part.operators)
        if "=~" in operators and not all(_safe(operand, signs(operands[0])) for operand in operands[1:]):
            raise Costly(
                "A regular expression may try again and again for very long. Repeat no group that holds a repetition, "
                "a choice or an option, have fewer of them one after the other, write it out in the statement, or use "
                "CONTAINS."
            )
        if operators <= {"+", "||"} and len(operands) > 1:
            amount = operands[0]
            for operand in operands[1:]:
                amount = joined(amount, operand)
            if amount.kind in ("list", "text"):
                self._step(amount.length / (_ITEMS_A_STEP if amount.kind == "list" else _SIGNS_A_STEP))
            return amount
        if operators & _TESTS or not operators <= {"+", "-", "*", "/", "%", "^"}:
            if "IN" in operators:
                self._step(operands[-1].items / 10)
            if not operators <= {"AND", "OR", "XOR", "NOT", "IN"}:
                self._step(min(min(operand.total for operand in operands), MOST_STEPS) / _ITEMS_A_STEP)
            return TRUTH
        if any(operand.kind not in ("number", "stored", "truth") for operand in operands):
            return either([*operands, *[number()] * ("+" not in operators)]) if "+" in operators else number()
        most = operands[0].most
        for operator, operand, written_as in zip(part.operators, operands[1:], part.operands[1:], strict=False):
            most = _reckoned(operator, most, operand.most, whole(written_as))
        return number(most)

    def _call(self, part: Call, scope: Scope) -> Amount:
        amount = called(part, [self.value(argument, scope) for argument in part.arguments], self.rows)
        if amount.kind == "text":
            self._step(min(amount.length, MOST_STEPS) / _SIGNS_A_STEP)
        elif part.name.lower() in ("range", "split"):
            self._step(amount.length)
        return amount


def _literal(part: Value) -> Amount:
    if isinstance(part.value, str):
        return written(part.value)
    if isinstance(part.value, bool):
        return TRUTH
    return NOTHING if part.value is None else number(min(abs(part.value), 10**300))


def _reckoned(operator: str, one: float, other: float, divisor: int | None) -> float:
    if operator in ("+", "-"):
        return one + other
    if operator == "*":
        return one * other if one and other else 0
    if operator == "%":
        return other
    if operator == "/":
        return one / abs(divisor) if divisor else inf
    try:
        return float(pow(float(max(one, 1)), other))
    except OverflowError:
        return inf


def _safe(pattern: Amount, length: float) -> bool:
    """Whether a value may be used as a regular expression on a text of so many signs."""
    if pattern.texts is not None:
        return not any(backtracks(one, length) for one in pattern.texts)
    return pattern.kind in ("stored", "number", "truth")


def _grown(rounds: Sequence[Amount], times: float) -> Amount:
    """The value after many rounds of a loop, of which only the first few were gone through, and what it holds.

    The first of the rounds that are given is the value before the loop.
    """
    final = either(rounds)
    if final.kind == "number":
        return number(_after([one.most for one in rounds], times))
    elements = [one.element for one in rounds if one.element is not None]
    left = times - (len(rounds) - len(elements))
    return replace(
        final,
        length=_after([one.length for one in rounds], times),
        total=_after([one.total for one in rounds], times),
        element=_grown(elements, left) if len(elements) > 2 else final.element,
        texts=None,
    )


def _after(figures: Sequence[float], times: float) -> float:
    """A figure after so many rounds: what it grows by in a round stays the same, or grows itself by a factor."""
    before, last, latest = figures[-3:]
    if latest <= last:
        return max(figures)
    left, step = times - len(figures) + 1, latest - last
    if inf in figures or step <= (last - before) * 1.001:
        return latest + step * left if latest < inf else inf
    factor = step / (last - before) if last > before else 2.0
    try:
        return latest + float(step * factor * (factor**left - 1) / (factor - 1))
    except OverflowError:
        return inf
