"""The evidence, arranged so that the records of any two things are found at once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from kgqa.evidence.fields import relation_of
from kgqa.language import everyday
from kgqa.questions.intent import Hop, Thing
from kgqa.records import Triple
from kgqa.schema.model import Relation, Schema

_OPPOSITES = (
    frozenset({"upregulates", "downregulates"}),
    frozenset({"activates", "inhibits"}),
    frozenset({"treats", "contraindicated"}),
    frozenset({"prevents", "contraindicated"}),
    frozenset({"treats", "worsens"}),
    frozenset({"prevents", "causes"}),
    frozenset({"sensitive", "resistant"}),
    frozenset({"expresses", "not_expressed"}),
)
"""Concepts of relations (``everyday.toml``) of which one record speaks against the other."""
_MOST_STEPS = 25


@dataclass(frozen=True, slots=True)
class PairRecords:
    """The records of one pair of things and one relation.

    Attributes:
        for_: those that say that the link holds.
        against: those that deny it.
        reversed: those that say it the other way round, where the relation has a direction.
        opposite: those of a relation that is its opposite.
        others: those of any other relation between the two.
        way: kind-of records that lead from the things of ``for_`` up to the asked ones; empty where those are joined.
    """

    for_: tuple[Triple, ...] = ()
    against: tuple[Triple, ...] = ()
    reversed: tuple[Triple, ...] = ()
    opposite: tuple[Triple, ...] = ()
    others: tuple[Triple, ...] = ()
    way: tuple[Triple, ...] = ()


class Records:
    """The triples of the evidence by the things at their ends."""

    def __init__(self, triples: Sequence[Triple], schema: Schema) -> None:
        self.schema = schema
        self.triples = tuple(triples)
        self.ids = frozenset(node.id for triple in triples for node in (triple.subject, triple.object))
        self._by_pair: dict[tuple[str, str], list[Triple]] = defaultdict(list)
        self._by_end: dict[str, list[Triple]] = defaultdict(list)
        self._up: dict[str, list[Triple]] = defaultdict(list)
        self._numbered = {triple.number: triple for triple in self.triples}
        self._relations = {triple.number: relation_of(triple, schema) for triple in triples}
        for triple in triples:
            self._by_pair[triple.subject.id, triple.object.id].append(triple)
            self._by_end[triple.subject.id].append(triple)
            self._by_end[triple.object.id].append(triple)
            relation = self._relations[triple.number]
            if relation is not None and relation.hierarchical:
                self._up[triple.subject.id].append(triple)

    def numbered(self, number: int) -> Triple:
        """The record of a number."""
        return self._numbered[number]

    def has(self, thing: Thing) -> bool:
        """Whether the evidence holds a thing."""
        return not self.ids.isdisjoint(thing.ids)

    def of_hop(self, thing: Thing, hop: Hop) -> list[Triple]:
        """The records that a hop leads over from a thing."""
        return [
            triple
            for id_ in thing.ids
            for triple in self._by_end.get(id_, ())
            if self._is_of(triple, hop.relation) and (triple.subject.id == id_) == self._leaves(triple, hop)
        ]

    def between(self, one: Thing, other: Thing, hop: Hop) -> PairRecords:
        """The records of two things, in the light of the relation that is said to join them."""
        if hop.relation.hierarchical:
            return self._above(one, other, hop)
        found = self._direct(one, other, hop)
        if found.for_ or found.against:
            return found
        by_kind = self._of_kinds(one, other, hop)
        return by_kind if by_kind.for_ else found

    def _direct(self, one: Thing, other: Thing, hop: Hop) -> PairRecords:
        sorted_: dict[str, list[Triple]] = {name: [] for name in ("for_", "against", "reversed", "opposite", "others")}
        for triple in self._joining(one, other):
            place = self._place(triple, one, hop)
            sorted_[place].append(triple)
        return PairRecords(**{name: tuple(found) for name, found in sorted_.items()})

    def _place(self, triple: Triple, one: Thing, hop: Hop) -> str:
        if not self._is_of(triple, hop.relation):
            return "opposite" if self._is_opposite(triple, one, hop) else "others"
        if (triple.subject.id in one.ids) != self._leaves(triple, hop) and not hop.relation.symmetric:
            return "reversed"
        return "against" if triple.against else "for_"

    def _joining(self, one: Thing, other: Thing) -> Iterable[Triple]:
        for a in one.ids:
            for b in other.ids:
                yield from self._by_pair.get((a, b), ())
                if a != b:
                    yield from self._by_pair.get((b, a), ())

    def _is_of(self, triple: Triple, relation: Relation) -> bool:
        """Whether a record is one of a relation, of the relation that denies it, or of the one that mirrors it."""
        if triple.predicate == relation.type:
            return {triple.subject.label, triple.object.label} == {relation.source, relation.target}
        own = self._relations[triple.number]
        return own is not None and relation.type in (own.negates, own.mirrors)

    def _leaves(self, triple: Triple, hop: Hop) -> bool:
        """Whether the things where a hop starts are the subjects of a record."""
        turned = (triple.subject.label, triple.object.label) != (hop.relation.source, hop.relation.target)
        return hop.forward != turned

    def _is_opposite(self, triple: Triple, one: Thing, hop: Hop) -> bool:
        own = self._relations[triple.number]
        if own is None or triple.against:
            return False
        meant, recorded = concept_of(self.schema, hop.relation), concept_of(self.schema, own)
        if (
            meant is None
            or recorded is None
            or frozenset({meant.concept.concept, recorded.concept.concept}) not in (_OPPOSITES)
        ):
            return False
        does = hop.forward == meant.source_does
        return (triple.subject.id in one.ids) == (does == recorded.source_does)

    def _above(self, one: Thing, other: Thing, hop: Hop) -> PairRecords:
        low, high = (one, other) if hop.forward else (other, one)
        way = self._way_up(low.ids, high.ids)
        if way:
            return PairRecords(for_=tuple(way))
        back = self._way_up(high.ids, low.ids)
        return PairRecords(reversed=tuple(back), others=tuple(self._joining(one, other)) if not back else ())

    def _way_up(self, low: Sequence[str], high: Sequence[str]) -> list[Triple]:
        """Kind-of records from a thing to a broader one, the fewest; empty where the evidence has none."""
        ways: list[tuple[str, list[Triple]]] = [(id_, []) for id_ in low]
        seen = set(low)
        for _ in range(_MOST_STEPS):
            further: list[tuple[str, list[Triple]]] = []
            for id_, way in ways:
                for triple in self._up.get(id_, ()):
                    above = triple.object.id
                    if above in high:
                        return [*way, triple]
                    if above not in seen:
                        seen.add(above)
                        further.append((above, [*way, triple]))
            ways = further
        return []

    def _of_kinds(self, one: Thing, other: Thing, hop: Hop) -> PairRecords:
        """Records of a more specific thing in the place of either, with the way from it up to the asked one."""
        if not self._up:
            return PairRecords()
        for near, far, forward in ((one, other, hop), (other, one, Hop(hop.relation, not hop.forward))):
            for triple in self.of_hop(near, forward):
                end = triple.object if triple.subject.id in near.ids else triple.subject
                way = self._way_up((end.id,), far.ids) if end.label == far.label and not triple.against else []
                if way:
                    return PairRecords(for_=(triple,), way=tuple(way))
        return PairRecords()


def concept_of(schema: Schema, relation: Relation) -> everyday.Meant | None:
    """What a relation is in everyday words, with which of its ends does it."""
    source, target = schema.node(relation.source), schema.node(relation.target)
    for name in (relation.type, relation.forward):
        meant = everyday.relation_of(name, source.singular, target.singular)
        if meant is not None:
            return meant
    return None
