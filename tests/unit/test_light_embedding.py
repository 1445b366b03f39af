"""The installed model by NumPy alone: the same vectors as by its library."""

from __future__ import annotations

import numpy as np
import pytest

from kgqa.embedding.light import LONGEST, light_embedder
from kgqa.embedding.models import embedder

TEXTS = ["Which genes?", "freq ectopia lentis marfan", "", "Größe, naïve – 漢字 🙂", "a" * 200, "the disease " * 15]


def test_vectors_are_those_of_the_library() -> None:
    wanted = embedder().embed(TEXTS)
    assert np.abs(light_embedder().embed(TEXTS) - wanted).max() < 1e-5


def test_a_text_alone_has_the_vector_that_it_has_among_others() -> None:
    together = light_embedder().embed(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.abs(light_embedder().embed([text])[0] - vector).max() < 1e-5


def test_a_long_text_is_cut_and_none_has_no_vectors() -> None:
    long = light_embedder().embed(["word " * 10 * LONGEST])
    assert long.shape == (1, 384)
    assert np.isfinite(long).all()
    assert light_embedder().embed([]).shape == (0, 384)


@pytest.mark.parametrize("word", ["gene", "phenotypes", "ddx", "漢", ""])
def test_words_have_finite_vectors(word: str) -> None:
    (vector,) = light_embedder().words([word])
    assert vector.shape == (384,)
    assert np.isfinite(vector).all()


def test_the_mean_of_the_vectors_in_context_is_that_of_the_text() -> None:
    for text in ("Which genes?", "Größe, naïve – 漢字 🙂", ""):
        mean = light_embedder().in_context(text).mean(axis=0)
        assert np.abs(mean / np.linalg.norm(mean) - light_embedder().embed([text])[0]).max() < 1e-5


def test_in_context_a_text_is_read_to_the_end_of_the_model() -> None:
    assert light_embedder().in_context("word " * 100).shape == (102, 384)
    assert light_embedder().in_context("word " * 1000).shape == (512, 384)
    assert light_embedder().in_context("").shape == (2, 384)
