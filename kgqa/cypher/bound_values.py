"""The binder's part for expressions: what each name in them stands for."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.cypher.bindings import VALUE, Meaning, Place, PropertyUse
from kgqa.cypher.bound_patterns import Binder, Scope, bind_patterns
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    LabelTest,
    ListComprehension,
    ListLiteral,
    MapProjection,
    Name,
    Part,
    PatternComprehension,
    PatternExpression,
    Property,
    Quantified,
    Reduce,
    Subquery,
    Subscript,
    Variable,
)
from kgqa.cypher.walk import children

_SCOPED = (Subquery, PatternExpression, PatternComprehension, ListComprehension, Quantified, Reduce)
OPEN = "*"
"""Stands in a scope that has more variables than the statement names (``YIELD *``)."""
_LISTING = {"collect": 1, "head": -1, "last": -1, "reverse": 0, "tail": 0, "coalesce": 0, "min": 0, "max": 0}
"""Functions of one argument that hand on what they get: in how many more lists."""


def read_expressions(at: Binder, expressions: Iterable[Expression | None], scope: Scope) -> None:
    """Reads expressions in a scope."""
    for expression in expressions:
        if expression is not None:
            read_part(at, expression, scope)


def read_part(at: Binder, root: Part, scope: Scope) -> None:
    """Reads a part and all that it holds; only what opens a scope of its own goes deeper by a call."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            read_name(at, part.name, scope)
        elif isinstance(part, Property):
            at.found.uses.append(PropertyUse(meaning_of(part.base, scope), part.key, part, at.place))
            waiting.append(part.base)
        elif isinstance(part, LabelTest):
            meaning = meaning_of(part.base, scope)
            at.found.tests.append((part, meaning.index if meaning.kind == "node" else -1))
            waiting.append(part.base)
        elif isinstance(part, MapProjection):
            meaning = meaning_of(part.base, scope)
            at.found.uses += [PropertyUse(meaning, key, None, at.place) for key in part.keys]
            waiting += [part.base, *part.variables, *(value for _, value in part.entries)]
        elif not _scoped(at, part, scope):
            waiting.extend(reversed(children(part)))


def _scoped(at: Binder, part: Part, scope: Scope) -> bool:
    """Reads what opens a scope of its own; False where a part does not."""
    if not isinstance(part, _SCOPED):
        return False
    inner, frames = dict(scope), at.deeper()
    if isinstance(part, Subquery):
        at.subquery(at, part.query, inner)
    elif isinstance(part, PatternExpression):
        read_expressions(at, bind_patterns(at, (part.pattern,), inner), inner)
    elif isinstance(part, PatternComprehension):
        read_expressions(at, bind_patterns(at, (part.pattern,), inner), inner)
        read_expressions(at, [part.where, part.result], inner)
    elif isinstance(part, ListComprehension):
        read_expressions(at, [part.source], scope)
        inner[part.variable.text] = meaning_of(part.source, scope).wrapped(-1)
        read_expressions(at, [part.where, part.result], inner)
    elif isinstance(part, Quantified):
        read_expressions(at, [part.source], scope)
        inner[part.variable.text] = meaning_of(part.source, scope).wrapped(-1)
        read_expressions(at, [part.where], inner)
    elif isinstance(part, Reduce):
        read_expressions(at, [part.initial, part.source], scope)
        inner[part.accumulator.text] = VALUE
        inner[part.variable.text] = meaning_of(part.source, scope).wrapped(-1)
        read_expressions(at, [part.result], inner)
    at.place = Place(at.place.stretch, frames)
    return True


def read_name(at: Binder, name: Name, scope: Scope) -> None:
    if name.text not in scope and OPEN not in scope:
        at.found.unbound.append((name, tuple(scope)))


def meaning_of(expression: Expression, scope: Scope) -> Meaning:
    """What an expression stands for, as far as it is a node, a relationship or a list of them."""
    wraps = 0
    while True:
        if isinstance(expression, Variable):
            return scope.get(expression.name.text, VALUE).wrapped(wraps)
        if isinstance(expression, Subscript):
            wraps -= 0 if expression.sliced else 1
            expression = expression.base
        elif isinstance(expression, Call) and len(expression.arguments) == 1:
            step = _LISTING.get(expression.name.lower())
            if step is None:
                return VALUE
            wraps += step
            expression = expression.arguments[0]
        elif isinstance(expression, ListComprehension) and expression.result is None:
            expression = expression.source
        elif isinstance(expression, ListLiteral) and len(expression.items) == 1:
            wraps += 1
            expression = expression.items[0]
        elif isinstance(expression, Case) and expression.otherwise is None and len(expression.branches) == 1:
            expression = expression.branches[0][1]
        else:
            return VALUE
