"""Names that try to be more than names, in every place where a word from outside goes, on every page."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import chromium as web
import data_page as data
import hostile
import pytest
from model_readers import be

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.settings import Settings
from kgqa.ui.session import graphs

NAMES = hostile.names()
CARD = ("title", "version", "licence", "citation")
LONGEST_LABEL = 140
FIRST = pytest.mark.parametrize("name", [NAMES[0], *(pytest.param(one, marks=pytest.mark.slow) for one in NAMES[1:])])
"""All of them stand together in one answer and in one schema, so that alone each is asked with the slow tests."""


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
def loaded(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A graph that is made of such tables; its name."""
    folder = tmp_path_factory.mktemp("names")
    write_graph(folder)
    said = dict(zip(CARD, NAMES, strict=False))
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": "names", **said}), lambda _: None)
    return "names"


@pytest.fixture
def graph_of_names(browser: web.Browser, app: str, settings: Settings, loaded: str) -> str:
    """The real app, where the reader of the browser has chosen that graph on an earlier visit."""
    hostile.watch(browser)
    return be(browser, app, settings.data_dir, {graphs.PREFERENCE: loaded})


@pytest.fixture
def watched(browser: web.Browser) -> web.Browser:
    """A browser that remembers what no name should do."""
    hostile.watch(browser)
    return browser


def test_the_signs_are_seen_where_a_name_succeeds(watched: web.Browser, stand_in: str) -> None:
    web.visit(watched, stand_in)
    assert hostile.signs(watched, stand_in) == []
    put_in = "document.querySelector('.stMain').insertAdjacentHTML('beforeend', arguments[0])"
    watched.execute_script(put_in, "<img src=x onerror=\"alert(1)\"><a href='javascript:1'>a</a>")
    watched.execute_script(put_in, "<iframe src='https://frame.example'></iframe><img src='http://127.0.0.1:9/i.png'>")
    watched.execute_script("new WebSocket('ws://socket.example/'); document.title = 'taken'")
    expected = {"script ran", "onerror", "javascript:1", "title: taken", "frame.example", "socket.example", ":9/i.png"}
    seen: set[str] = set()

    def all_seen() -> bool:
        found = str(hostile.signs(watched, stand_in))
        seen.update(sign for sign in expected if sign in found)
        return seen == expected

    web.until(watched, all_seen, 20)


def test_an_answer_made_of_all_names(watched: web.Browser, stand_in: str) -> None:
    web.visit(watched, stand_in)
    web.ask(watched, "draw everything")
    seen = hostile.open_everything(watched)
    squeezed = " ".join(seen.split())
    assert [name for name in NAMES if squeezed.count(" ".join(name.split())) < 3] == []
    assert hostile.signs(watched, stand_in) == []


@pytest.mark.slow  # the answer made of all names has this one too
@FIRST
def test_an_answer_made_of_a_name(watched: web.Browser, stand_in: str, name: str) -> None:
    web.visit(watched, stand_in)
    card = web.ask(watched, f"draw {name}").replace("\u2060", "")
    assert card.count(name) >= 2, "headline and text"
    assert hostile.open_everything(watched).count(name) > 2
    assert hostile.signs(watched, stand_in) == []
    watched.get(f"{stand_in}/history")
    web.until(watched, lambda: name in web.page_text(watched).replace("\u2060", ""), 60)
    assert hostile.signs(watched, stand_in) == []


@pytest.mark.parametrize(
    "names", [pytest.param(some, marks=pytest.mark.slow) for some in (NAMES[:1], NAMES)], ids=["one", "all"]
)
def test_questions_made_of_names(browser: web.Browser, graph_of_names: str, names: Sequence[str]) -> None:
    web.visit(browser, graph_of_names, web.FIRST_START_S)
    for name in names:
        question = f"Which things are linked to {name}?"
        assert web.ask(browser, question), name
        assert web.find(browser, web.BOX)[0].get_attribute("value") == question
        assert hostile.signs(browser, graph_of_names) == [], name
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []


@pytest.mark.slow  # what is opened besides is what the answer made of all names opens
@pytest.mark.parametrize("name", NAMES)
def test_a_question_made_of_a_name_with_everything_opened(browser: web.Browser, graph_of_names: str, name: str) -> None:
    web.visit(browser, graph_of_names, web.FIRST_START_S)
    assert web.ask(browser, f"Which things are linked to {name}?")
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []


@FIRST
def test_a_thing_with_this_name_to_explore(browser: web.Browser, graph_of_names: str, name: str) -> None:
    browser.get(f"{graph_of_names}/explore?thing={quote(name, safe='')}")
    heading = web.until(browser, lambda: web.find(browser, ".st-key-thing_head h1"), web.FIRST_START_S)[0]
    assert heading.text.replace("\u2060", "") == name
    assert hostile.open_everything(browser).count(name) > 2
    assert hostile.signs(browser, graph_of_names) == []


def test_the_schema_of_these_names(browser: web.Browser, graph_of_names: str) -> None:
    browser.get(f"{graph_of_names}/explore?view=Schema")
    web.until(browser, lambda: "Look up a" in browser.page_source, web.FIRST_START_S)
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []


def test_the_data_page_with_these_names(browser: web.Browser, graph_of_names: str, tmp_path: Path) -> None:
    write_graph(tmp_path)
    data.visit(browser, graph_of_names)
    data.choose(browser, "A folder on this machine")
    data.type_in(browser, "Folder with the tables “nodes” and “edges”", str(tmp_path))
    seen = data.shown(browser, "Would make")
    assert NAMES[0] in seen, "the title of the graph stands on its card"
    hostile.open_everything(browser)
    data.tab(browser, "Connect a server")
    for name in hostile.OWN[:1]:
        data.connect(browser, name, "x", name[:100])
        seen = data.shown(browser, f"“{name[:100]}” cannot be asked.")
    hostile.open_everything(browser)
    assert hostile.signs(browser, graph_of_names) == []
