"""A small own graph of tables, imported as a reader would."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.settings import Settings


@contextlib.contextmanager
def opened(
    settings: Settings, server: EmbeddedServer, folder: Path, name: str, *, nodes: str, edges: str
) -> Iterator[Asker]:
    """Writes the two tables into a folder, loads them, and removes the graph at the end."""
    (folder / "nodes.csv").write_text(nodes, encoding="utf-8")
    (folder / "edges.csv").write_text(edges, encoding="utf-8")
    catalog.load(settings, server, SourceSpec("tables", {"path": str(folder), "name": name}), lambda _: None)
    with Asker.open(settings, name) as asker:
        yield asker
    catalog.remove(settings, name)
