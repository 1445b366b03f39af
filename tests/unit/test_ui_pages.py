"""The frame and what it refuses, run without a browser."""

from __future__ import annotations

import time
from pathlib import Path
from types import ModuleType
from typing import ClassVar

import boxes
import pytest
import stand_in
from streamlit import config
from streamlit.testing.v1 import AppTest
from traces import ambiguous, intersection, nothing

from kgqa.errors import ServerError
from kgqa.presentation.text import plain
from kgqa.ui.ask.answer_view import completeness
from kgqa.ui.frame.guard import PERMISSION, TOKEN
from kgqa.ui.session import background_work

ROOT = Path(__file__).parents[2]


@pytest.fixture
def weakened(monkeypatch: pytest.MonkeyPatch):
    """The app's server set to listen to everybody."""
    monkeypatch.delenv(PERMISSION, raising=False)
    before = config.get_option("server.address")
    config.set_option("server.address", "0.0.0.0")
    yield
    config.set_option("server.address", before)


@pytest.mark.usefixtures("weakened")
@pytest.mark.parametrize("permission", ["", "1"])
def test_a_server_for_all_without_a_login_answers_nothing_whatever_is_permitted(
    monkeypatch: pytest.MonkeyPatch, permission: str
) -> None:
    monkeypatch.setenv(PERMISSION, permission)
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S).run()
    assert not page.exception
    assert len(page.error) == 1
    assert plain(TOKEN) in page.error[0].value
    assert not page.text_input
    assert not page.button


@pytest.mark.usefixtures("weakened")
def test_a_weakened_server_answers_nothing_and_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(TOKEN, "a-long-word-of-the-operator")
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S).run()
    assert not page.exception
    assert len(page.error) == 1
    assert "0\\.0\\.0\\.0" in page.error[0].value
    assert PERMISSION in page.error[0].value
    assert not page.text_input
    assert not page.button


class Unopened:
    """Fails to open with a given error."""

    error: ClassVar[Exception]

    @classmethod
    def open(cls, *_: object, **__: object) -> object:
        raise cls.error


def until_settled(page: AppTest) -> AppTest:
    """Runs the page until it no longer waits for the opening."""
    page.run()
    for _ in range(50):
        if page.button or page.text_input:
            break
        time.sleep(0.1)
        page.run()
    return page


def test_a_graph_that_cannot_be_opened_says_why_and_can_be_tried_again(pipeline: ModuleType) -> None:
    class Full(Unopened):
        error = ServerError("The disk is full; 300 MB are needed in '/data'.")

    pipeline.Asker = Full
    page = until_settled(AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S))
    assert any("The disk is full" in text.value for text in page.markdown)
    assert not page.text_input
    pipeline.Asker = stand_in.Asker
    page.button[0].click()
    until_settled(page)
    assert not page.exception
    assert page.text_input[0].placeholder == "Ask about diseases, phenotypes, genes, in your own words"


def test_a_level_that_got_lost_is_the_one_that_was_chosen_before(pipeline: ModuleType) -> None:
    pipeline.Asker = stand_in.Asker
    page = until_settled(AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S))
    page.button_group(key="level").set_value("researcher").run()
    page.button_group(key="level").set_value(None).run()
    assert not page.exception
    assert page.session_state["level"] == "researcher"


def test_an_error_that_nobody_foresaw_names_the_log_and_shows_no_traceback(
    pipeline: ModuleType, tmp_path: Path
) -> None:
    class Broken(Unopened):
        error = ZeroDivisionError("secret")

    pipeline.Asker = Broken
    page = until_settled(AppTest.from_file(str(ROOT / "app.py"), default_timeout=boxes.LONG_S))
    shown = " ".join(text.value for text in page.markdown)
    assert "app\\.log" in shown
    assert "ZeroDivisionError" not in shown
    assert "ZeroDivisionError" in (tmp_path / "logs" / "app.log").read_text(encoding="utf-8")
    assert "secret" not in (tmp_path / "logs" / "app.log").read_text(encoding="utf-8").replace('"secret"', "")


def test_the_completeness_line_says_how_much_is_shown_and_who_counted() -> None:
    assert completeness(intersection(136).answer) == "137 of 137 listed, counted by the database"
    assert completeness(intersection(0).answer) == "1 of 1 listed, counted by the database"
    assert completeness(nothing().answer) == "0 found, counted by the database"
    assert completeness(ambiguous().answer) == "nothing has been asked of the graph yet"


def test_the_log_names_the_error_and_keeps_the_question_to_itself(tmp_path: Path) -> None:
    try:
        raise ValueError("Does Jane Doe have Marfan syndrome?")
    except ValueError as error:
        path = background_work.log_unexpected(error, tmp_path)
    written = path.read_text(encoding="utf-8")
    assert "ValueError" in written
    assert "test_ui_pages.py" in written
    assert "Jane Doe" not in written.replace('raise ValueError("Does Jane Doe have Marfan syndrome?")', "")
    assert path.stat().st_mode & 0o077 == 0
