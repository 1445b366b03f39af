"""Trees over a schema: what is asked for at the root, and below it what it must be joined to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.language.quantities import Bounds
from kgqa.questions.floating.senses import Sense
from kgqa.questions.intent import Hop, Thing
from kgqa.questions.paths import direct
from kgqa.schema.model import Property, Relation, Schema

_UNSAID_RELATION = 0.35
"""What a hop costs whose relation no word says, where it is the only one between its types."""
_UNSAID_AMONG_SEVERAL = 0.9
_SAID_BY_KIND = 0.15
"""What one costs that is said by a word for a kind of it."""
_ROUND_ABOUT = 1.0
"""What a name of the type asked for costs that is joined over something else ("diseases of the genes of X")."""
TITLE = 0.1
"""What a word costs that is said of a named thing."""
_UNSAID_TYPE = 0.8
"""What an unnamed thing on the way costs whose type no word says."""


@dataclass(frozen=True, slots=True)
class Named:
    """Things that a node must be joined to, any one of them.

    Attributes:
        chunk: place of the (first) name among the chunks.
    """

    hop: Hop
    things: tuple[Thing, ...]
    chunk: int
    negated: bool = False
    filters: tuple[Filter, ...] = ()
    said: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """What a property of a node, or of the link to it, must be.

    Attributes:
        negated: it must be one of the other values.
        missing: nothing may be recorded of it.
    """

    sense: Sense
    chunk: int
    negated: bool = False
    missing: bool = False

    @property
    def recorded(self) -> Property:
        """The property that it is a condition on."""
        assert self.sense.recorded is not None
        return self.sense.recorded


@dataclass(frozen=True, slots=True)
class Node:
    """Things of one type.

    Attributes:
        parent: place of the node that it is joined to; None at the root.
        hop: from there to it.
        chunk: the word that says the type; None where none does.
        negated: there must be no such thing.
        links: what properties of the link to it must be.
        said: a word says the relation of its hop.
        number: how many of them there must be; None where one is enough.
    """

    label: str
    parent: int | None = None
    hop: Hop | None = None
    chunk: int | None = None
    names: tuple[Named, ...] = ()
    filters: tuple[Filter, ...] = ()
    links: tuple[Filter, ...] = ()
    negated: bool = False
    said: bool = False
    number: Bounds | None = None


@dataclass(frozen=True, slots=True)
class Tree:
    """A tree with what it has cost so far.

    Attributes:
        nodes: the root first, each behind its parent.
        used: places of the chunks that it explains.
    """

    nodes: tuple[Node, ...]
    used: frozenset[int] = frozenset()
    cost: float = 0.0

    @property
    def root(self) -> Node:
        """What is asked for, or where what is asked for begins."""
        return self.nodes[0]

    def place(self, label: str) -> int | None:
        """The node of a type, if there is one."""
        return next((n for n, one in enumerate(self.nodes) if one.label == label), None)

    def using(self, *chunks: int, cost: float = 0.0) -> Tree:
        """The tree that explains further chunks."""
        return replace(self, used=self.used | set(chunks), cost=self.cost + cost)

    def put(self, place: int, node: Node) -> Tree:
        """The tree with another node in a place."""
        return replace(self, nodes=(*self.nodes[:place], node, *self.nodes[place + 1 :]))

    def grown(self, parent: int, hop: Hop, chunk: int | None) -> Tree:
        """The tree with one more node below another."""
        node = Node(hop.end, parent, hop, chunk)
        return replace(self, nodes=(*self.nodes, node))

    def hops(self) -> Iterator[tuple[int, int | None, Hop]]:
        """Every hop: the place of its node and of the name it leads to; None where it leads to the node itself."""
        for place, node in enumerate(self.nodes):
            if node.hop is not None:
                yield place, None, node.hop
            for number, name in enumerate(node.names):
                yield place, number, name.hop

    def says(self, place: int, number: int | None) -> bool:
        """Whether a word says the relation of a hop, by the place of its node and of the name that it leads to."""
        node = self.nodes[place]
        return node.said if number is None else node.names[number].said


class Growing:
    """Grows trees over one schema."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema

    def hops(self, one: str, other: str) -> list[Hop]:
        """The relations that join two types, those of one type with itself left out, as they have sides."""
        return [] if one == other else direct(self._schema, one, other)

    def with_type(self, tree: Tree, sense: Sense, chunk: int) -> Iterator[Tree]:
        """With a word for a type: that of a node which is there, or of one more."""
        number = None if sense.measure is None else sense.measure.bounds
        for one in self._typed(tree, sense.label, chunk, 1.0 - sense.score):
            at = one.place(sense.label)
            if number is None:
                yield one
            elif at:  # what is asked for itself is not counted so
                yield one.put(at, replace(one.nodes[at], number=number))

    def _typed(self, tree: Tree, label: str, chunk: int, cost: float) -> Iterator[Tree]:
        known = tree.place(label)
        if known is not None:
            node = tree.nodes[known]
            said = replace(node, chunk=chunk if node.chunk is None else node.chunk)
            yield tree.put(known, said).using(chunk, cost=cost)
            return
        for parent, node in enumerate(tree.nodes):
            for hop in self.hops(node.label, label):
                yield tree.grown(parent, hop, chunk).using(chunk, cost=cost)
        if not any(self.hops(node.label, label) for node in tree.nodes):
            for grown, hop in self._over(tree, label):
                yield grown.grown(len(grown.nodes) - 1, hop, chunk).using(chunk, cost=cost + _UNSAID_TYPE)

    def _over(self, tree: Tree, label: str) -> Iterator[tuple[Tree, Hop]]:
        """The tree with one more thing that no word says, and each hop that leads from there to a type."""
        known = {node.label for node in tree.nodes}
        for parent, node in enumerate(tree.nodes):
            for between in self._schema.nodes:
                if between.label in known or between.label == label:
                    continue
                for first in self.hops(node.label, between.label):
                    for second in self.hops(between.label, label):
                        yield tree.grown(parent, first, None), second

    def with_name(self, tree: Tree, things: Sequence[Thing], chunks: Sequence[int]) -> Iterator[Tree]:
        """With a name: joined to a node that is there, else over one more."""
        label, found = things[0].label, False
        for place, node in enumerate(tree.nodes):
            for hop in self.hops(node.label, label):
                found = True
                named = Named(hop, tuple(things), chunks[0])
                cost = _ROUND_ABOUT if place and label == tree.root.label else 0.0
                yield tree.put(place, replace(node, names=(*node.names, named))).using(*chunks, cost=cost)
        if found:
            return
        for grown, hop in self._over(tree, label):
            inner = replace(grown.nodes[-1], names=(Named(hop, tuple(things), chunks[0]),))
            yield grown.put(len(grown.nodes) - 1, inner).using(*chunks, cost=_UNSAID_TYPE)

    def with_filter(self, tree: Tree, sense: Sense, chunk: int) -> Iterator[Tree]:
        """With a condition on a property: of a node, of a link, or of one more node."""
        one = Filter(sense, chunk)
        cost = 1.0 - sense.score
        if sense.relation is not None:
            yield from self._with_link(tree, sense.relation, one, cost)
            return
        known = tree.place(sense.label)
        if (
            sense.stands == "value"
            and known is None
            and any(one.things[0].label == sense.label for node in tree.nodes for one in node.names)
        ):
            yield tree.using(chunk, cost=cost + TITLE)  # "whose dog is Hector"
        if known is not None:
            node = tree.nodes[known]
            yield tree.put(known, replace(node, filters=(*node.filters, one))).using(chunk, cost=cost)
            return
        for parent, node in enumerate(tree.nodes):
            for hop in self.hops(node.label, sense.label):
                grown = tree.grown(parent, hop, None)
                inner = replace(grown.nodes[-1], filters=(one,), chunk=chunk if sense.noun else None)
                yield grown.put(len(grown.nodes) - 1, inner).using(
                    chunk, cost=cost + (_SAID_BY_KIND if sense.noun else _UNSAID_TYPE)
                )

    def _with_link(self, tree: Tree, relation: Relation, one: Filter, cost: float) -> Iterator[Tree]:
        """With a condition on a link that is there, else on one to things that no word says ("ran aground in fog"); a
        time may say the link itself ("fitted in 2024")."""
        found, says = False, one.sense.says_what_was_done
        for place, number, hop in tree.hops():
            if hop.relation == relation:
                found = True
                with_link = self._on_link(tree, place, number, one)
                yield (self._said(with_link, place, number) if says else with_link).using(one.chunk, cost=cost)
        if not found:
            for grown in self._over_one(tree, relation):
                place = len(grown.nodes) - 1
                with_link = self._on_link(grown, place, None, one)
                said = self._said(with_link, place, None) if says else with_link
                yield said.using(one.chunk, cost=cost + _UNSAID_TYPE)

    def _over_one(self, tree: Tree, relation: Relation) -> Iterator[Tree]:
        """The tree with one more node, of a type that is not there, over a relation."""
        for parent, node in enumerate(tree.nodes):
            for hop in (Hop(relation, True), Hop(relation, False)):
                if hop.start == node.label != hop.end and tree.place(hop.end) is None:
                    yield tree.grown(parent, hop, None)

    @staticmethod
    def _on_link(tree: Tree, place: int, number: int | None, one: Filter) -> Tree:
        node = tree.nodes[place]
        if number is None:
            return tree.put(place, replace(node, links=(*node.links, one)))
        name = node.names[number]
        names = (*node.names[:number], replace(name, filters=(*name.filters, one)), *node.names[number + 1 :])
        return tree.put(place, replace(node, names=names))

    def with_relation(self, tree: Tree, relations: Sequence[tuple[Relation, float]], chunk: int) -> Iterator[Tree]:
        """With a word for a relation: that of a hop which is there, else of one more."""
        found = False
        for place, number, hop in tree.hops():
            score = max((score for one, score in relations if one == hop.relation), default=0.0)
            if score:
                found = True
                yield self._said(tree, place, number).using(chunk, cost=1.0 - score)
        if found:
            return
        for relation, score in relations:
            for grown in self._over_one(tree, relation):
                yield self._said(grown, len(grown.nodes) - 1, None).using(chunk, cost=1.0 - score + _UNSAID_TYPE)

    @staticmethod
    def _said(tree: Tree, place: int, number: int | None) -> Tree:
        node = tree.nodes[place]
        if number is None:
            return tree.put(place, replace(node, said=True))
        names = (*node.names[:number], replace(node.names[number], said=True), *node.names[number + 1 :])
        return tree.put(place, replace(node, names=names))

    def whole(self, tree: Tree) -> float:
        """What a tree costs with what no word says of it."""
        cost = tree.cost
        for place, number, hop in tree.hops():
            row = [] if number is None else [one.hop for one in tree.nodes[place].names if one.said]
            if not tree.says(place, number) and hop not in row:  # "completed A but not B" says one verb of both
                several = len(self.hops(hop.start, hop.end)) > 1
                cost += _UNSAID_AMONG_SEVERAL if several else _UNSAID_RELATION
        return cost
