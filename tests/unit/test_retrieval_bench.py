"""The benchmark of retrieval: what its files ask, the tables that are made of them, and what counts as right."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks import retrieval
from benchmarks.retrieval_questions import CHOICES, COMPARISON, STATEMENTS, QuestionSet, read
from benchmarks.retrieval_tables import write
from kgqa.errors import KgqaError
from kgqa.records import Answer, AnswerItem, GraphCard, Node, Trace, Triple

COMPARED = """disease_name,gene_name,gwas_pvalue,question,question_perturbed
sorrow fever,QRX7,4e-12,Is sorrow fever associated with QRX7?,Is sorrow fever associated with qrx7?
"""
STATED = """,text,label
0,Amber ague associates Gene ZZK2,True
1,Amber ague is not associated with Gene ZZK2,False
2,amber ague is not a ague,False
3,moonstat treats amber ague,True
4,Disease ontology identifier for amber ague is DOID:77,True
5,Nobody knows amber ague,True
"""
CHOSEN = """disease_1,disease_2,correct_node,options_combined,text
sorrow fever,amber ague,KLM1,"NOP4, KLM1, QRX7","Out of the given list, which Gene is associated with sorrow fever and \
amber ague. Given list is: NOP4, KLM1, QRX7"
"""


@pytest.fixture
def asked(tmp_path: Path) -> QuestionSet:
    for name, text in ((COMPARISON, COMPARED), (STATEMENTS, STATED), (CHOICES, CHOSEN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return read(tmp_path)


def test_what_the_files_ask(asked: QuestionSet, tmp_path: Path) -> None:
    (one,) = asked.associations
    assert (one.gene, one.p_value, one.asked["lower case"][-5:]) == ("QRX7", "4e-12", "qrx7?")
    relations = [(s.fact.relation if s.fact else None, s.denied, s.true) for s in asked.statements]
    assert relations == [
        ("associated_with", False, True), ("associated_with", True, False), ("is_a", True, False),
        ("treats", False, True), ("identifier", False, True), (None, False, True),
    ]  # fmt: skip
    (choice,) = asked.choices
    assert (choice.label, choice.right, choice.wrong) == ("Gene", "KLM1", ("NOP4", "QRX7"))
    assert read(tmp_path / "nowhere") == QuestionSet((), (), ())
    (tmp_path / COMPARISON).write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(KgqaError, match="disease_name"):
        read(tmp_path)


def test_the_tables_hold_what_is_asked_for_among_near_misses(asked: QuestionSet, tmp_path: Path) -> None:
    def tables(name: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        folder = tmp_path / name
        folder.mkdir()
        write(folder, asked, 8)
        with (folder / "nodes.csv").open() as nodes, (folder / "edges.csv").open() as edges:
            return list(csv.DictReader(nodes)), list(csv.DictReader(edges))

    nodes, edges = tables("one")
    assert (nodes, edges) == tables("two"), "the same questions give the same tables"
    names = {node["id"]: node["name"] for node in nodes}
    linked = {(names[e["source"]], e["type"], names[e["target"]]): e["p_value"] for e in edges}
    assert linked["sorrow fever", "associated_with", "QRX7"] == "4e-12"
    assert linked["amber ague", "associated_with", "ZZK2"] == "", "stated, and wrongly denied"
    assert ("amber ague", "is_a", "ague") in linked
    assert next(node["id"] for node in nodes if node["name"] == "amber ague") == "DOID:77"
    near = [key for key, p in linked.items() if key[0] == "sorrow fever" and p != "4e-12"]
    assert len(near) > 8
    assert ("familial sorrow fever", "associated_with", "QRX7") in linked
    for wrong in ("NOP4", "QRX7"):
        both = [d for d in ("sorrow fever", "amber ague") if (d, "associated_with", wrong) in linked]
        assert len(both) < 2, f"{wrong} would be right as well"


def _trace(strategy: str, p_value: object, **answer: object) -> Trace:
    disease, gene = Node("D:1", "Sorrow fever", "Disease"), Node("G:1", "QRX7", "Gene")
    triple = Triple(1, disease, "associated_with", gene, "is associated with", properties={"p_value": p_value})
    said = Answer("answered", "yesno", "Yes.", "Yes.", **answer)  # type: ignore[arg-type]
    return Trace("q", strategy, GraphCard("g", "G", "1", "", ""), said, evidence=(triple,))


def test_an_association_is_right_with_its_own_p_value_only(asked: QuestionSet) -> None:
    (one,) = asked.associations

    def outcome(trace: Trace) -> tuple[bool, bool]:
        judged = retrieval._association(one, "as written", trace)
        return judged.right, judged.wrong

    assert outcome(_trace("graph-only", 4e-12, verdict=True)) == (True, False)
    assert outcome(_trace("graph-only", "4E-12", verdict=True)) == (True, False)
    assert outcome(_trace("graph-only", 4e-12, verdict=False)) == (False, True)
    assert outcome(_trace("graph-only", 4e-11, verdict=True)) == (False, True)
    kept = _trace("kg-rag", 4e-12)
    evidence = replace(kept, answer=Answer("evidence", "yesno", "", ""))
    assert outcome(evidence) == (True, False)
    assert outcome(replace(evidence, evidence=())) == (False, False)


def test_a_choice_is_right_with_that_option_alone(asked: QuestionSet) -> None:
    (choice,) = asked.choices
    gene = Node("G:2", "KLM1", "Gene")
    edges = tuple(
        Triple(n, Node(f"D:{n}", name, "Disease"), "associated_with", gene, "")
        for n, name in enumerate(choice.diseases, 1)
    )
    items = (AnswerItem("G:2", "KLM1", "Gene"),)
    trace = Trace(
        "q", "graph-only", GraphCard("g", "G", "1", "", ""), Answer("answered", "list", "", "", items), (), ()
    )
    trace = replace(trace, evidence=edges)
    assert retrieval._choice(choice, trace).right
    more = replace(trace.answer, items=(*items, AnswerItem("G:3", "NOP4", "Gene")))
    assert retrieval._choice(choice, replace(trace, answer=more)).wrong
    assert not retrieval._choice(choice, replace(trace, evidence=edges[:1])).right


def test_the_report_counts_and_names_what_failed() -> None:
    made = [retrieval.Outcome("kg-rag", "association, lower case", f"q{n}", n > 0, n == 0, "got") for n in range(4)]
    report = retrieval.RetrievalShares(10, 20, tuple(made))
    assert (str(report.share("kg-rag", "association, lower case")), report.wrong) == ("3/4 (75.0 %)", 1)
    assert "'q0'" in report.text()
    assert "WRONG: got" in report.text()
    assert "'q1'" not in report.text()
