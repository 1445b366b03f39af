"""Settings in the browser: what is set up there is asked, a key is nowhere to be found, and nothing leaves unasked."""

from __future__ import annotations

from pathlib import Path

import axe
import chromium as web
import gate
import pytest
import scripted
from scripted_models import Script, ScriptedModels
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

from tests.scripted_services import Call, Service, edge, served

NEGATED = [{"attribute_type_id": "biolink:negated", "value": True}]
KEY = "sk-planted-0123456789abcdef4f2a"
PERSONAL = "54-year-old, MRN 00417733: which diseases show both arachnodactyly and ectopia lentis?"
MODEL = ".st-key-settings_form input[aria-label='Model']"


def ill(call: Call) -> None:
    call.send("<html>")


@pytest.fixture
def page(browser: Chrome, app: str, models: ScriptedModels) -> Chrome:
    """A reader who was never here: what another has set is remembered for that one alone."""
    models.reply = scripted.replies
    open_settings(browser, app)
    return browser


def open_settings(driver: Chrome, address: str) -> None:
    driver.get(f"{address}/settings")
    web.until(driver, lambda: "Limits and folders" in web.page_text(driver), web.FIRST_START_S)


def fill(driver: Chrome, selector: str, text: str) -> None:
    box = web.until(driver, lambda: web.find(driver, selector), 60)[0]
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE)
    driver.execute_cdp_cmd("Input.insertText", {"text": text})


def set_up(driver: Chrome, address: str, model: str, key: str = "") -> None:
    """Sets up the server that speaks OpenAI's protocol and has it asked."""
    web.press(driver, "compatible")
    web.until(driver, lambda: web.find(driver, MODEL), 60)
    fill(driver, "input[aria-label='Address']", address)
    if key:
        fill(driver, "input[aria-label='Key']", key)
    fill(driver, MODEL, model)
    web.find(driver, MODEL)[0].send_keys(Keys.ENTER)
    web.press(driver, "Save")
    web.until(driver, lambda: f"In use: {model}" in web.page_text(driver), 60)


def go_to_ask(driver: Chrome) -> None:
    link = web.until(driver, lambda: driver.find_elements(By.XPATH, "//a[.//*[normalize-space(.)='Ask']]"), 60)[0]
    driver.execute_script("arguments[0].click()", link)
    web.until(driver, lambda: web.find(driver, web.BOX), web.FIRST_START_S)


def box(driver: Chrome) -> str:
    return str(web.find(driver, web.BOX)[0].get_attribute("value"))


def test_a_key_is_used_and_is_nowhere_to_be_found(
    page: Chrome, app: str, models: ScriptedModels, data_dir: Path, open_browser
) -> None:
    set_up(page, models.openai_url, "scripted-small", KEY)
    web.press(page, "Test compatible")
    web.until(page, lambda: "2 models" in web.page_text(page), 30)
    assert KEY not in page.page_source
    assert axe.violations(page) == []
    go_to_ask(page)
    scripted.choose(page, "Cypher written by a model")
    assert "Written by the language model scripted-small" in web.ask(page, scripted.QUESTION)
    assert models.chats[-1].headers["authorization"] == f"Bearer {KEY}"
    assert KEY not in page.page_source
    assert KEY not in page.current_url
    files = [path for path in data_dir.rglob("*") if path.is_file()]
    assert any(b"scripted-small" in path.read_bytes() for path in files if "answers" in path.parts), "a trace is kept"
    assert [path for path in files if KEY.encode() in path.read_bytes()] == []

    other = open_browser()
    open_settings(other, app)
    assert "4f2a" not in other.page_source
    assert "scripted-small" not in web.page_text(other)


@pytest.mark.slow  # what leaves is in test_nothing_leaves_before_the_reader_agrees, the evidence in tests/unit
def test_a_service_is_switched_on_asked_and_its_evidence_stands_by_itself(page: Chrome) -> None:
    helps = edge("CHEBI:6541", "treats", "MONDO:0007947", publications=["PMID:25405392"])
    with served(Service([helps]), Service([{**helps, "attributes": NEGATED}]), Service(query=ill)) as urls:
        for name, url in zip(("One", "Other", "Ill"), urls, strict=True):
            fill(page, "input[aria-label='Name']", name)
            fill(page, "input[aria-label='Address of the service']", url)
            web.find(page, "input[aria-label='Address of the service']")[0].send_keys(Keys.ENTER)
            web.until(page, lambda name=name: f"Test {name}" in web.page_text(page), 60)
        web.press(page, "Test One")
        web.until(page, lambda: "Speaks TRAPI 1.5, release 1.2.3" in web.page_text(page), 60)
        assert axe.violations(page) == []
        go_to_ask(page)
        scripted.choose(page, "Services beside the graph")
        words = web.ask(page, "Which drugs treat Marfan syndrome?")
        assert "denied by Other" in words
        assert "Recorded by One" in words
        assert "Services disagree" in words
        web.until(page, lambda: "Evidence by service" in web.page_text(page), 60)
        text = web.page_text(page)
        assert "2 of 3 services answered" in text
        assert "Ill sent a web page (HTML)" in text
        assert page.find_elements(By.CSS_SELECTOR, "a[href*='25405392']")
        assert axe.violations(page) == []


def test_nothing_leaves_before_the_reader_agrees(page: Chrome, elsewhere: ScriptedModels) -> None:
    elsewhere.reply = lambda _: Script(status=401)
    start = elsewhere.connections
    set_up(page, elsewhere.openai_url, "big-model")
    go_to_ask(page)
    scripted.choose(page, "Language model alone")
    web.submit(page, PERSONAL)
    words = gate.words(page)
    assert "MRN 00417733" in words
    assert "54-year-old" in words
    assert "“which diseases show both arachnodactyly and ectopia lentis?”" in words
    assert "big-model at " in words
    assert "tokens" in words
    assert axe.violations(page) == []
    web.press(page, "Cancel")
    web.until(page, lambda: gate.closed(page), 60)
    assert box(page) == PERSONAL
    assert web.card(page) == ""
    assert elsewhere.connections == start

    # The graph alone answers, and nothing was sent either.
    web.submit(page, PERSONAL)
    gate.words(page)
    gate.pick(page, "graph alone")
    web.press(page, "Ask the graph alone")
    web.until(page, lambda: gate.closed(page) and web.card(page), 60)
    assert elsewhere.connections == start

    # Sent without the words, the question in the box is what was sent.
    web.submit(page, PERSONAL)
    gate.words(page)
    web.press(page, "Send")
    web.until(page, lambda: gate.closed(page) and elsewhere.connections > start, 60)
    web.until(page, lambda: "MRN" not in box(page) and "Failed" in web.card(page), 60)  # and is not tried again

    # Told once; a question without identifiers goes at once, one with them needs a word each time.
    before = elsewhere.connections
    web.submit(page, "Which genes cause Marfan syndrome?")
    web.until(page, lambda: elsewhere.connections > before and "the 1 name found" in web.page_text(page), 60)
    assert gate.closed(page)
    web.submit(page, PERSONAL)
    assert "54-year-old" in gate.words(page)


@pytest.mark.slow  # test_gate.py has the switch in the middle of a question
def test_local_only_from_the_dialog_holds_from_then_on(page: Chrome, elsewhere: ScriptedModels, app: str) -> None:
    start = elsewhere.connections
    set_up(page, elsewhere.openai_url, "big-model")
    go_to_ask(page)
    scripted.choose(page, "Language model alone")
    web.submit(page, scripted.QUESTION)
    assert "Send it as it is" in gate.words(page)
    page.execute_script(f"document.querySelector('{gate.DIALOG} input[type=checkbox]').click()")
    web.press(page, "Ask the graph alone")
    web.until(page, lambda: gate.closed(page) and web.card(page), 60)
    web.submit(page, "Which genes cause Marfan syndrome?")
    web.until(page, lambda: "local only is on" in web.page_text(page), 60)
    assert gate.closed(page)
    assert elsewhere.connections == start
    open_settings(page, app)
    assert "off while local only" in web.page_text(page)
