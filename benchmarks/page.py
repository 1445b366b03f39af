"""How fast the pages feel: steps of a reader in Chromium, timed by the browser's own clock, after it has drawn."""

from __future__ import annotations

import argparse
import shutil
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import TYPE_CHECKING, Any

from benchmarks import serving
from benchmarks.common import at_least, table
from kgqa.errors import KgqaError
from kgqa.ui.session.reader import COOKIE

if TYPE_CHECKING:
    from selenium.webdriver import Chrome

WAIT_S = 180.0
"""The first start loads the graph."""
BOX = "input[aria-label='Question']"
BOTH = "Which diseases show both arachnodactyly and ectopia lentis?"
NEXT_ONE = "Which genes are associated with Noonan syndrome?"
CHOSEN = 3
"""The evidence number that is pressed."""

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,1000",
)

PAINT = "first paint"
USABLE = "question box there"
COLD = "question box there, first visit of a browser"
CHIPS, ANSWER, TABLE, GRAPH = "chips", "answer", "table", "graph"
FIRST = "first question of a page: "
NEXT = "next question: "
DRAWN = "150 elements drawn"
ROW, DETAIL, EDGE = "number chosen, shown in its row", "… in the detail", "… in the graph"

TARGETS_MS: Mapping[str, float] = {
    PAINT: 1500, USABLE: 1500, FIRST + CHIPS: 300, NEXT + CHIPS: 300, DRAWN: 1000, ROW: 200, DETAIL: 200, EDGE: 200,
}  # fmt: skip

SIGNS: Mapping[str, str] = {
    CHIPS: "[class*='st-key-chip_'] button",
    ANSWER: "[class*='st-key-card_answered_'] .kg-headline",
    TABLE: "[class*='st-key-evidence_'] .kg-table tbody tr",
    GRAPH: "[class*='st-key-graph_'] .kg-picture[data-milliseconds] canvas",
}
"""What is on the page when a part of an answer is; around each is a container whose key names the asking."""

# Remembers when each sign was first on the page, in milliseconds since the last event of a kind. It looks once a frame
# and takes the time after the frame was drawn. What was there before, by the keys around it, does not count.
CLOCK = """
(() => {
  const around = (one) => [...(one.closest("[class*='st-key-']")?.classList ?? [])];
  const keys = (one) => around(one).filter((name) => name.startsWith('st-key-'));
  window.kgqaClock = {seen: {}};
  window.kgqaClock.watch = (signs, event, anew) => {
    const clock = window.kgqaClock, old = new Set();
    for (const one of document.querySelectorAll("[class*='st-key-']")) keys(one).forEach((key) => old.add(key));
    clock.seen = {};
    let start = event ? null : 0;
    if (event) document.addEventListener(event, () => { start ??= performance.now(); }, {capture: true, once: true});
    const look = () => {
      if (start !== null) for (const [name, selector] of Object.entries(signs)) {
        if (name in clock.seen) continue;
        const there = [...document.querySelectorAll(selector)].some((one) =>
          one.getClientRects().length && (!anew || keys(one).some((key) => !old.has(key))));
        if (there) { clock.seen[name] = null; setTimeout(() => { clock.seen[name] = performance.now() - start; }); }
      }
      if (Object.keys(clock.seen).length < Object.keys(signs).length) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  };
})();
"""
AT_START = f"window.kgqaClock.watch({{usable: {BOX!r}}}, null, false);"
# No answer needs so many on every graph: the drawing on the page lends its own, until they are 75 and 75.
DRAW = """
const done = arguments[arguments.length - 1];
const old = document.querySelector('.kg-picture'), {dots, arrows} = old.kgqaCard.data;
const some = (from, change) => Array.from({length: 75}, (_, at) => ({...from[at % from.length], ...change(at)}));
const data = {...old.kgqaCard.data, answer: null,
  dots: some(dots, (at) => ({key: `d${at}`, x: (at % 3) * 250, y: at * 42})),
  arrows: some(arrows, (at) => ({key: `a${at}`, source: `d${at}`, target: `d${(at + 1) % 75}`}))};
const root = document.createElement('div');
root.className = 'kg-picture';
old.after(root);
const start = performance.now();
const card = window.kgqaPicture.createCard(root, data, () => {});
requestAnimationFrame(() => setTimeout(() => {
  const took = performance.now() - start;
  window.kgqaPicture.destroy(card);
  done(took);
}));
"""
PAINTED = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
SEEN = "return window.kgqaClock.seen"
SETTLED = "return document.querySelector('.stApp')?.getAttribute('data-test-script-state') === 'notRunning'"


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--times", type=at_least(1), default=7, help="how often each step is timed (7)")


def bench(options: argparse.Namespace) -> StepTimes:
    """Serves the app and takes the steps."""
    with serving.served() as app:
        return measure(app.address, options.times, {COOKIE: app.new_reader()})


@dataclass(frozen=True, slots=True)
class StepTimes:
    """Milliseconds of every step, in the order in which they were first taken."""

    times_ms: Mapping[str, tuple[float, ...]]
    passed: bool = True

    def text(self) -> str:
        """The report as a table."""
        rows = []
        for step, times in self.times_ms.items():
            goal = TARGETS_MS.get(step)
            verdict = "" if goal is None else f"under {goal:,.0f} ms: {'met' if max(times) < goal else 'missed'}"
            rows.append((step, f"{median(times):,.0f} ms", f"{max(times):,.0f} ms", len(times), verdict))
        return "\n".join(table(("step", "median", "worst", "times", "goal"), rows)) + "\n"


def measure(address: str, times: int, cookies: Mapping[str, str]) -> StepTimes:
    """Takes the steps so often.

    Args:
        times: how often; each time on a page that was opened anew.
        cookies: what the browsers bring along.

    Raises:
        KgqaError: there is no Chromium, or a step did not come to its end.
    """
    taken: dict[str, list[float]] = defaultdict(list)
    with browser(address, cookies) as driver:
        _visit(driver, address)  # starts what the server starts only once
    with browser(address, cookies) as driver:
        taken[COLD].append(_visit(driver, address))
        for _ in range(times):
            _take(driver, address, taken)
    order = (COLD, PAINT, USABLE, *(FIRST + part for part in SIGNS), *(NEXT + part for part in SIGNS), DRAWN)
    return StepTimes({step: tuple(taken[step]) for step in (*order, ROW, DETAIL, EDGE)})


def _take(driver: Chrome, address: str, taken: dict[str, list[float]]) -> None:
    """All steps once, from opening the page on."""
    taken[USABLE].append(_visit(driver, address))
    taken[PAINT].append(driver.execute_script(PAINTED))
    for part, took in _ask(driver, BOTH).items():
        taken[FIRST + part].append(took)
    for step, took in _choose(driver, CHOSEN).items():
        taken[step].append(took)
    for part, took in _ask(driver, NEXT_ONE).items():
        taken[NEXT + part].append(took)
    taken[DRAWN].append(_drawn(driver))


@contextmanager
def browser(address: str, cookies: Mapping[str, str]) -> Iterator[Chrome]:
    """A Chromium with a profile of its own, which ends with the block.

    Args:
        address: for which it has the cookies.

    Raises:
        KgqaError: it is not on this machine, or does not start.
    """
    try:
        from selenium.common.exceptions import WebDriverException
        from selenium.webdriver import Chrome, ChromeOptions, ChromeService
    except ImportError:
        raise KgqaError("selenium is not installed. `pip install -r requirements-dev.txt` brings it.") from None
    program, helper = shutil.which("chromium") or shutil.which("chromium-browser"), shutil.which("chromedriver")
    if not program or not helper:
        raise KgqaError("Neither chromium nor chromedriver may be missing from the path. Install them and try again.")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        options = ChromeOptions()
        options.binary_location = program
        for flag in (*FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        try:
            driver = Chrome(options=options, service=ChromeService(executable_path=helper))
        except WebDriverException as error:
            raise KgqaError(f"Chromium did not start: {error.msg!r}. Start it by hand to see more.") from None
        try:
            driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": CLOCK + AT_START})
            for name, value in cookies.items():
                driver.execute_cdp_cmd("Network.setCookie", {"name": name, "value": value, "url": address})
            yield driver
        finally:
            driver.quit()


def _visit(driver: Chrome, address: str) -> float:
    """Opens the page; gives the milliseconds until a question can be asked."""
    driver.get(address)
    seen = _all_seen(driver, 1, "show the question box")
    _until(driver, lambda: driver.execute_script(SETTLED), "finish the page")
    return seen["usable"]


def _ask(driver: Chrome, question: str) -> dict[str, float]:
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys

    box = driver.find_element(By.CSS_SELECTOR, BOX)
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(question)
    driver.execute_script("window.kgqaClock.watch(arguments[0], 'keydown', true)", dict(SIGNS))
    box.send_keys(Keys.ENTER)
    seen = _all_seen(driver, len(SIGNS), f"answer {question!r}")
    _until(driver, lambda: driver.execute_script(SETTLED), "finish the answer")
    return {part: seen[part] for part in SIGNS}


def _choose(driver: Chrome, number: int) -> dict[str, float]:
    from selenium.webdriver.common.by import By

    signs = {
        ROW: f"[class*='st-key-evidence_'] tbody tr[aria-selected='true'][aria-rowindex='{number + 1}']",
        DETAIL: f"[class*='st-key-evidence_'] .kg-detail[aria-label^='Evidence {number} ']",
        EDGE: f".kg-picture[data-selected='{number}']",
    }
    chip = driver.find_element(By.CSS_SELECTOR, f".kg-sentence .kg-chip[data-number='{number}']")
    driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", chip)
    driver.execute_script("window.kgqaClock.watch(arguments[0], 'pointerdown', false)", signs)
    chip.click()
    return _all_seen(driver, len(signs), f"show evidence {number}")


def _drawn(driver: Chrome) -> float:
    """Milliseconds from the first line of the drawing's code until 150 things and arrows are on the page."""
    return float(driver.execute_async_script(DRAW))


def _all_seen(driver: Chrome, number: int, what: str) -> dict[str, float]:
    def seen() -> dict[str, float] | None:
        found: dict[str, float | None] = driver.execute_script(SEEN) or {}
        times = {name: took for name, took in found.items() if took is not None}
        return times if len(times) == number else None

    times: dict[str, float] = _until(driver, seen, what)
    return times


def _until(driver: Chrome, true: Callable[[], Any], what: str) -> Any:
    deadline = time.monotonic() + WAIT_S
    while time.monotonic() < deadline:
        found = true()
        if found:
            return found
        time.sleep(0.02)
    raise KgqaError(f"The page did not {what} within {WAIT_S:g} s. Try it by hand at {driver.current_url}.")
