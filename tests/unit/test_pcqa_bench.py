"""What is measured with the pan-cancer questions: ROUGE-L as published, and a polite word where there are none."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks import pcqa
from benchmarks.bertscore import BertScore
from benchmarks.common import Skipped
from benchmarks.pcqa import PanCancerScores, Scored, rouge_l


@pytest.mark.parametrize(
    ("said", "reference", "score"),
    [("", "A", 0.0), ("A treats b and c.", "A can treat B and C.", 8 / 11), ("b a", "a b", 0.5), ("甲 a", "A!", 1.0)],
)
def test_rouge_l_is_the_longest_common_run_of_words(said: str, reference: str, score: float) -> None:
    assert rouge_l(said, reference) == pytest.approx(score)


def test_without_the_files_nothing_is_measured_and_that_is_no_failure(tmp_path: Path) -> None:
    result = pcqa.bench(Namespace(folder=tmp_path, only=None))
    assert isinstance(result, Skipped)
    assert result.passed
    assert "questions.json" in result.text()


def test_what_the_graph_says_as_well_is_told_by_itself() -> None:
    def scored(kind: str, reference: str, sentence: float) -> Scored:
        alike = BertScore(0.5, 0.5, 0.5)
        return Scored(
            "kgt", kind, "How?", "answered", 0.1, None, False, reference, sentence, 0.2, alike, (), (), "A."
        )  # fmt: skip

    right = [scored("one-hop", one, figure) for one, figure in (("agrees", 0.9), ("cut", 0.7), ("borne out", 0.5))]
    wrong = [scored("relation", one, 0.0) for one in ("differs", "turned round", "not compared", "names fewer")]
    lines = PanCancerScores((*right, *wrong)).text().splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("the graph says the same"))
    rows = [line.split() for line in lines[begin + 1 :]]
    assert [row[:2] for row in rows[:2]] == [["all", "(3)"], ["one-hop", "(3)"]]
    assert all("0.700" in row for row in rows[:2]), "the mean of these alone"
    assert rows[2] == []


def test_each_step_is_told_by_type_and_a_reference_that_turns_a_link_round_is_listed() -> None:
    def scored(way: str, kind: str, sentence: float) -> Scored:
        alike = BertScore(0.5, 0.5, sentence)
        return Scored(
            way, kind, "How?", "answered", 0.1, None, False, "turned round", sentence, 0.1, alike, (), (), "A."
        )

    ways = (("kgt", 0.75), ("without choice", 0.25))
    scores = PanCancerScores(
        tuple(scored(way, kind, figure) for way, figure in ways for kind in ("one-hop", "relation")), differing=True
    )
    lines = [line.split() for line in scores.text().splitlines()]
    assert lines.count(["kgt", "0.750", "0.750"]) == 2
    assert lines.count(["without", "choice", "0.250", "0.250"]) == 2
    assert ["How?", "A."] in lines
    assert "cannot be compared" in scores.text()
