"""Products and free paths: sets of nodes that nothing joins or bounds, and what it costs to go through them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from math import prod

from kgqa.cypher.guard.amounts import Costly
from kgqa.cypher.tree import AnyLabel, LabelName, LabelOperation, Labels, Repeat

MOST_COMBINED = 1_000_000
"""Rows that sets of known size may give when they are multiplied."""
_MOST_SEARCHED = 100_000_000
"""Rows that may be gone through for the first few, and those that equal values join."""
_MOST_FREE = 2
"""How many sets of unknown size may be multiplied, where the first rows are enough."""
MOST_HOPS = 6
"""Relationships of a path between nodes that nothing names; a path without an end is followed so far."""
UNKNOWN_NODES = 10_000.0
"""Nodes of a label, where the graph's numbers are not known."""
_NAMED_NODES = 10.0
MOST_NAMED = 1_000
"""Values of a list that leaves few nodes."""
FAN = 3.0
"""Relationships of a node that one hop follows, on the average."""
MOST_MATCHED = 100_000.0
"""Rows that patterns are taken to give at most, where they begin with fewer nodes: a product or a free path that gives
more is refused by its form, and any other is ended by its time."""

_ADVICE = "and nothing joins or bounds them. Join them by a relationship, or name a value."
_ENDLESS = (
    "A path of any length, type and direction between any nodes has no end. Give it a length such as *1..3, or name "
    "a node at one of its ends."
)


@dataclass(slots=True)
class _Node:
    """One node of the patterns: how many it can be, None where that is unknown; named where few are left.

    ``behind``: relationships of any type that led to it before these patterns.
    """

    size: float | None
    labelled: bool
    named: bool
    behind: int


@dataclass(slots=True)
class _Hop:
    node: int
    other: int
    most: int
    free: bool
    """Of any type."""
    unended: bool
    endless: bool
    """Without an end, of any type and direction."""
    shortest: bool


@dataclass(slots=True)
class Sets:
    """The nodes that are matched until rows are bounded, and how they hang together."""

    counts: Mapping[str, int]
    _nodes: list[_Node] = field(default_factory=list)
    _hops: list[_Hop] = field(default_factory=list)
    _joined: list[int] = field(default_factory=list)
    _equal: list[int] = field(default_factory=list)
    _compared: list[frozenset[int]] = field(default_factory=list)

    def new(self, *, bound: bool = False, behind: int = 0) -> int:
        """A node that was not named so far; ``bound`` where each row already has one, so many hops ``behind`` it."""
        index = len(self._nodes)
        unlabelled = sum(self.counts.values()) if self.counts else None
        self._nodes.append(_Node(1 if bound else unlabelled, bound, bound, behind))
        self._joined.append(index)
        self._equal.append(index)
        return index

    def label(self, index: int, labels: Labels) -> None:
        node = self._nodes[index]
        size = _labelled(labels, self.counts) if self.counts else None
        known = [one for one in ((node.size if node.labelled else None), size) if one is not None]
        node.size, node.labelled = min(known, default=None), True

    def name(self, index: int) -> None:
        self._nodes[index].named = True

    def join(self, one: int, other: int) -> None:
        """Two nodes that a relationship joins."""
        self._joined[_root(self._joined, one)] = _root(self._joined, other)
        self.equal(one, other)

    def equal(self, one: int, other: int) -> None:
        """Two nodes of which values are the same."""
        self._equal[_root(self._equal, one)] = _root(self._equal, other)

    def compare(self, nodes: Iterable[int]) -> None:
        """Nodes between which a condition may hold for few."""
        self._compared.append(frozenset(nodes))

    def hop(self, one: int, other: int, repeat: Repeat | None, *, free: bool, any_way: bool, shortest: bool) -> None:
        """A relationship, or a path of several, between two nodes."""
        most = 1 if repeat is None else max(MOST_HOPS, repeat.least) if repeat.most is None else repeat.most
        unended = repeat is not None and repeat.most is None
        self._hops.append(_Hop(one, other, most, free, unended, unended and free and any_way, shortest))
        if not shortest:
            self.join(one, other)

    def size(self, index: int) -> float:
        """How many nodes a node can be."""
        node = self._nodes[index]
        if node.named:
            return _NAMED_NODES
        return node.size if node.size is not None else UNKNOWN_NODES

    @property
    def known(self) -> int:
        """How many nodes there are so far."""
        return len(self._nodes)

    def rows(self, before: int, hops_before: int) -> tuple[float, float]:
        """By how much patterns added after so many nodes and hops multiply rows; and of that, what nothing bounds."""
        hops = self._hops[hops_before:]
        grown = free = largest = 1.0
        roots = [_root(self._joined, index) for index in range(len(self._nodes))]
        members: dict[int, list[int]] = {}
        for index, root in enumerate(roots):
            members.setdefault(root, []).append(index)
        named = {_root(self._equal, index) for index, node in enumerate(self._nodes) if node.named}
        for nodes in members.values():
            # What was there before is what the patterns go on from.
            if nodes[0] >= before:
                start = min(1.0 if self._bound(index) else self.size(index) for index in nodes)
                grown *= start
                largest = max(largest, start)
                free *= start if _root(self._equal, nodes[0]) not in named else 1.0
        for hop in hops:
            if not hop.shortest:
                grown *= FAN ** min(hop.most, MOST_HOPS)
        return min(grown, max(MOST_MATCHED, largest)), free

    @property
    def hops(self) -> int:
        return len(self._hops)

    def check(self, *, heavy: bool, cut: bool) -> None:
        """Refuses a product or a path that is too large.

        Args:
            heavy: whether all rows are needed before the first is given.
            cut: whether there is a LIMIT.

        Raises:
            Costly: on the first of them.
        """
        self._paths()
        named = {_root(self._equal, index) for index, node in enumerate(self._nodes) if node.named}
        everywhere = [_root(self._equal, index) for index in range(len(self._nodes))]
        free = sorted(set(everywhere) - named)
        members: dict[int, list[int]] = {}
        for index, root in enumerate(everywhere):
            members.setdefault(root, []).append(index)
        for root in free:
            self._equals(members[root])
        if len(free) < 2:
            return
        compared = any(len({everywhere[index] for index in one} & set(free)) > 1 for one in self._compared)
        sizes = [self._product(members[root]) for root in free]
        known = [size for size in sizes if size is not None]
        if len(known) == len(sizes):
            most = MOST_COMBINED if heavy or not cut else _MOST_SEARCHED if compared else None
            if most is not None and prod(known) > most:
                raise Costly(_multiplied(len(free), known))
        elif heavy or (len(free) > _MOST_FREE and (compared or not cut)):
            raise Costly(f"{len(free)} sets of nodes are multiplied with each other, {_ADVICE}")

    def followed(self, index: int) -> int:
        """How many relationships of any type lead to a node at most, and from it on."""
        root = _root(self._equal, index)
        behind = max(node.behind for at, node in enumerate(self._nodes) if _root(self._equal, at) == root)
        hops = [hop for hop in self._hops if hop.free and not hop.shortest and _root(self._equal, hop.node) == root]
        return behind + sum(hop.most for hop in hops)

    def _paths(self) -> None:
        named = {_root(self._equal, index) for index, node in enumerate(self._nodes) if node.named}
        lengths: dict[int, int] = {}
        for hop in self._hops:
            ends = {_root(self._equal, hop.node), _root(self._equal, hop.other)}
            if hop.endless and not ends & named:
                raise Costly(_ENDLESS)
            if hop.shortest:
                continue
            root = _root(self._equal, hop.node)
            if hop.free or root not in named:
                # Relationships of one type that are followed to their end are few one after the other.
                most = MOST_HOPS // 2 if hop.unended and not hop.free else hop.most
                lengths[root] = lengths.get(root, 0) + most
        free = [self.followed(index) for index, node in enumerate(self._nodes) if node.behind]
        longest = max([*lengths.values(), *free], default=0)
        if longest > MOST_HOPS:
            raise Costly(
                f"A path of {longest} relationships has no named node or no type to keep it small; at most {MOST_HOPS} "
                "are followed so. Shorten it, or name a node at one of its ends and the types of its relationships."
            )

    def _equals(self, members: list[int]) -> None:
        """Sets that only equal values join are gone through as a product by a server without an index."""
        sets: dict[int, list[float]] = {}
        for index in members:
            size = self._nodes[index].size
            if size is not None:
                sets.setdefault(_root(self._joined, index), []).append(size)
        smallest = [min(sizes) for sizes in sets.values()]
        if len(smallest) > 1 and prod(smallest) > 10 * _MOST_SEARCHED:
            raise Costly(_multiplied(len(smallest), smallest))

    def _bound(self, index: int) -> bool:
        return self._nodes[index].named and self._nodes[index].size == 1

    def _product(self, members: Collection[int]) -> float | None:
        """The most rows that joined nodes can give, each edge between two nodes once; None where it is unknown."""
        sizes = [self._nodes[index].size for index in members]
        return prod(size for size in sizes if size is not None) if None not in sizes else None


def _multiplied(sets: int, sizes: list[float]) -> str:
    told = " × ".join(f"{size:,.0f}" for size in sizes)
    return f"{sets} sets of nodes are multiplied with each other ({told}), {_ADVICE}"


def _root(above: list[int], index: int) -> int:
    while above[index] != index:
        above[index] = above[above[index]]
        index = above[index]
    return index


def _labelled(labels: Labels, counts: Mapping[str, int]) -> int | None:
    """The most nodes that a label expression lets through; None where it is unknown."""
    if isinstance(labels, LabelName):
        return counts.get(labels.name.text)
    if not isinstance(labels, LabelOperation):
        return sum(counts.values()) if isinstance(labels, AnyLabel) else None
    if labels.operator == "!":
        return sum(counts.values())
    sizes = [_labelled(operand, counts) for operand in labels.operands]
    known = [size for size in sizes if size is not None]
    if labels.operator == "&":
        return min(known, default=None)
    return sum(known) if len(known) == len(sizes) else None
