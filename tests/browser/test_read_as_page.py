"""What a question was read as by meaning, above its answer, and its keyboard; ``test_read_as.py`` has the rest."""

from __future__ import annotations

import axe
import chromium as web
import pytest
from selenium.webdriver.common.keys import Keys

ASKED = "Hello, I see a boy with Marfan syndrome tomorrow. What should I look out for, thanks?"
READ = "Which phenotypes does Marfan syndrome show?"
BODY = "[data-testid=stPopoverBody]"
EDITED = "Which genes cause Loeys-Dietz syndrome?"
LONG_S = 60
OVERFLOW = "return document.querySelector('.stMain').scrollWidth - document.querySelector('.stMain').clientWidth"


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: web.Browser, stand_in: str) -> web.Browser:
    """Ask of this width with an answer to a question that was read by meaning."""
    browser.show_as(request.param, telephone=request.param < 640)
    web.visit(browser, stand_in)
    web.ask(browser, ASKED)
    return browser


def opened(page: web.Browser, words: str) -> str:
    """Opens a popover by its button and gives what it says."""
    web.press(page, words)
    return web.until(page, lambda: [one.text for one in web.find(page, BODY) if one.text], LONG_S)[0]


def box(page: web.Browser) -> str:
    return str(page.execute_script("return document.querySelector(arguments[0]).value", web.BOX))


def asked(page: web.Browser, question: str) -> None:
    """Waits until a question stands in the box and is answered."""
    web.until(page, lambda: box(page) == question and web.settled(page) and not web.find(page, web.RUNNING), LONG_S)


@pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")
@pytest.mark.parametrize("page", [1280, 390], indirect=True)
def test_the_reading_stands_above_the_headline_and_in_nobodys_way(page: web.Browser) -> None:
    card = web.card(page)
    assert card.index("You asked: ") < card.index(f"Read as {READ}") < card.index("Marfan syndrome shows 2 phenotypes")
    grey = web.find(page, f"{web.CARD} .stMarkdownColoredText")
    assert [one.text for one in grey][:3] == ["Hello, I see a boy", "tomorrow", "thanks"]
    assert "Understood as" not in web.page_text(page)
    assert box(page) == ASKED
    assert page.execute_script(OVERFLOW) <= 0
    assert axe.complaints(page, both=page.execute_script("return innerWidth > 640")) == []
    for words in ("Edit", "Other readings"):
        opened(page, words)
        assert axe.complaints(page, within=BODY) == [], words
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        web.until(page, lambda: not web.find(page, BODY), LONG_S)


@pytest.mark.parametrize("page", [1280, pytest.param(390, marks=pytest.mark.slow)], indirect=True)
def test_the_pencil_edits_the_reading_and_asks_it(page: web.Browser) -> None:
    assert "The question as it is to be read" in opened(page, "Edit")
    field = web.find(page, f"{BODY} input")[0]
    assert field.get_attribute("value") == READ
    assert field.get_attribute("aria-label") == "The question as it is to be read"
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(EDITED, Keys.ENTER)
    asked(page, EDITED)
    assert "Read as" not in web.card(page)
