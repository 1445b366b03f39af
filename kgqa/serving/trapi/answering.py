"""TRAPI query graphs answered from one open graph, through the store and its limits, and what kinds of edges it has.

``asked`` says what may be asked, ``walking`` finds what is asked for, ``constraints`` says which edges meet it, and
``telling`` makes the message.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from kgqa.graph.quoting import quoted
from kgqa.graph.stop import StopSignal
from kgqa.records import Query
from kgqa.schema.model import Relation
from kgqa.services.trapi import mapping
from kgqa.services.trapi.model import MetaEdge, MetaGraph, QueryGraph
from kgqa.serving.trapi import recorded
from kgqa.serving.trapi.messages import Telling, ToldMessage
from kgqa.serving.trapi.query_graph import Limits, require_answerable, warnings
from kgqa.serving.trapi.recorded import Recorder
from kgqa.serving.trapi.sets import with_members
from kgqa.serving.trapi.traversal import Walk
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
