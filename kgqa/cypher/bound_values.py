"""The binder's part for expressions: what each name in them stands for."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.cypher.bindings import VALUE, Meaning, Place, PropertyUse
from kgqa.cypher.bound_patterns import PatternBinder, Scope
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
    Query,
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


class ValueBinder(PatternBinder):
    """Binds what expressions name, in the scopes that some of them open."""

    def query(self, query: Query, outer: Scope, *, outermost: bool = False) -> Scope:
        """Binds a subquery; its clauses are bound above."""
        raise NotImplementedError

    def expressions(self, expressions: Iterable[Expression | None], scope: Scope) -> None:
        """Reads expressions in a scope."""
        for expression in expressions:
            if expression is not None:
                self.part(expression, scope)

    def part(self, root: Part, scope: Scope) -> None:
        """Reads a part and all that it holds; only what opens a scope of its own goes deeper by a call."""
        waiting = [root]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Variable):
                self.named(part.name, scope)
            elif isinstance(part, Property):
                self.found.uses.append(PropertyUse(self.meaning(part.base, scope), part.key, part, self.place))
                waiting.append(part.base)
            elif isinstance(part, LabelTest):
                meaning = self.meaning(part.base, scope)
                self.found.tests.append((part, meaning.index if meaning.kind == "node" else -1))
                waiting.append(part.base)
            elif isinstance(part, MapProjection):
                meaning = self.meaning(part.base, scope)
                self.found.uses += [PropertyUse(meaning, key, None, self.place) for key in part.keys]
                waiting += [part.base, *part.variables, *(value for _, value in part.entries)]
            elif not self._scoped(part, scope):
                waiting.extend(reversed(children(part)))

    def _scoped(self, part: Part, scope: Scope) -> bool:
        """Reads what opens a scope of its own; False where a part does not."""
        if not isinstance(part, _SCOPED):
            return False
        inner, frames = dict(scope), self.deeper()
        if isinstance(part, Subquery):
            self.query(part.query, inner)
        elif isinstance(part, PatternExpression):
            self.patterns((part.pattern,), inner)
        elif isinstance(part, PatternComprehension):
            self.patterns((part.pattern,), inner)
            self.expressions([part.where, part.result], inner)
        elif isinstance(part, ListComprehension):
            self.expressions([part.source], scope)
            inner[part.variable.text] = self.meaning(part.source, scope).wrapped(-1)
            self.expressions([part.where, part.result], inner)
        elif isinstance(part, Quantified):
            self.expressions([part.source], scope)
            inner[part.variable.text] = self.meaning(part.source, scope).wrapped(-1)
            self.expressions([part.where], inner)
        elif isinstance(part, Reduce):
            self.expressions([part.initial, part.source], scope)
            inner[part.accumulator.text] = VALUE
            inner[part.variable.text] = self.meaning(part.source, scope).wrapped(-1)
            self.expressions([part.result], inner)
        self.place = Place(self.place.stretch, frames)
        return True

    def named(self, name: Name, scope: Scope) -> None:
        if name.text not in scope and OPEN not in scope:
            self.found.unbound.append((name, tuple(scope)))

    def meaning(self, expression: Expression, scope: Scope) -> Meaning:
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
