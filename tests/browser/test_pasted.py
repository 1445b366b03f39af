"""Compare: a text that a reader pastes, checked against the graph, with the four verdicts."""

from __future__ import annotations

from pathlib import Path

import axe
import chromium as web
import hostile
import pytest
from model_readers import with_model_of
from selenium.webdriver import Chrome, Keys

TEXT = (
    "Marfan syndrome shows arachnodactyly. Loeys-Dietz syndrome 1 shows ectopia lentis. "
    "Marfan syndrome shows anosmia. Colchicine treats gout."
)
BOX = ".stTextArea textarea"
FOCUS = "const box = document.querySelector(arguments[0]); box.focus(); box.select()"
HOLDS = "return document.querySelector(arguments[0])?.value === arguments[1]"
TOOLTIP = "return [...document.querySelectorAll('[role=tooltip]')].find((one) => !one.hidden)?.innerText ?? ''"
WIDE = "return document.documentElement.scrollWidth <= innerWidth"


def open_page(driver: Chrome, address: str) -> None:
    web.visit(driver, f"{address}/compare")
    web.press(driver, "Check a text")
    web.until(driver, lambda: web.find(driver, BOX), 30)


def check(driver: Chrome, text: str) -> None:
    """Pastes a text and has it checked, without waiting for what comes of it."""

    def typed() -> bool:
        driver.execute_script(FOCUS, BOX)
        driver.execute_cdp_cmd("Input.insertText", {"text": text})
        if not text:
            driver.switch_to.active_element.send_keys(Keys.DELETE)
        return driver.execute_script(HOLDS, BOX, text)

    web.until(driver, typed, 30)
    web.press(driver, "Check this text")


def test_a_pasted_text_has_the_four_verdicts_and_their_records(browser: web.Browser, stand_in: str) -> None:
    open_page(browser, stand_in)
    check(browser, TEXT)
    web.until(browser, lambda: "1 of 4 claims supported" in web.page_text(browser), 30)
    said = web.page_text(browser)
    for words in ("1 supported", "1 contradicted", "1 not recorded", "1 not checked"):
        assert words in said
    assert "not in the graph" not in said.lower()

    # Each verdict has a look of its own, and says itself in words.
    web.until(browser, lambda: web.find(browser, ".kg-supported .kg-chip"), 30)
    assert not web.find(browser, ".kg-supported .kg-mark")
    contradicted, silent = (
        web.find(browser, f".kg-{verdict} .kg-mark")[0] for verdict in ("contradicted", "not_recorded")
    )
    assert (contradicted.text, silent.text) == ("✕", "–")
    assert "Contradicted by the graph" in contradicted.get_attribute("aria-label")
    assert "Not recorded" in silent.get_attribute("aria-label")
    assert not web.find(browser, ".kg-not_checked .kg-mark")
    unread = web.find(browser, ".kg-not_checked .kg-said")[0]
    assert "dotted" in unread.value_of_css_property("text-decoration-style")
    assert "(not checked)" in browser.execute_script("return arguments[0].parentElement.textContent", unread)
    browser.execute_script("arguments[0].focus()", silent)
    silent.send_keys(Keys.ENTER)
    web.until(browser, lambda: "does not record" in browser.execute_script(TOOLTIP), 30)
    silent.send_keys(Keys.ESCAPE)

    # A row for each claim with why, and the record behind a number in the table.
    rows = [row.text for row in web.find(browser, ".kg-claims li")]
    assert [("✓ supported" in rows[0]), ("✕ contradicted" in rows[1]), ("– not recorded" in rows[2])] == [True] * 3
    assert "nothing that this graph knows" in rows[3]
    chip = web.find(browser, ".kg-claims .kg-chip")[1]
    chip.click()
    web.until(browser, lambda: chip.get_attribute("aria-pressed") == "true", 30)
    chosen = "return document.querySelector('tr[aria-selected=true], tr.kg-chosen')?.innerText ?? ''"
    assert browser.execute_script(chosen).split()[0] == chip.text

    assert axe.complaints(browser) == []
    browser.show_as(390)
    web.until(browser, lambda: browser.execute_script(WIDE), 20)
    assert axe.complaints(browser, both=False) == []


def test_what_is_no_text_is_told_and_a_long_one_can_be_stopped(browser: web.Browser, stand_in: str) -> None:
    open_page(browser, stand_in)
    check(browser, "")
    web.until(browser, lambda: "There is no text to check" in web.page_text(browser), 30)
    check(browser, "slow")
    web.until(browser, lambda: "Looking its claims up" in web.page_text(browser), 30)
    web.press(browser, "Stop")
    web.until(browser, lambda: "Stopped by you" in web.page_text(browser), 30)
    check(browser, TEXT)
    web.until(browser, lambda: "1 of 4 claims supported" in web.page_text(browser), 30)


def test_a_model_takes_a_text_apart_only_where_that_is_ticked_and_agreed_to(
    browser: web.Browser, stand_in: str, stand_in_folder: Path
) -> None:
    app = with_model_of(browser, stand_in, stand_in_folder, "http://192.0.2.7:9")  # another machine; nothing is sent
    open_page(browser, app)
    check(browser, TEXT)
    web.until(browser, lambda: "1 of 4 claims supported" in web.page_text(browser), 30)
    assert "took it apart" not in web.page_text(browser)
    web.find(browser, ".st-key-pasted_split label")[0].click()
    check(browser, TEXT)
    web.until(browser, lambda: "Before this is sent to" in web.page_text(browser), 30)
    web.press(browser, "Send")
    web.until(browser, lambda: "scripted took it apart." in web.page_text(browser), 30)


@pytest.mark.slow  # a pasted text is drawn by the parts of an answer
def test_hostile_words_stay_words(browser: web.Browser, stand_in: str) -> None:
    hostile.watch(browser)
    open_page(browser, stand_in)
    check(browser, "\n".join(hostile.OWN))
    web.until(browser, lambda: "claims supported" in web.page_text(browser), 30)
    hostile.open_everything(browser)
    assert hostile.signs(browser, stand_in) == []
    assert browser.execute_script(WIDE)


@pytest.mark.slow  # test_a_pasted_text_has_the_four_verdicts_and_their_records draws such sentences
@pytest.mark.parametrize("chosen", [{"strategy": "cypher"}], ids=[""])
def test_a_sentence_in_our_wording_says_what_the_model_wrote(browser: web.Browser, stand_in_with_model: str) -> None:
    hostile.watch(browser)
    web.visit(browser, stand_in_with_model)
    web.ask(browser, f"draw {hostile.OWN[0]}")
    note = web.until(browser, lambda: web.find(browser, ".kg-reworded"), 30)[0]
    assert note.get_attribute("aria-label").startswith("Reworded. The model wrote: ")
    browser.execute_script("arguments[0].focus()", note)
    note.send_keys(Keys.ENTER)
    web.until(browser, lambda: hostile.OWN[0] in browser.execute_script(TOOLTIP), 30)
    assert hostile.signs(browser, stand_in_with_model) == []
    web.ask(browser, "reword Which diseases show both?")
    web.until(browser, lambda: "1 not recorded" in web.card(browser), 30)
    assert axe.complaints(browser) == []
