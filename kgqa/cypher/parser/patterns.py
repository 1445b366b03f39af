"""The parser's part for patterns: nodes, relationships, quantified paths, labels and types."""

from __future__ import annotations

from collections.abc import Callable

from kgqa.cypher.parser.reader import Reader
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


class PatternReader(Reader):
    """Reads patterns."""

    def patterns(self) -> tuple[Pattern, ...]:
        found = [self.pattern()]
        while self.take(","):
            found.append(self.pattern())
        return tuple(found)

    def pattern(self) -> Pattern:
        """One path with what may stand before it: ``p = SHORTEST 1 (a)-->(b)``."""
        start = self.token.start
        variable = None
        if self.is_name() and self.peek().key == "=":
            variable = self.name()
            self.next()
        selector = self._selector()
        if self.key in SHORTEST and self.peek().key == "(":
            function = self.next().key
            self.next()
            elements = self.elements()
            self.expect(")")
            return Pattern(start, self.end, elements, variable, selector, function)
        elements = self.elements()
        return Pattern(start, self.end, elements, variable, selector)

    def _selector(self) -> str:
        if self.key not in _SELECTORS or self.token.kind != "word" or self.peek().key == "=":
            return ""
        words = []
        while self.key in _SELECTOR_WORDS:
            words.append(self.next().text.upper())
        return " ".join(words)

    def elements(self) -> tuple[NodePattern | RelationshipPattern | Group, ...]:
        """Nodes, relationships and groups up to where the path ends."""
        found: list[NodePattern | RelationshipPattern | Group] = [self._element()]
        while True:
            if self.at_relationship():
                found.append(self.relationship())
                found.append(self._element())
            elif self.key == "(" and (isinstance(found[-1], Group) or self._is_group()):
                found.append(self._element())
            else:
                return tuple(found)

    def at_relationship(self) -> bool:
        """Whether a relationship begins here: ``-[``, ``--``, ``<-[`` or ``<--``."""
        ahead = 1 if self.key == "<" else 0
        return self.peek(ahead).key == "-" and self.peek(ahead + 1).key in ("-", "[")

    def _is_group(self) -> bool:
        """Whether the bracket here holds a path and no node."""
        return self.peek().key == "(" or (self.is_name(1) and self.peek(2).key == "=" and self.peek(3).key == "(")

    def _element(self) -> NodePattern | Group:
        if self.key != "(":
            raise self.stopped("a node in round brackets is expected")
        return self._group() if self._is_group() else self.node()

    def _group(self) -> Group:
        start = self.expect("(").start
        self.enter()
        pattern = self.pattern()
        where = self.expression() if self.take("WHERE") else None
        self.expect(")")
        self.depth -= 1
        quantifier = self._quantifier()
        return Group(start, self.end, pattern, where, quantifier)

    def node(self) -> NodePattern:
        start = self.expect("(").start
        variable = None
        if self._at_variable(")"):
            variable = self.name()
        labels, labels_start = None, None
        if self.key in (":", "IS"):
            labels_start = self.token.start
            self.next()
            labels = self.labels()
        properties, where = self._conditions()
        self.expect(")")
        return NodePattern(start, self.end, variable, labels, properties, where, labels_start)

    def _at_variable(self, closing: str) -> bool:
        """Whether a variable begins here; IS and WHERE are variables only where nothing else can follow."""
        if self.key in ("IS", "WHERE") and self.token.kind == "word":
            return self.peek().key in (":", "{", "*", "IS", "WHERE", closing)
        return self.is_name()

    def _conditions(self) -> tuple[Expression | None, Expression | None]:
        """The map and the WHERE inside a node or relationship."""
        properties: Expression | None = None
        if self.key == "{":
            properties = self.map()
        elif self.key == "$":
            properties = self.parameter()
        where = self.expression() if self.take("WHERE") else None
        return properties, where

    def relationship(self) -> RelationshipPattern:
        start = self.token.start
        left = self.take("<")
        self.expect("-")
        variable, types, length, properties, where, inside = None, None, None, None, None, None
        if self.key == "[":
            inside_start = self.next().start
            if self._at_variable("]"):
                variable = self.name()
            if self.take(":") or self.take("IS"):
                types = self.labels()
            if self.key == "*":
                length = self._length()
            properties, where = self._conditions()
            inside = (inside_start, self.expect("]").end)
        self.expect("-")
        right = self.take(">")
        arrow_end = self.end
        quantifier = self._quantifier()
        return RelationshipPattern(
            start, self.end, left, right, arrow_end, inside, variable, types, length, properties, where, quantifier
        )

    def _length(self) -> Repeat:
        start = self.expect("*").start
        least = self._whole()
        if self.take(".."):
            most = self._whole()
            return Repeat(start, self.end, 1 if least is None else least, most)
        return Repeat(start, self.end, 1 if least is None else least, least)

    def _quantifier(self) -> Repeat | None:
        start = self.token.start
        if self.take("+"):
            return Repeat(start, self.end, 1, None)
        if self.take("*"):
            return Repeat(start, self.end, 0, None)
        if self.key != "{" or (self.peek().kind != "number" and self.peek().key != ","):
            return None
        self.next()
        least = self._whole()
        most = self._whole() if self.take(",") else least
        self.expect("}")
        return Repeat(start, self.end, least or 0, most)

    def _whole(self) -> int | None:
        """A whole number, if one stands here. One that is longer than any length is taken for a thousand million."""
        if self.token.kind != "number":
            return None
        digits = self.token.text.replace("_", "")
        if not digits.isdecimal():
            raise self.stopped("a whole number is expected")
        self.next()
        return int(digits) if len(digits) < 10 else 10**9

    def labels(self) -> Labels:
        """A label expression: ``A|B``, ``A&!B``, ``A:B``, ``%``, ``$(x)``."""
        return self._joined("|", lambda: self._joined("&", self._label))

    def _joined(self, operator: str, operand: Callable[[], Labels]) -> Labels:
        start = self.token.start
        found = [operand()]
        while self._at_joint(operator):
            self.next()
            if operator == "|":
                self.take(":")
            found.append(operand())
        if len(found) == 1:
            return found[0]
        return LabelOperation(start, self.end, operator, tuple(found))  # type: ignore[arg-type]  # one of the two

    def _at_joint(self, operator: str) -> bool:
        if operator == "&":
            return self.key == "&" or (self.key == ":" and (self.is_name(1) or self.peek().key in ("$", "!", "(", "%")))
        return self.key == "|" and self.place not in self.separators

    def _label(self) -> Labels:
        start = self.token.start
        if self.take("!"):
            self.enter()
            operand = self._label()
            self.depth -= 1
            return LabelOperation(start, self.end, "!", (operand,))
        if self.take("("):
            self.enter()
            inner = self.labels()
            self.depth -= 1
            self.expect(")")
            return inner
        if self.take("%"):
            return AnyLabel(start, self.end)
        if self.key == "$":
            dynamic = self._dynamic()
            return DynamicLabel(start, self.end, dynamic)
        name = self.name("a label or relationship type")
        return LabelName(name.start, name.end, name)

    def _dynamic(self) -> Expression:
        if self.token.kind == "parameter":
            return self.parameter()
        self.expect("$")
        if self.key in ("ALL", "ANY"):
            self.next()
        self.expect("(")
        self.enter()
        inner = self.expression()
        self.depth -= 1
        self.expect(")")
        return inner

    def parameter(self) -> Parameter:
        token = self.expect("$")
        if token.kind != "parameter":
            raise self.stopped("the name of a parameter is expected after $")
        return Parameter(token.start, token.end, token.text[1:])

    def map(self) -> MapLiteral:
        start = self.expect("{").start
        self.enter()
        entries: list[tuple[Name, Expression]] = []
        while self.key != "}":
            if entries:
                self.expect(",")
            key = self.name("a key")
            self.expect(":")
            entries.append((key, self.expression()))
        self.next()
        self.depth -= 1
        return MapLiteral(start, self.end, tuple(entries))
