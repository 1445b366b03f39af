"""Patterns of Cypher over one schema, and the statement in the making that they are joined in.

They keep to forms on which Neo4j and the embedded server agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from kgqa.graph.quoting import quoted
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.records import Query
from kgqa.schema.model import Property, Relation, Schema

MANY = 100
"""Values of a list beyond which they are looked up in an index one by one, or a node that was found is looked up among
them: the embedded server compares each node that it finds by a list with the whole list, so that the work grows with
the square of its length."""


class Patterns:
    """Writes the patterns for one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def pattern(
        self, label: str, hop: Hop, near: str, edge: str, far: str, *, with_denials: bool = False,
        with_mirrors: bool = True, found: tuple[str, str] | None = None,
    ) -> str:  # fmt: skip
        """A one-hop pattern from a label over a relation.

        Args:
            with_denials: the edge types that deny the relation are included.
            with_mirrors: those that record its links from their other end are; either may hold what the other lacks.
            found: at which of both nodes the search begins, which then stands first, and by which property it is looked
                up one by one, if it is.
        """
        types = self.types(hop, with_denials=with_denials, with_mirrors=with_mirrors)
        directed = self.directed(hop, with_mirrors=with_mirrors)
        return self.step(label, hop, types, near, edge, far, directed=directed, found=found)

    def types(self, hop: Hop, *, with_denials: bool = False, with_mirrors: bool = True) -> list[str]:
        """The edge types over which a hop leads, as of ``pattern``."""
        relation = hop.relation
        mirrors = [mirror.type for mirror in self.mirrors(relation)] if with_mirrors else []
        return list(dict.fromkeys([relation.type, *mirrors, *(self.denials(relation) if with_denials else [])]))

    def directed(self, hop: Hop, *, with_mirrors: bool = True) -> bool:
        """Whether the edges of a hop all point one way."""
        return not (hop.relation.symmetric or (with_mirrors and self.mirrors(hop.relation)))

    def step(
        self, label: str, hop: Hop, types: Iterable[str], near: str, edge: str, far: str, *, directed: bool,
        found: tuple[str, str] | None = None,
    ) -> str:  # fmt: skip
        """A pattern between the ends of a hop over edges of any of some types; ``found`` as of ``pattern``."""
        middle = f"-[{edge}:{'|'.join(quoted(name) for name in types)}]-"
        ends, onward = [(near, label), (far, hop.end)], hop.forward
        if found is not None and found[0] == far:
            ends, onward = ends[::-1], not onward
        if directed:
            middle = f"{middle}>" if onward else f"<{middle}"
        first, last = (
            self.node_pattern(name, type_, found[1] if found is not None and found[0] == name else "")
            for name, type_ in ends
        )
        return f"{first}{middle}{last}"

    def many(self, label: str, values: Sequence[str]) -> bool:
        """Whether nodes of a label are better looked up one by one than by a list of values."""
        return self.schema.node(label).indexed and len(values) > MANY

    def begins_at_far_end(self, label: str, values: int, hop: Hop, far_values: int) -> bool:
        """Whether a search between so many things of both ends of a hop looks at fewer edges from the far end.

        What leads on from a node is found among all of its edges, whatever their type, so that one of a few hundred
        pathways can have more of them than a thousand genes.
        """
        return far_values * self._edges_of_one(hop.end) < values * self._edges_of_one(label)

    def _edges_of_one(self, label: str) -> float:
        """How many edges a thing of a label has at the mean; 1 where that is not known."""
        ends = sum(one.count * ((one.source == label) + (one.target == label)) for one in self.schema.relations)
        return max(1.0, ends / max(1, self.schema.node(label).count))

    def node_pattern(self, name: str, label: str, found_by: str = "") -> str:
        """A pattern of one node; ``found_by``: the property by which it is looked up."""
        looked_up = f" {{{quoted(found_by)}: sought}}" if found_by else ""
        return f"({name}:{quoted(label)}{looked_up})"

    def mirrors(self, relation: Relation) -> list[Relation]:
        """The relations between two types that record the links of this one from their other end."""
        ends = (relation.target, relation.source)
        return [
            other
            for other in self.schema.relations
            if other.mirrors == relation.type and (other.source, other.target) == ends and ends[0] != ends[1]
        ]

    def denials(self, relation: Relation) -> list[str]:
        """The edge types that deny a relation between the same labels."""
        return [
            other.type
            for other in self.schema.relations
            if other.negates == relation.type and (other.source, other.target) == (relation.source, relation.target)
        ]


def ids_of(things: Sequence[Thing]) -> list[str]:
    """Every identifier of some things, each once."""
    return list(dict.fromkeys(id_ for thing in things for id_ in thing.ids))


def _may_share_edge(one: Condition, other: Condition) -> bool:
    """Whether an edge may meet two conditions on the same thing."""
    way = (one.hop.relation, one.hop.forward) == (other.hop.relation, other.hop.forward)
    if one.hop.relation != other.hop.relation or not (way or one.hop.relation.source == one.hop.relation.target):
        return False
    named = one.variable is None and other.variable is None and one.keys is None and other.keys is None
    if not named or not one.things or not other.things:
        return True
    return not set(ids_of(one.things)).isdisjoint(ids_of(other.things))


class StatementWriter:
    """One statement in the making: patterns that are joined by equal keys, and what they must meet.

    Conditions stand side by side in one MATCH, each joined to the one before by the key of the thing: this is what
    both servers join fastest. A second MATCH behind WITH reads a whole label again for every row, and conditions that
    are all joined to one node in the middle are multiplied first. Within one MATCH no edge is found twice, so that a
    condition which the edge of another one may meet as well asks whether there is such an edge.
    """

    def __init__(self, patterns: Patterns) -> None:
        self.planned = patterns
        self.schema = patterns.schema
        self.patterns: list[str] = []
        self.wanted: list[str] = []
        self.parameters: dict[str, Any] = {}
        self._beginning = ""
        self._ending = ""
        self._number = 0

    def returns(self, ending: str) -> None:
        """Sets what follows the MATCH."""
        self._ending = ending

    def query(self, columns: tuple[str, ...], purpose: str) -> Query:
        """The finished statement."""
        return Query(f"{self._beginning}{self._match()}\n{self._ending}", columns, self.parameters, purpose)

    def parameter(self, value: Any) -> str:
        """The name under which a value travels."""
        name = f"p{len(self.parameters)}"
        self.parameters[name] = value
        return name

    def describe(self, variable: Variable, key: str = "") -> str:
        """Adds what a variable must meet, and returns the name of a node that stands for it.

        Args:
            key: an expression that the key of the variable must equal; empty where there is none yet.
        """
        same = quoted(self.schema.node(variable.label).same_property)
        first, previous = "", key
        joined: list[Condition] = []
        for condition in variable.conditions:
            if not condition.negated and not any(_may_share_edge(one, condition) for one in joined):
                joined.append(condition)
                self._number += 1
                near = f"x{self._number}"
                if previous:
                    self.wanted.append(f"{near}.{same} = {previous}")
                self._join(variable.label, condition, near, alone=not key and len(variable.conditions) == 1)
                first, previous = first or near, f"{near}.{same}"
        if not first:
            self._number += 1
            first = f"x{self._number}"
            self.patterns.append(f"({first}:{quoted(variable.label)})")
            if key:
                self.wanted.append(f"{first}.{same} = {key}")
            elif group := self.schema.node(variable.label).group_property:
                self.wanted.append(f"{first}.{quoted(group)} IS NULL")  # no thing itself, but what is said of several
        for condition in variable.conditions:
            if not any(condition is one for one in joined):
                exists = self._exists(variable.label, condition, f"{first}.{same}")
                self.wanted.append(f"NOT {exists}" if condition.negated else exists)
        return first

    def within(
        self, name: str, property_: str, values: Sequence[str], *, one_by_one: bool = False, by_key: bool = False
    ) -> None:
        """Keeps the nodes that have one of some values.

        Args:
            one_by_one: each value is looked up, and the search begins at what has it.
            by_key: of nodes that are found from elsewhere the value is looked up among these, as the key of a map.
        """
        if by_key:
            self.wanted.append(f"${self.parameter(dict.fromkeys(values, True))}[{name}.{quoted(property_)}]")
            return
        parameter = self.parameter(list(dict.fromkeys(values)))
        if one_by_one:
            self._beginning = f"UNWIND ${parameter} AS sought\n"
        else:
            self.wanted.append(f"{name}.{quoted(property_)} IN ${parameter}")

    def any_held(self, edge: str, property_: Property, values: Sequence[str]) -> str:
        """A condition that an edge has one of some values for a property, or among several."""
        told = f"{edge}.{quoted(property_.name)}"
        if property_.type != "LIST":
            return f"{told} IN ${self.parameter(list(values))}"
        return f"({' OR '.join(f'${self.parameter(one)} IN {told}' for one in values)})"

    def far_end(self, condition: Condition, far: str, *, one_by_one: bool = False, by_key: bool = False) -> None:
        """Adds what the far end of a condition must be: one of some things, of some keys, or described further.

        Args:
            one_by_one, by_key: as of ``within``.
        """
        named = self.named(condition)
        if named is not None:
            self.within(far, *named, one_by_one=one_by_one, by_key=by_key)
        elif condition.variable is not None:
            same = self.schema.node(condition.hop.end).same_property
            self.describe(condition.variable, f"{far}.{quoted(same)}")

    def named(self, condition: Condition) -> tuple[str, Sequence[str]] | None:
        """The property and the values by which the far end of a condition is known; None where it is not named."""
        end = self.schema.node(condition.hop.end)
        if condition.keys is not None:
            return end.same_property, condition.keys
        return (end.id_property, ids_of(condition.things)) if condition.variable is None and condition.things else None

    def positive(self, relation: Relation, edge: str) -> None:
        """Keeps the records which do not deny the link."""
        if relation.against:
            told = f"{edge}.{quoted(relation.against)}"
            self.wanted.append(f"coalesce({told}, false) = false" if relation.against_missing else f"{told} = false")

    def polarity(self, condition: Condition, edge: str) -> None:
        """Keeps the records that say of the link what a condition asks: that it holds, or that it does not."""
        relation = condition.hop.relation
        if condition.denied and relation.against:
            self.wanted.append(f"{edge}.{quoted(relation.against)} = true")
        elif condition.denied:
            self.wanted.append(f"type({edge}) IN ${self.parameter(self.planned.denials(relation))}")
        else:
            self.positive(relation, edge)

    def _join(self, label: str, condition: Condition, near: str, *, alone: bool) -> None:
        """Adds the edge of a condition.

        Args:
            alone: nothing else is asked, so that the search may begin at the far end.
        """
        edge, far = f"r{self._number}", f"t{self._number}"
        named = self.named(condition)
        one_by_one = alone and named is not None and self.planned.many(condition.hop.end, named[1])
        found = (far, named[0]) if one_by_one and named is not None else None
        self.patterns.append(
            self.planned.pattern(label, condition.hop, near, edge, far, with_denials=condition.denied, found=found)
        )
        self.far_end(condition, far, one_by_one=one_by_one)
        self.polarity(condition, edge)

    def _exists(self, label: str, condition: Condition, key: str) -> str:
        """A subquery that asks whether a thing meets a condition that is to be ruled out."""
        outer, self.patterns, self.wanted = (self.patterns, self.wanted), [], []
        self.describe(Variable(label, (replace(condition, negated=False),)), key)
        inner = self._match().replace("\n", " ")
        self.patterns, self.wanted = outer
        return f"EXISTS {{ {inner} }}"

    def _match(self) -> str:
        where = f"\nWHERE {' AND '.join(self.wanted)}" if self.wanted else ""
        return f"MATCH {', '.join(self.patterns)}{where}"
