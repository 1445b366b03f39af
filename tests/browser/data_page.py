"""The Data page as a reader uses it: files are sent, cells changed, servers connected."""

from __future__ import annotations

import contextlib
from pathlib import Path

import chromium as web
from selenium.common.exceptions import TimeoutException
from selenium.webdriver import Chrome
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

ROW = 35
"""Height of a row of an editable table, its header included, in pixels."""
USED_AS = 140 + 180 + 60
"""Where the column begins that says what a column is used as, with room for a click, in pixels."""
MORE = "[data-testid='stPopoverBody']"
SENT_S = 20
LONG_S = 180

PRESS_IMPORT = """
const found = [...document.querySelectorAll('button')].find((one) => one.innerText === 'Import' && !one.disabled);
found?.click();
return Boolean(found);
"""

TICK = """
const found = [...document.querySelectorAll('.stMain label')]
  .find((one) => one.innerText.includes(arguments[0]) && one.getClientRects().length);
found?.querySelector('input').click();
return Boolean(found);
"""

NODES = "code,name,kind,synonyms,formula\n"
DRUGS = (
    "D1,Aspirin,Compound,acetylsalicylic acid|ASA,C9H8O4\n"
    "D2,Ibuprofen,Compound,,C13H18O2\n"
    "D3,Warfarin,Compound,,C19H16O4\n"
    "X1,Headache,Disease,,\n"
    "X3,Thrombosis,Disease,,\n"
)
EDGES = "source,relation,target\nD1,TREATS,X1\nD2,TREATS,X1\nD3,TREATS,X3\n"
BAD = "D3,TREATS,X9\nD3,TREATS\n"
"""A row to a node that is not there, and one with a cell too few: lines 5 and 6."""


def write(folder: Path, nodes: str = NODES + DRUGS, edges: str = EDGES) -> Path:
    """Two tables in a folder."""
    folder.mkdir(exist_ok=True)
    (folder / "nodes.csv").write_text(nodes, encoding="utf-8")
    (folder / "edges.csv").write_text(edges, encoding="utf-8")
    return folder


def visit(driver: Chrome, app: str) -> None:
    """Opens the page."""
    driver.get(f"{app}/data")
    web.until(driver, lambda: web.find(driver, "input[type=file]"), LONG_S)
    shown(driver, "For professional use")


def upload(driver: Chrome, folder: Path) -> None:
    """Sends both tables of a folder."""
    for place, table in enumerate(("nodes", "edges")):
        path = next(folder.glob(f"{table}.*"))
        web.until(driver, lambda path=path, place=place: _sent(driver, path, place), LONG_S)
        shown(driver, f"First {rows(path)} rows of {table}")


def _sent(driver: Chrome, path: Path, place: int) -> bool:
    """Sends one file and says whether the page has it; a page that was drawn anew at that moment has not."""
    inputs = web.find(driver, "input[type=file]")
    if len(inputs) <= place:
        return False
    inputs[place].send_keys(str(path))
    with contextlib.suppress(TimeoutException):
        return web.until(driver, lambda: f"{path.stat().st_size}.0B" in plain_text(driver), SENT_S)
    return False


def rows(path: Path) -> int:
    """Rows of a short table that a preview shows; those with another number of cells than the header are not."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return len(lines) if path.suffix == ".jsonl" else sum(line.count(",") == lines[0].count(",") for line in lines[1:])


def shown(driver: Chrome, words: str) -> str:
    """Waits until the page says so; gives all its words."""
    return web.until(driver, lambda: words in (text := plain_text(driver)) and text, LONG_S)


def plain_text(driver: Chrome) -> str:
    """Everything that a reader can see, without the signs of no width."""
    return web.page_text(driver).replace("\u2060", "")


def use_as(driver: Chrome, table: int, row: int, use: str) -> None:
    """Changes what a column is used as, as a reader does: a double click opens the choices, Enter takes one."""
    grid = web.find(driver, ".stMain [data-testid=stDataFrame] canvas:first-of-type")[table]
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", grid)
    x, y = USED_AS - grid.size["width"] // 2, ROW * row + ROW * 3 // 2 - grid.size["height"] // 2
    ActionChains(driver).move_to_element_with_offset(grid, x, y).double_click().perform()
    box = web.until(driver, lambda: web.find(driver, "#portal input"), LONG_S)[0]
    box.send_keys(use)
    web.until(
        driver, lambda: use in driver.execute_script("return document.querySelector('#portal').innerText"), LONG_S
    )
    box.send_keys(Keys.ENTER)
    web.until(driver, lambda: not web.find(driver, "#portal input"), LONG_S)


def type_in(driver: Chrome, label: str, text: str) -> None:
    """Types into the visible box with this label, in place of what is there."""
    boxes = web.until(driver, lambda: visible(driver, f"input[aria-label='{label}']"), LONG_S)
    boxes[0].send_keys(Keys.CONTROL, "a")
    boxes[0].send_keys(Keys.DELETE)
    driver.execute_cdp_cmd("Input.insertText", {"text": text})
    boxes[0].send_keys(Keys.TAB)


def begin_import(driver: Chrome) -> None:
    """Presses Import as soon as it can be pressed; looked for and pressed at once, as the page may be drawn anew."""
    web.until(driver, lambda: driver.execute_script(PRESS_IMPORT), LONG_S)


def choose(driver: Chrome, words: str) -> None:
    """Picks the option, or ticks the box, with these words; looked for and pressed at once, as in ``begin_import``."""
    web.until(driver, lambda: driver.execute_script(TICK, words), LONG_S)


def tab(driver: Chrome, words: str) -> None:
    """Opens a tab."""
    found = web.until(driver, lambda: [one for one in web.find(driver, "[role=tab]") if words in one.text], LONG_S)
    driver.execute_script("arguments[0].click()", found[0])


def connect(driver: Chrome, uri: str, password: str, name: str) -> None:
    """Fills the form of a server and sends it."""
    type_in(driver, "Address", uri)
    type_in(driver, "What you call it", name)
    type_in(driver, "Password", password)
    web.press(driver, "Connect")


def visible(driver: Chrome, selector: str) -> list[web.WebElement]:
    """The elements that a selector names and a reader sees."""
    return [one for one in web.find(driver, selector) if one.is_displayed()]


def open_more(driver: Chrome, name: str) -> None:
    """Opens what else can be done with a graph; a page that is drawn anew meanwhile closes it again."""
    web.until(driver, lambda: web.settled(driver), LONG_S)

    def is_open() -> bool:
        with contextlib.suppress(TimeoutException):
            if not web.find(driver, MORE):
                web.press(driver, f"More on {name}")
            return bool(web.until(driver, lambda: web.find(driver, MORE), 3))
        return False

    web.until(driver, is_open, LONG_S)
