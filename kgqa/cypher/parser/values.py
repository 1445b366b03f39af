"""The parser's part for what stands between operators: literals, names, calls and brackets."""

from __future__ import annotations

from kgqa.cypher.parser.compounds import CompoundReader
from kgqa.cypher.parser.patterns import SHORTEST
from kgqa.cypher.parser.tokens import unescaped, unquoted
from kgqa.cypher.tree import Call, Expression, Pattern, PatternExpression, Value, Variable

_CONSTANTS: dict[str, bool | float | None] = {
    "TRUE": True, "FALSE": False, "NULL": None, "INF": float("inf"), "INFINITY": float("inf"), "NAN": float("nan"),
}  # fmt: skip
_RESERVED = ("TRUE", "FALSE", "NULL")
_QUANTIFIERS = ("ALL", "ANY", "NONE", "SINGLE")
_SUBQUERIES = ("EXISTS", "COUNT", "COLLECT")


class ValueReader(CompoundReader):
    """Reads the operands of expressions."""

    def value(self) -> Expression:
        token = self.token
        if token.kind in ("word", "name"):
            return self._word() if token.kind == "word" else self._named()
        if token.kind == "string":
            self.next()
            return Value(token.start, token.end, unescaped(token.text))
        if token.kind == "number":
            self.next()
            return Value(token.start, token.end, _number(token.text))
        if token.kind == "parameter":
            return self.parameter()
        if token.key == "(":
            return self._brackets()
        if token.key == "[":
            return self.square()
        if token.key == "{":
            return self.map()
        raise self.stopped("a value is expected")

    def _word(self) -> Expression:
        token, after = self.token, self.peek()
        if token.key in _CONSTANTS and after.key != "(" and (after.key != "." or token.key in _RESERVED):
            self.next()
            return Value(token.start, token.end, _CONSTANTS[token.key])
        if token.key == "CASE" and after.key not in (".", ",", ")", "]"):
            return self.case()
        if token.key in _SUBQUERIES and after.key == "{" and self.peek(2).key != ".":
            return self.subquery()
        if after.key == "(":
            if token.key in _QUANTIFIERS and self.is_name(2) and self.peek(3).key == "IN":
                return self.quantified()
            if token.key == "REDUCE" and self.is_name(2) and self.peek(3).key == "=":
                return self.reduce()
            if token.key in SHORTEST:
                pattern = self.pattern()
                return PatternExpression(pattern.start, pattern.end, pattern)
        return self._named()

    def _named(self) -> Expression:
        """A function, a map projection or a variable."""
        ahead = 1
        while self.peek(ahead).key == "." and self.is_name(ahead + 1):
            ahead += 2
        if self.peek(ahead).key == "(":
            return self._call(ahead)
        name = self.name()
        variable = Variable(name.start, name.end, name)
        return self.projection(variable) if self.key == "{" else variable

    def _call(self, words: int) -> Call:
        start = self.token.start
        name = "".join(unquoted(self.next().text) for _ in range(words))
        self.next()
        distinct = self.key == "DISTINCT" and self.peek().key not in (")", ",", ".")
        if distinct or (self.key == "ALL" and self.peek().kind in ("word", "name")):
            self.next()
        if self.take("*"):
            self.expect(")")
            return Call(start, self.end, name, (), distinct, True)
        arguments = self.expressions(")") if self.key != ")" else ()
        self.expect(")")
        return Call(start, self.end, name, arguments, distinct)

    def _brackets(self) -> Expression:
        if self.at_path():
            start = self.token.start
            elements = self.elements()
            return PatternExpression(start, self.end, Pattern(start, self.end, elements))
        self.next()
        inner = self.expression()
        self.expect(")")
        return inner


def _number(text: str) -> int | float:
    """The value of a number; a whole number beyond what a server can hold becomes the nearest fraction."""
    digits = text.replace("_", "").lower()
    try:
        if digits.startswith(("0x", "0o")):
            return int(digits, 0)
        return int(digits) if digits.isdecimal() and len(digits) < 20 else float(digits)
    except ValueError:
        return 0
