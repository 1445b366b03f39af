"""The table of the page benchmark, and the sentences where it cannot be run."""

from __future__ import annotations

import sys

import pytest

from benchmarks import page
from benchmarks.page import DRAWN, FIRST, TABLE, USABLE, StepTimes
from kgqa.errors import KgqaError


def test_a_step_is_judged_by_its_worst_time() -> None:
    text = StepTimes({USABLE: (900.0, 1000.0, 1600.0), DRAWN: (40.0, 50.0), FIRST + TABLE: (700.0,)}).text()
    lines = {line.split("  ")[0]: line for line in text.splitlines()}
    assert "1,000 ms" in lines[USABLE]
    assert "1,600 ms" in lines[USABLE]
    assert lines[USABLE].endswith("under 1,500 ms: missed")
    assert lines[DRAWN].endswith("under 1,000 ms: met")
    assert "goal" not in lines[FIRST + TABLE]
    assert "under" not in lines[FIRST + TABLE]


def test_every_goal_is_that_of_a_step() -> None:
    steps = {page.PAINT, USABLE, DRAWN, page.ROW, page.DETAIL, page.EDGE}
    steps |= {start + part for start in (FIRST, page.NEXT) for part in page.SIGNS}
    assert page.TARGETS_MS.keys() <= steps


def test_a_machine_without_a_browser_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("selenium")
    monkeypatch.setattr(page.shutil, "which", lambda _: None)
    with pytest.raises(KgqaError, match="chromium"), page.browser("http://127.0.0.1:1", {}):
        pass


def test_a_machine_without_selenium_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("selenium.common.exceptions", "selenium.webdriver"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(KgqaError, match="selenium is not installed"), page.browser("http://127.0.0.1:1", {}):
        pass
