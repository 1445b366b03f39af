"""The texts with which a statement looks for nodes: ``{name: "x"}``, ``n.name = "x"``, ``n.name CONTAINS "x"``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.cypher.bindings import Bindings
from kgqa.cypher.checker.names import Way
from kgqa.cypher.checker.stand_ins import Texts, stand_ins, texts_of
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    ListLiteral,
    MapLiteral,
    Name,
    Operation,
    Property,
    Statement,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk

_WAYS: dict[str, Way] = {
    "=": "=", "<>": "=", "CONTAINS": "CONTAINS", "STARTS WITH": "STARTS WITH", "ENDS WITH": "ENDS WITH",
}  # fmt: skip
_CASES = {"tolower": "lower", "lower": "lower", "toupper": "upper", "upper": "upper"}


@dataclass(frozen=True, slots=True)
class Sought:
    """A text that a property of a node is compared with.

    Attributes:
        node: which node of the statement it is.
        access: the property as it is read in a condition; None in the map of a pattern.
        side: what the property is compared with: the text, or a function around it.
        case, side_case: "lower" or "upper" where a function makes it so of the property, and of the text.
        denied: whether the node is one that has another value (``<>``).
    """

    node: int
    key: Name
    way: Way
    text: str
    value: Value
    side: Expression
    access: Property | None = None
    case: str = ""
    side_case: str = ""
    denied: bool = False

    def compared(self, name: str) -> str:
        """A name as it is compared."""
        return cased(name, self.case)

    @property
    def wanted(self) -> str:
        """The text as it is compared."""
        return cased(self.text, self.side_case)


def cased(text: str, case: str) -> str:
    """A text in the case that a function gives it; an empty case leaves it."""
    return text.lower() if case == "lower" else text.upper() if case == "upper" else text


def sought(statement: Statement, bindings: Bindings) -> list[Sought]:
    """Every text that a property of a node is compared with, in patterns first."""
    known = stand_ins(statement)
    found = [
        Sought(node.index, key, "=", text, value, value)
        for node in bindings.nodes
        for pattern in node.patterns
        if isinstance(pattern.properties, MapLiteral)
        for key, given in pattern.properties.entries
        for value, text in texts_of(given, known)
    ]
    nodes = {
        (use.part.start, use.part.end): use.meaning.index
        for use in bindings.uses
        if use.part is not None and use.meaning.kind == "node" and use.meaning.index >= 0 and not use.meaning.lists
    }
    for part in walk(statement):
        if isinstance(part, Operation) and len(part.operands) == 2:
            found += _compared(part, nodes, known)
        elif isinstance(part, Case) and part.subject is not None:
            branches = (condition for conditions, _ in part.branches for condition in conditions)
            found += _alike(part.subject, "=", tuple(branches), nodes, known)
    places = [one.value.start for one in found]
    return [one for one in found if places.count(one.value.start) == 1]


def _compared(operation: Operation, nodes: dict[tuple[int, int], int], known: Texts) -> Iterator[Sought]:
    operator, (left, right) = operation.operators[0], operation.operands
    if operator in ("=", "<>") and not isinstance(_inner(left)[0], Property):
        left, right = right, left
    if operator == "IN" and isinstance(right, (ListLiteral, Variable)):
        items = right.items if isinstance(right, ListLiteral) else (right,)
        yield from _alike(left, "=", items, nodes, known)
    elif operator in _WAYS:
        yield from _alike(left, _WAYS[operator], (right,), nodes, known, denied=operator == "<>")


def _alike(
    left: Expression, way: Way, sides: tuple[Expression, ...], nodes: dict[tuple[int, int], int], known: Texts,
    *, denied: bool = False,
) -> Iterator[Sought]:  # fmt: skip
    """The texts of which a property of a node is to be one."""
    access, case = _inner(left)
    if not isinstance(access, Property) or (access.start, access.end) not in nodes:
        return
    for side in sides:
        inner, side_case = _inner(side)
        for value, text in texts_of(inner, known):
            # What a variable stands for is written elsewhere, where the function around the variable is not.
            whole = side if inner is value else value
            node = nodes[access.start, access.end]
            yield Sought(node, access.key, way, text, value, whole, access, case, side_case, denied)


def _inner(expression: Expression) -> tuple[Expression, str]:
    """What stands in a function that changes case, and that case; any other expression as it is."""
    if isinstance(expression, Call) and len(expression.arguments) == 1 and expression.name.lower() in _CASES:
        return expression.arguments[0], _CASES[expression.name.lower()]
    return expression, ""
