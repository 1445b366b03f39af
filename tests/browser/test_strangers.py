"""Two readers of one app, each in a browser of his own: on every page nobody is shown or can change the other's."""

from __future__ import annotations

from pathlib import Path

import chromium as web
from traces import intersection

from kgqa.graph.own.connections import Connection, Connections
from kgqa.history.readers import folder_of
from kgqa.history.storage import ReaderStorage, open_record
from kgqa.llm.messages import ModelSettings
from kgqa.ui.session.preferences import PREFERENCE
from kgqa.ui.session.reader import COOKIE
from kgqa.ui.session.saved_preferences import Remembered, written

ALICE, BOB = "a1" * 32, "b2" * 32
WARD = Connection("Ward seven", "bolt://ward7.example.org:7687", "night-shift", "planted-9f3c-secret", "atlas")
MODEL = ModelSettings("ollama", "alices-model", "http://127.0.0.1:9")
QUESTION = "draw planted-7c1f"
NOTE = "planted words of a note"
PROMPT = "planted copy of a prompt"
PAGES = {
    "": "Graph Answers",
    "compare": "side by side",
    "explore": "Look up a",
    "lab": "Cypher",
    "data": "Graph",
    "history": "Filter the questions",
    "settings": "Limits and folders",
}
"""By page what stands on it as soon as it is drawn."""
PLANTED_ON = ("data", "history", "settings")
PLANTED = (WARD.name, "ward7", WARD.user, WARD.password, MODEL.model, "planted-7c1f", NOTE, ALICE)


def as_reader(driver, app: str, reader: str) -> None:
    driver.execute_cdp_cmd("Network.setCookie", {"name": COOKIE, "value": reader, "url": app, "sameSite": "Strict"})


def held(driver) -> str:
    """Everything that a browser has of a page: what is drawn, values of boxes, frames, storage and cookies."""
    values = "return [...document.querySelectorAll('input, textarea')].map((one) => one.value).join('\\n')"
    stored = "return JSON.stringify([{...localStorage}, {...sessionStorage}])"
    parts = [
        driver.page_source,
        driver.execute_script(values),
        driver.execute_script(stored),
        str(driver.get_cookies()),
    ]
    for frame in web.find(driver, "iframe"):
        driver.switch_to.frame(frame)
        parts.append(driver.page_source)
        driver.switch_to.default_content()
    return "\n".join(parts)


def seen(driver, app: str, page: str) -> str:
    driver.get(f"{app}/{page}")
    holds = "return document.documentElement.innerHTML.includes(arguments[0])"
    web.until(driver, lambda: web.settled(driver) and driver.execute_script(holds, PAGES[page]), 60)
    return held(driver)


def test_no_page_shows_one_reader_what_is_anothers(browser, open_browser, stand_in: str, stand_in_folder: Path) -> None:
    alice, bob = browser, open_browser()
    mine = ReaderStorage(stand_in_folder, ALICE)
    Connections(folder_of(stand_in_folder, ALICE), ALICE).save(WARD, keep_password=True)
    mine.prefer(PREFERENCE, written(Remembered(known=(MODEL,), in_use="ollama", copies={"answer": PROMPT})))
    mine.flag(intersection(), "answer", NOTE)
    as_reader(alice, stand_in, ALICE)
    as_reader(bob, stand_in, BOB)
    web.visit(alice, stand_in)
    web.ask(alice, QUESTION)
    shown_to_alice = "\n".join(seen(alice, stand_in, page) for page in PLANTED_ON)
    for word in (WARD.name, "ward7", WARD.user, MODEL.model, "planted-7c1f", NOTE):
        assert word in shown_to_alice, f"the reader who has {word!r} is shown it"
    assert WARD.password not in shown_to_alice
    for page in PAGES:
        shown = seen(bob, stand_in, page)
        for word in PLANTED:
            assert word not in shown, f"{page!r} shows another reader {word!r}"
    # What a stranger empties is his own.
    seen(bob, stand_in, "history")
    web.until(bob, lambda: "No question has been asked in this browser yet" in web.page_text(bob), 30)
    (entry,) = mine.entries()
    assert open_record(stand_in_folder, entry.id).question == QUESTION
    assert [one.words for one in mine.flags()] == [NOTE]
    assert [one.name for one in Connections(folder_of(stand_in_folder, ALICE), ALICE).all()] == [WARD.name]
