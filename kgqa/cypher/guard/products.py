"""Products: sets of nodes that nothing joins and nothing bounds, and what it costs to multiply them with each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from math import prod

from kgqa.cypher.bindings import Bindings
from kgqa.cypher.stages import aggregates
from kgqa.cypher.tree import (
    AnyLabel,
    Group,
    LabelName,
    LabelOperation,
    Labels,
    NodePattern,
    Operation,
    Pattern,
    Projection,
    Property,
    Statement,
    Variable,
)
from kgqa.cypher.walk import variables, walk

MOST_COMBINED = 1_000_000
"""Rows that sets of known size may give when they are multiplied."""
_MOST_FREE = 2
"""How many sets of unknown size may be multiplied, where the first rows are enough."""

_ADVICE = "and nothing joins or bounds them. Join them by a relationship, or name a value."


def products(
    statement: Statement, bindings: Bindings, anchored: Collection[str], counts: Mapping[str, int]
) -> Iterator[str]:
    """A sentence on the first product in a statement that is too large.

    Args:
        anchored: variables of which a condition names a value.
        counts: nodes by label. A product of sets whose sizes it tells is judged by its size, any other by its form.
    """
    joined = _Joined(statement, bindings)
    bounded = {joined.root(node.index) for node in bindings.nodes if node.name and node.name in anchored}
    bounded |= {
        joined.root(node.index) for node in bindings.nodes if any(p.properties or p.where for p in node.patterns)
    }
    for nodes, heavy, cut in _stretches(statement, bindings):
        free = {joined.root(index) for index in nodes} - bounded
        if len(free) < 2:
            continue
        sizes = [_size(joined.members(root), bindings, counts) for root in sorted(free)]
        known = [size for size in sizes if size is not None]
        if len(known) == len(sizes):
            if prod(known) > MOST_COMBINED and (heavy or not cut):
                told = " × ".join(f"{size:,}" for size in known)
                yield f"{len(free)} sets of nodes are multiplied with each other ({told}), {_ADVICE}"
                return
        elif heavy or (len(free) > _MOST_FREE and not cut):
            yield f"{len(free)} sets of nodes are multiplied with each other, {_ADVICE}"
            return


class _Joined:
    """Which nodes of a statement hang together, by relationships, quantified groups or equal values."""

    def __init__(self, statement: Statement, bindings: Bindings) -> None:
        self._above = list(range(len(bindings.nodes)))
        self._index = {id(pattern): node.index for node in bindings.nodes for pattern in node.patterns}
        for hop in bindings.hops:
            self._join(hop.left, hop.right)
        names = {node.name: node.index for node in bindings.nodes if node.name}
        for part in walk(statement):
            if isinstance(part, Pattern):
                self._join_along(part)
            elif isinstance(part, Operation) and part.operators == ("=",):
                equal = [operand for operand in part.operands if isinstance(operand, (Property, Variable))]
                ends = [names[name] for operand in equal for name in variables(operand) if name in names]
                if len(equal) == 2 and len(ends) == 2:
                    self._join(*ends)

    def root(self, index: int) -> int:
        """One node that stands for all that hang together with this one."""
        while self._above[index] != index:
            index = self._above[index]
        return index

    def members(self, root: int) -> list[int]:
        return [index for index in range(len(self._above)) if self.root(index) == root]

    def _join(self, one: int, other: int) -> None:
        self._above[self.root(one)] = self.root(other)

    def _join_along(self, pattern: Pattern) -> None:
        """Joins a path at its groups, which begin at the node before them and end at the one behind them."""
        if any(isinstance(element, Group) for element in pattern.elements):
            nodes = list(_nodes(pattern, self._index))
            for one, other in pairwise(nodes):
                self._join(one, other)


def _size(nodes: list[int], bindings: Bindings, counts: Mapping[str, int]) -> int | None:
    """The most rows that a set of joined nodes can give, each edge between two nodes once; None where it is unknown."""
    sizes = [_count(bindings.nodes[index].patterns, counts) for index in nodes]
    return prod(size for size in sizes if size is not None) if None not in sizes else None


def _count(patterns: list[NodePattern], counts: Mapping[str, int]) -> int | None:
    """How many nodes a node of a statement can be."""
    if not counts:
        return None
    sizes = [_labelled(one.labels, counts) for one in patterns if one.labels is not None]
    known = [size for size in sizes if size is not None]
    return min(known, default=None) if sizes else sum(counts.values())


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


def _stretches(statement: Statement, bindings: Bindings) -> Iterator[tuple[set[int], bool, bool]]:
    """The nodes matched before each WITH or RETURN, whether it needs all of their rows, and whether it has a LIMIT.

    What a subquery matches is not multiplied with the rest, nor are the parts of a UNION.
    """
    index = {id(pattern): node.index for node in bindings.nodes for pattern in node.patterns}
    for single in statement.query.parts:
        stretch: set[int] = set()
        for clause in single.clauses:
            stretch |= {found for pattern in getattr(clause, "patterns", ()) for found in _nodes(pattern, index)}
            if not isinstance(clause, Projection):
                continue
            aggregated = any(aggregates(item.expression) for item in clause.items)
            heavy = clause.distinct or bool(clause.order) or aggregated
            yield set(stretch), heavy, clause.limit is not None
            if clause.limit is not None or aggregated:
                stretch = set()


def _nodes(pattern: Pattern, index: Mapping[int, int]) -> Iterator[int]:
    """The nodes of a path, those in its groups too, without those in its conditions."""
    for element in pattern.elements:
        if isinstance(element, Group):
            yield from _nodes(element.pattern, index)
        elif id(element) in index:
            yield index[id(element)]
