"""A query graph walked from what it names: each of its edges is one planned statement for each relation that it may
mean, over the things found so far.

What is recorded for a kind of an asked thing is an answer for that thing as well: as an edge of its own, whose support
graph holds the record and the way up to the asked thing, and which says that it was concluded.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeVar

from kgqa.errors import StoppedError
from kgqa.evidence import gathering
from kgqa.evidence.gathering import Gatherer
from kgqa.evidence.ledger import Ledger
from kgqa.graph.quoting import quoted
from kgqa.graph.stop import StopSignal
from kgqa.linking.identifiers import possible
from kgqa.planning.patterns import StatementWriter
from kgqa.planning.statements import MOST_KIND_STEPS
from kgqa.questions.intent import Condition, Hop
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.services.trapi import biolink, mapping
from kgqa.services.trapi.mapping import Term
from kgqa.services.trapi.model import Edge, QueryEdge, QueryGraph
from kgqa.serving.door import is_text
from kgqa.serving.trapi import recorded
from kgqa.serving.trapi.query_graph import AskedNode, Limits, Thing, asks_for_denials, may_meet, meets
from kgqa.serving.trapi.recorded import Recorder
from kgqa.session import GraphSession

MOST_KINDS = 2000
_T = TypeVar("_T")


class Walked(Protocol):
    """What a graph is walked with: the graph, and what Biolink calls its types.

    Attributes:
        categories: by label.
    """

    session: GraphSession
    schema: Schema
    limits: Limits
    recorder: Recorder
    categories: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Link:
    """A found record between two things, in the direction of the model, and the edge that it is."""

    subject: Thing
    object: Thing
    edge: Edge


class Walk:
    """A query graph on its way through a graph: what its nodes and edges stand for, as far as that is found.

    Args:
        graph: that is asked.
        stop: ends the work when it is set.

    Attributes:
        links: by edge of the question and its two ends the keys of the edges that answer it.
        edges: by key what was found.
        support: of an edge that was concluded what it follows from: a record, and the way up to the asked things.
        denials: keys of records that deny a link which is asked for.
        notes: what has to be said, a sentence each (level, sentence).
        cut: not every link was read.
    """

    def __init__(self, graph: Walked, asked: QueryGraph, stop: StopSignal | None) -> None:
        self._graph = graph
        self._stop = stop
        self.asked = asked
        self.gatherer = Gatherer(graph.schema, Ledger(graph.session.store, stop=stop))
        self.nodes = {key: AskedNode(one) for key, one in asked.nodes.items()}
        self.links: dict[str, dict[tuple[Thing, Thing], dict[str, None]]] = {}
        self.edges: dict[str, Link] = {}
        self.support: dict[str, tuple[Link, tuple[gathering.Edge, ...]]] = {}
        self.denials: dict[str, None] = {}
        self.notes: list[tuple[str, str]] = []
        self.cut = False
        self._taken = 0

    def go(self) -> None:
        """Find what the nodes name, then the links, from edge to edge.

        Raises:
            KgqaError: the graph could not be asked, or the work was stopped.
        """
        for key, node in self.nodes.items():
            self._name(key, node)
        left = dict(self.asked.edges)
        while left:
            key = self._next(left)
            self._walk(key, left.pop(key))

    def each(self, some: Iterable[_T]) -> Iterator[_T]:
        """One after the other, as long as the work is not stopped: to make records of many rows takes longer than to
        fetch them.

        Raises:
            StoppedError: it was.
        """
        for one in some:
            if self._stop is not None and self._stop.is_set():
                raise StoppedError("You stopped it.")
            yield one

    def note(self, level: str, sentence: str) -> None:
        """Keep something that has to be said, once."""
        if (level, sentence) not in self.notes:
            self.notes.append((level, sentence))

    def _name(self, key: str, node: AskedNode) -> None:
        """Finds what a node names, and the kinds of it."""
        if not node.query.ids:
            return
        sought = self._sought(node.query.ids)
        found: set[str] = set()
        for type_ in sorted(self._graph.schema.nodes, key=lambda one: one.count):  # of nested types the narrowest
            forms = {form: asked for form, asked in sought.get(type_.label, {}).items() if asked not in found}
            if not forms:
                continue
            wanted = biolink.asked_for(node.query.categories, "categories")
            fits = wanted is None or bool(wanted.intersection(self._above(type_.label)))
            for same, id_ in self._rows_of(type_, list(forms)):
                asked = forms[id_]
                found.add(asked)
                if not fits:
                    node.missing = (*node.missing, asked)
                    self.note("INFO", f"Node {key}: {asked} is of the category {self._above(type_.label)[0]}.")
                    continue
                before = node.asked.setdefault(Thing(type_.label, same), asked)
                if before != asked:
                    self.note("INFO", f"{before} and {asked} are one thing here, told as {before}.")
        if unknown := [one for one in node.query.ids if one not in found]:
            node.missing = (*node.missing, *unknown)
            few = ", ".join(unknown[:10]) + (f" and {len(unknown) - 10:,} more" if len(unknown) > 10 else "")
            self.note("INFO", f"Node {key}: not in this graph: {few}.")
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
                for type_ in self._graph.schema.nodes:
                    sought[type_.label] |= dict.fromkeys(forms, one)
        return sought

    def _rows_of(self, type_: NodeType, ids: Sequence[str]) -> tuple[tuple[Any, ...], ...]:
        """The nodes of a type with some identifiers: what makes them one thing, and the identifier."""
        writer = StatementWriter(self.gatherer.statements)
        one_by_one = self.gatherer.statements.many(type_.label, ids)
        writer.patterns.append(
            self.gatherer.statements.node_pattern("x", type_.label, type_.id_property if one_by_one else "")
        )
        writer.within("x", type_.id_property, ids, one_by_one=one_by_one)
        writer.returns(f"RETURN x.{quoted(type_.same_property)} AS thing, x.{quoted(type_.id_property)} AS id")
        query = writer.query(("thing", "id"), "asked things")
        return self.gatherer.ledger.run(query, max_rows=20 * len(ids) + 100).rows

    def _add_kinds(self, node: AskedNode) -> None:
        """The kinds of what a node names, with the records that make them its kinds, from level to level."""
        for relation in self._graph.schema.relations:
            if not relation.hierarchical or relation.source != relation.target:
                continue
            hop = Hop(relation, forward=False)
            level = [thing.key for thing in node.asked if thing.label == relation.source]
            seen = set(level)
            for _ in range(MOST_KIND_STEPS):
                if not level or len(seen) > MOST_KINDS:
                    break
                query = self.gatherer.statements.edges(relation.target, Condition(hop), level)
                rows = self.gatherer.ledger.run(query, max_rows=MOST_KINDS)
                if rows.truncated:
                    self.note("WARNING", f"Not all kinds of what was asked were looked at, but {MOST_KINDS:,}.")
                level = []
                for row in self.each(rows.rows):
                    edge = self.gatherer.edge(relation, row)
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
            known = [self.nodes[end].things for end in (left[key].subject, left[key].object)]
            sizes = [len(things) for things in known if things is not None]
            return len(sizes) < 2, min(sizes, default=0)

        ready = [
            key
            for key, edge in left.items()
            if any(self.nodes[end].things is not None for end in (edge.subject, edge.object))
        ]
        return min(ready, key=cost)

    def _walk(self, key: str, asked: QueryEdge) -> None:
        """Finds the links that an edge of the question asks for, and what they make known of its nodes."""
        ends = self.nodes[asked.subject], self.nodes[asked.object]
        starts = [node for node in ends if node.things is not None]
        near = min(starts, key=lambda node: len(node.things or ()))
        outward = near is ends[0]
        far = ends[1] if outward else ends[0]
        found = self.links[key] = {}
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
            biolink.asked_for(self.nodes[end].query.categories, "categories") for end in (asked.subject, asked.object)
        ]
        for relation in self._graph.schema.relations:
            if relation.mirrors is not None or self._graph.schema.is_read_with_another(relation):
                continue
            term = mapping.term(relation, self._graph.schema)
            labels = [relation.source, relation.target][:: -1 if term.turned else 1]
            other = biolink.inverse_of(term.predicate)
            ways = [(True, wanted is None or term.predicate in wanted), (False, wanted is None or other in wanted)]
            for straight, asked_for in ways:
                told = labels if straight else labels[::-1]
                fits = all(
                    one is None or one.intersection(self._above(label)) for one, label in zip(ends, told, strict=True)
                )
                symmetric_again = relation.symmetric and not straight and ways[0][1]
                if asked_for and fits and not symmetric_again and may_meet(asked, term.qualifiers):
                    yield relation, straight != term.turned

    def _follow(
        self, found: dict[tuple[Thing, Thing], dict[str, None]], asked: QueryEdge, relation: Relation, hop: Hop,
        near: AskedNode, far: AskedNode, *, outward: bool,
    ) -> None:  # fmt: skip
        """One statement: the records of a relation from the things of one node to those of the other."""
        of_kinds = not relation.hierarchical
        keys = [one.key for one in self._usable(near, of_kinds) if one.label == hop.start]
        others = (
            None if far.things is None else [one.key for one in self._usable(far, of_kinds) if one.label == hop.end]
        )
        if not keys or others == []:
            return
        room = self._graph.limits.edges - self._taken
        condition = Condition(hop, keys=None if others is None else tuple(others))
        rows = self.gatherer.ledger.run(
            self.gatherer.statements.edges(hop.start, condition, keys), max_rows=max(room, 0)
        )
        if rows.truncated:
            self.cut = True
            self.note(
                "WARNING", f"The list was cut: more than {self._graph.limits.edges:,} edges of this graph answer it."
            )
        term = mapping.term(relation, self._graph.schema)
        self._taken += len(rows.rows)
        for edge in self.each(self.gatherer.ordered(self.gatherer.edge(relation, row) for row in self.each(rows.rows))):
            if edge.triple.against and term.predicate == biolink.RELATED_TO:
                self.note("INFO", "Records that deny a relation which Biolink has no name for were left out.")
                continue
            near_thing = Thing(hop.start, gathering.near_key(edge, hop))
            far_thing = Thing(hop.end, gathering.far_key(edge, hop))
            if relation.symmetric:
                edge = _sorted_ends(edge)
            link = self.link(edge, term)
            if not meets(link.edge, asked):
                continue
            if link.edge.negated and not asks_for_denials(asked):
                self.denials[self.kept(link)] = None
            else:
                ends = (near, near_thing), (far, far_thing)
                self._bind(found, link, *ends, outward=outward, exactly=relation.hierarchical)

    def link(self, edge: gathering.Edge, term: Term) -> Link:
        """A record as the model says it, from whichever end it was recorded."""
        ends = [Thing(edge.triple.subject.label, edge.source), Thing(edge.triple.object.label, edge.target)]
        term = replace(term, turned=term.turned != edge.turned)
        said = self._graph.recorder.edge(edge.triple, term)
        subject, object_ = ends[::-1] if term.turned else ends
        return Link(subject, object_, said)

    def _usable(self, node: AskedNode, of_kinds: bool) -> Iterable[Thing]:
        things = node.things or set()
        return things if of_kinds or not node.asked else [one for one in things if one in node.asked]

    def _bind(
        self, found: dict[tuple[Thing, Thing], dict[str, None]], link: Link, near: tuple[AskedNode, Thing],
        far: tuple[AskedNode, Thing], *, outward: bool, exactly: bool,
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
                key = self._concluded(link, ends, ways) if ways else self.kept(link)
                found.setdefault((one, other) if outward else (other, one), {})[key] = None

    def kept(self, link: Link) -> str:
        """The key of an edge, which is kept."""
        key = recorded.key(link.edge)
        self.edges.setdefault(key, link)
        return key

    def _concluded(self, link: Link, ends: tuple[Thing, Thing], ways: Sequence[gathering.Edge]) -> str:
        """The key of the edge that follows from a record between what its ends are kinds of."""
        below = self.kept(link)
        text = "\x1f".join((*ends[0], *ends[1], below))
        key = hashlib.sha256(text.encode()).hexdigest()[:20]
        if key not in self.support:
            said = recorded.concluded(link.edge, f"support-{key}")
            self.edges[key] = Link(*ends, said)
            self.support[key] = (link, tuple(ways))
        return key


def _kinds_of(node: AskedNode, things: set[Thing]) -> set[Thing]:
    """Of the things of a node those which are kinds of some of the asked ones."""
    if not node.asked:
        return set()
    return {kind for kind in node.above if things.intersection(node.stands_for(kind))}


def _sorted_ends(edge: gathering.Edge) -> gathering.Edge:
    """The record of a symmetric relation with its ends in a fixed order, from whichever end it was found."""
    triple = edge.triple
    if (triple.subject.label, edge.source) <= (triple.object.label, edge.target):
        return edge
    turned = replace(triple, subject=triple.object, object=triple.subject)
    return replace(edge, triple=turned, source=edge.target, target=edge.source)
