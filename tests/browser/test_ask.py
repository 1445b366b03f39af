"""The Ask page on the real graph, in a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable

import chromium as web
import pytest

GENES = "Which genes are associated with Marfan syndrome?"
BAD = (
    "",
    "?!",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![x](https://evil.example/x.png) [y](javascript:alert(1))",
    "\u202eabc\u200bdef\ufeff",
    "a" * 10_000,
)
"""What a browser may take for more than text; ``test_pipeline.py`` asks what is odd in other ways."""
ANSWERED = {
    "Is ectopia lentis a feature of Marfan syndrome?": ("From the graph", "Marfan syndrome", "119/251"),
    "Which drugs treat Marfan syndrome?": ("Not in this graph", "drugs"),
    "Which forms of osteogenesis imperfecta do not show blue sclerae?": ("may be so all the same", "MONDO:0012217"),
    "Which diseases show both arachnodactyly and ectopia lentis?": (
        *("8 diseases", "Loeys-Dietz syndrome 1", "HP:0001166"),
        "33 facts: 22 for, 11 about what was set aside",
    ),
}
"""Questions, and what the page says then."""


@pytest.fixture
def page(browser: web.Browser, app: str) -> web.Browser:
    """The Ask page before the first question."""
    web.visit(browser, app, web.FIRST_START_S)
    return browser


def test_the_page_says_what_can_be_asked_answers_it_and_asks_nobody_but_the_app(page: web.Browser, app: str) -> None:
    text = web.page_text(page)
    for words in ("Ask the graph, see the evidence", "12,687 diseases", "Not in this graph", "Not medical advice"):
        assert words in text
    assert "2025-01-16" in text
    web.press(page, GENES)
    web.until(page, lambda: "FBN1" in web.card(page), 60)
    assert "From the graph" in web.card(page)
    assert "counted by the database" in web.card(page)
    web.press(page, "How this was found")
    shown = web.until(page, lambda: [code.text for code in web.find(page, "code") if "MATCH" in code.text], 20)
    assert any("ASSOCIATED_WITH" in text and "$" in text for text in shown)

    for question, words in ANSWERED.items():
        web.ask(page, question)
        web.until(page, lambda words=words: all(word in web.page_text(page) for word in words), 20)
    web.until(page, lambda: web.find(page, ".kg-stage canvas"), 20)

    card = web.ask(page, "Which diseases show ASD?")
    assert "Please choose" in card
    assert not web.find(page, "input[type=radio]:checked")
    assert not web.button(page, "Ask with this choice").is_enabled()
    option = next(label for label in web.find(page, "label") if "Atrial septal defect" in label.text)
    option.click()
    web.until(page, lambda: web.button(page, "Ask with this choice").is_enabled(), 20)
    web.press(page, "Ask with this choice")
    web.until(page, lambda: "From the graph" in web.card(page), 30)
    assert "atrial septal defect" in web.page_text(page).casefold()
    assert web.foreign_requests(page, app) == []


def test_a_name_of_two_things_is_chosen_by_how_many_answers_each_reading_gives(page: web.Browser) -> None:
    card = web.ask(page, "Which genes are associated with ectopia lentis?")
    assert "Please choose" in card
    assert "each reading was only counted" in card

    def names() -> list[str]:  # the text of a choice is drawn a moment after the choice
        return [label.text for label in web.find(page, "label") if "Ectopia lentis" in label.text]

    options = web.until(page, lambda: len(found := names()) == 2 and found, 20)
    assert ["Disease · OMIM:225100" in option for option in options] == [True, False]
    assert ["Phenotype · HP:0001083" in option for option in options] == [False, True]

    def captions() -> list[str]:  # are drawn a moment after the names that they belong to
        return re.findall(r"exact name · ([\d,]+) genes?", web.card(page))

    numbers = web.until(page, lambda: len(found := captions()) == 2 and found, 20)
    next(label for label in web.find(page, "label") if "Both, told apart" in label.text).click()
    web.until(page, lambda: web.button(page, "Ask with this choice").is_enabled(), 20)
    web.press(page, "Ask with this choice")
    web.until(page, lambda: "From the graph" in web.card(page), 30)
    card = web.card(page)
    assert "As the disease (OMIM:225100)" in card
    assert f"{numbers[1]} as the phenotype (HP:0001083)" in card
    chip = web.find(page, '[class*="st-key-chip_"]')[0].text
    assert "OMIM:225100" in chip
    assert "HP:0001083" in chip
    tab = web.until(page, lambda: [one for one in web.find(page, ".kg-tab") if "Answers" in one.text], 20)[0]
    tab.click()
    web.until(page, lambda: "Read as" in web.page_text(page), 20)


def test_bad_input_gets_a_sentence_and_the_page_stays_up(page: web.Browser, app: str) -> None:
    for question in BAD:
        card = web.ask(page, question)
        words = (
            ("Not in this graph", "Not understood", "Refused", "Please choose")
            if question.strip("? !")
            else ("no question",)
        )
        assert any(word.lower() in card.lower() for word in words), question
        assert "Traceback" not in web.page_text(page)
        assert web.foreign_requests(page, app) == [], question
    assert "FBN1" in web.ask(page, GENES)


@pytest.mark.slow  # test_many_sessions.py has sessions of the same app without a browser
def test_two_sessions_never_see_each_others_question(
    page: web.Browser, open_browser: Callable[..., web.Browser], app: str
) -> None:
    one, other = page, open_browser()
    web.visit(other, app, web.FIRST_START_S)
    assert "FBN1" in web.ask(one, GENES)
    assert "Ask the graph, see the evidence" in web.page_text(other)
    assert "CFTR" in web.ask(other, "Which genes are associated with cystic fibrosis?")
    assert "CFTR" not in web.page_text(one)
    assert "FBN1" not in web.page_text(other)
    assert "cystic fibrosis" not in web.page_text(one).casefold()
