"""Real graph servers for the contract tests: how to find, start, fill and reach them."""

from __future__ import annotations

import contextlib
import dataclasses
import os
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import neo4j
import pytest

from benchmarks import neo4j_server
from benchmarks.neo4j_server import end
from benchmarks.serving import free_port
from kgqa import settings as settings_module
from kgqa.closing import Closing
from kgqa.graph.store import GraphStore
from kgqa.settings import Settings
from tests.server.supervisor import SHORT_LIVED

NEO4J_PASSWORD = "contract-tests-only"


@dataclass(frozen=True)
class Server:
    """A running server as the contract tests see it.

    Attributes:
        admin: name and password of an account that may write.
        connect: a store of the reading account, with the given limits.
        pid: the process that may be killed or frozen, asked each time.
        revives: True where the server comes back by itself.
    """

    kind: str
    uri: Callable[[], str]
    admin: tuple[str, str]
    database: str
    connect: Callable[..., GraphStore]
    pid: Callable[[], int]
    revives: bool

    def write(self, cypher: str, **parameters: object) -> None:
        """Run a statement as the account that may write."""
        with (
            neo4j.GraphDatabase.driver(self.uri(), auth=self.admin) as driver,
            driver.session(database=self.database) as s,
        ):
            s.run(cypher, parameters).consume()


@dataclass
class SpareNeo4j:
    """A Neo4j that one file of tests after the other empties and fills, and may halt, kill and start again."""

    home: Path
    folder: Path
    port: int
    process: subprocess.Popen[bytes]

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self.port}"

    def run(self, cypher: str, **parameters: Any) -> list[list[Any]]:
        """Rows of a statement in a session that may write."""
        with neo4j.GraphDatabase.driver(self.uri, auth=("neo4j", NEO4J_PASSWORD)) as driver, driver.session() as s:
            return [record.values() for record in s.run(cypher, parameters)]

    def start(self) -> None:
        """Start it again, with what it held when it last ended."""
        self.process = start_neo4j(self.home, self.folder, self.port)

    def empty(self) -> None:
        """Drop every node, edge, rule, index and account; start it where it was killed."""
        if self.process.poll() is not None:
            self.start()
        with (
            neo4j.GraphDatabase.driver(self.uri, auth=("neo4j", NEO4J_PASSWORD)) as driver,
            driver.session() as session,
        ):
            session.run("MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 10000 ROWS").consume()
            for what, where in (("CONSTRAINT", ""), ("INDEX", " WHERE type <> 'LOOKUP'")):
                for (name,) in session.run(f"SHOW {what} YIELD *{where} RETURN name").values():
                    session.run(f"DROP {what} `{name}`").consume()
            for (user,) in session.run("SHOW USERS YIELD user WHERE user <> 'neo4j' RETURN user").values():
                session.run(f"DROP USER `{user}`").consume()


class Relay(Closing):
    """An address on loopback that passes on to a port what is sent to it, and can be a server that is gone.

    Args:
        port: where the server listens.
    """

    def __init__(self, port: int) -> None:
        self._to = port
        self._port = free_port()
        self._open: list[socket.socket] = []
        self.listen()

    @property
    def uri(self) -> str:
        return f"bolt://127.0.0.1:{self._port}"

    def listen(self) -> None:
        """Be there, again on the same port."""
        listener = socket.create_server(("127.0.0.1", self._port))
        self._open = [listener]
        threading.Thread(target=self._accept, args=(listener, self._open), daemon=True).start()

    def cut(self) -> None:
        """Hang up on everybody, and be gone."""
        for one in self._open:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            one.close()

    def close(self) -> None:
        """As ``cut``."""
        self.cut()

    def _accept(self, listener: socket.socket, held: list[socket.socket]) -> None:
        with contextlib.suppress(OSError):  # of a listener that was closed
            while True:
                client, _ = listener.accept()
                server = socket.create_connection(("127.0.0.1", self._to))
                held += [client, server]
                for near, far in ((client, server), (server, client)):
                    threading.Thread(target=_pass_on, args=(near, far), daemon=True).start()


def _pass_on(near: socket.socket, far: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := near.recv(65536):
            far.sendall(data)
        far.shutdown(socket.SHUT_WR)


def own_settings(uri: str, **changes: Any) -> Settings:
    """The default settings for a Neo4j of these tests, which needs no data folder."""
    return dataclasses.replace(
        settings_module.load({}),
        graph_uri=uri,
        graph_password=NEO4J_PASSWORD,
        data_dir=Path("/nonexistent/kgqa"),
        **changes,
    )


def neo4j_home() -> Path:
    """An unpacked Neo4j 5, from NEO4J_HOME or beside the repository; skips the test where there is none."""
    beside = Path(__file__).resolve().parents[3] / "shared" / "neo4j"
    home = Path(os.environ.get("NEO4J_HOME", beside))
    if not (home / "lib").is_dir():
        pytest.skip("no Neo4j here: set NEO4J_HOME to an unpacked Neo4j 5")
    if shutil.which("java") is None:
        pytest.skip("no java (17 or newer) on the path, which Neo4j needs")
    return home


def prepare_neo4j(home: Path, folder: Path) -> int:
    """Make a folder in which a Neo4j can run; gives the port that it will answer on."""
    port = free_port()
    neo4j_server.prepare(folder, port, pages="64m")
    password = ("dbms", "set-initial-password", NEO4J_PASSWORD)
    neo4j_server.admin(home, folder, *password, timeout_s=neo4j_server.START_S)
    return port


def start_neo4j(home: Path, folder: Path, port: int) -> subprocess.Popen[bytes]:
    """Start the Neo4j of a folder, with what it held when it last ended, and wait until it answers."""
    return neo4j_server.start(home, folder, port, java=("-Xmx384m", *SHORT_LIVED))


@contextlib.contextmanager
def running_neo4j(home: Path, folder: Path) -> Iterator[tuple[str, int]]:
    """A Neo4j with its files in a folder of its own; gives its address and process number."""
    port = prepare_neo4j(home, folder)
    process = start_neo4j(home, folder, port)
    try:
        yield f"bolt://127.0.0.1:{port}", process.pid
    finally:
        end(process)
