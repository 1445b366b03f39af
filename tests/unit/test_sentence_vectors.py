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

from kgqa.embedding import sentence_vectors
from kgqa.embedding.first_pass import needed
from kgqa.embedding.models import Embedder, embedder
from kgqa.embedding.sentence_vectors import SentenceGroup, SentenceVectors

QUESTIONS = ("my question", "kariri")


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
        self.asked += (text for text in texts if text not in QUESTIONS)
        return self.embed(texts)

    def words(self, texts: Sequence[str]) -> NDArray[np.float32]:
        return np.array([[len(text), text.count(" ")] for text in texts], np.float32)


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
    assert SentenceVectors(path, model).size() == 2, "a damaged file is begun anew"


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
    found = vectors.similarities("my question", [SentenceGroup(("a", "b", "a"))]).scores
    expected = model.embed(["a", "b"]) @ model.embed(["my question"])[0]
    assert list(found) == ["a", "b"]
    assert list(found.values()) == pytest.approx(expected.tolist(), abs=0.002)
    assert vectors.size() == 2
    assert vectors.similarities("q", []).scores == vectors.similarities("q", [SentenceGroup(())]).scores == {}


def test_the_brisk_way_of_the_default_model_is_near_the_full_one() -> None:
    some = ["The gene FBN1 is associated with the disease Marfan syndrome.", "Gout.", "x " * 300]
    full, brisk = embedder().embed(some), embedder().embed_briskly(some)
    assert brisk.dtype == np.float32
    assert brisk.shape == (3, embedder().dimensions)
    assert np.abs(full @ full.T - full @ brisk.T).max() < 0.01
    assert np.linalg.norm(brisk, axis=1) == pytest.approx(1, abs=1e-4)


def test_brisk_vectors_do_not_depend_on_what_else_is_asked() -> None:
    some = [f"The gene G{place} is associated with {'familial ' * (place % 7)}gout." for place in range(50)]
    together = embedder().embed_briskly(some)
    alone = np.concatenate([embedder().embed_briskly([text]) for text in some])
    assert (together * alone).sum(axis=1).min() > 0.999
    assert embedder().embed_briskly([]).shape[0] == 0


def test_words_are_the_same_alone_and_beside_others() -> None:
    some = ["Gout.", "The gene FBN1 is associated with the disease Marfan syndrome.", "gout"]
    together = embedder().words(some)
    alone = np.concatenate([embedder().words([text]) for text in some])
    assert np.allclose(together, alone, atol=1e-6)
    assert not np.allclose(together[0], together[1])


def test_a_model_that_cannot_be_compiled_is_used_as_it_is(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise RuntimeError("no such layer")

    model = Embedder()
    monkeypatch.setattr("openvino.convert_model", refused)
    assert np.array_equal(model.embed_briskly(["Gout."]), model.embed(["Gout."]))
    model.embed_briskly(["Gout.", "Ataxia."])
    assert [record.getMessage() for record in caplog.records if "compiled" in record.getMessage()] == [
        "The embedding model 'all-MiniLM-L6-v2' could not be compiled, so it is slower."
    ], "said once, not at every question"


SYLLABLES = ("ka", "ri", "mo", "te", "lu", "sen", "dor", "vi")


class Smooth(Made):
    """Vectors that follow from the syllables of a text, so that like texts have like vectors."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        base = np.random.default_rng(5).normal(size=(len(SYLLABLES), 16))
        counts = np.array([[text.count(one) for one in SYLLABLES] for text in texts], np.float64) + 0.01
        found = counts @ base
        vectors: NDArray[np.float32] = (found / np.linalg.norm(found, axis=1, keepdims=True)).astype(np.float32)
        return vectors


def large(number: int = 1000, most: int = 100) -> SentenceGroup:
    draw = np.random.default_rng(9)
    names = ["".join(draw.choice(SYLLABLES, size=draw.integers(3, 9))) + f" {place}" for place in range(number)]
    ends = tuple((name, "hub mo") for name in names)
    return SentenceGroup(tuple(f"The disease {name} shows hub mo." for name in names), ends, most)


def exact_scores(model: Made, question: str, group: SentenceGroup) -> dict[str, float]:
    found = model.embed(group.sentences) @ model.embed([question])[0]
    return dict(zip(group.sentences, found.tolist(), strict=True))


def test_of_many_sentences_few_are_scored_and_the_nearest_are_among_them(path: Path) -> None:
    model, group = Smooth(), large()
    vectors = SentenceVectors(path, model)
    vectors.of([name for name, _ in group.ends] + ["hub mo"])
    model.asked.clear()
    found = vectors.similarities("kariri", [group])
    assert len(model.asked) == len(set(model.asked)) == needed(1000, 100)
    assert len(found.estimated) == 1000 - len(model.asked) > 0
    assert found.estimated.isdisjoint(model.asked)
    exact = exact_scores(model, "kariri", group)
    assert all(abs(found.scores[one] - exact[one]) < 0.002 for one in model.asked)
    nearest = sorted(exact, key=exact.__getitem__)[-100:]
    assert len(set(nearest) - found.estimated) >= 95
    kept = sorted(found.scores, key=found.scores.__getitem__)[-100:]
    assert found.estimated.isdisjoint(kept), "no estimate is high enough to be kept"
    again = SentenceVectors(path.with_name("other.sqlite"), model).similarities("kariri", [group])
    assert again == found, "the same question has the same scores in another file"


def test_what_is_known_is_never_estimated(path: Path) -> None:
    model, group = Smooth(), large()
    vectors = SentenceVectors(path, model)
    vectors.of(group.sentences[::3])
    found = vectors.similarities("kariri", [group])
    assert found.estimated.isdisjoint(group.sentences[::3])
    vectors.of(group.sentences)
    model.asked.clear()
    full = vectors.similarities("kariri", [group])
    assert (model.asked, full.estimated) == ([], frozenset())
    exact = exact_scores(model, "kariri", group)
    assert [full.scores[one] for one in group.sentences] == pytest.approx([exact[s] for s in group.sentences], abs=2e-3)


@pytest.mark.parametrize("change", ["most", "ends", "few"])
def test_everything_is_scored_where_guessing_spares_nothing(path: Path, change: str) -> None:
    group = large(450 if change == "few" else 1000, 500 if change == "most" else 100)
    if change == "ends":
        group = SentenceGroup(group.sentences, (), group.most)
    found = SentenceVectors(path, Smooth()).similarities("kariri", [group])
    assert found.estimated == frozenset()


def test_names_that_cost_more_than_they_spare_are_not_embedded(path: Path) -> None:
    model, group = Smooth(), large(1000, 250)
    found = SentenceVectors(path, model).similarities("kariri", [group])
    assert found.estimated == frozenset()
    assert set(model.asked) == set(group.sentences)


def test_a_sentence_of_two_things_is_exact_where_one_of_them_needs_it(path: Path) -> None:
    group = large()
    found = SentenceVectors(path, Smooth()).similarities(
        "kariri", [group, SentenceGroup(group.sentences[:40]), SentenceGroup(())]
    )
    assert found.estimated
    assert found.estimated.isdisjoint(group.sentences[:40])
