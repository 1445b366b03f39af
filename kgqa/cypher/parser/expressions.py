"""The parser's part for expressions, operators first; what stands between operators is in ``values``."""

from __future__ import annotations

from kgqa.cypher.parser.reader import LONGEST_CHAIN
from kgqa.cypher.parser.values import ValueReader
from kgqa.cypher.tree import Expression, LabelTest, Operation, Property, Subscript

_POWERS = {
    "OR": 1, "XOR": 2, "AND": 3,
    "=": 5, "<>": 5, "<": 5, ">": 5, "<=": 5, ">=": 5,
    "=~": 6, "IN": 6, "STARTS": 6, "ENDS": 6, "CONTAINS": 6, "IS": 6, "::": 6,
    "+": 7, "-": 7, "||": 7, "*": 8, "/": 8, "%": 8, "^": 9,
}  # fmt: skip
_NOT = 4
_TYPE_WORDS = frozenset({
    "ANY", "ARRAY", "BOOL", "BOOLEAN", "DATE", "DATETIME", "DURATION", "EDGE", "FLOAT", "FLOAT32", "FLOAT64", "INT",
    "INT8", "INT16", "INT32", "INT64", "INTEGER", "INTEGER8", "INTEGER16", "INTEGER32", "INTEGER64", "LIST", "LOCAL",
    "MAP", "NODE", "NOT", "NOTHING", "NULL", "PATH", "POINT", "PROPERTY", "RELATIONSHIP", "SIGNED", "STRING", "TIME",
    "TIMESTAMP", "TIMEZONE", "VALUE", "VARCHAR", "VERTEX", "WITH", "WITHOUT", "ZONE", "ZONED",
})  # fmt: skip


class ExpressionReader(ValueReader):
    """Reads expressions."""

    def expression(self) -> Expression:
        self.enter()
        found = self._operation(0)
        self.depth -= 1
        return found

    def rest_of_expression(self, left: Expression) -> Expression:
        """An expression whose first value has been read already."""
        return self._joined_to(self._accesses(left), 0)

    def _operation(self, least: int) -> Expression:
        return self._joined_to(self._prefixed(), least)

    def _joined_to(self, left: Expression, least: int) -> Expression:
        while True:
            power = _POWERS.get(self.key, -1)
            if power < max(least, 1) or self.token.kind not in ("word", "symbol"):
                return left
            if self.key in ("IS", "::"):
                left = self._is(left)
                continue
            operators, operands = [], [left]
            while _POWERS.get(self.key) == power and self.key not in ("IS", "::"):
                operators.append(self._operator())
                operands.append(self._operation(power + 1))
            left = Operation(left.start, self.end, tuple(operators), tuple(operands))

    def _operator(self) -> str:
        key = self.next().key
        if key in ("STARTS", "ENDS"):
            self.expect("WITH")
            return f"{key} WITH"
        return key

    def _prefixed(self) -> Expression:
        start = self.token.start
        if self.key == "NOT" and self.token.kind == "word":
            self.next()
            self.enter()
            operand = self._operation(_NOT)
            self.depth -= 1
            return Operation(start, self.end, ("NOT",), (operand,))
        if self.key in ("-", "+"):
            sign = self.next().key
            self.enter()
            operand = self._prefixed()
            self.depth -= 1
            return Operation(start, self.end, (sign,), (operand,))
        return self._accesses(self.value())

    def _accesses(self, base: Expression) -> Expression:
        """What follows directly on a value: ``.key``, ``[index]``, ``:Label``."""
        for _ in range(LONGEST_CHAIN):
            if self.key == "." and self.is_name(1):
                self.next()
                key = self.name()
                base = Property(base.start, key.end, base, key)
            elif self.key == "[":
                base = self._subscript(base)
            elif self.key == ":" and (self.is_name(1) or self.peek().key in ("!", "(", "%", "$")):
                self.next()
                labels = self.labels()
                base = LabelTest(base.start, self.end, base, labels)
            else:
                return base
        raise self.stopped(f"one value has more than {LONGEST_CHAIN} accesses")

    def _subscript(self, base: Expression) -> Expression:
        self.next()
        low = None if self.key == ".." else self.expression()
        if self.take(".."):
            high = None if self.key == "]" else self.expression()
            self.expect("]")
            return Subscript(base.start, self.end, base, low, high, True)
        self.expect("]")
        return Subscript(base.start, self.end, base, low)

    def _is(self, left: Expression) -> Expression:
        """``IS NULL``, ``IS NOT NULL``, ``IS :: TYPE``, ``IS NFC NORMALIZED``, ``IS Label``."""
        words = [self.next().key]
        if words == ["IS"] and self.take("NOT"):
            words.append("NOT")
        if self.take("NULL"):
            return Operation(left.start, self.end, (" ".join([*words, "NULL"]),), (left,))
        if words == ["::"] or self.take("::") or self.take("TYPED"):
            self._type()
            return Operation(left.start, self.end, (" ".join([*words, "TYPED"]),), (left,))
        if self.key == "NORMALIZED" or self.peek().key == "NORMALIZED":
            while self.next().key != "NORMALIZED":
                pass
            return Operation(left.start, self.end, (" ".join([*words, "NORMALIZED"]),), (left,))
        labels = self.labels()
        return LabelTest(left.start, self.end, left, labels)

    def _type(self) -> None:
        if self.key not in _TYPE_WORDS:
            raise self.stopped("the name of a type is expected")
        while self.key in _TYPE_WORDS or (self.key == "|" and self.peek().key in _TYPE_WORDS):
            self.next()
            if self.take("<"):
                self.enter()
                self._type()
                self.depth -= 1
                self.expect(">")
