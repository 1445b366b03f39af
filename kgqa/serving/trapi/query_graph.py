"""What a query graph asks: how much may be asked, what is refused, what its nodes stand for, what meets its edges.

An edge of a graph is what one of a question asks for where qualifiers, sources, levels and attributes are. A node may
stand for a set, of which ALL members must be there, or as MANY as can be. The members are asked for one by one; what is
found is then told as one result for each thing that is linked to them, bound to the set by its own identifier where it
has one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from kgqa.errors import KgqaError
from kgqa.evidence import gathering
from kgqa.services.trapi import biolink
from kgqa.services.trapi.model import PRIMARY, AttributeConstraint, Choice, Edge, QueryEdge, QueryGraph, QueryNode


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
        if any(one.operator not in _OPERATORS for one in edge.attributes):
            raise AskedError(
                "UnsupportedConstraint", f"Edge {key}: attributes are compared by {', '.join(_OPERATORS)} here."
            )


def warnings(asked: QueryGraph) -> Iterator[str]:
    """What is answered in another way than it was asked, a sentence each."""
    for key, edge in asked.edges.items():
        for one in edge.predicates:
            if not biolink.known(one, "predicates"):
                yield f"Edge {key}: Biolink {biolink.version()} has no predicate {one[:80]}."
        if edge.knowledge_type == "inferred":
            yield f"Edge {key}: nothing is predicted here; what is recorded was looked up."


_NEGATED = "biolink:negated"
_OPERATORS = ("==", "===", "<", ">")
"""By which attributes are compared."""


def may_meet(asked: QueryEdge, qualifiers: Iterable[tuple[str, str]]) -> bool:
    """Whether records of a relation can meet the qualifiers that are asked, as far as the relation's own tell."""
    own = dict(qualifiers)
    return not asked.qualifiers or any(
        all(type_ not in own or _is(own[type_], value) for type_, value in one) for one in asked.qualifiers
    )


def _is(value: str, wanted: str) -> bool:
    """Whether the value of a qualifier is an asked one or a kind of it."""
    if value.startswith(biolink.PREFIX) or wanted.startswith(biolink.PREFIX):
        return biolink.prefixed(value) in biolink.below(wanted, "predicates")
    return value in biolink.values_below(wanted)


def meets(edge: Edge, asked: QueryEdge) -> bool:
    """Whether an edge is all that the question asks of it."""
    if asked.qualifiers:
        own = {"qualified_predicate": edge.predicate} | dict(edge.qualifiers)
        if not any(all(t in own and _is(own[t], value) for t, value in one) for one in asked.qualifiers):
            return False
    primary_only = asked.sources is not None and asked.sources.primary_only
    choices: tuple[tuple[Choice | None, set[str]], ...] = (
        (asked.knowledge_level, {edge.knowledge_level}),
        (asked.agent_type, {edge.agent_type}),
        (asked.sources, {one.id for one in edge.sources if one.role == PRIMARY or not primary_only}),
    )
    for choice, own_values in choices:
        if choice is not None:
            wanted = {one for value in choice.values for one in biolink.values_below(value)}
            if bool(wanted & own_values) != choice.allow:
                return False
    return all(_attribute_meets(edge, one) for one in asked.attributes)


def asks_for_denials(asked: QueryEdge) -> bool:
    return any(one.id == _NEGATED and one.value is not one.negated for one in asked.attributes)


def _attribute_meets(edge: Edge, asked: AttributeConstraint) -> bool:
    values: list[Any] = [edge.negated] if asked.id == _NEGATED else []
    for one in edge.attributes:
        if asked.id in (one.type, one.name):
            values += one.value if isinstance(one.value, list) else [one.value]
    wanted = asked.value if isinstance(asked.value, list) else [asked.value]
    met = any(_compares(value, asked.operator, other) for value in values for other in wanted)
    return met != asked.negated


def _compares(value: Any, operator: str, other: Any) -> bool:
    if operator in ("==", "==="):
        return bool(value == other)
    numbers = [one for one in (value, other) if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) < 2:
        return False
    return numbers[0] > numbers[1] if operator == ">" else operator == "<" and numbers[0] < numbers[1]


_SETS = ("ALL", "MANY")
Assignment = Mapping[str, Thing]


class ResultGroup(NamedTuple):
    """What is told as one result.

    Attributes:
        bound: by node of the question what stands for it; of a set its members.
        assignments: the ways in which the question holds that it is made of.
    """

    bound: Mapping[str, tuple[Thing, ...]]
    assignments: Sequence[Assignment]


def with_members(asked: QueryGraph) -> QueryGraph:
    """The question with the members of its set in the place of that.

    Raises:
        AskedError: a node is a set of a kind that is not known here, or there are several.
    """
    sets = [key for key, node in asked.nodes.items() if node.set_interpretation not in ("", "BATCH")]
    for key in sets:
        if asked.nodes[key].set_interpretation not in _SETS:
            raise AskedError("NotImplemented", f"Node {key}: sets are asked for by {' or '.join(_SETS)} here.")
    if len(sets) > 1:
        raise AskedError(
            "NotImplemented", f"Nodes {sets[0]} and {sets[1]} are sets; one set is asked for at a time here."
        )
    members = {key: replace(asked.nodes[key], ids=_members(asked.nodes[key])) for key in sets}
    return replace(asked, nodes={**asked.nodes, **members})


def identifier(node: QueryNode) -> str:
    """Of a set that has one of its own; else empty."""
    return node.ids[0] if node.member_ids and node.ids else ""


def grouped(
    asked: QueryGraph, nodes: Mapping[str, AskedNode], assignments: Sequence[Assignment]
) -> tuple[list[ResultGroup], str]:
    """What is found, as results, and what has to be said of it, if anything; of a set those with most members first."""
    key = next((key for key, node in asked.nodes.items() if node.set_interpretation in _SETS), "")
    if not key:
        return [ResultGroup({place: (thing,) for place, thing in one.items()}, (one,)) for one in assignments], ""
    by_others: dict[frozenset[tuple[str, Thing]], list[Assignment]] = {}
    for one in assignments:
        by_others.setdefault(frozenset(pair for pair in one.items() if pair[0] != key), []).append(one)
    wanted = nodes[key].asked
    groups = []
    for others, same in by_others.items():
        members = tuple(dict.fromkeys(one[key] for one in same))
        if asked.nodes[key].set_interpretation == "MANY" or len(members) == len(wanted):
            groups.append(ResultGroup({key: members} | {place: (thing,) for place, thing in others}, same))
    if asked.nodes[key].set_interpretation == "ALL" and nodes[key].missing:
        return [], f"Node {key}: not every member of the set is in this graph, so nothing is linked to ALL of them."
    return sorted(groups, key=lambda one: -len(one.bound[key])), ""


def _members(node: QueryNode) -> tuple[str, ...]:
    return node.member_ids or node.ids
