"""Loading into the embedded server: what arrives, what is refused, and what stays when something goes wrong."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kgqa.errors import LoadError, UnknownGraphError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.catalog import GraphEntry, publish
from kgqa.load.source import SourceSpec
from kgqa.progress import Progress
from kgqa.records import Query
from kgqa.settings import Settings

ODD = [
    "NA",
    "00123",
    "1e5",
    "99999999999999999999",
    " blank ",
    "βγ 😀 \u2028",
    "Ends'\"`}",
    "<script>alert(1)</script>",
]


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Settings:
    """Settings with a data folder of this module's own."""
    return replace(settings, data_dir=tmp_path_factory.mktemp("load"))


@pytest.fixture(scope="module")
def running(own: Settings) -> Iterator[EmbeddedServer]:
    """A server on it."""
    with EmbeddedServer.connect(own) as server:
        yield server


def tables(
    folder: Path, nodes: list[dict[str, Any]], edges: list[dict[str, Any]] | None = None, name: str = "mine"
) -> SourceSpec:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "nodes.jsonl").write_text("".join(json.dumps(row) + "\n" for row in nodes), encoding="utf-8")
    if edges is not None:
        (folder / "edges.jsonl").write_text("".join(json.dumps(row) + "\n" for row in edges), encoding="utf-8")
    return SourceSpec("tables", {"path": str(folder), "name": name})


def small(folder: Path, name: str = "mine", size: int = 3) -> SourceSpec:
    nodes = [{"id": f"N{number}", "name": f"Node {number}", "label": "Thing"} for number in range(size)]
    edges = [{"source": "N0", "type": "LIKES", "target": f"N{number}"} for number in range(size)]
    return tables(folder, nodes, edges, name)


def quiet(_: Progress) -> None:
    pass


def rows(server: EmbeddedServer, entry: GraphEntry, cypher: str, *columns: str) -> tuple[tuple[Any, ...], ...]:
    with server.store(entry.database) as store:
        return store.run(Query(cypher, columns)).rows


@pytest.fixture
def loaded(own: Settings, running: EmbeddedServer) -> Iterator[EmbeddedServer]:
    """The server, without a graph before and after."""
    assert running.databases() == []
    yield running
    for entry in catalog.graphs(own):
        shutil.rmtree(entry.names_path.parent)
    catalog.sweep(own, running)


@pytest.fixture
def alone(tmp_path: Path, settings: Settings) -> Iterator[tuple[EmbeddedServer, Settings]]:
    """A server on a data folder of the test's own."""
    own = replace(settings, data_dir=tmp_path / "data")
    with EmbeddedServer.connect(own) as server:
        yield server, own


def litter(settings: Settings) -> set[str]:
    """Files and folders of the data folder that belong to no graph."""
    entries = [*catalog.graphs(settings), *catalog.removed(settings)]
    kept = {entry.database for entry in entries} | {entry.names_path.name for entry in entries}
    graphs, server = settings.data_dir / "graphs", settings.data_dir / "server"
    found = {path.name for path in (server / "staging").iterdir()}
    found |= {path.name for path in (server / "databases").iterdir() if path.is_dir()}
    found |= {path.name for path in graphs.glob("*/*") if path.name != catalog.MANIFEST}
    return found - kept


def test_odd_values_come_back_through_the_server_as_they_stand(
    tmp_path: Path, own: Settings, loaded: EmbeddedServer
) -> None:
    nodes = [
        {"id": value, "name": value, "label": "gene/protein `x`", "synonyms": [value, "second"], "my note": value}
        for value in ODD
    ]
    edges = [
        {"source": value, "type": "biolink:likes it", "target": ODD[0], "n.o": value, "tags": [value]} for value in ODD
    ]
    entry = catalog.load(own, loaded, tables(tmp_path / "t", nodes, edges), quiet)
    assert entry.contents.nodes == {"gene/protein `x`": len(ODD)}
    assert entry.contents.edges == {("gene/protein `x`", "biolink:likes it", "gene/protein `x`"): len(ODD)}
    returned = "n.id AS id, n.name AS name, n.synonyms AS s, n.`my note` AS note"
    found = rows(loaded, entry, f"MATCH (n:`gene/protein ``x```) RETURN {returned}", "id", "name", "s", "note")
    assert sorted(found, key=str) == sorted(((v, v, [v.strip(), "second"], v) for v in ODD), key=str)
    found = rows(
        loaded,
        entry,
        "MATCH (a)-[r:`biolink:likes it`]->(b) RETURN a.id AS a, r.`n.o` AS n, r.tags AS t",
        "a",
        "n",
        "t",
    )
    assert sorted(found, key=str) == sorted(((v, v, [v]) for v in ODD), key=str)
    lines = [json.loads(line) for line in entry.names_path.read_text(encoding="utf-8").split("\n") if line]
    assert [(line["id"], line["name"], line["label"]) for line in lines] == [(v, v, "gene/protein `x`") for v in ODD]


def test_a_vocabulary_is_a_graph(tmp_path: Path, own: Settings, loaded: EmbeddedServer) -> None:
    entry = catalog.load(own, loaded, tables(tmp_path / "t", [{"id": "A", "name": "a", "label": "Term"}]), quiet)
    assert (entry.contents.nodes, entry.contents.edges) == ({"Term": 1}, {})
    assert catalog.graph(own, "mine") == entry
    assert litter(own) == set()


@pytest.mark.parametrize(
    ("nodes", "edges", "said"),
    [
        (
            [{"id": "A", "name": "a", "label": "T"}],
            [{"source": "A", "type": "R", "target": "Z"}],
            "edges.jsonl, line 1.*'Z'",
        ),
        (
            [{"id": "A", "name": "a", "label": "T"}],
            [{"source": "A", "target": "A", "x": "1", "type": ""}],
            "line 1.*no type",
        ),
        ([{"id": "A", "name": "a", "label": "T"}] * 2, None, "nodes.jsonl, line 2.*'A' occurs twice"),
        (
            [{"id": "A", "name": "a", "label": "T"}, {"id": "B", "name": " ", "label": "T"}],
            None,
            "line 2.*'B' has no name",
        ),
        ([{"id": "A", "name": "a", "label": "T"}, {"id": "B", "name": "b"}], None, "line 2.*'B' has no label"),
        ([{"id": "A", "name": "a", "label": "T"}, {"name": "b", "label": "T"}], None, "line 2.*no identifier"),
        ([{"id": "A", "name": "a", "label": "a,b"}], None, "'a,b'"),
        ([{"id": "A", "name": "a", "label": "T" * 151}], None, "too long"),
        ([{"id": "A", "name": "a", "label": "\\u0041"}], None, "backslash"),
        ([{"id": "A", "name": "a", "label": "T"}], [{"source": "A", "type": "T", "target": "A"}], "'T' is the name of"),
        ([], None, "no column|nothing to load"),
    ],
)
def test_rows_that_contradict_each_other_are_refused_with_their_line(
    tmp_path: Path,
    server: EmbeddedServer,
    settings: Settings,
    nodes: list[Any],
    edges: list[Any] | None,
    said: str,
) -> None:
    before = catalog.graphs(settings), litter(settings)  # other tests have databases of their own on this server
    with pytest.raises(LoadError, match=said):
        catalog.load(settings, server, tables(tmp_path / "t", nodes, edges), quiet)
    assert (catalog.graphs(settings), litter(settings)) == before


def test_the_first_twenty_bad_rows_are_listed(tmp_path: Path, settings: Settings, server: EmbeddedServer) -> None:
    edges = [{"source": "A", "type": "R", "target": f"Z{number}"} for number in range(30)]
    with pytest.raises(LoadError) as caught:
        catalog.load(settings, server, tables(tmp_path, [{"id": "A", "name": "a", "label": "T"}], edges), quiet)
    assert str(caught.value).count("edges.jsonl, line") == 20


def test_a_new_load_takes_the_place_of_the_old_one(tmp_path: Path, own: Settings, loaded: EmbeddedServer) -> None:
    first = catalog.load(own, loaded, small(tmp_path / "a"), quiet)
    other = catalog.load(own, loaded, small(tmp_path / "b", name="other"), quiet)
    second = catalog.load(own, loaded, small(tmp_path / "c", size=5), quiet)
    assert catalog.graphs(own) == [second, other]
    assert first.data_version != second.data_version
    assert loaded.databases() == sorted([second.database, other.database])
    assert rows(loaded, second, "MATCH (n:Thing) RETURN count(n) AS c", "c") == ((5,),)
    assert litter(own) == set()


def test_a_failed_load_leaves_the_old_graph(tmp_path: Path, own: Settings, loaded: EmbeddedServer) -> None:
    first = catalog.load(own, loaded, small(tmp_path / "a"), quiet)
    (tmp_path / "a" / "edges.jsonl").write_text('{"source": "N0", "type": "LIKES", "target": "gone"}\n')
    with pytest.raises(LoadError, match="gone"):
        catalog.load(own, loaded, SourceSpec("tables", {"path": str(tmp_path / "a"), "name": "mine"}), quiet)
    assert catalog.graphs(own) == [first]
    assert rows(loaded, first, "MATCH (:Thing)-[r:LIKES]->(:Thing) RETURN count(r) AS c", "c") == ((3,),)
    assert litter(own) == set()


def test_what_fails_after_the_build_leaves_the_old_graph(
    tmp_path: Path, own: Settings, loaded: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = catalog.load(own, loaded, small(tmp_path / "a"), quiet)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(publish, "write_manifest", full)
    with pytest.raises(LoadError, match="No space left"):
        catalog.load(own, loaded, small(tmp_path / "b", size=5), quiet)
    monkeypatch.undo()
    assert catalog.graphs(own) == [first]
    assert loaded.databases() == [first.database]
    assert litter(own) == set()


def test_of_a_large_relation_the_server_has_to_show_an_edge(
    tmp_path: Path, own: Settings, loaded: EmbeddedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publish, "MOST_COUNTED", 2)
    entry = catalog.load(own, loaded, small(tmp_path / "a"), quiet)
    assert entry.contents.edges == {("Thing", "LIKES", "Thing"): 3}
    none = replace(entry.contents, edges={("Thing", "HATES", "Thing"): 3})
    counted = publish._counted(loaded, entry.database, none, None)
    assert counted.edges == {("Thing", "HATES", "Thing"): 0}


def test_when_a_graph_is_opened_the_relations_with_few_edges_are_counted(
    tmp_path: Path, own: Settings, loaded: EmbeddedServer
) -> None:
    entry = catalog.load(own, loaded, small(tmp_path / "a"), quiet)
    told = replace(entry.contents, edges={("Thing", "LIKES", "Thing"): 2})
    assert publish._counted(loaded, entry.database, told, None, 2).edges == {("Thing", "LIKES", "Thing"): 3}
    assert publish._counted(loaded, entry.database, told, None, 1).edges == {("Thing", "LIKES", "Thing"): 2}


def test_a_graph_is_there_after_a_restart(tmp_path: Path, own: Settings, loaded: EmbeddedServer) -> None:
    entry = catalog.load(own, loaded, small(tmp_path / "a"), quiet)
    loaded.restart()
    assert rows(loaded, entry, "MATCH (n:Thing) RETURN count(n) AS c", "c") == ((3,),)
    assert catalog.graph(own, "mine") == entry


@pytest.mark.parametrize("name", ["", "Mine", "../x", "a b", "-x", "x" * 41])
def test_a_name_that_is_none_is_refused(tmp_path: Path, settings: Settings, server: EmbeddedServer, name: str) -> None:
    with pytest.raises(LoadError, match="cannot be named"):
        catalog.load(settings, server, small(tmp_path / "t", name=name), quiet)
    with pytest.raises(UnknownGraphError):
        catalog.graph(settings, name)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path, alone: tuple[EmbeddedServer, Settings]) -> None:
    server, own = alone
    (own.data_dir / "graphs").mkdir()
    (own.data_dir / "graphs").chmod(0o500)
    with pytest.raises(LoadError, match="graphs"):
        catalog.load(own, server, small(tmp_path / "t"), quiet)


def test_a_file_in_the_place_of_a_folder_is_named(tmp_path: Path, alone: tuple[EmbeddedServer, Settings]) -> None:
    server, own = alone
    (own.data_dir / "graphs").write_text("")
    with pytest.raises(LoadError, match="graphs"):
        catalog.load(own, server, small(tmp_path / "t"), quiet)


def test_progress_says_what_is_done(tmp_path: Path, settings: Settings, server: EmbeddedServer) -> None:
    steps: list[str] = []
    catalog.load(settings, server, small(tmp_path / "t", name="steps"), lambda progress: steps.append(progress.step))
    assert steps == [
        "Reading the source",
        "Writing things",
        "Writing LIKES links",
        "Finishing the database",
        "Checking what was written",
        "Opening the graph",
    ]
