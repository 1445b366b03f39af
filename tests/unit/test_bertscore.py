"""BERTScore: greedy matching of pieces as published, held against numbers that were reckoned by hand."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.bertscore import bert_score, of_pieces

BEGIN, END = (0.0, 0.0, 1.0), (0.0, 0.0, -1.0)


@pytest.mark.parametrize(
    ("said", "reference", "precision", "recall"),
    [
        pytest.param([(1, 0, 0), (0, 1, 0)], [(1, 0, 0), (0, 1, 0)], 1, 1, id="the same"),
        pytest.param([(1, 0, 0), (0, 1, 0)], [(0, 5, 0), (2, 0, 0)], 1, 1, id="neither order nor length of a vector"),
        pytest.param([(1, 0, 0), (0, 1, 0)], [(1, 0, 0)], 1 / 2, 1, id="more than the reference"),
        pytest.param([(1, 0, 0)], [(1, 0, 0), (3, 4, 0)], 1, (1 + 0.6) / 2, id="less than the reference"),
        pytest.param([(3, 4, 0), (1, 0, 0)], [(0, 1, 0)], (0.8 + 0) / 2, 0.8, id="each piece with its likest"),
        pytest.param([(0, 3, 4)], [(1, 0, 0)], 0.8, 0, id="the beginning may be matched, and is not counted"),
        pytest.param([], [(1, 0, 0)], 0, 0, id="nothing said"),
        pytest.param([(1, 0, 0)], [], 0, 0, id="no reference"),
    ],
)
def test_pieces_are_matched_greedily(
    said: list[tuple[float, ...]], reference: list[tuple[float, ...]], precision: float, recall: float
) -> None:
    score = of_pieces(*(np.array([BEGIN, *text, END], np.float32) for text in (said, reference)))
    together = precision + recall
    f1 = 2 * precision * recall / together if together else 0
    assert score == pytest.approx((precision, recall, f1), abs=1e-6)


def test_a_text_is_most_like_itself_and_more_like_one_that_means_the_same() -> None:
    reference = "Imatinib is used to treat chronic myeloid leukemia."
    itself = bert_score(reference, reference)
    same = bert_score("Chronic myeloid leukemia is treated with imatinib.", reference)
    other = bert_score("The weather in Lisbon was mild in spring.", reference)
    assert itself == pytest.approx((1, 1, 1), abs=1e-5)
    assert 1 > same.f1 > other.f1 + 0.2
    assert bert_score("", reference).f1 == 0


def test_names_behind_the_length_of_a_question_are_compared_too() -> None:
    names = ", ".join(f"protein kinase {number}" for number in range(60))
    assert bert_score(f"{names}, aspirin", names).precision < 1 - 1e-4
    assert bert_score("word " * 2000, "word").recall > 0
