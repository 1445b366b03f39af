"""A question that follows an answer, on the page: asked further, taken apart, opened by address and from History."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import axe
import chromium as web
import pytest
from selenium.webdriver.common.keys import Keys

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
FURTHER = "And which of these are dominant?"
HEADLINE = "Of the 8 diseases that show both arachnodactyly and ectopia lentis, 4 diseases follow autosomal dominant"
LINE = "input[aria-label='Ask further about this answer']"
ACCESSIBLE = pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")
FOLLOWS = "[class*='st-key-follows_']"


@pytest.fixture
def page(browser: web.Browser, app: str) -> web.Browser:
    """The Ask page with an answer."""
    web.visit(browser, app, web.FIRST_START_S)
    assert "8 diseases show both" in web.ask(browser, BOTH)
    return browser


def ask_further(page: web.Browser, words: str) -> None:
    """Types a further question into the line under the answer."""
    before = page.execute_script(web.CARD_CLASS, web.CARD)
    web.until(page, lambda: web.find(page, LINE), 30)[0].send_keys(words + Keys.ENTER)
    web.wait_for_answer(page, before)


def follows(page: web.Browser) -> str:
    """What stands above the answer of what it took."""
    return " ".join(one.text for one in web.until(page, lambda: web.find(page, FOLLOWS), 30))


def test_a_further_question_keeps_the_answers_says_so_and_can_be_asked_without_them(
    page: web.Browser, app: str
) -> None:
    ask_further(page, FURTHER)
    assert HEADLINE in " ".join(web.card(page).split())
    assert "Read as Which of the 8 diseases" in " ".join(web.card(page).split())
    assert BOTH in follows(page)
    assert "8 diseases" in follows(page)
    record = web.until(page, lambda: parse_qs(urlsplit(page.current_url).query).get("answer"), 30)[0]

    page.find_element("css selector", f"{FOLLOWS} button").click()
    web.until(page, lambda: HEADLINE not in " ".join(web.card(page).split()) and web.card(page), 60)
    web.until(page, lambda: "Which of the 2 phenotypes that were named" in web.card(page), 60)
    assert "8 diseases" not in follows(page)

    page.renew()  # somebody else, who was never here
    web.visit(page, f"{app}/?answer={record}")
    web.until(page, lambda: HEADLINE in " ".join(web.page_text(page).split()), 60)
    assert BOTH in follows(page)
    web.press(page, "Ask again now")
    web.until(page, lambda: "From its record" not in web.page_text(page), 60)
    web.until(page, lambda: HEADLINE in " ".join(web.card(page).split()), 60)


@pytest.mark.slow  # tests/integration/test_following.py has what is taken
@ACCESSIBLE
def test_on_a_telephone_the_line_fits_has_no_findings_and_takes_nothing_that_was_put_aside(page: web.Browser) -> None:
    page.show_as(390, telephone=True)
    kept = web.until(page, lambda: web.find(page, "[data-testid='stPills'] button, .stButtonGroup button"), 30)
    assert {"Arachnodactyly", "Ectopia lentis", "8 diseases"} <= {one.text.strip() for one in kept}
    next(one for one in kept if one.text.strip() == "Arachnodactyly").click()
    ask_further(page, "And genes?")
    assert "Ectopia lentis" in follows(page)
    assert "genes" in web.card(page)
    assert page.execute_script("return document.documentElement.scrollWidth") <= 390
    assert axe.complaints(page, both=False) == []


@pytest.mark.slow  # tests/integration/test_following.py has what is taken
def test_a_question_that_is_whole_takes_nothing_and_history_has_each_once(page: web.Browser, app: str) -> None:
    ask_further(page, FURTHER)
    ask_further(page, "Which genes are associated with Fabry disease?")
    assert "GLA" in web.card(page)
    assert "nothing was taken" in follows(page)
    page.get(f"{app}/history")
    web.until(page, lambda: FURTHER in web.page_text(page), 60)
    assert "Which of the 8 diseases" in " ".join(web.page_text(page).split())
    (kept,) = (one for one in web.find(page, "a[href*='answer=']") if FURTHER in (one.accessible_name or ""))
    kept.click()
    web.until(page, lambda: HEADLINE in " ".join(web.page_text(page).split()), 60)
    assert BOTH in follows(page)
