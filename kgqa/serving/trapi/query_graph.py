"""What a query graph asks: how much may be asked, what is refused, and what its nodes stand for."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kgqa.errors import KgqaError
from kgqa.evidence import gathering
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import QueryGraph, QueryNode
from kgqa.serving.trapi.constraints import OPERATORS


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one question may ask and get; what is cut is told.

    Attributes:
        ids: identifiers of one node of the question.
        hops: edges of the question.
        names: categories of a node, and predicates of an edge.
    """

    edges: int = 10_000
    results: int = 5_000
    ids: int = 500
    hops: int = 5
    names: int = 200


class AskedError(KgqaError):
    """A question that is not answered as it stands; ``status`` is TRAPI's word for why."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


class Thing(NamedTuple):
    """A thing of the graph: its label and the key that its identifiers share."""

    label: str
    key: str


@dataclass(slots=True)
class AskedNode:
    """What is known so far of a node of the question.

    Attributes:
        asked: by thing the CURIE under which it was asked for; empty where the node is not named.
        above: of a kind of an asked thing its way up: the things it is a kind of, each with the record that says so.
        things: what it may be; None while nothing led to it.
        missing: asked CURIEs that are not in the graph, or of another category.
    """

    query: QueryNode
    asked: dict[Thing, str] = field(default_factory=dict)
    above: dict[Thing, list[tuple[Thing, gathering.Edge]]] = field(default_factory=dict)
    things: set[Thing] | None = None
    missing: tuple[str, ...] = ()

    def stands_for(self, thing: Thing, *, exactly: bool = False) -> list[Thing]:
        """The asked things that a found one is, or is a kind of; itself where nothing was asked by name."""
        if not self.asked:
            return [thing]
        if exactly:
            return [thing] if thing in self.asked else []
        seen, todo = {thing}, [thing]
        while todo:
            new = [up for up, _ in self.above.get(todo.pop(), ()) if up not in seen]
            seen.update(new)
            todo += new
        return [one for one in seen if one in self.asked]

    def way_up(self, thing: Thing, to: Thing) -> list[gathering.Edge]:
        """The records by which a thing is a kind of an asked one, a shortest way."""
        ways: dict[Thing, list[gathering.Edge]] = {thing: []}
        todo = [thing]
        while todo:
            one = todo.pop(0)
            if one == to:
                return ways[one]
            for up, edge in self.above.get(one, ()):
                if up not in ways:
                    ways[up] = [*ways[one], edge]
                    todo.append(up)
        return []


def require_answerable(asked: QueryGraph, limits: Limits) -> None:
    """Refuse what is not answered here, before anything is asked.

    Raises:
        AskedError: it is not; the message says why.
    """
    if asked.paths:
        raise AskedError("NotImplemented", "Paths of any length are not looked for here; ask for each hop.")
    if not asked.nodes or not asked.edges:
        raise AskedError("QueryNotTraversable", "The query graph has no edge. Ask for at least one.")
    if len(asked.edges) > limits.hops:
        raise AskedError("QueryNotTraversable", f"Of a question at most {limits.hops} edges are followed.")
    for key, node in asked.nodes.items():
        if node.constraints:
            raise AskedError("UnsupportedConstraint", f"Node {key}: attributes of nodes cannot be constrained here.")
        if len(node.categories) > limits.names:
            raise AskedError("QueryTooLarge", f"Node {key} has more than {limits.names:,} categories.")
        if len(node.ids) > limits.ids:
            raise AskedError("QueryTooLarge", f"Node {key} has more than {limits.ids:,} identifiers.")
    if not any(node.ids for node in asked.nodes.values()):
        raise AskedError("QueryNotTraversable", "No node of the query graph has an identifier to begin from.")
    joined, reached = True, {next(key for key, node in asked.nodes.items() if node.ids)}
    while joined:
        ends = [{edge.subject, edge.object} for edge in asked.edges.values()]
        more = {end for both in ends if both & reached for end in both} - reached
        reached |= more
        joined = bool(more)
    if lost := [key for key in asked.nodes if key not in reached]:
        raise AskedError("QueryNotTraversable", f"Node {lost[0]} is joined to nothing that has an identifier.")
    for key, edge in asked.edges.items():
        if len(edge.predicates) > limits.names:
            raise AskedError("QueryTooLarge", f"Edge {key} has more than {limits.names:,} predicates.")
        if any(one.operator not in OPERATORS for one in edge.attributes):
            raise AskedError(
                "UnsupportedConstraint", f"Edge {key}: attributes are compared by {', '.join(OPERATORS)} here."
            )


def warnings(asked: QueryGraph) -> Iterator[str]:
    """What is answered in another way than it was asked, a sentence each."""
    for key, edge in asked.edges.items():
        for one in edge.predicates:
            if not biolink.known(one, "predicates"):
                yield f"Edge {key}: Biolink {biolink.version()} has no predicate {one[:80]}."
        if edge.knowledge_type == "inferred":
            yield f"Edge {key}: nothing is predicted here; what is recorded was looked up."
