"""Processes that end in the middle of a load: the old graph stays or none, and the litter is swept."""

from __future__ import annotations

import functools
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest
from data_folder import graph_files

from kgqa.errors import LoadError, StoppedError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.stop import StopSignal
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry, loading
from kgqa.load.hpo.files import COLUMNS, GENE_COLUMNS
from kgqa.load.process import run_build
from kgqa.load.source import SourceSpec
from kgqa.progress import Progress
from kgqa.records import Query
from kgqa.settings import Settings

ROOT = Path(__file__).parents[2]
SIZE = 2_000
SEED = 20

seldom = functools.partial(pytest.param, marks=pytest.mark.slow)
"""Another moment at which the same thing happens."""

PROLOGUE = """
import os, signal, sys, threading
from dataclasses import replace
from pathlib import Path
from kgqa import settings as settings_module
from kgqa.load import catalog
from kgqa.load.catalog import loading, publish
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load.source import SourceSpec
from kgqa.graph.stop import StopSignal

settings = replace(settings_module.load({}), data_dir=Path(sys.argv[1]))
source = SourceSpec("tables", {"path": sys.argv[2], "name": "mine"})

def end(*_):
    os.kill(os.getpid(), signal.SIGKILL)

def quiet(_):
    pass

stop = StopSignal()
"""


def write_tables(folder: Path, size: int, note: str = "some text") -> SourceSpec:
    folder.mkdir()
    nodes = (f"N{number}\tNode {number}\tThing\t{note}\n" for number in range(size))
    (folder / "nodes.tsv").write_text("id\tname\tlabel\tnote\n" + "".join(nodes))
    edges = (f"N{number % size}\tLIKES\tN{number * 7 % size}\tPMID:{number}\n" for number in range(size * 3))
    (folder / "edges.tsv").write_text("source\ttype\ttarget\tpmid\n" + "".join(edges))
    return SourceSpec("tables", {"path": str(folder), "name": "mine"})


@pytest.fixture(scope="module", autouse=True)
def _a_builder_each() -> Iterator[None]:
    """Each load has a process of its own, as it has outside of tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgqa.load.catalog.loading.run_build", run_build)
        yield


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Settings:
    """Settings with a data folder of this module's own."""
    return replace(settings, data_dir=tmp_path_factory.mktemp("kill"))


@pytest.fixture(scope="module")
def server(own: Settings) -> Iterator[EmbeddedServer]:
    """A server on it."""
    with EmbeddedServer.connect(own) as server:
        yield server


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> SourceSpec:
    """Tables that take a while to load."""
    return write_tables(tmp_path_factory.mktemp("tables") / "big", SIZE)


@pytest.fixture(scope="module")
def _loaded_before(tmp_path_factory: pytest.TempPathFactory, own: Settings, server: EmbeddedServer) -> None:
    """A small graph of the same name, loaded before any test."""
    catalog.load(own, server, write_tables(tmp_path_factory.mktemp("tables") / "small", 3), lambda _: None)


@pytest.fixture
def old(own: Settings, _loaded_before: None) -> GraphEntry:
    """The graph of the same name that is there before a test: that one, or what another test has put in its place."""
    (entry,) = catalog.graphs(own)
    return entry


def assert_only(settings: Settings, server: EmbeddedServer, entry: GraphEntry) -> None:
    """That nothing but this graph is there once the litter is swept, and that it answers."""
    assert catalog.graphs(settings) == [entry]
    catalog.sweep(settings, server)
    assert server.databases() == [entry.database]
    assert {path.name for path in server.databases_dir.iterdir() if path.is_dir()} == {entry.database}
    assert list(ServerFolder.of(settings.data_dir).staging.iterdir()) == []
    assert {path.name for path in entry.names_path.parent.iterdir()} == {catalog.MANIFEST, entry.names_path.name}
    assert count(server, entry) == (entry.contents.nodes["Thing"], entry.contents.edges["Thing", "LIKES", "Thing"])


def count(server: EmbeddedServer, entry: GraphEntry) -> tuple[int, int]:
    with server.store(entry.database) as store:
        nodes = store.run(Query("MATCH (n:Thing) RETURN count(n) AS c", ("c",))).rows[0][0]
        edges = store.run(Query("MATCH (:Thing)-[r:LIKES]->(:Thing) RETURN count(r) AS c", ("c",))).rows[0][0]
    return nodes, edges


def builders(parent: psutil.Process) -> list[psutil.Process]:
    found = []
    for process in parent.children(recursive=True):
        try:
            if "kgqa.load.build" in process.cmdline():
                found.append(process)
        except psutil.Error:
            continue
    return found


@pytest.mark.parametrize(
    "step", [seldom("Reading the source"), "Writing LIKES links", seldom("Finishing the database")]
)
def test_a_build_that_is_killed_leaves_the_old_graph(
    own: Settings, server: EmbeddedServer, source: SourceSpec, old: GraphEntry, step: str
) -> None:
    killed: list[int] = []

    def kill(progress: Progress) -> None:
        if progress.step == step and not killed:
            (process,) = builders(psutil.Process())
            killed.append(process.pid)
            process.kill()

    with pytest.raises(LoadError, match=r"ended early \(exit code -9\)") as caught:
        catalog.load(own, server, source, kill)
    assert killed
    assert " INFO " not in str(caught.value), "what the engine tells of its ordinary work is of no use to a reader"
    assert_only(own, server, old)


@pytest.mark.parametrize(
    ("moment", "patch"),
    [
        seldom("while it builds", "quiet = lambda p: end() if p.step == 'Writing LIKES links' else None"),
        ("after the rename", "publish._open = end"),
        ("before the manifest", "publish.write_manifest = end"),
    ],
)
def test_a_load_that_is_killed_leaves_the_old_graph(
    own: Settings, server: EmbeddedServer, source: SourceSpec, old: GraphEntry, moment: str, patch: str
) -> None:
    assert run_load(own, source, patch).returncode == -signal.SIGKILL
    await_no_builder(own)
    assert_only(own, server, old)


def test_a_load_that_is_killed_after_the_manifest_is_the_new_graph(
    tmp_path: Path, own: Settings, server: EmbeddedServer, old: GraphEntry
) -> None:
    source = write_tables(tmp_path / "new", 4)
    assert run_load(own, source, "publish.drop = end").returncode == -signal.SIGKILL
    (entry,) = catalog.graphs(own)
    assert entry.contents.nodes == {"Thing": 4}
    assert_only(own, server, entry)


@pytest.mark.parametrize(("size", "kills"), [seldom(n, 5) for n in (300, SIZE)])
def test_a_load_that_is_killed_at_any_moment_leaves_a_whole_graph(
    tmp_path: Path, own: Settings, server: EmbeddedServer, old: GraphEntry, size: int, kills: int
) -> None:
    """Both the process that loads and the one that builds end, each time at a moment drawn by lot from its share.

    A single one falls into the first half, so that the load is not over.
    """
    source, dice = write_tables(tmp_path / "t", size), random.Random(SEED + size)
    began = time.monotonic()
    catalog.load(own, server, source, lambda _: None)
    whole_s, killed = time.monotonic() - began, 0
    for number in range(kills):
        (before,) = catalog.graphs(own)
        ended = run_load(own, source, TIMER.format(delay=whole_s * (number + dice.random()) / max(kills, 2)))
        killed += ended.returncode == -signal.SIGKILL
        assert ended.returncode in (0, -signal.SIGKILL), ended.stderr[-2000:]
        await_no_builder(own)
        (entry,) = catalog.graphs(own)
        assert entry == before or entry.contents == before.contents
        assert_only(own, server, entry)
    assert killed, "every load was over before its moment came"


TIMER = """
def quiet(_, timer=threading.Timer({delay}, end)):
    if not timer.is_alive() and timer.ident is None:
        timer.start()
"""


@pytest.mark.parametrize("step", [seldom("Reading the source"), "Writing LIKES links", seldom("Opening the graph")])
def test_a_load_that_is_stopped_leaves_everything_as_it_was(
    own: Settings, server: EmbeddedServer, source: SourceSpec, old: GraphEntry, step: str
) -> None:
    (entry,) = catalog.graphs(own)
    before, stop = graph_files(own), StopSignal()

    def hear(progress: Progress) -> None:
        if progress.step == step:
            stop.set()

    with pytest.raises(StoppedError, match="as it was before"):
        catalog.load(own, server, source, hear, stop)
    assert graph_files(own) == before, "without a sweep"
    assert builders(psutil.Process()) == []
    assert_only(own, server, entry)


@pytest.mark.slow  # a build that is killed leaves none either
def test_the_first_load_that_is_stopped_leaves_no_folder(own: Settings, server: EmbeddedServer, tmp_path: Path) -> None:
    before, stop = graph_files(own), StopSignal()
    source = write_tables(tmp_path / "t", 10)
    another = replace(source, arguments={**source.arguments, "name": "first"})
    with pytest.raises(StoppedError):
        catalog.load(own, server, another, lambda p: stop.set() if p.step == "Opening the graph" else None, stop)
    assert graph_files(own) == before


@pytest.mark.slow  # killed and stopped it is in the tests above
@pytest.mark.parametrize("step", ["Writing LIKES links", seldom("Opening the graph")])
def test_a_load_that_is_killed_while_it_is_stopped_leaves_the_old_graph(
    own: Settings, server: EmbeddedServer, source: SourceSpec, old: GraphEntry, step: str
) -> None:
    (before,) = catalog.graphs(own)
    delay = random.Random(step).uniform(0, 0.05)
    patch = f"""
    def quiet(progress):
        if progress.step == {step!r}:
            threading.Timer({delay}, end).start()
            stop.set()
    """
    ended = run_load(own, source, patch)
    assert ended.returncode != 0
    await_no_builder(own)
    assert_only(own, server, before)


def await_no_builder(settings: Settings) -> None:
    deadline = time.monotonic() + 60
    while builders_of(settings) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert builders_of(settings) == [], "the build outlived the process that started it"


def run_load(settings: Settings, source: SourceSpec, patch: str) -> subprocess.CompletedProcess[str]:
    """Load in a process of its own, after a line that changes what happens there."""
    code = f"{PROLOGUE}\n{textwrap.dedent(patch)}\nwith EmbeddedServer.connect(settings) as server:\n"
    code += "    print(catalog.load(settings, server, source, quiet, stop).data_version)\n"
    return subprocess.run(
        [sys.executable, "-c", code, str(settings.data_dir), source.arguments["path"]],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def builders_of(settings: Settings) -> list[int]:
    found = []
    for process in psutil.process_iter(["cmdline"]):
        line = process.info["cmdline"] or []
        if "kgqa.load.build" in line and any(str(settings.data_dir) in part for part in line):
            found.append(process.pid)
    return found


@pytest.mark.parametrize(("note", "most_bytes"), [("short", 100_000), seldom("long " * 100, 1_000_000)])
def test_a_full_disk_is_said_and_leaves_the_old_graph(
    tmp_path: Path, own: Settings, server: EmbeddedServer, old: GraphEntry, note: str, most_bytes: int
) -> None:
    """A limit on the size of files stands in for the disk; the server, which has none, runs already.

    The names reach the first limit, the database, whose engine goes on after an error, the second.
    """
    (before,) = catalog.graphs(own)
    source = write_tables(tmp_path / "t", 5_000, note)
    patch = f"import resource\nresource.setrlimit(resource.RLIMIT_FSIZE, ({most_bytes}, {most_bytes}))"
    ended = run_load(own, source, patch)
    assert ended.returncode == 1
    assert "LoadError" in ended.stderr
    assert "File too large" in ended.stderr or "could not be written" in ended.stderr
    assert_only(own, server, before)


def write_ontology(folder: Path) -> Path:
    """A tiny release of the default graph."""
    (folder / "hp.obo").write_text("format-version: 1.2\n\n[Term]\nid: HP:1\nname: Long fingers\n")
    row = {"database_id": "OMIM:1", "disease_name": "Some syndrome", "hpo_id": "HP:1", "aspect": "P"}
    cells = [row.get(column, "") for column in COLUMNS]
    head = ["#version: 2025-01-16", "\t".join(COLUMNS), "\t".join(cells), ""]
    (folder / "phenotype.hpoa").write_text("\n".join(head))
    (folder / "genes_to_phenotype.txt").write_text("\t".join(GENE_COLUMNS) + "\n")
    return folder


def test_two_processes_that_want_the_same_graph_load_it_once(
    own: Settings, server: EmbeddedServer, tmp_path: Path
) -> None:
    folder = write_ontology(tmp_path)
    code = PROLOGUE + textwrap.dedent(
        """
        loading.DEFAULT = SourceSpec("hpo", {"folder": sys.argv[2]})
        steps = []
        with EmbeddedServer.connect(settings) as server:
            entry = catalog.ensure_default(settings, server, lambda p: steps.append(p.step))
            print(entry.data_version, "Reading the source" in steps)
        """
    )
    arguments = [sys.executable, "-c", code, str(own.data_dir), str(folder)]
    started = [
        subprocess.Popen(
            arguments, cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}
        )
        for _ in range(3)
    ]
    said = [process.communicate(timeout=120)[0].split() for process in started]
    assert len({version for version, _ in said}) == 1
    assert sorted(loaded for _, loaded in said) == ["False", "False", "True"]
    shutil.rmtree(own.data_dir / "graphs" / "hpo")
    catalog.sweep(own, server)


@pytest.mark.slow  # tests/unit/test_catalog.py has the fingerprints
def test_the_default_graph_follows_its_source(
    own: Settings, server: EmbeddedServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = write_ontology(tmp_path)
    monkeypatch.setattr(loading, "DEFAULT", SourceSpec("hpo", {"folder": str(folder)}))
    first = catalog.ensure_default(own, server, lambda _: None)
    assert catalog.ensure_default(own, server, lambda _: None) == first
    with (folder / "hp.obo").open("a") as stream:
        stream.write("\n[Term]\nid: HP:2\nname: Short fingers\nis_a: HP:1\n")
    second = catalog.ensure_default(own, server, lambda _: None)
    assert (first.contents.nodes["Phenotype"], second.contents.nodes["Phenotype"]) == (1, 2)
    (folder / "hp.obo").unlink()
    assert catalog.ensure_default(own, server, lambda _: None) == second, "a graph stays usable without its source"
    server.drop_database(second.database)
    with pytest.raises(LoadError, match=r"hp\.obo"):
        catalog.ensure_default(own, server, lambda _: None)
    assert "hpo" not in [entry.card.name for entry in catalog.graphs(own)]
    catalog.sweep(own, server)


def test_a_damaged_manifest_is_no_graph(own: Settings, server: EmbeddedServer, old: GraphEntry) -> None:
    (entry,) = catalog.graphs(own)
    manifest = entry.names_path.with_name(catalog.MANIFEST)
    whole = manifest.read_text(encoding="utf-8")
    for damage in ("", whole[: len(whole) // 2], "[]", json.dumps({**json.loads(whole), "contents": None})):
        manifest.write_text(damage, encoding="utf-8")
        assert catalog.graphs(own) == []
        catalog.sweep(own, server)  # what an unreadable manifest may name is not litter
    manifest.write_text(whole, encoding="utf-8")
    assert_only(own, server, entry)
