"""The parser's part for values that hold others: lists, comprehensions, CASE, map projections, subqueries."""

from __future__ import annotations

from kgqa.cypher.parser.patterns import read_pattern, read_patterns
from kgqa.cypher.parser.tokens import Cursor
from kgqa.cypher.tree import (
    Case,
    Expression,
    ListComprehension,
    ListLiteral,
    MapProjection,
    Match,
    Name,
    Operation,
    PatternComprehension,
    PatternExpression,
    Quantified,
    Query,
    Reduce,
    SingleQuery,
    Subquery,
    Value,
    Variable,
)

_COMPARISONS = ("=", "<>", "<", ">", "<=", ">=", "=~", "IN", "STARTS", "ENDS", "CONTAINS", "IS")
_NODE_SIGNS = (")", ":", "{", "IS", "WHERE")


def read_expressions(at: Cursor, closing: str) -> tuple[Expression, ...]:
    """Expressions with commas between them, none where the closing sign stands here."""
    found: list[Expression] = []
    while at.key != closing or found:
        found.append(at.expression())
        if not at.take(","):
            break
    return tuple(found)


def at_path(at: Cursor) -> bool:
    """Whether the round bracket here is a node with a relationship behind it, and no expression."""
    inside = at.peek()
    if not (inside.key in _NODE_SIGNS or (at.is_name(1) and at.peek(2).key in _NODE_SIGNS)):
        return False
    place = at.partners.get(at.place, len(at.tokens)) + 1
    keys = [token.key for token in at.tokens[place : place + 4]] + [""] * 4
    if keys[0] == "<":
        place += 1
        del keys[0]
    if keys[0] != "-":
        return False
    if keys[1] == "[":
        closing = at.partners.get(place + 1, len(at.tokens)) + 1
        return closing < len(at.tokens) and at.tokens[closing].key == "-"
    return keys[1] == "-" and (keys[2] == "(" or (keys[2] == ">" and keys[3] == "("))


def read_square(at: Cursor) -> Expression:
    start = at.next().start
    at.enter()
    if at.is_name() and at.peek().key == "IN":
        found: Expression = _list_comprehension(at, start)
    else:
        found = _list_or_pattern(at, start)
    at.depth -= 1
    return found


def _list_comprehension(at: Cursor, start: int) -> ListComprehension:
    _mark_separator(at)
    variable = at.name()
    at.next()
    source = at.expression()
    where = at.expression() if at.take("WHERE") else None
    result = _result(at) if at.key == "|" else None
    at.expect("]")
    return ListComprehension(start, at.end, variable, source, where, result)


def _list_or_pattern(at: Cursor, start: int) -> Expression:
    items: tuple[Expression, ...] = ()
    named = at.is_name() and at.peek().key == "=" and at.peek(2).key == "("
    if named or (at.key == "(" and at_path(at)):
        separator = _mark_separator(at)
        pattern = read_pattern(at)
        if at.key == "WHERE" or at.key == "|":
            where = at.expression() if at.take("WHERE") else None
            result = _result(at)
            at.expect("]")
            return PatternComprehension(start, at.end, pattern, where, result)
        at.separators.discard(separator)
        items = (at.rest_of_expression(PatternExpression(pattern.start, pattern.end, pattern)),)
        if at.take(","):
            items += read_expressions(at, "]")
    else:
        items = read_expressions(at, "]")
    at.expect("]")
    return ListLiteral(start, at.end, items)


def _mark_separator(at: Cursor) -> int:
    """Marks the last ``|`` directly inside the square bracket before the place; -1 where there is none."""
    closing = at.partners.get(at.place - 1, at.place)
    place, last = at.place, -1
    while place < closing:
        if at.tokens[place].key == "|":
            last = place
        place = at.partners.get(place, place) + 1
    at.separators.add(last)
    return last


def _result(at: Cursor) -> Expression:
    at.separators.discard(at.place)
    at.expect("|")
    return at.expression()


def read_quantified(at: Cursor) -> Quantified:
    start, function = at.token.start, at.next().key
    at.next()
    variable = at.name()
    at.expect("IN")
    source = at.expression()
    where = at.expression() if at.take("WHERE") else None
    at.expect(")")
    return Quantified(start, at.end, function, variable, source, where)


def read_reduce(at: Cursor) -> Reduce:
    start = at.next().start
    at.next()
    accumulator = at.name()
    at.expect("=")
    initial = at.expression()
    at.expect(",")
    variable = at.name()
    at.expect("IN")
    source = at.expression()
    at.expect("|")
    result = at.expression()
    at.expect(")")
    return Reduce(start, at.end, accumulator, initial, variable, source, result)


def read_projection(at: Cursor, base: Variable) -> MapProjection:
    at.next()
    at.enter()
    keys: list[Name] = []
    entries: list[tuple[Name, Expression]] = []
    variables: list[Variable] = []
    everything, first = False, True
    while at.key != "}":
        if not first:
            at.expect(",")
        first = False
        if at.take(".", "*"):
            everything = True
        elif at.take("."):
            keys.append(at.name("a key"))
        else:
            name = at.name("a key")
            if at.take(":"):
                entries.append((name, at.expression()))
            else:
                variables.append(Variable(name.start, name.end, name))
    at.next()
    at.depth -= 1
    return MapProjection(base.start, at.end, base, tuple(keys), tuple(entries), tuple(variables), everything)


def read_case(at: Cursor) -> Case:
    start = at.next().start
    subject = None if at.key == "WHEN" else at.expression()
    branches = []
    while at.take("WHEN"):
        tests = [_case_test(at, subject)]
        while at.take(","):
            tests.append(_case_test(at, subject))
        at.expect("THEN")
        branches.append((tuple(tests), at.expression()))
    if not branches:
        raise at.stopped("WHEN is expected")
    otherwise = at.expression() if at.take("ELSE") else None
    at.expect("END")
    return Case(start, at.end, subject, tuple(branches), otherwise)


def _case_test(at: Cursor, subject: Expression | None) -> Expression:
    """A test of CASE; in its newer form the left side of a comparison is left out."""
    if subject is not None and at.key in _COMPARISONS and at.token.kind != "name":
        start = at.token.start
        at.enter()
        rest = at.rest_of_expression(Value(start, start, None))
        at.depth -= 1
        return rest if isinstance(rest, Operation) else Operation(start, at.end, ("IS",), (rest,))
    return at.expression()


def read_subquery(at: Cursor) -> Subquery:
    start, function = at.token.start, at.next().key
    at.next()
    at.enter()
    bare = at.key == "(" or (at.is_name() and at.peek().key == "=")
    query = _bare_match(at) if bare else at.query()
    at.depth -= 1
    at.expect("}")
    return Subquery(start, at.end, function, query)


def _bare_match(at: Cursor) -> Query:
    start = at.token.start
    patterns = read_patterns(at)
    where = at.expression() if at.take("WHERE") else None
    match = Match(start, at.end, False, patterns, where)
    return Query(start, at.end, (SingleQuery(start, at.end, (match,)),))
