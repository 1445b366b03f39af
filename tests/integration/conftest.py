"""What several files of tests ask: graphs, made once a session, and a model server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.store import GraphStore
from kgqa.load.catalog import GraphEntry
from kgqa.pipeline import Asker
from kgqa.settings import Settings
from tests.integration.graphs import fill
from tests.one_builder import OneBuilder
from tests.scripted_models import ScriptedModels

PATIENT_S = 60.0
"""Seconds that a statement about the default graph, and the counting of readings, may take: what is answered is not to
depend on how fast a machine is, nor on what else it does."""


@pytest.fixture(scope="session", autouse=True)
def _patient_counts() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgqa.strategies.readings.COUNT_S", PATIENT_S)
        yield


@pytest.fixture(scope="session", autouse=True)
def _one_builder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One process builds all graphs of the session."""
    with OneBuilder(tmp_path_factory.mktemp("builder")) as builder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgqa.load.catalog.loading.run_build", builder.run_build)
        yield


@pytest.fixture
def models() -> Iterator[ScriptedModels]:
    """A model server that says what a test tells it."""
    with ScriptedModels() as server:
        yield server


@pytest.fixture(scope="session")
def hpo_asker(settings: Settings, default_graph: GraphEntry) -> Iterator[Asker]:
    """The default graph in the session's data folder, ready to be asked."""
    with Asker.open(replace(settings, time_limit_s=PATIENT_S)) as asker:
        yield asker


@pytest.fixture(scope="session")
def toy(server: EmbeddedServer) -> Iterator[GraphStore]:
    """The small graph of ``graphs.py`` on the embedded server."""
    server.create_database("toy")
    fill(server.bolt_uri, server.root_auth, "toy")
    with server.store("toy") as store:
        yield store
    server.drop_database("toy")


@pytest.fixture(scope="module")
def own_neo4j(spare_neo4j: SpareNeo4j, settings: Settings) -> Iterator[GraphStore]:
    """The same graph on a Neo4j."""
    spare_neo4j.empty()
    fill(spare_neo4j.uri, ("neo4j", NEO4J_PASSWORD), "neo4j")
    with GraphStore(
        spare_neo4j.uri, "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=1000, time_limit_s=settings.time_limit_s
    ) as store:
        yield store


@pytest.fixture(params=["toy", "own_neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """The same graph on the one server and on the other."""
    connected: GraphStore = request.getfixturevalue(request.param)
    return connected
