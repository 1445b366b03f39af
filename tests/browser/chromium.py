"""A headless Chromium that talks to the app alone, and what the tests ask of it."""

from __future__ import annotations

import contextlib
import json
import shutil
import time
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from outside import Outside
from selenium.common.exceptions import NoSuchElementException, StaleElementReferenceException, TimeoutException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement

PROGRAM = shutil.which("chromium") or shutil.which("chromium-browser")
DRIVER = shutil.which("chromedriver")

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-color-profile=srgb",
    "--disable-extensions",
    "--disable-site-isolation-trials",
    "--disable-features=IsolateOrigins,site-per-process,SpareRendererForSitePerProcess",
    "--js-flags=--no-turbofan",
)
"""With isolation, each new page has a new process, which compiles all of the app's script anew and so doubles the
processor time of a page; a browser of the tests visits the app alone. No page lives so long that the optimising
compiler pays for itself, which takes an eighth of the processor time."""

VENDORS = ("google.com", "googleapis.com", "gvt1.com", "gstatic.com", "duckduckgo.com")
"""Whom Chromium itself asks, whatever it is told: for updates, for its account, for its page of new tabs."""

FIRST_START_S = 240
"""The first to come waits until the graph is loaded."""

FIRST_NEAREST_S = 90
"""A page is under way until what is nearest to its question is found, for which the app first loads a model."""

Held = TypeVar("Held")

PATIENCE = 3
"""A machine that has too much to do gets so many times as long; what never holds fails all the same."""

SHORTEST_PAUSE_S, LONGEST_PAUSE_S = 0.02, 0.25
"""Between two looks at a page: short at first, as most of what is waited for is there at once, and longer then."""

PRESS = """
const plain = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
const found = [...document.querySelectorAll('button, summary')].find((one) => plain(one).includes(arguments[0]));
found?.click();
return found !== undefined;
"""

BOX = "input[aria-label='Question']"
CARD = "[class*='st-key-card_']"
RUNNING = ".st-key-card_running, .st-key-card_opening"
RESOURCES = "return performance.getEntriesByType('resource').map((one) => one.name)"
SELECT_ALL = "const box = document.querySelector(arguments[0]); box?.focus(); box?.select(); return box !== null"
HOLDS = """
const box = document.querySelector(arguments[0]);
return document.activeElement === box && box.value === arguments[1];
"""
CARD_TEXT = "return document.querySelector(arguments[0])?.innerText ?? ''"
CARD_CLASS = "return document.querySelector(arguments[0])?.className ?? ''"
"""Every asking has a card of its own, whose class tells it from all others."""
ANSWERED = """
const [selector, running, before] = arguments, card = document.querySelector(selector);
const state = document.querySelector('.stApp')?.getAttribute('data-test-script-state') ?? 'notRunning';
return card !== null && card.className !== before && !document.querySelector(running) && state === 'notRunning';
"""
"""Looked at all at once: a page that is drawn anew has for a moment no card that runs."""


class Browser(Chrome):
    """A Chromium that can be made one that was never used.

    Attributes:
        outside: what it asks of other machines comes there; None for one whose requests nobody counts.
        watched: the scripts that every new page begins with, by the name that the browser gave them.
    """

    outside: Outside | None = None
    watched: tuple[str, ...] = ()

    def begin_pages_with(self, script: str) -> None:
        """Runs a script in every document from now on, before anything else; until the browser is made new."""
        made = self.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.watched = (*self.watched, made["identifier"])

    def show_as(self, width: int = 1280, dark: bool = False, telephone: bool = False) -> None:
        """Takes a width, a theme, and the name of a telephone's browser."""
        screen = {"width": width, "height": 1000 if width > 640 else 844, "deviceScaleFactor": 1, "mobile": telephone}
        self.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
        agent = self.execute_script("return navigator.userAgent").removesuffix(" Mobile")
        self.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": f"{agent} Mobile" if telephone else agent})
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "", "features": [scheme]})

    def renew(self) -> None:
        """One window on an empty page, without cookies, storage, scripts or anything else of those who used it."""
        first, *others = self.window_handles
        for handle in others:
            self.switch_to.window(handle)
            self.close()
        self.switch_to.window(first)
        for script in self.watched:
            self.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", {"identifier": script})
        self.watched = ()
        origin = self.execute_script("return location.origin")
        if origin.startswith("http"):
            self.execute_script("sessionStorage.clear()")
        # A page that is still open may be given its cookie again, and with it who read in it.
        self.get("about:blank")
        self.execute_cdp_cmd("Network.clearBrowserCookies", {})
        if origin.startswith("http"):
            # Its page in the cache is what makes the next visit quick.
            kinds = "local_storage,indexeddb,cache_storage,service_workers"
            self.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
        self.execute_cdp_cmd("Browser.setDownloadBehavior", {"behavior": "default"})
        self.show_as()
        self.get_log("browser")
        if self.outside is not None:
            self.outside.taken()


def start(folder: str, outside: Outside | None = None, *, log: bool = False) -> Browser:
    """A browser with a profile of its own in ``folder``.

    Args:
        log: keep every message of the network for the test, which takes a quarter of the time of a page.
    """
    options = ChromeOptions()
    options.binary_location = PROGRAM or ""
    for flag in (*FLAGS, f"--user-data-dir={folder}", "--window-size=1280,1000"):
        options.add_argument(flag)
    if outside is not None:
        options.add_argument(f"--proxy-server=http://127.0.0.1:{outside.port}")  # loopback goes past it by itself
    kinds = {"browser": "ALL"} | ({"performance": "ALL"} if log else {})
    options.set_capability("goog:loggingPrefs", kinds)
    driver = Browser(options=options, service=ChromeService(executable_path=DRIVER))
    driver.outside = outside
    driver.set_page_load_timeout(60)
    driver.show_as()
    return driver


def visit(driver: Chrome, address: str, seconds: float = 60) -> None:
    """Opens the page and waits until a question can be asked."""
    driver.get(address)
    until(driver, lambda: find(driver, BOX) and settled(driver), seconds)


def ask(driver: Chrome, question: str, seconds: float = 60) -> str:
    """Types a question, presses Enter, waits for the answer of exactly this question, and gives its card's text."""
    before = driver.execute_script(CARD_CLASS, CARD)
    submit(driver, question)
    wait_for_answer(driver, before, seconds)
    return card(driver)


def wait_for_answer(driver: Chrome, before: str, seconds: float = 60) -> None:
    """Waits until a card of another class than before stands there, and no asking and no run of the page goes on."""
    until(driver, lambda: driver.execute_script(ANSWERED, CARD, RUNNING, before), seconds)


def submit(driver: Chrome, question: str) -> None:
    """Types a question and presses Enter, without waiting for its answer."""
    until(driver, lambda: _typed(driver, question), FIRST_NEAREST_S)
    driver.switch_to.active_element.send_keys(Keys.ENTER)


def _typed(driver: Chrome, question: str) -> bool:
    """Types into the box of a page that stands still, and says whether it is there: one that is drawn anew loses it."""
    if not settled(driver) or not driver.execute_script(SELECT_ALL, BOX):
        return False
    driver.execute_cdp_cmd("Input.insertText", {"text": question})
    if not question:
        driver.switch_to.active_element.send_keys(Keys.DELETE)
    return bool(driver.execute_script(HOLDS, BOX, question))


def card(driver: Chrome) -> str:
    """What the answer card says; empty while there is none."""
    return str(driver.execute_script(CARD_TEXT, CARD))


def find(driver: Chrome, selector: str) -> list[WebElement]:
    """The elements of the page that a CSS selector names."""
    return driver.find_elements(By.CSS_SELECTOR, selector)


def button(driver: Chrome, words: str) -> WebElement:
    """The first button or foldable heading with these words, waited for."""
    path = f"//*[self::button or self::summary][contains(normalize-space(.), {json.dumps(words)})]"
    found = until(driver, lambda: driver.find_elements(By.XPATH, path), 60)
    return found[0]


def press(driver: Chrome, words: str) -> None:
    """Presses the button with these words and waits until the page stands still.

    It is looked for and pressed at once, as a page that is drawn anew puts another in its place.
    """
    until(driver, lambda: driver.execute_script(PRESS, words), 60)
    until(driver, lambda: settled(driver), 30)


def double_click(driver: Chrome, element: WebElement) -> None:
    """Double-clicks right of the middle of an element, where the box of a drawing of two things stands."""
    width = element.size["width"]
    ActionChains(driver).move_to_element_with_offset(element, width // 4, -10).double_click().perform()


def page_text(driver: Chrome) -> str:
    """Everything that a reader can see."""
    return str(driver.execute_script("return document.body.innerText"))


def until(driver: Chrome, true: Callable[[], Held], seconds: float) -> Held:
    """Waits until something holds and gives it.

    Args:
        seconds: within which it holds on a machine that does nothing else.

    Raises:
        TimeoutException: with the address and the words of the page, without which a failure elsewhere tells nothing.
    """
    end, pause = time.monotonic() + seconds * PATIENCE, SHORTEST_PAUSE_S
    while True:
        # An element that was found and then drawn anew is looked for again.
        with contextlib.suppress(NoSuchElementException, StaleElementReferenceException):
            if held := true():
                return held
        if time.monotonic() > end:
            raise TimeoutException(f"{driver.current_url} shows: {page_text(driver)!r}")
        time.sleep(pause)
        pause = min(pause * 1.5, LONGEST_PAUSE_S)


def foreign_requests(driver: Chrome, own: str) -> list[str]:
    """What was asked since the last call of anybody but the app itself: of other machines, or of another port here."""
    assert isinstance(driver, Browser)
    assert driver.outside is not None
    found = [line for line in driver.outside.taken() if not _is_of_vendor(line)]
    if urlsplit(driver.current_url).netloc == (host := urlsplit(own).netloc):
        named = [urlsplit(one) for one in driver.execute_script(RESOURCES)]
        found += [one.geturl() for one in named if one.scheme not in ("data", "blob") and one.netloc != host]
        driver.execute_script("performance.clearResourceTimings()")
    return found


def settled(driver: Chrome) -> bool:
    """Whether no run of the page is under way."""
    state = "return document.querySelector('.stApp')?.getAttribute('data-test-script-state')"
    return driver.execute_script(state) in ("notRunning", None)


def _is_of_vendor(line: str) -> bool:
    host = urlsplit(f"//{line.split()[1].removeprefix('http://')}").hostname or ""
    return any(host == vendor or host.endswith(f".{vendor}") for vendor in VENDORS)
