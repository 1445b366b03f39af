"""Graphs that several files of tests ask, made once a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j, end, neo4j_home, prepare_neo4j, running_neo4j, start_neo4j

from kgqa.graph.server.embedded import EmbeddedServer
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


@pytest.fixture(scope="session")
def own_neo4j(tmp_path_factory: pytest.TempPathFactory, settings: Settings) -> Iterator[GraphStore]:
    """The same graph on a Neo4j."""
    with running_neo4j(neo4j_home(), tmp_path_factory.mktemp("neo4j")) as (uri, _):
        fill(uri, ("neo4j", NEO4J_PASSWORD), "neo4j")
        with GraphStore(
            uri, "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=1000, time_limit_s=settings.time_limit_s
        ) as store:
            yield store


@pytest.fixture(scope="session")
def spare_neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpareNeo4j]:
    """A Neo4j for files of tests that need one of their own: each empties it first."""
    home, folder = neo4j_home(), tmp_path_factory.mktemp("spare")
    port = prepare_neo4j(home, folder)
    spare = SpareNeo4j(home, folder, port, start_neo4j(home, folder, port))
    yield spare
    end(spare.process)


@pytest.fixture(params=["toy", "own_neo4j"])
def store(request: pytest.FixtureRequest) -> GraphStore:
    """The same graph on the one server and on the other."""
    connected: GraphStore = request.getfixturevalue(request.param)
    return connected
