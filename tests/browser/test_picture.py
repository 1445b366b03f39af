"""The drawing in the browser: what can be done with it, and what never happens to it."""

from __future__ import annotations

import json
import re
from urllib.parse import quote

import chromium as web
import pytest
from selenium.common.exceptions import NoAlertPresentException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

ATTACKS = (
    "<script>top.document.title='taken'</script><img src=x onerror=\"top.document.title='taken'\">",
    "![i](https://evil.example/i.png) [a](https://evil.example) javascript:top.document.title='taken'",
    "\u202eevil\u202c \x07 \\u003cimg\\u003e &lt;b&gt; </style></script> ${7*7} {{7*7}}",
    "名字" * 300,
)
INVISIBLE = re.compile(r"[\x00-\x1f\u202a-\u202e\s]+")
PLACE = """
const card = document.querySelectorAll('.kg-picture')[0].kgqaCard;
const things = {...Object.fromEntries(card.plan.dots)};
const dot = Object.values(things).find((dot) => [dot.text, dot.key].includes(arguments[0]));
const numbered = (arrow) => arrow.numbers.includes(arguments[0]);
const [x, y] = dot ? [dot.x, dot.y] : card.plan.arrows.find(numbered).points[12];
const at = {x, y};
const point = card.network.canvasToDOM(at), frame = card.stage.getBoundingClientRect();
return [point.x - frame.width / 2, point.y - frame.height / 2];
"""
VIEW = """
const card = document.querySelectorAll('.kg-picture')[0].kgqaCard;
window.seenCanvas ??= card.canvas;
return [card.canvas === window.seenCanvas, card.network.getScale(), card.network.getViewPosition()];
"""
SELECT = (
    "document.dispatchEvent(new CustomEvent('kgqa:select',"
    " {detail: {answer: arguments[0], number: arguments[1], from: 'chip'}}))"
)
COLOUR = "return document.querySelector('.kg-picture').kgqaCard.colours[arguments[0]]"
CHOSEN = "return [...document.querySelectorAll('.kg-picture')].map((one) => one.dataset.selected)"


@pytest.fixture
def pictures(stand_in: str) -> str:
    """The address of a page of drawings alone."""
    return f"{stand_in}/made-picture"


def show(driver, address: str, query: str = "") -> None:
    """Opens the page and waits until its first drawing is there."""
    driver.get(f"{address}?{query}")
    web.until(driver, lambda: web.find(driver, ".kg-stage canvas"), 60)
    web.until(driver, lambda: "Told:" in web.page_text(driver) and web.settled(driver), 30)


@pytest.fixture
def page(browser, pictures: str):
    """The drawings of two answers."""
    show(browser, pictures)
    return browser


def click(driver, what: str | int) -> None:
    """Clicks a thing by its name or key, or an arrow by its number."""
    stage = web.find(driver, ".kg-stage")[0]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", stage)
    across, down = driver.execute_script(PLACE, what)
    ActionChains(driver).move_to_element_with_offset(stage, round(across), round(down)).click().perform()


def chosen(driver) -> list[str]:
    return list(driver.execute_script(CHOSEN))


def named(driver, words: str):
    """The first button of the drawings with exactly these words."""
    path = f"//*[contains(@class, 'kg-picture')]//button[normalize-space(.)={json.dumps(words)}]"
    return web.until(driver, lambda: driver.find_elements(By.XPATH, path), 20)[0]


def test_a_number_chosen_elsewhere_stands_out_nothing_moves_and_an_arrow_chooses_its_numbers(page) -> None:
    assert len(web.find(page, ".kg-picture")) == 2, "a drawing of nothing is not there"
    assert chosen(page) == ["1", "1"]
    before = page.execute_script(VIEW)
    page.execute_script(SELECT, "one", 5)
    assert chosen(page) == ["5", "1"], "the other answer has numbers of its own"
    page.execute_script(SELECT, "somebody else's", 6)
    assert chosen(page) == ["5", "1"]
    assert page.execute_script(VIEW) == before
    assert before[0] is True

    # A click on an arrow chooses its numbers one after the other, without the server.
    runs = [line for line in web.page_text(page).splitlines() if line.startswith("Runs:")]
    click(page, 2)
    web.until(page, lambda: chosen(page)[0] == "2", 10)
    for expected in ("1", "3", "1"):
        click(page, 1)
        web.until(page, lambda expected=expected: chosen(page)[0] == expected, 10)
    assert page.execute_script("return window.kgqaSelected.one") == 1
    assert [line for line in web.page_text(page).splitlines() if line.startswith("Runs:")] == runs


@pytest.mark.slow  # that nothing moves is seen in the test above
def test_only_the_reader_moves_the_drawing(page) -> None:
    web.find(page, "[aria-label='Zoom in']")[0].click()
    page.execute_script(SELECT, "one", 4)
    before = page.execute_script(VIEW)
    runs = [line for line in web.page_text(page).splitlines() if line.startswith("Runs:")]
    web.press(page, "Run again")
    web.until(page, lambda: not any(run in web.page_text(page) for run in runs), 20)
    assert page.execute_script(VIEW) == before
    assert chosen(page)[0] == "4"

    # Fit brings all of it back.
    named(page, "Fit").click()
    first = page.execute_script(VIEW)
    named(page, "+").click()
    named(page, "+").click()
    assert page.execute_script(VIEW)[1] > first[1]
    named(page, "Fit").click()
    assert page.execute_script(VIEW) == first

    # The wheel scrolls the page and zooms only with Control.
    stage = web.find(page, ".kg-stage")[0]
    wheel = (
        "const event = new WheelEvent('wheel', {deltaY: -100, ctrlKey: arguments[1], cancelable: true, bubbles: true});"
        "document.querySelectorAll('.kg-stage canvas')[0].dispatchEvent(event); return event.defaultPrevented"
    )
    assert page.execute_script(wheel, stage, False) is False
    assert page.execute_script(VIEW) == first
    assert page.execute_script(wheel, stage, True) is True
    assert page.execute_script(VIEW)[1] > first[1]


def test_a_thing_opens_its_facts_and_what_is_wanted_with_it_is_told(page) -> None:
    click(page, "Marfan syndrome")
    panel = web.until(page, lambda: web.find(page, ".kg-panel"), 10)[0]
    assert "Disease · OMIM:154700" in panel.text
    assert "Marfan syndrome shows Ectopia lentis" in panel.text
    web.find(page, ".kg-panel [aria-label^='Evidence 3:']")[0].click()
    assert chosen(page)[0] == "3"
    assert web.find(page, ".kg-panel [aria-pressed='true']")[0].text == "3"
    named(page, "Close").click()
    assert web.find(page, ".kg-panel") == []

    # What is wanted with a thing reaches the server.
    for words, told in (("Explore this", "explore"), ("Use in a new question", "use")):
        click(page, "Disease number 3")
        named(page, words).click()
        web.until(page, lambda told=told: f"Told: {told} Disease number 3" in web.page_text(page), 20)
        web.until(page, lambda: web.settled(page), 20)
        for close in page.find_elements(
            By.XPATH, "//*[contains(@class, 'kg-panel')]//button[normalize-space(.)='Close']"
        ):
            close.click()


def test_the_keyboard_walks_opens_leaves_and_reaches_every_control(page) -> None:
    stage = web.find(page, ".kg-stage")[0]
    assert stage.get_attribute("role") == "application"
    assert "The table holds the same facts" in stage.get_attribute("aria-label")
    page.execute_script("arguments[0].focus()", stage)
    for key in (Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_DOWN):
        ActionChains(page).send_keys(key).perform()
    said = web.find(page, ".kg-spoken")[0].get_attribute("textContent")
    assert "arrow" in said
    assert "Disease" in said
    ActionChains(page).send_keys(Keys.ENTER).perform()
    assert web.find(page, ".kg-panel")
    assert page.execute_script("return document.activeElement.className") == "kg-panel"
    ActionChains(page).send_keys(Keys.ESCAPE).perform()
    assert web.find(page, ".kg-panel") == []
    assert page.execute_script("return document.activeElement === arguments[0]", stage)

    # Every control is reached by Tab.
    page.execute_script("document.querySelector('.kg-head button').focus()")
    reached = []
    for _ in range(8):
        reached.append(
            page.execute_script("return document.activeElement.ariaLabel || document.activeElement.innerText")
        )
        ActionChains(page).send_keys(Keys.TAB).perform()
    assert reached[:3] == ["Fit", "Full width", "PNG"]
    assert reached[3].startswith("Drawing of the facts")
    assert reached[4:] == ["Disease", "Phenotype", "Zoom out", "Zoom in"]


def test_full_width_is_the_same_canvas_over_the_page_and_escape_closes_it(page) -> None:
    before = page.execute_script(VIEW)
    height = page.execute_script("return document.querySelector('.stMain').scrollHeight")
    named(page, "Full width").click()
    root = web.find(page, ".kg-picture")[0]
    assert root.get_attribute("role") == "dialog"
    web.until(page, lambda: root.size["width"] > 1200, 10)
    web.until(page, lambda: web.find(page, ".kg-stage canvas")[0].size["width"] > 1100, 10)
    assert page.execute_script(VIEW)[0] is True
    assert page.execute_script("return document.querySelector('.stMain').scrollHeight") == height
    for _ in range(12):
        ActionChains(page).send_keys(Keys.TAB).perform()
        assert page.execute_script("return arguments[0].contains(document.activeElement)", root)
    ActionChains(page).send_keys(Keys.ESCAPE).perform()
    assert root.get_attribute("role") is None
    assert page.execute_script("return document.activeElement.innerText") == "Full width"
    web.until(page, lambda: page.execute_script(VIEW) == before, 10)


def test_the_filter_hides_and_nothing_else_moves(page) -> None:
    before = page.execute_script(VIEW)
    seen = "const {seen} = document.querySelector('.kg-picture').kgqaCard; return [seen.dots.size, seen.arrows.size]"
    whole = page.execute_script(seen)
    chip = web.find(page, ".kg-toggle")[0]
    assert (chip.text, chip.get_attribute("aria-pressed")) == ("Disease", "true")
    chip.click()
    assert chip.get_attribute("aria-pressed") == "false"
    assert page.execute_script(seen) == [2, 0], "what the question names stays"
    assert "Hidden by your choice" in web.find(page, ".kg-said")[0].text
    assert page.execute_script(VIEW) == before
    chip.click()
    assert page.execute_script(seen) == whole
    assert "18 of 18 things, 33 of 33 links drawn." in web.find(page, ".kg-said")[0].text


@pytest.mark.slow  # colours of both themes are compared in tests/unit
def test_the_theme_is_followed_without_a_run(browser, pictures: str) -> None:
    driver = browser
    show(driver, pictures)
    assert driver.execute_script(COLOUR, "selection") == "rgb(194, 24, 91)"
    before = driver.execute_script(VIEW)
    runs = [line for line in web.page_text(driver).splitlines() if line.startswith("Runs:")]
    for reduced in ("no-preference", "reduce"):
        for scheme, colour in (("dark", "rgb(255, 209, 102)"), ("light", "rgb(194, 24, 91)")):
            features = [
                {"name": "prefers-color-scheme", "value": scheme},
                {"name": "prefers-reduced-motion", "value": reduced},
            ]
            driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
            web.until(driver, lambda colour=colour: driver.execute_script(COLOUR, "selection") == colour, 20)
    assert driver.execute_script(VIEW) == before
    assert runs == [line for line in web.page_text(driver).splitlines() if line.startswith("Runs:")]


@pytest.mark.slow  # the image is looked at in test_exports.py
def test_the_whole_drawing_is_saved_on_the_ground_of_the_theme(page, tmp_path) -> None:
    page.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": str(tmp_path)})
    named(page, "PNG").click()
    found = tmp_path / "graph.png"
    web.until(page, lambda: found.exists() and found.stat().st_size > 0, 20)
    content = found.read_bytes()
    assert content.startswith(b"\x89PNG")
    width, height = (int.from_bytes(content[at : at + 4], "big") for at in (16, 20))
    assert height > width > 700
    corner = (
        "const canvas = picture(document.querySelector('.kg-picture').kgqaCard); "
        "return [...canvas.getContext('2d').getImageData(1, 1, 1, 1).data]"
    ).replace("picture(", "window.kgqaPicture.picture(")
    assert page.execute_script(corner) == [255, 255, 255, 255]


@pytest.mark.parametrize("attack", [ATTACKS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in ATTACKS[1:])])
def test_hostile_names_are_text_and_nothing_else(browser, pictures: str, attack: str) -> None:
    show(browser, pictures, f"attack={quote(attack)}")
    for key in ("n0", "n1"):
        click(browser, key)
        panel = web.until(browser, lambda: web.find(browser, ".kg-panel strong"), 10)[0]
        assert panel.get_attribute("textContent")[:40] == INVISIBLE.sub(" ", attack).strip()[:40]
    assert browser.title == "Graph Answers"
    assert web.find(browser, ".kg-picture img, .kg-picture script, .kg-picture a, .kg-picture b") == []
    assert web.foreign_requests(browser, pictures) == []
    root = web.find(browser, ".kg-picture")[0]
    assert browser.execute_script("return arguments[0].scrollWidth - arguments[0].clientWidth", root) <= 0
    with pytest.raises(NoAlertPresentException):
        _ = browser.switch_to.alert.text


def test_on_a_telephone_a_finger_scrolls_the_page_and_a_group_tells_of_the_rest(
    telephone: web.Browser, pictures: str
) -> None:
    driver = telephone
    show(driver, pictures, "most=20")
    assert driver.execute_script("return document.documentElement.scrollWidth") <= 390
    canvas = web.find(driver, ".kg-stage canvas")[0]
    assert "pan-y" in driver.execute_script("return getComputedStyle(arguments[0]).touchAction", canvas)
    assert canvas.size["height"] <= 380
    assert "8 of 28 things, 12 of 53 links drawn." in web.page_text(driver)
    click(driver, "+ 20 more in the table")
    web.until(driver, lambda: "Told: open + 20 more in the table" in web.page_text(driver), 20)


def test_types_and_their_relations_are_drawn_apart(browser, pictures: str) -> None:
    show(browser, pictures, "schema=1")
    labels = browser.execute_script(
        "const card = document.querySelector('.kg-picture').kgqaCard;"
        "return card.plan.arrows.map((arrow) => [...arrow.label, arrow.labelWidth])"
    )
    assert len(labels) == 2, "parallel relations are one arrow"
    for place, (x, y, width) in enumerate(labels):
        for other_x, other_y, other_width in labels[place + 1 :]:
            assert abs(x - other_x) >= (width + other_width) / 2 or abs(y - other_y) >= 14
    click(browser, "Gene (3)")
    panel = web.until(browser, lambda: web.find(browser, ".kg-panel"), 10)[0]
    assert "gene marks disease (7)" in panel.text
    assert "Explore this" not in panel.text


def test_a_number_whose_source_is_hidden_is_not_shown(browser, pictures: str) -> None:
    show(browser, pictures, "sources=1")
    shown = "return document.querySelector('.kg-picture').kgqaCard.plan.arrows.map((arrow) => arrow.lines[0])"
    assert browser.execute_script(shown)[0] == "1, 3"
    named(browser, "ORPHA").click()
    assert browser.execute_script(shown)[0] == "1"
    for _ in range(2):
        click(browser, 1)
        assert chosen(browser)[0] == "1"


@pytest.mark.parametrize("attack", [ATTACKS[0], *(pytest.param(one, marks=pytest.mark.slow) for one in ATTACKS[1:])])
def test_hostile_names_do_nothing_in_the_other_drawing_either(browser, pictures: str, attack: str) -> None:
    browser.get(f"{pictures}?agraph=1&attack={quote(attack)}")
    web.until(browser, lambda: web.find(browser, "[class*='st-key-graph_'] iframe"), 60)
    browser.switch_to.frame(web.find(browser, "[class*='st-key-graph_'] iframe")[0])
    web.until(browser, lambda: web.find(browser, "canvas"), 30)
    web.double_click(browser, web.find(browser, "canvas")[0])
    browser.switch_to.default_content()
    web.until(browser, lambda: web.find(browser, ".st-key-clicked"), 20)
    assert browser.title == "Graph Answers"
    assert len(browser.window_handles) == 1
    assert web.foreign_requests(browser, pictures) == []
    assert web.find(browser, ".stMain img, .stMain a[href*='evil']") == []
