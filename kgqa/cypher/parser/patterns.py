"""The parser's part for patterns: nodes, relationships, quantified paths, labels and types."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.cypher.parser.tokens import Cursor
from kgqa.cypher.tree import (
    AnyLabel,
    DynamicLabel,
    Expression,
    Group,
    LabelName,
    LabelOperation,
    Labels,
    MapLiteral,
    Name,
    NodePattern,
    Parameter,
    Pattern,
    RelationshipPattern,
    Repeat,
)

SHORTEST = ("SHORTESTPATH", "ALLSHORTESTPATHS")
_SELECTORS = ("SHORTEST", "ALL", "ANY")
_SELECTOR_WORDS = (*_SELECTORS, "PATH", "PATHS", "GROUP", "GROUPS", "0")


def read_patterns(at: Cursor) -> tuple[Pattern, ...]:
    found = [read_pattern(at)]
    while at.take(","):
        found.append(read_pattern(at))
    return tuple(found)


def read_pattern(at: Cursor) -> Pattern:
    """One path with what may stand before it: ``p = SHORTEST 1 (a)-->(b)``."""
    start = at.token.start
    variable = None
    if at.is_name() and at.peek().key == "=":
        variable = at.name()
        at.next()
    selector = _selector(at)
    if at.key in SHORTEST and at.peek().key == "(":
        function = at.next().key
        at.next()
        elements = read_elements(at)
        at.expect(")")
        return Pattern(start, at.end, elements, variable, selector, function)
    elements = read_elements(at)
    return Pattern(start, at.end, elements, variable, selector)


def _selector(at: Cursor) -> str:
    if at.key not in _SELECTORS or at.token.kind != "word" or at.peek().key == "=":
        return ""
    words = []
    while at.key in _SELECTOR_WORDS:
        words.append(at.next().text.upper())
    return " ".join(words)


def read_elements(at: Cursor) -> tuple[NodePattern | RelationshipPattern | Group, ...]:
    """Nodes, relationships and groups up to where the path ends."""
    found: list[NodePattern | RelationshipPattern | Group] = [_element(at)]
    while True:
        if _at_relationship(at):
            found.append(_relationship(at))
            found.append(_element(at))
        elif at.key == "(" and (isinstance(found[-1], Group) or _is_group(at)):
            found.append(_element(at))
        else:
            return tuple(found)


def _at_relationship(at: Cursor) -> bool:
    """Whether a relationship begins here: ``-[``, ``--``, ``<-[`` or ``<--``."""
    ahead = 1 if at.key == "<" else 0
    return at.peek(ahead).key == "-" and at.peek(ahead + 1).key in ("-", "[")


def _is_group(at: Cursor) -> bool:
    """Whether the bracket here holds a path and no node."""
    return at.peek().key == "(" or (at.is_name(1) and at.peek(2).key == "=" and at.peek(3).key == "(")


def _element(at: Cursor) -> NodePattern | Group:
    if at.key != "(":
        raise at.stopped("a node in round brackets is expected")
    return _group(at) if _is_group(at) else _node(at)


def _group(at: Cursor) -> Group:
    start = at.expect("(").start
    at.enter()
    pattern = read_pattern(at)
    where = at.expression() if at.take("WHERE") else None
    at.expect(")")
    at.depth -= 1
    quantifier = _quantifier(at)
    return Group(start, at.end, pattern, where, quantifier)


def _node(at: Cursor) -> NodePattern:
    start = at.expect("(").start
    variable = None
    if _at_variable(at, ")"):
        variable = at.name()
    labels, labels_start = None, None
    if at.key in (":", "IS"):
        labels_start = at.token.start
        at.next()
        labels = read_labels(at)
    properties, where = _conditions(at)
    at.expect(")")
    return NodePattern(start, at.end, variable, labels, properties, where, labels_start)


def _at_variable(at: Cursor, closing: str) -> bool:
    """Whether a variable begins here; IS and WHERE are variables only where nothing else can follow."""
    if at.key in ("IS", "WHERE") and at.token.kind == "word":
        return at.peek().key in (":", "{", "*", "IS", "WHERE", closing)
    return at.is_name()


def _conditions(at: Cursor) -> tuple[Expression | None, Expression | None]:
    """The map and the WHERE inside a node or relationship."""
    properties: Expression | None = None
    if at.key == "{":
        properties = read_map(at)
    elif at.key == "$":
        properties = read_parameter(at)
    where = at.expression() if at.take("WHERE") else None
    return properties, where


def _relationship(at: Cursor) -> RelationshipPattern:
    start = at.token.start
    left = at.take("<")
    at.expect("-")
    variable, types, length, properties, where, inside = None, None, None, None, None, None
    if at.key == "[":
        inside_start = at.next().start
        if _at_variable(at, "]"):
            variable = at.name()
        if at.take(":") or at.take("IS"):
            types = read_labels(at)
        if at.key == "*":
            length = _length(at)
        properties, where = _conditions(at)
        inside = (inside_start, at.expect("]").end)
    at.expect("-")
    right = at.take(">")
    arrow_end = at.end
    quantifier = _quantifier(at)
    return RelationshipPattern(
        start, at.end, left, right, arrow_end, inside, variable, types, length, properties, where, quantifier
    )


def _length(at: Cursor) -> Repeat:
    start = at.expect("*").start
    least = _whole(at)
    if at.take(".."):
        most = _whole(at)
        return Repeat(start, at.end, 1 if least is None else least, most)
    return Repeat(start, at.end, 1 if least is None else least, least)


def _quantifier(at: Cursor) -> Repeat | None:
    start = at.token.start
    if at.take("+"):
        return Repeat(start, at.end, 1, None)
    if at.take("*"):
        return Repeat(start, at.end, 0, None)
    if at.key != "{" or (at.peek().kind != "number" and at.peek().key != ","):
        return None
    at.next()
    least = _whole(at)
    most = _whole(at) if at.take(",") else least
    at.expect("}")
    return Repeat(start, at.end, least or 0, most)


def _whole(at: Cursor) -> int | None:
    """A whole number, if one stands here. One that is longer than any length is taken for a thousand million."""
    if at.token.kind != "number":
        return None
    digits = at.token.text.replace("_", "")
    if not digits.isdecimal():
        raise at.stopped("a whole number is expected")
    at.next()
    return int(digits) if len(digits) < 10 else 10**9


def read_labels(at: Cursor) -> Labels:
    """A label expression: ``A|B``, ``A&!B``, ``A:B``, ``%``, ``$(x)``."""
    return _joined(at, "|", lambda at: _joined(at, "&", _label))


def _joined(at: Cursor, operator: str, operand: Callable[[Cursor], Labels]) -> Labels:
    start = at.token.start
    found = [operand(at)]
    while _at_joint(at, operator):
        at.next()
        if operator == "|":
            at.take(":")
        found.append(operand(at))
    if len(found) == 1:
        return found[0]
    return LabelOperation(start, at.end, operator, tuple(found))  # type: ignore[arg-type]  # one of the two


def _at_joint(at: Cursor, operator: str) -> bool:
    if operator == "&":
        return at.key == "&" or (at.key == ":" and (at.is_name(1) or at.peek().key in ("$", "!", "(", "%")))
    return at.key == "|" and at.place not in at.separators


def _label(at: Cursor) -> Labels:
    start = at.token.start
    if at.take("!"):
        at.enter()
        operand = _label(at)
        at.depth -= 1
        return LabelOperation(start, at.end, "!", (operand,))
    if at.take("("):
        at.enter()
        inner = read_labels(at)
        at.depth -= 1
        at.expect(")")
        return inner
    if at.take("%"):
        return AnyLabel(start, at.end)
    if at.key == "$":
        dynamic = _dynamic(at)
        return DynamicLabel(start, at.end, dynamic)
    name = at.name("a label or relationship type")
    return LabelName(name.start, name.end, name)


def _dynamic(at: Cursor) -> Expression:
    if at.token.kind == "parameter":
        return read_parameter(at)
    at.expect("$")
    if at.key in ("ALL", "ANY"):
        at.next()
    at.expect("(")
    at.enter()
    inner = at.expression()
    at.depth -= 1
    at.expect(")")
    return inner


def read_parameter(at: Cursor) -> Parameter:
    token = at.expect("$")
    if token.kind != "parameter":
        raise at.stopped("the name of a parameter is expected after $")
    return Parameter(token.start, token.end, token.text[1:])


def read_map(at: Cursor) -> MapLiteral:
    start = at.expect("{").start
    at.enter()
    entries: list[tuple[Name, Expression]] = []
    while at.key != "}":
        if entries:
            at.expect(",")
        key = at.name("a key")
        at.expect(":")
        entries.append((key, at.expression()))
    at.next()
    at.depth -= 1
    return MapLiteral(start, at.end, tuple(entries))
