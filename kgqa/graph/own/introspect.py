"""The schema of a graph that somebody else filled, read with plain statements, a time limit, and nothing installed.

Of its relations: what joins which types, in which direction, how often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import replace
from functools import cached_property

from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph.own import guesses
from kgqa.graph.own.choices import NOTHING, Choices, LabelChoice
from kgqa.graph.own.guesses import Sampled
from kgqa.graph.own.reading import (
    PART,
    SAMPLE,
    GuessedLabel,
    Labels,
    SampledProperty,
    Sampler,
    SchemaReading,
    in_a_sentence,
    rarest,
)
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore
from kgqa.schema import derive
from kgqa.schema.model import EDGE_KEY, NodeType, Relation
from kgqa.schema.reconcile import settled
from kgqa.schema.relation_words import RelationWords

SAME_NAME_SHARE = 0.9
"""Least share of different names in a label for which equal names are taken for one thing under two identifiers."""


def read_schema(store: GraphStore, chosen: Choices = NOTHING) -> SchemaReading:
    """Read the types, relations and properties of a graph.

    Every node counts for the rarest of its labels; a label that counts for no node (a catch-all such as ``Entity``)
    is no type. A pattern over a label still finds all its nodes, whatever they count for.

    Args:
        chosen: what a reader chose in place of the guesses.

    Raises:
        ServerError, QueryError, TimeLimitError: the server does not answer even about a part of the graph.
    """
    return _Introspection(Sampler(store), chosen).read()


class _Introspection:
    """One reading, statement by statement."""

    def __init__(self, sampler: Sampler, chosen: Choices) -> None:
        self._sampler = sampler
        self._chosen = {choice.label: choice for choice in chosen.labels}
        self._relations = _RelationReader(sampler, chosen.relations)
        self._notes = sampler.notes
        self._synonyms: dict[str, str] = {}
        self._labels: list[GuessedLabel] = []

    def read(self) -> SchemaReading:
        """Types first, then what joins them."""
        sets = self._label_sets()
        counts = self._types(sets)
        nodes = [node for label, count in counts.items() if (node := self._node(label, count)) is not None]
        self._say_guesses(nodes)
        relations = self._relations.read({node.label for node in nodes})
        schema = settled(nodes, relations)
        schema = replace(schema, relations=self._relations.worded(schema.relations))
        return SchemaReading(schema, self._synonyms, tuple(self._labels), tuple(self._notes))

    def _label_sets(self) -> Counter[Labels]:
        """Nodes by the set of their labels."""
        ending = "RETURN labels(n) AS labels, count(n) AS nodes"
        try:
            rows = self._sampler.rows(f"MATCH (n) {ending}", "labels", "nodes")
        except TimeLimitError:
            self._notes.append(
                f"The server needed too long to count all nodes; types and their numbers are those of {PART:,} nodes, "
                "and rare types may be missing."
            )
            rows = self._sampler.rows(f"MATCH (n) WITH n LIMIT {PART} {ending}", "labels", "nodes")
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
        counts = Counter({label: n for label, n in counts.items() if self._sampler.usable(label, "label")})
        counting = {rarest(counts, labels) for labels in sets}
        dropped = [label for label in counts if label not in counting]
        if dropped:
            self._notes.append(
                "Nodes with several labels count for the rarest one. Not used, because a rarer one stands beside it "
                f"everywhere: {in_a_sentence(dropped)}."
            )
        elif any(len(labels) > 1 for labels in sets):
            self._notes.append("Nodes with several labels count for the rarest one.")
        return {label: count for label, count in counts.most_common() if label in counting}

    def _node(self, label: str, count: int) -> NodeType | None:
        """A type with its name and identifier; None where nothing names its nodes."""
        found = self._sampler.properties(f"(n:{quoted(label)})", "n")
        described = self._as_chosen(label, count, found) or self._as_guessed(label, count, found)
        keys = (described.id_property, described.name_property) if described else ("", "")
        sampled = tuple(SampledProperty(p.name, p.type, p.examples) for p in found)
        self._labels.append(GuessedLabel(label, count, *keys, sampled))
        return described

    def _as_chosen(self, label: str, count: int, found: list[Sampled]) -> NodeType | None:
        """A type by what a reader chose; None where nothing was chosen, or where it cannot be."""
        chosen = self._chosen.get(label)
        if chosen is None:
            return None
        texts = {p.name: p for p in found if p.type == "STRING"}
        identifier, name = texts.get(chosen.id_property), texts.get(chosen.name_property)
        if identifier is None or name is None or not self._is_key(label, identifier):
            self._notes.append(self._refused(chosen, texts))
            return None
        counted = self._count(label, name)
        complete, different = (counted[1] == count, counted[2]) if counted else (False, 0)
        return self._described(label, count, found, identifier, name, complete, different)

    @staticmethod
    def _refused(chosen: LabelChoice, texts: Container[str]) -> str:
        lacking = next((one for one in (chosen.id_property, chosen.name_property) if one not in texts), None)
        why = (
            f"{lacking[:80]!r} is no text of these nodes now"
            if lacking is not None
            else f"{chosen.id_property!r} does not have another value for every node"
        )
        return f"What was chosen for {chosen.label!r} does not hold, because {why}; it was guessed again."

    def _as_guessed(self, label: str, count: int, found: list[Sampled]) -> NodeType | None:
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
        if identifier is None and different < named:
            self._notes.append(
                f"Nodes of type {label!r} with the same name are taken for one thing, because no text tells them "
                f"apart: {named:,} nodes have {different:,} names."
            )
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
        # Where no two have one name there is nothing to join, and identifiers are what servers keep an index of.
        same = name if complete and SAME_NAME_SHARE * count <= different < count else identifier
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
            if not self._sampler.late:
                nodes, texts, different = self._sampler.rows(cypher, "nodes", "texts", "different")[0]
                return nodes, texts, different
        except TimeLimitError:
            pass
        except QueryError:  # lists or points among the values, which have no text
            return (1, 0, 0)
        self._notes.append(
            f"The server needed too long to count {candidate.name!r} of {label!r}; it was judged by {SAMPLE:,} nodes."
        )
        return None

    def _say_guesses(self, nodes: Iterable[NodeType]) -> None:
        by_names: dict[tuple[str, str], list[str]] = {}
        for node in nodes:
            chosen = self._chosen.get(node.label)
            if chosen != LabelChoice(node.label, node.id_property, node.name_property):
                by_names.setdefault((node.name_property, node.id_property), []).append(node.label)
        for (name, identifier), labels in by_names.items():
            self._notes.append(f"Guessed: named by {name!r} and identified by {identifier!r}: {in_a_sentence(labels)}.")
        joined = [node.label for node in nodes if node.same_property != node.id_property]
        if joined:
            self._notes.append(
                f"Guessed: nodes with one name are one thing under several identifiers: {in_a_sentence(joined)}. An "
                "index of their names on the server spares every list a look at all of them."
            )


_ENDS = ("type", "sources", "targets", "edges")
_BY_ENDS = "RETURN type(r) AS type, labels(a) AS sources, labels(b) AS targets, count(r) AS edges"


class _RelationReader:
    """One reading of the relations between some types.

    Args:
        chosen: a reader's words for relations, in place of the guessed ones.
    """

    def __init__(self, sampler: Sampler, chosen: Iterable[RelationWords] = ()) -> None:
        self._sampler = sampler
        self._chosen = {(words.type, words.source, words.target): words for words in chosen}

    def read(self, labels: set[str]) -> list[Relation]:
        """Every relation between two of these labels; an edge between nodes with several labels counts for each."""
        ends = self._ends()
        types = dict.fromkeys(type_ for type_, _, _ in ends)
        relations = []
        for type_ in [type_ for type_ in types if self._sampler.usable(type_, "relation")]:
            counts: Counter[tuple[str, str]] = Counter()
            for (edge_type, sources, targets), count in ends.items():
                if edge_type == type_:
                    for pair in ((a, b) for a in sorted(sources & labels) for b in sorted(targets & labels)):
                        counts[pair] += count
            if counts:
                relations += self._of_type(type_, counts)
        return relations

    def worded(self, relations: Iterable[Relation]) -> tuple[Relation, ...]:
        """The relations with the words that a reader chose; of the others it is noted how they are read."""
        kept = []
        for relation in relations:
            words = self._chosen.get((relation.type, relation.source, relation.target))
            kept.append(guesses.worded(relation, words) if words is not None else relation)
        self._say_directions(kept)
        return tuple(kept)

    def _of_type(self, type_: str, counts: Counter[tuple[str, str]]) -> list[Relation]:
        found, against = self._edge_properties(type_)
        missing = against is not None and self._lacks_denial(type_, against)
        properties = tuple(derive.property_(p.name, p.type) for p in found)
        return [
            replace(derive.relation(type_, source, target, count, properties), against=against, against_missing=missing)
            for (source, target), count in counts.items()
        ]

    def _ends(self) -> Counter[tuple[str, Labels, Labels]]:
        """Edges by type and the labels at their ends."""
        try:
            rows = self._sampler.rows(f"MATCH (a)-[r]->(b) {_BY_ENDS}", *_ENDS)
        except TimeLimitError:
            self._sampler.notes.append(
                f"The server needed too long to count all edges; of each type {PART:,} were looked at, so numbers are "
                "too small and rare pairs of types may be missing."
            )
            rows = []
            for type_ in self._edge_types():
                if self._sampler.usable(type_, "relation"):
                    pattern = f"MATCH (a)-[r:{quoted(type_)}]->(b)"
                    rows += self._sampler.rows(f"{pattern} WITH a, r, b LIMIT {PART} {_BY_ENDS}", *_ENDS)
        ends: Counter[tuple[str, Labels, Labels]] = Counter()
        for type_, sources, targets, count in rows:
            ends[type_, frozenset(sources), frozenset(targets)] += count
        return ends

    def _edge_types(self) -> list[str]:
        try:
            rows = self._sampler.rows(
                "CALL db.relationshipTypes() YIELD relationshipType RETURN relationshipType AS t", "t"
            )
        except QueryError:  # not every server has this procedure
            rows = self._sampler.rows(f"MATCH ()-[r]->() WITH r LIMIT {PART} RETURN DISTINCT type(r) AS t", "t")
        return [type_ for (type_,) in rows]

    def _edge_properties(self, type_: str) -> tuple[list[Sampled], str | None]:
        """The properties of a type's edges, and the one that is true where a record denies its link."""
        pattern = f"()-[r:{quoted(type_)}]->()"
        found = [one for one in self._sampler.properties(pattern, "r") if one.name != EDGE_KEY]
        denying = guesses.denying(found)
        return found, denying.name if denying else self._rare_denial(pattern)

    def _rare_denial(self, pattern: str) -> str | None:
        """The property by which some edge of a pattern denies its link, though none of the sample does."""
        for key in self._denying_keys:
            if self._sampler.late:
                return key  # what cannot be ruled out is asked for with every link
            try:
                if self._sampler.rows(
                    f"MATCH {pattern} WHERE r.{quoted(key)} = true RETURN true AS denied", "denied", most=1
                ):
                    return key
            except TimeLimitError:
                return key
        return None

    @cached_property
    def _denying_keys(self) -> list[str]:
        """Names of properties anywhere in the graph by which a record may deny its link."""
        try:
            rows = self._sampler.rows("CALL db.propertyKeys() YIELD propertyKey RETURN propertyKey AS key", "key")
        except QueryError:  # not every server has this procedure
            return []
        return [key for (key,) in rows if guesses.may_deny(key)]

    def _lacks_denial(self, type_: str, against: str) -> bool:
        """Whether some records of a type may not say if they deny their link; it is noted how these are read."""
        said = f"Guessed: a record of {type_!r} with a true {against!r} denies its link"
        count = f"count(r) AS edges, count(r.{quoted(against)}) AS told"
        try:
            rows = self._sampler.rows(f"MATCH ()-[r:{quoted(type_)}]->() RETURN {count}", "edges", "told")
            edges, told = rows[0]
        except TimeLimitError:
            self._sampler.notes.append(f"{said}; one without {against!r} does not.")
            return True
        silent = f"; {edges - told:,} of {edges:,} records have no {against!r} and do not" if edges > told else ""
        self._sampler.notes.append(f"{said}{silent}.")
        return bool(edges > told)

    def _say_directions(self, relations: Iterable[Relation]) -> None:
        own = [r for r in relations if r.source == r.target and (r.type, r.source, r.target) not in self._chosen]
        for kind, found in (
            ("the same in both directions", [r.type for r in own if r.symmetric]),
            ("from the narrower to the broader", [r.type for r in own if r.hierarchical]),
            ("read in the stored direction", [r.type for r in own if not (r.symmetric or r.hierarchical)]),
        ):
            if found:
                self._sampler.notes.append(f"Guessed for relations within one type: {kind}: {in_a_sentence(found)}.")
