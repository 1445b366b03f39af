"""The candidate paths under an answer: listed with their scores, and another one is asked when it is taken."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import boxes
import pytest
import stand_in
from streamlit.testing.v1 import AppTest

from kgqa.records import SchemaPath, Trace
from kgqa.strategies.approach import Approach

APP = Path(__file__).parents[2] / "app.py"
STEP = (("Disease", "HAS_PHENOTYPE", "Phenotype"),)


class PathAsker(stand_in.Asker):
    asked: ClassVar[list[Approach | None]] = []

    def ask(self, question: str, *, approach: Approach | None = None, **rest: Any) -> Trace:
        self.asked.append(approach)
        taken = approach.path if approach is not None else ""
        paths = (
            SchemaPath("near", "Which diseases show it?", 2.5, STEP, shortest=True, taken=taken != "far", answers=3),
            SchemaPath("far", "Which <b>others</b>?", 1.25, STEP, shortest=True, taken=taken == "far", reason="longer"),
        )
        return replace(super().ask(question, approach=approach, **rest), strategy="kgt", paths=paths)


@pytest.fixture
def page(pipeline: ModuleType) -> AppTest:
    pipeline.Asker = PathAsker
    PathAsker.asked.clear()
    return AppTest.from_file(str(APP), default_timeout=60).run()


def test_another_path_can_be_taken(page: AppTest) -> None:
    page.radio(key="strategy").set_value("kgt").run()
    boxes.question_box(page).set_value("Which diseases show ectopia lentis?")
    page.button[0].click().run()
    page.run()
    assert not page.exception
    told = "\n".join(one.value for one in page.markdown)
    assert "**Which diseases show it" in told, told[-1500:]
    assert "score 2.50 · 3 answers" in told
    assert "<b>others" not in told, "a name of the graph is text and never markup"
    (other,) = [one for one in page.button if one.label == "Take this path"]
    other.click().run()
    page.run()
    last = PathAsker.asked[-1]
    assert last is not None
    assert (last.strategy, last.path) == ("kgt", "far")
    assert not page.exception
