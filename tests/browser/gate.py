"""The dialog that asks a reader before a question leaves this machine."""

from __future__ import annotations

import chromium as web
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

DIALOG = "[role=dialog]"
LAST_WORDS = "Switch to local only from now on"


def words(driver: Chrome) -> str:
    """The words of the dialog, waited for to the last of them, and until nothing in it is drawn anew, as a button that
    is pressed before is another one's by then."""
    said = "return [...document.querySelectorAll(arguments[0])].map((one) => one.innerText).join(' ')"
    web.until(driver, lambda: LAST_WORDS in driver.execute_script(said, DIALOG) and web.settled(driver), 60)
    return str(driver.execute_script(said, DIALOG))


def closed(driver: Chrome) -> bool:
    """Whether nothing is asked of the reader."""
    return not web.find(driver, DIALOG)


def pick(driver: Chrome, title: str) -> None:
    """Chooses what should be sent."""
    driver.find_element(By.XPATH, f"//*[@role='dialog']//label[contains(., '{title}')]").click()
