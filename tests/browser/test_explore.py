"""Explore in a browser: typing, the keyboard, the address, the way to Ask, and names that would like to be markup."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

import axe
import chromium
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.append(str(Path(__file__).parents[1] / "unit"))
import explored

BOX = ".st-key-look_up input"
HITS = ".st-key-hits button"
HEADING = "h1"
NUMBERED = ".kg-linked tbody tr"


PLACE = """
const card = document.querySelector('.kg-picture').kgqaCard;
const dot = [...card.plan.dots.values()].find((dot) => dot.text.startsWith(arguments[0]));
const point = card.network.canvasToDOM({x: dot.x, y: dot.y}), frame = card.stage.getBoundingClientRect();
return [point.x - frame.width / 2, point.y - frame.height / 2];
"""
CHOSEN = "return document.querySelector('.kg-picture').dataset.selected"


def visit(driver: Chrome, address: str, path: str = "") -> None:
    """Opens Explore and waits until something can be looked up. The frame is drawn first, as for any reader."""
    driver.get(address)
    chromium.until(driver, lambda: chromium.find(driver, chromium.BOX), 60)
    driver.get(f"{address}/explore{path}")
    chromium.until(driver, lambda: chromium.find(driver, BOX), 60)
    chromium.until(driver, lambda: chromium.find(driver, HEADING) or chromium.find(driver, chromium.CARD), 60)


def heading(driver: Chrome) -> str:
    return str(driver.execute_script("return document.querySelector('h1')?.innerText ?? ''"))


def see(driver: Chrome, words: str) -> None:
    """Waits until a reader can see some words."""
    chromium.until(driver, lambda: words in chromium.page_text(driver), 30)


def type_in(driver: Chrome, text: str) -> None:
    box = chromium.find(driver, BOX)[0]
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(text)


def test_hits_come_while_one_types_and_the_keyboard_alone_chooses_one(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    type_in(browser, "marf")
    chromium.until(browser, lambda: chromium.find(browser, HITS), 20)
    assert chromium.find(browser, BOX)[0].get_attribute("value") == "marf", "nothing was sent with Enter"
    for _ in range(8):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        if "Marfan syndrome" in browser.switch_to.active_element.text:
            break
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    chromium.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)
    assert quote(explored.MARFAN.id, safe=":") in browser.current_url.replace("%3A", ":")
    chromium.until(browser, lambda: not chromium.find(browser, HITS), 20)


def test_typing_on_is_not_undone_by_the_hits(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    type_in(browser, "si")
    chromium.until(browser, lambda: chromium.find(browser, HITS), 20)
    for letter in "ngle sign":
        chromium.find(browser, BOX)[0].send_keys(letter)
    chromium.until(browser, lambda: "Single sign disorder" in chromium.find(browser, HITS)[0].text, 20)
    assert chromium.find(browser, BOX)[0].get_attribute("value") == "single sign"


def test_an_address_opens_the_thing_and_another_one_does_after_it(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote('ORPHA:558')}")
    chromium.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)
    see(browser, "1–50 of 120, counted by the database")
    visit(browser, stand_in, f"?thing={quote(explored.LONELY.id)}")
    chromium.until(browser, lambda: heading(browser) == explored.LONELY.name, 20)
    see(browser, "silence, not proof of absence")


def test_a_number_chosen_in_the_table_is_the_one_of_the_page(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote(explored.MARFAN.id)}")
    see(browser, "1–50 of 120")
    chromium.until(browser, lambda: len(chromium.find(browser, NUMBERED)) == 50, 20)
    chromium.press(browser, "Next")
    see(browser, "51–100 of 120")
    chromium.until(browser, lambda: "51" in chromium.find(browser, NUMBERED)[0].text.split(), 20)
    assert len(chromium.find(browser, "canvas")) >= 1


def click_in_drawing(driver: Chrome, name: str) -> None:
    """Clicks the thing of the drawing whose name begins so."""
    chromium.until(driver, lambda: chromium.find(driver, ".kg-stage canvas"), 30)
    stage = chromium.find(driver, ".kg-stage")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", stage)
    x, y = driver.execute_script(PLACE, name)
    ActionChains(driver).move_to_element_with_offset(stage, round(x), round(y)).click().perform()


def test_a_row_that_is_chosen_stands_out_in_the_drawing(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote(explored.MARFAN.id)}")
    chromium.until(browser, lambda: chromium.find(browser, ".kg-stage canvas"), 30)
    row = chromium.until(browser, lambda: chromium.find(browser, NUMBERED), 20)[4]
    row.click()
    chromium.until(browser, lambda: browser.execute_script(CHOSEN) == "5", 10)


def test_a_group_in_the_drawing_opens_and_a_neighbour_leads_on(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote(explored.MARFAN.id)}")
    see(browser, "+ 108 more phenotypes")
    click_in_drawing(browser, "+ 108 more")
    see(browser, "+ 96 more phenotypes")
    click_in_drawing(browser, explored.SIGNS[1].name)
    chromium.press(browser, "Explore this")
    chromium.until(browser, lambda: heading(browser) == explored.SIGNS[1].name, 30)
    see(browser, "1–1 of 1, counted by the database")


def test_the_schema_has_an_address_and_its_questions_go_to_ask(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, "?view=Schema")
    chromium.until(browser, lambda: heading(browser) == "What this graph holds", 20)
    rows = chromium.until(browser, lambda: chromium.find(browser, "table tbody tr"), 20)
    assert "shows" in rows[0].text
    button = chromium.find(browser, ".st-key-from_schema button")[0]
    question = button.text.split("\n")[-1]
    browser.execute_script("arguments[0].click()", button)
    chromium.until(browser, lambda: chromium.find(browser, chromium.BOX), 20)
    box = chromium.find(browser, chromium.BOX)[0]
    chromium.until(browser, lambda: box.get_attribute("value") == question, 20)


def test_the_thing_is_still_there_after_a_look_at_another_page(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    type_in(browser, "single sign")
    hit = chromium.until(browser, lambda: chromium.find(browser, HITS), 20)[0]
    hit.click()
    chromium.until(browser, lambda: heading(browser) == explored.SINGLE.name, 20)
    for name in ("Ask", "Explore"):
        links = browser.find_elements("xpath", f"//a[contains(@data-testid, 'TopNav') and contains(., '{name}')]")
        assert links, "the navigation is at the top"
        browser.execute_script("arguments[0].click()", links[0])
        selector = chromium.BOX if name == "Ask" else BOX
        chromium.until(browser, lambda selector=selector: chromium.find(browser, selector), 20)
    chromium.until(browser, lambda: heading(browser) == explored.SINGLE.name, 20)


@pytest.mark.parametrize("node", explored.EVILS, ids=[f"{place}" for place in range(len(explored.EVILS))])
def test_a_hostile_thing_is_shown_as_text_and_nothing_runs(browser: Chrome, stand_in: str, node: object) -> None:
    visit(browser, stand_in, f"?thing={quote(node.id, safe='')}")
    chromium.foreign_requests(browser, stand_in)
    see(browser, "1–50 of 120")
    type_in(browser, node.name[:12].replace("\x00", ""))
    chromium.until(browser, lambda: chromium.find(browser, HITS), 20)
    visible = "".join(node.name.split())
    shown = "".join(heading(browser).replace("\u2060", "").split())
    assert shown[:10] == "".join(c for c in visible if c.isprintable())[:10]
    assert browser.execute_script("return window.hacked") is None
    assert not chromium.find(browser, ".stMain img[src='x'], .stMain a[href^='javascript']")
    assert chromium.foreign_requests(browser, stand_in) == []
    width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert browser.execute_script(width) <= 0, "a long name wraps"


@pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")
@pytest.mark.parametrize(
    "path", ["?thing=OMIM%3A154700", "?thing=OMIM%3A100001", "?thing=no", "?view=Schema", "", "marf"]
)
def test_nothing_stands_in_anyones_way(browser: Chrome, stand_in: str, path: str) -> None:
    visit(browser, stand_in, path if path.startswith("?") else "")
    if path == "marf":
        type_in(browser, path)
        chromium.until(browser, lambda: chromium.find(browser, HITS), 20)
    if path == "?thing=OMIM%3A154700":
        chromium.until(browser, lambda: chromium.find(browser, ".kg-stage canvas"), 30)
    chromium.until(browser, lambda: chromium.settled(browser), 30)
    for scheme in ("light", "dark"):
        axe.show_in(browser, scheme)
        assert axe.violations(browser) == [], scheme


@pytest.mark.parametrize("path", ["?thing=HP%3A0000118", "?view=Schema", ""])
def test_a_telephone_needs_no_sideways_scrolling(stand_in: str, open_browser: Callable[..., Chrome], path: str) -> None:
    driver = open_browser(width=390, telephone=True)
    visit(driver, stand_in, path)
    chromium.until(driver, lambda: heading(driver), 30)
    width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert driver.execute_script(width) <= 0
