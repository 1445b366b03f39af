"""The first visit to a server that has just started, at the address of a page other than the first."""

from __future__ import annotations

import chromium as web
import pytest


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        pytest.param("explore?view=Schema", "Look up a", marks=pytest.mark.slow),
        pytest.param("history", "Open a saved answer", marks=pytest.mark.slow),
    ],
)
def test_no_page_is_drawn_outside_the_frame(browser, reopened, path: str, shown: str) -> None:
    with reopened() as address:
        browser.get(f"{address}/{path}")
        web.until(browser, lambda: shown in web.page_text(browser), 60)
        text = web.page_text(browser)
        assert "Ask" in text
        assert "History" in text
        assert path.partition("?")[0] in browser.current_url
        assert browser.title == "Graph Answers"
        assert web.find(browser, ".stMain"), "the style of the frame is there"
        width = "return getComputedStyle(document.querySelector('.stMainBlockContainer')).maxWidth"
        assert browser.execute_script(width) == "1280px"
