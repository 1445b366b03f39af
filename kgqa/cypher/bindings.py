"""What a statement speaks of: its nodes and relationships, each with every place where it is named."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from kgqa.cypher.tree import Labels, LabelTest, Name, NodePattern, Projection, Property, RelationshipPattern


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a variable or expression stands for.

    Attributes:
        kind: a node, a relationship, a path, or any other value.
        index: which node or relationship of the statement it is.
        lists: in how many lists it is wrapped.
    """

    kind: Literal["node", "relationship", "path", "value"]
    index: int = -1
    lists: int = 0

    def wrapped(self, by: int) -> Meaning:
        """The same in so many more lists."""
        return Meaning(self.kind, self.index, max(self.lists + by, 0)) if self.index >= 0 else VALUE


VALUE = Meaning("value")


@dataclass(frozen=True, slots=True)
class Place:
    """Where in a statement something stands.

    Attributes:
        stretch: number of the stretch between one WITH and the next.
        frames: numbers of the subqueries and comprehensions around it, from the outside in.
    """

    stretch: int
    frames: tuple[int, ...]

    def sees(self, other: Place) -> bool:
        """Whether a variable that is bound at the other place can be named here."""
        return self.stretch == other.stretch and self.frames[: len(other.frames)] == other.frames


@dataclass(slots=True)
class Node:
    """One node of a statement with every pattern in which it stands."""

    index: int
    name: str
    patterns: list[NodePattern] = field(default_factory=list)


@dataclass(slots=True)
class Relationship:
    """One relationship of a statement; ``hops`` are the positions of its patterns among the hops."""

    index: int
    name: str
    hops: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Hop:
    """A relationship pattern with the nodes on its left and right, and their patterns where they are written there."""

    left: int
    right: int
    pattern: RelationshipPattern
    left_pattern: NodePattern | None
    right_pattern: NodePattern | None
    relationship: int
    place: Place


@dataclass(frozen=True, slots=True)
class PropertyUse:
    """A property that is read of a node or relationship.

    Attributes:
        part: the whole access ``n.name``, or None for a key in the map of a pattern or a map projection.
    """

    meaning: Meaning
    key: Name
    part: Property | None
    place: Place


@dataclass(slots=True)
class Bindings:
    """Everything that a statement speaks of, in the order of the text.

    Attributes:
        tests: label conditions outside patterns, each with the node that it tests, or -1.
        asserted: nodes of which a WHERE says that they have one of these labels.
        unbound: variables that nothing binds where they are used, each with the variables that are bound there.
        returned: items of the last RETURN of each part with what they stand for.
        union: whether UNION joins parts.
    """

    nodes: list[Node] = field(default_factory=list)
    relationships: list[Relationship] = field(default_factory=list)
    hops: list[Hop] = field(default_factory=list)
    uses: list[PropertyUse] = field(default_factory=list)
    tests: list[tuple[LabelTest, int]] = field(default_factory=list)
    asserted: list[tuple[int, tuple[Labels, ...]]] = field(default_factory=list)
    unbound: list[tuple[Name, tuple[str, ...]]] = field(default_factory=list)
    returned: list[tuple[Projection, Meaning, int]] = field(default_factory=list)
    union: bool = False
