"""Nothing serious stands in anyone's way: every page, in every state, in both themes, wide and narrow.

One visit leads through many states: a page that is opened anew takes longer than all that is looked for on it.
"""

from __future__ import annotations

from collections.abc import Sequence

import axe
import chromium as web
import pytest
from axe import complaints
from selenium.webdriver import Keys

pytestmark = pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")

BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"

ASKED = {
    "answered": (BOTH, "From the graph"),
    "long": ("many 136", "From the graph"),
    "not in graph": ("Which diseases show both ectopia lentis and anosmia?", "Not in this graph"),
    "ambiguous": ("Which diseases show ASD?", "Please choose"),
    "failed": ("break this", "Failed"),
    "refused": ("refuse this", "Failed"),
}
"""States of Ask that a question leads to, and the badge that says so."""
APART = ("answered", "not in graph", "ambiguous", "failed")
"""Those of them that look like no other."""

EXPLORED = {
    "start": ("", "h1"),
    "entity": ("?thing=OMIM%3A154700", ".kg-stage canvas"),
    "nothing recorded": ("?thing=OMIM%3A100001", "h1"),
    "unknown": ("?thing=no", web.CARD),
    "failed": ("?thing=OMIM%3A100003", web.CARD),
    "schema": ("?view=Schema", ".kg-picture"),
}
"""States of Explore, their addresses, and what is there when they are."""
DRAWN = ("start", "entity", "unknown", "schema")
"""Those of them that look like no other."""

POPOVERS = "[data-testid='stPopover'] button"
OPEN = "[data-testid='stPopoverBody']"
FOLDED = ".stMain details:not([open]) > summary"
SPOILT = """
const bad = '<img src="data:,"><button></button>';
const shadow = document.querySelector('.stMain').appendChild(document.createElement('div'));
shadow.attachShadow({mode: 'open'}).innerHTML = bad;
const frame = document.querySelector('.stMain').appendChild(document.createElement('iframe'));
frame.title = 'spoilt';
frame.srcdoc = `<html lang="en"><title>spoilt</title><main><h1>spoilt</h1>${bad}</main>`;
return new Promise((done) => frame.addEventListener('load', () => done(true)));
"""
STATES = pytest.mark.parametrize(
    ("page", "states"),
    [
        (1280, APART),
        (390, ("answered", "ambiguous")),
        *(pytest.param(width, tuple(ASKED), marks=pytest.mark.slow) for width in (1280, 390)),
    ],
    indirect=["page"],
)
WIDE = pytest.mark.parametrize("page", [1280, pytest.param(390, marks=pytest.mark.slow)], indirect=True)


@pytest.fixture
def page(request: pytest.FixtureRequest, browser: web.Browser) -> web.Browser:
    """A browser of this width that was never here before."""
    browser.show_as(request.param, telephone=request.param < 640)
    return browser


def found(page: web.Browser) -> list[str]:
    """What stands in the way; the colours of the dark theme are looked at on the wide page alone."""
    return complaints(page, both=page.execute_script("return innerWidth > 640"))


def wait_for(driver: web.Browser, selector: str) -> None:
    web.until(driver, lambda: web.find(driver, selector), 60)


def see(driver: web.Browser, words: str) -> None:
    web.until(driver, lambda: words in web.page_text(driver), 60)


@pytest.mark.slow  # it is about the tool that looks, which changes with its version alone
@pytest.mark.parametrize("page", [1280], indirect=True)
def test_what_is_wrong_is_seen_in_frames_and_shadow_roots_too(page: web.Browser, stand_in: str) -> None:
    web.visit(page, stand_in)
    page.execute_script(SPOILT)
    seen = axe.violations(page)
    assert [one.rule for one in seen].count("image-alt") == 2
    assert [one.rule for one in seen].count("button-name") == 2
    assert any("iframe" in one.target for one in seen)


@STATES
def test_questions_and_what_comes_of_them(page: web.Browser, stand_in: str, states: Sequence[str]) -> None:
    web.visit(page, stand_in)
    assert found(page) == [], "the empty page"
    for state in states:
        question, badge = ASKED[state]
        assert badge in web.ask(page, question)
        assert found(page) == [], state
    web.submit(page, "slow question")
    see(page, "counting to infinity")
    assert found(page) == [], "on its way"
    web.press(page, "Stop")
    see(page, "Stopped by you")
    assert complaints(page, both=False) == [], "stopped"


@pytest.mark.slow  # the questions below and what comes of them stay
@WIDE
def test_an_answer_with_everything_opened_and_its_drawing_over_the_page(page: web.Browser, stand_in: str) -> None:
    web.visit(page, stand_in)
    web.ask(page, BOTH)
    for fold in web.find(page, FOLDED):
        page.execute_script("arguments[0].click()", fold)
    assert found(page) == []
    for position in range(len(web.find(page, POPOVERS))):
        page.execute_script("arguments[0].click()", web.find(page, POPOVERS)[position])
        wait_for(page, OPEN)
        assert complaints(page, both=False, within=OPEN) == [], f"popover {position} is open"
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        web.until(page, lambda: not web.find(page, OPEN), 20)
    web.press(page, "Researcher")
    wait_for(page, ".kg-picture canvas")
    assert found(page) == [], "for researchers"
    web.press(page, "Full width")
    wait_for(page, ".kg-wide")
    assert complaints(page, both=False) == [], "over the page"


@pytest.mark.slow  # paper and addresses are looked at in test_exports.py
@WIDE
def test_an_answer_that_is_opened_from_its_address_and_printed(page: web.Browser, stand_in: str) -> None:
    web.visit(page, stand_in)
    web.ask(page, BOTH)
    web.until(page, lambda: "answer=" in page.current_url, 20)
    address = page.current_url
    for more in ("", "&view=print"):
        page.get(address + more)
        web.until(page, lambda: "Marfan syndrome" in web.page_text(page) and "2025-01-16" in web.page_text(page), 60)
        assert found(page) == [], more


@pytest.mark.slow  # the questions above draw the same parts
@pytest.mark.parametrize(
    ("page", "states"),
    [(1280, DRAWN), *(pytest.param(width, tuple(EXPLORED), marks=pytest.mark.slow) for width in (1280, 390))],
    indirect=["page"],
)
def test_something_to_explore(page: web.Browser, stand_in: str, states: Sequence[str]) -> None:
    for state in states:
        path, sign = EXPLORED[state]
        page.get(f"{stand_in}/explore{path}")
        wait_for(page, sign)
        assert found(page) == [], state
    page.get(f"{stand_in}/explore")
    wait_for(page, ".st-key-look_up input")
    web.find(page, ".st-key-look_up input")[0].send_keys("marf")
    wait_for(page, ".st-key-hits button")
    assert complaints(page, both=False) == [], "hits while one types"
    page.execute_script("arguments[0].click()", web.find(page, ".st-key-in_use button")[0])
    wait_for(page, OPEN)
    assert complaints(page, both=False, within=OPEN) == [], "the choice of a graph"


@pytest.mark.slow  # test_history.py opens one by the keyboard
@WIDE
def test_a_history_without_and_with_questions(page: web.Browser, stand_in: str) -> None:
    page.get(f"{stand_in}/history")
    see(page, "No question has been asked")
    assert found(page) == []
    web.visit(page, stand_in)
    for question, badge in (ASKED["failed"], ASKED["not in graph"]):
        assert badge in web.ask(page, question)
    page.get(f"{stand_in}/history")
    see(page, "ectopia lentis and anosmia")
    assert found(page) == []
