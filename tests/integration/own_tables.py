"""A small own graph of tables, imported as a reader would."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings


def asker(name: str, *, nodes: str, edges: str, fixture: str = "asker") -> Any:
    """A fixture of a module: the two tables, imported as a reader would."""

    @pytest.fixture(scope="module", name=fixture)
    def made(settings: Settings, server: EmbeddedServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asker]:
        with opened(settings, server, tmp_path_factory.mktemp(name), name, nodes=nodes, edges=edges) as asked:
            yield asked

    return made


@contextlib.contextmanager
def opened(
    settings: Settings, server: EmbeddedServer, folder: Path, name: str, *, nodes: str, edges: str, vocabulary: str = ""
) -> Iterator[Asker]:
    """Writes the two tables into a folder, loads them under a vocabulary if one is told, and removes the graph at the
    end."""
    (folder / "nodes.csv").write_text(nodes, encoding="utf-8")
    (folder / "edges.csv").write_text(edges, encoding="utf-8")
    catalog.load(
        settings,
        server,
        SourceSpec("tables", {"path": str(folder), "name": name}, vocabulary=vocabulary),
        lambda _: None,
    )
    with Asker.open(settings, name) as asker:
        yield asker
    catalog.remove(settings, name)
