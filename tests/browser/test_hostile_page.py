"""Names that try to be more than names, in every place where a word from outside goes, on every page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import chromium as web
import data_page as data
import hostile
import pytest
from conftest import ROOT, free_port, served

NAMES = hostile.names()
CARD = ("title", "version", "licence", "citation")
START_S = 180
LONGEST_LABEL = 140


def as_label(name: str) -> str:
    """As much of a name as the database takes for a label."""
    kept = re.sub(r"[|*,]", "+", name)
    while len(quote(kept, safe="")) > LONGEST_LABEL:
        kept = kept[:-1]
    return kept


def write_graph(folder: Path) -> None:
    """Tables in which each name is label, identifier, name, synonym, definition, relation, column and value."""
    nodes, edges = [], []
    for name in NAMES:
        label = as_label(name)
        for other in ("", " 2"):
            known = {"id": name + other, "name": name + other, "label": label, "synonyms": f"also {name}{other}"}
            nodes.append({**known, "definition": name, name: name})
        edge = {"source": name, "type": f"{label}~", "target": f"{name} 2", "references": f"{name}|PMID:1", name: name}
        edges.append({**edge, "primary_source": name, "frequency": name})
    for table, rows in (("nodes", nodes), ("edges", edges)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{table}.jsonl").write_text(text, encoding="utf-8")


@pytest.fixture(scope="module")
def graph_of_names(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The real app on a graph of its own, loaded from such tables."""
    tables, data = tmp_path_factory.mktemp("tables"), tmp_path_factory.mktemp("names")
    write_graph(tables)
    with pytest.MonkeyPatch.context() as patch:
        for variable, value in (("KGQA_DATA_DIR", str(data)), ("KGQA_GRAPH", "names"), ("KGQA_VECTORS", "0")):
            patch.setenv(variable, value)
        load = [sys.executable, "-m", "kgqa", "import", "tables", str(tables), "--graph", "names"]
        load += [
            f"--{said}={name}" for said, name in zip(("title", "version", "licence", "citation"), NAMES, strict=False)
        ]
        done = subprocess.run(load, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        port = free_port()
        command = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
        with served([*command, "--server.port", str(port)], data, port) as address:
            yield address


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[object]:
    """A browser that remembers what no name should do."""
    driver = web.start(str(tmp_path_factory.mktemp("profile")))
    hostile.watch(driver)
    yield driver
    driver.quit()


def test_the_signs_are_seen_where_a_name_succeeds(browser, stand_in: str) -> None:
    web.visit(browser, stand_in)
    assert hostile.signs(browser, stand_in) == []
    put_in = "document.querySelector('.stMain').insertAdjacentHTML('beforeend', arguments[0])"
    browser.execute_script(put_in, "<img src=x onerror=\"alert(1)\"><a href='javascript:1'>a</a>")
    browser.execute_script(put_in, "<iframe src='https://evil.example'></iframe>")
    browser.execute_script("document.title = 'taken'")
    found = web.until(
        browser, lambda: (found := hostile.signs(browser, stand_in)) and "script ran" in str(found) and found, 20
    )
    for sign in ("onerror", "javascript:1", "title: taken"):
        assert sign in str(found)


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_made_of_a_name(browser, stand_in: str, name: str) -> None:
    web.visit(browser, stand_in)
    card = web.ask(browser, f"draw {name}").replace("\u2060", "")
    assert name in card
    assert hostile.open_everything(browser).count(name) > 2
    assert hostile.signs(browser, stand_in) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_question_made_of_a_name(browser, graph_of_names: str, name: str) -> None:
    web.visit(browser, graph_of_names, START_S)
    question = f"Which things are linked to {name}?"
    assert web.ask(browser, question)
    assert web.find(browser, web.BOX)[0].get_attribute("value") == question
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []


@pytest.mark.parametrize("name", NAMES)
def test_a_thing_with_this_name_to_explore(browser, graph_of_names: str, name: str) -> None:
    browser.get(f"{graph_of_names}/explore?thing={quote(name, safe='')}")
    heading = web.until(browser, lambda: web.find(browser, ".st-key-thing_head h1"), START_S)[0]
    assert heading.text.replace("\u2060", "") == name
    assert hostile.open_everything(browser).count(name) > 2
    assert hostile.signs(browser, graph_of_names) == []


def test_the_schema_of_these_names(browser, graph_of_names: str) -> None:
    browser.get(f"{graph_of_names}/explore?view=Schema")
    web.until(browser, lambda: "Look up a" in browser.page_source, START_S)
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []


def test_the_history_of_these_questions(browser, stand_in: str) -> None:
    browser.get(f"{stand_in}/history")
    seen = web.until(browser, lambda: "questions" in web.page_text(browser) and web.page_text(browser), START_S)
    assert all(name in seen.replace("\u2060", "") for name in NAMES)
    assert hostile.signs(browser, stand_in) == []


def test_the_data_page_with_these_names(browser, graph_of_names: str, tmp_path: Path) -> None:
    write_graph(tmp_path)
    data.visit(browser, graph_of_names)
    data.choose(browser, "A folder on this machine")
    data.type_in(browser, "Folder with the tables “nodes” and “edges”", str(tmp_path))
    seen = data.shown(browser, "Would make")
    assert NAMES[0] in seen, "the title of the graph stands on its card"
    hostile.open_everything(browser)
    data.tab(browser, "Connect a server")
    for name in hostile.OWN[:3]:
        data.connect(browser, name, "x", name[:100])
        seen = data.shown(browser, f"“{name[:100]}” cannot be asked.")
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []
