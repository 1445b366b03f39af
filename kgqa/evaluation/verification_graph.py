"""Small made graphs of drugs, diseases and proteins, so that verification is measured on several vocabularies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from kgqa.evaluation.verification_tables import (
    CELL_EDGES,
    CELL_NAMES,
    CELL_RELATIONS,
    CLINIC_EDGES,
    CLINIC_NAMES,
    CLINIC_RELATIONS,
)
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.questions.intent import Hop
from kgqa.questions.wording import Wording
from kgqa.records import Node, Triple
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.schema.reconcile import settled

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

_PHARM_RELATIONS = (
    ("Compound", "inhibits", "Protein"),
    ("Compound", "induces", "Protein"),
    ("Compound", "treats", "Disease"),
    ("Compound", "has_side_effect", "SideEffect"),
    ("Compound", "interacts_with", "Compound"),
    ("Protein", "participates_in", "Pathway"),
    ("Protein", "expressed_in", "Tissue"),
)
_PHARM_NAMES = {
    "Compound": ("Warfarin", "Imatinib", "Dasatinib", "Ketoconazole", "Simvastatin", "Celecoxib"),
    "Protein": ("ABL1", "KIT", "CYP3A4", "HMGCR", "PTGS2"),
    "Disease": (
        "Chronic myeloid leukemia",
        "Atrial fibrillation",
        "Hypercholesterolemia",
        "Osteoarthritis",
        "Gastrointestinal stromal tumor",
    ),
    "SideEffect": ("Nausea", "Myopathy", "Bleeding", "Edema", "Rash"),
    "Pathway": ("Cholesterol biosynthesis", "Drug metabolism"),
    "Tissue": ("Liver", "Stomach"),
}
_PHARM_EDGES = (
    ("Imatinib", "inhibits", "ABL1", 0.5, 2001),
    ("Imatinib", "inhibits", "KIT", 0.5, 2002),
    ("Dasatinib", "inhibits", "ABL1", 0.5, 2003),
    ("Ketoconazole", "inhibits", "CYP3A4", 0.5, 2004),
    ("Simvastatin", "inhibits", "HMGCR", 0.5, 2005),
    ("Celecoxib", "inhibits", "PTGS2", 0.5, 2006),
    ("Imatinib", "treats", "Chronic myeloid leukemia", 0.5, 2007),
    ("Dasatinib", "treats", "Chronic myeloid leukemia", 0.5, 2008),
    ("Imatinib", "treats", "Gastrointestinal stromal tumor", 0.5, 2009),
    ("Warfarin", "treats", "Atrial fibrillation", 0.5, 2010),
    ("Simvastatin", "treats", "Hypercholesterolemia", 0.5, 2011),
    ("Celecoxib", "treats", "Osteoarthritis", 0.5, 2012),
    ("Imatinib", "has_side_effect", "Nausea", 0.5, 2013),
    ("Imatinib", "has_side_effect", "Edema", 0.5, 2014),
    ("Warfarin", "has_side_effect", "Bleeding", 0.5, 2015),
    ("Simvastatin", "has_side_effect", "Myopathy", 0.5, 2016),
    ("Ketoconazole", "interacts_with", "Simvastatin", 0.5, 2017),
    ("Celecoxib", "interacts_with", "Warfarin", 0.5, 2018),
    ("HMGCR", "participates_in", "Cholesterol biosynthesis", 0.5, 2019),
    ("CYP3A4", "participates_in", "Drug metabolism", 0.5, 2020),
    ("CYP3A4", "expressed_in", "Liver", 0.5, 2021),
    ("PTGS2", "expressed_in", "Stomach", 0.5, 2022),
)


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


MADE = {
    "own": Made(_RELATIONS, _NAMES, _EDGES),
    "pharm": Made(_PHARM_RELATIONS, _PHARM_NAMES, _PHARM_EDGES),
    "clinic": Made(CLINIC_RELATIONS, CLINIC_NAMES, CLINIC_EDGES),
    "cell": Made(CELL_RELATIONS, CELL_NAMES, CELL_EDGES),
}
"""The made graphs by the names that the set of texts calls them."""
