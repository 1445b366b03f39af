"""What every test may ask for: a data folder of this session, the embedded server on it, the default graph in it.

With several processes (``-n 2``) each has a session of its own, with one server, started when a test asks for it.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import gc
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from kgqa import settings as settings_module
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.linking import linker
from kgqa.linking.index import NameIndex
from kgqa.settings import Settings
from tests import examples, spread

if TYPE_CHECKING:
    from benchmarks.serving import Served
    from kgqa.load.catalog import GraphEntry
    from tests.integration.servers import SpareNeo4j


MANY_NAMES_BYTES = 1_000_000
"""Of a file of names whose index is kept; smaller ones are read each time, as outside of tests."""


OBJECTS_BETWEEN_LOOKS = 50_000
"""New objects after which the collector looks for circles among them; 700 outside of tests. A million objects of the
tests and of the graphs that they hold live as long as the session, and to look through all of them again and again was
a fifth of the processor time of a session."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds ``--slow``."""
    parser.addoption("--slow", action="store_true", help="run the tests marked slow too, and more made-up examples")


def pytest_configure(config: pytest.Config) -> None:
    """Sets how many examples are made up for a test; on no machine does one fail because it takes long."""
    gc.set_threshold(OBJECTS_BETWEEN_LOOKS, *gc.get_threshold()[1:])
    examples.prepare(thorough=config.option.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is slow; with several processes, puts what takes long first."""
    spread.without_slow(config, items)
    if hasattr(config, "workerinput"):
        try:
            spread.require_listed(items)
        except pytest.UsageError as error:  # of a process that ends here the controller only tells that it ended
            print(error, file=sys.__stderr__)
            raise
        spread.order(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> spread.ByFile:
    """Says which process runs what, whatever ``--dist`` says."""
    config.option.loadscopereorder = False
    return spread.ByFile(config, log)


@pytest.fixture(scope="session", autouse=True)
def _folder_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What this machine's user has set and keeps is neither read nor written: the default folder is another one."""
    folder = tmp_path_factory.mktemp("home") / "kgqa"
    table = [
        dataclasses.replace(row, default=folder) if row.name == "data_dir" else row for row in settings_module.TABLE
    ]
    with pytest.MonkeyPatch.context() as patch:
        for variable in [name for name in os.environ if name.startswith("KGQA_")]:
            patch.delenv(variable)
        patch.setenv("KGQA_DATA_DIR", str(folder))
        patch.setattr(settings_module, "TABLE", tuple(table))
        yield


@pytest.fixture(scope="session", autouse=True)
def _names_indexed_once() -> Iterator[None]:
    """The index of the names of the default graph, and what finds described and shortened ones in it, takes seconds; it
    serves all that open the graph here."""
    indexed = NameIndex.from_file
    kept = functools.lru_cache(maxsize=1)(lambda path, changed_ns, size: indexed(path))
    many: list[NameIndex] = []

    def from_file(path: Path) -> NameIndex:
        state = path.stat() if path.is_file() else None
        if state is None or state.st_size < MANY_NAMES_BYTES:
            return indexed(path)
        index: NameIndex = kept(path, state.st_mtime_ns, state.st_size)
        many[:] = [index]
        return index

    def shared(make: Callable[[NameIndex], Any]) -> Callable[[NameIndex], Any]:
        once = functools.lru_cache(maxsize=1)(make)
        return lambda index: once(index) if index in many else make(index)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(NameIndex, "from_file", staticmethod(from_file))
        for name in ("DescribedNames", "Keys"):
            patch.setattr(linker, name, shared(getattr(linker, name)))
        yield


@pytest.fixture(scope="session", autouse=True)
def _servers_that_live_briefly() -> Iterator[None]:
    """Servers that this process starts take half the processor time; those of other processes start as they are."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kgqa.graph.server.starting.SUPERVISOR", "tests.server.supervisor")
        yield


@pytest.fixture(scope="session")
def data_dir(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder that lives as long as the test session."""
    return tmp_path_factory.mktemp("data")


@pytest.fixture(scope="session")
def settings(data_dir: Path) -> Settings:
    """The default settings, whatever the environment says, on the session's data folder."""
    return dataclasses.replace(settings_module.load({}), data_dir=data_dir)


@pytest.fixture(scope="session")
def default_graph(settings: Settings, server: EmbeddedServer) -> GraphEntry:
    """The default graph in the session's data folder; its build is kept between sessions."""
    from tests.default_graph import put_into

    return put_into(settings, server)


@pytest.fixture(scope="session")
def real_app(settings: Settings, default_graph: GraphEntry) -> Iterator[Served]:
    """The app on the session's data folder, where it shares the graph server with the other tests.

    Names and sentences are not embedded: no test here is about what vectors find, and the work takes minutes.
    """
    from benchmarks.serving import served

    with contextlib.ExitStack() as stack:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("KGQA_DATA_DIR", str(settings.data_dir))
            patch.setenv("KGQA_VECTORS", "0")
            patch.setenv("KGQA_SERVICES_PRIVATE", "1")  # the services of tests are on loopback
            app = stack.enter_context(served())
        yield app


@pytest.fixture(scope="session")
def server(settings: Settings) -> Iterator[EmbeddedServer]:
    """The embedded server of the session, shared by all tests."""
    with EmbeddedServer.connect(settings) as embedded:
        yield embedded


@pytest.fixture(scope="session")
def spare_neo4j(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SpareNeo4j]:
    """The Neo4j of the session: each file of tests empties it first, and may halt, kill and start it again."""
    from tests.integration import servers

    home, folder = servers.neo4j_home(), tmp_path_factory.mktemp("neo4j")
    port = servers.prepare_neo4j(home, folder)
    spare = servers.SpareNeo4j(home, folder, port, servers.start_neo4j(home, folder, port))
    yield spare
    servers.end(spare.process)
