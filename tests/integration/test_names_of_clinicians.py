"""Findings, genes and groups as clinicians write them, read on the default graph and told."""

from __future__ import annotations

import pytest

from kgqa.linking import tables_of_names
from kgqa.linking.tables_of_names import meant_by, rows_of
from kgqa.pipeline import Asker
from kgqa.records import BY_NAME


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Which diseases show SNHL?", "Sensorineural hearing impairment"),
        ("Which diseases show GI manifestations?", "Abnormality of the gastrointestinal tract"),
        ("Which diseases show structural brain abn?", "Abnormal brain morphology"),
        ("Which diseases show heart defects?", "Abnormal heart morphology"),
        ("Which diseases show blood problems?", "Abnormality of blood and blood-forming tissues"),
        ("Which diseases show pulmonary AVMs?", "Pulmonary arteriovenous malformation"),
        ("Which diseases are associated with connexin 26?", "GJB2"),
        ("Which diseases are associated with PARK2?", "PRKN"),
        ("Which genes are associated with dominant spinocerebellar ataxias?", "autosomal dominant cerebellar ataxia"),
        ("Which genes are associated with recessive osteopetrosis?", "Autosomal recessive malignant osteopetrosis"),
        ("Which genes are associated with vanishing white matter?", "CACH syndrome"),
        (
            "Which genes are associated with fatty acid oxidation disorders?",
            "disorder of fatty acid oxidation and ketogenesis",
        ),
        ("Which genes are associated with GACI?", "Generalized arterial calcification of infancy"),
    ],
)
def test_a_name_is_read(hpo_asker: Asker, asked: str, read: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert read in [one.chosen.name for one in trace.entities]


def test_a_short_form_takes_no_more_of_the_question_than_is_written(hpo_asker: Asker) -> None:
    trace = hpo_asker.ask("kidney abn in Fabry")
    assert [one.chosen.name for one in trace.entities] == ["Abnormality of the kidney", "Fabry disease"]
    assert trace.entities[0].mention == "kidney abn"
    assert "nephrotic syndrome" in trace.answer.headline


@pytest.mark.parametrize(
    ("asked", "read"),
    [
        ("Which diseases show raised CK?", "Elevated circulating creatine kinase concentration"),
        ("Which diseases show ↑CK?", "Elevated circulating creatine kinase concentration"),
        ("Which diseases show LVH and raised lactate?", "Increased circulating lactate concentration"),
        ("Which diseases show low IgG?", "Decreased circulating IgG concentration"),
        ("Which diseases show no collarbones?", "Aplastic clavicle"),
    ],
)
def test_a_finding_in_other_words_is_a_reading_that_is_told(hpo_asker: Asker, asked: str, read: str) -> None:
    trace = hpo_asker.ask(asked)
    assert trace.answer.status == "answered"
    assert trace.reading is not None
    assert not trace.reading.sure
    assert read in trace.reading.question


@pytest.mark.parametrize(
    ("asked", "not_read"),
    [
        ("Which diseases show no raised CK?", "Elevated circulating creatine kinase concentration"),
        ("Which diseases have no seizures?", "Absence seizure"),
        ("Is limb-girdle muscular dystrophy recessive?", "autosomal recessive limb-girdle muscular dystrophy"),
        ("Which genes are associated with MPSII?", "mucopolysaccharidosis"),
        ("Which diseases show Wilson problems?", "Wilson disease"),
    ],
)
def test_what_is_said_otherwise_is_not(hpo_asker: Asker, asked: str, not_read: str) -> None:
    trace = hpo_asker.ask(asked)
    read = trace.reading.question if trace.reading is not None else ""
    assert not_read not in read
    assert not_read not in [one.chosen.name for one in trace.entities]


def test_every_abbreviation_means_something_of_the_graph(hpo_asker: Asker) -> None:
    linker = hpo_asker.linker
    unknown = []
    for written, _ in rows_of(tables_of_names.CLINICAL_ABBREVIATIONS):
        for meant in meant_by(written):
            named = any(one.method in (*BY_NAME, "normalised") for one in linker.meant(meant))
            if not named and not all(linker.knows(word) for word in meant.replace("-", " ").split()):
                unknown.append((written, meant))
    assert unknown == []


def test_every_product_is_of_a_gene_that_the_graph_may_have(hpo_asker: Asker) -> None:
    index = hpo_asker.linker.index
    genes = {node.name for node in map(index.node, range(len(index))) if node.label == "Gene"}
    missing = [symbol for symbol, _ in rows_of(tables_of_names.GENE_PRODUCTS) if symbol not in genes]
    assert len(missing) < 20, missing


def test_a_word_that_several_broad_groups_begin_with_offers_these(hpo_asker: Asker) -> None:
    """ "Diabetes" had been near to three kinds, and perhaps to "disease"."""
    alone, asked = (hpo_asker.ask(text).answer for text in ("diabetes", "What are the genes of diabetes?"))
    assert alone.status == asked.status == "not_understood"
    assert [one.question.lower() for one in alone.suggestions][:2] == ["diabetes mellitus", "diabetes insipidus"]
    offered = [one.question.lower() for one in asked.suggestions]
    assert offered[:2] == ["what are the genes of diabetes mellitus?", "what are the genes of diabetes insipidus?"]
    assert "what are the genes?" not in offered
