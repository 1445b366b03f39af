"""Renaming, removing and bringing back graphs while others ask them, and what a start of the server ends."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from data_folder import graph_files

from kgqa.errors import GoneError, KgqaError, LoadError, StoppedError, UnknownGraphError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.locks import is_held
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.load import catalog
from kgqa.load.catalog.changing import loading
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.progress import Progress
from kgqa.records import Query
from kgqa.settings import Settings
from tests import command_line

ROOT = Path(__file__).parents[2]
Load = Callable[..., catalog.GraphEntry]
COUNT = Query("MATCH (n:Disease) RETURN count(n) AS c", ("c",))
SLOW = Query("MATCH (a:Disease), (b:Disease), (c:Disease) WHERE a.name + b.name = c.name RETURN count(*) AS c", ("c",))


def quiet(_: Progress) -> None:
    pass


def diseases(folder: Path, name: str, number: int, **words: str) -> SourceSpec:
    folder.mkdir(parents=True)
    lines = "".join(f"D:{n},Disease {n},Disease\n" for n in range(number))
    (folder / "nodes.csv").write_text(f"id,name,label\n{lines}S:1,Fever,Symptom\n", encoding="utf-8")
    (folder / "edges.csv").write_text("source,type,target\nD:0,PRESENTS,S:1\nD:1,PRESENTS,S:1\n", encoding="utf-8")
    return SourceSpec("tables", {"path": str(folder), "name": name, **words})


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Settings:
    """Settings with a data folder of this module's own."""
    return replace(settings, data_dir=tmp_path_factory.mktemp("moving"), vectors=0)


@pytest.fixture(scope="module")
def server(own: Settings) -> Iterator[EmbeddedServer]:
    """A server on it, which runs as long as the module."""
    with EmbeddedServer.connect(own) as server:
        yield server


@pytest.fixture
def load(own: Settings, server: EmbeddedServer, tmp_path: Path) -> Iterator[Load]:
    """Loads diseases as a graph; afterwards no graph is left."""

    def loaded(name: str, number: int = 3, **words: str) -> catalog.GraphEntry:
        folder = tmp_path / f"{name}{len(list(tmp_path.iterdir()))}"
        return catalog.load(own, server, diseases(folder, name, number, **words), quiet)

    yield loaded
    for entry in catalog.graphs(own):
        catalog.remove(own, entry.card.name)


def count(settings: Settings, server: EmbeddedServer, name: str) -> int:
    with server.store(catalog.graph(settings, name).database) as store:
        return int(store.run(COUNT).rows[0][0])


def test_what_was_removed_comes_back_as_it_was(own: Settings, server: EmbeddedServer, load: Load) -> None:
    entry = load("mine")
    before = graph_files(own)
    catalog.remove(own, "mine")
    assert "mine" not in [one.card.name for one in catalog.graphs(own)]
    assert next(one.card.name for one in catalog.removed(own)) == "mine"
    with pytest.raises(UnknownGraphError):
        catalog.graph(own, "mine")
    with EmbeddedServer.connect(own) as second:  # which joins the server and does not start one
        catalog.sweep(own, second)
    assert catalog.restore(own, "mine") == entry
    assert graph_files(own) == before
    assert count(own, server, "mine") == 3
    with pytest.raises(UnknownGraphError, match="'mine'"):
        catalog.restore(own, "mine")


def test_the_graph_removed_last_comes_back_first_and_never_over_another(
    own: Settings, server: EmbeddedServer, load: Load
) -> None:
    for number in (3, 4):
        load("twice", number)
        catalog.remove(own, "twice")
    assert [e.contents.nodes["Disease"] for e in catalog.removed(own) if e.card.name == "twice"] == [4, 3]
    assert catalog.restore(own, "twice").contents.nodes["Disease"] == 4
    with pytest.raises(LoadError, match="another graph 'twice'"):
        catalog.restore(own, "twice")
    catalog.rename(own, "twice", "four")
    assert catalog.restore(own, "twice").contents.nodes["Disease"] == 3
    assert (count(own, server, "twice"), count(own, server, "four")) == (3, 4)


def test_a_graph_is_renamed_with_its_title_and_keeps_another(own: Settings, server: EmbeddedServer, load: Load) -> None:
    load("before")
    load("titled", title="A study of diseases")
    entry = catalog.rename(own, "before", "after")
    assert (entry.card.name, entry.card.title) == ("after", "after")
    assert catalog.rename(own, "titled", "short").card.title == "A study of diseases"
    assert {"before", "titled"} & {one.card.name for one in catalog.graphs(own)} == set()
    for name in ("short", "after", "own", "hpo", "No", "../x", ""):
        with pytest.raises(LoadError):
            catalog.rename(own, "after", name)
    with pytest.raises(UnknownGraphError):
        catalog.rename(own, "before", "x")
    catalog.sweep(own, server)
    assert count(own, server, "after") == 3
    again = load("before", 5)
    assert (count(own, server, "after"), count(own, server, "before")) == (3, 5)
    manifest = entry.names_path.with_name(catalog.MANIFEST)
    whole = manifest.read_text(encoding="utf-8")
    manifest.write_text("damaged", encoding="utf-8")
    catalog.sweep(own, server)
    manifest.write_text(whole, encoding="utf-8")
    assert count(own, server, "after") == 3, "a graph under another name than its database's is no litter"
    assert again in catalog.graphs(own)


@pytest.mark.parametrize("change", ["remove", "rename"])
def test_the_default_graph_stays_under_its_name(own: Settings, change: str) -> None:
    with pytest.raises(LoadError, match="default graph"):
        getattr(catalog, change)(own, "hpo", *(["mine"] if change == "rename" else []))


@pytest.mark.parametrize("name", ["hpo", "own"])
def test_tables_do_not_take_the_name_of_another_graph(
    own: Settings, server: EmbeddedServer, tmp_path: Path, name: str
) -> None:
    steps: list[Progress] = []
    with pytest.raises(LoadError, match=f"cannot be named '{name}'"):
        catalog.load(own, server, diseases(tmp_path / "t", name, 3), steps.append)
    assert steps == [], "it is refused before anything is built"


def test_whoever_has_a_graph_open_is_told_what_became_of_it(own: Settings, load: Load) -> None:
    load("kept")
    load("asked")
    litter = own.data_dir / "vectors" / "asked-all-MiniLM-L6-v2-0123456789ab.0123456789ab"
    litter.mkdir(parents=True)
    question = "Which diseases present fever?"
    with Asker.open(own, "asked") as asker, Asker.open(own, "kept") as other:
        assert asker.gone() is None
        assert not litter.exists(), "vectors of a version that is not there any more"
        first = asker.ask(question)
        assert len(first.answer.items) == 2
        load("asked", 5)
        said = asker.ask(question)
        assert (said.answer.status, said.answer.items) == ("failed", ())
        assert "'asked' was replaced" in said.answer.text
        assert "'asked' was replaced" in (asker.gone() or "")
        with pytest.raises(GoneError, match="replaced"):
            asker.explorer.thing("D:0")
        catalog.rename(own, "asked", "renamed")
        assert "was removed" in asker.ask(question).answer.text, "what replaced it is gone too"
        assert len(other.ask(question).answer.items) == 2, "another graph is asked as before"
    with Asker.open(own, "renamed") as asker:
        catalog.rename(own, "renamed", "again")
        assert "is called 'again' now" in asker.ask(question).answer.text
        catalog.rename(own, "again", "renamed")
        assert len(asker.ask(question).answer.items) == 2, "and asked again once it is back"
        catalog.remove(own, "renamed")
        assert "was removed" in asker.ask(question).answer.text
        catalog.restore(own, "renamed")
        assert len(asker.ask(question).answer.items) == 2


@pytest.mark.parametrize("change", ["replaced", "removed"])
def test_a_statement_that_runs_meanwhile_ends_in_rows_or_a_sentence(
    own: Settings, server: EmbeddedServer, load: Load, change: str
) -> None:
    name = f"slow-{change}"
    entry = load(name, 300)
    outcome: list[object] = []

    def ask(store: GraphStore) -> None:
        try:
            outcome.append(store.run(SLOW).rows)
        except BaseException as error:
            outcome.append(error)

    with server.store(entry.database, gone=lambda: catalog.gone(own, entry)) as store:
        store.run(COUNT)
        thread = threading.Thread(target=ask, args=(store,))
        thread.start()
        if change == "replaced":
            load(name, 3)
        else:
            catalog.remove(own, name)
        thread.join(60)
        assert len(outcome) == 1, "the statement never ended"
        assert isinstance(outcome[0], KgqaError | tuple), repr(outcome[0])
        with pytest.raises(GoneError, match=name):
            store.run(COUNT)
    with (
        server.store(entry.database) if change != "replaced" else server.store(catalog.graph(own, name).database) as one
    ):
        assert one.run(COUNT).rows, "the server is as well as before"


def test_a_change_is_refused_while_a_graph_is_loaded(
    own: Settings, load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    load("busy")
    monkeypatch.setattr("kgqa.load.catalog.changing._SOON_S", 0.1)
    with loading(own, quiet):
        for change in (lambda: catalog.remove(own, "busy"), lambda: catalog.rename(own, "busy", "idle")):
            with pytest.raises(LoadError, match="while a graph is being loaded"):
                change()
        stop = StopSignal()
        with pytest.raises(StoppedError), loading(own, lambda _: stop.set(), stop):
            raise AssertionError("two at once")
    catalog.rename(own, "busy", "idle")


@pytest.mark.slow
def test_the_next_start_of_the_server_ends_what_was_removed(tmp_path: Path, settings: Settings) -> None:
    """With the command line; commands that need no server leave the undo alone."""
    own = replace(settings, data_dir=tmp_path / "data")
    diseases(tmp_path / "t", "mine", 3)

    def command(*arguments: str) -> command_line.Ended:
        return command_line.run(*arguments, KGQA_DATA_DIR=str(own.data_dir), KGQA_VECTORS="0")

    with EmbeddedServer.connect(own) as server:
        assert command("import", "tables", str(tmp_path / "t"), "--graph", "mine").returncode == 0
        listed = command("graphs").stdout
        assert "mine" in listed
        assert str(tmp_path / "t") in listed
        assert "licence: not given" in listed
        entry = catalog.graph(own, "mine")
        assert server.databases() == [entry.database]
    removed = command("remove", "mine")
    assert (removed.returncode, "restore mine" in removed.stderr) == (0, True)
    assert [one["name"] for one in json.loads(command("graphs", "--json").stdout)["removed"]] == ["mine"]
    assert command("restore", "mine").returncode == 0
    renamed = command("rename", "mine", "yours")
    assert (renamed.returncode, "'yours'" in renamed.stdout) == (0, True)
    assert command("remove", "mine").returncode == 1
    assert command("remove", "yours").returncode == 0
    deadline = time.monotonic() + 60
    while is_held(ServerFolder.of(own.data_dir).supervisor_lock) and time.monotonic() < deadline:
        time.sleep(0.1)
    with EmbeddedServer.connect(own) as server:
        assert catalog.removed(own) == []
        catalog.sweep(own, server)
        assert server.databases() == []
        assert graph_files(own) == set()
    assert command("restore", "yours").returncode == 1
