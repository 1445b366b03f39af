"""Ask and Compare with a model on another machine: what leaves, what does not, and local only in the middle of it."""

from __future__ import annotations

import threading

import axe
import chromium as web
import gate
import pytest
import scripted
from scripted_models import ScriptedModels
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

WITHOUT = scripted.QUESTION.replace("Which", "which")
PERSONAL = f"Mr John Smith, born 12/03/1965: {WITHOUT}"
CARDS = "[class*='st-key-card_']"


@pytest.fixture
def chosen() -> dict[str, object]:
    return {"strategy": "cypher"}


@pytest.fixture
def page(browser: Chrome, with_model_elsewhere: str, elsewhere: ScriptedModels) -> Chrome:
    """A reader who has set up a model elsewhere and has agreed to nothing."""
    elsewhere.reply = scripted.replies
    elsewhere.requests.clear()
    web.visit(browser, with_model_elsewhere, web.FIRST_START_S)
    return browser


def follow(driver: Chrome, title: str) -> None:
    """Opens another page of the same session."""
    path = f"//a[.//*[normalize-space(.)='{title}']]"
    link = web.until(driver, lambda: driver.find_elements(By.XPATH, path), 20)[0]
    driver.execute_script("arguments[0].click()", link)


def sent(elsewhere: ScriptedModels) -> str:
    return "\n".join(str(request.json) for request in elsewhere.requests)


def test_a_question_leaves_without_the_words_that_name_a_patient(page: Chrome, elsewhere: ScriptedModels) -> None:
    before = elsewhere.connections
    web.submit(page, PERSONAL)
    words = gate.words(page)
    assert f"“{WITHOUT}”" in words
    assert "Leaves this machine" in words
    assert axe.violations(page) == []
    web.press(page, "Cancel")
    web.until(page, lambda: gate.closed(page), 20)
    assert (web.card(page), elsewhere.connections) == ("", before)
    web.submit(page, PERSONAL)
    gate.words(page)
    web.press(page, "Send")
    web.until(page, lambda: "claims supported" in web.card(page), 60)
    assert len(elsewhere.chats) == 2
    assert WITHOUT in sent(elsewhere)
    assert not any(word in sent(elsewhere) for word in ("Smith", "1965"))
    assert "Smith" not in web.page_text(page)


def test_local_only_in_the_middle_ends_what_is_sent(
    page: Chrome, elsewhere: ScriptedModels, with_model_elsewhere: str
) -> None:
    switched, asked = threading.Event(), threading.Event()

    def replies(messages):
        asked.set()
        switched.wait(60)
        return scripted.replies(messages)

    elsewhere.reply = replies
    web.submit(page, scripted.QUESTION)
    gate.words(page)
    web.press(page, "Send")
    web.until(page, asked.is_set, 30)
    follow(page, "Settings")
    box = web.until(page, lambda: web.find(page, ".st-key-settings_local_only input"), 60)[0]
    page.execute_script("arguments[0].click()", box)
    web.until(page, lambda: "off while local only" in web.page_text(page), 30)
    switched.set()
    follow(page, "Ask")
    web.until(page, lambda: "wrote no answer" in web.card(page), 60)
    assert "local only is on" in web.card(page)
    assert len(elsewhere.chats) == 1
    assert "Written by the language model" not in web.card(page)
    assert web.find(page, "[data-testid=stMain] tr"), "what the query found is shown"


@pytest.mark.slow  # what leaves, and what does not, is in the two others
def test_a_comparison_asks_once_for_all_columns(
    page: Chrome, elsewhere: ScriptedModels, with_model_elsewhere: str
) -> None:
    before = elsewhere.connections
    web.visit(page, f"{with_model_elsewhere}/compare")
    web.submit(page, PERSONAL)
    assert f"“{WITHOUT}”" in gate.words(page)
    web.press(page, "Cancel")
    web.until(page, lambda: gate.closed(page), 20)
    assert (web.find(page, CARDS), elsewhere.connections) == ([], before)
    web.submit(page, PERSONAL)
    gate.words(page)
    web.press(page, "Send")
    web.until(page, lambda: "Claim by claim" in web.page_text(page), 60)
    assert len(elsewhere.chats) == 4, "a statement, an answer, a text, and the split of that"
    assert not any(word in sent(elsewhere) for word in ("Smith", "1965"))

    # The next is answered by the graph alone, whatever the columns are.
    web.submit(page, PERSONAL)
    gate.words(page)
    gate.pick(page, "graph alone")
    before = elsewhere.connections
    web.press(page, "Ask the graph alone")
    web.until(page, lambda: gate.closed(page) and not web.find(page, "[class*='st-key-card_running']"), 60)
    web.until(page, lambda: len(web.find(page, CARDS)) == 2, 30)
    assert elsewhere.connections == before
