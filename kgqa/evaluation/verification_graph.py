"""A small made graph of drugs, diseases and genes, so that verification is measured on more than one vocabulary."""

from __future__ import annotations

from functools import cache

from kgqa.graph.load import derive
from kgqa.graph.load.settling import settled
from kgqa.graph.schema import Schema
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.records import Node, Triple
from kgqa.understanding.intent import Hop
from kgqa.wording import Wording

_RELATIONS = (
    ("Drug", "treats", "Disease"),
    ("Drug", "contraindicated_in", "Disease"),
    ("Drug", "upregulates", "Gene"),
    ("Drug", "downregulates", "Gene"),
    ("Gene", "associated_with", "Disease"),
)
_NAMES = {
    "Drug": ("Aspirin", "Metformin", "Ibuprofen", "Colchicine", "Sumatriptan"),
    "Disease": ("Migraine", "Gout", "Asthma", "Malaria", "Diabetes", "Polycystic ovary disease"),
    "Gene": ("TP53", "SIRT1", "PTGS2", "BRCA1"),
}
_EDGES = (
    ("Metformin", "treats", "Diabetes", 0.99, 1995),
    ("Metformin", "treats", "Polycystic ovary disease", 0.81, 2008),
    ("Aspirin", "treats", "Migraine", 0.75, 1980),
    ("Colchicine", "treats", "Gout", 0.97, 1961),
    ("Aspirin", "contraindicated_in", "Gout", 0.66, 1990),
    ("Metformin", "contraindicated_in", "Gout", 0.41, 2011),
    ("Metformin", "upregulates", "SIRT1", 0.92, 2015),
    ("Metformin", "downregulates", "TP53", 0.58, 2019),
    ("PTGS2", "associated_with", "Migraine", 0.52, 2003),
)


@cache
def schema() -> Schema:
    """The schema as it is derived from the names of types and relations."""
    fields = (derive.property_("score", "FLOAT"), derive.property_("year", "INTEGER"))
    nodes = [derive.node_type(label, len(names), ()) for label, names in _NAMES.items()]
    return settled(nodes, [derive.relation(type_, a, b, 10, fields) for a, type_, b in _RELATIONS])


@cache
def linker() -> Linker:
    """The linker of its names."""
    records = [
        {"id": f"{label}:{name}", "label": label, "name": name, "synonyms": []}
        for label, names in _NAMES.items()
        for name in names
    ]
    return Linker(NameIndex(records))


def triples() -> tuple[Triple, ...]:
    """Every edge of it, numbered."""
    made, wording = schema(), Wording(schema())
    labels = {name: label for label, names in _NAMES.items() for name in names}
    found = []
    for number, (one, type_, other, score, year) in enumerate(_EDGES, 1):
        relation = next(r for r in made.relations if r.type == type_ and r.source == labels[one])
        ends = [Node(f"{labels[name]}:{name}", name, labels[name]) for name in (one, other)]
        phrase = wording.phrase(Hop(relation, forward=True))
        found.append(Triple(number, ends[0], type_, ends[1], phrase, properties={"score": score, "year": year}))
    return tuple(found)
