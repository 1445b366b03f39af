"""Names of the graph while a question is being typed: by keyboard, on a telephone, and never in the way of asking."""

from __future__ import annotations

import axe
import chromium as web
import explored
import pytest
from selenium.webdriver.common.keys import Keys

LIST = ".kg-ahead [role=listbox]"
ROWS = f"{LIST} [role=option]"
STATE = """
const box = document.querySelector("input[aria-label='Question']"), list = document.querySelector(arguments[0]);
const active = document.getElementById(box.getAttribute('aria-activedescendant'));
return [box.getAttribute('role'), box.getAttribute('aria-expanded'), !list.hidden, active ? active.innerText : null,
        box.getAttribute('aria-controls') === list.id];
"""
WIDTH = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"


def value(driver: web.Browser) -> str:
    return str(web.find(driver, web.BOX)[0].get_attribute("value"))


def offered(driver: web.Browser) -> list[str]:
    """The rows of the list; none while it is closed."""
    role, expanded, is_open, _, controls = driver.execute_script(STATE, LIST)
    assert expanded == str(is_open).lower()
    assert (role, controls) == ("combobox", True)
    return [row.text for row in web.find(driver, ROWS)] if is_open else []


def active(driver: web.Browser) -> str | None:
    """The row that is chosen, as who cannot see it is told."""
    return driver.execute_script(STATE, LIST)[3]  # type: ignore[no-any-return]


def type_in(driver: web.Browser, text: str) -> None:
    web.until(driver, lambda: web.settled(driver), 30)
    box = web.find(driver, web.BOX)[0]
    box.click()
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(text)


def see(driver: web.Browser, name: str) -> None:
    """Waits until a name is offered."""
    web.until(driver, lambda: any(name in row for row in offered(driver)), 30)


def test_the_keyboard_takes_a_name_and_enter_alone_asks(browser: web.Browser, stand_in: str) -> None:
    web.visit(browser, stand_in)
    type_in(browser, "Which phenotypes does marf")
    see(browser, "Marfan syndrome")
    assert "disease" in offered(browser)[0]
    assert explored.MARFAN.id in offered(browser)[0]
    assert active(browser) is None, "nothing is chosen before somebody chooses it"
    keys = browser.switch_to.active_element
    keys.send_keys(Keys.ARROW_DOWN)
    assert "Marfan syndrome" in (active(browser) or "")
    assert axe.SCRIPT is None or axe.complaints(browser) == []
    keys.send_keys(Keys.ENTER)
    web.until(browser, lambda: not offered(browser), 10)
    assert value(browser) == "Which phenotypes does Marfan syndrome"
    assert web.card(browser) == "", "taking a name asks nothing"
    keys.send_keys(" show and lone")
    see(browser, explored.LONELY.name)
    keys.send_keys(Keys.ESCAPE)
    web.until(browser, lambda: not offered(browser), 10)
    keys.send_keys(Keys.ENTER)
    web.until(browser, lambda: web.card(browser), 30)
    web.until(browser, lambda: web.settled(browser), 30)
    assert value(browser) == "Which phenotypes does Marfan syndrome show and lone", "what was typed was asked"
    assert not offered(browser)

    # Enter right behind the last letter, before anything was looked up, and while names are offered.
    for question in ("Which phenotypes does single", "Which diseases show marf"):
        type_in(browser, question)
        if "marf" in question:
            see(browser, "Marfan syndrome")
        before = browser.execute_script(web.CARD_CLASS, web.CARD)
        browser.switch_to.active_element.send_keys(Keys.ENTER)
        web.until(browser, lambda before=before: browser.execute_script(web.CARD_CLASS, web.CARD) != before, 30)
        assert value(browser) == question
        assert not offered(browser)

    type_in(browser, "Which diseases are")
    web.until(browser, lambda: web.settled(browser), 30)
    assert offered(browser) == [], "ordinary words are no names"
    browser.switch_to.active_element.send_keys(Keys.TAB)
    assert browser.switch_to.active_element.tag_name == "button"


@pytest.mark.slow  # the keyboard takes one in the test above
def test_a_tap_takes_a_name_on_a_telephone(telephone: web.Browser, stand_in: str) -> None:
    web.visit(telephone, stand_in)
    type_in(telephone, "mfs")
    see(telephone, "“MFS”")
    assert telephone.execute_script(WIDTH) <= 0
    row = web.find(telephone, ROWS)[0]
    assert row.size["height"] >= 24
    row.click()
    web.until(telephone, lambda: value(telephone) == "Marfan syndrome", 10)
    assert telephone.switch_to.active_element.get_attribute("aria-label") == "Question", "the keyboard stays"
    assert not offered(telephone)
    telephone.switch_to.active_element.send_keys(Keys.ENTER)
    web.until(telephone, lambda: web.card(telephone), 30)
    assert value(telephone) == "Marfan syndrome"


def test_hostile_names_are_offered_as_text(browser: web.Browser, stand_in: str) -> None:
    web.visit(browser, stand_in)
    type_in(browser, "<img src")
    see(browser, "<img src=x onerror=window.hacked=1>")
    browser.switch_to.active_element.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    web.until(browser, lambda: "onerror" in value(browser), 10)
    assert browser.execute_script("return window.hacked") is None
    assert not web.find(browser, ".kg-ahead img")
