"""The parser's part for clauses that read, and for how they are strung together."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.cypher.parser.expressions import ExpressionReader
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


class ClauseReader(ExpressionReader):
    """Reads statements; the clauses that write are added by ``WriteReader``."""

    def writing(self) -> Clause | None:
        """A clause that writes, or a command; None where none begins here."""
        raise NotImplementedError

    def statements(self) -> tuple[Statement, ...]:
        """All statements of the text, with semicolons between them."""
        found = []
        while self.key:
            if self.take(";"):
                continue
            found.append(self._statement())
            if self.key and self.key != ";":
                raise self.stopped("a clause or the end of the statement is expected")
        return tuple(found)

    def _statement(self) -> Statement:
        start, prefixes = self.token.start, []
        while self.key in ("EXPLAIN", "PROFILE", "CYPHER"):
            word = self.next().key
            prefixes.append(" ".join([word, *self._options()]) if word == "CYPHER" else word)
        query = self.query()
        return Statement(start, query.end, tuple(prefixes), query)

    def _options(self) -> list[str]:
        """The version and options after CYPHER."""
        found = []
        while self.token.kind == "number" or (self.is_name() and self.peek().key == "="):
            if self.token.kind == "number":
                found.append(self.next().text)
            else:
                found.append("".join(self.next().text for _ in range(3)))
        return found

    def query(self) -> Query:
        start = self.token.start
        parts, unions = [self._single()], []
        while self.key == "UNION" and self.token.kind == "word":
            self.next()
            if self.take("ALL"):
                unions.append("UNION ALL")
            else:
                self.take("DISTINCT")
                unions.append("UNION")
            parts.append(self._single())
        return Query(start, self.end, tuple(parts), tuple(unions))

    def _single(self) -> SingleQuery:
        start = self.token.start
        clauses = [self.clause()]
        while self.key not in _ENDS:
            last = clauses[-1]
            if isinstance(last, Finish) or (isinstance(last, Projection) and last.word == "RETURN"):
                raise self.stopped("the end of the statement is expected after RETURN")
            clauses.append(self.clause())
        return SingleQuery(start, self.end, tuple(clauses))

    def clause(self) -> Clause:
        """One clause."""
        read = self._READING.get(self.key) if self.token.kind == "word" else None
        if read is not None:
            return read(self)
        found = self.writing() if self.token.kind == "word" else None
        if found is None:
            raise self.stopped("a clause such as MATCH or RETURN is expected")
        return found

    def _match(self) -> Clause:
        start = self.token.start
        optional = self.take("OPTIONAL")
        if optional and self.key == "CALL":
            return self._call_after(start)
        self.expect("MATCH")
        if self.key in ("REPEATABLE", "DIFFERENT"):
            self.next()
            while self.key in ("ELEMENT", "ELEMENTS", "RELATIONSHIP", "RELATIONSHIPS", "BINDINGS"):
                self.next()
        patterns = self.patterns()
        while self.key == "USING":
            self._hint()
        where = self.expression() if self.take("WHERE") else None
        return Match(start, self.end, optional, patterns, where)

    def _hint(self) -> None:
        """A hint for the planner (``USING INDEX n:Label(key)``), which changes no rows."""
        self.next()
        while self.key in ("INDEX", "SCAN", "JOIN", "ON", "SEEK", "TEXT", "RANGE", "POINT"):
            self.next()
        self.name()
        while self.take(",") or self.take(":"):
            self.name()
        if self.take("("):
            self.expressions(")")
            self.expect(")")

    def _unwind(self) -> Clause:
        start = self.next().start
        source = self.expression()
        self.expect("AS")
        variable = self.name()
        return Unwind(start, self.end, source, variable)

    def _with_or_return(self) -> Clause:
        token = self.next()
        distinct = self.key == "DISTINCT" and self.peek().key not in (",", ".", "AS")
        if distinct or (self.key == "ALL" and self.peek().kind in ("word", "name")):
            self.next()
        star = self.take("*")
        items = self._items() if not star or self.take(",") else ()
        order = self._order() if self.take("ORDER", "BY") else ()
        skip = self.expression() if self.take("SKIP") or self.take("OFFSET") else None
        limit = self.expression() if self.take("LIMIT") else None
        where = self.expression() if token.key == "WITH" and self.take("WHERE") else None
        word = "WITH" if token.key == "WITH" else "RETURN"
        return Projection(token.start, self.end, word, distinct, star, items, order, skip, limit, where)  # type: ignore[arg-type]

    def _items(self) -> tuple[Item, ...]:
        found = [self._item()]
        while self.take(","):
            found.append(self._item())
        return tuple(found)

    def _item(self) -> Item:
        expression = self.expression()
        alias = self.name("a name for the column") if self.take("AS") else None
        return Item(expression.start, self.end, expression, alias)

    def _order(self) -> tuple[Expression, ...]:
        found = [self._sort_key()]
        while self.take(","):
            found.append(self._sort_key())
        return tuple(found)

    def _sort_key(self) -> Expression:
        found = self.expression()
        if self.key in ("ASC", "DESC", "ASCENDING", "DESCENDING"):
            self.next()
        return found

    def _call_clause(self) -> Clause:
        return self._call_after(self.token.start)

    def _call_after(self, start: int) -> Clause:
        self.expect("CALL")
        if self.key == "{" or (self.key == "(" and self.partners.get(self.place) is not None):
            return self._call_subquery(start)
        return self._procedure(start)

    def _call_subquery(self, start: int) -> CallSubquery:
        scope: list[Name] | None = None
        everything = False
        if self.take("("):
            scope = []
            everything = self.take("*")
            while self.key != ")":
                if scope or everything:
                    self.expect(",")
                scope.append(self.name())
            self.next()
        self.expect("{")
        self.enter()
        query = self.query()
        self.depth -= 1
        self.expect("}")
        in_transactions = self.key == "IN" and self._transactions()
        return CallSubquery(
            start, self.end, None if scope is None else tuple(scope), everything, query, in_transactions
        )

    def _transactions(self) -> bool:
        """The words after CALL { }: ``IN 2 CONCURRENT TRANSACTIONS OF 10 ROWS ON ERROR CONTINUE``."""
        self.next()
        while self.key not in _ENDS and self.key not in self._READING:
            self.next()
        return True

    def _procedure(self, start: int) -> ProcedureCall:
        words = [self.name("the name of a procedure").text]
        while self.take("."):
            words.append(self.name().text)
        arguments = None
        if self.take("("):
            arguments = self.expressions(")")
            self.expect(")")
        yields: list[tuple[Name, Name | None]] = []
        star = False
        where = None
        if self.take("YIELD"):
            star = self.take("*") or (self.key == "-" and bool(self.next()))
            if not star:
                yields = self._yields()
            where = self.expression() if self.take("WHERE") else None
        return ProcedureCall(start, self.end, ".".join(words), arguments, tuple(yields), star, where)

    def _yields(self) -> list[tuple[Name, Name | None]]:
        found = []
        while True:
            name = self.name("a column")
            found.append((name, self.name() if self.take("AS") else None))
            if not self.take(","):
                return found

    def _use(self) -> Clause:
        start = self.next().start
        words = [self.name().text]
        while self.take("."):
            words.append(self.name().text)
        if self.take("("):
            self.expressions(")")
            self.expect(")")
        return Use(start, self.end, ".".join(words))

    def _finish(self) -> Clause:
        token = self.next()
        return Finish(token.start, token.end)

    _READING: dict[str, Callable[[ClauseReader], Clause]] = {  # noqa: RUF012  # annotated for mypy, never changed
        "MATCH": _match,
        "OPTIONAL": _match,
        "UNWIND": _unwind,
        "WITH": _with_or_return,
        "RETURN": _with_or_return,
        "CALL": _call_clause,
        "USE": _use,
        "FINISH": _finish,
    }
