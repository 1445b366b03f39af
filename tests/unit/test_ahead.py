"""Texts that are embedded while nobody asks: kept, the wished ones first, and nothing while somebody asks."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kgqa import processes
from kgqa.embedding.ahead import Ahead
from kgqa.embedding.models import ONE_CORE, embedder
from kgqa.embedding.sentence_vectors import SentenceVectors

PATIENCE_S = 180.0


def until(what: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.05)


@pytest.mark.slow
def test_texts_are_embedded_while_nobody_asks_and_not_while_somebody_does(tmp_path: Path) -> None:
    path = tmp_path / "new" / "sentences.sqlite"
    given: list[str] = []

    def texts() -> Iterator[str]:
        for number in range(70):
            given.append(f"text {number}")
            yield given[-1]

    ahead = Ahead(path, "", texts, quiet_s=0.1)
    try:
        with ahead.asking():
            time.sleep(0.5)
            assert given == []
            assert not path.exists()
            ahead.wish({"wished"})
        until(lambda: ahead.done and ahead.kept == 71)
    finally:
        ahead.close()
    vectors = SentenceVectors(path, embedder())
    assert np.allclose(vectors.of(["text 69", "wished"]), embedder().embed(["text 69", "wished"]), atol=0.01)
    assert (vectors.found, vectors.computed) == (2, 0)


@pytest.mark.slow
def test_without_a_model_it_ends_and_nothing_else_does(tmp_path: Path) -> None:
    ahead = Ahead(tmp_path / "sentences.sqlite", str(tmp_path / "no model"), lambda: ["a"], quiet_s=0.1)
    until(lambda: ahead.done)
    ahead.close()
    assert not (tmp_path / "sentences.sqlite").exists()


def test_a_process_that_is_left_alone_ends_before_it_has_loaded_anything(tmp_path: Path) -> None:
    """It would end with another code, and after seconds of work, where it looked only when the model is there."""
    with (tmp_path / "log").open("wb") as log:
        process = processes.start(
            "kgqa.embedding.embed_sentences", folder=tmp_path, log=log.fileno(), environment={**ONE_CORE, "PATH": None}
        )
    with process:
        assert process.stdin is not None
        process.stdin.write(json.dumps({"path": str(tmp_path / "sentences.sqlite"), "model": ""}) + "\n")
        process.stdin.close()
        assert process.wait(PATIENCE_S) == processes.ALONE
    assert not (tmp_path / "sentences.sqlite").exists()
    assert (tmp_path / "log").read_text(encoding="utf-8") == ""
