"""The parser's part for expressions: operators and how they bind, then what stands between them.

Values that hold others, lists and subqueries among them, are in ``compounds``.
"""

from __future__ import annotations

from kgqa.cypher.parser.compounds import (
    at_path,
    read_case,
    read_expressions,
    read_projection,
    read_quantified,
    read_reduce,
    read_square,
    read_subquery,
)
from kgqa.cypher.parser.patterns import SHORTEST, read_elements, read_labels, read_map, read_parameter, read_pattern
from kgqa.cypher.parser.tokens import LONGEST_CHAIN, Cursor, unescaped, unquoted
from kgqa.cypher.tree import (
    Call,
    Expression,
    LabelTest,
    Operation,
    Pattern,
    PatternExpression,
    Property,
    Subscript,
    Value,
    Variable,
)

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
_CONSTANTS: dict[str, bool | float | None] = {
    "TRUE": True, "FALSE": False, "NULL": None, "INF": float("inf"), "INFINITY": float("inf"), "NAN": float("nan"),
}  # fmt: skip
_RESERVED = ("TRUE", "FALSE", "NULL")
_QUANTIFIERS = ("ALL", "ANY", "NONE", "SINGLE")
_SUBQUERIES = ("EXISTS", "COUNT", "COLLECT")


def read_expression(at: Cursor) -> Expression:
    at.enter()
    found = _operation(at, 0)
    at.depth -= 1
    return found


def read_rest(at: Cursor, left: Expression) -> Expression:
    """An expression whose first value has been read already."""
    return _joined_to(at, read_accesses(at, left), 0)


def _operation(at: Cursor, least: int) -> Expression:
    return _joined_to(at, _prefixed(at), least)


def _joined_to(at: Cursor, left: Expression, least: int) -> Expression:
    while True:
        power = _POWERS.get(at.key, -1)
        if power < max(least, 1) or at.token.kind not in ("word", "symbol"):
            return left
        if at.key in ("IS", "::"):
            left = _is(at, left)
            continue
        operators, operands = [], [left]
        while _POWERS.get(at.key) == power and at.key not in ("IS", "::"):
            operators.append(_operator(at))
            operands.append(_operation(at, power + 1))
        left = Operation(left.start, at.end, tuple(operators), tuple(operands))


def _operator(at: Cursor) -> str:
    key = at.next().key
    if key in ("STARTS", "ENDS"):
        at.expect("WITH")
        return f"{key} WITH"
    return key


def _prefixed(at: Cursor) -> Expression:
    start = at.token.start
    if at.key == "NOT" and at.token.kind == "word":
        at.next()
        at.enter()
        operand = _operation(at, _NOT)
        at.depth -= 1
        return Operation(start, at.end, ("NOT",), (operand,))
    if at.key in ("-", "+"):
        sign = at.next().key
        at.enter()
        operand = _prefixed(at)
        at.depth -= 1
        return Operation(start, at.end, (sign,), (operand,))
    return read_accesses(at, read_value(at))


def read_accesses(at: Cursor, base: Expression) -> Expression:
    """What follows directly on a value: ``.key``, ``[index]``, ``:Label``."""
    for _ in range(LONGEST_CHAIN):
        if at.key == "." and at.is_name(1):
            at.next()
            key = at.name()
            base = Property(base.start, key.end, base, key)
        elif at.key == "[":
            base = _subscript(at, base)
        elif at.key == ":" and (at.is_name(1) or at.peek().key in ("!", "(", "%", "$")):
            at.next()
            labels = read_labels(at)
            base = LabelTest(base.start, at.end, base, labels)
        else:
            return base
    raise at.stopped(f"one value has more than {LONGEST_CHAIN} accesses")


def _subscript(at: Cursor, base: Expression) -> Expression:
    at.next()
    low = None if at.key == ".." else at.expression()
    if at.take(".."):
        high = None if at.key == "]" else at.expression()
        at.expect("]")
        return Subscript(base.start, at.end, base, low, high, True)
    at.expect("]")
    return Subscript(base.start, at.end, base, low)


def _is(at: Cursor, left: Expression) -> Expression:
    """``IS NULL``, ``IS NOT NULL``, ``IS :: TYPE``, ``IS NFC NORMALIZED``, ``IS Label``."""
    words = [at.next().key]
    if words == ["IS"] and at.take("NOT"):
        words.append("NOT")
    if at.take("NULL"):
        return Operation(left.start, at.end, (" ".join([*words, "NULL"]),), (left,))
    if words == ["::"] or at.take("::") or at.take("TYPED"):
        _type(at)
        return Operation(left.start, at.end, (" ".join([*words, "TYPED"]),), (left,))
    if at.key == "NORMALIZED" or at.peek().key == "NORMALIZED":
        while at.next().key != "NORMALIZED":
            pass
        return Operation(left.start, at.end, (" ".join([*words, "NORMALIZED"]),), (left,))
    labels = read_labels(at)
    return LabelTest(left.start, at.end, left, labels)


def _type(at: Cursor) -> None:
    if at.key not in _TYPE_WORDS:
        raise at.stopped("the name of a type is expected")
    while at.key in _TYPE_WORDS or (at.key == "|" and at.peek().key in _TYPE_WORDS):
        at.next()
        if at.take("<"):
            at.enter()
            _type(at)
            at.depth -= 1
            at.expect(">")


def read_value(at: Cursor) -> Expression:
    token = at.token
    if token.kind in ("word", "name"):
        return _word(at) if token.kind == "word" else _named(at)
    if token.kind == "string":
        at.next()
        return Value(token.start, token.end, unescaped(token.text))
    if token.kind == "number":
        at.next()
        return Value(token.start, token.end, _number(token.text))
    if token.kind == "parameter":
        return read_parameter(at)
    if token.key == "(":
        return _brackets(at)
    if token.key == "[":
        return read_square(at)
    if token.key == "{":
        return read_map(at)
    raise at.stopped("a value is expected")


def _word(at: Cursor) -> Expression:
    token, after = at.token, at.peek()
    if token.key in _CONSTANTS and after.key != "(" and (after.key != "." or token.key in _RESERVED):
        at.next()
        return Value(token.start, token.end, _CONSTANTS[token.key])
    if token.key == "CASE" and after.key not in (".", ",", ")", "]"):
        return read_case(at)
    if token.key in _SUBQUERIES and after.key == "{" and at.peek(2).key != ".":
        return read_subquery(at)
    if after.key == "(":
        if token.key in _QUANTIFIERS and at.is_name(2) and at.peek(3).key == "IN":
            return read_quantified(at)
        if token.key == "REDUCE" and at.is_name(2) and at.peek(3).key == "=":
            return read_reduce(at)
        if token.key in SHORTEST:
            pattern = read_pattern(at)
            return PatternExpression(pattern.start, pattern.end, pattern)
    return _named(at)


def _named(at: Cursor) -> Expression:
    """A function, a map projection or a variable."""
    ahead = 1
    while at.peek(ahead).key == "." and at.is_name(ahead + 1):
        ahead += 2
    if at.peek(ahead).key == "(":
        return _call(at, ahead)
    name = at.name()
    variable = Variable(name.start, name.end, name)
    return read_projection(at, variable) if at.key == "{" else variable


def _call(at: Cursor, words: int) -> Call:
    start = at.token.start
    name = "".join(unquoted(at.next().text) for _ in range(words))
    at.next()
    distinct = at.key == "DISTINCT" and at.peek().key not in (")", ",", ".")
    if distinct or (at.key == "ALL" and at.peek().kind in ("word", "name")):
        at.next()
    if at.take("*"):
        at.expect(")")
        return Call(start, at.end, name, (), distinct, True)
    arguments = read_expressions(at, ")") if at.key != ")" else ()
    at.expect(")")
    return Call(start, at.end, name, arguments, distinct)


def _brackets(at: Cursor) -> Expression:
    if at_path(at):
        start = at.token.start
        elements = read_elements(at)
        return PatternExpression(start, at.end, Pattern(start, at.end, elements))
    at.next()
    inner = at.expression()
    at.expect(")")
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
