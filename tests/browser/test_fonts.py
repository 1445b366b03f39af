"""Every word is drawn in the fonts that the app brings, whatever the machine has, and they are sent once."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator
from pathlib import Path

import chromium as web
import pytest

TEXT = (".kg-headline", ".kg-detail .kg-strong", ".kg-table tbody bdi", "button p", web.BOX)
FONT = b"font/woff2;base64"


@pytest.fixture
def page(stand_in: str, tmp_path: Path) -> Iterator[web.Browser]:
    """The Ask page in a browser that keeps every message, with nothing heard before it was opened."""
    driver = web.start(str(tmp_path), log=True)
    web.visit(driver, stand_in)
    yield driver
    driver.quit()


def fonts(driver, selector: str) -> set[tuple[str, bool]]:
    """The fonts that the words in an element are drawn in, and whether the page brought them."""
    driver.execute_cdp_cmd("DOM.enable", {})
    driver.execute_cdp_cmd("CSS.enable", {})
    root = driver.execute_cdp_cmd("DOM.getDocument", {"depth": 0})["root"]["nodeId"]
    node = driver.execute_cdp_cmd("DOM.querySelector", {"nodeId": root, "selector": selector})["nodeId"]
    assert node, f"nothing on the page is {selector}"
    used = driver.execute_cdp_cmd("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
    return {(font["familyName"].split()[0], font["isCustomFont"]) for font in used}


def frames(driver) -> list[bytes]:
    """What the server has sent over the page's websocket since this was last asked."""
    messages = [json.loads(entry["message"])["message"] for entry in driver.get_log("performance")]
    received = [m["params"]["response"] for m in messages if m["method"] == "Network.webSocketFrameReceived"]
    return [base64.b64decode(frame["payloadData"]) for frame in received if frame["opcode"] == 2]


@pytest.mark.slow  # fonts change with the style sheet alone
def test_words_are_drawn_in_the_apps_own_fonts_which_are_sent_once_and_not_with_every_run(page: web.Browser) -> None:
    web.ask(page, "Which diseases show both arachnodactyly and ectopia lentis?")
    web.until(page, lambda: fonts(page, "button p") == {("Inter", True)}, 20)
    for selector in TEXT:
        assert fonts(page, selector) == {("Inter", True)}, selector
    assert sum(FONT in frame for frame in frames(page)) == 1
    web.ask(page, "many 3")
    sent = frames(page)
    assert len(sent) > 10
    assert not any(FONT in frame for frame in sent)
