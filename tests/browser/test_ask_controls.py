"""The controls of the Ask page that live in the browser, on a pipeline made by hand.

What they do is shown by ``tests/unit/test_app_ask.py``, without a browser.
"""

from __future__ import annotations

import time

import chromium as web
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

QUESTION = "Which diseases show both arachnodactyly and ectopia lentis?"
LONG_S = 60


@pytest.fixture
def page(browser: web.Browser, stand_in: str) -> web.Browser:
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


@pytest.mark.slow  # test_app_ask.py changes chips and asks with them
def test_chips_tell_what_was_matched_and_are_changed_and_asked_at_once(page: web.Browser) -> None:
    open_chip(page, "Ectopia lentis")
    text = web.find(page, "[data-testid=stPopoverBody]")[0].text
    assert "Ectopia lentis was matched to HP:0001083" in text
    assert "Other names: Lens dislocation." in text
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    web.until(page, lambda: not web.find(page, "[data-testid=stPopoverBody]"), LONG_S)
    for name, other in (("Arachnodactyly", "Camptodactyly"), ("Ectopia lentis", "Lens subluxation")):
        open_chip(page, name)
        pick(page, other)
        web.until(page, lambda other=other: f"→ {other}" in web.page_text(page), LONG_S)
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        web.until(page, lambda: not web.find(page, "[data-testid=stPopoverBody]"), LONG_S)
    assert "Changed, not asked yet" in web.page_text(page)
    web.press(page, "Ask with these changes")
    web.until(page, lambda: "Asked with HP:0012385 and HP:0001132" in web.page_text(page), LONG_S)
    web.until(page, lambda: "Changed, not asked yet" not in web.page_text(page), LONG_S)  # it goes with the last run


@pytest.mark.slow  # test_history.py and test_follow_up.py open answers by their addresses
def test_an_answer_has_an_address_that_opens_it_without_asking(page: web.Browser, stand_in: str) -> None:
    web.until(page, lambda: "?answer=" in page.current_url, LONG_S)
    address = page.current_url
    web.ask(page, "Which diseases show both ectopia lentis and anosmia?")
    web.until(page, lambda: "?answer=" in page.current_url and page.current_url != address, LONG_S)
    page.get(f"{stand_in}/?answer=%00")
    web.until(page, lambda: "This address opens no answer" in web.page_text(page), LONG_S)
    page.get(address)
    web.until(page, lambda: "nothing was asked again" in web.page_text(page), LONG_S)
    web.until(page, lambda: "11 diseases show both" in web.page_text(page), LONG_S)
    assert page.current_url == address
    web.until(page, lambda: [box.get_attribute("value") for box in web.find(page, web.BOX)] == [QUESTION], LONG_S)
    web.press(page, "Ask again now")
    web.until(page, lambda: "nothing was asked again" not in web.page_text(page), LONG_S)


def test_typing_is_never_blocked_a_question_is_stopped_and_another_replaces_one_that_runs(page: web.Browser) -> None:
    web.submit(page, "slow one")
    web.until(page, lambda: web.find(page, ".st-key-card_running"), LONG_S)
    web.until(page, lambda: "Ectopia lentis Phenotype" in web.page_text(page), LONG_S)
    web.until(page, lambda: "counting to infinity" in web.page_text(page), LONG_S)
    box = web.find(page, web.BOX)[0]
    box.send_keys(" more")  # typing is never blocked
    assert box.get_attribute("value").endswith(" more")
    web.press(page, "Stop")
    web.until(page, lambda: "Stopped by you" in web.page_text(page), LONG_S)
    assert "the 2 names found are kept" in web.page_text(page)
    assert "Ectopia lentis Phenotype" in web.page_text(page)
    web.submit(page, "slow one")
    web.until(page, lambda: web.find(page, ".st-key-card_running"), LONG_S)
    web.submit(page, QUESTION)
    web.until(page, lambda: "11 diseases show both" in web.card(page), LONG_S)
    assert not web.find(page, ".st-key-card_running")


@pytest.mark.parametrize("dark", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_nothing_sticks_out_on_a_telephone(telephone: web.Browser, stand_in: str, dark: bool) -> None:
    telephone.show_as(390, dark=dark, telephone=True)
    web.visit(telephone, stand_in)
    web.ask(telephone, QUESTION)
    web.until(telephone, lambda: "8 of 18 things" in web.page_text(telephone), 20)
    assert telephone.execute_script("return document.documentElement.scrollWidth") <= 390
    wider = "const main = document.querySelector('.stMain'); return main.scrollWidth - main.clientWidth"
    assert telephone.execute_script(wider) <= 0


def test_a_slash_goes_to_the_question_and_its_answer_takes_the_focus(browser: web.Browser, stand_in: str) -> None:
    web.visit(browser, stand_in)
    browser.execute_script("document.activeElement.blur()")
    ActionChains(browser).send_keys("/").perform()
    box = browser.switch_to.active_element
    assert (box.get_attribute("aria-label"), box.get_attribute("value")) == ("Question", "")
    box.send_keys(QUESTION, Keys.ENTER)
    focus = "return document.activeElement.matches('.kg-headline, h2') && document.activeElement.innerText"
    web.until(browser, lambda: "show both" in str(browser.execute_script(focus)), 30)
    web.submit(browser, "break this")
    browser.execute_script(web.SELECT_ALL, web.BOX)
    browser.execute_cdp_cmd("Input.insertText", {"text": "what comes next"})
    web.until(browser, lambda: web.find(browser, "[class*='st-key-card_failed']"), 30)
    time.sleep(0.4)  # the headline would have taken it by then
    assert browser.execute_script(web.HOLDS, web.BOX, "what comes next"), "who types on keeps the focus and the words"


GROWN = "return [...document.querySelector('.kg-picture').kgqaCard.plan.dots.values()].map((one) => one.role)"
OPEN = """
const card = document.querySelector('.kg-picture').kgqaCard;
card.open([...card.plan.dots.values()].find((one) => one.text === 'Marfan syndrome'));
"""


def test_the_drawing_grows_from_a_thing_by_its_relations_and_back(page: web.Browser) -> None:
    web.until(page, lambda: web.find(page, ".kg-stage canvas"), LONG_S)
    before = page.execute_script(GROWN)
    page.execute_script(OPEN)
    web.press(page, "Grow from here")
    web.press(page, "shows phenotype · 120")
    web.until(page, lambda: page.execute_script(GROWN).count("added") == 6, LONG_S)
    assert page.execute_script(GROWN)[: len(before)] == before
    assert "dotted = added, not part of the answer" in web.page_text(page)
    assert "6 of 120" in web.page_text(page)
    web.press(page, "Undo")
    web.until(page, lambda: page.execute_script(GROWN) == before, LONG_S)
