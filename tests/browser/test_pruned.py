"""Pruned facts on Ask: a slider prunes again, a fact is put back, nothing jumps, and an answer is written from them."""

from __future__ import annotations

import axe
import chromium as web
import pytest
from selenium.webdriver import Chrome, Keys

from kgqa.ui.session.saved_preferences import FactChoices

QUESTION = "What of Marfan syndrome and ectopia lentis is known?"
CARD = "[...document.querySelectorAll('.kg-picture')].at(-1).kgqaCard"
DRAWN = f"return Boolean({CARD.replace('.kgqaCard', '?.kgqaCard')}?.plan)"
SPOTS = f"return Object.fromEntries([...{CARD}.plan.dots.values()].map((d) => [d.text, [d.x, d.y]]))"
KEPT = "return [...document.querySelectorAll('.kg-keep')].filter((one) => one.checked).length"
CUT_KEEP = "return [...document.querySelectorAll('.kg-keep')].filter((one) => !one.checked)"
UNCOVERED = """const r = arguments[0].getBoundingClientRect();
return [0.1, 0.5, 0.9].every((part) => {
  return document.elementFromPoint(r.left + r.width * part, r.top + r.height / 2) === arguments[0]; })"""
ARROWS = f"return [...{CARD}.seen.arrows].map((a) => [a.numbers[0], a.width, a.cut])"


@pytest.fixture
def chosen() -> dict[str, object]:
    return {"strategy": "kg-rag", "facts": FactChoices(facts_first=True)}


def facts_first(page: Chrome, address: str) -> None:
    """Asks for the facts before a language model is asked."""
    web.visit(page, address)
    said = web.ask(page, QUESTION)
    assert "Evidence only" in said
    web.until(page, lambda: page.execute_script(KEPT) == 15, 30)
    web.until(page, lambda: page.execute_script(DRAWN), 30)


def slide(page: Chrome, place: int, key: str, times: int) -> None:
    """Moves a slider by its keys."""
    page.execute_script("arguments[0].focus()", web.find(page, "[data-testid=stSlider] input[type=range]")[place])
    page.switch_to.active_element.send_keys(key * times)


def test_a_slider_prunes_again_a_fact_is_put_back_and_nothing_jumps(browser: Chrome, stand_in_with_model: str) -> None:
    page = browser
    facts_first(page, stand_in_with_model)
    before = page.execute_script(SPOTS)
    scale = page.execute_script(f"return {CARD}.network.getScale()")
    page.execute_script(f"{CARD}.root.dataset.mine = 'same'")
    assert "15 of 61 facts kept" in web.page_text(page)

    # The percentile down: more are kept, and nothing was asked.
    slide(page, 0, Keys.ARROW_LEFT, 20)
    web.until(page, lambda: page.execute_script(KEPT) == 21, 30)
    web.until(page, lambda: "facts are kept by the limits" in web.card(page), 30)
    more = page.execute_script(SPOTS)
    assert len(more) > len(before)
    assert {name: more[name] for name in before} == before
    assert page.execute_script(f"return {CARD}.root.dataset.mine") == "same"
    assert page.execute_script(f"return {CARD}.network.getScale()") == scale

    # What was cut, on demand: in grey, with the reason, and without a number.
    page.execute_script("document.querySelector('[class*=st-key-with_cut] input').click()")
    web.until(page, lambda: len(page.execute_script(CUT_KEEP)) > 0, 30)
    assert "not above the percentile 65" in web.page_text(page)
    web.until(page, lambda: any(cut for _, _, cut in page.execute_script(ARROWS)), 30)
    arrows = page.execute_script(ARROWS)
    assert all((number < 0) == cut and bool(width) != cut for number, width, cut in arrows)
    assert {name: page.execute_script(SPOTS)[name] for name in before} == before

    # Put back by hand.
    page.execute_script("arguments[0].click()", page.execute_script(CUT_KEEP)[1])
    web.until(page, lambda: "By hand: 1 fact put back" in web.page_text(page), 30)
    web.until(page, lambda: page.execute_script(KEPT) == 22, 30)
    assert "by hand" in page.execute_script("return [...document.querySelectorAll('tbody tr')].at(21).innerText")
    row = page.execute_script("return document.querySelectorAll('tbody tr')[21]")
    row.click()
    web.until(page, lambda: page.execute_script(f"return {CARD}.number") == 22, 30)
    assert axe.complaints(page) == []

    # The answer is written from these, and says from how many; the record has the limits and the hand.
    web.press(page, "Write the answer from these 22 facts")
    web.until(page, lambda: "Written from 22 facts" in web.card(page), 60)
    assert "from the 22 facts beneath it" in web.card(page)
    web.press(page, "How this was found")
    web.until(page, lambda: "put back by hand 1" in web.page_text(page), 30)
    assert "Kept by percentile 65" in web.page_text(page)


@pytest.mark.slow  # tests/unit/test_pruned_page.py has the same page without a browser
def test_other_facts_stand_apart_from_what_was_written(browser: Chrome, stand_in_with_model: str) -> None:
    page = browser
    web.visit(page, stand_in_with_model)
    web.press(page, "Asking")
    toggle = "document.querySelector('[class*=st-key-facts_facts_first] input')"
    web.until(page, lambda: page.execute_script(f"return {toggle}?.checked === true"), 30)
    page.execute_script(f"{toggle}.click()")
    web.until(page, lambda: "shown before a model is asked" not in web.page_text(page), 30)
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    said = web.ask(page, QUESTION)
    assert "Written from the graph's facts" in said
    assert "Written from 15 facts" in said
    first = page.execute_script("return document.querySelector('.kg-evidence').innerText")
    web.press(page, "Try other facts")
    web.until(page, lambda: web.find(page, "[data-testid=stSlider] input[type=range]"), 30)
    slide(page, 1, Keys.ARROW_RIGHT, 35)
    web.until(page, lambda: "was written from other facts: 15 facts" in web.page_text(page), 30)
    assert "Written from 15 facts" in web.card(page)
    assert page.execute_script("return document.querySelector('.kg-evidence').innerText") == first
    web.until(page, lambda: 0 < page.execute_script(KEPT) < 15, 30)
    kept = page.execute_script(KEPT)
    web.press(page, f"Write the answer again from these {kept} facts")
    web.until(page, lambda: f"Written from {kept} facts" in web.card(page), 60)


@pytest.mark.slow  # test_ask_controls.py has the Ask page on a telephone
def test_on_a_telephone_nothing_is_wider_than_the_page_and_nothing_lies_over_the_question(
    browser: web.Browser, stand_in_with_model: str
) -> None:
    page = browser
    page.show_as(390, dark=True)
    web.visit(page, f"{stand_in_with_model}/compare")
    question_is_free(page)
    facts_first(page, stand_in_with_model)
    question_is_free(page)
    assert page.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    for bars in web.find(page, ".kg-bars"):
        assert bars.size["width"] <= 390


def question_is_free(page: Chrome) -> None:
    """The box of the question can be seen whole, with its button below it."""
    box = web.find(page, web.BOX)[0]
    assert page.execute_script(UNCOVERED, box)
    assert box.size["width"] > 300, "the button stands below it"
