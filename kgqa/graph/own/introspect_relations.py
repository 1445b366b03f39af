"""The relations of a graph that somebody else filled: what joins which types, in which direction, how often."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from kgqa.errors import QueryError, TimeLimitError
from kgqa.graph.own import guesses
from kgqa.graph.own.guesses import Sampled
from kgqa.graph.own.reading import in_a_sentence
from kgqa.graph.own.sampling import PART, Labels, Sampler
from kgqa.graph.quoting import quoted
from kgqa.schema import derive
from kgqa.schema.model import EDGE_KEY, Relation
from kgqa.schema.relation_words import RelationWords

_ENDS = ("type", "sources", "targets", "edges")
_BY_ENDS = "RETURN type(r) AS type, labels(a) AS sources, labels(b) AS targets, count(r) AS edges"


class RelationReader:
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
