"""The parser's part for clauses that read, and for how they are strung together."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.cypher.parser.compounds import read_expressions
from kgqa.cypher.parser.patterns import read_patterns
from kgqa.cypher.parser.tokens import Cursor
from kgqa.cypher.tree import (
    CallSubquery,
    Clause,
    Expression,
    Finish,
    Item,
    Match,
    Name,
    ProcedureCall,
    Projection,
    Query,
    SingleQuery,
    Statement,
    Unwind,
    Use,
)

_ENDS = ("", ";", "}", ")", "UNION")


def read_statements(at: Cursor) -> tuple[Statement, ...]:
    """All statements of the text, with semicolons between them."""
    found = []
    while at.key:
        if at.take(";"):
            continue
        found.append(_statement(at))
        if at.key and at.key != ";":
            raise at.stopped("a clause or the end of the statement is expected")
    return tuple(found)


def _statement(at: Cursor) -> Statement:
    start, prefixes = at.token.start, []
    while at.key in ("EXPLAIN", "PROFILE", "CYPHER"):
        word = at.next().key
        prefixes.append(" ".join([word, *_options(at)]) if word == "CYPHER" else word)
    query = at.query()
    return Statement(start, query.end, tuple(prefixes), query)


def _options(at: Cursor) -> list[str]:
    """The version and options after CYPHER."""
    found = []
    while at.token.kind == "number" or (at.is_name() and at.peek().key == "="):
        if at.token.kind == "number":
            found.append(at.next().text)
        else:
            found.append("".join(at.next().text for _ in range(3)))
    return found


def read_query(at: Cursor) -> Query:
    start = at.token.start
    parts, unions = [_single(at)], []
    while at.key == "UNION" and at.token.kind == "word":
        at.next()
        if at.take("ALL"):
            unions.append("UNION ALL")
        else:
            at.take("DISTINCT")
            unions.append("UNION")
        parts.append(_single(at))
    return Query(start, at.end, tuple(parts), tuple(unions))


def _single(at: Cursor) -> SingleQuery:
    start = at.token.start
    clauses = [read_clause(at)]
    while at.key not in _ENDS:
        last = clauses[-1]
        if isinstance(last, Finish) or (isinstance(last, Projection) and last.word == "RETURN"):
            raise at.stopped("the end of the statement is expected after RETURN")
        clauses.append(read_clause(at))
    return SingleQuery(start, at.end, tuple(clauses))


def read_clause(at: Cursor) -> Clause:
    """One clause."""
    read = _READING.get(at.key) if at.token.kind == "word" else None
    if read is not None:
        return read(at)
    found = at.writing() if at.token.kind == "word" else None
    if found is None:
        raise at.stopped("a clause such as MATCH or RETURN is expected")
    return found


def _match(at: Cursor) -> Clause:
    start = at.token.start
    optional = at.take("OPTIONAL")
    if optional and at.key == "CALL":
        return _call_after(at, start)
    at.expect("MATCH")
    if at.key in ("REPEATABLE", "DIFFERENT"):
        at.next()
        while at.key in ("ELEMENT", "ELEMENTS", "RELATIONSHIP", "RELATIONSHIPS", "BINDINGS"):
            at.next()
    patterns = read_patterns(at)
    while at.key == "USING":
        _hint(at)
    where = at.expression() if at.take("WHERE") else None
    return Match(start, at.end, optional, patterns, where)


def _hint(at: Cursor) -> None:
    """A hint for the planner (``USING INDEX n:Label(key)``), which changes no rows."""
    at.next()
    while at.key in ("INDEX", "SCAN", "JOIN", "ON", "SEEK", "TEXT", "RANGE", "POINT"):
        at.next()
    at.name()
    while at.take(",") or at.take(":"):
        at.name()
    if at.take("("):
        read_expressions(at, ")")
        at.expect(")")


def _unwind(at: Cursor) -> Clause:
    start = at.next().start
    source = at.expression()
    at.expect("AS")
    variable = at.name()
    return Unwind(start, at.end, source, variable)


def _with_or_return(at: Cursor) -> Clause:
    token = at.next()
    distinct = at.key == "DISTINCT" and at.peek().key not in (",", ".", "AS")
    if distinct or (at.key == "ALL" and at.peek().kind in ("word", "name")):
        at.next()
    star = at.take("*")
    items = _items(at) if not star or at.take(",") else ()
    order = _order(at) if at.take("ORDER", "BY") else ()
    skip = at.expression() if at.take("SKIP") or at.take("OFFSET") else None
    limit = at.expression() if at.take("LIMIT") else None
    where = at.expression() if token.key == "WITH" and at.take("WHERE") else None
    word = "WITH" if token.key == "WITH" else "RETURN"
    return Projection(token.start, at.end, word, distinct, star, items, order, skip, limit, where)  # type: ignore[arg-type]


def _items(at: Cursor) -> tuple[Item, ...]:
    found = [_item(at)]
    while at.take(","):
        found.append(_item(at))
    return tuple(found)


def _item(at: Cursor) -> Item:
    expression = at.expression()
    alias = at.name("a name for the column") if at.take("AS") else None
    return Item(expression.start, at.end, expression, alias)


def _order(at: Cursor) -> tuple[Expression, ...]:
    found = [_sort_key(at)]
    while at.take(","):
        found.append(_sort_key(at))
    return tuple(found)


def _sort_key(at: Cursor) -> Expression:
    found = at.expression()
    if at.key in ("ASC", "DESC", "ASCENDING", "DESCENDING"):
        at.next()
    return found


def _call_clause(at: Cursor) -> Clause:
    return _call_after(at, at.token.start)


def _call_after(at: Cursor, start: int) -> Clause:
    at.expect("CALL")
    if at.key == "{" or (at.key == "(" and at.partners.get(at.place) is not None):
        return _call_subquery(at, start)
    return _procedure(at, start)


def _call_subquery(at: Cursor, start: int) -> CallSubquery:
    scope: list[Name] | None = None
    everything = False
    if at.take("("):
        scope = []
        everything = at.take("*")
        while at.key != ")":
            if scope or everything:
                at.expect(",")
            scope.append(at.name())
        at.next()
    at.expect("{")
    at.enter()
    query = at.query()
    at.depth -= 1
    at.expect("}")
    in_transactions = at.key == "IN" and _transactions(at)
    return CallSubquery(start, at.end, None if scope is None else tuple(scope), everything, query, in_transactions)


def _transactions(at: Cursor) -> bool:
    """The words after CALL { }: ``IN 2 CONCURRENT TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE``."""
    at.next()
    while at.key not in _ENDS and at.key not in _READING:
        at.next()
    return True


def _procedure(at: Cursor, start: int) -> ProcedureCall:
    words = [at.name("the name of a procedure").text]
    while at.take("."):
        words.append(at.name().text)
    arguments = None
    if at.take("("):
        arguments = read_expressions(at, ")")
        at.expect(")")
    yields: list[tuple[Name, Name | None]] = []
    star = False
    where = None
    if at.take("YIELD"):
        star = at.take("*") or (at.key == "-" and bool(at.next()))
        if not star:
            yields = _yields(at)
        where = at.expression() if at.take("WHERE") else None
    return ProcedureCall(start, at.end, ".".join(words), arguments, tuple(yields), star, where)


def _yields(at: Cursor) -> list[tuple[Name, Name | None]]:
    found = []
    while True:
        name = at.name("a column")
        found.append((name, at.name() if at.take("AS") else None))
        if not at.take(","):
            return found


def _use(at: Cursor) -> Clause:
    start = at.next().start
    words = [at.name().text]
    while at.take("."):
        words.append(at.name().text)
    if at.take("("):
        read_expressions(at, ")")
        at.expect(")")
    return Use(start, at.end, ".".join(words))


def _finish(at: Cursor) -> Clause:
    token = at.next()
    return Finish(token.start, token.end)


_READING: dict[str, Callable[[Cursor], Clause]] = {
    "MATCH": _match,
    "OPTIONAL": _match,
    "UNWIND": _unwind,
    "WITH": _with_or_return,
    "RETURN": _with_or_return,
    "CALL": _call_clause,
    "USE": _use,
    "FINISH": _finish,
}
