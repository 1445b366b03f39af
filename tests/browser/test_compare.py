"""Compare: one question in several columns at the same time, and what becomes of one that fails."""

from __future__ import annotations

import threading

import axe
import chromium as web
import hostile
import pytest
import scripted
from scripted_models import Script, ScriptedModels
from selenium.webdriver import Chrome

COLUMNS = "return [...document.querySelectorAll('[class*=\"st-key-card_\"]')].map((one) => one.innerText)"


@pytest.fixture(autouse=True)
def _answers(models: ScriptedModels) -> None:
    models.reply = scripted.replies


@pytest.fixture
def page(browser: Chrome, with_model: str) -> Chrome:
    web.visit(browser, with_model, 240)
    scripted.choose(browser, "Cypher written by a model")  # stands beside the model alone from now on
    web.visit(browser, f"{with_model}/compare")
    return browser


def compare(driver: Chrome, seconds: float = 60) -> list[str]:
    """Asks the question, waits until no column is on its way, and gives the words of the columns."""
    before = driver.execute_script(COLUMNS)
    web.submit(driver, scripted.QUESTION)
    web.until(driver, lambda: driver.execute_script(COLUMNS) not in (before, []), seconds)
    web.until(driver, lambda: not web.find(driver, "[class*='st-key-card_running']"), seconds)
    web.until(driver, lambda: "Claim by claim" in web.page_text(driver) or "lined up" in web.page_text(driver), seconds)
    return driver.execute_script(COLUMNS)


def test_both_columns_are_asked_at_once_and_lined_up(page: Chrome, models: ScriptedModels) -> None:
    together = threading.Barrier(2)

    def replies(messages):
        if scripted.purpose(messages) != "answer":
            together.wait(60)  # each column's first request waits for the other's
        return scripted.replies(messages)

    models.reply = replies
    alone, graph = compare(page)
    assert not together.broken
    assert "Language model, not from the graph" in alone
    assert "From the graph" not in alone
    assert "1 of 3 claims supported" in alone
    assert "From the graph" in graph
    assert all(words in graph for words in ("1 supported", "1 not in the graph", "1 contradicted"))
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
    page.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", {"width": 390, "height": 844, "deviceScaleFactor": 1, "mobile": False}
    )
    try:
        cards = web.find(page, "[class*='st-key-card_']")
        web.until(page, lambda: cards[1].rect["y"] >= cards[0].rect["y"] + cards[0].rect["height"], 20)
        assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
        assert axe.complaints(page) == []
    finally:
        page.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": 1280, "height": 1000, "deviceScaleFactor": 1, "mobile": False},
        )


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


def test_hostile_words_stay_words_in_every_column(page: Chrome, with_model: str, models: ScriptedModels) -> None:
    hostile.watch(page)
    web.visit(page, f"{with_model}/compare")
    web.foreign_requests(page, with_model)
    written = "\n".join([*hostile.OWN, *(f"Marfan syndrome shows {text}." for text in hostile.OWN)])
    models.reply = lambda messages: scripted.STATEMENT if scripted.purpose(messages) == "cypher" else written
    compare(page)
    assert hostile.signs(page, with_model) == []
    hostile.open_everything(page)
    assert hostile.signs(page, with_model) == []


def test_without_a_model_the_page_says_how_to_set_one_and_compares_nothing(browser: Chrome, stand_in: str) -> None:
    web.visit(browser, f"{stand_in}/compare")
    assert "A comparison needs a language model." in web.page_text(browser)
    assert "Set a language model" in web.page_text(browser)
