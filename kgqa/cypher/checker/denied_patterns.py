"""Which patterns a statement denies: those in a NOT, and those without which one of its conditions would hold.

A condition is worked out as if the graph had nothing that fits its patterns: ``COUNT { (d)<--(p) } = 0`` is true then,
as are ``EXISTS { ... } = false``, ``size([(d)<--(p) | p]) = 0``, ``none(x IN [...] ...)`` and ``p IS NULL`` behind an
OPTIONAL MATCH. Whatever cannot be worked out so denies nothing.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kgqa.cypher.stages import pattern_names
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Item,
    ListComprehension,
    ListLiteral,
    Match,
    Operation,
    Part,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    RelationshipPattern,
    Statement,
    Subquery,
    Subscript,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk


class _Unknown:
    """A value that does not follow from the patterns."""


_UNKNOWN = _Unknown()
_EMPTY = ()
_Worked = str | int | float | bool | tuple[()] | None | _Unknown
"""What an expression is where nothing fits its patterns; an empty list is an empty tuple."""

_COMPARED: Mapping[str, Callable[[float, float], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_OF_A_LIST = {"size": 0, "length": 0, "isempty": True, "head": None, "last": None}
"""What functions make of an empty list."""


@dataclass(frozen=True, slots=True)
class _Named:
    """What a name stands for from a place of the text on, and the patterns behind it."""

    since: int
    value: _Worked
    patterns: frozenset[int]


def denied_patterns(statement: Statement) -> frozenset[int]:
    """Where the relationship patterns begin that a statement denies."""
    reader = _Reader({})
    found: set[int] = set()
    bound: set[str] = set()  # what a name stood for before a pattern is there whether that finds anything or not
    for part in walk(statement):
        if isinstance(part, Match):
            names = pattern_names(part.patterns)
            for name in names - bound if part.optional else ():
                reader.tell(name, _Named(part.end, None, frozenset().union(*map(_begin, part.patterns))))
            bound |= names
        elif isinstance(part, Item) and part.alias is not None:
            value = reader.worked_out(part.expression)
            reader.tell(part.alias.text, _Named(part.end, value, reader.patterns(part.expression)))
        elif isinstance(part, Operation) and part.operators == ("NOT",):
            found |= reader.patterns(part)
        elif isinstance(part, Operation | Quantified | Call | Case) and reader.worked_out(part) is True:
            found |= reader.patterns(_without_which(part))
    return frozenset(found)


def _without_which(part: Expression) -> Expression:
    """What of a condition must be empty for it to hold: of ``all(x IN list WHERE ...)`` the list."""
    return part.source if isinstance(part, Quantified) and part.function.lower() == "all" else part


def _begin(part: Part) -> frozenset[int]:
    return frozenset(inner.start for inner in walk(part) if isinstance(inner, RelationshipPattern))


@dataclass(frozen=True, slots=True)
class _Reader:
    named: dict[str, list[_Named]]

    def tell(self, name: str, told: _Named) -> None:
        self.named.setdefault(name, []).append(told)

    def patterns(self, expression: Part) -> frozenset[int]:
        """Where the patterns begin that an expression holds or that its names stand for."""
        found = set(_begin(expression))
        for part in walk(expression):
            told = self._told(part) if isinstance(part, Variable) else None
            found |= told.patterns if told is not None else frozenset()
        return frozenset(found)

    def _told(self, variable: Variable) -> _Named | None:
        known = [one for one in self.named.get(variable.name.text, ()) if one.since <= variable.start]
        return known[-1] if known else None

    def worked_out(self, expression: Expression) -> _Worked:
        """The value of an expression where nothing fits its patterns."""
        match expression:
            case Value():
                return expression.value
            case Variable():
                told = self._told(expression)
                return told.value if told is not None else _UNKNOWN
            case Property() | Subscript():
                base = self.worked_out(expression.base)
                sliced = isinstance(expression, Subscript) and expression.sliced
                return (_EMPTY if sliced else None) if base == _EMPTY else None if base is None else _UNKNOWN
            case PatternExpression():
                return False
            case PatternComprehension():
                return _EMPTY
            case ListLiteral():
                return _UNKNOWN if expression.items else _EMPTY
            case ListComprehension():
                return _EMPTY if self.worked_out(expression.source) == _EMPTY else _UNKNOWN
            case Subquery():
                return {"EXISTS": False, "COUNT": 0}.get(expression.function.upper(), _EMPTY)
            case Quantified():
                empty = self.worked_out(expression.source) == _EMPTY
                return expression.function.lower() in ("none", "all") if empty else _UNKNOWN
            case Call():
                return self._called(expression)
            case Case():
                return self._case(expression)
            case Operation():
                return self._operation(expression)
            case _:
                return _UNKNOWN

    def _called(self, call: Call) -> _Worked:
        name = call.name.lower()
        if not call.arguments:
            return _UNKNOWN
        value = self.worked_out(call.arguments[0])
        if name == "exists" and (value is None or value is False):
            return False
        if name in ("count", "collect") and value is None:
            return 0 if name == "count" else _EMPTY
        if name == "coalesce" and value is not None:
            return value
        return _OF_A_LIST.get(name, _UNKNOWN) if value == _EMPTY else _UNKNOWN

    def _case(self, case: Case) -> _Worked:
        for conditions, result in case.branches if case.subject is None else ():
            values = [self.worked_out(one) for one in conditions]
            if values == [True]:
                return self.worked_out(result)
            if values != [False]:
                return _UNKNOWN
        otherwise = case.otherwise
        return _UNKNOWN if case.subject is not None or otherwise is None else self.worked_out(otherwise)

    def _operation(self, part: Operation) -> _Worked:
        values = [self.worked_out(one) for one in part.operands]
        if any(isinstance(value, _Unknown) for value in values) or len(part.operators) != 1:
            return _UNKNOWN
        word = part.operators[0]
        if word in ("IS NULL", "IS NOT NULL"):
            return (values[0] is None) == (word == "IS NULL")
        if len(values) == 1:
            return not values[0] if word == "NOT" and isinstance(values[0], bool) else _UNKNOWN
        one, other = values
        if one is None or other is None or all(map(self.patterns, part.operands)):  # of two counts neither is denied
            return _UNKNOWN
        if word in ("=", "<>"):
            return (isinstance(one, bool) == isinstance(other, bool) and one == other) == (word == "=")
        compared = _COMPARED.get(word)
        if compared is None or not isinstance(one, int | float) or not isinstance(other, int | float):
            return _UNKNOWN
        return compared(one, other)
