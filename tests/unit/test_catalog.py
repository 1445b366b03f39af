"""The list of graphs as it is read from manifests."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

import pytest

from kgqa import settings as settings_module
from kgqa.errors import LoadError, UnknownGraphError
from kgqa.load import catalog
from kgqa.load.source import Contents, SourceSpec
from kgqa.records import GraphCard
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.settings import Settings

SCHEMA = Schema((NodeType("A", "a", "as", ("x",), 2),), (Relation("R", "A", "A", "likes", "is liked by", count=1),))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """The default settings on an empty data folder."""
    return replace(settings_module.load({}), data_dir=tmp_path)


def write(settings: Settings, name: str, **changes: Any) -> Path:
    folder = settings.data_dir / "graphs" / name
    folder.mkdir(parents=True)
    (folder / "names-0123456789ab.jsonl").write_text("")
    (settings.data_dir / "server" / "databases" / f"{name}_0123456789ab").mkdir(parents=True)
    manifest = {
        "card": asdict(GraphCard(name, name.title(), "1", "free", "me")),
        "schema": SCHEMA.as_json(),
        "contents": Contents({"A": 2}, {("A", "R", "A"): 1}).as_json(),
        "fingerprint": "f",
        "database": f"{name}_0123456789ab",
        "names": "names-0123456789ab.jsonl",
        "build": "0123456789ab",
        "loaded_at": "2026-01-01T00:00:00+00:00",
        "size_bytes": 1,
    }
    (folder / catalog.MANIFEST).write_text(json.dumps({**manifest, **changes}))
    return folder


def test_no_data_folder_means_no_graphs(settings: Settings) -> None:
    assert catalog.graphs(replace(settings, data_dir=settings.data_dir / "none")) == []
    with pytest.raises(UnknownGraphError, match="No graph is loaded yet"):
        catalog.graph(settings, "hpo")


def test_a_manifest_says_everything_about_its_graph(settings: Settings) -> None:
    folder = write(settings, "mine")
    (entry,) = catalog.graphs(settings)
    assert entry.schema == SCHEMA
    assert entry.contents == Contents({"A": 2}, {("A", "R", "A"): 1})
    assert entry.card == GraphCard("mine", "Mine", "1", "free", "me")
    assert (entry.database, entry.data_version) == ("mine_0123456789ab", "0123456789ab")
    assert entry.names_path == folder / "names-0123456789ab.jsonl"


def test_graphs_come_in_the_order_of_their_names(settings: Settings) -> None:
    for name in ("b", "c", "a"):
        write(settings, name)
    assert [entry.card.name for entry in catalog.graphs(settings)] == ["a", "b", "c"]


def test_an_unknown_graph_names_the_nearest(settings: Settings) -> None:
    for name in ("hetionet", "hpo", "primekg"):
        write(settings, name)
    with pytest.raises(UnknownGraphError, match=r"'hettionet'\. Loaded are: hetionet\."):
        catalog.graph(settings, "hettionet")
    with pytest.raises(UnknownGraphError, match="hetionet, hpo, primekg"):
        catalog.graph(settings, "zzzz")


@pytest.mark.parametrize("name", ["../hpo", "hpo/", "HPO", "", "hpo\n", "*"])
def test_a_name_never_leaves_the_folder(settings: Settings, name: str) -> None:
    write(settings, "hpo")
    with pytest.raises(UnknownGraphError):
        catalog.graph(settings, name)


@pytest.mark.parametrize("missing", ["database", "names"])
def test_a_graph_whose_files_are_gone_is_not_offered(settings: Settings, missing: str) -> None:
    folder = write(settings, "mine")
    if missing == "database":
        (settings.data_dir / "server" / "databases" / "mine_0123456789ab").rmdir()
    else:
        (folder / "names-0123456789ab.jsonl").unlink()
    assert catalog.graphs(settings) == []


@pytest.mark.parametrize("change", [{"schema": []}, {"card": {"name": "x"}}, {"contents": {}}, {"database": 7}])
def test_a_manifest_of_another_shape_is_not_offered(settings: Settings, change: dict[str, Any]) -> None:
    write(settings, "mine", **change)
    assert catalog.graphs(settings) == []


def test_an_unknown_loader_is_refused() -> None:
    with pytest.raises(LoadError, match="'os'"):
        SourceSpec("os").open()  # type: ignore[arg-type]


def test_contents_survive_json() -> None:
    contents = Contents({"A": 1, "B": 2}, {("A", "R", "B"): 3})
    assert Contents.from_json(json.loads(json.dumps(contents.as_json()))) == contents
