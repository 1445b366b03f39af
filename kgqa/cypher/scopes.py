"""Who is who in a statement: which node or relationship each variable stands for, wherever it is named.

Follows variables through WITH, UNWIND, subqueries, comprehensions and UNION by the scoping rules of Cypher, and
through ``collect`` and lists to their elements. Knows no schema.
"""

from __future__ import annotations

from kgqa.cypher.bindings import VALUE, Bindings, Place
from kgqa.cypher.bound_patterns import Binder, Scope, bind_patterns
from kgqa.cypher.bound_values import OPEN, meaning_of, read_expressions, read_name, read_part
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
    binder = Binder(_query)
    _query(binder, statement.query, {}, outermost=True)
    return binder.found


def _query(at: Binder, query: Query, outer: Scope, *, outermost: bool = False) -> Scope:
    """Binds a query; returns its columns."""
    columns: Scope = {}
    if outermost:
        at.found.union = len(query.parts) > 1
    for part in query.parts:
        for name, meaning in _single(at, part, outer, outermost).items():
            # Parts of a UNION that give different things under one name leave only that it is something.
            columns[name] = meaning if columns.get(name, meaning) == meaning else VALUE
    return columns


def _single(at: Binder, single: SingleQuery, outer: Scope, outermost: bool) -> Scope:
    scope, columns = dict(outer), Scope()
    frames = at.deeper()
    for clause in single.clauses:
        if isinstance(clause, Projection):
            columns = _project(at, clause, scope, outermost)
            if clause.word == "WITH":
                scope = columns
                at.place = Place(at.place.stretch + 1, at.place.frames)
        else:
            _clause(at, clause, scope)
    at.place = Place(at.place.stretch, frames)
    return columns


def _clause(at: Binder, clause: Clause, scope: Scope) -> None:
    if isinstance(clause, Match):
        read_expressions(at, bind_patterns(at, clause.patterns, scope), scope)
        _where(at, clause.where, scope)
    elif isinstance(clause, Create):
        read_expressions(at, bind_patterns(at, clause.patterns, scope), scope)
    elif isinstance(clause, Merge):
        read_expressions(at, bind_patterns(at, (clause.pattern,), scope), scope)
        read_expressions(at, [value for action in clause.actions for value in (*action.targets, *action.values)], scope)
    elif isinstance(clause, (Unwind, LoadCsv)):
        read_expressions(at, [clause.source], scope)
        scope[clause.variable.text] = meaning_of(clause.source, scope).wrapped(-1)
    elif isinstance(clause, CallSubquery):
        _call_subquery(at, clause, scope)
    elif isinstance(clause, ProcedureCall):
        _procedure(at, clause, scope)
    elif isinstance(clause, Foreach):
        inner = dict(scope)
        read_expressions(at, [clause.source], scope)
        inner[clause.variable.text] = meaning_of(clause.source, scope).wrapped(-1)
        for inside in clause.clauses:
            _clause(at, inside, inner)
    else:
        for part in children(clause):
            read_part(at, part, scope)


def _where(at: Binder, where: Expression | None, scope: Scope) -> None:
    """Reads a condition, and notes the labels of which it makes sure."""
    read_expressions(at, [where], scope)
    waiting = [where]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Operation) and part.operators[0] == "AND":
            waiting.extend(part.operands)
            continue
        either = part.operands if isinstance(part, Operation) and part.operators[0] == "OR" else (part,)
        tests = [one for one in either if isinstance(one, LabelTest)]
        meanings = {meaning_of(test.base, scope) for test in tests}
        if len(tests) == len(either) and len(meanings) == 1:
            meaning = meanings.pop()
            if meaning.kind == "node" and not meaning.lists:
                at.found.asserted.append((meaning.index, tuple(test.labels for test in tests)))


def _project(at: Binder, clause: Projection, scope: Scope, outermost: bool) -> Scope:
    columns = dict(scope) if clause.star else Scope()
    for item in clause.items:
        read_expressions(at, [item.expression], scope)
        meaning = meaning_of(item.expression, scope)
        if item.alias is not None:
            columns[item.alias.text] = meaning
        elif isinstance(item.expression, Variable):
            columns[item.expression.name.text] = meaning
    if clause.word == "RETURN" and outermost:
        meanings = [meaning_of(item.expression, scope) for item in clause.items]
        at.found.returned += [(clause, meaning, place) for place, meaning in enumerate(meanings)]
    both = {**scope, **columns}
    read_expressions(at, [*clause.order, clause.skip, clause.limit], both)
    _where(at, clause.where, both)
    return columns


def _call_subquery(at: Binder, clause: CallSubquery, scope: Scope) -> None:
    if clause.scope is None:
        imports = clause.query.parts[0].clauses[0]
        inner = scope if isinstance(imports, Projection) and imports.word == "WITH" else {}
    elif clause.everything:
        inner = scope
    else:
        for name in clause.scope:
            read_name(at, name, scope)
        inner = {name.text: scope.get(name.text, VALUE) for name in clause.scope}
    scope.update(_query(at, clause.query, inner))


def _procedure(at: Binder, clause: ProcedureCall, scope: Scope) -> None:
    read_expressions(at, clause.arguments or (), scope)
    if clause.star:
        scope[OPEN] = VALUE
    for column, alias in clause.yields:
        scope[(alias or column).text] = VALUE
    read_expressions(at, [clause.where], scope)
