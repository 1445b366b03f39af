"""The benchmark of retrieval on made-up questions: in tables, among near misses, by both strategies."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from benchmarks.retrieval import RetrievalShares, measure
from benchmarks.retrieval_questions import CHOICES, COMPARISON, STATEMENTS
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach

COMPARED = """disease_name,gene_name,gwas_pvalue,question,question_perturbed
sorrow fever,QRX7,4e-12,Is sorrow fever associated with QRX7?,Is sorrow fever associated with qrx7?
glass lung disease,HZL-DQ1,3e-09,What is the GWAS p-value for the association between HZL-DQ1 and glass lung disease?,\
What is the p-value for the association between hzl-dq1 and glass lung disease?
"""
STATED = """,text,label
0,Amber ague associates Gene ZZK2,True
1,Amber ague is not associated with Gene ZZK2,False
2,moonstat treats amber ague,True
3,moonstat treats sorrow fever,False
4,Disease ontology identifier for amber ague is DOID:77,True
5,Disease ontology identifier for sorrow fever is DOID:77,False
"""
CHOSEN = """disease_1,disease_2,correct_node,options_combined,text
sorrow fever,amber ague,KLM1,"NOP4, KLM1, QRX7","Out of the given list, which Gene is associated with sorrow fever and \
amber ague. Given list is: NOP4, KLM1, QRX7"
"""


@pytest.fixture(scope="module")
def report(server: EmbeddedServer, settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> RetrievalShares:
    folder = tmp_path_factory.mktemp("asked")
    for name, text in ((COMPARISON, COMPARED), (STATEMENTS, STATED), (CHOICES, CHOSEN)):
        (folder / name).write_text(text, encoding="utf-8")
    return measure(settings, folder, lambda _: None, crowd=12)


def test_every_association_is_found_in_both_forms_with_its_p_value(report: RetrievalShares) -> None:
    for strategy in ("kg-rag", "graph-only"):
        for form in ("as written", "lower case"):
            share = report.share(strategy, f"association, {form}")
            assert (share.right, share.total) == (2, 2), report.text()


def test_statements_and_choices_are_judged_rightly_without_a_model(report: RetrievalShares) -> None:
    outcomes = [one for one in report.outcomes if one.strategy == "graph-only"]
    assert [one for one in outcomes if not one.right] == [], report.text()
    assert report.wrong == 0


def test_facts_nearest_to_the_question_hold_what_statements_and_choices_are_about(
    report: RetrievalShares,
) -> None:
    outcomes = [one for one in report.outcomes if one.strategy == "kg-rag" and "denied" not in one.kind]
    assert {one.kind for one in outcomes} >= {"choice of five", "statement, associated_with", "statement, treats"}
    assert [one for one in outcomes if not one.right] == [], report.text()


def test_the_imported_graph_is_gone_again(report: RetrievalShares, settings: Settings) -> None:
    assert not [one for one in catalog.graphs(settings) if one.card.name.startswith("retrieval-")]


@pytest.mark.parametrize(
    ("question", "names"),
    [
        (
            "Which diseases show arachnodactyly and ectopia lentis? A) Marfan syndrome B) Fabry disease",
            ["Marfan syndrome"],
        ),
        ("Among the given options, which diseases show ectopia lentis? Options: Fabry disease; cystinuria", []),
    ],
)
def test_options_cut_a_list_down(hpo_asker: Callable[..., object], question: str, names: list[str]) -> None:
    trace = hpo_asker.ask(question, approach=Approach())  # type: ignore[attr-defined]
    assert [item.name for item in trace.answer.items] == names
    assert trace.answer.status == ("answered" if names else "not_in_graph")
    assert all(0 < number <= len(trace.evidence) for item in trace.answer.items for number in item.evidence)
    assert "Without regard to the options" in trace.answer.text


def test_options_of_another_type_are_more_of_the_question(hpo_asker: Callable[..., object]) -> None:
    question = "Which diseases show arachnodactyly? A) ectopia lentis B) myopia"
    trace = hpo_asker.ask(question, approach=Approach())  # type: ignore[attr-defined]
    assert trace.answer.status == "not_in_graph"
    assert trace.answer.items == ()
