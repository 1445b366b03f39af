"""The benchmark of size on small tables, through the command line."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from benchmarks import scale
from benchmarks.__main__ import main
from benchmarks.made_tables import Shape
from kgqa.errors import LoadError
from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration.servers import neo4j_home


@pytest.mark.slow
def test_made_tables_are_loaded_asked_and_removed(settings: Settings, hpo_asker: Asker) -> None:
    before = [entry.card.name for entry in catalog.graphs(settings)]
    size = ("--edges", "2000", "--nodes", "300", "--times", "1")
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "scale", *size],
        env={**os.environ, "KGQA_DATA_DIR": str(settings.data_dir)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("300 nodes of 4 types, 2,000 edges of 16 relations"), done.stdout
    for process in ("command", "build", "graph server"):
        assert re.search(rf"^  {process} +[1-9][0-9]* MB at most, [0-9.]+ s of processor time$", done.stdout, re.M)
    asked = re.findall(r"^([a-z0-9/ ]+?) +(\d+)/(\d+) .* \d+\.\d\d(?:  <- above 1.5)?$", done.stdout, re.M)
    assert {kind for kind, _, _ in asked} >= {"list", "two conditions", "2 hops", "yes/no", "count", "property"}
    assert sum(int(answered) for _, answered, _ in asked) > sum(int(all_) for _, _, all_ in asked) / 2
    assert " failed " not in done.stdout
    assert [entry.card.name for entry in catalog.graphs(settings)] == before


def test_a_graph_is_removed_where_asking_it_fails(
    settings: Settings, hpo_asker: Asker, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = [entry.card.name for entry in catalog.graphs(settings)]

    def refused(*_: object, **__: object) -> Asker:
        assert len(catalog.graphs(settings)) == len(before) + 1
        raise LoadError("it cannot be opened")

    monkeypatch.setattr(Asker, "open", refused)
    with pytest.raises(LoadError, match="it cannot be opened"):
        scale.measure(settings, Shape(50, 60), 1, lambda _: None)
    assert [entry.card.name for entry in catalog.graphs(settings)] == before


@pytest.mark.slow
def test_made_tables_are_imported_by_neo4j_and_asked_with_and_without_indexes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    size = ("--edges", "2000", "--nodes", "300", "--times", "1")
    assert main(["scale_neo4j", "--home", str(neo4j_home()), *size]) == 0
    said = capsys.readouterr().out
    assert said.startswith("300 nodes, 2,000 edges of 16 relations"), said
    (looked_up,) = re.findall(r"^property +(.*)$", said, re.M)
    assert looked_up.count("8/8") == 2
    assert looked_up.index("NodeByLabelScan") < looked_up.index("NodeUniqueIndexSeek")
