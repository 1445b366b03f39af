"""Graphs whose relations are named in different habits, with a few names each, and how their questions are read."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.reader import Reader
from kgqa.schema import derive
from kgqa.schema.model import Schema
from kgqa.schema.reconcile import settled

Triad = tuple[str, str, str]

ABBREVIATED: tuple[Triad, ...] = (
    ("Compound", "TREATS_CtD", "Disease"),
    ("Compound", "PALLIATES_CpD", "Disease"),
    ("Compound", "BINDS_CbG", "Gene"),
    ("Compound", "UPREGULATES_CuG", "Gene"),
    ("Compound", "DOWNREGULATES_CdG", "Gene"),
    ("Compound", "RESEMBLES_CrC", "Compound"),
    ("Compound", "CAUSES_CcSE", "SideEffect"),
    ("Disease", "ASSOCIATES_DaG", "Gene"),
    ("Disease", "UPREGULATES_DuG", "Gene"),
    ("Disease", "DOWNREGULATES_DdG", "Gene"),
    ("Disease", "LOCALIZES_DlA", "Anatomy"),
    ("Disease", "PRESENTS_DpS", "Symptom"),
    ("Disease", "RESEMBLES_DrD", "Disease"),
    ("Anatomy", "EXPRESSES_AeG", "Gene"),
    ("Anatomy", "UPREGULATES_AuG", "Gene"),
    ("Anatomy", "DOWNREGULATES_AdG", "Gene"),
    ("Gene", "INTERACTS_GiG", "Gene"),
    ("Gene", "COVARIES_GcG", "Gene"),
    ("Gene", "REGULATES_GrG", "Gene"),
    ("Gene", "PARTICIPATES_GpBP", "BiologicalProcess"),
    ("Gene", "PARTICIPATES_GpPW", "Pathway"),
    ("PharmacologicClass", "INCLUDES_PCiC", "Compound"),
)
PLAIN: tuple[Triad, ...] = (
    ("drug", "indication", "disease"),
    ("disease", "indication", "drug"),
    ("drug", "contraindication", "disease"),
    ("disease", "contraindication", "drug"),
    ("drug", "off-label use", "disease"),
    ("drug", "drug_protein", "gene/protein"),
    ("gene/protein", "drug_protein", "drug"),
    ("drug", "drug_effect", "effect/phenotype"),
    ("drug", "drug_drug", "drug"),
    ("disease", "disease_phenotype_positive", "effect/phenotype"),
    ("disease", "disease_phenotype_negative", "effect/phenotype"),
    ("disease", "disease_protein", "gene/protein"),
    ("disease", "disease_disease", "disease"),
    ("anatomy", "anatomy_protein_present", "gene/protein"),
    ("anatomy", "anatomy_protein_absent", "gene/protein"),
    ("gene/protein", "ppi", "gene/protein"),
    ("biological_process", "bioprocess_protein", "gene/protein"),
    ("exposure", "exposure_disease", "disease"),
)
BIOLINK: tuple[Triad, ...] = (
    ("biolink:Drug", "biolink:treats", "biolink:Disease"),
    ("biolink:Gene", "biolink:gene_associated_with_condition", "biolink:Disease"),
    ("biolink:Disease", "biolink:has_phenotype", "biolink:PhenotypicFeature"),
    ("biolink:Disease", "biolink:subclass_of", "biolink:Disease"),
    ("biolink:Gene", "biolink:expressed_in", "biolink:AnatomicalEntity"),
    ("biolink:Drug", "biolink:has_side_effect", "biolink:SideEffect"),
    ("biolink:Gene", "biolink:interacts_with", "biolink:Gene"),
)
SPOKEN: tuple[Triad, ...] = (
    ("Drugs", "indication_for", "Diseases"),
    ("Diseases", "treated_by", "Drugs"),
    ("Proteins", "isTargetOf", "Drugs"),
    ("Diseases", "CAUSED_BY", "Genes"),
    ("Diseases", "located_in", "Organs"),
    ("Drugs", "has_side_effect", "SideEffects"),
    ("Genes", "associated with", "Diseases"),
    ("Genes", "encodes", "Proteins"),
    ("Diseases", "is_a", "Diseases"),
)

_NAMES: dict[str, tuple[str, ...]] = {
    "drug": ("Aspirin", "Ibuprofen", "Metformin", "Sumatriptan", "Colchicine"),
    "disease": ("Migraine", "Gout", "Asthma", "Malaria", "Epilepsy"),
    "gene": ("TP53", "BRCA1", "PTGS2", "SOX9"),
    "protein": ("Cyclooxygenase", "Tubulin"),
    "symptom": ("Headache", "Nausea", "Fever"),
    "side_effect": ("Dizziness", "Rash"),
    "anatomy": ("Liver", "Lung", "Brain"),
    "biological_process": ("Apoptosis",),
    "pathway": ("Glycolysis",),
    "drug_class": ("Analgesics",),
    "exposure": ("Smoke",),
}
"""A few names by the concept of a type."""


@functools.cache
def schema(triads: Sequence[Triad]) -> Schema:
    """The schema that is derived from labels and relations."""
    labels = dict.fromkeys(label for source, _, target in triads for label in (source, target))
    nodes = [derive.node_type(label, 10, ()) for label in labels]
    return settled(nodes, [derive.relation(type_, a, b, 100, ()) for a, type_, b in triads])


@functools.cache
def understanding(triads: Sequence[Triad]) -> tuple[Reader, Linker]:
    """The reader of a graph and the linker of its names."""
    from kgqa.language import everyday

    made, records = schema(triads), []
    for node in made.nodes:
        for concept, _ in everyday.types_of(node.singular):
            for name in _NAMES.get(concept.concept, ()):
                if not any(record["name"] == name for record in records):
                    records.append({"id": f"{node.label}:{name}", "label": node.label, "name": name, "synonyms": []})
    return Reader(made), Linker(NameIndex(records))


def read(triads: Sequence[Triad], question: str) -> Intent | Gap | Ambiguity:
    """What is made of a question, its names linked as the pipeline links them."""
    reader, linker = understanding(triads)
    cleaned = clean(question)
    found = linker.link(cleaned, context=LinkContext(expected=reader.expected(cleaned)))
    kept = [e for e in found if e.chosen.method == "identifier" or not reader.is_phrase(e.mention)]
    return reader.read(cleaned, kept)
