"""Graphs that several files of tests ask, made once a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.graph.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration.graphs import fill


@pytest.fixture(scope="session")
def hpo_asker(settings: Settings, server: EmbeddedServer) -> Iterator[Asker]:
    """The default graph in the session's data folder, ready to be asked."""
    with Asker.open(settings) as asker:
        yield asker


@pytest.fixture(scope="session")
def toy(server: EmbeddedServer) -> Iterator[GraphStore]:
    """The small graph of ``graphs.py`` on the embedded server."""
    server.create_database("toy")
    fill(server.bolt_uri, server.root_auth, "toy")
    with server.store("toy") as store:
        yield store
    server.drop_database("toy")
