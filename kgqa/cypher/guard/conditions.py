"""What a condition bounds: the nodes of which it names a value, those it joins, and those it only compares."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kgqa.cypher.tree import (
    Call,
    Expression,
    Operation,
    Parameter,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    Subquery,
    Subscript,
    Value,
    Variable,
)
from kgqa.cypher.walk import variables, walk

Live = Callable[[str], bool]
"""Whether a variable is a node or relationship that patterns have given and nothing has bounded for good."""

_NAMING = ("STARTS WITH", "CONTAINS", "ENDS WITH")
SHORTEST_NAMED = 2
"""Signs of a text that a value must contain for it to be few."""
_LIGHT = frozenset({
    "tolower", "toupper", "lower", "upper", "trim", "tostring", "tointeger", "id", "elementid", "date", "tofloat",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Names:
    """What is told of a variable.

    Attributes:
        live: as ``Live``.
        known: whether it gives few values, without any node or relationship of the patterns.
        blank: whether it may be a text so short that many contain it.
    """

    live: Live
    known: Live
    blank: Live


def every(condition: Expression | None) -> Iterator[Expression]:
    """The conditions that all have to hold."""
    waiting = [condition]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Operation) and set(part.operators) == {"AND"}:
            waiting.extend(part.operands)
        elif part is not None:
            yield part


def named(condition: Expression, names: Names) -> frozenset[str]:
    """The variables of which a condition names a value wherever it holds, and so leaves few."""
    if isinstance(condition, Operation):
        if set(condition.operators) == {"AND"}:
            return frozenset().union(*(named(part, names) for part in condition.operands))
        if set(condition.operators) == {"OR"}:
            either = [named(part, names) for part in condition.operands]
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
        if source and inner in named(condition.where, within):
            return frozenset((source,))
    return frozenset()


def equal(condition: Expression, live: Live) -> tuple[str, str] | None:
    """The two variables of which a condition says that values of them are the same."""
    if isinstance(condition, Operation) and condition.operators in (("=",), ("IN",)) and len(condition.operands) == 2:
        ends = [_single(operand, live) for operand in condition.operands]
        if ends[0] and ends[1] and ends[0] != ends[1]:
            return ends[0], ends[1]
    return None


def compared(condition: Expression, live: Live) -> frozenset[str]:
    """The variables between which a condition may hold for few; an order or a difference holds for many."""
    if isinstance(condition, Operation) and set(condition.operators) <= {"<", ">", "<=", ">=", "<>", "NOT"}:
        return frozenset()
    return frozenset(name for name in variables(condition) if live(name))


def patterned(condition: Expression) -> PatternExpression | Subquery | None:
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
        return patterned(condition.arguments[0])
    return None


def _given(side: Expression, other: Expression, names: Names) -> frozenset[str]:
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


def _single(side: Expression, live: Live) -> str:
    """The one variable of which a side of a comparison is a value as it is stored, or nearly so."""
    while True:
        if isinstance(side, (Property, Subscript)):
            side = side.base
        elif isinstance(side, Call) and side.name.lower() in _LIGHT and len(side.arguments) == 1:
            side = side.arguments[0]
        else:
            break
    return side.name.text if isinstance(side, Variable) and live(side.name.text) else ""


def _short(value: Expression, names: Names) -> bool:
    """Whether a text may be so short that many contain it."""
    while isinstance(value, Call) and value.name.lower() in _LIGHT and len(value.arguments) == 1:
        value = value.arguments[0]
    if isinstance(value, Value):
        return not isinstance(value.value, str) or len(value.value.strip()) < SHORTEST_NAMED
    if any(map(names.blank, variables(value))):
        return True
    return not any(isinstance(part, (Parameter, Variable)) for part in walk(value))
