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

from kgqa.graph.quoting import quoted
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.records import Query
from kgqa.schema.model import Relation, Schema

MOST_KIND_STEPS = 25
"""Longest way up a kind-of hierarchy that is followed."""

MANY = 100
"""Values of a list beyond which they are looked up in an index one by one: the embedded server compares each node that
it finds by a list with the whole list, so that the work grows with the square of its length."""

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
        one_by_one = self.many(label, keys)
        writer.patterns.append(self._node("x", label, node.same_property if one_by_one else ""))
        writer.within("x", node.same_property, keys, one_by_one=one_by_one)
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
        near, far = self.schema.node(label), self.schema.node(hop.end)
        one_by_one = [self.many(label, keys), condition.keys is not None and self.many(hop.end, condition.keys)]
        if all(one_by_one):
            # From the end with more nodes fewer edges lead on, and each is compared with all values of the other end.
            one_by_one = [near.count >= far.count, near.count < far.count]
        elif condition.variable is not None and condition.keys is None:
            one_by_one = [False, False]
        found = ("x", near.same_property) if one_by_one[0] else ("t", far.same_property) if one_by_one[1] else None
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t", with_denials=True, found=found))
        writer.within("x", near.same_property, keys, one_by_one=one_by_one[0])
        writer.far_end(condition, "t", one_by_one=one_by_one[1])
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

    def of_type(self, thing: Thing, label: str) -> Query:
        """How many records of a thing also have another label: one row, one column."""
        writer = _Writer(self)
        writer.patterns.append(f"(x:{quoted(thing.label)})")
        writer.wanted.append(f"x.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))} AND x:{quoted(label)}")
        writer.returns("RETURN count(DISTINCT x) AS nodes")
        return writer.query(("nodes",), "type")

    def ranking(self, label: str, hop: Hop, *, fewest: bool = False) -> Query:
        """Things of a label by how many things a relation joins them to, most or fewest first; those it joins to none
        are left out. Columns: thing, name, things.
        """
        writer, near, far = _Writer(self), self.schema.node(label), self.schema.node(hop.end)
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t"))
        writer.positive(hop.relation, "r")
        order = "things" if fewest else "things DESC"
        writer.returns(
            f"RETURN x.{quoted(near.same_property)} AS thing, min(x.{quoted(near.name_property)}) AS name, "
            f"count(DISTINCT t.{quoted(far.same_property)}) AS things\nORDER BY {order}, name, thing"
        )
        return writer.query(("thing", "name", "things"), "ranking")

    def pattern(
        self, label: str, hop: Hop, near: str, edge: str, far: str, *, with_denials: bool = False,
        with_mirrors: bool = True, found: tuple[str, str] | None = None,
    ) -> str:  # fmt: skip
        """A one-hop pattern from a label over a relation.

        Args:
            with_denials: the edge types that deny the relation are included.
            with_mirrors: those that record its links from their other end are; either may hold what the other lacks.
            found: which of both nodes is looked up, and by which property; it stands first, where the search begins.
        """
        relation = hop.relation
        mirrors = [mirror.type for mirror in self.mirrors(relation)] if with_mirrors else []
        types = dict.fromkeys([relation.type, *mirrors, *(self.denials(relation) if with_denials else [])])
        middle = f"-[{edge}:{'|'.join(quoted(name) for name in types)}]-"
        ends, onward = [(near, label), (far, hop.end)], hop.forward
        if found is not None and found[0] == far:
            ends, onward = ends[::-1], not onward
        if not (relation.symmetric or mirrors):
            middle = f"{middle}>" if onward else f"<{middle}"
        first, last = (
            self._node(name, type_, found[1] if found is not None and found[0] == name else "") for name, type_ in ends
        )
        return f"{first}{middle}{last}"

    def many(self, label: str, values: Sequence[str]) -> bool:
        """Whether nodes of a label are better looked up one by one than by a list of values."""
        return self.schema.node(label).indexed and len(values) > MANY

    def _node(self, name: str, label: str, found_by: str = "") -> str:
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
        for condition in variable.conditions:
            if not condition.negated:
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
        for condition in variable.conditions:
            if condition.negated:
                self.wanted.append(f"NOT {self._exists(variable.label, condition, f'{first}.{same}')}")
        return first

    def within(self, name: str, property_: str, values: Sequence[str], *, one_by_one: bool = False) -> None:
        """Keeps the nodes that have one of some values."""
        parameter = self.parameter(list(dict.fromkeys(values)))
        if one_by_one:
            self._beginning = f"UNWIND ${parameter} AS sought\n"
        else:
            self.wanted.append(f"{name}.{quoted(property_)} IN ${parameter}")

    def far_end(self, condition: Condition, far: str, *, one_by_one: bool = False) -> None:
        """Adds what the far end of a condition must be: one of some things, of some keys, or described further."""
        named = self._named(condition)
        if named is not None:
            self.within(far, *named, one_by_one=one_by_one)
        elif condition.variable is not None:
            same = self.schema.node(condition.hop.end).same_property
            self.describe(condition.variable, f"{far}.{quoted(same)}")

    def _named(self, condition: Condition) -> tuple[str, Sequence[str]] | None:
        """The property and the values by which the far end of a condition is known; None where it is not named."""
        end = self.schema.node(condition.hop.end)
        if condition.keys is not None:
            return end.same_property, condition.keys
        return (end.id_property, _ids(condition.things)) if condition.variable is None and condition.things else None

    def positive(self, relation: Relation, edge: str) -> None:
        """Keeps the records which do not deny the link."""
        if relation.against:
            told = f"{edge}.{quoted(relation.against)}"
            self.wanted.append(f"coalesce({told}, false) = false" if relation.against_missing else f"{told} = false")

    def _join(self, label: str, condition: Condition, near: str, *, alone: bool) -> None:
        """Adds the edge of a condition.

        Args:
            alone: nothing else is asked, so that the search may begin at the far end.
        """
        edge, far, relation = f"r{self._number}", f"t{self._number}", condition.hop.relation
        named = self._named(condition)
        one_by_one = alone and named is not None and self.statements.many(condition.hop.end, named[1])
        found = (far, named[0]) if one_by_one and named is not None else None
        self.patterns.append(
            self.statements.pattern(label, condition.hop, near, edge, far, with_denials=condition.denied, found=found)
        )
        self.far_end(condition, far, one_by_one=one_by_one)
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
