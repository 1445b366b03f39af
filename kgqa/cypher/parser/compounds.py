"""The parser's part for values that hold others: lists, comprehensions, CASE, map projections, subqueries."""

from __future__ import annotations

from kgqa.cypher.parser.patterns import PatternReader
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


class CompoundReader(PatternReader):
    """Reads values that hold other values."""

    def rest_of_expression(self, left: Expression) -> Expression:
        """An expression from its first operand on; how its operators bind is known above."""
        raise NotImplementedError

    def expressions(self, closing: str) -> tuple[Expression, ...]:
        """Expressions with commas between them, none where the closing sign stands here."""
        found: list[Expression] = []
        while self.key != closing or found:
            found.append(self.expression())
            if not self.take(","):
                break
        return tuple(found)

    def at_path(self) -> bool:
        """Whether the round bracket here is a node with a relationship behind it, and no expression."""
        inside = self.peek()
        if not (inside.key in _NODE_SIGNS or (self.is_name(1) and self.peek(2).key in _NODE_SIGNS)):
            return False
        place = self.partners.get(self.place, len(self.tokens)) + 1
        keys = [token.key for token in self.tokens[place : place + 4]] + [""] * 4
        if keys[0] == "<":
            place += 1
            del keys[0]
        if keys[0] != "-":
            return False
        if keys[1] == "[":
            closing = self.partners.get(place + 1, len(self.tokens)) + 1
            return closing < len(self.tokens) and self.tokens[closing].key == "-"
        return keys[1] == "-" and (keys[2] == "(" or (keys[2] == ">" and keys[3] == "("))

    def square(self) -> Expression:
        start = self.next().start
        self.enter()
        if self.is_name() and self.peek().key == "IN":
            found: Expression = self._list_comprehension(start)
        else:
            found = self._list_or_pattern(start)
        self.depth -= 1
        return found

    def _list_comprehension(self, start: int) -> ListComprehension:
        self._mark_separator()
        variable = self.name()
        self.next()
        source = self.expression()
        where = self.expression() if self.take("WHERE") else None
        result = self._result() if self.key == "|" else None
        self.expect("]")
        return ListComprehension(start, self.end, variable, source, where, result)

    def _list_or_pattern(self, start: int) -> Expression:
        items: tuple[Expression, ...] = ()
        named = self.is_name() and self.peek().key == "=" and self.peek(2).key == "("
        if named or (self.key == "(" and self.at_path()):
            separator = self._mark_separator()
            pattern = self.pattern()
            if self.key == "WHERE" or self.key == "|":
                where = self.expression() if self.take("WHERE") else None
                result = self._result()
                self.expect("]")
                return PatternComprehension(start, self.end, pattern, where, result)
            self.separators.discard(separator)
            items = (self.rest_of_expression(PatternExpression(pattern.start, pattern.end, pattern)),)
            if self.take(","):
                items += self.expressions("]")
        else:
            items = self.expressions("]")
        self.expect("]")
        return ListLiteral(start, self.end, items)

    def _mark_separator(self) -> int:
        """Marks the last ``|`` directly inside the square bracket before the place; -1 where there is none."""
        closing = self.partners.get(self.place - 1, self.place)
        place, last = self.place, -1
        while place < closing:
            if self.tokens[place].key == "|":
                last = place
            place = self.partners.get(place, place) + 1
        self.separators.add(last)
        return last

    def _result(self) -> Expression:
        self.separators.discard(self.place)
        self.expect("|")
        return self.expression()

    def quantified(self) -> Quantified:
        start, function = self.token.start, self.next().key
        self.next()
        variable = self.name()
        self.expect("IN")
        source = self.expression()
        where = self.expression() if self.take("WHERE") else None
        self.expect(")")
        return Quantified(start, self.end, function, variable, source, where)

    def reduce(self) -> Reduce:
        start = self.next().start
        self.next()
        accumulator = self.name()
        self.expect("=")
        initial = self.expression()
        self.expect(",")
        variable = self.name()
        self.expect("IN")
        source = self.expression()
        self.expect("|")
        result = self.expression()
        self.expect(")")
        return Reduce(start, self.end, accumulator, initial, variable, source, result)

    def projection(self, base: Variable) -> MapProjection:
        self.next()
        self.enter()
        keys: list[Name] = []
        entries: list[tuple[Name, Expression]] = []
        variables: list[Variable] = []
        everything, first = False, True
        while self.key != "}":
            if not first:
                self.expect(",")
            first = False
            if self.take(".", "*"):
                everything = True
            elif self.take("."):
                keys.append(self.name("a key"))
            else:
                name = self.name("a key")
                if self.take(":"):
                    entries.append((name, self.expression()))
                else:
                    variables.append(Variable(name.start, name.end, name))
        self.next()
        self.depth -= 1
        return MapProjection(base.start, self.end, base, tuple(keys), tuple(entries), tuple(variables), everything)

    def case(self) -> Case:
        start = self.next().start
        subject = None if self.key == "WHEN" else self.expression()
        branches = []
        while self.take("WHEN"):
            tests = [self._case_test(subject)]
            while self.take(","):
                tests.append(self._case_test(subject))
            self.expect("THEN")
            branches.append((tuple(tests), self.expression()))
        if not branches:
            raise self.stopped("WHEN is expected")
        otherwise = self.expression() if self.take("ELSE") else None
        self.expect("END")
        return Case(start, self.end, subject, tuple(branches), otherwise)

    def _case_test(self, subject: Expression | None) -> Expression:
        """A test of CASE; in its newer form the left side of a comparison is left out."""
        if subject is not None and self.key in _COMPARISONS and self.token.kind != "name":
            start = self.token.start
            self.enter()
            rest = self.rest_of_expression(Value(start, start, None))
            self.depth -= 1
            return rest if isinstance(rest, Operation) else Operation(start, self.end, ("IS",), (rest,))
        return self.expression()

    def subquery(self) -> Subquery:
        start, function = self.token.start, self.next().key
        self.next()
        self.enter()
        bare = self.key == "(" or (self.is_name() and self.peek().key == "=")
        query = self._bare_match() if bare else self.query()
        self.depth -= 1
        self.expect("}")
        return Subquery(start, self.end, function, query)

    def _bare_match(self) -> Query:
        start = self.token.start
        patterns = self.patterns()
        where = self.expression() if self.take("WHERE") else None
        match = Match(start, self.end, False, patterns, where)
        return Query(start, self.end, (SingleQuery(start, self.end, (match,)),))
