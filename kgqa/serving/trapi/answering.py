"""TRAPI query graphs answered from one open graph, through the store and its limits, and what kinds of edges it has.

``query_graph`` says what may be asked, ``traversal`` finds what is asked for; here it is joined into results and told
as a message. A thing is one node, whatever number of identifiers the graph has for it, and is called as it was asked. A
record that denies a link answers no question but one that asks for denials ("biolink:negated"); it is sent beside the
results, marked, as whoever asks should know of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.evidence import gathering
from kgqa.graph.quoting import quoted
from kgqa.graph.stop import StopSignal
from kgqa.records import Query
from kgqa.schema.model import Relation
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.mapping import Term
from kgqa.services.trapi.model import (
    Analysis,
    Attribute,
    AuxiliaryGraph,
    Edge,
    Message,
    MetaEdge,
    MetaGraph,
    Node,
    NodeBinding,
    QueryEdge,
    QueryGraph,
    Result,
)
from kgqa.serving.trapi import recorded
from kgqa.serving.trapi.query_graph import (
    AskedError,
    Assignment,
    Limits,
    ResultGroup,
    Thing,
    grouped,
    identifier,
    require_answerable,
    warnings,
    with_members,
)
from kgqa.serving.trapi.recorded import SERVICE, Recorder
from kgqa.serving.trapi.traversal import Link, Walk, Walked
from kgqa.session import GraphSession


class Answering:
    """Answers query graphs from one open graph. Safe to share between threads."""

    def __init__(self, session: GraphSession, limits: Limits | None = None) -> None:
        self.session = session
        self.limits = limits or Limits()
        self.schema = session.schema
        self.recorder = Recorder(self.schema, session.card)
        self.categories: Mapping[str, str] = {node.label: mapping.category(node) for node in self.schema.nodes}

    def answer(self, asked: QueryGraph, stop: StopSignal | None = None) -> ToldMessage:
        """What the graph has for a question.

        Raises:
            AskedError: it is none that this service answers; the message says why.
            KgqaError: the graph could not be asked, or ``stop`` was set.
        """
        members = with_members(asked)
        require_answerable(members, self.limits)
        walk = Walk(self, members, stop)
        for sentence in warnings(asked):
            walk.note("WARNING", sentence)
        walk.go()
        return Telling(self, walk, asked).told()

    @cached_property
    def meta(self) -> MetaGraph:
        """What kinds of edges there are, and the prefixes of identifiers by category.

        Raises:
            KgqaError: the graph could not be asked.
        """
        prefixes: dict[str, dict[str, None]] = {}
        for node in self.schema.nodes:
            x, label = f"x.{quoted(node.id_property)}", quoted(node.label)
            found = self._examples(f"MATCH (x:{label})", f"toString({x})")
            if node.equivalents_property:
                found += self._examples(f"MATCH (x:{label}) UNWIND x.{quoted(node.equivalents_property)} AS one", "one")
            right = [mapping.curie(one, self.session.card.name).partition(":")[0] for one in found]
            prefixes.setdefault(self.categories[node.label], {}).update(dict.fromkeys(right))
        edges: dict[tuple[str, str, str], MetaEdge] = {}
        for relation in self.schema.relations:
            if relation.mirrors is None and relation.negates is None:
                made = self._meta_edge(relation)
                before = edges.get((made.subject, made.predicate, made.object))
                qualifiers = {**(before.qualifiers if before is not None else {}), **made.qualifiers}
                edges[made.subject, made.predicate, made.object] = replace(made, qualifiers=qualifiers)
        used = {end for edge in edges.values() for end in (edge.subject, edge.object)}
        named = {key: tuple(each) for key, each in prefixes.items() if each and key in used}
        return MetaGraph(named, tuple(e for e in edges.values() if e.subject in named and e.object in named))

    def _examples(self, match: str, identifier: str) -> list[str]:
        """An identifier of each prefix."""
        text = f"{match} RETURN split({identifier}, ':')[0] AS prefix, min({identifier}) AS example"
        rows = self.session.store.run(Query(text, ("prefix", "example")), max_rows=1000).rows
        return [str(row[1]) for row in rows if row[1]]

    def _meta_edge(self, relation: Relation) -> MetaEdge:
        term = mapping.term(relation, self.schema)
        ends = self.categories[relation.source], self.categories[relation.target]
        subject, object_ = ends[::-1] if term.turned else ends
        qualifiers: dict[str, tuple[str, ...]] = dict.fromkeys(recorded.qualifiers_of(relation), ())
        qualifiers |= {type_: (value,) for type_, value in term.qualifiers}
        attributes = {"reference": "biolink:publications", "evidence": "biolink:has_evidence"}
        roles = {property_.role for property_ in relation.properties}
        told = ["biolink:original_predicate", *(attributes[role] for role in attributes if role in roles)]
        return MetaEdge(subject, term.predicate, object_, qualifiers=qualifiers, attributes=tuple(told))


@dataclass(frozen=True, slots=True)
class ToldMessage:
    """An answer: the message, and what has to be said about it, a sentence each (level, sentence)."""

    message: Message
    notes: tuple[tuple[str, str], ...] = ()


class Telling:
    """What was found on a walk, as a message.

    Args:
        graph: that was walked.
        asked: the question as it was sent.
    """

    def __init__(self, graph: Walked, walk: Walk, asked: QueryGraph) -> None:
        self._graph, self._walk, self._asked = graph, walk, asked
        self._ways: dict[int, str] = {}

    def told(self) -> ToldMessage:
        """The results, with the edges that they rest on and the nodes of these.

        Raises:
            AskedError: so many links were left out that there is no result, which is not that there is none.
        """
        groups, note = grouped(self._asked, self._walk.nodes, self._joined())
        if note:
            self._walk.note("INFO", note)
        elif self._walk.cut and not groups:
            edges = f"{self._graph.limits.edges:,} edges"
            raise AskedError(
                "QueryTooLarge",
                f"More than {edges} lead to what is asked, and those held no whole answer. Ask for less.",
            )
        return self._told(groups)

    def _joined(self) -> list[dict[str, Thing]]:
        """The ways in which all edges of the question hold together, at most as many as are told."""
        order = sorted(self._walk.asked.edges, key=lambda key: len(self._walk.links.get(key, ())))
        assignments: list[dict[str, Thing]] = [{}]
        remaining, reached = list(order), set[str]()
        while remaining:
            key = next(
                (
                    k
                    for k in remaining
                    if {self._walk.asked.edges[k].subject, self._walk.asked.edges[k].object} & reached
                ),
                remaining[0],
            )
            remaining.remove(key)
            edge = self._walk.asked.edges[key]
            reached |= {edge.subject, edge.object}
            assignments = self._extended(assignments, edge, self._walk.links.get(key, {}), last=not remaining)
        return assignments

    def _extended(
        self,
        assignments: Sequence[dict[str, Thing]],
        edge: QueryEdge,
        links: Iterable[tuple[Thing, Thing]],
        *,
        last: bool,
    ) -> list[dict[str, Thing]]:
        by_subject: dict[Thing, list[Thing]] = defaultdict(list)
        by_object: dict[Thing, list[Thing]] = defaultdict(list)
        pairs = dict.fromkeys(links)
        for pair in pairs:
            by_subject[pair[0]].append(pair[1])
            by_object[pair[1]].append(pair[0])
        most = self._graph.limits.results if last else self._graph.limits.results * 10
        made: list[dict[str, Thing]] = []
        for one in self._walk.each(assignments):
            new: list[tuple[Thing, Thing]]
            subject, object_ = one.get(edge.subject), one.get(edge.object)
            if subject is not None and object_ is not None:
                new = [(subject, object_)] if (subject, object_) in pairs else []
            elif subject is not None:
                new = [(subject, other) for other in by_subject[subject]]
            elif object_ is not None:
                new = [(other, object_) for other in by_object[object_]]
            else:
                new = list(pairs) if edge.subject != edge.object else [pair for pair in pairs if pair[0] == pair[1]]
            for pair in new:
                if len(made) >= most:
                    self._walk.note("WARNING", f"The list was cut after {self._graph.limits.results:,} results.")
                    return made
                made.append({**one, edge.subject: pair[0], edge.object: pair[1]})
        return made

    def _told(self, groups: Sequence[ResultGroup]) -> ToldMessage:
        """The message: the bound edges with what supports them, their nodes, and the results."""
        bound: dict[str, None] = {}
        bindings = []
        for group in self._walk.each(groups):
            by_edge = {
                key: tuple(dict.fromkeys(its for one in group.assignments for its in self._keys(key, edge, one)))
                for key, edge in self._walk.asked.edges.items()
            }
            bindings.append(by_edge)
            bound |= dict.fromkeys(key for keys in by_edge.values() for key in keys)
        auxiliary: dict[str, AuxiliaryGraph] = {}
        for key in self._walk.each(list(bound)):
            if key in self._walk.support:
                link, ways = self._walk.support[key]
                below = [self._walk.kept(link), *map(self._way, ways)]
                auxiliary[f"support-{key}"] = AuxiliaryGraph(tuple(dict.fromkeys(below)))
                bound |= dict.fromkeys(below)
        things = {thing for one in groups for some in one.bound.values() for thing in some}
        denials = [key for key in self._walk.denials if self._touches(self._walk.edges[key], things)]
        if denials:
            said = "1 record denies" if len(denials) == 1 else f"{len(denials):,} records deny"
            self._walk.note("INFO", f"{said} a link; marked as negated, that answers nothing.")
        links = {key: self._walk.edges[key] for key in (*bound, *denials)}
        called, nodes = self._called({end for link in links.values() for end in (link.subject, link.object)})
        edges = {key: _named(link, called) for key, link in self._walk.each(links.items())}
        named = {key: identifier(node) for key, node in self._asked.nodes.items() if node.set_interpretation}
        for key, id_ in named.items():
            if id_ and groups:
                members = Attribute("biolink:has_member", list(self._asked.nodes[key].member_ids))
                nodes[id_] = Node("", self._asked.nodes[key].categories or (biolink.NAMED_THING,), (members,))
        results = tuple(
            Result(
                {key: _bindings(named.get(key, ""), some, called) for key, some in one.bound.items()},
                (Analysis(SERVICE, by_edge),),
            )
            for one, by_edge in zip(groups, bindings, strict=True)
        )
        for ran in self._walk.gatherer.ledger.records:
            self._walk.note("DEBUG", f"{ran.purpose}: {ran.rows:,} rows in {ran.elapsed_ms:.0f} ms: {ran.executed}")
        return ToldMessage(Message(self._asked, nodes, edges, auxiliary, results), tuple(self._walk.notes))

    def _keys(self, key: str, edge: QueryEdge, one: Assignment) -> Iterable[str]:
        """The keys of the edges that answer one of the question between the things of one way."""
        return self._walk.links[key][one[edge.subject], one[edge.object]]

    def _way(self, edge: gathering.Edge) -> str:
        """The key of a record that makes one thing a kind of another; many conclusions go the same way."""
        key = self._ways.get(id(edge))
        if key is None:
            key = self._ways[id(edge)] = self._walk.kept(self._walk.link(edge, Term(biolink.SUBCLASS_OF)))
        return key

    def _touches(self, link: Link, things: set[Thing]) -> bool:
        """Whether a record is about something that was asked for, or found."""
        asked = {thing for node in self._walk.nodes.values() for thing in node.asked}
        return bool({link.subject, link.object} & (things | asked))

    def _called(self, things: Iterable[Thing]) -> tuple[dict[Thing, str], dict[str, Node]]:
        """The CURIE of each thing, and the nodes under them: as they were asked, else as the model prefers."""
        asked = {thing: curie for node in self._walk.nodes.values() for thing, curie in node.asked.items()}
        by_label: dict[str, list[str]] = defaultdict(list)
        for thing in things:
            by_label[thing.label].append(thing.key)
        called: dict[Thing, str] = {}
        nodes: dict[str, Node] = {}
        graph = self._graph.session.card.name
        for label, keys in by_label.items():
            category = self._graph.categories[label]
            known: dict[str, tuple[str, dict[str, None]]] = {}
            query = self._walk.gatherer.statements.identifiers(label, keys)
            for key, id_, name, equivalents in self._walk.gatherer.ledger.run(
                query, max_rows=20 * len(keys) + 100
            ).rows:
                ids = known.setdefault(key, (str(name or id_), {}))[1]
                ids |= dict.fromkeys(mapping.curie(str(one), graph) for one in (id_, *(equivalents or ())))
            for key in keys:
                thing = Thing(label, key)
                name, ids = known.get(key, (key, {mapping.curie(key, graph): None}))
                curie = asked.get(thing) or mapping.preferred(tuple(ids), category)
                if curie in nodes:  # another thing goes by it already
                    curie = mapping.curie(key, graph)
                called[thing] = curie
                others = [one for one in ids if one != curie]
                attributes = (Attribute("biolink:xref", others),) if others else ()
                nodes[curie] = Node(name, (category,), attributes)
        return called, nodes


def _bindings(set_id: str, things: Sequence[Thing], called: Mapping[Thing, str]) -> tuple[NodeBinding, ...]:
    """To a set that has an identifier by that, else to each thing."""
    return (NodeBinding(set_id),) if set_id else tuple(NodeBinding(called[one]) for one in things)


def _named(link: Link, called: Mapping[Thing, str]) -> Edge:
    """An edge between things as they are called; what the record itself called them stays with it."""
    edge, subject, object_ = link.edge, called[link.subject], called[link.object]
    kept = [
        Attribute(f"biolink:original_{end}", before)
        for end, before, now in (("subject", edge.subject, subject), ("object", edge.object, object_))
        if before and before != now
    ]
    return replace(edge, subject=subject, object=object_, attributes=(*edge.attributes, *kept))
