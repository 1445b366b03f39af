"""The texts with which a statement looks for nodes: ``{name: "x"}``, ``n.name = "x"``, ``n.name CONTAINS "x"``.

Also where a variable stands for texts, as in ``WITH 'x' AS name``, ``UNWIND ['x'] AS name`` and
``any(name IN ['x'] WHERE ...)``; and what kind of thing a node is by the names with which it is looked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from kgqa.cypher.bindings import Bindings
from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.names import Denoted, folded
from kgqa.cypher.checker.reach import NameSet
from kgqa.cypher.tree import (
    Call,
    Case,
    Expression,
    Item,
    ListComprehension,
    ListLiteral,
    MapLiteral,
    Name,
    NodePattern,
    Operation,
    Property,
    Quantified,
    Reduce,
    RelationshipPattern,
    Statement,
    Unwind,
    Value,
    Variable,
)
from kgqa.cypher.walk import walk
from kgqa.records import NameField, TextMatch

_WAYS: dict[str, TextMatch] = {
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
    way: TextMatch
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
    left: Expression, way: TextMatch, sides: tuple[Expression, ...], nodes: dict[tuple[int, int], int], known: Texts,
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


Texts = Mapping[str, tuple[tuple[Value, str], ...]]
"""By variable, the literals that it stands for, each with its text."""


def stand_ins(statement: Statement) -> Texts:
    """The variables that stand for texts and nothing else anywhere in the statement."""
    given: dict[str, list[Expression | None]] = {}
    for part in walk(statement):
        if isinstance(part, Item):
            name, source = part.alias, part.expression
        elif isinstance(part, (Unwind, Quantified, ListComprehension)):
            name, source = part.variable, part.source
        elif isinstance(part, (NodePattern, RelationshipPattern, Reduce)):
            name, source = part.variable, None
        else:
            continue
        if isinstance(name, Name):
            given.setdefault(name.text, []).append(source)
    return {name: texts for name, (source, *more) in given.items() if not more and (texts := _texts(source))}


def texts_of(part: Expression, known: Texts) -> tuple[tuple[Value, str], ...]:
    """The literals for which an expression stands: itself, or those of a variable."""
    if isinstance(part, Variable):
        return known.get(part.name.text, ())
    return _texts(part) if isinstance(part, Value) else ()


def _texts(source: Expression | None) -> tuple[tuple[Value, str], ...]:
    values = source.items if isinstance(source, ListLiteral) else (source,)
    found = tuple((one, one.value) for one in values if isinstance(one, Value) and isinstance(one.value, str))
    return found if len(found) == len(values) else ()


def denoted_labels(found: Iterable[Sought], denoted: Denoted, schema: GraphSchema) -> dict[int, NameSet]:
    """By node, the labels of the things that its texts denote; of several texts those that all have in common.

    A text denotes what the question names with it, or else everything that the graph calls just so, but for case.
    """
    labels: dict[int, NameSet] = {}
    for one in found:
        if one.way != "=" or one.denied:
            continue
        asked = denoted.asked(one.text)
        if asked is not None and asked.label in schema.nodes and _field(schema, asked.label, one) is not None:
            held = frozenset({asked.label})
        else:
            held = frozenset(label for label in schema.nodes if _has(denoted, schema, label, one))
        if held:
            labels[one.node] = labels.get(one.node, held) & held
    return {node: held for node, held in labels.items() if held}


def settled(kinds: Mapping[int, NameSet], given: tuple[NameSet | None, ...]) -> frozenset[int]:
    """The nodes whose given label is a label of what they are looked for as."""
    return frozenset(node for node, held in kinds.items() if (given[node] or frozenset()) & held)


def _has(denoted: Denoted, schema: GraphSchema, label: str, one: Sought) -> bool:
    field = _field(schema, label, one)
    return field is not None and bool(denoted.written(one.text, "=", frozenset({label}), field))


def _field(schema: GraphSchema, label: str, one: Sought) -> NameField | None:
    """What the key of a text is of a label: its name, its identifier, or neither; the wrong case is repaired later."""
    wanted = folded(one.key.text)
    if label in schema.display and folded(schema.display[label]) == wanted:
        return "name"
    return "identifier" if label in schema.identifiers and folded(schema.identifiers[label]) == wanted else None
