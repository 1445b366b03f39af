"""Cypher from an intent: read-only statements that give the same rows on every server.

They keep to forms on which Neo4j and the embedded server agree: one label on every node, joint conditions behind WITH,
no OPTIONAL MATCH, things counted as ``count(DISTINCT …)``, every column named, a total order before the limit.
"Thing" is the value of a type's ``same_property``: identifiers of one thing share it, so conditions that are recorded
under different identifiers of one disease meet in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from kgqa.graph.names import quoted
from kgqa.graph.schema import Relation, Schema
from kgqa.records import Query
from kgqa.understanding.intent import Condition, Hop, Thing, Variable

MOST_KIND_STEPS = 25
"""Longest way up a kind-of hierarchy that is followed."""

EDGE_COLUMNS = ("type", "properties", "source_id", "source_name", "source", "target_id", "target_name", "target")
"""Of an edge: its ends as stored, its type and properties, and the things that its ends are."""


class Statements:
    """Writes the statements for one schema."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema

    def answers(self, variable: Variable) -> Query:
        """The things that meet the conditions: columns thing, id, name; ordered by name."""
        writer, node = _Writer(self), self.schema.node(variable.label)
        x = writer.describe(variable)
        writer.returns(
            f"RETURN DISTINCT {x}.{quoted(node.same_property)} AS thing, {x}.{quoted(node.id_property)} AS id, "
            f"{x}.{quoted(node.name_property)} AS name\nORDER BY name, id"
        )
        return writer.query(("thing", "id", "name"), "answers")

    def identifiers(self, label: str, keys: Sequence[str]) -> Query:
        """Every identifier of some things. Columns: thing, id, name."""
        writer, node = _Writer(self), self.schema.node(label)
        writer.patterns.append(f"(x:{quoted(label)})")
        writer.wanted.append(f"x.{quoted(node.same_property)} IN ${writer.parameter(list(keys))}")
        writer.returns(
            f"RETURN x.{quoted(node.same_property)} AS thing, x.{quoted(node.id_property)} AS id, "
            f"x.{quoted(node.name_property)} AS name\nORDER BY name, id"
        )
        return writer.query(("thing", "id", "name"), "identifiers of the answers")

    def count(self, variable: Variable) -> Query:
        """How many things meet the conditions: one row, one column."""
        writer = _Writer(self)
        same = quoted(self.schema.node(variable.label).same_property)
        writer.returns(f"RETURN count(DISTINCT {writer.describe(variable)}.{same}) AS things")
        return writer.query(("things",), "count")

    def collected(self, variable: Variable) -> Query:
        """The keys of all things that meet the conditions, as one list in one row."""
        writer = _Writer(self)
        same = quoted(self.schema.node(variable.label).same_property)
        writer.returns(f"RETURN collect(DISTINCT {writer.describe(variable)}.{same}) AS things")
        return writer.query(("things",), "things on the way")

    def against(self, label: str, condition: Condition) -> Query:
        """The keys of all things with a record that denies the link of a condition, as one list in one row."""
        writer = _Writer(self)
        x = writer.describe(Variable(label, (replace(condition, denied=True),)))
        writer.returns(f"RETURN collect(DISTINCT {x}.{quoted(self.schema.node(label).same_property)}) AS things")
        return writer.query(("things",), "records that deny the link")

    def edges(self, label: str, condition: Condition, keys: Sequence[str]) -> Query:
        """Every recorded edge, for and against, between things of a label and what the condition names, if anything.

        Columns: ``EDGE_COLUMNS``, in the direction in which the edge is stored.
        """
        writer, hop = _Writer(self), condition.hop
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t", with_denials=True))
        writer.wanted.append(f"x.{quoted(self.schema.node(label).same_property)} IN ${writer.parameter(list(keys))}")
        writer.far_end(condition, "t")
        return self._edges(writer, label, hop)

    def between(self, one: Thing, other: Thing, hop: Hop) -> Query:
        """Every recorded edge of a relation, for and against, between two things. Columns: ``EDGE_COLUMNS``."""
        writer = _Writer(self)
        writer.patterns.append(self.pattern(one.label, hop, "x", "r", "t", with_denials=True))
        for end, thing in (("x", one), ("t", other)):
            writer.wanted.append(f"{end}.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))}")
        return self._edges(writer, one.label, hop)

    def end_columns(self, label: str, hop: Hop) -> str:
        """What an edge of a hop from ``x`` (of a label) to ``t`` returns about its ends: ids, names and things."""
        ends = [("x", label), ("t", hop.end)]
        columns = []
        for role, (variable, end) in zip(("source", "target"), ends if hop.forward else ends[::-1], strict=True):
            node = self.schema.node(end)
            for suffix, property_ in (
                ("_id", node.id_property),
                ("_name", node.name_property),
                ("", node.same_property),
            ):
                columns.append(f"{variable}.{quoted(property_)} AS {role}{suffix}")
        return ", ".join(columns)

    def _edges(self, writer: _Writer, label: str, hop: Hop) -> Query:
        columns = self.end_columns(label, hop)
        writer.returns(f"RETURN DISTINCT type(r) AS type, properties(r) AS properties,\n       {columns}")
        return writer.query(EDGE_COLUMNS, "evidence")

    def _id(self, label: str) -> str:
        return quoted(self.schema.node(label).id_property)

    def kinds(self, thing: Thing, relation: Relation) -> Query:
        """Identifiers of every kind of a thing, itself left out, as one list in one row."""
        writer, label = _Writer(self), quoted(thing.label)
        writer.patterns.append(f"(k:{label})-[:{quoted(relation.type)}*1..{MOST_KIND_STEPS}]->(t:{label})")
        writer.wanted.append(f"t.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))}")
        writer.returns(f"RETURN collect(DISTINCT k.{self._id(thing.label)}) AS ids")
        return writer.query(("ids",), "kinds")

    def way_up(self, one: Thing, other: Thing, relation: Relation) -> Query:
        """The shortest way from a thing up to a broader one: one row, the ids and the names along it."""
        writer, label, id_ = _Writer(self), quoted(one.label), self._id(one.label)
        writer.patterns += [f"(a:{label})", f"(b:{label})"]
        for end, thing in (("a", one), ("b", other)):
            writer.wanted.append(f"{end}.{id_} IN ${writer.parameter(list(thing.ids))}")
        writer.returns(
            f"MATCH p = shortestPath((a)-[:{quoted(relation.type)}*1..{MOST_KIND_STEPS}]->(b))\n"
            f"RETURN [n IN nodes(p) | n.{id_}] AS ids, "
            f"[n IN nodes(p) | n.{quoted(self.schema.node(one.label).name_property)}] AS names"
        )
        return writer.query(("ids", "names"), "way up")

    def node(self, thing: Thing, property_name: str) -> Query:
        """One property of every record of a thing. Columns: id, name, value."""
        writer, node = _Writer(self), self.schema.node(thing.label)
        writer.patterns.append(f"(x:{quoted(thing.label)})")
        writer.wanted.append(f"x.{quoted(node.id_property)} IN ${writer.parameter(list(thing.ids))}")
        writer.returns(
            f"RETURN x.{quoted(node.id_property)} AS id, x.{quoted(node.name_property)} AS name, "
            f"x.{quoted(property_name)} AS value\nORDER BY id"
        )
        return writer.query(("id", "name", "value"), "property")

    def ranking(self, label: str, hop: Hop) -> Query:
        """Things of a label by how many things a relation joins them to, most first. Columns: thing, name, things."""
        writer, near, far = _Writer(self), self.schema.node(label), self.schema.node(hop.end)
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t"))
        writer.positive(hop.relation, "r")
        writer.returns(
            f"RETURN x.{quoted(near.same_property)} AS thing, min(x.{quoted(near.name_property)}) AS name, "
            f"count(DISTINCT t.{quoted(far.same_property)}) AS things\nORDER BY things DESC, name, thing"
        )
        return writer.query(("thing", "name", "things"), "ranking")

    def pattern(self, label: str, hop: Hop, near: str, edge: str, far: str, *, with_denials: bool = False) -> str:
        """A one-hop pattern from a label over a relation, the edge types that deny the relation included on request."""
        relation = hop.relation
        types = [relation.type, *(self.denials(relation) if with_denials else [])]
        middle = f"-[{edge}:{'|'.join(quoted(name) for name in types)}]-"
        if not relation.symmetric:
            middle = f"{middle}>" if hop.forward else f"<{middle}"
        return f"({near}:{quoted(label)}){middle}({far}:{quoted(hop.end)})"

    def denials(self, relation: Relation) -> list[str]:
        """The edge types that deny a relation between the same labels."""
        return [
            other.type
            for other in self.schema.relations
            if other.negates == relation.type and (other.source, other.target) == (relation.source, relation.target)
        ]


def _ids(things: Sequence[Thing]) -> list[str]:
    return list(dict.fromkeys(id_ for thing in things for id_ in thing.ids))


class _Writer:
    """One statement in the making: patterns that are joined by equal keys, and what they must meet.

    Conditions stand side by side in one MATCH, each joined to the one before by the key of the thing: this is what
    both servers join fastest. A second MATCH behind WITH reads a whole label again for every row, and conditions that
    are all joined to one node in the middle are multiplied first.
    """

    def __init__(self, statements: Statements) -> None:
        self.statements = statements
        self.schema = statements.schema
        self.patterns: list[str] = []
        self.wanted: list[str] = []
        self.parameters: dict[str, Any] = {}
        self._ending = ""
        self._number = 0

    def returns(self, ending: str) -> None:
        """Sets what follows the MATCH."""
        self._ending = ending

    def query(self, columns: tuple[str, ...], purpose: str) -> Query:
        """The finished statement."""
        return Query(f"{self._match()}\n{self._ending}", columns, self.parameters, purpose)

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
        for condition in variable.conditions:
            if not condition.negated:
                self._number += 1
                near = f"x{self._number}"
                if previous:
                    self.wanted.append(f"{near}.{same} = {previous}")
                self._join(variable.label, condition, near)
                first, previous = first or near, f"{near}.{same}"
        if not first:
            self._number += 1
            first = f"x{self._number}"
            self.patterns.append(f"({first}:{quoted(variable.label)})")
            if key:
                self.wanted.append(f"{first}.{same} = {key}")
        for condition in variable.conditions:
            if condition.negated:
                self.wanted.append(f"NOT {self._exists(variable.label, condition, f'{first}.{same}')}")
        return first

    def far_end(self, condition: Condition, far: str) -> None:
        """Adds what the far end of a condition must be: one of some things, of some keys, or described further."""
        end = self.schema.node(condition.hop.end)
        if condition.keys is not None:
            self.wanted.append(f"{far}.{quoted(end.same_property)} IN ${self.parameter(list(condition.keys))}")
        elif condition.variable is not None:
            self.describe(condition.variable, f"{far}.{quoted(end.same_property)}")
        elif condition.things:
            self.wanted.append(f"{far}.{quoted(end.id_property)} IN ${self.parameter(_ids(condition.things))}")

    def positive(self, relation: Relation, edge: str) -> None:
        """Keeps the records which do not deny the link."""
        if relation.against:
            self.wanted.append(f"{edge}.{quoted(relation.against)} = false")

    def _join(self, label: str, condition: Condition, near: str) -> None:
        edge, far, relation = f"r{self._number}", f"t{self._number}", condition.hop.relation
        pattern = self.statements.pattern(label, condition.hop, near, edge, far, with_denials=condition.denied)
        self.patterns.append(pattern)
        self.far_end(condition, far)
        if condition.denied and relation.against:
            self.wanted.append(f"{edge}.{quoted(relation.against)} = true")
        elif condition.denied:
            self.wanted.append(f"type({edge}) IN ${self.parameter(self.statements.denials(relation))}")
        else:
            self.positive(relation, edge)

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
