"""Files that leave the app, as a browser opens them; the menu that gives them; an answer for paper."""

from __future__ import annotations

import zipfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

import chromium as web
import hostile
import pytest
import traces

from kgqa.exports import graph_page
from kgqa.history.replay import from_json
from kgqa.presentation import graph_svg
from kgqa.presentation.graph_layout import arrange
from kgqa.schema.model import Schema

SCHEMA = Schema(nodes=(), relations=())
QUESTION = "which-diseases-show-both-arachnodactyly-and-ectopia-lentis"
MARKS = """
return [...document.querySelectorAll('*')].filter((one) =>
  [...one.attributes].some((attribute) => attribute.name.startsWith('on')
    || (['href', 'src', 'action', 'xlink:href'].includes(attribute.name) && !/^https:/.test(attribute.value)))
  || ['IMG', 'IFRAME', 'OBJECT', 'LINK', 'BASE', 'FORM'].includes(one.tagName)
).map((one) => one.outerHTML.slice(0, 200));
"""
PIXELS = """
const canvas = document.querySelector('canvas');
const image = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
return new Set(new Uint32Array(image.data.buffer)).size;
"""


@pytest.fixture
def page(stand_in: str) -> str:
    """The address of the exports of answers made by hand."""
    return f"{stand_in}/made-exports"


def written(folder: Path, trace: traces.Trace, name: str = "graph.html") -> str:
    """The stand-alone page of an answer as a file; gives its address."""
    path = folder / name
    path.write_bytes(graph_page.page(arrange(trace), trace, SCHEMA))
    return path.as_uri()


def problems(driver) -> list[str]:
    """What the browser refused or failed at since the last call."""
    return [entry["message"] for entry in driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]


def test_the_stand_alone_page_draws_and_explains_itself_without_a_network(browser, tmp_path: Path) -> None:
    problems(browser)
    browser.get(written(tmp_path, traces.intersection(8, aside=3)))
    assert web.until(browser, lambda: web.find(browser, "canvas"), 30)
    web.until(browser, lambda: browser.execute_script(PIXELS) > 20, 30)
    legend = web.find(browser, ".legend")[0].text
    for words in ("Disease", "Phenotype", "number = row of the evidence", "dashed = looked for, not found", "drawn"):
        assert words in legend
    assert len(web.find(browser, "ol > li")) == len(traces.intersection(8, aside=3).evidence)
    text = web.page_text(browser)
    assert traces.CARD.citation in text
    assert "Not medical advice" in text
    requests = web.foreign_requests(browser, "http://own.example")
    assert [one for one in requests if not one.startswith("file:")] == []
    assert problems(browser) == []


@pytest.mark.slow  # test_picture.py chooses arrows
def test_choosing_an_arrow_on_the_stand_alone_page_shows_its_line(browser, tmp_path: Path) -> None:
    browser.get(written(tmp_path, traces.intersection(0, aside=0)))
    web.until(browser, lambda: web.find(browser, "canvas") and browser.execute_script(PIXELS) > 20, 30)
    canvas = web.find(browser, "canvas")[0]
    width, height = canvas.size["width"], canvas.size["height"]

    def chosen() -> bool:
        """Presses points on a line down the drawing until something is chosen."""
        for across in range(-8, 9):
            for down in (0, 8, -8):
                actions = web.ActionChains(browser)
                actions.move_to_element_with_offset(canvas, across * width // 20, down + height // 100)
                actions.click().perform()
                if "shows" in web.find(browser, "#chosen")[0].text:
                    return True
        return False

    assert web.until(browser, chosen, 60)
    lines = web.until(browser, lambda: web.find(browser, "li.chosen"), 10)
    assert "shows" in lines[0].text


@pytest.mark.slow  # what the page draws is looked at above
def test_buttons_and_theme_of_the_stand_alone_page(browser: web.Browser, tmp_path: Path) -> None:
    driver = browser
    driver.show_as(390, dark=True)
    driver.get(written(tmp_path, traces.intersection(8, aside=3)))
    web.until(driver, lambda: web.find(driver, "canvas") and driver.execute_script(PIXELS) > 20, 30)
    background = "return getComputedStyle(document.documentElement).backgroundColor"
    assert driver.execute_script(background) == "rgb(17, 23, 29)"
    assert driver.execute_script("return document.documentElement.scrollWidth <= innerWidth")
    before = driver.get_screenshot_as_base64()
    web.press(driver, "Zoom in")
    web.until(driver, lambda: driver.get_screenshot_as_base64() != before, 20)
    web.press(driver, "Fit")
    scheme = {"name": "prefers-color-scheme", "value": "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    web.until(driver, lambda: driver.execute_script(background) == "rgb(255, 255, 255)", 20)


@pytest.mark.parametrize(
    "names", [hostile.OWN[::4], pytest.param(hostile.names(), marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_no_name_on_the_stand_alone_page_is_more_than_a_name(browser, tmp_path: Path, names: Sequence[str]) -> None:
    hostile.watch(browser)
    for place, name in enumerate([*names, "</script><script>top.kgqaTouched=1</script>", "a\u202eb\nc"]):
        browser.get(written(tmp_path, traces.hostile(name), f"{place}.html"))
        web.until(browser, lambda: web.find(browser, "canvas"), 30)
        canvas = web.find(browser, "canvas")[0]
        web.double_click(browser, canvas)
        assert browser.execute_script(MARKS) == [], name
        assert not browser.execute_script("return window.kgqaTouched"), name
        assert len(browser.window_handles) == 1, name
        heading = browser.execute_script("return document.querySelector('h1').textContent")
        assert heading == name.replace("\r\n", "\n").replace("\r", "\n"), name
    requests = web.foreign_requests(browser, "http://own.example")
    assert [one for one in requests if not one.startswith("file:")] == []


def test_no_name_in_the_image_is_more_than_a_name(browser, tmp_path: Path) -> None:
    hostile.watch(browser)
    for place, name in enumerate(hostile.names()):
        path = tmp_path / f"{place}.svg"
        path.write_bytes(graph_svg.image(arrange(traces.hostile(name))))
        browser.get(path.as_uri())
        assert browser.execute_script("return document.documentElement.nodeName") == "svg", name
        assert browser.execute_script("return document.querySelectorAll('script, a, image, parsererror').length") == 0
        assert not browser.execute_script("return window.kgqaTouched"), name
    requests = web.foreign_requests(browser, "http://own.example")
    assert [one for one in requests if not one.startswith("file:")] == []


def open_menu(driver, address: str) -> list[str]:
    """Opens the menu and gives what can be had from it."""
    driver.get(address)
    # A menu that is opened while the page is still being drawn is closed by what is drawn after it.
    web.until(driver, lambda: web.find(driver, "[data-testid='stPopover'] button") and web.settled(driver), 60)
    web.press(driver, "Export")
    buttons = web.until(driver, lambda: web.find(driver, "[data-testid='stDownloadButton'] button"), 30)
    return [button.text for button in buttons]


def test_the_menu_gives_every_file(browser, page: str, tmp_path: Path) -> None:
    given = open_menu(browser, page)
    assert given == [
        "Markdown", "JSON", "Answers as CSV", "Answers as XLSX", "Evidence as CSV", "Evidence as XLSX", "Graph as HTML",
    ]  # fmt: skip
    arguments = {"behavior": "allow", "downloadPath": str(tmp_path)}
    browser.execute_cdp_cmd("Browser.setDownloadBehavior", arguments)
    for words in given:
        web.press(browser, words)
    names = {
        f"{QUESTION}_{end}"
        for end in ("answer_2026-11-21.md", "answer_2026-11-21.json", "answers_2026-11-21.csv",
                    "answers_2026-11-21.xlsx", "evidence_2026-11-21.csv", "evidence_2026-11-21.xlsx",
                    "graph_2026-11-21.html")
    }  # fmt: skip
    web.until(browser, lambda: {path.name for path in tmp_path.iterdir()} == names, 60)
    files = {path.name.removeprefix(f"{QUESTION}_"): path.read_bytes() for path in tmp_path.iterdir()}
    assert from_json(files["answer_2026-11-21.json"]).answer.total == 11
    assert b"# Which diseases show both" in files["answer_2026-11-21.md"]
    assert files["answers_2026-11-21.csv"].count(b"\r\n") == 1 + 11 + 5
    for name in ("answers", "evidence"):
        with zipfile.ZipFile(tmp_path / f"{QUESTION}_{name}_2026-11-21.xlsx") as book:
            assert book.testzip() is None
    assert files["graph_2026-11-21.html"].startswith(b"<!doctype html>")


def test_the_menu_shows_the_address_and_offers_only_what_there_is(browser, page: str) -> None:
    assert open_menu(browser, f"{page}?trace=nothing") == ["Markdown", "JSON"]
    assert "http://127.0.0.1/?answer=0123456789abcdef" in [code.text for code in web.find(browser, "code")]
    links = [link.get_attribute("href") for link in web.find(browser, "[data-testid='stLinkButton'] a")]
    assert links == ["http://127.0.0.1/?answer=0123456789abcdef&view=print"]
    open_menu(browser, f"{page}?trace=nothing&bare=1")
    assert web.find(browser, "code") == []


def printed(driver, address: str) -> str:
    """Opens an answer for paper and waits until all of it is there."""
    driver.get(address)
    web.until(driver, lambda: "Not medical advice" in web.page_text(driver) and web.settled(driver), 60)
    return web.page_text(driver).replace("\u2060", "")


def test_paper_has_the_whole_answer_with_its_references(browser, page: str) -> None:
    text = printed(browser, f"{page}?view=print")
    assert "Which diseases show both arachnodactyly and ectopia lentis?" in text
    assert "11 diseases show both arachnodactyly and ectopia lentis" in text
    assert "21 November 2026, 08:30 UTC" in text
    assert traces.CARD.citation in text
    wanted = len(traces.intersection(10, aside=5).evidence)
    web.until(browser, lambda: len(web.find(browser, "table tbody tr")) == wanted, 30)
    first = web.find(browser, "table tbody tr")[0].text
    assert "124/197 (63 %)" in first
    assert "PMID:28050285" in first
    assert "PMID:29587526" in first
    links = [link.get_attribute("href") for link in web.find(browser, "table a")]
    assert links
    assert all(link.startswith("https://") for link in links)
    image = web.until(browser, lambda: web.find(browser, ".stMain img"), 30)[0]
    web.until(browser, lambda: browser.execute_script("return arguments[0].naturalWidth > 300", image), 30)
    text = printed(browser, f"{page}?view=print&trace=nothing")
    assert "That is silence, not proof of absence." in text
    assert web.find(browser, "table") == []


@pytest.mark.slow  # a short answer is counted above, row by row
def test_paper_gets_every_row_on_its_pages(browser, page: str) -> None:
    printed(browser, f"{page}?view=print&trace=many")
    web.until(browser, lambda: len(web.find(browser, "table tbody tr")) == 405, 60)
    sheet = browser.execute_cdp_cmd("Page.printToPDF", {"preferCSSPageSize": True})
    assert len(sheet["data"]) > 100_000


@pytest.mark.slow  # what stands on paper is looked at above
def test_paper_is_white_and_breaks_between_rows_whatever_the_theme(browser: web.Browser, page: str) -> None:
    driver = browser
    driver.show_as(dark=True)
    printed(driver, f"{page}?view=print")
    web.until(driver, lambda: web.find(driver, "table tbody tr"), 30)
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})

    def styles(selector: str, name: str) -> set[str]:
        script = "return [...document.querySelectorAll(arguments[0])].map((one) => getComputedStyle(one)[arguments[1]])"
        return set(driver.execute_script(script, selector, name))

    def is_drawn(selector: str, name: str, wanted: str) -> bool:
        return styles(selector, name) == {wanted}

    # A change of medium is drawn step by step, and colours fade over.
    for selector, name, wanted in (
        (".stApp", "backgroundColor", "rgb(255, 255, 255)"),
        ("td, p, li, h1, table a", "color", "rgb(0, 0, 0)"),
        (".stAppHeader", "display", "none"),
        ("table", "display", "table"),
        ("tr", "breakInside", "avoid"),
        (".stApp, .stMain, .stApp div", "overflow", "visible"),
    ):
        web.until(driver, partial(is_drawn, selector, name, wanted), 20)


def test_no_name_on_paper_is_more_than_a_name(browser, page: str) -> None:
    hostile.watch(browser)
    text = " ".join(printed(browser, f"{page}?view=print&trace=everything").split())
    assert [name for name in hostile.names() if " ".join(name.split())[:40] not in text] == []
    assert hostile.signs(browser, page) == []
    for name in hostile.OWN[:2]:
        text = printed(browser, f"{page}?view=print&trace=hostile&text={quote(name)}")
        assert hostile.signs(browser, page) == [], name
        assert " ".join(name.split())[:40] in " ".join(text.split()), name
