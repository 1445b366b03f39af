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
from kgqa.planning.patterns import Patterns, StatementWriter, ids_of
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.records import Query
from kgqa.schema.model import Property, Relation

MOST_KIND_STEPS = 25
"""Longest way up a kind-of hierarchy that is followed."""

EDGE_COLUMNS = ("type", "properties", "source_id", "source_name", "source", "target_id", "target_name", "target")
"""Of an edge: its ends as stored, its type and properties, and the things that its ends are."""


class Statements(Patterns):
    """Writes the statements for one schema."""

    def answers(self, variable: Variable) -> Query:
        """The things that meet the conditions: columns thing, id, name; ordered by name."""
        writer, node = StatementWriter(self), self.schema.node(variable.label)
        x = writer.describe(variable)
        writer.returns(
            f"WITH DISTINCT {x}\nRETURN {x}.{quoted(node.same_property)} AS thing, "
            f"{x}.{quoted(node.id_property)} AS id, {x}.{quoted(node.name_property)} AS name\nORDER BY name, id"
        )
        return writer.query(("thing", "id", "name"), "answers")

    def identifiers(self, label: str, keys: Sequence[str], purpose: str = "identifiers of the answers") -> Query:
        """Every identifier of some things. Columns: thing, id, name, equivalents (a list, or null); ordered by name."""
        writer, node = StatementWriter(self), self.schema.node(label)
        equivalents = f"x.{quoted(node.equivalents_property)}" if node.equivalents_property else "null"
        one_by_one = self.many(label, keys)
        writer.patterns.append(self.node_pattern("x", label, node.same_property if one_by_one else ""))
        writer.within("x", node.same_property, keys, one_by_one=one_by_one)
        writer.returns(
            f"RETURN x.{quoted(node.same_property)} AS thing, x.{quoted(node.id_property)} AS id, "
            f"x.{quoted(node.name_property)} AS name, {equivalents} AS equivalents\nORDER BY name, id"
        )
        return writer.query(("thing", "id", "name", "equivalents"), purpose)

    def keys(self, label: str, ids: Sequence[str]) -> Query:
        """The keys of the things that some identifiers stand for, as one list in one row."""
        writer, node = StatementWriter(self), self.schema.node(label)
        one_by_one = self.many(label, ids)
        writer.patterns.append(self.node_pattern("x", label, node.id_property if one_by_one else ""))
        writer.within("x", node.id_property, ids, one_by_one=one_by_one)
        writer.returns(f"RETURN collect(DISTINCT x.{quoted(node.same_property)}) AS things")
        return writer.query(("things",), "the answers of before")

    def count(self, variable: Variable) -> Query:
        """How many things meet the conditions: one row, one column."""
        writer = StatementWriter(self)
        same = quoted(self.schema.node(variable.label).same_property)
        x = writer.describe(variable)
        writer.returns(f"WITH DISTINCT {x}\nRETURN count(DISTINCT {x}.{same}) AS things")
        return writer.query(("things",), "count")

    def collected(self, variable: Variable, *, without_groups: bool = False) -> Query:
        """The keys of all things that meet the conditions, as one list in one row.

        Args:
            without_groups: what only stands above others is left out.
        """
        writer, node = StatementWriter(self), self.schema.node(variable.label)
        x = writer.describe(variable)
        if without_groups and node.group_property:
            writer.wanted.append(f"coalesce({x}.{quoted(node.group_property)}, false) = false")
        writer.returns(f"WITH DISTINCT {x}\nRETURN collect(DISTINCT {x}.{quoted(node.same_property)}) AS things")
        return writer.query(("things",), "things on the way")

    def recorded(self, label: str, condition: Condition) -> Query:
        """The identifiers, of those that a condition names, that have such a record at all, as one list in one row."""
        writer = StatementWriter(self)
        writer.patterns.append(self.pattern(label, condition.hop, "x", "r", "t", with_denials=condition.denied))
        writer.far_end(condition, "t")
        writer.polarity(condition, "r")
        writer.returns(f"RETURN collect(DISTINCT t.{self._id(condition.hop.end)}) AS ids")
        return writer.query(("ids",), "things with a record of their own")

    def qualified(self, label: str, condition: Condition) -> Query:
        """The things that meet a condition whatever it asks of the link, by what is recorded of the asked properties.

        Columns: one for each qualifier of the condition, and the keys of the things as one list. Whether a value is as
        asked is not decided by the server: a count, a per cent and a class of frequencies are texts to it.
        """
        writer = StatementWriter(self)
        x = writer.describe(Variable(label, (replace(condition, qualifiers=()),)))
        if condition.variable is not None:  # without a name on the other side there are too many values to be read
            for one in condition.qualifiers:
                if one.stored:
                    writer.wanted.append(writer.any_held("r1", one.property, one.stored))
        told = [f"r1.{quoted(one.property.name)} AS value{number}" for number, one in enumerate(condition.qualifiers)]
        same = quoted(self.schema.node(label).same_property)
        writer.returns(f"RETURN {', '.join(told)}, collect(DISTINCT {x}.{same}) AS things")
        columns = tuple(f"value{number}" for number in range(len(told)))
        return writer.query((*columns, "things"), "what is recorded of the links")

    def texts(self, relation: Relation, property_name: str) -> Query:
        """The values that a property of a relation has. Columns: value."""
        writer = StatementWriter(self)
        writer.patterns.append(self.pattern(relation.source, Hop(relation, True), "x", "r", "t", with_mirrors=False))
        writer.wanted.append(f"r.{quoted(property_name)} IS NOT NULL")
        writer.returns(f"RETURN DISTINCT r.{quoted(property_name)} AS value")
        return writer.query(("value",), "values of a property")

    def holding(self, relation: Relation, property_: Property, text: str) -> Query:
        """How many records of a relation have a text for a property, or among several: one row, one column."""
        writer = StatementWriter(self)
        writer.patterns.append(self.pattern(relation.source, Hop(relation, True), "x", "r", "t", with_mirrors=False))
        writer.wanted.append(writer.any_held("r", property_, [text]))
        writer.returns("RETURN count(r) AS records")
        return writer.query(("records",), "whether a value is recorded")

    def texts_of_things(self, label: str, property_name: str) -> Query:
        """The values that a property of the things of a label has. Columns: value."""
        writer = StatementWriter(self)
        x = writer.describe(Variable(label))
        writer.wanted.append(f"{x}.{quoted(property_name)} IS NOT NULL")
        writer.returns(f"RETURN DISTINCT {x}.{quoted(property_name)} AS value")
        return writer.query(("value",), "values of a property")

    def reached(self, label: str, condition: Condition) -> Query:
        """How many things that a grounded condition tells each thing of a label is joined to. Columns: thing, things;
        those that are joined to none are left out."""
        writer, near, far = StatementWriter(self), self.schema.node(label), self.schema.node(condition.hop.end)
        writer.patterns.append(self.pattern(label, condition.hop, "x", "r", "t"))
        if condition.keys is not None:
            writer.within("t", far.same_property, condition.keys)
        writer.positive(condition.hop.relation, "r")
        writer.returns(
            f"RETURN x.{quoted(near.same_property)} AS thing, "
            f"count(DISTINCT t.{quoted(far.same_property)}) AS things\nORDER BY things DESC, thing"
        )
        return writer.query(("thing", "things"), "how many each is joined to")

    def values(self, label: str, property_name: str) -> Query:
        """What is recorded of a property of the things of a label; groups of things left out.

        Columns: thing, id, name, value.
        """
        writer, node = StatementWriter(self), self.schema.node(label)
        x = writer.describe(Variable(label))
        writer.wanted.append(f"{x}.{quoted(property_name)} IS NOT NULL")
        writer.returns(
            f"RETURN {x}.{quoted(node.same_property)} AS thing, {x}.{quoted(node.id_property)} AS id, "
            f"{x}.{quoted(node.name_property)} AS name, {x}.{quoted(property_name)} AS value\nORDER BY name, id"
        )
        return writer.query(("thing", "id", "name", "value"), "values of a property")

    def against(self, label: str, condition: Condition) -> Query:
        """The keys of all things with a record that denies the link of a condition, as one list in one row."""
        writer = StatementWriter(self)
        x = writer.describe(Variable(label, (replace(condition, denied=True),)))
        writer.returns(f"RETURN collect(DISTINCT {x}.{quoted(self.schema.node(label).same_property)}) AS things")
        return writer.query(("things",), "records that deny the link")

    def edges(self, label: str, condition: Condition, keys: Sequence[str]) -> Query:
        """Every recorded edge, for and against, between things of a label and what the condition names, if anything.

        Columns: ``EDGE_COLUMNS``, in the direction in which the edge is stored.
        """
        return self._edges(self._joined(label, condition, keys, with_denials=True), label, condition.hop)

    def far_things(self, label: str, condition: Condition, keys: Sequence[str]) -> Query:
        """Everything that a condition joins some things of a label to, each with the keys of those of them.

        Columns: thing, id, name, joined.
        """
        writer = self._joined(label, condition, keys, with_denials=condition.denied)
        writer.polarity(condition, "r")
        end = self.schema.node(condition.hop.end)
        writer.returns(
            f"RETURN t.{quoted(end.same_property)} AS thing, t.{quoted(end.id_property)} AS id, "
            f"t.{quoted(end.name_property)} AS name, "
            f"collect(DISTINCT x.{quoted(self.schema.node(label).same_property)}) AS joined"
        )
        return writer.query(("thing", "id", "name", "joined"), "what the answers are recorded for")

    def _joined(self, label: str, condition: Condition, keys: Sequence[str], *, with_denials: bool) -> StatementWriter:
        """The edges "r" of a condition between things "x" of a label and what it names "t", if anything.

        The search begins at the end from which fewer edges lead on; at the other end what it finds is compared.
        """
        writer, hop = StatementWriter(self), condition.hop
        near = self.schema.node(label)
        named = writer.named(condition)
        described = condition.variable is not None and named is None
        many = not described and self.many(label, keys)
        far_many = named is not None and self.many(hop.end, named[1])
        from_far = named is not None and self.begins_at_far_end(label, len(keys), hop, len(named[1]))
        begin = ("x", near.same_property if many else "")
        if from_far and named is not None:
            begin = ("t", named[0] if far_many else "")
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t", with_denials=with_denials, found=begin))
        writer.within("x", near.same_property, keys, one_by_one=many and not from_far, by_key=many and from_far)
        writer.far_end(condition, "t", one_by_one=far_many and from_far, by_key=far_many and not from_far)
        return writer

    def between(self, one: Thing, other: Thing, hop: Hop) -> Query:
        """Every recorded edge of a relation, for and against, between two things. Columns: ``EDGE_COLUMNS``."""
        writer = StatementWriter(self)
        from_far = self.begins_at_far_end(one.label, len(one.ids), hop, len(other.ids))
        begin = ("t" if from_far else "x", "")
        writer.patterns.append(self.pattern(one.label, hop, "x", "r", "t", with_denials=True, found=begin))
        for end, thing in (("x", one), ("t", other)):
            writer.wanted.append(f"{end}.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))}")
        return self._edges(writer, one.label, hop)

    def links(self, one: Thing, other: Thing, hops: Sequence[Hop]) -> Query:
        """Every recorded edge between two things over some relations, each walked as it is stored, in one statement.

        Columns: ``EDGE_COLUMNS``.
        """
        parts, parameters = [], {"p0": list(one.ids), "p1": list(other.ids)}
        for forward in (True, False):
            walked = [hop for hop in hops if hop.forward == forward]
            if walked:
                types = "|".join(dict.fromkeys(quoted(hop.relation.type) for hop in walked))
                arrow = f"-[r:{types}]->" if forward else f"<-[r:{types}]-"
                parts.append(
                    f"MATCH (x:{quoted(one.label)}){arrow}(t:{quoted(other.label)})\n"
                    f"WHERE x.{self._id(one.label)} IN $p0 AND t.{self._id(other.label)} IN $p1\n"
                    "RETURN DISTINCT type(r) AS type, properties(r) AS properties,\n"
                    f"       {self.end_columns(one.label, walked[0])}"
                )
        return Query("\nUNION ALL\n".join(parts), EDGE_COLUMNS, parameters, "other links")

    def in_common(self, hops: Sequence[Hop], things: Sequence[Thing]) -> Query:
        """Over which of some hops, all of which end at the label of some things, anything is joined to each of these,
        in one statement that looks at every edge of the things once. Columns: hop, its place among the hops.

        Records that deny their link count as well: what is joined is still to be asked.
        """
        node, ids = self.schema.node(things[0].label), ids_of(things)
        same = quoted(node.id_property)
        one_by_one = self.many(node.label, ids)
        found = ("t", node.id_property if one_by_one else "")
        parameters: dict[str, Any] = {"p0": ids}
        parameters |= {f"p{place}": dict.fromkeys(thing.ids, True) for place, thing in enumerate(things, 1)}
        joined = " AND ".join(f"any(id IN ids WHERE $p{place}[id] IS NOT NULL)" for place in range(1, len(things) + 1))
        parts = []
        for hop, directed, places in self._walked_alike(hops):
            parameters[name := f"p{len(parameters)}"] = places
            parts.append(
                f"{'UNWIND $p0 AS sought ' if one_by_one else ''}"
                f"MATCH {self.step(hop.start, hop, places, 'x', 'r', 't', directed=directed, found=found)}"
                f"{'' if one_by_one else f' WHERE t.{same} IN $p0'}\n"
                f"WITH ${name}[type(r)] AS hop, x.{quoted(self.schema.node(hop.start).same_property)} AS thing, "
                f"collect(DISTINCT t.{same}) AS ids\nWHERE {joined}\nRETURN DISTINCT hop AS hop"
            )
        return Query("\nUNION ALL\n".join(parts), ("hop",), parameters, "relations in common")

    def _walked_alike(self, hops: Sequence[Hop]) -> list[tuple[Hop, bool, dict[str, int]]]:
        """Hops that one pattern can follow together: one of them, whether their edges all point one way, and by the
        type of an edge the place of its hop."""
        alike: list[tuple[Hop, bool, dict[str, int]]] = []
        for place, hop in enumerate(hops):
            directed, types = self.directed(hop), dict.fromkeys(self.types(hop), place)
            for other, also_directed, places in alike:
                same_way = (other.start, other.forward, also_directed) == (hop.start, hop.forward, directed)
                if same_way and places.keys().isdisjoint(types):
                    places.update(types)
                    break
            else:
                alike.append((hop, directed, types))
        return alike

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

    def _edges(self, writer: StatementWriter, label: str, hop: Hop) -> Query:
        columns = self.end_columns(label, hop)
        writer.returns(f"RETURN DISTINCT type(r) AS type, properties(r) AS properties,\n       {columns}")
        return writer.query(EDGE_COLUMNS, "evidence")

    def _id(self, label: str) -> str:
        return quoted(self.schema.node(label).id_property)

    def degrees(self, label: str, hop: Hop, keys: Sequence[str]) -> Query:
        """How many records of a relation hold of some things. Columns: thing, records."""
        writer, node = StatementWriter(self), self.schema.node(label)
        one_by_one = self.many(label, keys)
        found = ("x", node.same_property) if one_by_one else None
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t", found=found))
        writer.within("x", node.same_property, keys, one_by_one=one_by_one)
        writer.positive(hop.relation, "r")
        writer.returns(f"RETURN x.{quoted(node.same_property)} AS thing, count(r) AS records")
        return writer.query(("thing", "records"), "how special the answers are")

    def kinds(self, thing: Thing, relation: Relation, *, keys: bool = False, up: bool = False) -> Query:
        """Identifiers, or keys, of every kind of a thing, itself left out, as one list in one row.

        Args:
            up: of everything that it is a kind of instead.
        """
        node = self.schema.node(thing.label)
        told = quoted(node.same_property if keys else node.id_property)
        writer, label = StatementWriter(self), quoted(thing.label)
        steps = f"[:{quoted(relation.type)}*1..{MOST_KIND_STEPS}]"
        writer.patterns.append(f"(t:{label})-{steps}->(k:{label})" if up else f"(k:{label})-{steps}->(t:{label})")
        writer.wanted.append(f"t.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))}")
        writer.returns(f"RETURN collect(DISTINCT k.{told}) AS ids")
        return writer.query(("ids",), "broader things" if up else "kinds")

    def parents(self, label: str, relation: Relation, ids: Sequence[str]) -> Query:
        """The next broader things of some. Columns: narrower, broader."""
        writer, type_, id_ = StatementWriter(self), quoted(label), self._id(label)
        writer.patterns.append(f"(k:{type_})-[:{quoted(relation.type)}]->(t:{type_})")
        writer.within("k", self.schema.node(label).id_property, ids)
        writer.returns(f"RETURN DISTINCT k.{id_} AS narrower, t.{id_} AS broader\nORDER BY narrower, broader")
        return writer.query(("narrower", "broader"), "next broader terms")

    def above(self, label: str, relation: Relation, narrower: Sequence[str], broader: Sequence[str]) -> Query:
        """Which of some things lie below which of others. Columns: narrower, broader."""
        writer, type_ = StatementWriter(self), quoted(label)
        same = quoted(self.schema.node(label).same_property)
        writer.patterns.append(f"(k:{type_})-[:{quoted(relation.type)}*1..{MOST_KIND_STEPS}]->(t:{type_})")
        writer.within("k", self.schema.node(label).same_property, narrower)
        writer.within("t", self.schema.node(label).same_property, broader)
        writer.returns(f"RETURN DISTINCT k.{same} AS narrower, t.{same} AS broader\nORDER BY narrower, broader")
        return writer.query(("narrower", "broader"), "broader and narrower terms")

    def things(self, label: str, ids: Sequence[str], without: str = "") -> Query:
        """How many things some identifiers stand for: one row, one column.

        Args:
            without: a boolean property; nodes where it is true are not counted.
        """
        writer, node = StatementWriter(self), self.schema.node(label)
        one_by_one = self.many(label, ids)
        writer.patterns.append(self.node_pattern("x", label, node.id_property if one_by_one else ""))
        writer.within("x", node.id_property, ids, one_by_one=one_by_one)
        if without:
            writer.wanted.append(f"coalesce(x.{quoted(without)}, false) = false")
        writer.returns(f"RETURN count(DISTINCT x.{quoted(node.same_property)}) AS things")
        return writer.query(("things",), "things")

    def spread(self, label: str, hop: Hop) -> Query:
        """How many things of a label a relation joins to one thing, to two, and so on. Columns: joined, things."""
        writer, near, far = StatementWriter(self), self.schema.node(label), self.schema.node(hop.end)
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t"))
        writer.positive(hop.relation, "r")
        writer.returns(
            f"WITH x.{quoted(near.same_property)} AS thing, count(DISTINCT t.{quoted(far.same_property)}) AS joined\n"
            "RETURN joined, count(DISTINCT thing) AS things\nORDER BY joined"
        )
        return writer.query(("joined", "things"), "things by how many are joined to them")

    def way_up(self, one: Thing, other: Thing, relation: Relation) -> Query:
        """The shortest way from a thing up to a broader one: one row, the ids and the names along it."""
        writer, label, id_ = StatementWriter(self), quoted(one.label), self._id(one.label)
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
        writer, node = StatementWriter(self), self.schema.node(thing.label)
        writer.patterns.append(f"(x:{quoted(thing.label)})")
        writer.wanted.append(f"x.{quoted(node.id_property)} IN ${writer.parameter(list(thing.ids))}")
        writer.returns(
            f"RETURN x.{quoted(node.id_property)} AS id, x.{quoted(node.name_property)} AS name, "
            f"x.{quoted(property_name)} AS value\nORDER BY id"
        )
        return writer.query(("id", "name", "value"), "property")

    def of_type(self, thing: Thing, label: str) -> Query:
        """How many records of a thing also have another label: one row, one column."""
        writer = StatementWriter(self)
        writer.patterns.append(f"(x:{quoted(thing.label)})")
        writer.wanted.append(f"x.{self._id(thing.label)} IN ${writer.parameter(list(thing.ids))} AND x:{quoted(label)}")
        writer.returns("RETURN count(DISTINCT x) AS nodes")
        return writer.query(("nodes",), "type")

    def ranking(self, label: str, hop: Hop, *, among: Sequence[str] | None = None, fewest: bool = False) -> Query:
        """Things of a label by how many things a relation joins them to, most or fewest first; those it joins to none
        are left out. Columns: thing, name, things.

        Args:
            among: the keys of the only ones that are ranked; None for all of them.
        """
        writer, near, far = StatementWriter(self), self.schema.node(label), self.schema.node(hop.end)
        writer.patterns.append(self.pattern(label, hop, "x", "r", "t"))
        writer.positive(hop.relation, "r")
        if among is not None:
            writer.within("x", near.same_property, among)
        order = "things" if fewest else "things DESC"
        writer.returns(
            f"RETURN x.{quoted(near.same_property)} AS thing, min(x.{quoted(near.name_property)}) AS name, "
            f"count(DISTINCT t.{quoted(far.same_property)}) AS things\nORDER BY {order}, name, thing"
        )
        return writer.query(("thing", "name", "things"), "ranking")
