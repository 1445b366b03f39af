"""The Data page: tables that become a graph, servers of one's own, and two sessions with two graphs."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import axe
import chromium as web
import data_page as data
import model_readers
import neo4j
import pytest

from kgqa.errors import UnknownGraphError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.settings import Settings
from kgqa.ui.session.preferences import PREFERENCE
from kgqa.ui.session.saved_preferences import Remembered, written
from tests.integration.servers import NEO4J_PASSWORD, neo4j_home, running_neo4j

ACCESSIBLE = pytest.mark.skipif(axe.SCRIPT is None, reason="axe-selenium-python-nhsuk is not installed")


@pytest.fixture
def load(settings: Settings, server: EmbeddedServer, tmp_path: Path) -> Iterator[Callable[..., None]]:
    """Loads small tables as graphs that are there for one test."""
    names = []

    def load(name: str, *, title: str = "", nodes: str = "id" + data.NODES[4:] + data.DRUGS) -> None:
        folder = data.write(tmp_path / f"{name}_tables", nodes)
        source = SourceSpec("tables", {"path": str(folder), "name": name, "title": title})
        catalog.load(settings, server, source, lambda _: None)
        names.append(name)

    yield load
    for name in names:
        discard(settings, name)


def discard(settings: Settings, name: str) -> None:
    """Removes a graph that a test left."""
    try:
        catalog.remove(settings, name)
    except UnknownGraphError:
        return


@pytest.fixture(scope="module")
def own_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, int]]:
    """A Neo4j with compounds and diseases: its address and the number of its process."""
    with running_neo4j(neo4j_home(), tmp_path_factory.mktemp("neo4j")) as (uri, pid):
        with neo4j.GraphDatabase.driver(uri, auth=("neo4j", NEO4J_PASSWORD)) as driver:
            driver.execute_query(
                "CREATE (x:Disease {id: 'X1', name: 'Migraine'}) "
                "CREATE (:Compound {id: 'D1', name: 'Aspirin'})-[:TREATS]->(x) "
                "CREATE (:Compound {id: 'D2', name: 'Sumatriptan'})-[:TREATS]->(x)"
            )
        yield uri, pid


def test_tables_are_corrected_loaded_asked_removed_and_brought_back(
    browser, app: str, settings: Settings, tmp_path: Path
) -> None:
    name = "corrected"
    uploads = settings.data_dir / "uploads"
    of_others = set(uploads.glob("*/nodes.csv"))  # sessions of other tests, which may not have ended yet
    data.visit(browser, app)
    data.upload(browser, data.write(tmp_path / "tables", edges=data.EDGES + data.BAD))
    assert "has no column for the id" in data.shown(browser, "code, name, kind")
    data.use_as(browser, 0, 0, "Identifier")
    text = data.shown(browser, "2 rows cannot be loaded")
    assert "Would make 3 compounds, 2 diseases and 3 relationships" in text
    assert "edges.csv, line 5" in text
    assert "edges.csv, line 6" in text
    data.type_in(browser, "Name of the new graph", name)
    assert not [one for one in web.find(browser, "button") if one.text == "Import"], "the reader has not chosen yet"
    data.choose(browser, "Load without them")
    data.begin_import(browser)
    assert "2 rows of the files were left out" in data.shown(
        browser, f"“{name}” is loaded: 5 nodes and 3 relationships."
    )
    assert len(set(uploads.glob("*/nodes.csv")) - of_others) <= 1, "what was loaded from is gone"
    web.press(browser, "Ask it")
    web.until(browser, lambda: web.find(browser, web.BOX), data.LONG_S)
    answer = web.ask(browser, "Which compounds treat headache?")
    assert "Aspirin" in answer
    assert "Ibuprofen" in answer
    assert f"Asking {name}" in data.plain_text(browser)

    data.visit(browser, app)
    web.press(browser, f"Remove {name}")
    data.shown(browser, f"“{name}” was removed. It was in use")
    assert name not in [entry.card.name for entry in catalog.graphs(settings)]
    web.press(browser, f"Undo {name}")
    data.shown(browser, f"“{name}” is back as it was.")
    assert catalog.graph(settings, name).skipped_rows == 2

    data.open_more(browser, name)
    web.press(browser, f"Re-check {name}")
    data.shown(browser, "Counted again: all 8 nodes and relationships are there.")
    data.open_more(browser, name)
    data.type_in(browser, "New name", "renamed")
    web.press(browser, "Rename")
    data.shown(browser, f"“{name}” is called “renamed” now.")
    assert [entry.card.name for entry in catalog.graphs(settings) if entry.card.name in (name, "renamed")] == [
        "renamed"
    ]
    discard(settings, "renamed")


@pytest.mark.slow
def test_a_load_that_fails_says_why_and_leaves_what_was_there(
    browser, app: str, load: Callable[..., None], settings: Settings, tmp_path: Path
) -> None:
    load("kept")
    before = catalog.graph(settings, "kept")
    folder = data.write(tmp_path / "tables", "id" + data.NODES[4:] + data.DRUGS)
    data.visit(browser, app)
    data.choose(browser, "A folder on this machine")
    data.type_in(browser, "Folder with the tables “nodes” and “edges”", str(folder))
    data.shown(browser, "Would make 3 compounds")
    for bad in ("No Such Name", "own", "hpo"):
        data.type_in(browser, "Name of the new graph", bad)
        data.begin_import(browser)
        data.shown(browser, f"A graph cannot be named '{bad}'")
    data.type_in(browser, "Name of the new graph", "kept")
    data.shown(browser, "Replaces “kept” (5 nodes)")
    data.write(folder, "id" + data.NODES[4:] + data.DRUGS, data.EDGES + data.BAD)  # after it was counted
    data.begin_import(browser)
    text = data.shown(browser, "“kept” was not loaded.")
    assert "edges.csv, line 5" in text
    assert "The graphs that were there before are as they were." in text
    assert catalog.graph(settings, "kept") == before


@pytest.mark.slow
def test_two_sessions_ask_two_graphs_at_once(
    browser: web.Browser,
    app: str,
    load: Callable[..., None],
    open_browser: Callable[..., web.Browser],
    settings: Settings,
) -> None:
    other = "id,name,kind\nD1,Paracetamol,Compound\nX1,Headache,Disease\nD2,a,Compound\nD3,b,Compound\nX3,c,Disease\n"
    load("first-panel", title="First panel")
    load("second-panel", title="Second panel", nodes=other)
    expected = {"first-panel": ("First panel", "Aspirin"), "second-panel": ("Second panel", "Paracetamol")}
    sessions = dict(zip(expected, (browser, open_browser()), strict=True))
    for name, driver in sessions.items():
        data.visit(driver, app)
        web.press(driver, f"Use {name}")
        data.shown(driver, "in use")
        driver.get(app)  # another session of the same browser, which asks the same graph
    for name, driver in sessions.items():
        title, compound = expected[name]
        web.until(driver, lambda driver=driver: web.find(driver, web.BOX), data.LONG_S)
        assert compound in web.ask(driver, "Which compounds treat headache?")
        assert f"Asking {title}" in data.plain_text(driver)
        record = driver.current_url
    for driver in sessions.values():
        assert ("Paracetamol" in web.card(driver)) != ("Aspirin" in web.card(driver))
    first = sessions["first-panel"]
    first.get(record)
    text = data.shown(first, "Another graph")
    assert "is from Second panel" in text
    assert "the graph in use is First panel" in text

    load("first-panel", title="First panel", nodes=other)
    web.submit(first, "Which compounds treat thrombosis?")
    data.shown(first, "“First panel” was loaded anew while you were using it")
    web.press(first, "Go on with it")
    data.shown(first, "Asking First panel")
    web.until(first, lambda: "loaded anew" not in data.plain_text(first), data.LONG_S)
    assert "Paracetamol" in web.ask(first, "Which compounds treat headache?")
    discard(settings, "second-panel")
    second = sessions["second-panel"]
    web.submit(second, "Which compounds treat thrombosis?")
    data.shown(second, "The graph “second-panel” is no longer loaded under this name.")
    data.shown(second, "Use HPO annotations")


@pytest.mark.slow
def test_a_server_is_connected_with_the_right_password_asked_and_stopped(
    browser, app: str, own_server: tuple[str, int], settings: Settings
) -> None:
    uri, pid = own_server
    data.visit(browser, app)
    data.tab(browser, "Connect a server")
    data.connect(browser, uri, "wrong-secret", "Ward 7")
    assert "refuses the user 'neo4j' or its password" in data.shown(browser, "“Ward 7” cannot be asked.")
    data.connect(browser, uri, NEO4J_PASSWORD, "Ward 7")
    assert "refuses every write in a question" in data.shown(browser, "“Ward 7” answers.")
    assert not [one for one in web.find(browser, "input") if NEO4J_PASSWORD in (one.get_attribute("value") or "")]
    assert NEO4J_PASSWORD not in browser.page_source
    kept = [path.read_text(encoding="utf-8") for path in settings.data_dir.glob("readers/*/connections/*.json")]
    assert any("Ward 7" in text for text in kept)
    assert not any(NEO4J_PASSWORD in text for text in kept), "it was not asked to keep the password"
    web.press(browser, "Ask it")
    web.until(browser, lambda: web.find(browser, web.BOX), data.LONG_S)
    assert "Sumatriptan" in web.ask(browser, "Which compounds treat migraine?")
    assert "Asking Ward 7" in data.plain_text(browser)

    os.kill(pid, signal.SIGSTOP)  # no statement comes back from a server that stands still
    try:
        web.submit(browser, "How many compounds treat migraine?")
        web.until(browser, lambda: web.find(browser, ".st-key-card_running"), data.LONG_S)
        web.press(browser, "Stop")
        data.shown(browser, "Stopped by you")
    finally:
        os.kill(pid, signal.SIGCONT)
    with neo4j.GraphDatabase.driver(uri, auth=("neo4j", NEO4J_PASSWORD)) as driver:
        web.until(browser, lambda: not running(driver), data.LONG_S)
    assert "2" in web.ask(browser, "How many compounds treat migraine?")


@pytest.mark.slow
def test_tables_are_written_to_a_server_only_once_the_reader_has_said_so(
    browser, app: str, own_server: tuple[str, int], settings: Settings, tmp_path: Path
) -> None:
    uri, _ = own_server
    nodes = "id,name,kind\nD9,Zolmitriptan,Compound\nX1,Migraine,Disease\n"
    folder = data.write(tmp_path / "tables", nodes, "source,relation,target\nD9,TREATS,X1\n")
    data.visit(browser, app)
    data.tab(browser, "Connect a server")
    data.connect(browser, uri, NEO4J_PASSWORD, "Ward 9")
    data.shown(browser, "“Ward 9” answers.")
    data.tab(browser, "Import a table")
    data.choose(browser, "A folder on this machine")
    data.type_in(browser, "Folder with the tables “nodes” and “edges”", str(folder))
    data.choose(browser, "The server “Ward 9”")
    assert uri in data.shown(browser, "Writes to your server")
    data.shown(browser, "Tick that the tables may be written to “Ward 9” to import them.")
    assert not browser.execute_script(data.PRESS_IMPORT)
    data.choose(browser, "The tables may be written to “Ward 9”")
    data.begin_import(browser)
    data.shown(browser, "holds other things already, so nothing was written")
    web.press(browser, "Close")
    data.choose(browser, "Its database may hold other things")
    data.begin_import(browser)
    data.shown(browser, "“Ward 9” now holds your tables: 2 nodes and 1 relationship.")
    web.press(browser, "Ask it")
    web.until(browser, lambda: web.find(browser, web.BOX), data.LONG_S)
    answer = web.ask(browser, "Which compounds treat migraine?")
    assert "Zolmitriptan" in answer
    assert "Sumatriptan" in answer

    data.visit(browser, app)
    web.press(browser, "Remove Ward 9")
    data.shown(browser, "The connection to “Ward 9” was removed; nothing on the server was changed.")
    kept = [path.read_text(encoding="utf-8") for path in settings.data_dir.glob("readers/*/connections/*.json")]
    assert not any("Ward 9" in text for text in kept)


def running(driver: neo4j.Driver) -> list[str]:
    """The statements of questions that run on a server."""
    texts = [record["currentQuery"] for record in driver.execute_query("SHOW TRANSACTIONS").records]
    return [text for text in texts if "/* kg:" in text]


@ACCESSIBLE
@pytest.mark.parametrize("width", [pytest.param(1280, marks=pytest.mark.slow), 390])
def test_nothing_stands_in_the_way_on_the_data_page_and_a_password_is_nowhere_to_be_found(
    browser: web.Browser, app: str, load: Callable[..., None], tmp_path: Path, settings: Settings, width: int
) -> None:
    load("in-the-way")
    page, secret = browser, f"planted-{width}-0123456789"
    page.show_as(width, telephone=width < 640)
    data.visit(page, app)
    assert axe.complaints(page, both=width > 640) == []
    data.upload(page, data.write(tmp_path / "tables", edges=data.EDGES + data.BAD))
    data.shown(page, "has no column for the id")
    assert axe.complaints(page, both=False) == []
    data.upload(page, data.write(tmp_path / "corrected", "id" + data.NODES[4:] + data.DRUGS, data.EDGES + data.BAD))
    data.shown(page, "2 rows cannot be loaded")
    assert axe.complaints(page, both=width > 640) == []
    data.tab(page, "Connect a server")
    data.connect(page, "bolt://127.0.0.1:1", secret, "Nowhere")
    data.shown(page, "“Nowhere” cannot be asked.")
    assert axe.complaints(page, both=False) == []
    assert secret not in page.page_source
    files = [path for path in settings.data_dir.rglob("*") if path.is_file() and path.stat().st_size < 1_000_000]
    assert [path for path in files if secret.encode() in path.read_bytes()] == []


@pytest.mark.slow
def test_a_loaded_graph_is_reasoned_out_by_one_path_then_another_and_removed(
    browser, app: str, settings: Settings, tmp_path: Path
) -> None:
    name = "reasoned"
    remembered = written(Remembered(strategy="kgt"))
    model_readers.be(browser, app, settings.data_dir, {PREFERENCE: remembered})
    data.visit(browser, app)
    nodes = "id" + data.NODES[4:] + data.DRUGS
    data.upload(browser, data.write(tmp_path / "tables", nodes, data.EDGES + "D3,CAUSES,X1\n"))
    data.shown(browser, "Would make 3 compounds, 2 diseases and 4 relationships")
    data.type_in(browser, "Name of the new graph", name)
    data.begin_import(browser)
    data.shown(browser, f"“{name}” is loaded: 5 nodes and 4 relationships.")
    web.press(browser, "Ask it")
    web.until(browser, lambda: web.find(browser, web.BOX), data.LONG_S)
    first = web.ask(browser, "Which compounds treat headache?")
    assert "Aspirin" in first
    assert "Paths over the schema" in data.plain_text(browser)
    web.press(browser, "Take this path")
    web.until(browser, lambda: "Warfarin" in web.card(browser), data.LONG_S)
    assert "Aspirin" not in web.card(browser)
    data.visit(browser, app)
    web.press(browser, f"Remove {name}")
    data.shown(browser, f"“{name}” was removed. It was in use")
