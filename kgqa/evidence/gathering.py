"""The triples that an answer rests on, fetched edge by edge and numbered once for every place that shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kgqa.evidence.ledger import Ledger
from kgqa.evidence.strength import strength
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Condition, Hop, Variable
from kgqa.questions.wording import Wording
from kgqa.records import AnswerItem, Node, Rows, Triple
from kgqa.schema.model import Relation, Schema


@dataclass(frozen=True, slots=True)
class Edge:
    """A triple with the keys of the things at its ends, which identifiers of one thing share.

    Attributes:
        turned: it was recorded from the other end of the relation that was asked for ("treated by" for "treats").
    """

    triple: Triple
    relation: Relation
    source: str
    target: str
    turned: bool = False


@dataclass(frozen=True, slots=True)
class Gathered:
    """The edges that a condition found, and those of the conditions behind an unnamed thing."""

    condition: Condition
    edges: Sequence[Edge]
    inner: Sequence[Gathered]
    _by_thing: dict[str, list[Edge]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Sort the edges by their things, as each of many things is asked for its own."""
        for edge in self.edges:
            self._by_thing.setdefault(near_key(edge, self.condition.hop), []).append(edge)

    def own(self, key: str) -> list[Edge]:
        """The edges of one thing over the relation of the condition itself."""
        return self._by_thing.get(key, [])

    def of_thing(self, key: str) -> list[Edge]:
        """The edges that join one thing to what the condition names, those behind an unnamed thing included."""
        own = self.own(key)
        middle = dict.fromkeys(far_key(edge, self.condition.hop) for edge in own) if self.inner else {}
        return own + [edge for one in middle for inner in self.inner for edge in inner.of_thing(one)]


@dataclass(frozen=True, slots=True)
class Found:
    """One thing that was found, with its edges in citing order.

    Attributes:
        ids: the identifiers that are nodes of the graph.
        equivalents: those of other registers that mean the same.
    """

    key: str
    name: str
    ids: tuple[str, ...]
    edges: tuple[Edge, ...] = ()
    equivalents: tuple[str, ...] = ()


class Gatherer:
    """Fetches edges and turns them into triples."""

    def __init__(self, schema: Schema, ledger: Ledger) -> None:
        self.schema = schema
        self.statements = Statements(schema)
        self.wording = Wording(schema)
        self.ledger = ledger
        self.truncated = False

    def edges(self, rows: Rows, hop: Hop) -> list[Edge]:
        """The edges of rows with ``EDGE_COLUMNS``, in a fixed order: the strongest first."""
        self.truncated = self.truncated or rows.truncated
        return self.ordered([self.edge(hop.relation, row) for row in rows.rows])

    def ordered(self, edges: Iterable[Edge]) -> list[Edge]:
        """The edges in the order in which they are cited, whatever order the server gave them: the strongest first."""
        return sorted(edges, key=self._strength)

    def of(self, variable: Variable, keys: Sequence[str]) -> list[Gathered]:
        """For every condition that is not negated, the edges for and against that it found for some things."""
        gathered = []
        for condition in variable.conditions:
            if condition.negated or not keys:
                continue
            edges = self.edges(self.ledger.run(self.statements.edges(variable.label, condition, keys)), condition.hop)
            inner: list[Gathered] = []
            if condition.variable is not None:
                middle = list(dict.fromkeys(far_key(edge, condition.hop) for edge in edges))
                inner = self.of(condition.variable, middle)
            gathered.append(Gathered(condition, edges, inner))
        return gathered

    def identified(self, label: str, things: Mapping[str, Found]) -> list[Found]:
        """The things, by their keys, with every identifier the graph knows them by."""
        node = self.schema.node(label)
        if not things or (node.same_property == node.id_property and not node.equivalents_property):
            return list(things.values())
        ids: dict[str, list[str]] = {}
        same: dict[str, dict[str, None]] = {}
        for key, id_, _, equivalents in self.ledger.run(self.statements.identifiers(label, list(things))).rows:
            ids.setdefault(key, []).append(id_)
            same.setdefault(key, {}).update(dict.fromkeys(equivalents or ()))
        return [
            replace(one, ids=tuple(ids.get(one.key, one.ids)), equivalents=tuple(same.get(one.key, ())))
            for one in things.values()
        ]

    def edge(self, asked: Relation, row: Sequence[Any]) -> Edge:
        """The edge of a row with ``EDGE_COLUMNS``, whose ends are told as those of the relation that was asked for."""
        type_, properties, source_id, source_name, source_key, target_id, target_name, target_key = row
        relation = self._relation(asked, type_)
        against = relation.negates is not None or bool(relation.against and properties.get(relation.against))
        ends = [(source_id, source_name, source_key), (target_id, target_name, target_key)]
        turned = (relation.source, relation.target) != (asked.source, asked.target)
        subject, object_ = reversed(ends) if turned else ends
        phrase = self.wording.phrase(Hop(relation if turned else asked, forward=True), negative=against)
        triple = Triple(
            number=0,
            subject=Node(subject[0], subject[1], relation.source),
            predicate=type_,
            object=Node(object_[0], object_[1], relation.target),
            phrase=phrase,
            against=against,
            sources=_sources(relation, properties),
            properties=dict(properties),
        )
        return Edge(triple, relation, subject[2], object_[2], turned)

    def _strength(self, edge: Edge) -> tuple[Any, ...]:
        triple = edge.triple
        return *strength(triple, self.schema), triple.subject.name, triple.object.name, triple.subject.id

    def _relation(self, asked: Relation, type_: str) -> Relation:
        for relation in self.schema.relations:
            if relation.type == type_ and (relation.source, relation.target) == (asked.source, asked.target):
                return relation
        return next((mirror for mirror in self.statements.mirrors(asked) if mirror.type == type_), asked)


def near_key(edge: Edge, hop: Hop) -> str:
    """The thing at the end where a hop starts."""
    return edge.source if hop.forward != edge.turned else edge.target


def far_key(edge: Edge, hop: Hop) -> str:
    """The thing at the end where a hop arrives."""
    return edge.target if hop.forward != edge.turned else edge.source


def far_node(edge: Edge, hop: Hop) -> Node:
    """The node at the end where a hop arrives."""
    return edge.triple.object if hop.forward != edge.turned else edge.triple.subject


class Numbering:
    """Numbers edges from 1 in the order in which they are first cited."""

    def __init__(self) -> None:
        self._numbered: dict[int, Triple] = {}
        self._kept: list[Edge] = []

    def cite(self, edges: Sequence[Edge]) -> tuple[int, ...]:
        """The numbers of some edges; an edge cited before keeps its number."""
        for edge in edges:
            if id(edge) not in self._numbered:
                self._kept.append(edge)
                self._numbered[id(edge)] = replace(edge.triple, number=len(self._numbered) + 1)
        return tuple(self._numbered[id(edge)].number for edge in edges)

    def has(self, edges: Sequence[Edge]) -> bool:
        """Whether all of some edges were cited before."""
        return all(id(edge) in self._numbered for edge in edges)

    def item(self, found: Found, label: str, kinds: tuple[str, ...] = ()) -> AnswerItem:
        """A found thing as an answer; its first identifier is the key that its identifiers share, where it is one.

        Args:
            kinds: names of the kinds of a named thing that it was found by.
        """
        ids = tuple(sorted(found.ids, key=lambda id_: id_ != found.key))
        return AnswerItem(ids[0], found.name, label, (*ids, *found.equivalents), self.cite(found.edges), kinds)

    @property
    def triples(self) -> tuple[Triple, ...]:
        """The numbered triples in order."""
        return tuple(self._numbered.values())


def _sources(relation: Relation, properties: Mapping[str, Any]) -> tuple[str, ...]:
    found: list[str] = []
    for role in ("source", "reference"):
        for property_ in relation.properties:
            value = properties.get(property_.name)
            if property_.role == role and value not in (None, ""):
                found += [str(one) for one in value] if isinstance(value, list) else [str(value)]
    return tuple(dict.fromkeys(found))
