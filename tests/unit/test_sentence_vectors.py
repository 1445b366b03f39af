"""Vectors that are kept on disk: the same as computed ones, bounded, shared, and never the reason of a failure."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from kgqa.linking import sentence_vectors
from kgqa.linking.embedding import embedder
from kgqa.linking.sentence_vectors import SentenceVectors


class Made:
    """Vectors that follow from the letters of a text and the name of the model."""

    dimensions = 16

    def __init__(self, name: str = "made") -> None:
        self.name = name
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        found = np.array([np.random.default_rng([*f"{self.name}{t}".encode()]).normal(size=16) for t in texts])
        vectors: NDArray[np.float32] = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
        return vectors

    def embed_briskly(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return self.embed(texts)


def texts(number: int, first: int = 0) -> list[str]:
    return [f"sentence {place}" for place in range(first, first + number)]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "new" / "sentences.sqlite"


def test_what_was_computed_is_not_computed_again(path: Path) -> None:
    model = Made()
    some = [*texts(1300), "sentence 3", "", "naïve 🦓\x00"]
    first = SentenceVectors(path, model).of(some)
    assert sorted(model.asked) == sorted(set(some)), "what stands twice is computed once"
    model.asked.clear()
    again = SentenceVectors(path, model)
    assert np.array_equal(again.of(some[::-1]), first[::-1])
    assert model.asked == []
    assert (again.found, again.computed) == (1302, 0)
    assert np.abs(first[:1300] - model.embed(texts(1300))).max() < 0.001


def test_another_model_has_vectors_of_its_own(path: Path) -> None:
    one, other = SentenceVectors(path, Made("one")), SentenceVectors(path, Made("other"))
    assert not np.allclose(one.of(["a"]), other.of(["a"]))
    assert np.allclose(one.of(["a"]), Made("one").embed(["a"]), atol=0.001)


def test_the_file_is_bounded_and_what_was_used_last_stays(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Made()
    vectors = SentenceVectors(path, model, most=100)
    monkeypatch.setattr(sentence_vectors, "_today", lambda: 1)
    vectors.of(texts(90))
    monkeypatch.setattr(sentence_vectors, "_today", lambda: 2)
    vectors.of(texts(10))
    for first in range(100, 400, 20):
        vectors.of(texts(20, first))
        assert vectors.size() <= 100
    monkeypatch.setattr(sentence_vectors, "_today", lambda: 3)
    vectors.of(texts(20, 380))
    vectors.of(texts(60, 1000))
    model.asked.clear()
    vectors.of(texts(20, 380))
    assert model.asked == [], "what was used last is the last to go"
    assert len(SentenceVectors(path, model, most=5).of(texts(50, 5000))) == 50, "a question may need more than is kept"
    assert SentenceVectors(path, model).size() <= 5


@pytest.mark.parametrize("damage", [b"", b"no database at all" * 100, b"SQLite format 3\x00" + b"\x00" * 5000])
def test_a_damaged_file_costs_time_and_nothing_else(path: Path, damage: bytes) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    model = Made()
    for _ in range(2):
        assert np.allclose(SentenceVectors(path, model).of(["a", "b"]), model.embed(["a", "b"]), atol=0.001)


@pytest.mark.parametrize(
    "wrong", [b"", b"\x00" * 32, b"\xff" * 32, b"\x01" * 7, np.full(16, np.nan, np.float16).tobytes()]
)
def test_a_damaged_vector_is_computed_again(path: Path, wrong: bytes) -> None:
    model = Made()
    SentenceVectors(path, model).of(texts(5))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE vectors SET vector = ? WHERE rowid <= 2", (wrong,))
    assert np.allclose(SentenceVectors(path, model).of(texts(5)), model.embed(texts(5)), atol=0.001)


def test_a_folder_that_cannot_be_made_costs_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    model = Made()
    assert len(SentenceVectors(tmp_path / "file" / "x.sqlite", model).of(["a"])) == 1


def test_threads_share_a_file(path: Path) -> None:
    wrong: list[Any] = []

    def work(number: int) -> None:
        some = texts(60, number * 10)
        found = SentenceVectors(path, Made()).of(some)
        if not np.allclose(found, Made().embed(some), atol=0.001):
            wrong.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_similarities_are_cosines_and_the_question_is_not_kept(path: Path) -> None:
    model = Made()
    vectors = SentenceVectors(path, model)
    found = vectors.similarities("my question", ["a", "b", "a"])
    expected = model.embed(["a", "b"]) @ model.embed(["my question"])[0]
    assert list(found) == ["a", "b"]
    assert list(found.values()) == pytest.approx(expected.tolist(), abs=0.002)
    assert vectors.size() == 2
    assert vectors.similarities("q", []) == {}


def test_the_brisk_way_of_the_default_model_is_near_the_full_one() -> None:
    some = ["The gene FBN1 is associated with the disease Marfan syndrome.", "Gout.", "x " * 300]
    full, brisk = embedder().embed(some), embedder().embed_briskly(some)
    assert brisk.dtype == np.float32
    assert brisk.shape == (3, embedder().dimensions)
    assert np.abs(full @ full.T - full @ brisk.T).max() < 0.01
    assert np.linalg.norm(brisk, axis=1) == pytest.approx(1, abs=1e-4)
