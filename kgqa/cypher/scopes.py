"""Who is who in a statement: which node or relationship each variable stands for, wherever it is named.

Follows variables through WITH, UNWIND, subqueries, comprehensions and UNION by the scoping rules of Cypher, and
through ``collect`` and lists to their elements. Knows no schema. Clauses come first, then expressions, then patterns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

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


def bind(statement: Statement) -> Bindings:
    """Who is who in a statement."""
    binder = _Binder(_query)
    _query(binder, statement.query, {}, outermost=True)
    return binder.found


def _query(at: _Binder, query: Query, outer: _Scope, *, outermost: bool = False) -> _Scope:
    """Binds a query; returns its columns."""
    columns: _Scope = {}
    if outermost:
        at.found.union = len(query.parts) > 1
    for part in query.parts:
        for name, meaning in _single(at, part, outer, outermost).items():
            # Parts of a UNION that give different things under one name leave only that it is something.
            columns[name] = meaning if columns.get(name, meaning) == meaning else VALUE
    return columns


def _single(at: _Binder, single: SingleQuery, outer: _Scope, outermost: bool) -> _Scope:
    scope, columns = dict(outer), _Scope()
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


def _clause(at: _Binder, clause: Clause, scope: _Scope) -> None:
    if isinstance(clause, Match):
        _read_expressions(at, _bind_patterns(at, clause.patterns, scope), scope)
        _where(at, clause.where, scope)
    elif isinstance(clause, Create):
        _read_expressions(at, _bind_patterns(at, clause.patterns, scope), scope)
    elif isinstance(clause, Merge):
        _read_expressions(at, _bind_patterns(at, (clause.pattern,), scope), scope)
        _read_expressions(
            at, [value for action in clause.actions for value in (*action.targets, *action.values)], scope
        )
    elif isinstance(clause, (Unwind, LoadCsv)):
        _read_expressions(at, [clause.source], scope)
        scope[clause.variable.text] = _meaning_of(clause.source, scope).wrapped(-1)
    elif isinstance(clause, CallSubquery):
        _call_subquery(at, clause, scope)
    elif isinstance(clause, ProcedureCall):
        _procedure(at, clause, scope)
    elif isinstance(clause, Foreach):
        inner = dict(scope)
        _read_expressions(at, [clause.source], scope)
        inner[clause.variable.text] = _meaning_of(clause.source, scope).wrapped(-1)
        for inside in clause.clauses:
            _clause(at, inside, inner)
    else:
        for part in children(clause):
            _read_part(at, part, scope)


def _where(at: _Binder, where: Expression | None, scope: _Scope) -> None:
    """Reads a condition, and notes the labels of which it makes sure."""
    _read_expressions(at, [where], scope)
    waiting = [where]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Operation) and part.operators[0] == "AND":
            waiting.extend(part.operands)
            continue
        either = part.operands if isinstance(part, Operation) and part.operators[0] == "OR" else (part,)
        tests = [one for one in either if isinstance(one, LabelTest)]
        meanings = {_meaning_of(test.base, scope) for test in tests}
        if len(tests) == len(either) and len(meanings) == 1:
            meaning = meanings.pop()
            if meaning.kind == "node" and not meaning.lists:
                at.found.asserted.append((meaning.index, tuple(test.labels for test in tests)))


def _project(at: _Binder, clause: Projection, scope: _Scope, outermost: bool) -> _Scope:
    columns = dict(scope) if clause.star else _Scope()
    for item in clause.items:
        _read_expressions(at, [item.expression], scope)
        meaning = _meaning_of(item.expression, scope)
        if item.alias is not None:
            columns[item.alias.text] = meaning
        elif isinstance(item.expression, Variable):
            columns[item.expression.name.text] = meaning
    if clause.word == "RETURN" and outermost:
        meanings = [_meaning_of(item.expression, scope) for item in clause.items]
        at.found.returned += [(clause, meaning, place) for place, meaning in enumerate(meanings)]
    both = {**scope, **columns}
    _read_expressions(at, [*clause.order, clause.skip, clause.limit], both)
    _where(at, clause.where, both)
    return columns


def _call_subquery(at: _Binder, clause: CallSubquery, scope: _Scope) -> None:
    if clause.scope is None:
        imports = clause.query.parts[0].clauses[0]
        inner = scope if isinstance(imports, Projection) and imports.word == "WITH" else {}
    elif clause.everything:
        inner = scope
    else:
        for name in clause.scope:
            _read_name(at, name, scope)
        inner = {name.text: scope.get(name.text, VALUE) for name in clause.scope}
    scope.update(_query(at, clause.query, inner))


def _procedure(at: _Binder, clause: ProcedureCall, scope: _Scope) -> None:
    _read_expressions(at, clause.arguments or (), scope)
    if clause.star:
        scope[_OPEN] = VALUE
    for column, alias in clause.yields:
        scope[(alias or column).text] = VALUE
    _read_expressions(at, [clause.where], scope)


_SCOPED = (Subquery, PatternExpression, PatternComprehension, ListComprehension, Quantified, Reduce)
_OPEN = "*"
"""Stands in a scope that has more variables than the statement names (``YIELD *``)."""
_LISTING = {"collect": 1, "head": -1, "last": -1, "reverse": 0, "tail": 0, "coalesce": 0, "min": 0, "max": 0}
"""Functions of one argument that hand on what they get: in how many more lists."""


def _read_expressions(at: _Binder, expressions: Iterable[Expression | None], scope: _Scope) -> None:
    """Reads expressions in a scope."""
    for expression in expressions:
        if expression is not None:
            _read_part(at, expression, scope)


def _read_part(at: _Binder, root: Part, scope: _Scope) -> None:
    """Reads a part and all that it holds; only what opens a scope of its own goes deeper by a call."""
    waiting = [root]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Variable):
            _read_name(at, part.name, scope)
        elif isinstance(part, Property):
            at.found.uses.append(PropertyUse(_meaning_of(part.base, scope), part.key, part, at.place))
            waiting.append(part.base)
        elif isinstance(part, LabelTest):
            meaning = _meaning_of(part.base, scope)
            at.found.tests.append((part, meaning.index if meaning.kind == "node" else -1))
            waiting.append(part.base)
        elif isinstance(part, MapProjection):
            meaning = _meaning_of(part.base, scope)
            at.found.uses += [PropertyUse(meaning, key, None, at.place) for key in part.keys]
            waiting += [part.base, *part.variables, *(value for _, value in part.entries)]
        elif not _scoped(at, part, scope):
            waiting.extend(reversed(children(part)))


def _scoped(at: _Binder, part: Part, scope: _Scope) -> bool:
    """Reads what opens a scope of its own; False where a part does not."""
    if not isinstance(part, _SCOPED):
        return False
    inner, frames = dict(scope), at.deeper()
    if isinstance(part, Subquery):
        at.subquery(at, part.query, inner)
    elif isinstance(part, PatternExpression):
        _read_expressions(at, _bind_patterns(at, (part.pattern,), inner), inner)
    elif isinstance(part, PatternComprehension):
        _read_expressions(at, _bind_patterns(at, (part.pattern,), inner), inner)
        _read_expressions(at, [part.where, part.result], inner)
    elif isinstance(part, ListComprehension):
        _read_expressions(at, [part.source], scope)
        inner[part.variable.text] = _meaning_of(part.source, scope).wrapped(-1)
        _read_expressions(at, [part.where, part.result], inner)
    elif isinstance(part, Quantified):
        _read_expressions(at, [part.source], scope)
        inner[part.variable.text] = _meaning_of(part.source, scope).wrapped(-1)
        _read_expressions(at, [part.where], inner)
    elif isinstance(part, Reduce):
        _read_expressions(at, [part.initial, part.source], scope)
        inner[part.accumulator.text] = VALUE
        inner[part.variable.text] = _meaning_of(part.source, scope).wrapped(-1)
        _read_expressions(at, [part.result], inner)
    at.place = Place(at.place.stretch, frames)
    return True


def _read_name(at: _Binder, name: Name, scope: _Scope) -> None:
    if name.text not in scope and _OPEN not in scope:
        at.found.unbound.append((name, tuple(scope)))


def _meaning_of(expression: Expression, scope: _Scope) -> Meaning:
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


_Scope = dict[str, Meaning]
"""What each variable that can be named stands for."""


class _Binder:
    """Where binding stands in a statement, and what it has found.

    Attributes:
        subquery: how a query inside an expression is bound; clauses are read above expressions.
    """

    def __init__(self, subquery: Callable[[_Binder, Query, _Scope], _Scope]) -> None:
        self.found = Bindings()
        self.place = Place(0, ())
        self.frames = 0
        self.subquery = subquery

    def deeper(self) -> tuple[int, ...]:
        """Opens a frame; returns the frames before it, to which whoever opened it goes back."""
        frames = self.place.frames
        self.frames += 1
        self.place = Place(self.place.stretch, (*frames, self.frames))
        return frames


def _bind_patterns(at: _Binder, patterns: Iterable[Pattern], scope: _Scope) -> list[Expression | None]:
    """Binds the variables of patterns; returns their conditions, which may name each other and are read next."""
    inside: list[Expression | None] = []
    for pattern in patterns:
        _pattern(at, pattern, scope, inside)
    return inside


def _pattern(at: _Binder, pattern: Pattern, scope: _Scope, inside: list[Expression | None]) -> tuple[int, int]:
    """Binds one pattern; returns its first and last node."""
    ends: list[tuple[int, NodePattern | None]] = []
    waiting: RelationshipPattern | None = None
    first = last = -1
    for element in pattern.elements:
        if isinstance(element, RelationshipPattern):
            waiting = element
            continue
        if isinstance(element, Group):
            start, end = _pattern(at, element.pattern, scope, inside)
            inside.append(element.where)
            written = None
        else:
            start = end = _node(at, element, scope, inside)
            written = element
        if waiting is not None and ends:
            _hop(at, waiting, ends[-1], (start, written), scope, inside)
            waiting = None
        ends.append((end, written))
        first, last = (start if first < 0 else first), end
    if pattern.variable is not None:
        scope.setdefault(pattern.variable.text, Meaning("path"))
    return first, last


def _node(at: _Binder, pattern: NodePattern, scope: _Scope, inside: list[Expression | None]) -> int:
    name = pattern.variable.text if pattern.variable else ""
    known = scope.get(name)
    if name and known is not None and known.kind == "node" and not known.lists:
        index = known.index
    else:
        index = len(at.found.nodes)
        at.found.nodes.append(Node(index, name))
        if name:
            scope[name] = Meaning("node", index)
    at.found.nodes[index].patterns.append(pattern)
    _conditions(at, pattern, Meaning("node", index), inside)
    return index


def _hop(
    at: _Binder,
    pattern: RelationshipPattern,
    left: tuple[int, NodePattern | None],
    right: tuple[int, NodePattern | None],
    scope: _Scope,
    inside: list[Expression | None],
) -> None:
    name = pattern.variable.text if pattern.variable else ""
    many = int(pattern.length is not None or pattern.quantifier is not None)
    known = scope.get(name)
    if name and known is not None and known.kind == "relationship":
        index = known.index
    else:
        index = len(at.found.relationships)
        at.found.relationships.append(Relationship(index, name))
        if name:
            scope[name] = Meaning("relationship", index, many)
    at.found.relationships[index].hops.append(len(at.found.hops))
    at.found.hops.append(Hop(left[0], right[0], pattern, left[1], right[1], index, at.place))
    _conditions(at, pattern, Meaning("relationship", index), inside)


def _conditions(
    at: _Binder, pattern: NodePattern | RelationshipPattern, meaning: Meaning, inside: list[Expression | None]
) -> None:
    if isinstance(pattern.properties, MapLiteral):
        for key, value in pattern.properties.entries:
            at.found.uses.append(PropertyUse(meaning, key, None, at.place))
            inside.append(value)
    else:
        inside.append(pattern.properties)
    inside.append(pattern.where)
