"""The schema of a graph that somebody else filled, read with plain statements, a time limit, and nothing installed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph import guesses
from kgqa.graph.guesses import Sampled
from kgqa.graph.load import derive
from kgqa.graph.names import quoted
from kgqa.graph.schema import NodeType, Relation, Schema
from kgqa.graph.store import GraphStore
from kgqa.records import Query

SAMPLE = 500
"""Nodes of a label, and edges of a type, whose properties are looked at."""
PART = 20_000
"""Nodes or edges that are grouped where grouping all of them takes too long."""
MOST_GROUPS = 50_000
SAME_NAME_SHARE = 0.9
"""Least share of different names in a label for which equal names are taken for one thing under two identifiers."""

Labels = frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from a server.

    Attributes:
        synonyms: by label the property that holds other names; labels without one are left out.
        notes: what was guessed, cut or left out, a sentence each.
    """

    schema: Schema
    synonyms: Mapping[str, str]
    notes: tuple[str, ...]

    def type_of(self, labels: Iterable[str]) -> str | None:
        """The label that counts for a node with these labels: the rarest one of the schema, or None."""
        return rarest({node.label: node.count for node in self.schema.nodes}, labels)


def rarest(counts: Mapping[str, int], labels: Iterable[str]) -> str | None:
    """The label with the fewest nodes; of equally rare ones the shorter name."""
    return min((one for one in labels if one in counts), key=lambda one: (counts[one], len(one), one), default=None)


def read_schema(store: GraphStore) -> Reading:
    """Read the types, relations and properties of a graph.

    Every node counts for the rarest of its labels; a label that counts for no node (a catch-all such as ``Entity``)
    is no type. A pattern over a label still finds all its nodes, whatever they count for.

    Raises:
        ServerError, QueryError, TimeLimitError: the server does not answer even about a part of the graph.
    """
    return _Introspection(store).read()


class _Introspection:
    """One reading, statement by statement."""

    def __init__(self, store: GraphStore) -> None:
        self._store = store
        self._notes: list[str] = []
        self._synonyms: dict[str, str] = {}

    def read(self) -> Reading:
        """Types first, then what joins them."""
        sets = self._label_sets()
        counts = self._types(sets)
        nodes = [node for label, count in counts.items() if (node := self._node(label, count)) is not None]
        self._say_guesses(nodes)
        relations = self._relations({node.label for node in nodes})
        return Reading(Schema(tuple(nodes), tuple(relations)), self._synonyms, tuple(self._notes))

    def _rows(self, cypher: str, *columns: str, most: int = MOST_GROUPS) -> list[tuple[Any, ...]]:
        return list(self._store.run(Query(cypher, columns), max_rows=most).rows)

    def _label_sets(self) -> Counter[Labels]:
        """Nodes by the set of their labels."""
        try:
            rows = self._rows("MATCH (n) RETURN labels(n) AS labels, count(n) AS nodes", "labels", "nodes")
        except TimeLimitError:
            self._notes.append(
                f"The server needed too long to count all nodes; types and their numbers are those of {PART:,} nodes, "
                "and rare types may be missing."
            )
            rows = self._rows(
                f"MATCH (n) WITH n LIMIT {PART} RETURN labels(n) AS labels, count(n) AS nodes", "labels", "nodes"
            )
        sets: Counter[Labels] = Counter()
        for labels, count in rows:
            sets[frozenset(labels)] += count
        return sets

    def _types(self, sets: Counter[Labels]) -> dict[str, int]:
        """Nodes by label, the most frequent first, without catch-alls and names that cannot stand in a statement."""
        if without := sets.pop(frozenset(), 0):
            self._notes.append(f"Nodes without a label, which cannot be asked about: {without:,}.")
        counts: Counter[str] = Counter()
        for labels, count in sets.items():
            for label in labels:
                counts[label] += count
        counts = Counter({label: count for label, count in counts.items() if self._usable(label, "label")})
        counting = {rarest(counts, labels) for labels in sets}
        dropped = [label for label in counts if label not in counting]
        if dropped:
            self._notes.append(
                "Nodes with several labels count for the rarest one. Not used, because a rarer one stands beside it "
                f"everywhere: {_names(dropped)}."
            )
        elif any(len(labels) > 1 for labels in sets):
            self._notes.append("Nodes with several labels count for the rarest one.")
        return {label: count for label, count in counts.most_common() if label in counting}

    def _usable(self, name: str, what: str) -> bool:
        try:
            quoted(name)
        except QueryError:
            usable = False
        else:
            usable = bool(name.strip())
        if not usable:
            self._notes.append(f"The {what} {name[:80]!r} cannot stand in a statement and is left out.")
        return usable

    def _node(self, label: str, count: int) -> NodeType | None:
        """A type with its name and identifier; None where nothing names its nodes."""
        rows = self._rows(f"MATCH (n:{quoted(label)}) RETURN properties(n) AS p", "p", most=SAMPLE)
        found = [one for one in guesses.summarise([row[0] for row in rows]) if self._usable(one.name, "property")]
        identifier = next((p for p in guesses.identifiers(label, found) if self._is_key(label, p)), None)
        name, named, different = self._best_name(label, guesses.names(label, found))
        name = name or identifier
        if name is None:
            self._notes.append(
                f"Nothing names the nodes of type {label!r}: no property is a text of its own for them. They cannot be "
                "asked about."
            )
            return None
        missing = count - named
        if identifier is None and 0 < missing < count:
            self._notes.append(f"Nodes of type {label!r} without a name, which are left out: {missing:,} of {count:,}.")
        return self._described(label, count, found, identifier or name, name, named == count, different)

    def _described(
        self, label: str, count: int, found: list[Sampled], identifier: Sampled, name: Sampled, complete: bool,
        different: int,
    ) -> NodeType:  # fmt: skip
        fields = {name.name: "name"}
        fields.setdefault(identifier.name, "id")
        for field in ("synonyms", "definition"):
            for one in guesses.likely(field, label, found)[:1]:
                if one.type in ("STRING", "LIST"):
                    fields.setdefault(one.name, field)
        if synonyms := next((one for one, field in fields.items() if field == "synonyms"), None):
            self._synonyms[label] = synonyms
        node = derive.node_type(label, count, tuple(guesses.node_property(p, fields.get(p.name)) for p in found))
        same = name if complete and different >= SAME_NAME_SHARE * count else identifier
        return replace(node, id_property=identifier.name, name_property=name.name, same_property=same.name)

    def _is_key(self, label: str, candidate: Sampled) -> bool:
        """Whether every node of a label has a text of its own under this property."""
        counted = self._count(label, candidate)
        return counted is None or len(set(counted)) == 1

    def _best_name(self, label: str, candidates: list[Sampled]) -> tuple[Sampled | None, int, int]:
        """The first property that most nodes have, how many have it, and how many different values there are."""
        for candidate in candidates:
            counted = self._count(label, candidate)
            if counted is None:
                return candidate, 0, 0
            nodes, texts, different = counted
            if 2 * texts >= nodes:
                return candidate, texts, different
        return None, 0, 0

    def _count(self, label: str, candidate: Sampled) -> tuple[int, int, int] | None:
        """Nodes of a label, those with a text under a property, and different texts; None where this takes too long."""
        key = quoted(candidate.name)
        cypher = (
            f"MATCH (n:{quoted(label)}) RETURN count(n) AS nodes, "
            f"count(CASE WHEN n.{key} = toString(n.{key}) THEN n.{key} END) AS texts, "
            f"count(DISTINCT n.{key}) AS different"
        )
        try:
            nodes, texts, different = self._rows(cypher, "nodes", "texts", "different")[0]
        except TimeLimitError:
            self._notes.append(
                f"The server needed too long to count {candidate.name!r} of {label!r}; it was judged by {SAMPLE:,} "
                "nodes."
            )
            return None
        except QueryError:  # lists or points among the values, which have no text
            return (1, 0, 0)
        return nodes, texts, different

    def _say_guesses(self, nodes: Iterable[NodeType]) -> None:
        by_names: dict[tuple[str, str], list[str]] = {}
        for node in nodes:
            by_names.setdefault((node.name_property, node.id_property), []).append(node.label)
        for (name, identifier), labels in by_names.items():
            self._notes.append(f"Guessed: named by {name!r} and identified by {identifier!r}: {_names(labels)}.")
        joined = [node.label for node in nodes if node.same_property != node.id_property]
        if joined:
            self._notes.append(
                f"Guessed: nodes with one name are one thing under several identifiers: {_names(joined)}."
            )

    def _relations(self, labels: set[str]) -> list[Relation]:
        ends = self._ends()
        types = [type_ for type_ in dict.fromkeys(type_ for type_, _, _ in ends) if self._usable(type_, "relation")]
        relations = []
        for type_ in types:
            found, against = self._edge_properties(type_)
            if against is not None and not self._tells_denial(type_, against):
                continue
            counts: Counter[tuple[str, str]] = Counter()
            for (edge_type, sources, targets), count in ends.items():
                if edge_type == type_:
                    for pair in ((a, b) for a in sorted(sources & labels) for b in sorted(targets & labels)):
                        counts[pair] += count
            properties = tuple(derive.property_(p.name, p.type) for p in found)
            for (source, target), count in counts.items():
                one = guesses.relation(type_, source, target, count, properties)
                relations.append(replace(one, against=against))
        self._say_directions(relations)
        return relations

    def _ends(self) -> Counter[tuple[str, Labels, Labels]]:
        """Edges by type and the labels at their ends."""
        columns = ("type", "sources", "targets", "edges")
        ending = "RETURN type(r) AS type, labels(a) AS sources, labels(b) AS targets, count(r) AS edges"
        try:
            rows = self._rows(f"MATCH (a)-[r]->(b) {ending}", *columns)
        except TimeLimitError:
            self._notes.append(
                f"The server needed too long to count all edges; of each type {PART:,} were looked at, so numbers are "
                "too small and rare pairs of types may be missing."
            )
            rows = []
            for type_ in self._edge_types():
                pattern = f"MATCH (a)-[r:{quoted(type_)}]->(b)" if self._usable(type_, "relation") else ""
                if pattern:
                    rows += self._rows(f"{pattern} WITH a, r, b LIMIT {PART} {ending}", *columns)
        ends: Counter[tuple[str, Labels, Labels]] = Counter()
        for type_, sources, targets, count in rows:
            ends[type_, frozenset(sources), frozenset(targets)] += count
        return ends

    def _edge_types(self) -> list[str]:
        try:
            rows = self._rows("CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS t", "t")
        except QueryError:  # not every server has this procedure
            rows = self._rows(f"MATCH ()-[r]->() WITH r LIMIT {PART} RETURN DISTINCT type(r) AS t", "t")
        return [type_ for (type_,) in rows]

    def _edge_properties(self, type_: str) -> tuple[list[Sampled], str | None]:
        """The properties of a type's edges, and the one that is true where a record denies its link."""
        pattern = f"MATCH ()-[r:{quoted(type_)}]->()"
        rows = self._rows(f"{pattern} RETURN properties(r) AS p", "p", most=SAMPLE)
        found = [one for one in guesses.summarise([row[0] for row in rows]) if self._usable(one.name, "property")]
        denying = guesses.denying(found)
        return found, denying.name if denying else self._rare_denial(pattern)

    def _rare_denial(self, pattern: str) -> str | None:
        """The property by which some edge of a pattern denies its link, though none of the sample does."""
        for key in self._denying_keys:
            try:
                if self._rows(f"{pattern} WHERE r.{quoted(key)} = true RETURN true AS denied", "denied", most=1):
                    return key
            except TimeLimitError:
                return key  # what cannot be ruled out is not taken for a link
        return None

    @cached_property
    def _denying_keys(self) -> list[str]:
        """Names of properties anywhere in the graph by which a record may deny its link."""
        try:
            rows = self._rows("CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey AS key", "key")
        except QueryError:  # not every server has this procedure
            return []
        return [key for (key,) in rows if guesses.may_deny(key)]

    def _tells_denial(self, type_: str, against: str) -> bool:
        """Whether every edge of a type says if it denies its link; without that no link could be trusted."""
        try:
            rows = self._rows(
                f"MATCH ()-[r:{quoted(type_)}]->() RETURN count(r) AS edges, count(r.{quoted(against)}) AS told",
                "edges", "told",
            )  # fmt: skip
            edges, told = rows[0]
        except TimeLimitError:
            edges, told = 1, 0
        self._notes.append(
            f"Guessed: a record of {type_!r} with a true {against!r} denies its link."
            if edges == told
            else f"Not every record of {type_!r} has {against!r}, so links cannot be told from denials; the relation "
            "is left out. Set it on every record to ask about them."
        )
        return bool(edges == told)

    def _say_directions(self, relations: Iterable[Relation]) -> None:
        own = [relation for relation in relations if relation.source == relation.target]
        for kind, found in (
            ("the same in both directions", [r.type for r in own if r.symmetric]),
            ("from the narrower to the broader", [r.type for r in own if r.hierarchical]),
            ("read in the stored direction", [r.type for r in own if not (r.symmetric or r.hierarchical)]),
        ):
            if found:
                self._notes.append(f"Guessed for relations within one type: {kind}: {_names(found)}.")


def _names(names: Iterable[str]) -> str:
    """Names in a sentence, each once, the first ten."""
    different = list(dict.fromkeys(names))
    more = f" and {len(different) - 10:,} more" if len(different) > 10 else ""
    return ", ".join(repr(name[:80]) for name in different[:10]) + more
