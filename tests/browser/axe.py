"""Looks for what keeps people from using a page, with axe-core in the page itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Literal

import chromium as web
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By

PACKAGE = find_spec("axe_selenium_python")
SCRIPT = Path(PACKAGE.origin).parent / "node_modules/axe-core/axe.min.js" if PACKAGE and PACKAGE.origin else None
"""The script as a development requirement brings it; None where that is not installed."""

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules whose findings depend on the theme; all others find the same in both."""
GRAVE = ("serious", "critical")
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
LOOKS = 4
"""How often a page is looked at that does not stand still at once."""

# All of it in one run: axe reaches into frames where it was injected and into open shadow roots by itself.
RUN = """
const done = arguments[arguments.length - 1], [rules, within] = arguments;
axe.run(within || document, {resultTypes: ['violations'], ...(rules.length ? {runOnly: rules} : {})}).then(
  (found) => done(found.violations.flatMap((rule) => rule.nodes.map((node) => ({
    rule: rule.id, impact: node.impact ?? rule.impact, target: node.target.flat(Infinity).join(' > '),
    html: node.html, why: node.failureSummary})))),
  (error) => done(String(error)));
"""


# What fades in has not its colours yet; what turns for ever has.
STILL = """
const done = arguments[arguments.length - 1], scheme = arguments[0];
requestAnimationFrame(() => requestAnimationFrame(() => done(
  getComputedStyle(document.querySelector('.stApp')).colorScheme === scheme
    && document.getAnimations().every((one) => one.playState !== 'running'
      || one.effect.getComputedTiming().endTime === Infinity))));
"""


@dataclass(frozen=True, slots=True)
class Violation:
    """One element that breaks one rule.

    Attributes:
        target: CSS selectors that lead to the element, through frames and shadow roots.
        html: the beginning of the element.
    """

    rule: str
    impact: str
    target: str
    html: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule} ({self.impact}) at {self.target}: {self.html[:160]} — {' '.join(self.why.split())}"


def violations(driver: Chrome, rules: Sequence[str] = (), within: str = "") -> list[Violation]:
    """What is serious or critical on the page as it stands, in all its frames and open shadow roots.

    Args:
        rules: which are looked at; all where none is named.
        within: the selector of the part that is looked at, where the rest of the page was before; "" looks at all.

    Raises:
        RuntimeError: axe itself failed, so nothing is known.
    """
    assert SCRIPT is not None
    _inject(driver, SCRIPT.read_text(encoding="utf-8"))
    driver.set_script_timeout(120)
    found = driver.execute_async_script(RUN, list(rules), within)
    if not isinstance(found, list):
        raise RuntimeError(f"axe could not look at the page: {found}")
    return [Violation(**one) for one in found if one["impact"] in GRAVE]


def complaints(driver: Chrome, *, both: bool = True, within: str = "") -> list[str]:
    """What axe finds, and finds again: what a run dims for a moment does not last.

    Args:
        both: looks at the colours of the other theme too, which no width of the page changes.
        within: as of ``violations``.
    """
    found = []
    shown = driver.execute_script("return getComputedStyle(document.querySelector('.stApp')).colorScheme")
    # The one that is shown comes first: to change to the other draws the whole page anew.
    schemes = sorted(SCHEMES, key=lambda scheme: scheme != shown) if both else [shown]
    for scheme in schemes:
        for _ in range(LOOKS):
            show_in(driver, scheme)
            seen = violations(driver, OF_COLOURS if scheme != schemes[0] else (), within)
            if not seen:
                break
        found += [f"{scheme}: {violation}" for violation in seen]
    return found


def show_in(driver: Chrome, scheme: Literal["light", "dark"]) -> None:
    """Switches the machine to a theme, which the page follows, and waits until it stands still."""
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    web.until(driver, lambda: driver.execute_async_script(STILL, scheme), 30)


def _inject(driver: Chrome, script: str) -> None:
    if not driver.execute_script("return typeof axe === 'object'"):
        driver.execute_script(script)
    for frame in driver.find_elements(By.TAG_NAME, "iframe"):
        driver.switch_to.frame(frame)
        _inject(driver, script)
        driver.switch_to.parent_frame()
