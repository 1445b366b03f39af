"""The binder, and its part for patterns: which node and relationship each variable in them is."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kgqa.cypher.bindings import Bindings, Hop, Meaning, Node, Place, PropertyUse, Relationship
from kgqa.cypher.tree import Expression, Group, MapLiteral, NodePattern, Pattern, Query, RelationshipPattern

Scope = dict[str, Meaning]
"""What each variable that can be named stands for."""


class Binder:
    """Where binding stands in a statement, and what it has found.

    Attributes:
        subquery: how a query inside an expression is bound; clauses are read above expressions.
    """

    def __init__(self, subquery: Callable[[Binder, Query, Scope], Scope]) -> None:
        self.found = Bindings()
        self.place = Place(0, ())
        self.frames = 0
        self.subquery = subquery

    def deeper(self) -> tuple[int, ...]:
        """Opens a frame; returns the frames before it, to which whoever opened it goes back."""
        frames = self.place.frames
        self.frames += 1
        self.place = Place(self.place.stretch, (*frames, self.frames))
        return frames


def bind_patterns(at: Binder, patterns: Iterable[Pattern], scope: Scope) -> list[Expression | None]:
    """Binds the variables of patterns; returns their conditions, which may name each other and are read next."""
    inside: list[Expression | None] = []
    for pattern in patterns:
        _pattern(at, pattern, scope, inside)
    return inside


def _pattern(at: Binder, pattern: Pattern, scope: Scope, inside: list[Expression | None]) -> tuple[int, int]:
    """Binds one pattern; returns its first and last node."""
    ends: list[tuple[int, NodePattern | None]] = []
    waiting: RelationshipPattern | None = None
    first = last = -1
    for element in pattern.elements:
        if isinstance(element, RelationshipPattern):
            waiting = element
            continue
        if isinstance(element, Group):
            start, end = _pattern(at, element.pattern, scope, inside)
            inside.append(element.where)
            written = None
        else:
            start = end = _node(at, element, scope, inside)
            written = element
        if waiting is not None and ends:
            _hop(at, waiting, ends[-1], (start, written), scope, inside)
            waiting = None
        ends.append((end, written))
        first, last = (start if first < 0 else first), end
    if pattern.variable is not None:
        scope.setdefault(pattern.variable.text, Meaning("path"))
    return first, last


def _node(at: Binder, pattern: NodePattern, scope: Scope, inside: list[Expression | None]) -> int:
    name = pattern.variable.text if pattern.variable else ""
    known = scope.get(name)
    if name and known is not None and known.kind == "node" and not known.lists:
        index = known.index
    else:
        index = len(at.found.nodes)
        at.found.nodes.append(Node(index, name))
        if name:
            scope[name] = Meaning("node", index)
    at.found.nodes[index].patterns.append(pattern)
    _conditions(at, pattern, Meaning("node", index), inside)
    return index


def _hop(
    at: Binder,
    pattern: RelationshipPattern,
    left: tuple[int, NodePattern | None],
    right: tuple[int, NodePattern | None],
    scope: Scope,
    inside: list[Expression | None],
) -> None:
    name = pattern.variable.text if pattern.variable else ""
    many = int(pattern.length is not None or pattern.quantifier is not None)
    known = scope.get(name)
    if name and known is not None and known.kind == "relationship":
        index = known.index
    else:
        index = len(at.found.relationships)
        at.found.relationships.append(Relationship(index, name))
        if name:
            scope[name] = Meaning("relationship", index, many)
    at.found.relationships[index].hops.append(len(at.found.hops))
    at.found.hops.append(Hop(left[0], right[0], pattern, left[1], right[1], index, at.place))
    _conditions(at, pattern, Meaning("relationship", index), inside)


def _conditions(
    at: Binder, pattern: NodePattern | RelationshipPattern, meaning: Meaning, inside: list[Expression | None]
) -> None:
    if isinstance(pattern.properties, MapLiteral):
        for key, value in pattern.properties.entries:
            at.found.uses.append(PropertyUse(meaning, key, None, at.place))
            inside.append(value)
    else:
        inside.append(pattern.properties)
    inside.append(pattern.where)
