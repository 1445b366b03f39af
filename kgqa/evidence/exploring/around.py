"""Statements about what stands around one thing; they keep to the forms of ``statements.py``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from kgqa.graph.quoting import quoted
from kgqa.planning.statements import EDGE_COLUMNS, Statements
from kgqa.questions.intent import Hop, Thing
from kgqa.records import Query
from kgqa.schema.model import Property, Relation, Schema

NUMBERS = ("INTEGER", "FLOAT")


@dataclass(frozen=True, slots=True)
class Ranks:
    """How facts are sorted by their evidence, and which are left out.

    Attributes:
        fields: the fields that tell the kind of evidence.
        values: for each field by rank, the strongest first, the values that have it.
        unknown: rank of a fact none of whose fields tells a known kind.
        least: the weakest rank that is asked for.
        sources: of which one must be a source of the fact; empty for any.
    """

    fields: tuple[Property, ...]
    values: tuple[tuple[tuple[str, ...], ...], ...]
    unknown: float
    least: float
    sources: tuple[str, ...] = ()


class Around:
    """Writes the statements for one schema. Their texts depend on it alone, so that a server plans each once."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._statements = Statements(schema)

    def hops(self, label: str) -> list[Hop]:
        """Every way that leads from things of a label over a relation, in the order of the schema.

        A symmetric relation is one way, whichever end its edges are recorded from. A relation that denies another
        belongs to that one, where there is one.
        """
        found = []
        for relation in self.schema.relations:
            if self._is_half(relation) or self.schema.is_read_with_another(relation):
                continue
            if relation.source == label:
                found.append(Hop(relation, forward=True))
            if relation.target == label and not (relation.symmetric and relation.source == label):
                found.append(Hop(relation, forward=False))
        return found

    def nodes(self, label: str, ids: Sequence[str]) -> Query:
        """The nodes with these identifiers. Columns: id, name, properties."""
        node = self.schema.node(label)
        id_ = quoted(node.id_property)
        return Query(
            f"MATCH (x:{quoted(label)})\nWHERE x.{id_} IN $ids\n"
            f"RETURN x.{id_} AS id, x.{quoted(node.name_property)} AS name, properties(x) AS properties\nORDER BY id",
            ("id", "name", "properties"),
            {"ids": list(ids)},
            "the thing",
        )

    def holders(self, identifier: str) -> list[Query]:
        """The nodes of any label with an identifier. Columns: label, id, same."""
        return [
            Query(
                f"MATCH (x:{quoted(node.label)})\nWHERE x.{quoted(node.id_property)} = $id\n"
                f"RETURN $label AS label, x.{quoted(node.id_property)} AS id, x.{quoted(node.same_property)} AS same",
                ("label", "id", "same"),
                {"id": identifier, "label": node.label},
                "the thing with an identifier",
            )
            for node in self.schema.nodes
        ]

    def sharing(self, label: str, key: object) -> Query:
        """The identifiers of one thing. Columns: id."""
        node = self.schema.node(label)
        return Query(
            f"MATCH (x:{quoted(label)})\nWHERE x.{quoted(node.same_property)} = $key\n"
            f"RETURN x.{quoted(node.id_property)} AS id\nORDER BY id",
            ("id",),
            {"key": key},
            "identifiers of the thing",
        )

    def counts(self, thing: Thing, hops: Sequence[Hop]) -> Query:
        """Facts by way. Columns: place (in ``hops``), records, things, against; a way without facts has no row."""
        parts, parameters = [], _ids(thing)
        for place, hop in enumerate(hops):
            same = quoted(self.schema.node(hop.end).same_property)
            parts.append(
                f"{self._match(thing.label, hop)}\nRETURN {place} AS place, count(r) AS records, "
                f"count(DISTINCT t.{same}) AS things, sum({self._against(hop.relation, parameters)}) AS against"
            )
        columns = ("place", "records", "things", "against")
        return Query("\nUNION ALL\n".join(parts), columns, parameters, "facts by relation")

    def facts(self, thing: Thing, hop: Hop, skip: int) -> Query:
        """The facts of one way from the ``skip``-th on, the strongest first. Columns: ``EDGE_COLUMNS``."""
        near, far = ("source", "target") if hop.forward else ("target", "source")
        parameters = _ids(thing)
        parameters["skip"] = skip
        against = self._against(hop.relation, parameters)
        order = [against, *self._strength(hop.relation), f"{far}_name", f"{far}_id", f"{near}_id", "elementId(r)"]
        columns = self._statements.end_columns(thing.label, hop)
        return Query(
            f"{self._match(thing.label, hop)}\n"
            f"RETURN type(r) AS type, properties(r) AS properties,\n       {columns}\n"
            f"ORDER BY {', '.join(order)}\nSKIP $skip",
            EDGE_COLUMNS,
            parameters,
            "facts",
        )

    def evidence_values(self, thing: Thing, hop: Hop, field: Property) -> Query:
        """What the facts of one way have in a field, each value once. Columns: value."""
        each = f"r.{quoted(field.name)}"
        begin = f"UNWIND {each} AS value" if field.type == "LIST" else f"WITH {each} AS value"
        return Query(
            f"{self._match(thing.label, hop)}\n{begin}\nRETURN DISTINCT value AS value",
            ("value",),
            _ids(thing),
            "kinds of evidence",
        )

    def by_evidence(self, thing: Thing, hop: Hop, ranks: Ranks) -> Query:
        """How many facts of one way have each kind of evidence. Columns: rank, records."""
        parameters = _ids(thing)
        return Query(
            f"{self._ranked(thing, hop, ranks, parameters)}\nRETURN rank AS rank, count(r) AS records\nORDER BY rank",
            ("rank", "records"),
            parameters,
            "facts by kind of evidence",
        )

    def strongest(self, thing: Thing, hop: Hop, ranks: Ranks, others: Sequence[str] = ()) -> Query:
        """The facts of one way, those with the strongest evidence first, for and against. Columns: ``EDGE_COLUMNS``.

        Args:
            others: identifiers of the nodes to which facts must lead; none for any.
        """
        near, far = ("source", "target") if hop.forward else ("target", "source")
        parameters = _ids(thing) | ({"others": list(others)} if others else {})
        order = ["rank", *self._strength(hop.relation), f"{far}_name", f"{far}_id", f"{near}_id", "elementId(r)"]
        return Query(
            f"{self._ranked(thing, hop, ranks, parameters)}\n"
            f"RETURN type(r) AS type, properties(r) AS properties,\n"
            f"       {self._statements.end_columns(thing.label, hop)}\nORDER BY {', '.join(order)}",
            EDGE_COLUMNS,
            parameters,
            "facts that join two things" if others else "the strongest facts",
        )

    def _ranked(self, thing: Thing, hop: Hop, ranks: Ranks, parameters: dict[str, Any]) -> str:
        """The facts of one way that are asked for, each with the ``rank`` of its evidence."""
        text = self._match(thing.label, hop)
        if "others" in parameters:
            text += f" AND t.{quoted(self.schema.node(hop.end).id_property)} IN $others"
        if ranks.sources:
            parameters["sources"] = list(ranks.sources)
            told = [_among(field, "sources") for field in hop.relation.properties if field.role == "source"]
            text += f" AND ({' OR '.join(told)})" if told else " AND false"
        names = []
        for place, values in enumerate(ranks.values):
            # Of several values in one field the strongest counts, so that the strongest is asked for first.
            parameters |= {f"tier{place}_{rank}": list(told) for rank, told in enumerate(values)}
            field = ranks.fields[place]
            cases = " ".join(f"WHEN {_among(field, f'tier{place}_{rank}')} THEN {rank}" for rank in range(len(values)))
            text += f"\nWITH *, CASE {cases} ELSE -1 END AS tier{place}"
            names.append(f"tier{place}")
        weakest = names[0] if names else "-1"
        for name in names[1:]:
            text += f"\nWITH *, CASE WHEN {name} > {weakest} THEN {name} ELSE {weakest} END AS worse_{name}"
            weakest = f"worse_{name}"
        parameters |= {"unknown": ranks.unknown, "least": ranks.least}
        text += f"\nWITH *, CASE WHEN {weakest} < 0 THEN $unknown ELSE {weakest} END AS rank"
        return f"{text}\nWHERE rank <= $least"

    def references(self, thing: Thing, hop: Hop) -> Query | None:
        """The different references of the facts of one way, None where its records have none. Columns: reference."""
        cited = next((p for p in hop.relation.properties if p.role == "reference"), None)
        if cited is None:
            return None
        each = f"UNWIND r.{quoted(cited.name)} AS reference" if cited.type == "LIST" else (
            f"WITH r.{quoted(cited.name)} AS reference"
        )  # fmt: skip
        return Query(
            f"{self._match(thing.label, hop)}\n{each}\nRETURN DISTINCT reference AS reference",
            ("reference",),
            _ids(thing),
            "references",
        )

    def sample(self, relation: Relation) -> Query:
        """Some pairs that a relation joins. Columns: source_id, source_name, target_id, target_name."""
        source, target = self.schema.node(relation.source), self.schema.node(relation.target)
        return Query(
            f"MATCH {self._statements.pattern(relation.source, Hop(relation, True), 'x', 'r', 't')}\n"
            f"WHERE x.{quoted(source.name_property)} <> t.{quoted(target.name_property)}\n"
            f"RETURN x.{quoted(source.id_property)} AS source_id, x.{quoted(source.name_property)} AS source_name,\n"
            f"       t.{quoted(target.id_property)} AS target_id, t.{quoted(target.name_property)} AS target_name",
            ("source_id", "source_name", "target_id", "target_name"),
            {},
            "examples",
        )

    def share(self, relation: Relation) -> str | None:
        """The property that holds the share of patients as a number; None where only a text tells it."""
        frequency = next((p for p in relation.properties if p.role == "frequency"), None)
        if frequency is None or frequency.type in NUMBERS:
            return frequency.name if frequency is not None else None
        low = f"{frequency.name}_low"
        return low if low in _numbers(relation) else None

    def _strength(self, relation: Relation) -> list[str]:
        """What sorts facts: counted patients first, then the share. No number comes last, as the order rises."""
        share = self.share(relation)
        if share is None:
            return []
        counted = ["CASE WHEN r.patients IS NULL THEN 1 ELSE 0 END"] if "patients" in _numbers(relation) else []
        return [*counted, f"0 - r.{quoted(share)}"]

    def _match(self, label: str, hop: Hop) -> str:
        """The facts of one way as a MATCH, each once."""
        pattern = self._statements.pattern(label, hop, "x", "r", "t", with_denials=True, with_mirrors=False)
        near, far = quoted(self.schema.node(label).id_property), quoted(self.schema.node(hop.end).id_property)
        wanted = [f"x.{near} IN $ids"]
        if hop.relation.symmetric:
            wanted.append(f"(x.{near} <= t.{far} OR NOT t.{far} IN $ids)")
        elif hop.relation.source == hop.relation.target and not hop.forward:
            wanted.append(f"NOT t.{far} IN $ids")  # a link of a thing to itself is told once, along its direction
        return f"MATCH {pattern}\nWHERE {' AND '.join(wanted)}"

    def _against(self, relation: Relation, parameters: dict[str, Any]) -> str:
        """An expression that is 1 where an edge denies the link, else 0; what it needs is added to the parameters."""
        if relation.negates is not None:
            return "1"
        tests = [f"r.{quoted(relation.against)} = true"] if relation.against else []
        denials = self._statements.denials(relation)
        if denials:
            name = f"denials{len(parameters)}"
            parameters[name] = denials
            tests.append(f"type(r) IN ${name}")
        return f"CASE WHEN {' OR '.join(tests)} THEN 1 ELSE 0 END" if tests else "0"

    def _is_half(self, relation: Relation) -> bool:
        """Whether the edges are those of a symmetric relation between two types from its other end."""
        return any(
            other.symmetric and other.type == relation.mirrors == relation.type
            for other, _ in self.schema.between(relation.source, relation.target)
        )


def _among(field: Property, parameter: str) -> str:
    """A test whether a field of a fact holds one of the values of a parameter."""
    name = f"r.{quoted(field.name)}"
    return f"any(one IN {name} WHERE one IN ${parameter})" if field.type == "LIST" else f"{name} IN ${parameter}"


def _ids(thing: Thing) -> dict[str, Any]:
    return {"ids": list(thing.ids)}


def _numbers(relation: Relation) -> set[str]:
    return {property_.name for property_ in relation.properties if property_.type in NUMBERS}
