"""The Query lab in a browser: typing, the keyboard, other pages, Stop, and values that would like to be markup."""

from __future__ import annotations

import json

import axe
import chromium as web
import hostile
import pytest
from selenium.webdriver import Chrome, Keys

BOX = ".kg-editor textarea"
ROWS = ".kg-rows tbody tr"
FIRST_START_S = 180
TEXT = "MATCH (d:disease) RETURN d.name LIMIT 3"
LARGE = "RETURN 'many' AS a, " + ", ".join(f"{number} AS `=x{number}`" for number in range(49))
STATES = {
    "refused": ("MATCH (n)\nSET n.x = 1", "Nothing was sent", ""),
    "values": ("MATCH (d:Disease {name: $x}) RETURN d.name", "No value is given", ""),
    "rows": (TEXT, "1 correction", "Facts behind the rows"),
    "failed": ("MATCH (n:Disease)\nRETURN 'broken' AS b", "Reads only", "does not accept the statement"),
    "running": ("RETURN 'slow' AS a", "Reads only", "Running"),
    "large": (LARGE, "Reads only", "1,000 of 1,000 rows"),
}
"""What is written, the words that tell that it was checked, and those that tell that it ran."""
IN_BOTH_THEMES = ("refused", "rows", "failed")
"""The states whose colours no other has."""


def visit(driver: Chrome, address: str) -> None:
    """Opens the lab in a session of its own."""
    driver.get(f"{address}/lab")
    web.until(driver, lambda: web.find(driver, BOX), FIRST_START_S)


def see(driver: Chrome, words: str) -> None:
    web.until(driver, lambda: words in web.page_text(driver), 60)


def write(driver: Chrome, text: str) -> None:
    """Puts a text in the place of what is in the box, as pasting does."""
    box = web.until(driver, lambda: web.find(driver, BOX), 30)[0]
    driver.execute_script("arguments[0].focus(); arguments[0].select()", box)
    driver.execute_cdp_cmd("Input.insertText", {"text": text})


def written(driver: Chrome) -> str:
    return str(driver.execute_script("return document.querySelector(arguments[0])?.value", BOX))


def run(driver: Chrome) -> None:
    web.find(driver, BOX)[0].send_keys(Keys.CONTROL, Keys.ENTER)


def go(driver: Chrome, page: str) -> None:
    """To another page by its link in the head, as a reader goes, so that the session stays."""
    links = f"//header//a[.//span[normalize-space()={json.dumps(page)}]]"
    found = web.until(driver, lambda: driver.find_elements("xpath", links), 30)
    driver.execute_script("arguments[0].click()", found[0])


@pytest.mark.slow  # the text is there after another page in the test below
def test_what_is_typed_while_it_is_checked_stays(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    write(browser, TEXT)
    see(browser, "1 correction")
    for word in (" // and", " more", " words", " to come"):
        web.find(browser, BOX)[0].send_keys(Keys.CONTROL, Keys.END)
        web.find(browser, BOX)[0].send_keys(word)
        web.press(browser, "Check only")
    see(browser, "LIMIT 3 // and more words to come")
    assert written(browser) == f"{TEXT} // and more words to come"


def test_the_text_is_there_again_after_another_page_and_the_keyboard_runs_it(browser: Chrome, stand_in: str) -> None:
    visit(browser, stand_in)
    write(browser, TEXT)
    go(browser, "History")
    see(browser, "Asking")
    web.until(browser, lambda: not web.find(browser, BOX), 30)
    go(browser, "Query lab")
    web.until(browser, lambda: written(browser) == TEXT, 30)
    see(browser, "1 correction")

    # The keyboard checks and runs, and Tab leaves the box.
    run(browser)
    see(browser, "1 of 1 row")
    assert web.find(browser, BOX)[0].accessible_name.startswith("Cypher")
    web.find(browser, BOX)[0].send_keys(Keys.TAB)
    assert "Check and run" in browser.switch_to.active_element.text


def test_values_and_text_are_never_more_than_text(browser: Chrome, stand_in: str) -> None:
    driver = browser
    hostile.watch(driver)
    visit(driver, stand_in)
    web.foreign_requests(driver, stand_in)
    name = " ".join(hostile.OWN)
    alias = name.replace("`", "``").replace("\\", "/")
    write(driver, f"MATCH (d:Disease {{name: $x}}) RETURN d.name AS `{alias}`, {json.dumps(name)} AS a")
    see(driver, "Value of $x")
    web.find(driver, "[class*='st-key-lab_value_'] input")[0].click()
    driver.execute_cdp_cmd("Input.insertText", {"text": json.dumps(name)})
    driver.switch_to.active_element.send_keys(Keys.ENTER)
    web.until(driver, lambda: "No value is given" not in web.page_text(driver), 30)
    web.press(driver, "Check and run")
    web.until(driver, lambda: web.find(driver, ".kg-evidence"), 30)
    web.until(driver, lambda: " ".join(name.split()) in " ".join(web.find(driver, ROWS)[0].text.split()), 30)
    assert hostile.signs(driver, stand_in) == []
    write(driver, name)
    see(driver, "Refused")
    assert hostile.signs(driver, stand_in) == []


@pytest.mark.slow  # test_strangers.py has two readers on every page
def test_two_sessions_of_one_reader_have_a_lab_each(browser: Chrome, stand_in: str) -> None:
    first = browser.current_window_handle
    for text in (TEXT, "RETURN 'elsewhere' AS b LIMIT 1"):
        if text != TEXT:
            browser.switch_to.new_window("tab")
        visit(browser, stand_in)
        assert written(browser) == ""
        write(browser, text)
        run(browser)
        see(browser, "1 of 1 row")
    browser.close()
    browser.switch_to.window(first)
    assert written(browser) == TEXT
    assert "elsewhere" not in web.page_text(browser)


@pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")
@pytest.mark.parametrize(
    ("held", "states"),
    [
        ("browser", ("refused", "values", "rows", "failed", "running")),
        pytest.param("browser", tuple(STATES), marks=pytest.mark.slow),
        pytest.param("telephone", ("values", "rows", "large"), marks=pytest.mark.slow),
    ],
)
def test_nothing_serious_stands_in_anyones_way_in_any_state(
    request: pytest.FixtureRequest, stand_in: str, held: str, states: tuple[str, ...]
) -> None:
    page: web.Browser = request.getfixturevalue(held)
    visit(page, stand_in)
    see(page, "Begin with one of these")
    assert axe.complaints(page) == []
    for state in states:
        text, checked, ran = STATES[state]
        write(page, text)
        see(page, checked)
        if ran:
            run(page)
            see(page, ran)
        assert axe.complaints(page, both=state in IN_BOTH_THEMES) == [], state
        wide = page.execute_script("return document.scrollingElement.scrollWidth > window.innerWidth")
        assert not wide, f"{state} is wider than the screen"
        if state == "running":
            web.press(page, "Stop")
            see(page, "Stopped by you")
            assert written(page) == text
            assert axe.complaints(page, both=False) == []


def test_a_statement_of_an_answer_runs_on_the_real_graph_and_is_drawn(browser: Chrome, app: str) -> None:
    web.visit(browser, app, FIRST_START_S)
    web.ask(browser, "Which genes are associated with Marfan syndrome?")
    web.press(browser, "Researcher")
    web.press(browser, "Open in Query lab")
    web.until(browser, lambda: "MATCH" in written(browser), 60)
    see(browser, "Reads only")
    write(browser, "```\nMATCH (d:disease {name: 'marfan syndrome'})<-[:ASSOCIATED_WITH]-(g:gene) RETURN g\n```")
    see(browser, "corrections")
    run(browser)
    see(browser, "FBN1")
    web.until(browser, lambda: web.find(browser, ".kg-picture canvas"), 60)
    write(browser, "RETURN toUpper(1) AS a")
    see(browser, "earlier query")
