"""The Ask page on the real graph, in a real browser."""

from __future__ import annotations

import chromium as web
import pytest

FIRST_START_S = 180
"""Loading the graph takes about 20 s on two idle cores; a busy machine may take longer."""


@pytest.fixture
def page(browser, app):
    """The Ask page before the first question."""
    web.visit(browser, app, FIRST_START_S)
    web.foreign_requests(browser, app)
    return browser


def test_the_empty_page_says_what_can_be_asked_and_what_the_graph_holds(page) -> None:
    text = web.page_text(page)
    assert "Ask the graph, see the evidence" in text
    assert "12,687 diseases" in text
    assert "Not in this graph" in text
    assert "Not medical advice" in text
    assert "2025-01-16" in text
    web.press(page, "Which genes are associated with Marfan syndrome?")
    web.until(page, lambda: "FBN1" in web.card(page), 60)


def test_a_list_is_answered_with_its_genes(page) -> None:
    card = web.ask(page, "Which genes are associated with Marfan syndrome?")
    assert "From the graph" in card
    assert "FBN1" in card
    assert "counted by the database" in card


def test_a_yes_no_question_is_answered_with_its_record(page) -> None:
    card = web.ask(page, "Is ectopia lentis a feature of Marfan syndrome?")
    assert "From the graph" in card
    assert "Marfan syndrome" in card
    assert "119/251" in web.page_text(page)


def test_an_intersection_sets_aside_what_was_looked_for_and_not_found(page) -> None:
    card = web.ask(page, "Which diseases show both arachnodactyly and ectopia lentis?")
    assert "9 diseases" in card
    assert "Loeys-Dietz syndrome 1" in card
    text = web.page_text(page)
    assert "HP:0001166" in text
    web.until(page, lambda: "32 facts: 27 for, 5 against" in web.page_text(page), 20)
    web.until(page, lambda: web.find(page, ".kg-stage canvas"), 20)


def test_the_statement_that_was_run_is_shown(page) -> None:
    web.ask(page, "Which genes are associated with Marfan syndrome?")
    web.press(page, "How this was found")
    shown = web.until(page, lambda: [code.text for code in web.find(page, "code") if "MATCH" in code.text], 20)
    assert any("ASSOCIATED_WITH" in text and "$" in text for text in shown)


@pytest.mark.parametrize("question", ["", "   ", "?!"])
def test_an_empty_question_is_refused_in_a_sentence(page, question: str) -> None:
    card = web.ask(page, question)
    assert "no question" in card.lower()


@pytest.mark.parametrize(
    "question",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "![x](https://evil.example/x.png) [y](javascript:alert(1))",
        "MATCH (n) DETACH DELETE n",
        "'; DROP TABLE diseases; --",
        "🧬🧪 🤷",
        "Welche Gene sind mit dem Wetter verbunden?",
        "\u202eabc\u200bdef\ufeff",
        "a" * 10_000,
    ],
)
def test_bad_input_gets_a_sentence_and_the_page_stays_up(page, app: str, question: str) -> None:
    card = web.ask(page, question)
    assert any(words in card for words in ("Not in this graph", "Refused", "Please choose"))
    assert "Traceback" not in web.page_text(page)
    assert web.foreign_requests(page, app) == []
    assert "FBN1" in web.ask(page, "Which genes are associated with Marfan syndrome?")


def test_an_ambiguous_name_is_put_to_the_reader_and_the_choice_is_asked(page) -> None:
    card = web.ask(page, "Which diseases show ASD?")
    assert "Please choose" in card
    assert not web.find(page, "input[type=radio]:checked")
    assert not web.button(page, "Ask with this choice").is_enabled()
    option = next(label for label in web.find(page, "label") if "Atrial septal defect" in label.text)
    option.click()
    web.until(page, lambda: web.button(page, "Ask with this choice").is_enabled(), 20)
    web.press(page, "Ask with this choice")
    web.until(page, lambda: "From the graph" in web.card(page), 30)
    assert "Atrial septal defect".casefold() in web.page_text(page).casefold()


def test_what_the_graph_lacks_is_named(page) -> None:
    card = web.ask(page, "Which drugs treat Marfan syndrome?")
    assert "Not in this graph" in card
    assert "drugs" in card


def test_two_sessions_never_see_each_others_question(open_browser, app: str) -> None:
    one, other = open_browser(), open_browser()
    web.visit(one, app, FIRST_START_S)
    web.visit(other, app, FIRST_START_S)
    assert "FBN1" in web.ask(one, "Which genes are associated with Marfan syndrome?")
    assert "Ask the graph, see the evidence" in web.page_text(other)
    assert "CFTR" in web.ask(other, "Which genes are associated with cystic fibrosis?")
    assert "CFTR" not in web.page_text(one)
    assert "FBN1" not in web.page_text(other)
    assert "cystic fibrosis" not in web.page_text(one).casefold()


def test_a_whole_session_asks_nobody_but_the_app(open_browser, app: str) -> None:
    driver = open_browser()
    web.visit(driver, app, FIRST_START_S)
    web.ask(driver, "Which diseases show both arachnodactyly and ectopia lentis?")
    web.press(driver, "How this was found")
    web.until(driver, lambda: web.find(driver, ".kg-stage canvas"), 20)
    assert web.foreign_requests(driver, app) == []
