"""Small made graphs of drugs, diseases and proteins, so that verification is measured on several vocabularies."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from benchmarks.common import DATA
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Hop
from kgqa.questions.wording import Wording
from kgqa.records import Node, Triple
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.schema.reconcile import settled


@dataclass(frozen=True)
class Made:
    """A made graph.

    Attributes:
        edges: subject, relation, object, score and year.
    """

    relations: tuple[tuple[str, str, str], ...]
    names: Mapping[str, tuple[str, ...]]
    edges: tuple[tuple[str, str, str, float, int], ...]

    @cached_property
    def schema(self) -> Schema:
        """The schema as it is derived from the names of types and relations."""
        fields = (derive.property_("score", "FLOAT"), derive.property_("year", "INTEGER"))
        nodes = [derive.node_type(label, len(names), ()) for label, names in self.names.items()]
        return settled(nodes, [derive.relation(type_, a, b, 10, fields) for a, type_, b in self.relations])

    @cached_property
    def linker(self) -> Linker:
        """The linker of its names."""
        records = [
            {"id": f"{label}:{name}", "label": label, "name": name, "synonyms": []}
            for label, names in self.names.items()
            for name in names
        ]
        return Linker(NameIndex(records))

    def triples(self) -> tuple[Triple, ...]:
        """Every edge of it, numbered."""
        wording = Wording(self.schema)
        labels = {name: label for label, names in self.names.items() for name in names}
        found = []
        for number, (one, type_, other, score, year) in enumerate(self.edges, 1):
            relation = next(r for r in self.schema.relations if r.type == type_ and r.source == labels[one])
            ends = [Node(f"{labels[name]}:{name}", name, labels[name]) for name in (one, other)]
            phrase = wording.phrase(Hop(relation, forward=True))
            found.append(Triple(number, ends[0], type_, ends[1], phrase, properties={"score": score, "year": year}))
        return tuple(found)


def _read(made: Mapping[str, Any]) -> Made:
    names = {label: tuple(some) for label, some in made["names"].items()}
    return Made(tuple(map(tuple, made["relations"])), names, tuple(map(tuple, made["edges"])))


MADE: Mapping[str, Made] = {
    name: _read(made) for name, made in json.loads((DATA / "made_graphs.json").read_text(encoding="utf-8")).items()
}
"""The made graphs by the names that the set of texts calls them."""
