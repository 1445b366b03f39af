"""What the page does with any record, shown on a pipeline made by hand."""

from __future__ import annotations

import chromium as web
import pytest
from selenium.common.exceptions import NoAlertPresentException

ATTACKS = (
    "<script>top.document.title='taken'</script><img src=x onerror=\"top.document.title='taken'\">",
    "![i](https://evil.example/i.png) [a](https://evil.example) <https://evil.example> www.evil.example",
    "**b** _i_ ~~s~~ `c` $x^2$ :red[r] :material/home: :smile: :streamlit: -> 1. # h | a | b |",
    "javascript:top.document.title='taken'",
    "\\*\\[x\\] &lt;b&gt; &amp; %3Cscript%3E ${7*7} {{7*7}}",
)


@pytest.fixture
def page(browser, stand_in):
    """The Ask page on the stand-in."""
    web.visit(browser, stand_in)
    web.foreign_requests(browser, stand_in)
    return browser


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_names_are_shown_letter_for_letter_and_do_nothing(page, stand_in: str, attack: str) -> None:
    card = web.ask(page, f"draw {attack}").replace("\u2060", "")
    assert card.count(attack) >= 2, "headline and text"
    web.press(page, "How this was found")
    web.until(page, lambda: web.find(page, ".kg-stage canvas"), 20)
    web.double_click(page, web.find(page, ".kg-stage canvas")[0])
    web.until(page, lambda: web.find(page, ".kg-panel"), 20)
    assert page.title == "Graph Answers"
    assert len(page.window_handles) == 1
    assert web.foreign_requests(page, stand_in) == []
    assert web.find(page, ".stMain img, .stMain .katex") == []
    assert web.find(page, ".stMain a[href*='evil'], .stMain a[href^='javascript']") == []
    with pytest.raises(NoAlertPresentException):
        _ = page.switch_to.alert.text


def test_a_long_list_is_listed_whole_with_the_number_that_the_database_counted(page) -> None:
    card = web.ask(page, "many 136")
    assert "137 of 137 listed, counted by the database" in card
    web.until(page, lambda: "Answers 137" in web.page_text(page), 20)


def test_the_doctor_names_the_step_and_its_button_asks(page) -> None:
    card = web.ask(page, "Which diseases show both ectopia lentis and anosmia?")
    assert "Not in this graph" in card
    assert "this step empties the result" in web.page_text(page)
    web.press(page, "Leave out anosmia: 51")
    web.until(
        page, lambda: web.find(page, web.BOX)[0].get_attribute("value") == "Which diseases show ectopia lentis?", 20
    )
    web.until(page, lambda: "From the graph" in web.card(page), 20)


def test_a_slow_question_can_be_stopped_and_is_kept(page) -> None:
    box = web.find(page, web.BOX)[0]
    box.send_keys("slow question\n")
    web.until(page, lambda: "counting to infinity" in web.page_text(page), 20)
    web.press(page, "Stop")
    web.until(page, lambda: "Stopped by you" in web.page_text(page), 20)
    assert web.find(page, web.BOX)[0].get_attribute("value") == "slow question"
    assert "11 diseases" in web.ask(page, "and on")


@pytest.mark.parametrize(
    ("question", "said"),
    [("refuse this", "cannot be asked; ask another"), ("break this", "The answer could not be computed")],
)
def test_an_error_is_a_sentence_and_the_page_stays_up(page, question: str, said: str) -> None:
    card = web.ask(page, question)
    assert "Failed" in card
    assert said in card
    text = web.page_text(page)
    assert "Traceback" not in text
    assert "ZeroDivisionError" not in text
    assert web.find(page, web.BOX)[0].get_attribute("value") == question
    assert "11 diseases" in web.ask(page, "and on")


@pytest.mark.parametrize("dark", [False, True])
def test_nothing_sticks_out_on_a_telephone(open_browser, stand_in: str, dark: bool) -> None:
    driver = open_browser(width=390, dark=dark, telephone=True)
    web.visit(driver, stand_in)
    web.ask(driver, "Which diseases show both arachnodactyly and ectopia lentis?")
    web.until(driver, lambda: "8 of 18 things" in web.page_text(driver), 20)
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
    assert (
        driver.execute_script("const m = document.querySelector('.stMain'); return m.scrollWidth - m.clientWidth") <= 0
    )
