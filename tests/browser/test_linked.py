"""One number everywhere: chips in the sentence, the row in full and the tables, without a word to the server."""

from __future__ import annotations

from urllib.parse import quote

import axe
import chromium as web
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

CHOSEN = ".kg-part:not([hidden]) tr[aria-selected=true]"
SENTENCE = ".stColumn:first-child .kg-sentence"
OTHER = ".stColumn:last-child .kg-sentence"
ROWS = "return [...document.querySelectorAll('.kg-part:not([hidden]) tbody tr')].map((row) => row.innerText)"
HOSTILE = "<img src=x onerror=\"top.document.title='taken'\"> [1] [a](https://evil.example) \u202egnp"


@pytest.fixture
def parts(stand_in: str) -> str:
    return f"{stand_in}/made-parts"


@pytest.fixture
def page(browser, parts: str):
    return opened(browser, parts)


def opened(driver, address: str, query: str = ""):
    """The page with these parts on it, waited for."""
    driver.get(f"{address}?{query}")
    parts = (f"{SENTENCE} .kg-headline", f"{OTHER} .kg-headline", ".kg-part tbody tr")
    web.until(driver, lambda: all(web.find(driver, part) for part in parts) and "Runs:" in web.page_text(driver), 60)
    web.until(driver, lambda: web.settled(driver), 30)
    return driver


def chip(driver, number: int, within: str = SENTENCE):
    return next(one for one in web.find(driver, f"{within} .kg-chip") if one.text == f"{number:,}")


def chosen(driver) -> list[str]:
    """The numbers of the rows that are marked in the table that is shown."""
    return [row.find_element("css selector", "th").text for row in web.find(driver, CHOSEN)]


def detail(driver) -> str:
    return web.find(driver, ".kg-detail")[0].text


def pressed(driver, within: str = SENTENCE) -> list[str]:
    return [one.text for one in web.find(driver, f"{within} .kg-chip[aria-pressed=true]")]


def is_in_its_box(driver, selector: str) -> bool:
    script = """
      const row = document.querySelector(arguments[0]), box = row.closest('.kg-box');
      const [at, around] = [row.getBoundingClientRect(), box.getBoundingClientRect()];
      return at.bottom <= around.bottom + 1 && at.top >= around.top;"""
    return bool(driver.execute_script(script, selector))


def runs(driver) -> str:
    return next((line for line in web.page_text(driver).splitlines() if line.startswith("Runs:")), "")


def press_keys(driver, *keys: str) -> None:
    ActionChains(driver).send_keys(*keys).perform()


def tab(driver, words: str) -> None:
    next(one for one in web.find(driver, "[role=tab]") if one.text.startswith(words)).click()


def shown_rows(driver) -> list[str]:
    return list(driver.execute_script(ROWS))


def test_a_chip_shows_its_row_a_row_its_chip_and_the_server_hears_nothing(page) -> None:
    assert (chosen(page), pressed(page)) == (["1"], ["1"]), "before anyone chooses"
    assert "124/197 (63 %)" in detail(page)
    before = runs(page)
    web.find(page, ".kg-table tbody tr")[1].click()
    assert (chosen(page), pressed(page)) == (["2"], ["2"])
    assert "119/251 (47 %)" in detail(page)
    top = page.execute_script("return document.querySelector('.kg-detail').getBoundingClientRect().top")
    chip(page, 25).click()
    assert (chosen(page), pressed(page)) == (["25"], ["25"])
    assert is_in_its_box(page, CHOSEN)
    assert "does not show" in detail(page)
    assert "0/32 (0 %)" in detail(page)
    assert page.execute_script("return window.kgqaSelected.first") == 25
    assert page.execute_script("return document.querySelector('.kg-detail').getBoundingClientRect().top") == top
    assert runs(page) == before
    assert pressed(page, OTHER) == ["1"], "another answer has a choice of its own"
    status = web.find(page, ".kg-detail [role=status]")[0]
    assert status.get_attribute("textContent").startswith("Evidence 25: Disease number 10 does not show")

    # The choice outlives a run of the page.
    chip(page, 24).click()
    web.press(page, "Run again")
    web.until(page, lambda: runs(page) not in (before, ""), 20)
    assert (chosen(page), pressed(page)) == (["24"], ["24"])


@pytest.mark.slow  # what it left would only cost memory
def test_what_was_unmounted_listens_no_more(page, parts: str) -> None:
    opened(page, parts, "hostile=x")
    opened(page, parts)
    select = "document.dispatchEvent(new CustomEvent('kgqa:select', {detail: {answer: 'first', number: arguments[0]}}))"
    page.execute_script(select, 4)
    assert chosen(page) == ["4"]
    page.execute_script(select, 4711)
    assert chosen(page) == [], "a number without a record chooses nothing and breaks nothing"
    page.execute_script(select, 5)
    assert chosen(page) == ["5"]


def test_the_arrow_keys_walk_through_the_rows(page) -> None:
    web.find(page, ".kg-filter")[0].click()
    press_keys(page, Keys.TAB)
    while page.execute_script("return document.activeElement.matches('.kg-sort')"):
        press_keys(page, Keys.TAB)
    press_keys(page, Keys.ARROW_DOWN, Keys.ARROW_DOWN)
    assert (chosen(page), pressed(page)) == (["3"], ["3"])
    press_keys(page, Keys.END)
    assert chosen(page) == ["33"]
    assert is_in_its_box(page, CHOSEN)
    press_keys(page, Keys.ARROW_DOWN, Keys.HOME)
    assert chosen(page) == ["1"]
    press_keys(page, Keys.TAB)
    assert page.execute_script("return document.activeElement.href").startswith("https://")
    stops = "return document.querySelectorAll('.kg-part:not([hidden]) tbody :is(tr, a, button)[tabindex=\"0\"]').length"
    assert page.execute_script(stops) == 3, "the row, its reference, and the button for the others"


def test_a_card_shows_what_a_chip_stands_for(page) -> None:
    one = chip(page, 24)
    assert one.get_attribute("aria-label") == "Evidence 24: Disease number 10 shows Arachnodactyly, 3/7 (43 %)"
    ActionChains(page).move_to_element(one).perform()
    card = web.until(page, lambda: web.find(page, f"{SENTENCE} .kg-card:not([hidden])"), 10)[0]
    assert "PMID:28050285, PMID:29587526" in card.text
    assert one.get_attribute("aria-describedby") == card.get_attribute("id")
    assert card.rect["x"] >= web.find(page, SENTENCE)[0].rect["x"]
    press_keys(page, Keys.ESCAPE)
    assert not card.is_displayed()
    web.find(page, ".kg-filter")[0].click()
    page.execute_script("arguments[0].focus({focusVisible: true})", chip(page, 1))
    assert "Marfan syndrome" in web.until(page, lambda: card.is_displayed() and card.text, 10)
    press_keys(page, Keys.TAB, Keys.ENTER)
    assert pressed(page) == ["2"]


CUT = """
const box = document.querySelector('.kg-box');
const cut = [...box.querySelectorAll('.kg-clamp')].filter((one) => one.scrollHeight > one.clientHeight + 1);
const lines = (name) => name.getClientRects().length > name.textContent.split(/\\s+/).length;
const broken = [...box.querySelectorAll('bdi')].filter(lines);
return [box.scrollWidth - box.clientWidth, cut.map((one) => one.textContent), broken.length];
"""


def test_nothing_is_cut_at_1280_and_a_chip_stays_on_the_line_of_its_name_at_any_width(page) -> None:
    assert page.execute_script(CUT) == [0, [], 0], "sideways, cut, broken within a word"
    script = """
      return [...document.querySelectorAll('.kg-together bdi')].every((name) => {
        const lines = [...name.getClientRects()];
        const chip = name.nextElementSibling.getBoundingClientRect();
        const last = lines[lines.length - 1];
        return last.top < chip.bottom && chip.top < last.bottom && chip.left >= last.right;
      });"""
    for width in range(300, 1281, 35):
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        assert page.execute_script(script), f"at {width} px"


def test_the_table_is_filtered_as_one_types_and_by_what_speaks_against(page) -> None:
    web.find(page, ".kg-filter")[0].send_keys("NUMBER 10")
    assert len(shown_rows(page)) == 2
    assert web.find(page, ".kg-note")[0].text == "2 of 33 facts shown"
    web.find(page, ".kg-filter")[0].send_keys("<b>")
    assert web.find(page, ".kg-note")[0].text == "None of the 33 facts has “NUMBER 10<b>” in it."
    chip(page, 1).click()
    assert chosen(page) == ["1"], "what is chosen elsewhere is shown, whatever the filter says"
    assert len(shown_rows(page)) == 33

    # What the answer rests on and what it set aside are told apart, by the number that its badge says.
    assert "33 facts: 23 for, 10 about what was set aside" in web.page_text(page)
    choices = {one.text: one for one in web.find(page, ".kg-part:not([hidden]) .kg-choice")}
    assert list(choices) == ["All 33", "Supporting 23", "Set aside 10"]
    choices["Set aside 10"].click()
    assert choices["Set aside 10"].get_attribute("aria-pressed") == "true"
    assert len(shown_rows(page)) == 10
    assert sum("does not show" in row for row in shown_rows(page)) == 5


def test_a_head_sorts_back_and_forth_and_references_are_links(page) -> None:
    def sorted_by() -> list[str]:
        heads = web.find(page, ".kg-part:not([hidden]) thead th")
        return [f"{one.text} {state}" for one in heads if (state := one.get_attribute("aria-sort")) != "none"]

    def press_head() -> None:
        next(one for one in web.find(page, ".kg-sort") if one.text.startswith("Frequency")).click()

    assert sorted_by() == ["No. ascending"]
    press_head()
    assert sorted_by() == ["Frequency descending"]
    assert "80–99" in shown_rows(page)[0]
    assert "focus" in page.execute_script("return document.activeElement.className + ' focus'")
    press_head()
    assert "0/32" in shown_rows(page)[0]
    assert "%" not in shown_rows(page)[-1], "what has no value comes last in both directions"
    press_head()
    assert sorted_by() == ["No. ascending"]
    assert shown_rows(page)[0].startswith("1")

    # All references of a row are links.
    web.find(page, ".kg-others")[0].click()
    links = web.find(page, ".kg-references a")
    assert [link.text for link in links] == ["PMID:28050285", "PMID:29587526"]
    assert page.switch_to.active_element == links[0]
    for link in links:
        assert link.get_attribute("href").startswith("https://")
        assert link.get_attribute("rel") == "noopener noreferrer"
        assert link.get_attribute("target") == "_blank"


def test_the_answers_are_listed_whole_with_what_was_set_aside(page) -> None:
    tab(page, "Answers 11")
    rows = shown_rows(page)
    assert len(rows) == 16
    assert "OMIM:154700 ORPHA:558" in " ".join(rows[0].split())
    assert "set aside" in rows[-1]
    chip(page, 9, ".kg-part:not([hidden])").click()
    assert chosen(page) == ["4"]
    assert (pressed(page), "Disease number 2" in detail(page)) == (["9"], True)
    web.find(page, ".kg-part:not([hidden]) tbody tr")[-1].click()
    assert pressed(page) == ["32"]
    press_keys(page, Keys.ARROW_UP)
    assert pressed(page) == ["30"]
    page.switch_to.active_element.send_keys(Keys.SHIFT, Keys.TAB)
    tab(page, "Evidence")
    assert chosen(page) == ["30"]
    assert is_in_its_box(page, CHOSEN)


def test_answers_of_kinds_are_filtered_by_kind_and_have_a_column_for_each_condition(browser, parts: str) -> None:
    page = opened(browser, parts, "kinds=1")
    tab(page, "Answers 11")
    heads = [one.text for one in web.find(page, ".kg-part:not([hidden]) thead th")]
    assert heads == ["No.", "Name", "Identifiers", "Recorded for", "Arachnodactyly", "Ectopia lentis", "Evidence"]
    assert "Type 1; Type 2" in shown_rows(page)[1]
    assert "124/197 (63 %)" in shown_rows(page)[0]
    (choice,) = web.find(page, ".kg-part:not([hidden]) .kg-kinds")
    assert choice.get_attribute("aria-label") == "Recorded for"
    Select(choice).select_by_visible_text("Type 2 (5)")
    assert len(shown_rows(page)) == 5
    assert all("Type 2" in row for row in shown_rows(page))
    Select(choice).select_by_index(0)
    assert len(shown_rows(page)) == 16


@pytest.mark.slow  # test_scrolling_draws_more_until_the_end draws as many by and by
def test_two_thousand_rows_are_drawn_where_they_are_looked_at(browser, parts: str) -> None:
    page = opened(browser, parts, "many=990")
    assert "1,993 facts: 1,983 for, 10 about what was set aside" in web.page_text(page)
    assert len(shown_rows(page)) < 300
    chip(page, 1993).click()
    assert chosen(page) == ["1,993"]
    assert is_in_its_box(page, CHOSEN)
    assert len(shown_rows(page)) < 300
    page.execute_script("document.querySelector('.kg-box').scrollTop = 0")
    web.until(page, lambda: chosen(page) == ["1,993"] and len(shown_rows(page)) > 60, 10)
    web.find(page, ".kg-filter")[0].send_keys("number 989")
    assert len(shown_rows(page)) == 2
    tab(page, "Answers 991")
    web.find(page, ".kg-part:not([hidden]) .kg-filter")[0].send_keys("Disease number 990")
    assert "set aside" in shown_rows(page)[0]


@pytest.mark.slow  # the first rows are those that nearly every answer has
def test_scrolling_draws_more_until_the_end(browser, parts: str) -> None:
    page = opened(browser, parts, "many=190")

    # As soon as rows are drawn it scrolls on, before the browser has looked whether the end is still in view.
    hurry = """
      const box = document.querySelector('.kg-box');
      const on = () => { box.scrollTop = box.scrollHeight; };
      new MutationObserver(on).observe(box.querySelector('tbody'), { childList: true });
      on();"""
    page.execute_script(hurry)
    web.until(page, lambda: len(shown_rows(page)) == 393, 30)
    numbers = [int(row.split()[0]) for row in shown_rows(page)]
    assert numbers == list(range(1, 394)), "each row once and in order"


@pytest.mark.slow  # tests/unit/test_evidence_rows.py has what the page gets at each level
def test_the_level_of_the_clinician_has_no_column_of_sources(page, parts: str) -> None:
    assert "Source" in web.find(page, ".kg-table thead")[0].text
    opened(page, parts, "clinician=1")
    assert "Source" not in web.find(page, ".kg-table thead")[0].text


def test_hostile_words_are_shown_letter_for_letter_and_do_nothing(browser, parts: str) -> None:
    page = opened(browser, parts, f"hostile={quote(HOSTILE)}")
    text = page.execute_script("return document.querySelector('.stMain').textContent")
    assert text.count(HOSTILE) >= 6
    ActionChains(page).move_to_element(web.find(page, f"{SENTENCE} .kg-chip")[0]).perform()
    web.until(page, lambda: web.find(page, f"{SENTENCE} .kg-card:not([hidden])"), 10)
    web.find(page, ".kg-table tbody tr")[0].click()
    assert web.find(page, ".kg-linked img, .kg-linked a[href*=evil]") == []
    assert page.title == "Graph Answers"
    assert web.foreign_requests(page, parts) == []


def test_a_narrow_screen_keeps_the_numbers_in_view(parts: str, telephone: web.Browser) -> None:
    driver = opened(telephone, parts)
    page_is_wider = (
        "return document.querySelector('.stMain').scrollWidth > document.querySelector('.stMain').clientWidth"
    )
    assert not driver.execute_script(page_is_wider)
    box = "const box = document.querySelector('.kg-box'); "
    assert driver.execute_script(f"{box} box.scrollLeft = 999; return box.scrollLeft") > 100
    offset = """
      const [number, around] = [document.querySelector('tbody .kg-pinned'), document.querySelector('.kg-box')];
      return number.getBoundingClientRect().left - around.getBoundingClientRect().left;"""
    assert abs(driver.execute_script(offset)) <= 2


@pytest.mark.slow  # test_accessibility.py looks at answers with their tables
@pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")
@pytest.mark.parametrize(
    "query", ["", *(pytest.param(one, marks=pytest.mark.slow) for one in ("many=990", "hostile=a"))]
)
def test_axe_finds_nothing_serious(browser, parts: str, query: str) -> None:
    page = opened(browser, parts, query)
    ActionChains(page).move_to_element(web.find(page, f"{SENTENCE} .kg-chip")[0]).perform()
    assert axe.complaints(page) == []
