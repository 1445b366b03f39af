"""Questions as people ask them, on the real app: the reading is shown, edited and exchanged."""

from __future__ import annotations

import chromium as web
import pytest
from selenium.webdriver.common.keys import Keys

ASKED = "I'm seeing a child with Rubinstein-Taybi syndrome next week. What features should I look out for?"
WITH_OTHERS = "Duchenne muscular dystrophy, what to expect"
BODY = "[data-testid=stPopoverBody]"
LONG_S = 60


WIDE = pytest.mark.parametrize("page", [1280, pytest.param(390, marks=pytest.mark.slow)], indirect=True)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: web.Browser, app: str) -> web.Browser:
    """Ask of this width with the answer to the question."""
    browser.show_as(request.param, telephone=request.param < 640)
    web.visit(browser, app, web.FIRST_START_S)
    web.ask(browser, ASKED)
    web.until(browser, lambda: read_as(browser), LONG_S)  # the first question of an app may still be on its way
    return browser


def read_as(page: web.Browser) -> str:
    """The question that it was read as."""
    lines = web.card(page).splitlines()
    return next((line.removeprefix("Read as ") for line in lines if line.startswith("Read as ")), "")


def opened(page: web.Browser, words: str) -> web.WebElement:
    web.press(page, words)
    return web.until(page, lambda: [one for one in web.find(page, BODY) if one.text], LONG_S)[0]


def box(page: web.Browser) -> str:
    return str(page.execute_script("return document.querySelector(arguments[0]).value", web.BOX))


@WIDE
def test_it_is_answered_under_its_reading_which_is_edited_and_exchanged(page: web.Browser) -> None:
    assert "Rubinstein-Taybi syndrome" in read_as(page)
    assert "From the graph" in web.card(page)
    assert "next week" in " ".join(one.text for one in web.find(page, f"{web.CARD} .stMarkdownColoredText"))

    edited = "Which genes cause Rubinstein-Taybi syndrome?"
    field = opened(page, "Edit").find_element("css selector", "input")
    assert field.get_attribute("value") == read_as(page)
    field.send_keys(Keys.CONTROL, "a")
    field.send_keys(edited, Keys.ENTER)
    web.until(page, lambda: box(page) == edited and "CREBBP" in web.card(page), LONG_S)

    web.ask(page, WITH_OTHERS)
    first = opened(page, "Other readings").find_element("css selector", "button")
    question = first.text.splitlines()[-1]
    web.press(page, question)
    web.until(page, lambda: box(page) == question and web.settled(page) and not web.find(page, web.RUNNING), LONG_S)
    assert "Duchenne muscular dystrophy" in web.card(page)
    assert not read_as(page), "an offered reading is read word by word"


@pytest.mark.slow  # tests/integration/test_meant_answers.py has both answers
@WIDE
def test_two_questions_are_answered_one_beneath_the_other(page: web.Browser) -> None:
    web.ask(page, "Which genes are associated with Alexander disease, and how is it inherited?")
    body = page.find_element("css selector", "body").text
    assert "GFAP" in web.card(page)
    assert "Also asked: Which modes of inheritance does Alexander disease" in body
    assert "dominant" in body
    web.press(page, "Open with its records")
    web.until(page, lambda: "modes of inheritance" in box(page) and web.settled(page), LONG_S)
