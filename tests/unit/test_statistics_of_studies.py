"""A kind of study before a statistic: left out, and said, where the graph names none; nothing else is left out."""

from __future__ import annotations

import pytest

from kgqa.language.text import clean
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import LinkContext, Linker
from kgqa.questions.intent import Ambiguity, Gap, Intent
from kgqa.questions.reader import Reader
from kgqa.schema import derive
from kgqa.schema.reconcile import settled

NAMES = (("D:1", "Disease", "Gout"), ("G:1", "Gene", "TP53"))


def read(question: str, column: str) -> Intent | Gap | Ambiguity:
    nodes = [derive.node_type(label, 10, ()) for label in ("Disease", "Gene")]
    schema = settled(
        nodes, [derive.relation("associated_with", "Disease", "Gene", 100, (derive.property_(column, "STRING"),))]
    )
    records = [{"id": id_, "label": label, "name": name, "synonyms": []} for id_, label, name in NAMES]
    reader, question = Reader(schema), clean(question)
    linked = Linker(NameIndex(records)).link(question, context=LinkContext(expected=reader.expected(question)))
    return reader.read(question, linked)


@pytest.mark.parametrize("word", ["GWAS", "gwas", "PheWAS"])
def test_a_kind_of_study_is_left_out_and_that_is_said(word: str) -> None:
    outcome = read(f"What is the {word} p-value of TP53 in Gout?", "p_value")
    assert isinstance(outcome, Intent)
    assert outcome.property is not None
    assert outcome.property.name == "p_value"
    assert outcome.notes == (f"“{word} p value” was read as “p value”, which names no kind of study.",)


@pytest.mark.parametrize("statistic", ["odds ratio", "hazard ratio", "effect size"])
def test_any_statistic_is_asked_with_its_study_or_without(statistic: str) -> None:
    plain = read(f"What is the EWAS {statistic} of TP53 in Gout?", statistic.replace(" ", "_"))
    assert isinstance(plain, Intent)
    assert plain.notes == (f"“EWAS {statistic}” was read as “{statistic}”, which names no kind of study.",)
    for question in (f"What is the {statistic} of TP53 in Gout?", f"What is the EWAS {statistic} of TP53 in Gout?"):
        own = read(question, f"ewas_{statistic.replace(' ', '_')}")
        assert isinstance(own, Intent)
        assert own.notes == ()


def test_a_property_that_is_called_after_the_study_is_read_by_its_name() -> None:
    outcome = read("What is the GWAS p-value of TP53 in Gout?", "gwas_pvalue")
    assert isinstance(outcome, Intent)
    assert outcome.notes == ()


@pytest.mark.parametrize(
    "question",
    [
        "What is the FDR p-value of TP53 in Gout?",
        "What is the adjusted p-value of TP53 in Gout?",
        "What is the p-value of TP53 in the GWAS of Gout?",
        "What is the GWAS of TP53 in Gout?",
        "What is the GWAS adjusted p-value of TP53 in Gout?",
    ],
)
def test_what_changes_the_number_or_asks_for_more_is_not_left_out(question: str) -> None:
    assert isinstance(read(question, "p_value"), Gap)
