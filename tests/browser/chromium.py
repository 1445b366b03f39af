"""A headless Chromium that talks to the app alone, and what the tests ask of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from typing import TypeVar
from urllib.parse import urlsplit

from selenium.common.exceptions import TimeoutException
from selenium.webdriver import Chrome, ChromeOptions, ChromeService
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.ui import WebDriverWait

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
)

FIRST_START_S = 240
"""The first to come waits until the graph is loaded."""

Held = TypeVar("Held")

BOX = "input[aria-label='Question']"
CARD = "[class*='st-key-card_']"
RUNNING = ".st-key-card_running, .st-key-card_opening"
CARD_TEXT = "return document.querySelector(arguments[0])?.innerText ?? ''"
CARD_CLASS = "return document.querySelector(arguments[0])?.className ?? ''"
"""Every asking has a card of its own, whose class tells it from all others."""


def start(folder: str, width: int = 1280, dark: bool = False, telephone: bool = False) -> Chrome:
    """A browser with a profile of its own in ``folder`` and a log of every request it makes."""
    options = ChromeOptions()
    options.binary_location = PROGRAM or ""
    for flag in (*FLAGS, f"--user-data-dir={folder}", f"--window-size={width},1000"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
    driver = Chrome(options=options, service=ChromeService(executable_path=DRIVER))
    driver.set_page_load_timeout(60)
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", _screen(width, telephone))
    if telephone:
        agent = f"{driver.execute_script('return navigator.userAgent')} Mobile"
        driver.execute_cdp_cmd("Network.setUserAgentOverride", {"userAgent": agent})
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    return driver


def visit(driver: Chrome, address: str, seconds: float = 60) -> None:
    """Opens the page and waits until a question can be asked."""
    driver.get(address)
    until(driver, lambda: find(driver, BOX), seconds)


def ask(driver: Chrome, question: str, seconds: float = 60) -> str:
    """Types a question, presses Enter, waits for the answer of exactly this question, and gives its card's text."""
    before = driver.execute_script(CARD_CLASS, CARD)
    submit(driver, question)

    def taken() -> bool:
        return driver.execute_script(CARD_CLASS, CARD) not in ("", before)

    def answered() -> bool:
        return taken() and not find(driver, RUNNING) and _settled(driver)

    try:
        until(driver, taken, seconds / 4)
    except TimeoutException:  # a page that was drawn anew at that moment has lost what was typed
        submit(driver, question)
    until(driver, answered, seconds)
    return card(driver)


def submit(driver: Chrome, question: str) -> None:
    """Types a question and presses Enter, without waiting for its answer."""
    box = until(driver, lambda: find(driver, BOX), 30)[0]  # a page that is being drawn anew has none for a moment
    box.send_keys(Keys.CONTROL, "a")
    box.send_keys(Keys.DELETE)
    driver.execute_cdp_cmd("Input.insertText", {"text": question})
    box.send_keys(Keys.ENTER)


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
    """Presses the button with these words and waits until the page stands still."""
    driver.execute_script("arguments[0].click()", button(driver, words))
    until(driver, lambda: _settled(driver), 30)


def double_click(driver: Chrome, element: WebElement) -> None:
    """Double-clicks right of the middle of an element, where the box of a drawing of two things stands."""
    width = element.size["width"]
    ActionChains(driver).move_to_element_with_offset(element, width // 4, -10).double_click().perform()


def page_text(driver: Chrome) -> str:
    """Everything that a reader can see."""
    return str(driver.execute_script("return document.body.innerText"))


def until(driver: Chrome, true: Callable[[], Held], seconds: float) -> Held:
    """Waits until something holds and gives it.

    Raises:
        TimeoutException: with the address and the words of the page, without which a failure elsewhere tells nothing.
    """
    try:
        return WebDriverWait(driver, seconds, poll_frequency=0.1).until(lambda _: true())
    except TimeoutException as late:
        raise TimeoutException(f"{driver.current_url} shows: {page_text(driver)!r}") from late


def foreign_requests(driver: Chrome, own: str) -> list[str]:
    """Addresses of every request since the last call that did not go to the app itself."""
    host = urlsplit(own).netloc
    addresses = []
    for entry in driver.get_log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] in ("Network.requestWillBeSent", "Network.webSocketCreated"):
            parameters = message["params"]
            addresses.append(parameters.get("url") or parameters["request"]["url"])
    parts = [(address, urlsplit(address)) for address in addresses]
    return [
        address
        for address, split in parts
        if split.scheme not in ("data", "blob", "chrome", "about") and split.netloc != host
    ]


def _settled(driver: Chrome) -> bool:
    state = "return document.querySelector('.stApp')?.getAttribute('data-test-script-state')"
    return driver.execute_script(state) in ("notRunning", None)


def _screen(width: int, telephone: bool) -> dict[str, object]:
    return {"width": width, "height": 1000 if width > 640 else 844, "deviceScaleFactor": 1, "mobile": telephone}
