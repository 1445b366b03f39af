"""What is measured with the questions made from DrugMechDB: the tables, the reading by script, the statistics."""

from __future__ import annotations

import csv
from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks import drugmech, paired
from benchmarks.drugmech import Skipped
from benchmarks.drugmech_tables import GoldQuestion, Thing, questions, write
from kgqa.records import Node, Triple

DRUG, DISEASE = Thing("MESH:D1", "drugon", "Drug"), Thing("MESH:D2", "illness", "Disease")
GENE = Thing("UniProtKB:P1", "ABC1", "Gene")
ASKED = GoldQuestion("genes", "Which gene?", (DRUG, DISEASE), (GENE,))


def _fact(one: Thing, other: Thing) -> Triple:
    ends = [Node(each.id, each.name, each.label) for each in (one, other)]
    return Triple(1, ends[0], "affects", ends[1], "affects", False, ())


def test_without_the_files_nothing_is_measured_and_that_is_no_failure(tmp_path: Path) -> None:
    result = drugmech.bench(Namespace(folder=tmp_path, links=1000, most=1))
    assert isinstance(result, Skipped)
    assert result.passed
    assert "janjoy/BTE-RAG" in result.text()


def test_the_links_of_the_questions_are_among_others_and_each_run_makes_the_same(tmp_path: Path) -> None:
    for name in ("a", "b"):
        things, links = write(tmp_path / name, tmp_path / f"{name}-names", [ASKED], 2000)
    assert (tmp_path / "a" / "edges.csv").read_bytes() == (tmp_path / "b" / "edges.csv").read_bytes()
    with (tmp_path / "a" / "edges.csv").open(encoding="utf-8") as stream:
        edges = [tuple(row) for row in csv.reader(stream)][1:]
    assert len(set(edges)) == links >= 2002
    assert {("MESH:D1", "affects", "UniProtKB:P1"), ("UniProtKB:P1", "associated_with", "MESH:D2")} <= set(edges)
    known = (tmp_path / "a" / "nodes.csv").read_text(encoding="utf-8")
    assert known.count("\n") == things + 1
    assert (tmp_path / "a-names" / "edges.csv").read_text(encoding="utf-8").count("UniProtKB:P1") == 0


def test_a_script_takes_what_is_linked_to_most_of_what_is_named() -> None:
    other = Thing("UniProtKB:P2", "XYZ2", "Gene")
    facts = [_fact(DRUG, other), _fact(DRUG, GENE), _fact(GENE, DISEASE), _fact(DRUG, DISEASE)]
    assert drugmech._taken(ASKED, facts) == "ABC1"
    assert drugmech._taken(ASKED, facts[:1]) == "XYZ2"
    assert drugmech._taken(ASKED, []) == ""


def test_statistics_of_pairs() -> None:
    assert paired.mcnemar([True, False, False, False], [False, True, True, True]) == (3, 1, 0.625)
    assert paired.mcnemar([True], [True]) == (0, 0, 1.0)
    more, low, high = paired.difference([0.0] * 20, [0.5] * 10 + [1.0] * 10)
    assert (more, low < 0.75 < high) == (0.75, True)
    assert paired.wilcoxon([1.0], [1.0]) == 1.0
    assert paired.wilcoxon([0.0] * 30, [1.0] * 30) < 0.001
    assert paired.cliffs_delta([1, 1], [1, 1]) == 0
    assert paired.cliffs_delta([0, 0], [1, 1]) == 1


def test_every_question_has_an_answer_and_two_things() -> None:
    if not drugmech.FOLDER.is_dir():
        pytest.skip("The questions are not here; they are published as janjoy/BTE-RAG.")
    asked = questions(drugmech.FOLDER)
    assert {one.set for one in asked} == {"genes", "metabolites", "drugs"}
    for one in asked:
        assert one.gold, one.text
        assert all(thing.id and thing.name for thing in (*one.things, *one.gold)), one.text
