"""The model is loaded beforehand for who needs it, once, and for nobody else."""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import Any

import pytest

from kgqa.embedding import models as embedding
from kgqa.errors import SettingError
from kgqa.ui.session import open_graphs


class Asked:
    """Counts how often it is told to be ready."""

    def __init__(self) -> None:
        self.warmed = 0

    def warm_facts(self) -> None:
        self.warmed += 1


@pytest.mark.parametrize(
    ("strategies", "warmed"),
    [(("graph-only",), 0), (("cypher", "full-text"), 0), (("kg-rag",), 1), (("graph-only", "kg-rag"), 1), ((), 0)],
)
def test_only_what_prunes_has_the_model_loaded(strategies: tuple[Any, ...], warmed: int) -> None:
    asked: Any = Asked()
    open_graphs.warm(asked, *strategies)
    assert asked.warmed == warmed


def test_a_model_is_loaded_once_by_whoever_comes_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(model: str) -> object:
        loaded.append(model)
        return object()

    monkeypatch.setattr(embedding, "Embedder", load)
    embedding._loaded.cache_clear()
    try:
        threads = [
            threading.Thread(target=embedding.embedder, args=(name,)) for name in ["", embedding.DEFAULT_MODEL] * 4
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert loaded == [embedding.DEFAULT_MODEL]
    finally:
        embedding._loaded.cache_clear()


def test_a_model_that_is_not_there_is_told_by_the_question_and_not_before() -> None:
    embedding._warm("/no such folder")
    with pytest.raises(SettingError, match="no such folder"):
        embedding.embedder("/no such folder")


def test_the_pages_import_no_model() -> None:
    code = "import sys, kgqa.ui.session.open_graphs, kgqa.pipeline; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
