"""What is measured with the pan-cancer questions: ROUGE-L as published, and a polite word where there are none."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

import pytest

from benchmarks import pcqa
from benchmarks.common import Skipped
from benchmarks.pcqa import rouge_l


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
