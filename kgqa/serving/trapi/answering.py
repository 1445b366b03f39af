"""A TRAPI query graph answered from one open graph, through the store and its limits.

The question is walked from what it names: each of its edges is one planned statement for each relation that it may
mean, over the things found so far. Then the found links are joined into results. A thing is one node, whatever number
of identifiers the graph has for it, and is called as it was asked.

What is recorded for a kind of an asked thing is an answer for that thing as well: as an edge of its own, whose support
graph holds the record and the way up to the asked thing, and which says that it was concluded.

A record that denies a link answers no question but one that asks for denials ("biolink:negated"); it is sent beside
the results, marked, as whoever asks should know of it.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from kgqa.errors import KgqaError
from kgqa.evidence import gathering
from kgqa.evidence.gathering import Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.quoting import quoted
from kgqa.graph.stop import StopSignal
from kgqa.linking.identifiers import possible
from kgqa.planning.patterns import StatementWriter
from kgqa.planning.statements import MOST_KIND_STEPS
from kgqa.questions.intent import Condition, Hop
from kgqa.records import Query
from kgqa.schema.model import NodeType, Relation
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.mapping import Term
from kgqa.services.trapi.model import (
    PRIMARY,
    Analysis,
    Attribute,
    AttributeConstraint,
    AuxiliaryGraph,
    Choice,
    Edge,
    Message,
    MetaEdge,
    MetaGraph,
    Node,
    NodeBinding,
    QueryEdge,
    QueryGraph,
    QueryNode,
    Result,
)
from kgqa.serving.door import is_text
from kgqa.serving.trapi import recorded
from kgqa.serving.trapi.recorded import SERVICE, Recorder
from kgqa.session import GraphSession

MOST_KINDS = 2000
NEGATED = "biolink:negated"
_OPERATORS = ("==", "===", "<", ">")


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one question may ask and get; what is cut is told.

    Attributes:
        ids: identifiers of one node of the question.
        hops: edges of the question.
    """

    edges: int = 10_000
    results: int = 5_000
    ids: int = 500
    hops: int = 5


class AskedError(KgqaError):
    """A question that is not answered as it stands; ``status`` is TRAPI's word for why."""

    def __init__(self, status: str, message: str) -> None:
        super().__init__(message)
        self.status = status


class Thing(NamedTuple):
    """A thing of the graph: its label and the key that its identifiers share."""

    label: str
    key: str


@dataclass(frozen=True, slots=True)
class Found:
    """An answer: the message, and what has to be said about it, a sentence each (level, sentence)."""

    message: Message
    notes: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Node:
    """What is known so far of a node of the question.

    Attributes:
        asked: by thing the CURIE under which it was asked for; empty where the node is not named.
        above: of a kind of an asked thing its way up: the things it is a kind of, each with the record that says so.
        things: what it may be; None while nothing led to it.
    """

    query: QueryNode
    asked: dict[Thing, str] = field(default_factory=dict)
    above: dict[Thing, list[tuple[Thing, gathering.Edge]]] = field(default_factory=dict)
    things: set[Thing] | None = None

    def stands_for(self, thing: Thing, *, exactly: bool = False) -> list[Thing]:
        """The asked things that a found one is, or is a kind of; itself where nothing was asked by name."""
        if not self.asked:
            return [thing]
        if exactly:
            return [thing] if thing in self.asked else []
        seen, todo = {thing}, [thing]
        while todo:
            new = [up for up, _ in self.above.get(todo.pop(), ()) if up not in seen]
            seen.update(new)
            todo += new
        return [one for one in seen if one in self.asked]

    def way_up(self, thing: Thing, to: Thing) -> list[gathering.Edge]:
        """The records by which a thing is a kind of an asked one, a shortest way."""
        ways: dict[Thing, list[gathering.Edge]] = {thing: []}
        todo = [thing]
        while todo:
            one = todo.pop(0)
            if one == to:
                return ways[one]
            for up, edge in self.above.get(one, ()):
                if up not in ways:
                    ways[up] = [*ways[one], edge]
                    todo.append(up)
        return []


@dataclass(frozen=True, slots=True)
class _Link:
    """A found record between two things, in the direction of the model, and the edge that it is."""

    subject: Thing
    object: Thing
    edge: Edge


class Answering:
    """Answers query graphs from one open graph. Safe to share between threads."""

    def __init__(self, session: GraphSession, limits: Limits | None = None) -> None:
        self.session = session
        self.limits = limits or Limits()
        self.schema = session.schema
        self.recorder = Recorder(self.schema, session.card)
        self.categories = {node.label: mapping.category(node) for node in self.schema.nodes}

    def answer(self, asked: QueryGraph, stop: StopSignal | None = None) -> Found:
        """What the graph has for a question.

        Raises:
            AskedError: it is none that this service answers; the message says why.
            KgqaError: the graph could not be asked, or ``stop`` was set.
        """
        return _Question(self, asked, stop).answered()

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


class _Question:
    """One question on its way through the graph."""

    def __init__(self, graph: Answering, asked: QueryGraph, stop: StopSignal | None) -> None:
        self._graph, self._asked, self._stop = graph, asked, stop
        self._schema, self._limits = graph.schema, graph.limits
        self._gatherer = Gatherer(graph.schema, Ledger(graph.session.store, stop=stop))
        self._statements = self._gatherer.statements
        self._nodes = {key: _Node(one) for key, one in asked.nodes.items()}
        self._links: dict[str, dict[tuple[Thing, Thing], dict[str, None]]] = {}
        self._edges: dict[str, _Link] = {}
        self._support: dict[str, tuple[_Link, tuple[gathering.Edge, ...]]] = {}
        self._denials: dict[str, None] = {}
        self._ways: dict[int, str] = {}
        self._notes: list[tuple[str, str]] = []
        self._taken = 0

    def answered(self) -> Found:
        self._check()
        for key, node in self._nodes.items():
            self._name(key, node)
        left = dict(self._asked.edges)
        while left:
            key = self._next(left)
            self._walk(key, left.pop(key))
        assignments = self._joined()
        return self._told(assignments)

    def _note(self, level: str, sentence: str) -> None:
        if (level, sentence) not in self._notes:
            self._notes.append((level, sentence))

    def _check(self) -> None:
        """Refuse what is not answered here, before anything is asked."""
        asked = self._asked
        if asked.paths:
            raise AskedError("NotImplemented", "Paths of any length are not looked for here; ask for each hop.")
        if not asked.nodes or not asked.edges:
            raise AskedError("QueryNotTraversable", "The query graph has no edge. Ask for at least one.")
        if len(asked.edges) > self._limits.hops:
            raise AskedError("QueryNotTraversable", f"Of a question at most {self._limits.hops} edges are followed.")
        for key, node in asked.nodes.items():
            if node.set_interpretation not in ("", "BATCH"):
                raise AskedError(
                    "NotImplemented", f"Node {key}: identifiers are asked one by one (BATCH) here, not as a set."
                )
            if node.constraints:
                raise AskedError(
                    "UnsupportedConstraint", f"Node {key}: attributes of nodes cannot be constrained here."
                )
            if len(node.ids) > self._limits.ids:
                raise AskedError("QueryTooLarge", f"Node {key} has more than {self._limits.ids:,} identifiers.")
        if not any(node.ids for node in asked.nodes.values()):
            raise AskedError("QueryNotTraversable", "No node of the query graph has an identifier to begin from.")
        joined, reached = True, {next(key for key, node in asked.nodes.items() if node.ids)}
        while joined:
            ends = [{edge.subject, edge.object} for edge in asked.edges.values()]
            more = {end for both in ends if both & reached for end in both} - reached
            reached |= more
            joined = bool(more)
        if lost := [key for key in asked.nodes if key not in reached]:
            raise AskedError("QueryNotTraversable", f"Node {lost[0]} is joined to nothing that has an identifier.")
        for key, edge in asked.edges.items():
            if any(one.operator not in _OPERATORS for one in edge.attributes):
                raise AskedError(
                    "UnsupportedConstraint", f"Edge {key}: attributes are compared by {', '.join(_OPERATORS)} here."
                )
            for one in edge.predicates:
                if not biolink.known(one, "predicates"):
                    self._note("WARNING", f"Edge {key}: Biolink {biolink.version()} has no predicate {one[:80]}.")
            if edge.knowledge_type == "inferred":
                self._note("WARNING", f"Edge {key}: nothing is predicted here; what is recorded was looked up.")

    def _name(self, key: str, node: _Node) -> None:
        """Finds what a node names, and the kinds of it."""
        if not node.query.ids:
            return
        sought = self._sought(node.query.ids)
        found: set[str] = set()
        for type_ in sorted(self._schema.nodes, key=lambda one: one.count):  # of nested types the narrowest
            forms = {form: asked for form, asked in sought.get(type_.label, {}).items() if asked not in found}
            if not forms:
                continue
            wanted = biolink.asked_for(node.query.categories, "categories")
            fits = wanted is None or bool(wanted.intersection(self._above(type_.label)))
            for same, id_ in self._rows_of(type_, list(forms)):
                asked = forms[id_]
                found.add(asked)
                if not fits:
                    self._note("INFO", f"Node {key}: {asked} is of the category {self._above(type_.label)[0]}.")
                    continue
                before = node.asked.setdefault(Thing(type_.label, same), asked)
                if before != asked:
                    self._note("INFO", f"{before} and {asked} are one thing here, told as {before}.")
        if unknown := [one for one in node.query.ids if one not in found]:
            few = ", ".join(unknown[:10]) + (f" and {len(unknown) - 10:,} more" if len(unknown) > 10 else "")
            self._note("INFO", f"Node {key}: not in this graph: {few}.")
        node.things = set(node.asked)
        self._add_kinds(node)

    def _sought(self, asked: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        """By label identifiers that nodes may have, each with the asked one; also a register's in its other spellings.

        Where the names of the graph are held they tell the label; all labels are looked through for the others.
        """
        sought: dict[str, dict[str, str]] = defaultdict(dict)
        for one in asked:
            if not is_text(one):
                continue
            forms = list(dict.fromkeys((mapping.identifier(one, self._graph.session.card.name), *possible(one))))
            known = next(filter(None, map(self._graph.session.explorer.known, forms)), None)
            if known is not None:
                sought[known[0]] |= dict.fromkeys(known[1], one)
            else:
                for type_ in self._schema.nodes:
                    sought[type_.label] |= dict.fromkeys(forms, one)
        return sought

    def _rows_of(self, type_: NodeType, ids: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
        """The nodes of a type with some identifiers: what makes them one thing, and the identifier."""
        writer = StatementWriter(self._statements)
        one_by_one = self._statements.many(type_.label, ids)
        writer.patterns.append(self._statements.node_pattern("x", type_.label, type_.id_property if one_by_one else ""))
        writer.within("x", type_.id_property, ids, one_by_one=one_by_one)
        writer.returns(f"RETURN x.{quoted(type_.same_property)} AS thing, x.{quoted(type_.id_property)} AS id")
        query = writer.query(("thing", "id"), "asked things")
        return self._gatherer.ledger.run(query, max_rows=20 * len(ids) + 100).rows

    def _add_kinds(self, node: _Node) -> None:
        """The kinds of what a node names, with the records that make them its kinds, from level to level."""
        for relation in self._schema.relations:
            if not relation.hierarchical or relation.source != relation.target:
                continue
            hop = Hop(relation, forward=False)
            level = [thing.key for thing in node.asked if thing.label == relation.source]
            seen = set(level)
            for _ in range(MOST_KIND_STEPS):
                if not level or len(seen) > MOST_KINDS:
                    break
                query = self._statements.edges(relation.target, Condition(hop), level)
                rows = self._gatherer.ledger.run(query, max_rows=MOST_KINDS)
                if rows.truncated:
                    self._note("WARNING", f"Not all kinds of what was asked were looked at, but {MOST_KINDS:,}.")
                level = []
                for row in rows.rows:
                    edge = self._gatherer.edge(relation, row)
                    kind = Thing(relation.source, edge.source)
                    if edge.source == edge.target or edge.triple.against:
                        continue
                    node.above.setdefault(kind, []).append((Thing(relation.target, edge.target), edge))
                    if edge.source not in seen:
                        seen.add(edge.source)
                        level.append(edge.source)
            if node.things is not None:
                node.things |= {Thing(relation.source, key) for key in seen}

    def _above(self, label: str) -> tuple[str, ...]:
        return biolink.above(self._graph.categories[label], "categories")

    def _next(self, left: Mapping[str, QueryEdge]) -> str:
        """The edge that is walked next: with the fewest things to set out from, both ends known before one."""

        def cost(key: str) -> tuple[bool, int]:
            known = [self._nodes[end].things for end in (left[key].subject, left[key].object)]
            sizes = [len(things) for things in known if things is not None]
            return len(sizes) < 2, min(sizes, default=0)

        ready = [
            key
            for key, edge in left.items()
            if any(self._nodes[end].things is not None for end in (edge.subject, edge.object))
        ]
        return min(ready, key=cost)

    def _walk(self, key: str, asked: QueryEdge) -> None:
        """Finds the links that an edge of the question asks for, and what they make known of its nodes."""
        ends = self._nodes[asked.subject], self._nodes[asked.object]
        starts = [node for node in ends if node.things is not None]
        near = min(starts, key=lambda node: len(node.things or ()))
        outward = near is ends[0]
        far = ends[1] if outward else ends[0]
        found = self._links[key] = {}
        for relation, subject_first in self._meant(asked):
            # From the near end along the relation where that is its stored source.
            forward = subject_first == outward
            self._follow(found, asked, relation, Hop(relation, forward), near, far, outward=outward)
        bound = {pair[1] if outward else pair[0] for pair in found}
        near_bound = {pair[0] if outward else pair[1] for pair in found}
        near.things = (near.things or set()) & (near_bound | _kinds_of(near, near_bound))
        far.things = bound if far.things is None else far.things & (bound | _kinds_of(far, bound))

    def _meant(self, asked: QueryEdge) -> Iterator[tuple[Relation, bool]]:
        """The relations that an edge of a question asks for; True where its subject is the relation's stored source."""
        wanted = biolink.asked_for(asked.predicates, "predicates")
        ends = [
            biolink.asked_for(self._nodes[end].query.categories, "categories") for end in (asked.subject, asked.object)
        ]
        for relation in self._schema.relations:
            if relation.mirrors is not None or self._schema.is_read_with_another(relation):
                continue
            term = mapping.term(relation, self._schema)
            labels = [relation.source, relation.target][:: -1 if term.turned else 1]
            other = biolink.inverse(term.predicate)
            ways = [(True, wanted is None or term.predicate in wanted), (False, wanted is None or other in wanted)]
            for straight, asked_for in ways:
                told = labels if straight else labels[::-1]
                fits = all(
                    one is None or one.intersection(self._above(label)) for one, label in zip(ends, told, strict=True)
                )
                symmetric_again = relation.symmetric and not straight and ways[0][1]
                if asked_for and fits and not symmetric_again and _may_meet(asked, term.qualifiers):
                    yield relation, straight != term.turned

    def _follow(
        self, found: dict[tuple[Thing, Thing], dict[str, None]], asked: QueryEdge, relation: Relation, hop: Hop,
        near: _Node, far: _Node, *, outward: bool,
    ) -> None:  # fmt: skip
        """One statement: the records of a relation from the things of one node to those of the other."""
        of_kinds = not relation.hierarchical
        keys = [one.key for one in self._usable(near, of_kinds) if one.label == hop.start]
        others = (
            None if far.things is None else [one.key for one in self._usable(far, of_kinds) if one.label == hop.end]
        )
        if not keys or others == []:
            return
        room = self._limits.edges - self._taken
        condition = Condition(hop, keys=None if others is None else tuple(others))
        rows = self._gatherer.ledger.run(self._statements.edges(hop.start, condition, keys), max_rows=max(room, 0))
        if rows.truncated:
            self._note("WARNING", f"The list was cut: more than {self._limits.edges:,} edges of this graph answer it.")
        term = mapping.term(relation, self._schema)
        self._taken += len(rows.rows)
        for edge in self._gatherer.ordered(self._gatherer.edge(relation, row) for row in rows.rows):
            if edge.triple.against and term.predicate == biolink.RELATED_TO:
                self._note("INFO", "Records that deny a relation which Biolink has no name for were left out.")
                continue
            near_thing = Thing(hop.start, gathering.near_key(edge, hop))
            far_thing = Thing(hop.end, gathering.far_key(edge, hop))
            if relation.symmetric:
                edge = _sorted_ends(edge)
            link = self._link(edge, term)
            if not _meets(link.edge, asked):
                continue
            if link.edge.negated and not _asks_for_denials(asked):
                self._denials[self._kept(link)] = None
            else:
                ends = (near, near_thing), (far, far_thing)
                self._bind(found, link, *ends, outward=outward, exactly=relation.hierarchical)

    def _link(self, edge: gathering.Edge, term: Term) -> _Link:
        """A record as the model says it, from whichever end it was recorded."""
        ends = [Thing(edge.triple.subject.label, edge.source), Thing(edge.triple.object.label, edge.target)]
        term = replace(term, turned=term.turned != edge.turned)
        said = self._graph.recorder.edge(edge.triple, term)
        subject, object_ = ends[::-1] if term.turned else ends
        return _Link(subject, object_, said)

    def _usable(self, node: _Node, of_kinds: bool) -> Iterable[Thing]:
        things = node.things or set()
        return things if of_kinds or not node.asked else [one for one in things if one in node.asked]

    def _bind(
        self, found: dict[tuple[Thing, Thing], dict[str, None]], link: _Link, near: tuple[_Node, Thing],
        far: tuple[_Node, Thing], *, outward: bool, exactly: bool,
    ) -> None:  # fmt: skip
        """Makes a record an answer for what was asked: as it is, or for the thing that its own is a kind of.

        Args:
            exactly: only as it is, since the record itself says what is a kind of what.
        """
        for one in near[0].stands_for(near[1], exactly=exactly):
            for other in far[0].stands_for(far[1], exactly=exactly):
                ways = [*near[0].way_up(near[1], one), *far[0].way_up(far[1], other)]
                if ways and (link.edge.negated or one == other):
                    continue  # that a kind of it resembles it says nothing of a thing and itself
                ends = (one, other) if link.subject == near[1] else (other, one)
                key = self._concluded(link, ends, ways) if ways else self._kept(link)
                found.setdefault((one, other) if outward else (other, one), {})[key] = None

    def _kept(self, link: _Link) -> str:
        key = recorded.key(link.edge)
        self._edges.setdefault(key, link)
        return key

    def _concluded(self, link: _Link, ends: tuple[Thing, Thing], ways: Sequence[gathering.Edge]) -> str:
        """The key of the edge that follows from a record between what its ends are kinds of."""
        below = self._kept(link)
        text = "\x1f".join((*ends[0], *ends[1], below))
        key = hashlib.sha256(text.encode()).hexdigest()[:20]
        if key not in self._support:
            said = recorded.concluded(link.edge, f"support-{key}")
            self._edges[key] = _Link(*ends, said)
            self._support[key] = (link, tuple(ways))
        return key

    def _joined(self) -> list[dict[str, Thing]]:
        """The ways in which all edges of the question hold together, at most as many as are told."""
        order = sorted(self._asked.edges, key=lambda key: len(self._links.get(key, ())))
        assignments: list[dict[str, Thing]] = [{}]
        remaining, reached = list(order), set[str]()
        while remaining:
            key = next(
                (k for k in remaining if {self._asked.edges[k].subject, self._asked.edges[k].object} & reached),
                remaining[0],
            )
            remaining.remove(key)
            edge = self._asked.edges[key]
            reached |= {edge.subject, edge.object}
            assignments = self._extended(assignments, edge, self._links.get(key, {}), last=not remaining)
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
        most = self._limits.results if last else self._limits.results * 10
        made: list[dict[str, Thing]] = []
        for one in assignments:
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
                    self._note("WARNING", f"The list was cut after {self._limits.results:,} results.")
                    return made
                made.append({**one, edge.subject: pair[0], edge.object: pair[1]})
        return made

    def _told(self, assignments: Sequence[Mapping[str, Thing]]) -> Found:
        """The message: the bound edges with what supports them, their nodes, and the results."""
        bound: dict[str, None] = {}
        bindings = []
        for one in assignments:
            by_edge = {
                key: tuple(self._links[key][one[edge.subject], one[edge.object]])
                for key, edge in self._asked.edges.items()
            }
            bindings.append(by_edge)
            bound |= dict.fromkeys(key for keys in by_edge.values() for key in keys)
        auxiliary: dict[str, AuxiliaryGraph] = {}
        for key in list(bound):
            if key in self._support:
                link, ways = self._support[key]
                below = [self._kept(link), *map(self._way, ways)]
                auxiliary[f"support-{key}"] = AuxiliaryGraph(tuple(dict.fromkeys(below)))
                bound |= dict.fromkeys(below)
        things = {thing for one in assignments for thing in one.values()}
        denials = [key for key in self._denials if self._touches(self._edges[key], things)]
        if denials:
            said = "1 record denies" if len(denials) == 1 else f"{len(denials):,} records deny"
            self._note("INFO", f"{said} a link; marked as negated, that answers nothing.")
        links = {key: self._edges[key] for key in (*bound, *denials)}
        called, nodes = self._called({end for link in links.values() for end in (link.subject, link.object)})
        edges = {key: _named(link, called) for key, link in links.items()}
        results = tuple(
            Result(
                {key: (NodeBinding(called[thing]),) for key, thing in one.items()},
                (Analysis(SERVICE, by_edge),),
            )
            for one, by_edge in zip(assignments, bindings, strict=True)
        )
        for ran in self._gatherer.ledger.records:
            self._note("DEBUG", f"{ran.purpose}: {ran.rows:,} rows in {ran.elapsed_ms:.0f} ms: {ran.executed}")
        return Found(Message(self._asked, nodes, edges, auxiliary, results), tuple(self._notes))

    def _way(self, edge: gathering.Edge) -> str:
        """The key of a record that makes one thing a kind of another; many conclusions go the same way."""
        key = self._ways.get(id(edge))
        if key is None:
            key = self._ways[id(edge)] = self._kept(self._link(edge, Term(biolink.SUBCLASS_OF)))
        return key

    def _touches(self, link: _Link, things: set[Thing]) -> bool:
        """Whether a record is about something that was asked for, or found."""
        asked = {thing for node in self._nodes.values() for thing in node.asked}
        return bool({link.subject, link.object} & (things | asked))

    def _called(self, things: Iterable[Thing]) -> tuple[dict[Thing, str], dict[str, Node]]:
        """The CURIE of each thing, and the nodes under them: as they were asked, else as the model prefers."""
        asked = {thing: curie for node in self._nodes.values() for thing, curie in node.asked.items()}
        by_label: dict[str, list[str]] = defaultdict(list)
        for thing in things:
            by_label[thing.label].append(thing.key)
        called: dict[Thing, str] = {}
        nodes: dict[str, Node] = {}
        graph = self._graph.session.card.name
        for label, keys in by_label.items():
            category = self._graph.categories[label]
            known: dict[str, tuple[str, dict[str, None]]] = {}
            query = self._statements.identifiers(label, keys)
            for key, id_, name, equivalents in self._gatherer.ledger.run(query, max_rows=20 * len(keys) + 100).rows:
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


def _kinds_of(node: _Node, things: set[Thing]) -> set[Thing]:
    """Of the things of a node those which are kinds of some of the asked ones."""
    if not node.asked:
        return set()
    return {kind for kind in node.above if things.intersection(node.stands_for(kind))}


def _named(link: _Link, called: Mapping[Thing, str]) -> Edge:
    """An edge between things as they are called; what the record itself called them stays with it."""
    edge, subject, object_ = link.edge, called[link.subject], called[link.object]
    kept = [
        Attribute(f"biolink:original_{end}", before)
        for end, before, now in (("subject", edge.subject, subject), ("object", edge.object, object_))
        if before and before != now
    ]
    return replace(edge, subject=subject, object=object_, attributes=(*edge.attributes, *kept))


def _sorted_ends(edge: gathering.Edge) -> gathering.Edge:
    """The record of a symmetric relation with its ends in a fixed order, from whichever end it was found."""
    triple = edge.triple
    if (triple.subject.label, edge.source) <= (triple.object.label, edge.target):
        return edge
    turned = replace(triple, subject=triple.object, object=triple.subject)
    return replace(edge, triple=turned, source=edge.target, target=edge.source)


def _may_meet(asked: QueryEdge, qualifiers: Iterable[tuple[str, str]]) -> bool:
    """Whether records of a relation can meet the qualifiers that are asked, as far as the relation's own tell."""
    own = dict(qualifiers)
    return not asked.qualifiers or any(
        all(type_ not in own or _is(own[type_], value) for type_, value in one) for one in asked.qualifiers
    )


def _is(value: str, wanted: str) -> bool:
    """Whether the value of a qualifier is an asked one or a kind of it."""
    if value.startswith(biolink.PREFIX) or wanted.startswith(biolink.PREFIX):
        return biolink.prefixed(value) in biolink.below(wanted, "predicates")
    return value in biolink.values_below(wanted)


def _meets(edge: Edge, asked: QueryEdge) -> bool:
    """Whether an edge is all that the question asks of it."""
    if asked.qualifiers:
        own = {"qualified_predicate": edge.predicate} | dict(edge.qualifiers)
        if not any(all(t in own and _is(own[t], value) for t, value in one) for one in asked.qualifiers):
            return False
    primary_only = asked.sources is not None and asked.sources.primary_only
    choices: tuple[tuple[Choice | None, set[str]], ...] = (
        (asked.knowledge_level, {edge.knowledge_level}),
        (asked.agent_type, {edge.agent_type}),
        (asked.sources, {one.id for one in edge.sources if one.role == PRIMARY or not primary_only}),
    )
    for choice, own_values in choices:
        if choice is not None:
            wanted = {one for value in choice.values for one in biolink.values_below(value)}
            if bool(wanted & own_values) != choice.allow:
                return False
    return all(_attribute_meets(edge, one) for one in asked.attributes)


def _asks_for_denials(asked: QueryEdge) -> bool:
    return any(one.id == NEGATED and one.value is not one.negated for one in asked.attributes)


def _attribute_meets(edge: Edge, asked: AttributeConstraint) -> bool:
    values: list[Any] = [edge.negated] if asked.id == NEGATED else []
    for one in edge.attributes:
        if asked.id in (one.type, one.name):
            values += one.value if isinstance(one.value, list) else [one.value]
    wanted = asked.value if isinstance(asked.value, list) else [asked.value]
    met = any(_compares(value, asked.operator, other) for value in values for other in wanted)
    return met != asked.negated


def _compares(value: Any, operator: str, other: Any) -> bool:
    if operator in ("==", "==="):
        return bool(value == other)
    numbers = [one for one in (value, other) if isinstance(one, int | float) and not isinstance(one, bool)]
    if len(numbers) < 2:
        return False
    return numbers[0] > numbers[1] if operator == ">" else operator == "<" and numbers[0] < numbers[1]
