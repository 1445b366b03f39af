"""Who is who in a statement: which node or relationship each variable stands for, wherever it is named.

Follows variables through WITH, UNWIND, subqueries, comprehensions and UNION by the scoping rules of Cypher, and
through ``collect`` and lists to their elements. Knows no schema.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.cypher.bindings import VALUE, Bindings, Hop, Meaning, Node, Place, PropertyUse, Relationship
from kgqa.cypher.tree import (
    Call,
    CallSubquery,
    Case,
    Clause,
    Create,
    Expression,
    Foreach,
    Group,
    LabelTest,
    ListComprehension,
    ListLiteral,
    LoadCsv,
    MapLiteral,
    MapProjection,
    Match,
    Merge,
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
    Quantified,
    Query,
    Reduce,
    RelationshipPattern,
    SingleQuery,
    Statement,
    Subquery,
    Subscript,
    Unwind,
    Variable,
)
from kgqa.cypher.walk import children

Scope = dict[str, Meaning]
_SCOPED = (Subquery, PatternExpression, PatternComprehension, ListComprehension, Quantified, Reduce)
_OPEN = "*"
"""Stands in a scope that has more variables than the statement names (``YIELD *``)."""


def bind(statement: Statement) -> Bindings:
    """Who is who in a statement."""
    binder = _Binder()
    binder.query(statement.query, {}, outermost=True)
    return binder.found


class _Binder:
    def __init__(self) -> None:
        self.found = Bindings()
        self.place = Place(0, ())
        self.frames = 0

    # Queries and clauses

    def query(self, query: Query, outer: Scope, *, outermost: bool = False) -> Scope:
        """Binds a query; returns its columns."""
        columns: Scope = {}
        if outermost:
            self.found.union = len(query.parts) > 1
        for part in query.parts:
            for name, meaning in self._single(part, outer, outermost).items():
                # Parts of a UNION that give different things under one name leave only that it is something.
                columns[name] = meaning if columns.get(name, meaning) == meaning else VALUE
        return columns

    def _single(self, single: SingleQuery, outer: Scope, outermost: bool) -> Scope:
        scope, columns = dict(outer), Scope()
        frames = self._deeper()
        for clause in single.clauses:
            if isinstance(clause, Projection):
                columns = self._project(clause, scope, outermost)
                if clause.word == "WITH":
                    scope = columns
                    self.place = Place(self.place.stretch + 1, self.place.frames)
            else:
                self._clause(clause, scope)
        self.place = Place(self.place.stretch, frames)
        return columns

    def _deeper(self) -> tuple[int, ...]:
        """Opens a frame; returns the frames before it, to which whoever opened it goes back."""
        frames = self.place.frames
        self.frames += 1
        self.place = Place(self.place.stretch, (*frames, self.frames))
        return frames

    def _clause(self, clause: Clause, scope: Scope) -> None:
        if isinstance(clause, Match):
            self.patterns(clause.patterns, scope)
            self._where(clause.where, scope)
        elif isinstance(clause, Create):
            self.patterns(clause.patterns, scope)
        elif isinstance(clause, Merge):
            self.patterns((clause.pattern,), scope)
            self.expressions([value for action in clause.actions for value in (*action.targets, *action.values)], scope)
        elif isinstance(clause, (Unwind, LoadCsv)):
            self.expressions([clause.source], scope)
            scope[clause.variable.text] = self.meaning(clause.source, scope).wrapped(-1)
        elif isinstance(clause, CallSubquery):
            self._call_subquery(clause, scope)
        elif isinstance(clause, ProcedureCall):
            self._procedure(clause, scope)
        elif isinstance(clause, Foreach):
            inner = dict(scope)
            self.expressions([clause.source], scope)
            inner[clause.variable.text] = self.meaning(clause.source, scope).wrapped(-1)
            for inside in clause.clauses:
                self._clause(inside, inner)
        else:
            for part in children(clause):
                self.part(part, scope)

    def _where(self, where: Expression | None, scope: Scope) -> None:
        """Reads a condition, and notes the labels of which it makes sure."""
        self.expressions([where], scope)
        waiting = [where]
        while waiting:
            part = waiting.pop()
            if isinstance(part, Operation) and part.operators[0] == "AND":
                waiting.extend(part.operands)
                continue
            either = part.operands if isinstance(part, Operation) and part.operators[0] == "OR" else (part,)
            tests = [one for one in either if isinstance(one, LabelTest)]
            meanings = {self.meaning(test.base, scope) for test in tests}
            if len(tests) == len(either) and len(meanings) == 1:
                meaning = meanings.pop()
                if meaning.kind == "node" and not meaning.lists:
                    self.found.asserted.append((meaning.index, tuple(test.labels for test in tests)))

    def _project(self, clause: Projection, scope: Scope, outermost: bool) -> Scope:
        columns = dict(scope) if clause.star else Scope()
        for item in clause.items:
            self.expressions([item.expression], scope)
            meaning = self.meaning(item.expression, scope)
            if item.alias is not None:
                columns[item.alias.text] = meaning
            elif isinstance(item.expression, Variable):
                columns[item.expression.name.text] = meaning
        if clause.word == "RETURN" and outermost:
            meanings = [self.meaning(item.expression, scope) for item in clause.items]
            self.found.returned += [(clause, meaning, place) for place, meaning in enumerate(meanings)]
        both = {**scope, **columns}
        self.expressions([*clause.order, clause.skip, clause.limit], both)
        self._where(clause.where, both)
        return columns

    def _call_subquery(self, clause: CallSubquery, scope: Scope) -> None:
        if clause.scope is None:
            imports = clause.query.parts[0].clauses[0]
            inner = scope if isinstance(imports, Projection) and imports.word == "WITH" else {}
        elif clause.everything:
            inner = scope
        else:
            for name in clause.scope:
                self._named(name, scope)
            inner = {name.text: scope.get(name.text, VALUE) for name in clause.scope}
        scope.update(self.query(clause.query, inner))

    def _procedure(self, clause: ProcedureCall, scope: Scope) -> None:
        self.expressions(clause.arguments or (), scope)
        if clause.star:
            scope[_OPEN] = VALUE
        for column, alias in clause.yields:
            scope[(alias or column).text] = VALUE
        self.expressions([clause.where], scope)

    # Patterns

    def patterns(self, patterns: Iterable[Pattern], scope: Scope) -> None:
        """Binds the variables of patterns first, then reads their conditions, which may name each other."""
        inside: list[Expression | None] = []
        for pattern in patterns:
            self._pattern(pattern, scope, inside)
        self.expressions(inside, scope)

    def _pattern(self, pattern: Pattern, scope: Scope, inside: list[Expression | None]) -> tuple[int, int]:
        """Binds one pattern; returns its first and last node."""
        ends: list[tuple[int, NodePattern | None]] = []
        waiting: RelationshipPattern | None = None
        first = last = -1
        for element in pattern.elements:
            if isinstance(element, RelationshipPattern):
                waiting = element
                continue
            if isinstance(element, Group):
                start, end = self._pattern(element.pattern, scope, inside)
                inside.append(element.where)
                written = None
            else:
                start = end = self._node(element, scope, inside)
                written = element
            if waiting is not None and ends:
                self._hop(waiting, ends[-1], (start, written), scope, inside)
                waiting = None
            ends.append((end, written))
            first, last = (start if first < 0 else first), end
        if pattern.variable is not None:
            scope.setdefault(pattern.variable.text, Meaning("path"))
        return first, last

    def _node(self, pattern: NodePattern, scope: Scope, inside: list[Expression | None]) -> int:
        name = pattern.variable.text if pattern.variable else ""
        known = scope.get(name)
        if name and known is not None and known.kind == "node" and not known.lists:
            index = known.index
        else:
            index = len(self.found.nodes)
            self.found.nodes.append(Node(index, name))
            if name:
                scope[name] = Meaning("node", index)
        self.found.nodes[index].patterns.append(pattern)
        self._conditions(pattern, Meaning("node", index), inside)
        return index

    def _hop(
        self,
        pattern: RelationshipPattern,
        left: tuple[int, NodePattern | None],
        right: tuple[int, NodePattern | None],
        scope: Scope,
        inside: list[Expression | None],
    ) -> None:
        name = pattern.variable.text if pattern.variable else ""
        many = int(pattern.length is not None or pattern.quantifier is not None)
        known = scope.get(name)
        if name and known is not None and known.kind == "relationship":
            index = known.index
        else:
            index = len(self.found.relationships)
            self.found.relationships.append(Relationship(index, name))
            if name:
                scope[name] = Meaning("relationship", index, many)
        self.found.relationships[index].hops.append(len(self.found.hops))
        self.found.hops.append(Hop(left[0], right[0], pattern, left[1], right[1], index, self.place))
        self._conditions(pattern, Meaning("relationship", index), inside)

    def _conditions(
        self, pattern: NodePattern | RelationshipPattern, meaning: Meaning, inside: list[Expression | None]
    ) -> None:
        if isinstance(pattern.properties, MapLiteral):
            for key, value in pattern.properties.entries:
                self.found.uses.append(PropertyUse(meaning, key, None, self.place))
                inside.append(value)
        else:
            inside.append(pattern.properties)
        inside.append(pattern.where)

    # Expressions

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
                self._named(part.name, scope)
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
        inner, frames = dict(scope), self._deeper()
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

    def _named(self, name: Name, scope: Scope) -> None:
        if name.text not in scope and _OPEN not in scope:
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


_LISTING = {"collect": 1, "head": -1, "last": -1, "reverse": 0, "tail": 0, "coalesce": 0, "min": 0, "max": 0}
"""Functions of one argument that hand on what they get: in how many more lists."""
