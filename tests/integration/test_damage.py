"""Damaged files of a graph: what was loaded is answered, or the graph is refused by name; silence is never made up."""

from __future__ import annotations

import dataclasses
import gzip
import os
import random
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from benchmarks.damage import measure
from kgqa.errors import DamagedGraphError, UnknownGraphError
from kgqa.graph.server import seals
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import State, read_state
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach

NODES = (
    "id,name,label\n" + "".join(f"C:{i},Compound {chr(97 + i)}ol,Compound\n" for i in range(20)) + "D:1,Gout,Disease\n"
)
EDGES = "source,type,target\n" + "".join(f"C:{i},TREATS,D:1\n" for i in range(5))
QUESTION = "Which compounds treat gout?"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Settings:
    """A data folder of its own: its server may be ended and its files destroyed."""
    return dataclasses.replace(settings, data_dir=tmp_path_factory.mktemp("damaged"), vectors=0)


@pytest.fixture(scope="module")
def tables(own: Settings, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The tables of two graphs, "clinic" and "other"; the server of the folder is up while the module runs."""
    folder = tmp_path_factory.mktemp("tables")
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8")
    (folder / "edges.csv").write_text(EDGES, encoding="utf-8")
    with EmbeddedServer.connect(own) as server:
        for name in ("clinic", "other"):
            catalog.load(own, server, _source(folder, name), lambda _: None)
        yield folder


def _source(folder: Path, name: str) -> SourceSpec:
    return SourceSpec("tables", {"path": str(folder), "name": name})


def _answers(settings: Settings, graph: str) -> set[str]:
    with Asker.open(settings, graph) as asker:
        trace = asker.ask(QUESTION)
        assert trace.answer.status == "answered", trace.answer.text
        return {item.id for item in trace.answer.items}


def _database(settings: Settings, graph: str) -> Path:
    return ServerFolder.of(settings.data_dir).databases / catalog.graph(settings, graph).database


def _file(settings: Settings, graph: str, pattern: str) -> Path:
    return max(_database(settings, graph).glob(pattern), key=lambda path: path.stat().st_size)


def _random(path: Path) -> None:
    path.write_bytes(random.Random(path.name).randbytes(path.stat().st_size))


def _half_overwritten(path: Path) -> None:
    held = path.read_bytes()
    path.write_bytes(bytes(byte ^ 255 for byte in held[: len(held) // 2]) + held[len(held) // 2 :])


def _zeroed(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


def _halved(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _one_bit(path: Path) -> None:
    held = bytearray(path.read_bytes())
    held[len(held) // 3] ^= 1
    path.write_bytes(held)


DAMAGE: dict[str, tuple[str, Callable[[Path], object]]] = {
    "the schema emptied": ("schema.json", lambda path: path.write_text("{}")),
    "the schema removed": ("schema.json", Path.unlink),
    "an index random": ("*.*tidx", _random),
    "a bucket halved": ("Compound_0.*.bucket", _halved),
    "a bucket half overwritten": ("Compound_0.*.bucket", _half_overwritten),
    "a bucket removed": ("TREATS_0.*.bucket", Path.unlink),
    "a bit of a bucket": ("Compound_0.*.bucket", _one_bit),
    "the edges of nodes zeroed": (
        "Disease_0_in_edges.*.bucket",
        _zeroed,
    ),
    "the dictionary random": ("*.dict", _random),
}


OFTEN = ("the schema emptied", "a bit of a bucket", "the dictionary random")


@pytest.mark.parametrize(
    "kind", [kind if kind in OFTEN else pytest.param(kind, marks=pytest.mark.slow) for kind in DAMAGE]
)
def test_a_damaged_graph_is_built_again_from_its_source(kind: str, own: Settings, tables: Path) -> None:
    right = {f"C:{i}" for i in range(5)}
    pattern, damage = DAMAGE[kind]
    before = catalog.graph(own, "clinic")
    damage(_file(own, "clinic", pattern))
    assert _answers(own, "clinic") == right
    assert catalog.graph(own, "clinic").data_version != before.data_version
    assert seals.flaws(ServerFolder.of(own.data_dir), catalog.graph(own, "clinic").database) == []


@pytest.mark.parametrize(
    "damage", [_random, _halved, _one_bit, lambda path: path.write_text("")], ids=["random", "halved", "bit", "emptied"]
)
def test_damaged_names_are_taken_from_their_copy(damage: Callable[[Path], object], own: Settings, tables: Path) -> None:
    before = catalog.graph(own, "other")
    held = before.names_path.read_text(encoding="utf-8")
    damage(before.names_path)
    assert _answers(own, "other") == {f"C:{i}" for i in range(5)}
    assert catalog.graph(own, "other").data_version == before.data_version
    assert before.names_path.read_text(encoding="utf-8") == held


@pytest.mark.slow  # graphs with a source are built again in the test above
def test_a_graph_whose_source_is_gone_is_refused_by_name_and_keeps_no_other_from_opening(
    tmp_path: Path, settings: Settings
) -> None:
    own = dataclasses.replace(settings, data_dir=tmp_path / "data", vectors=0)
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "nodes.csv").write_text(NODES, encoding="utf-8")
    (folder / "edges.csv").write_text(EDGES, encoding="utf-8")
    with EmbeddedServer.connect(own) as server:
        for name in ("clinic", "other"):
            catalog.load(own, server, _source(folder, name), lambda _: None)
        database = _database(own, "clinic").name
        dictionary = _file(own, "clinic", "*.dict")
        (folder / "edges.csv").write_text(EDGES.replace("C:4", "C:9"), encoding="utf-8")  # no longer what was loaded
        with Asker.open(own, "clinic") as open_before:
            _random(dictionary)
            server.restart()
            assert "'clinic' were damaged when its server started again" in open_before.ask(QUESTION).answer.text
        assert database not in server.databases()
        assert any(database in event.text and "set aside" in event.text for event in server.events())
        assert _answers(own, "other") == {f"C:{i}" for i in range(5)}
        with pytest.raises(DamagedGraphError, match=r"The graph 'clinic' is damaged.*\.dict.*Load it again"):
            Asker.open(own, "clinic")
        catalog.load(own, server, _source(folder, "clinic"), lambda _: None)
        assert _answers(own, "clinic") == {"C:0", "C:1", "C:2", "C:3", "C:9"}
        assert not (ServerFolder.of(own.data_dir).damaged / database).exists()


def test_indexes_that_are_made_later_are_sealed_with_the_rest(own: Settings, tables: Path) -> None:
    folder, entry = ServerFolder.of(own.data_dir), catalog.graph(own, "other")
    files = len(list(_database(own, "other").iterdir()))
    with EmbeddedServer.connect(own) as server:
        assert server.index_names(entry.database, [("Compound", "name", False)])
        assert len(list(_database(own, "other").iterdir())) > files
        assert seals.flaws(folder, entry.database) == []
        server.restart()
    assert seals.flaws(folder, entry.database) == []
    held = _file(own, "other", "schema.json").read_bytes()
    _one_bit(_file(own, "other", "schema.json"))
    assert seals.flaws(folder, entry.database) == ["schema.json"]
    _file(own, "other", "schema.json").write_bytes(held)


def test_checksums_that_are_lost_are_damage_too(own: Settings, tables: Path) -> None:
    folder, before = ServerFolder.of(own.data_dir), catalog.graph(own, "clinic")
    (folder.seals / f"{before.database}.json").write_bytes(random.Random(1).randbytes(500))
    assert _answers(own, "clinic") == {f"C:{i}" for i in range(5)}
    assert catalog.graph(own, "clinic").data_version != before.data_version


def test_a_manifest_that_was_changed_is_not_believed(own: Settings, tables: Path) -> None:
    """Whatever it says still: a bit may turn one relation into another."""
    path = catalog.graph(own, "other").manifest_path
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole.replace("TREATS", "TRIATS"), encoding="utf-8")
    with pytest.raises(UnknownGraphError, match=r"The graph 'other' is damaged and is not asked.*Load it again"):
        Asker.open(own, "other")
    path.write_text(whole, encoding="utf-8")
    assert _answers(own, "other") == {f"C:{i}" for i in range(5)}


@pytest.mark.parametrize("copy", [Path.unlink, _random, lambda path: path.write_bytes(gzip.compress(b"{}"))])
def test_names_whose_copy_is_damaged_too_are_loaded_again(
    copy: Callable[[Path], object], own: Settings, tables: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = catalog.graph(own, "clinic")
    _halved(entry.names_path)
    monkeypatch.setattr("kgqa.graph.server.seals.flaws", lambda *_: [])
    copy(_file(own, "clinic", "names.jsonl.gz"))
    assert _answers(own, "clinic") == {f"C:{i}" for i in range(5)}
    assert catalog.graph(own, "clinic").data_version != entry.data_version


@pytest.mark.slow
def test_of_many_questions_over_damaged_files_none_is_silently_wrong(tmp_path: Path, settings: Settings) -> None:
    own = dataclasses.replace(settings, data_dir=tmp_path / "data", vectors=0)
    report = measure(own, ["indexes random", "the checksums lost", "names shifted"], 20)
    assert report.passed, report.text()
    assert len(report.rows) == 4


def _ready(settings: Settings) -> State:
    """The server's state once it is up."""
    for _ in range(300):
        state = read_state(ServerFolder.of(settings.data_dir))
        if state is not None and state.phase == "ready":
            return state
        time.sleep(0.1)
    raise AssertionError("the server did not start")


@pytest.mark.slow  # a start again and again
def test_the_same_hit_is_the_best_after_each_start_of_the_server(own: Settings, tables: Path) -> None:
    """A server that opens a full-text index of a list counts its texts otherwise than the one that made it."""
    folder = tables / "named"
    folder.mkdir()
    names = [f"T:{i},Q{i},Test,{'|'.join(f'long other name {n}' for n in range(i))}\n" for i in range(20)]
    (folder / "nodes.csv").write_text("id,name,label,synonyms\n" + "".join(names), encoding="utf-8")
    (folder / "edges.csv").write_text("source,type,target\nT:1,FOLLOWS,T:2\n", encoding="utf-8")
    with EmbeddedServer.connect(own) as server:
        catalog.load(own, server, _source(folder, "named"), lambda _: None)
    told = []
    with Asker.open(own, "named") as asker:
        for _ in range(3):
            told.append(asker.ask("Which test is the long other name 3?", approach=Approach("full-text")).answer.text)
            state = _ready(own)
            assert seals.flaws(ServerFolder.of(own.data_dir), catalog.graph(own, "named").database) == []
            os.kill(state.server_pid, signal.SIGKILL)
            while _ready(own).generation == state.generation:
                time.sleep(0.1)
    assert "is the best hit" in told[0]
    assert told == told[:1] * 3
