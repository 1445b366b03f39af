"""Ask with a language model: what it writes, how that is marked, and what happens where it does not answer."""

from __future__ import annotations

import axe
import chromium as web
import hostile
import pytest
import scripted
from scripted_models import Script, ScriptedModels
from selenium.webdriver import Chrome, Keys

TOOLTIP = "return [...document.querySelectorAll('[role=tooltip]')].find((one) => !one.hidden)?.innerText ?? ''"

ALONE = pytest.mark.parametrize("chosen", [{"strategy": "llm-only"}], ids=[""])


def test_a_written_answer_shows_who_wrote_it_and_marks_every_claim(
    page: Chrome, with_model: str, models: ScriptedModels
) -> None:
    scripted.choose(page, "Cypher written by a model")
    said = web.ask(page, scripted.QUESTION)
    assert "1 of 3 claims supported" in said
    assert "1 not checked" in said
    assert "not in the graph" not in said
    assert "1 contradicted" in said
    assert "Written by the language model scripted" in said
    assert "From the graph" in said

    # A claim that the graph contradicts says so to the eye, to the keyboard and to who cannot see.
    mark = web.find(page, ".kg-contradicted .kg-mark")[0]
    assert mark.text == "✕"
    assert "Contradicted by the graph" in mark.get_attribute("aria-label")
    page.execute_script("arguments[0].focus()", mark)
    mark.send_keys(Keys.ENTER)
    web.until(page, lambda: "looked for in 32 patients" in page.execute_script(TOOLTIP), 30)
    mark.send_keys(Keys.ESCAPE)
    assert page.execute_script(TOOLTIP) == ""
    unread = web.find(page, ".kg-not_checked .kg-said")[0]
    assert "Gronkel" in unread.text
    assert "dotted" in unread.value_of_css_property("text-decoration-style")
    assert not web.find(page, ".kg-not_checked .kg-mark")
    assert not web.find(page, ".kg-supported .kg-mark")

    # The number behind the supported claim leads to its row in the table.
    chip = web.find(page, ".kg-written .kg-supported .kg-chip")[0]
    number = chip.text
    chip.click()
    web.until(page, lambda: chip.get_attribute("aria-pressed") == "true", 30)
    chosen = "return document.querySelector('tr[aria-selected=true], tr.kg-chosen')?.innerText ?? ''"
    assert page.execute_script(chosen).split()[0] == number

    web.press(page, "How this was found")
    steps = web.page_text(page)
    assert "Labels" in steps or "changed" in steps or "corrections" in steps or "answers" in steps
    web.press(page, "Request 1 as it was sent")
    web.until(page, lambda: "Schema of the graph" in web.page_text(page), 30)
    assert "cypher-zero-shot" in web.page_text(page)
    assert axe.complaints(page) == []

    # The record opens again, and no model is asked for it.
    before, address = len(models.chats), page.current_url
    assert "answer=" in address
    web.visit(page, address)
    again = web.until(page, lambda: web.card(page), 30)
    web.until(page, lambda: "1 of 3 claims supported" in web.page_text(page), 30)
    assert again
    assert len(models.chats) == before


@ALONE
def test_a_model_alone_never_looks_like_the_graph(page: Chrome) -> None:
    said = web.ask(page, scripted.QUESTION)
    assert "Language model, not from the graph" in said
    assert "From the graph" not in said
    box = web.find(page, "[class*='st-key-card_alone']")[0]
    assert "dashed" in box.value_of_css_property("border-style")
    assert not web.find(page, ".kg-headline .kg-chip")
    page.get(page.current_url.partition("?")[0] + "history")
    web.until(page, lambda: "Language model, not from the graph" in web.page_text(page), 30)


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [{"strategy": "cypher"}], ids=[""])
def test_a_model_that_gives_no_query_is_said_and_nothing_else_answers_by_itself(
    page: Chrome, models: ScriptedModels
) -> None:
    models.reply = lambda _: "I would rather talk about the weather."
    said = web.ask(page, scripted.QUESTION)
    assert "The model gave no query." in said
    assert "diseases show both" not in said
    asked = len(models.chats)
    web.press(page, "Ask the graph alone")
    web.until(page, lambda: "From the graph" in web.card(page), 30)
    assert "claims supported" not in web.card(page)
    assert len(models.chats) == asked


@ALONE
def test_a_refused_key_is_said_in_a_sentence_and_stop_ends_the_request(page: Chrome, models: ScriptedModels) -> None:
    models.reply = lambda _: Script(status=401)
    said = web.ask(page, scripted.QUESTION)
    assert "Failed" in said
    assert web.button(page, "Ask the graph alone").is_displayed()
    models.reply = lambda _: Script(scripted.SAID, hang_after=20)
    left = len(models.left)
    web.submit(page, scripted.QUESTION)
    web.until(page, lambda: "nothing of this has been compared" in web.card(page), 30)
    assert "Marfan" in web.card(page)
    assert not web.find(page, ".stMain .kg-chip")
    page.execute_script(scripted.STOP)
    web.until(page, lambda: "Stopped by you" in web.card(page), 30)
    web.until(page, lambda: len(models.left) > left, 30)
    assert web.button(page, "Ask the graph alone").is_displayed()


LONG = "The graph was not asked about this at all, whatever it says, " * 40
BIDI = "مرض مارفان shows arachnodactyly. \u202eevil\u202c"


@ALONE
def test_what_a_model_writes_is_text_and_nothing_more(
    browser: web.Browser, with_model: str, models: ScriptedModels
) -> None:
    hostile.watch(browser)
    web.visit(browser, with_model, web.FIRST_START_S)
    written = "\n".join([*hostile.OWN, BIDI, LONG])
    models.reply = lambda _: written
    said = web.ask(browser, scripted.QUESTION)
    assert "<script>" in said
    assert hostile.signs(browser, with_model) == []
    assert browser.execute_script("return document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow  # test_strangers.py has two readers on every page, one of whom chose a model
def test_two_readers_do_not_share_their_way_of_asking(page: Chrome, with_model: str, open_browser) -> None:
    scripted.choose(page, "Language model alone")
    other = open_browser()
    web.visit(other, with_model)
    assert "by its records alone" in web.page_text(other)
    assert "Language model" not in web.ask(other, scripted.QUESTION)
