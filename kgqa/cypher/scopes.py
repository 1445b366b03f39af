"""Who is who in a statement: which node or relationship each variable stands for, wherever it is named.

Follows variables through WITH, UNWIND, subqueries, comprehensions and UNION by the scoping rules of Cypher, and
through ``collect`` and lists to their elements. Knows no schema.
"""

from __future__ import annotations

from kgqa.cypher.bindings import VALUE, Bindings, Place
from kgqa.cypher.bound_patterns import Scope
from kgqa.cypher.bound_values import OPEN, ValueBinder
from kgqa.cypher.tree import (
    CallSubquery,
    Clause,
    Create,
    Expression,
    Foreach,
    LabelTest,
    LoadCsv,
    Match,
    Merge,
    Operation,
    ProcedureCall,
    Projection,
    Query,
    SingleQuery,
    Statement,
    Unwind,
    Variable,
)
from kgqa.cypher.walk import children


def bind(statement: Statement) -> Bindings:
    """Who is who in a statement."""
    binder = _Binder()
    binder.query(statement.query, {}, outermost=True)
    return binder.found


class _Binder(ValueBinder):
    """Binds queries, clause by clause."""

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
        frames = self.deeper()
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
                self.named(name, scope)
            inner = {name.text: scope.get(name.text, VALUE) for name in clause.scope}
        scope.update(self.query(clause.query, inner))

    def _procedure(self, clause: ProcedureCall, scope: Scope) -> None:
        self.expressions(clause.arguments or (), scope)
        if clause.star:
            scope[OPEN] = VALUE
        for column, alias in clause.yields:
            scope[(alias or column).text] = VALUE
        self.expressions([clause.where], scope)
