"""Nothing serious stands in anyone's way: every page, in every state, in both themes, wide and narrow."""

from __future__ import annotations

import axe
import chromium as web
import pytest
from axe import complaints as found
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


EXPLORED = {
    "start": ("", "h1"),
    "entity": ("?thing=OMIM%3A154700", ".kg-linked tbody tr"),
    "nothing recorded": ("?thing=OMIM%3A100001", "h1"),
    "unknown": ("?thing=no", web.CARD),
    "failed": ("?thing=OMIM%3A100003", web.CARD),
    "schema": ("?view=Schema", ".kg-picture"),
}
"""States of Explore, their addresses, and what is there when they are."""

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


@pytest.fixture(scope="module", params=[1280, 390])
def page(request, tmp_path_factory: pytest.TempPathFactory):
    """A browser of this width that was never here before."""
    driver = web.start(str(tmp_path_factory.mktemp("profile")), request.param, telephone=request.param < 640)
    yield driver
    driver.quit()


def wait_for(driver, selector: str) -> None:
    web.until(driver, lambda: web.find(driver, selector), 60)


def stop(driver) -> None:
    """Presses Stop and waits until it has worked."""
    web.press(driver, "Stop")
    web.until(driver, lambda: "Stopped by you" in web.page_text(driver), 60)


def test_what_is_wrong_is_seen_in_frames_and_shadow_roots_too(page, stand_in: str) -> None:
    web.visit(page, stand_in)
    page.execute_script(SPOILT)
    complaints = axe.violations(page)
    assert [one.rule for one in complaints].count("image-alt") == 2
    assert [one.rule for one in complaints].count("button-name") == 2
    assert any("iframe" in one.target for one in complaints)


def test_a_history_without_a_question(page, stand_in: str) -> None:
    page.get(f"{stand_in}/history")
    web.until(page, lambda: "No question has been asked" in web.page_text(page), 60)
    assert found(page) == []


def test_the_empty_page(page, stand_in: str) -> None:
    web.visit(page, stand_in)
    assert found(page) == []


@pytest.mark.parametrize("state", ASKED)
def test_a_question_and_what_came_of_it(page, stand_in: str, state: str) -> None:
    question, badge = ASKED[state]
    web.visit(page, stand_in)
    assert badge in web.ask(page, question)
    assert found(page) == []


def test_a_question_on_its_way_and_a_stopped_one(page, stand_in: str) -> None:
    web.visit(page, stand_in)
    web.find(page, web.BOX)[0].send_keys("slow question\n")
    web.until(page, lambda: "counting to infinity" in web.page_text(page), 20)
    assert found(page) == []
    stop(page)
    assert found(page) == []


def test_an_answer_with_everything_opened(page, stand_in: str) -> None:
    web.visit(page, stand_in)
    web.ask(page, BOTH)
    for fold in web.find(page, FOLDED):
        page.execute_script("arguments[0].click()", fold)
    assert found(page) == []
    for position in range(len(web.find(page, POPOVERS))):
        page.execute_script("arguments[0].click()", web.find(page, POPOVERS)[position])
        wait_for(page, OPEN)
        assert found(page) == [], f"popover {position} is open"
        page.switch_to.active_element.send_keys(Keys.ESCAPE)
        web.until(page, lambda: not web.find(page, OPEN), 20)


def test_an_answer_for_researchers_with_its_drawing_over_the_page(page, stand_in: str) -> None:
    web.visit(page, stand_in)
    web.ask(page, BOTH)
    web.press(page, "Researcher")
    wait_for(page, ".kg-picture canvas")
    assert found(page) == []
    web.press(page, "Full width")
    wait_for(page, ".kg-wide")
    assert found(page) == []
    web.press(page, "Close full width")
    web.press(page, "Clinician")


@pytest.mark.parametrize("more", ["", "&view=print"])
def test_an_answer_that_is_opened_from_its_address(page, stand_in: str, more: str) -> None:
    web.visit(page, stand_in)
    web.ask(page, BOTH)
    web.until(page, lambda: "answer=" in page.current_url, 20)
    page.get(page.current_url + more)
    web.until(page, lambda: "Marfan syndrome" in web.page_text(page) and "2025-01-16" in web.page_text(page), 60)
    assert found(page) == []


@pytest.mark.parametrize("state", EXPLORED)
def test_something_to_explore(page, stand_in: str, state: str) -> None:
    path, sign = EXPLORED[state]
    page.get(f"{stand_in}/explore{path}")
    wait_for(page, sign)
    assert found(page) == []


def test_hits_while_one_types(page, stand_in: str) -> None:
    page.get(f"{stand_in}/explore")
    wait_for(page, ".st-key-look_up input")
    web.find(page, ".st-key-look_up input")[0].send_keys("marf")
    wait_for(page, ".st-key-hits button")
    assert found(page) == []


@pytest.mark.parametrize("path", ["explore", "history"])
def test_the_choice_of_a_graph(page, stand_in: str, path: str) -> None:
    page.get(f"{stand_in}/{path}")
    wait_for(page, ".st-key-in_use button")
    page.execute_script("arguments[0].click()", web.find(page, ".st-key-in_use button")[0])
    wait_for(page, OPEN)
    assert found(page) == []


def test_a_history_of_many_questions(page, stand_in: str) -> None:
    page.get(f"{stand_in}/history")
    web.until(page, lambda: "ectopia lentis and anosmia" in web.page_text(page), 60)
    assert found(page) == []
