"""Every control of the Ask page, on a pipeline made by hand."""

from __future__ import annotations

import chromium as web
import pytest
from selenium.webdriver.common.keys import Keys

QUESTION = "Which diseases show both arachnodactyly and ectopia lentis?"
LONG_S = 60


@pytest.fixture
def page(browser, stand_in):
    """The Ask page with an answer on it."""
    web.visit(browser, stand_in)
    web.ask(browser, QUESTION)
    return browser


def open_chip(page, name: str) -> None:
    """Opens the chip of a thing and waits for what is in it."""
    web.press(page, f"{name} Phenotype")
    web.until(page, lambda: web.find(page, "[data-testid=stPopoverBody]"), LONG_S)


def pick(page, name: str) -> None:
    """Picks a reading in the open chip."""
    options = "[data-testid=stPopoverBody] [role=radiogroup] label, [data-testid=stPopoverBody] label"
    web.until(page, lambda: [label for label in web.find(page, options) if name in label.text], LONG_S)[0].click()


def test_a_chip_tells_what_its_words_were_taken_for(page) -> None:
    open_chip(page, "Ectopia lentis")
    text = web.find(page, "[data-testid=stPopoverBody]")[0].text
    assert "Ectopia lentis was matched to HP:0001083" in text
    assert "exact name" in text
    assert "Other names: Lens dislocation." in text
    assert "Lens subluxation" in text
    assert "0.62" in text


def test_a_change_in_a_chip_waits_until_it_is_asked(page) -> None:
    before = web.card(page)
    open_chip(page, "Ectopia lentis")
    pick(page, "Lens subluxation")
    web.until(page, lambda: "Changed, not asked yet" in web.page_text(page), LONG_S)
    assert "“ectopia lentis” → Lens subluxation" in web.page_text(page)
    assert web.card(page) == before or before in web.page_text(page)
    web.press(page, "Ask with these changes")
    web.until(page, lambda: "Asked with HP:0001132" in web.page_text(page), LONG_S)
    web.until(page, lambda: "Changed, not asked yet" not in web.page_text(page), LONG_S)  # it goes with the last run


def test_two_chips_are_changed_and_asked_at_once(page) -> None:
    for name, other in (("Arachnodactyly", "Camptodactyly"), ("Ectopia lentis", "Lens subluxation")):
        open_chip(page, name)
        pick(page, other)
        web.until(page, lambda other=other: f"→ {other}" in web.page_text(page), LONG_S)
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        web.until(page, lambda: not web.find(page, "[data-testid=stPopoverBody]"), LONG_S)
    web.press(page, "Ask with these changes")
    web.until(page, lambda: "Asked with HP:0012385 and HP:0001132" in web.page_text(page), LONG_S)


def test_a_thing_that_is_not_meant_is_taken_away(page) -> None:
    open_chip(page, "Ectopia lentis")
    web.press(page, "Not this one")
    web.until(page, lambda: "Asked with None" in web.page_text(page), LONG_S)


def test_a_thing_that_is_left_out_leaves_the_question(page) -> None:
    open_chip(page, "Ectopia lentis")
    web.press(page, "Leave out")
    box = web.until(page, lambda: web.find(page, web.BOX), LONG_S)[0]
    web.until(page, lambda: box.get_attribute("value") == "Which diseases show arachnodactyly?", LONG_S)


def test_narrower_terms_are_a_choice_that_can_be_taken_back(page) -> None:
    web.press(page, "Count narrower terms too: 13")
    web.press(page, "Only the terms themselves")
    web.until(page, lambda: "Count narrower terms too: 13" in web.page_text(page), LONG_S)


def test_an_answer_has_an_address_that_opens_it_without_asking(page, stand_in: str) -> None:
    web.until(page, lambda: "?answer=" in page.current_url, LONG_S)
    address = page.current_url
    page.get("about:blank")
    page.get(address)
    web.until(page, lambda: "nothing was asked again" in web.page_text(page), LONG_S)
    web.until(page, lambda: "11 diseases show both" in web.page_text(page), LONG_S)
    assert page.current_url == address
    web.until(page, lambda: [box.get_attribute("value") for box in web.find(page, web.BOX)] == [QUESTION], LONG_S)
    web.press(page, "Ask again now")
    web.until(page, lambda: "nothing was asked again" not in web.page_text(page), LONG_S)


@pytest.mark.parametrize("value", ["0" * 32, "../../etc/passwd", "<script>", "%00", "a" * 5000])
def test_an_address_that_opens_nothing_says_so(page, stand_in: str, value: str) -> None:
    page.get(f"{stand_in}/?answer={value}")
    web.until(page, lambda: "This address opens no answer" in web.page_text(page), LONG_S)
    web.until(page, lambda: web.find(page, web.BOX), LONG_S)
    assert "11 diseases" in web.ask(page, QUESTION)


def test_going_back_opens_the_earlier_answer(page) -> None:
    web.until(page, lambda: "?answer=" in page.current_url, LONG_S)
    first = page.current_url
    web.ask(page, "Which diseases show both ectopia lentis and anosmia?")
    web.until(page, lambda: "?answer=" in page.current_url and page.current_url != first, LONG_S)
    page.get(first)
    web.until(page, lambda: "11 diseases show both" in web.page_text(page), LONG_S)


def test_the_level_is_remembered(page, stand_in: str) -> None:
    web.press(page, "Researcher")
    web.until(page, lambda: "planned from the schema, only reading" in web.page_text(page), LONG_S)
    web.visit(page, stand_in)
    web.ask(page, QUESTION)
    web.until(page, lambda: "planned from the schema, only reading" in web.page_text(page), LONG_S)
    web.press(page, "Clinician")
    web.until(page, lambda: "planned from the schema, only reading" not in web.page_text(page), LONG_S)


def test_the_names_are_there_while_a_question_runs_and_after_it_was_stopped(page) -> None:
    web.submit(page, "slow one")
    web.until(page, lambda: web.find(page, ".st-key-card_running"), LONG_S)
    web.until(page, lambda: "Ectopia lentis Phenotype" in web.page_text(page), LONG_S)
    box = web.find(page, web.BOX)[0]
    box.send_keys(" more")  # typing is never blocked
    assert box.get_attribute("value").endswith(" more")
    web.press(page, "Stop")
    web.until(page, lambda: "Stopped by you" in web.page_text(page), LONG_S)
    assert "the 2 names found are kept" in web.page_text(page)
    assert "Ectopia lentis Phenotype" in web.page_text(page)


def test_a_second_question_replaces_one_that_runs(page) -> None:
    web.submit(page, "slow one")
    web.until(page, lambda: web.find(page, ".st-key-card_running"), LONG_S)
    web.submit(page, QUESTION)
    web.until(page, lambda: "11 diseases show both" in web.card(page), LONG_S)
    assert not web.find(page, ".st-key-card_running")


def test_none_of_the_readings_of_a_tie_can_be_chosen(page) -> None:
    web.ask(page, "Which diseases show ASD?")
    assert not web.button(page, "Ask with this choice").is_enabled()
    web.press(page, "None of these")
    web.until(page, lambda: "Asked with None" in web.page_text(page), LONG_S)


def test_an_error_that_nobody_foresaw_can_be_asked_again(page) -> None:
    web.ask(page, "break something")
    text = web.card(page)
    assert "Failed at step" in text
    assert "The answer could not be computed." in text
    assert "Traceback" not in web.page_text(page)
    web.press(page, "Ask again")
    web.until(page, lambda: "The answer could not be computed." in web.card(page), LONG_S)
