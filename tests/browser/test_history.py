"""What a browser's reader asked before: kept over restarts, seen by nobody else, removable, and opened by address."""

from __future__ import annotations

import secrets
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import chromium as web
import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from traces import intersection

from kgqa.history import replay
from kgqa.history.storage import ReaderStorage

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
SILENT = "Which diseases show both ectopia lentis and anosmia?"
HOSTILE = "<img src=x onerror=alert(1)> [l](https://evil.example/x) ![i](https://evil.example/x.png) :material/home:"
HEADLINE, NOTHING = "11 diseases show both arachnodactyly", "No disease in this graph is annotated with both"
EMPTY = "No question has been asked in this browser yet"
NAMED = "a[href*='answer=']"
"""Links to kept answers."""


def open_history(driver, address: str) -> None:
    driver.get(f"{address}/history")
    web.until(driver, lambda: "Filter the questions" in web.page_text(driver), 60)


def name(element) -> str:
    """What a screen reader says, without the sign of no width that keeps addresses from becoming links."""
    return (element.accessible_name or "").replace("\u2060", "")


def named(driver, selector: str, words: str):
    """The element with this name, waited for."""
    found = web.until(driver, lambda: [one for one in web.find(driver, selector) if name(one) == words], 30)
    assert len(found) == 1
    return found[0]


def link(driver, question: str):
    """The link to the answer of a question."""
    return named(driver, NAMED, f"Open: {question}")


def wait_for_record(driver, headline: str) -> None:
    """Waits until the page shows an answer from its record."""
    web.until(driver, lambda: "From its record" in web.page_text(driver) and headline in web.page_text(driver), 60)


def record(driver) -> str:
    """The id of the answer that the address names, waited for."""
    names = web.until(driver, lambda: parse_qs(urlsplit(driver.current_url).query).get("answer"), 30)
    return str(names[0])


@pytest.mark.slow
def test_what_was_asked_is_there_after_a_restart(browser, reopened) -> None:
    driver = browser
    with reopened() as address:
        web.visit(driver, address)
        web.ask(driver, BOTH)
        asked = record(driver)
        cookie = driver.get_cookie("kgqa_reader")
    assert len(cookie["value"]) == 64
    assert cookie["sameSite"] == "Strict"
    assert cookie["path"] == "/"
    assert cookie["expiry"] > 0
    with reopened() as address:
        web.visit(driver, address)
        assert driver.get_cookie("kgqa_reader")["value"] == cookie["value"]
        open_history(driver, address)
        link(driver, BOTH).click()
        wait_for_record(driver, HEADLINE)
        assert record(driver) == asked
        driver.get(f"{address}/?answer={asked}")
        wait_for_record(driver, HEADLINE)


@pytest.mark.slow  # test_strangers.py lists nothing, and test_follow_up.py opens an address of somebody else
def test_another_browser_lists_nothing_but_opens_an_address(browser, open_browser, stand_in: str) -> None:
    mine, other = browser, open_browser()
    web.visit(mine, stand_in)
    web.ask(mine, BOTH)
    asked = record(mine)
    web.visit(other, stand_in)
    assert "Earlier questions" not in web.page_text(other)
    open_history(other, stand_in)
    web.until(other, lambda: EMPTY in web.page_text(other), 30)
    assert "arachnodactyly" not in web.page_text(other)
    other.get(f"{stand_in}/?answer={asked}")
    wait_for_record(other, HEADLINE)
    open_history(other, stand_in)
    web.until(other, lambda: EMPTY in web.page_text(other), 30)
    open_history(mine, stand_in)
    link(mine, BOTH)


@pytest.mark.slow  # test_ui_history.py removes questions and opens a saved answer without a browser
@pytest.mark.parametrize("width", [1280, 390])
def test_questions_are_removed_one_by_one_and_all_at_once(browser, stand_in: str, width: int) -> None:
    driver = browser
    driver.show_as(width, telephone=width < 640)
    web.visit(driver, stand_in)
    for question in (BOTH, SILENT, "many 30"):
        web.ask(driver, question)
        asked = record(driver)
    open_history(driver, stand_in)
    link(driver, BOTH)  # the oldest is drawn last
    assert [a.accessible_name for a in web.find(driver, NAMED)] == [f"Open: {q}" for q in ("many 30", SILENT, BOTH)]
    overflow = "return document.querySelector('.stMain').scrollWidth - document.querySelector('.stMain').clientWidth"
    assert driver.execute_script(overflow) == 0
    remove = named(driver, "button", f"Remove “{SILENT}”")
    assert min(remove.size.values()) >= 24
    remove.click()
    web.until(driver, lambda: len(web.find(driver, NAMED)) == 2, 30)
    web.press(driver, "Remove all")
    web.press(driver, "Remove 2 questions")
    web.until(driver, lambda: EMPTY in web.page_text(driver), 30)
    driver.get(f"{stand_in}/?answer={asked}")
    web.until(driver, lambda: "No answer is kept under this address" in web.page_text(driver), 60)


@pytest.mark.slow  # test_ui_history.py opens it without a browser
def test_the_keyboard_reaches_and_opens_an_earlier_question(browser, stand_in: str) -> None:
    driver = browser
    web.visit(driver, stand_in)
    web.ask(driver, SILENT)
    web.ask(driver, BOTH)
    open_history(driver, stand_in)
    link(driver, SILENT)
    for _ in range(40):
        driver.switch_to.active_element.send_keys(Keys.TAB)
        if driver.switch_to.active_element.accessible_name == f"Open: {SILENT}":
            break
    active = driver.switch_to.active_element
    assert active.accessible_name == f"Open: {SILENT}"
    assert driver.execute_script("return getComputedStyle(arguments[0]).outlineStyle", active) == "solid"
    active.send_keys(Keys.ENTER)
    wait_for_record(driver, NOTHING)

    # Earlier questions open from the page itself, too.
    web.visit(driver, stand_in)
    web.press(driver, "Earlier questions")
    link(driver, BOTH).click()
    wait_for_record(driver, HEADLINE)
    assert web.find(driver, web.BOX)[0].get_attribute("value") == BOTH


@pytest.mark.slow
def test_a_saved_answer_of_another_machine_opens(browser, stand_in: str, tmp_path: Path) -> None:
    driver = browser
    (tmp_path / "answer.json").write_text(replay.to_json(intersection(7)), encoding="utf-8")
    (tmp_path / "other.json").write_text('{"format": "other"}', encoding="utf-8")
    web.visit(driver, stand_in)
    open_history(driver, stand_in)
    web.press(driver, "Open a saved answer")
    upload = web.until(driver, lambda: web.find(driver, "input[type=file]"), 30)[0]
    upload.send_keys(str(tmp_path / "other.json"))
    web.until(driver, lambda: "This is no saved answer" in web.page_text(driver), 30)
    web.find(driver, "input[type=file]")[0].send_keys(str(tmp_path / "answer.json"))
    wait_for_record(driver, "8 diseases show both")
    record(driver)
    open_history(driver, stand_in)
    link(driver, BOTH)


@pytest.mark.slow  # test_hostile_page.py has an answer made of all names
def test_hostile_words_stay_words(browser, stand_in: str) -> None:
    driver = browser
    web.visit(driver, stand_in)
    web.ask(driver, f"draw {HOSTILE}")
    driver.execute_script("arguments[0].scrollIntoView()", web.button(driver, "Wrong answer"))
    web.press(driver, "Wrong answer")
    area = web.until(driver, lambda: [t for t in web.find(driver, "textarea") if t.is_displayed()], 30)[0]
    area.send_keys(HOSTILE, Keys.TAB)
    web.press(driver, "Keep this note")
    web.until(driver, lambda: "The note is kept on this machine." in web.page_text(driver), 30)
    open_history(driver, stand_in)
    link(driver, f"draw {HOSTILE}")
    named(driver, "[role=tab]", "Notes on answers").click()
    web.until(driver, lambda: web.page_text(driver).replace("\u2060", "").count(HOSTILE) > 1, 30)
    assert driver.find_elements(By.CSS_SELECTOR, ".stMain img, .stMain a[href*=evil]") == []
    assert web.foreign_requests(driver, stand_in) == []
    named(driver, "button", f"Remove “Wrong answer, draw {HOSTILE}”").click()
    web.until(driver, lambda: "No note has been kept" in web.page_text(driver), 30)


def test_a_tab_takes_the_id_that_another_tab_has_given(browser, stand_in: str, stand_in_folder: Path) -> None:
    """The second of two tabs that were opened at once: it connected without a cookie, and now there is one."""
    driver, other = browser, secrets.token_hex(32)
    ReaderStorage(stand_in_folder, other).remember(intersection())
    cookie = f"Object.defineProperty(document, 'cookie', {{get: () => 'x=1; kgqa_reader={other}', set() {{}}}})"
    driver.begin_pages_with(cookie)
    web.visit(driver, stand_in)
    web.press(driver, "Earlier questions")
    link(driver, BOTH)
