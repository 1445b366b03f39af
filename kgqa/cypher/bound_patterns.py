"""The binder's part for patterns: which node and relationship each variable in them is."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.cypher.bindings import Bindings, Hop, Meaning, Node, Place, PropertyUse, Relationship
from kgqa.cypher.tree import Expression, Group, MapLiteral, NodePattern, Pattern, RelationshipPattern

Scope = dict[str, Meaning]
"""What each variable that can be named stands for."""


class PatternBinder:
    """Binds the nodes and relationships of patterns."""

    def __init__(self) -> None:
        self.found = Bindings()
        self.place = Place(0, ())
        self.frames = 0

    def expressions(self, expressions: Iterable[Expression | None], scope: Scope) -> None:
        """Binds what stands in a pattern's properties and conditions; expressions are bound above."""
        raise NotImplementedError

    def deeper(self) -> tuple[int, ...]:
        """Opens a frame; returns the frames before it, to which whoever opened it goes back."""
        frames = self.place.frames
        self.frames += 1
        self.place = Place(self.place.stretch, (*frames, self.frames))
        return frames

    def patterns(self, patterns: Iterable[Pattern], scope: Scope) -> None:
        """Binds the variables of patterns first, then reads their conditions, which may name each other."""
        inside: list[Expression | None] = []
        for pattern in patterns:
            self._pattern(pattern, scope, inside)
        self.expressions(inside, scope)

    def _pattern(self, pattern: Pattern, scope: Scope, inside: list[Expression | None]) -> tuple[int, int]:
        """Binds one pattern; returns its first and last node."""
        ends: list[tuple[int, NodePattern | None]] = []
        waiting: RelationshipPattern | None = None
        first = last = -1
        for element in pattern.elements:
            if isinstance(element, RelationshipPattern):
                waiting = element
                continue
            if isinstance(element, Group):
                start, end = self._pattern(element.pattern, scope, inside)
                inside.append(element.where)
                written = None
            else:
                start = end = self._node(element, scope, inside)
                written = element
            if waiting is not None and ends:
                self._hop(waiting, ends[-1], (start, written), scope, inside)
                waiting = None
            ends.append((end, written))
            first, last = (start if first < 0 else first), end
        if pattern.variable is not None:
            scope.setdefault(pattern.variable.text, Meaning("path"))
        return first, last

    def _node(self, pattern: NodePattern, scope: Scope, inside: list[Expression | None]) -> int:
        name = pattern.variable.text if pattern.variable else ""
        known = scope.get(name)
        if name and known is not None and known.kind == "node" and not known.lists:
            index = known.index
        else:
            index = len(self.found.nodes)
            self.found.nodes.append(Node(index, name))
            if name:
                scope[name] = Meaning("node", index)
        self.found.nodes[index].patterns.append(pattern)
        self._conditions(pattern, Meaning("node", index), inside)
        return index

    def _hop(
        self,
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
            index = len(self.found.relationships)
            self.found.relationships.append(Relationship(index, name))
            if name:
                scope[name] = Meaning("relationship", index, many)
        self.found.relationships[index].hops.append(len(self.found.hops))
        self.found.hops.append(Hop(left[0], right[0], pattern, left[1], right[1], index, self.place))
        self._conditions(pattern, Meaning("relationship", index), inside)

    def _conditions(
        self, pattern: NodePattern | RelationshipPattern, meaning: Meaning, inside: list[Expression | None]
    ) -> None:
        if isinstance(pattern.properties, MapLiteral):
            for key, value in pattern.properties.entries:
                self.found.uses.append(PropertyUse(meaning, key, None, self.place))
                inside.append(value)
        else:
            inside.append(pattern.properties)
        inside.append(pattern.where)
