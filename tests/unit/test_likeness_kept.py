"""The vectors that the ranking model keeps: made once, bounded, the same for whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from kgqa.questions.by_meaning import likeness as module
from kgqa.questions.by_meaning.likeness import Likeness, likeness

PROPOSALS = [("list", f"Which genes are number {number}?", [frozenset({"genes"})]) for number in range(12)]


def _fits(model: Likeness, asked: str) -> list[float]:
    return [one.fit for one in model.fits(asked, PROPOSALS)]


def test_what_is_kept_makes_room_and_changes_no_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = [_fits(likeness(), f"genes {number}") for number in range(5)]
    monkeypatch.setattr(module, "_KEPT", 5)
    small = Likeness(likeness()._weights)
    for _ in range(2):
        for number, fits in enumerate(wanted):
            assert _fits(small, f"genes {number}") == pytest.approx(fits, abs=1e-4)


def test_many_ask_at_once() -> None:
    model = Likeness(likeness()._weights)
    asked = [f"what about the genes of {{disease}} {number % 3}" for number in range(24)]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda one: _fits(model, one), asked))
    for one, fits in zip(asked, found, strict=True):
        assert fits == pytest.approx(_fits(likeness(), one), abs=1e-4)
