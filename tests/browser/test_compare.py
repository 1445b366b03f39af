"""Compare: one question in several columns at the same time, and what becomes of one that fails."""

from __future__ import annotations

import threading

import axe
import chromium as web
import hostile
import pytest
import scripted
from scripted_models import Script, ScriptedModels, in_form, taken_apart
from selenium.webdriver import Chrome, Keys
from selenium.webdriver.common.by import By

COLUMNS = "return [...document.querySelectorAll('[class*=\"st-key-card_\"]')].map((one) => one.innerText)"


@pytest.fixture
def chosen() -> dict[str, object]:
    """What stands beside the model alone."""
    return {"strategy": "cypher"}


@pytest.fixture
def page(browser: Chrome, with_model: str, models: ScriptedModels) -> Chrome:
    models.reply = scripted.replies
    web.visit(browser, f"{with_model}/compare", web.FIRST_START_S)
    return browser


def compare(driver: Chrome, seconds: float = 60, columns: int = 2) -> list[str]:
    """Asks the question, waits until no column is on its way, and gives the words of the columns."""
    before = driver.execute_script(COLUMNS)
    web.submit(driver, scripted.QUESTION)
    web.until(driver, lambda: driver.execute_script(COLUMNS) not in (before, []), seconds)
    web.until(driver, lambda: len(driver.execute_script(COLUMNS)) == columns, seconds)
    web.until(driver, lambda: not web.find(driver, "[class*='st-key-card_running']"), seconds)
    web.until(driver, lambda: "Claim by claim" in web.page_text(driver) or "lined up" in web.page_text(driver), seconds)
    return driver.execute_script(COLUMNS)


def test_both_columns_are_asked_at_once_and_lined_up(page: Chrome, models: ScriptedModels) -> None:
    together = threading.Barrier(2)

    def replies(messages):
        if scripted.purpose(messages) in ("cypher", "alone"):
            together.wait(60)  # each column's first request waits for the other's
        return scripted.replies(messages)

    models.reply = replies
    alone, graph = compare(page)
    assert not together.broken
    assert "Language model, not from the graph" in alone
    assert "From the graph" not in alone
    assert "1 of 3 claims supported" in alone
    assert "From the graph" in graph
    assert all(words in graph for words in ("1 supported", "1 not checked", "1 contradicted"))
    heights = [card.rect["height"] for card in web.find(page, "[class*='st-key-card_']")]
    assert max(heights) - min(heights) < 2

    web.until(page, lambda: "Same model: scripted (ollama)" in web.page_text(page), 30)
    text = web.page_text(page)
    assert "Both say it" in text
    assert "same settings and same length of reply" in text
    assert "same rules" in text
    web.until(page, lambda: "Requests to the model" in web.page_text(page), 20)
    assert "Facts behind or against the answers" in text

    # Each number belongs to its own column.
    chips = web.find(page, ".kg-claims .kg-chip")
    assert chips
    assert axe.complaints(page) == []
    assert isinstance(page, web.Browser)
    page.show_as(390)
    cards = web.find(page, "[class*='st-key-card_']")
    web.until(page, lambda: cards[1].rect["y"] >= cards[0].rect["y"] + cards[0].rect["height"], 20)
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    assert axe.complaints(page, both=False) == []


@pytest.mark.slow
def test_a_column_that_fails_keeps_the_other(page: Chrome, models: ScriptedModels) -> None:
    models.reply = lambda messages: (
        Script(status=404) if scripted.purpose(messages) == "cypher" else scripted.replies(messages)
    )
    alone, graph = compare(page)
    assert "1 of 3 claims supported" in alone
    assert "Failed" in graph
    assert "claims supported" not in graph
    assert "one answer is no comparison" in web.page_text(page)
    models.reply = scripted.replies
    web.press(page, "Ask this one again")
    web.until(page, lambda: "Claim by claim" in web.page_text(page), 60)
    assert page.execute_script(COLUMNS)[0] == alone


def test_one_column_is_stopped_and_the_other_goes_on(page: Chrome, models: ScriptedModels) -> None:
    models.reply = lambda messages: (
        Script(scripted.SAID, hang_after=20) if scripted.purpose(messages) == "alone" else scripted.replies(messages)
    )
    web.submit(page, scripted.QUESTION)
    web.until(page, lambda: any("From the graph" in words for words in page.execute_script(COLUMNS)), 60)
    alone = page.execute_script(COLUMNS)[0]
    assert "nothing of this has been compared" in alone
    page.execute_script(scripted.STOP)
    web.until(page, lambda: "Stopped by you" in page.execute_script(COLUMNS)[0], 60)
    alone, graph = page.execute_script(COLUMNS)
    assert "Marfan" in alone
    assert "From the graph" in graph


@pytest.mark.slow  # what a model writes is text on Ask, in test_ask_model.py, and drawn by the same parts
def test_hostile_words_stay_words_in_every_column(page: Chrome, with_model: str, models: ScriptedModels) -> None:
    hostile.watch(page)
    web.visit(page, f"{with_model}/compare")
    written = "\n".join([*hostile.OWN, *(f"Marfan syndrome shows {text}." for text in hostile.OWN)])
    stated = [(f"Marfan syndrome shows {text}.", text, text, text) for text in hostile.OWN]
    said = {"cypher": scripted.STATEMENT, "answer": in_form(*stated, remarks=written), "alone": written}
    said["split"] = taken_apart(*stated)
    models.reply = lambda messages: said[scripted.purpose(messages)]
    compare(page)
    assert hostile.signs(page, with_model) == []
    hostile.open_everything(page)
    assert hostile.signs(page, with_model) == []


@pytest.mark.slow
def test_three_ways_and_two_models_with_their_facts_and_tokens(
    browser: Chrome, with_model: str, models: ScriptedModels
) -> None:
    models.reply = scripted.replies
    web.visit(browser, with_model, 240)
    scripted.choose(browser, "Facts nearest to the question")
    web.visit(browser, f"{with_model}/compare")
    _third(browser, "another-model")
    cards = compare(browser, 240, 3)
    assert len(cards) == 3
    assert "Facts nearest to the question" in cards[1]
    assert "Found:" in cards[1], "what was found is told apart from what the model wrote"
    assert "another-model" in cards[2]
    asked = {sent.json["model"] for sent in models.requests if "messages" in sent.json}
    assert {"scripted", "another-model"} <= asked

    web.until(browser, lambda: "Length of the context" in web.page_text(browser), 30)
    text = web.page_text(browser)
    assert "Different models: scripted (ollama), another-model (ollama)" in text
    for words in ("Tokens of the context", "Tokens of the prompt", "Tokens of the reply", "The whole schema"):
        assert words in text
    web.until(browser, lambda: ["Tokens of the context"] in [row[:1] for row in browser.execute_script(ROWS)], 30)
    rows = {row[0]: row[1:] for row in browser.execute_script(ROWS) if row}
    assert rows["Tokens of the context"][0] == "none", "a model alone is given nothing"
    assert all(cell.endswith("(estimate)") for cell in rows["Tokens of the context"][1:])
    assert "Only: Facts nearest to the question" in text
    assert "Some of them" in text
    assert axe.complaints(browser) == []


ROWS = """return [...document.querySelectorAll('table tr')].map(
    (row) => [...row.children].map((cell) => cell.innerText.trim()))"""


def _third(driver: Chrome, model: str) -> None:
    """Has a third answer, by another language model of the same server."""
    many = "//*[contains(@class, 'st-key-compare_many')]//p[normalize-space()='3']"
    web.press(driver, "Comparing")
    button = web.until(driver, lambda: driver.find_elements(By.XPATH, many), 30)
    driver.execute_script("arguments[0].click()", button[0])
    name = "//input[contains(@aria-label, 'Language model of answer 3')]"
    box = web.until(driver, lambda: driver.find_elements(By.XPATH, name), 30)
    box[0].send_keys(model, Keys.ENTER)
    web.until(driver, lambda: model in web.find(driver, ".st-key-comparing")[0].text, 30)
    driver.switch_to.active_element.send_keys(Keys.ESCAPE)


@pytest.mark.slow  # the columns are the same with one
def test_without_a_model_what_needs_none_is_compared(browser: Chrome, stand_in: str) -> None:
    web.visit(browser, f"{stand_in}/compare")
    text = web.page_text(browser)
    assert "No language model" in text
    assert "need none and can be compared now" in text
    assert "Set a language model" in text
    found = " ".join(web.find(browser, ".st-key-comparing")[0].text.split())
    assert "Graph only with Facts nearest to the question" in found
    cards = compare(browser)
    assert len(cards) == 2
    assert not [words for words in cards if "No language model is set" in words]
    web.until(browser, lambda: "What it took" in web.page_text(browser), 30)

    # It has an address, is one row of the history, and leads to each of its answers.
    web.until(browser, lambda: "comparison=" in browser.current_url, 20)
    address = browser.current_url
    browser.get(f"{stand_in}/history")
    web.until(browser, lambda: "1 question" in web.page_text(browser), 30)
    assert "Graph only, Facts nearest to the question" in web.page_text(browser)
    browser.get(address)
    web.until(browser, lambda: "From its record" in web.page_text(browser), 30)
    web.until(browser, lambda: len(browser.execute_script(COLUMNS)) == 3, 30)
    link = web.until(browser, lambda: browser.find_elements(By.PARTIAL_LINK_TEXT, "Open on Ask"), 30)[1]
    browser.execute_script("arguments[0].click()", link)
    web.until(browser, lambda: "From its record" in web.page_text(browser) and ".1" in browser.current_url, 30)
