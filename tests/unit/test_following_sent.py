"""What of a question before is looked at before a further one is sent to another machine, and what then goes along."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kgqa.records import Former
from kgqa.strategies.approach import Approach
from kgqa.ui.session import preferences, privacy_dialog, state

BEFORE = Former("my patient John Smith has Marfan syndrome, how is it inherited?", "How is Marfan syndrome inherited?")
NAMED = Former("q", "How is the disease of John Smith inherited?")


@pytest.fixture
def begun(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Former | None]]:
    """The questions that were begun, each with what it follows."""
    found: list[tuple[str, Former | None]] = []

    def begin(_: Any, question: str, chosen: Any, narrower: bool, approach: Any, former: Former | None) -> None:
        found.append((question, former))

    monkeypatch.setattr(state, "_begin", begin)
    monkeypatch.setattr(state, "current", lambda: None)
    monkeypatch.setattr(preferences, "strategy", lambda: "llm-only")
    return found


def gate(monkeypatch: pytest.MonkeyPatch, sent: Callable[[str], str]) -> list[str]:
    """Lets a question through as a reader wants it sent; gives the texts that were looked at."""
    seen: list[str] = []

    def looked_at(text: str, then: Callable[[str, Approach], None], approach: Approach | None = None) -> None:
        seen.append(text)
        then(sent(text), Approach("llm-only"))

    monkeypatch.setattr(privacy_dialog, "gate", looked_at)
    return seen


def test_what_would_be_sent_of_the_question_before_is_looked_at(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[str, Former | None]]
) -> None:
    seen = gate(monkeypatch, lambda text: text)
    state.ask(None, "And genes?", former=BEFORE)  # type: ignore[arg-type]
    assert seen == ["How is Marfan syndrome inherited?\nAnd genes?"]
    assert begun == [("And genes?", BEFORE)]


def test_where_words_are_left_out_nothing_of_the_question_before_goes_along(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[str, Former | None]]
) -> None:
    gate(monkeypatch, lambda text: text.replace("John Smith", "…"))
    state.ask(None, "And genes?", former=NAMED)  # type: ignore[arg-type]
    assert begun == [("And genes?", None)]


def test_a_question_by_itself_is_looked_at_alone(
    monkeypatch: pytest.MonkeyPatch, begun: list[tuple[str, Former | None]]
) -> None:
    seen = gate(monkeypatch, lambda text: text)
    state.ask(None, "Which genes are there?")  # type: ignore[arg-type]
    assert seen == ["Which genes are there?"]
    assert begun == [("Which genes are there?", None)]
