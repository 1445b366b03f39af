"""Explore in a browser: typing, the keyboard, the address, the way to Ask, and names that would like to be markup."""

from __future__ import annotations

from urllib.parse import quote

import chromium as web
import explored
import pytest
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

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
    """Opens Explore and waits until something can be looked up."""
    driver.get(f"{address}/explore{path}")
    web.until(driver, lambda: web.find(driver, BOX), 60)
    web.until(driver, lambda: web.find(driver, HEADING) or web.find(driver, web.CARD), 60)


def heading(driver: Chrome) -> str:
    return str(driver.execute_script("return document.querySelector('h1')?.innerText ?? ''"))


def see(driver: Chrome, words: str) -> None:
    """Waits until a reader can see some words."""
    web.until(driver, lambda: words in web.page_text(driver), 30)


def type_in(driver: Chrome, text: str) -> None:
    box = web.find(driver, BOX)[0]
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(text)


def test_hits_come_while_one_types_and_the_keyboard_alone_chooses_one(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    type_in(browser, "marf")
    web.until(browser, lambda: web.find(browser, HITS), 20)
    assert web.find(browser, BOX)[0].get_attribute("value") == "marf", "nothing was sent with Enter"
    for _ in range(8):
        browser.switch_to.active_element.send_keys(Keys.TAB)
        if "Marfan syndrome" in browser.switch_to.active_element.text:
            break
    browser.switch_to.active_element.send_keys(Keys.ENTER)
    web.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)
    assert quote(explored.MARFAN.id, safe=":") in browser.current_url.replace("%3A", ":")
    web.until(browser, lambda: not web.find(browser, HITS), 20)

    # Typing on is not undone by the hits.
    type_in(browser, "si")
    web.until(browser, lambda: web.find(browser, HITS), 20)
    for letter in "ngle sign":
        web.find(browser, BOX)[0].send_keys(letter)
    web.until(browser, lambda: "Single sign disorder" in web.find(browser, HITS)[0].text, 20)
    assert web.find(browser, BOX)[0].get_attribute("value") == "single sign"


def test_an_address_opens_the_thing_and_back_leads_to_the_one_before(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote('ORPHA:558')}")
    web.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)
    see(browser, "1–50 of 120, counted by the database")

    # A name in the table leads on, and after Back the box names what is shown again.
    web.until(browser, lambda: web.find(browser, ".kg-linked tbody a.kg-thing"), 20)
    web.find(browser, ".kg-linked tbody a.kg-thing")[0].send_keys(Keys.ENTER)
    web.until(browser, lambda: heading(browser) == explored.SIGNS[0].name, 20)
    web.until(browser, lambda: web.find(browser, BOX)[0].get_attribute("value") == explored.SIGNS[0].name, 20)
    browser.back()
    web.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)
    web.until(browser, lambda: web.find(browser, BOX)[0].get_attribute("value") == "Marfan syndrome", 20)

    visit(browser, stand_in, f"?thing={quote(explored.LONELY.id)}")
    web.until(browser, lambda: heading(browser) == explored.LONELY.name, 20)
    see(browser, "silence, not proof of absence")
    browser.back()
    web.until(browser, lambda: heading(browser) == "Marfan syndrome", 20)


def click_in_drawing(driver: Chrome, name: str) -> None:
    """Clicks the thing of the drawing whose name begins so."""
    web.until(driver, lambda: web.find(driver, ".kg-stage canvas"), 30)
    stage = web.find(driver, ".kg-stage")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", stage)
    x, y = driver.execute_script(PLACE, name)
    ActionChains(driver).move_to_element_with_offset(stage, round(x), round(y)).click().perform()


def test_a_row_that_is_chosen_stands_out_in_the_drawing_and_the_next_page_counts_on(
    browser: Chrome, stand_in: str
) -> None:
    visit(browser, stand_in, f"?thing={quote(explored.MARFAN.id)}")
    web.until(browser, lambda: web.find(browser, ".kg-stage canvas"), 30)
    see(browser, "1–50 of 120")
    web.until(browser, lambda: len(web.find(browser, NUMBERED)) == 50, 20)
    row = web.until(browser, lambda: web.find(browser, NUMBERED), 20)[4]
    row.click()
    web.until(browser, lambda: browser.execute_script(CHOSEN) == "5", 10)
    web.press(browser, "Next")
    see(browser, "51–100 of 120")
    web.until(browser, lambda: "51" in web.find(browser, NUMBERED)[0].text.split(), 20)


@pytest.mark.slow  # test_ask_controls.py grows the same drawing
def test_a_group_in_the_drawing_opens_and_a_neighbour_leads_on(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, f"?thing={quote(explored.MARFAN.id)}")
    see(browser, "+ 108 more phenotypes")
    click_in_drawing(browser, "+ 108 more")
    see(browser, "+ 96 more phenotypes")
    click_in_drawing(browser, explored.SIGNS[1].name)
    web.press(browser, "Explore this")
    web.until(browser, lambda: heading(browser) == explored.SIGNS[1].name, 30)
    see(browser, "1–1 of 1, counted by the database")


@pytest.mark.slow  # test_ui_explore.py sends a question of the schema to Ask without a browser
def test_the_schema_has_an_address_and_its_questions_go_to_ask(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in, "?view=Schema")
    web.until(browser, lambda: heading(browser) == "What this graph holds", 20)
    rows = web.until(browser, lambda: web.find(browser, "table tbody tr"), 20)
    assert "shows" in rows[0].text
    button = web.find(browser, ".st-key-from_schema button")[0]
    question = button.text.split("\n")[-1]
    browser.execute_script("arguments[0].click()", button)
    web.until(browser, lambda: web.find(browser, web.BOX), 20)
    box = web.find(browser, web.BOX)[0]
    web.until(browser, lambda: box.get_attribute("value") == question, 20)


@pytest.mark.slow  # its address opens it in the test before
def test_the_thing_is_still_there_after_a_look_at_another_page(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    type_in(browser, "single sign")
    hit = web.until(browser, lambda: web.find(browser, HITS), 20)[0]
    hit.click()
    web.until(browser, lambda: heading(browser) == explored.SINGLE.name, 20)
    for name in ("Ask", "Explore"):
        links = browser.find_elements("xpath", f"//a[contains(@data-testid, 'TopNav') and contains(., '{name}')]")
        assert links, "the navigation is at the top"
        browser.execute_script("arguments[0].click()", links[0])
        selector = web.BOX if name == "Ask" else BOX
        web.until(browser, lambda selector=selector: web.find(browser, selector), 20)
    web.until(browser, lambda: heading(browser) == explored.SINGLE.name, 20)


@pytest.mark.slow  # names of a real graph are explored in test_hostile_page.py
def test_hostile_things_are_shown_as_text_and_nothing_runs(browser: Chrome, stand_in: str) -> None:
    for node in explored.EVILS:
        visit(browser, stand_in, f"?thing={quote(node.id, safe='')}")
        see(browser, "1–50 of 120")
        type_in(browser, node.name[:12].replace("\x00", ""))
        web.until(browser, lambda: web.find(browser, HITS), 20)
        visible = "".join(node.name.split())
        shown = "".join(heading(browser).replace("\u2060", "").split())
        assert shown[:10] == "".join(c for c in visible if c.isprintable())[:10]
        assert browser.execute_script("return window.hacked") is None, node.name
        assert not web.find(browser, ".stMain img[src='x'], .stMain a[href^='javascript']"), node.name
        assert web.foreign_requests(browser, stand_in) == [], node.name
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert browser.execute_script(width) <= 0, "a long name wraps"


@pytest.mark.slow  # as of every page but Ask and Data
def test_a_telephone_needs_no_sideways_scrolling(telephone: web.Browser, stand_in: str) -> None:
    for path in ("?thing=HP%3A0000118", "?view=Schema", ""):
        visit(telephone, stand_in, path)
        web.until(telephone, lambda: heading(telephone), 30)
        width = "return document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert telephone.execute_script(width) <= 0, path
