"""The app as it is really served: who is let in by HTTP and by WebSocket, and which reader sees what on its pages."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin, Subprotocol

from benchmarks.serving import free_port, running
from kgqa.graph.own.connections import Connection, Connections
from kgqa.history.readers import folder_of
from kgqa.ui.frame.guard import HOSTS, PERMISSION, TOKEN
from kgqa.ui.session.reader import COOKIE

ROOT = Path(__file__).parents[2]
ALICE, BOB, CAROL = "a" * 64, "b" * 64, "c" * 64
WARD = Connection("Ward seven", "bolt://ward7.example.org:7687", "night-shift", "planted-9f3c-secret", "atlas")
PAGES = ("", "compare", "explore", "lab", "data", "history", "settings")
PATHS = ("/", "/data", "/_stcore/health", "/_stcore/host-config", "/static/favicon.png", "/media/x", "/_stcore/metrics")


def command(port: int, *options: str) -> list[str]:
    served = [sys.executable, "-m", "streamlit", "run", "app.py", "--server.headless", "true"]
    return [*served, "--server.port", str(port), *options]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data folder of the app, on which one reader has connected a server and kept its password."""
    found = tmp_path_factory.mktemp("door")
    Connections(folder_of(found, ALICE), ALICE).save(WARD, keep_password=True)
    return found


@pytest.fixture(scope="module")
def port(folder: Path) -> Iterator[int]:
    """Of an app that is served as anybody serves it; its own server is away, so no graph is opened."""
    found = free_port()
    variables = {"KGQA_DATA_DIR": str(folder), "KGQA_VECTORS": "0", "KGQA_GRAPH_URI": "bolt://127.0.0.1:1"}
    environment = {**os.environ, **variables}
    with tempfile.TemporaryFile() as said, running(command(found), found, environment, said):
        asyncio.run(visited(found, "", CAROL))  # before its first visit, a server knows no page but the first
        yield found


def status(port: int, path: str, **headers: str) -> int:
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as reply:
            return int(reply.status)
    except urllib.error.HTTPError as error:
        return error.code


async def opened(port: int, host: str, origin: str | None) -> int:
    """The status that the opening of a WebSocket gets; of one that is opened, what a run of the page brings."""
    address, spoken = f"ws://{host}/_stcore/stream", [Subprotocol("streamlit")]
    theirs = Origin(origin) if origin else None
    try:
        async with connect(address, origin=theirs, subprotocols=spoken, host="127.0.0.1", port=port) as socket:
            message = BackMsg()
            message.rerun_script.query_string = ""
            await socket.send(message.SerializeToString())
            assert await asyncio.wait_for(socket.recv(), 60)
            return 101
    except InvalidStatus as error:
        return error.response.status_code


@pytest.mark.parametrize("path", PATHS)
def test_no_path_is_answered_under_a_foreign_name(port: int, path: str) -> None:
    assert status(port, path, Host=f"evil.example:{port}") == 421
    assert status(port, path, Host=f"localhost:{port + 1}") == 421
    assert status(port, path, Origin="http://localhost:9999") == 403


def test_the_pages_come_under_every_name_of_this_machine(port: int) -> None:
    for host in ("127.0.0.1", "localhost", "[::1]"):
        assert status(port, "/", Host=f"{host}:{port}") == 200
        assert asyncio.run(opened(port, f"{host}:{port}", f"http://{host}:{port}")) == 101


@pytest.mark.parametrize(
    ("host", "origin"),
    [
        ("evil.example:{port}", "http://evil.example:{port}"),
        ("127.0.0.1:{port}", "http://localhost:9999"),
        ("localhost:{port}", "http://localhost:9999"),
        ("127.0.0.1:{port}", "http://127.0.0.1"),
        ("127.0.0.1:{port}", "null"),
        ("127.0.0.1:{port}", None),
        ("localhost:9999", "http://localhost:9999"),
    ],
)
def test_no_websocket_is_opened_for_another_page(port: int, host: str, origin: str | None) -> None:
    theirs = origin.format(port=port) if origin else None
    assert asyncio.run(opened(port, host.format(port=port), theirs)) == 403


async def visited(port: int, page: str, reader: str) -> str:
    """All that a browser is sent for a page."""
    headers, said = {"Cookie": f"{COOKIE}={reader}"}, b""
    async with connect(
        f"ws://127.0.0.1:{port}/_stcore/stream",
        origin=Origin(f"http://127.0.0.1:{port}"),
        subprotocols=[Subprotocol("streamlit")],
        additional_headers=headers,
        max_size=None,
    ) as socket:
        message = BackMsg()
        message.rerun_script.page_name = page
        await socket.send(message.SerializeToString())
        while True:
            data = await asyncio.wait_for(socket.recv(), 120)
            assert isinstance(data, bytes)
            said += data
            heard = ForwardMsg()
            heard.ParseFromString(data)
            if heard.WhichOneof("type") == "script_finished":
                return said.decode("utf-8", "replace")


@pytest.mark.parametrize("page", PAGES)
def test_no_page_tells_another_reader_of_a_server(port: int, page: str) -> None:
    seen = asyncio.run(visited(port, page, BOB))
    for word in (WARD.name, "ward7", WARD.user, WARD.password):
        assert word not in seen


def test_the_reader_who_connected_a_server_is_offered_it_and_never_its_password(port: int, folder: Path) -> None:
    seen = asyncio.run(visited(port, "data", ALICE))
    for word in (WARD.name, "ward7", WARD.user, "Use :gray", "The server “Ward seven”"):
        assert word in seen
    assert WARD.password not in seen
    for path in folder.rglob("*"):
        assert not path.is_file() or WARD.password.encode() not in path.read_bytes()
        assert not path.is_file() or ALICE.encode() not in path.read_bytes()


def test_nothing_listens_elsewhere_without_a_login() -> None:
    environment = {name: value for name, value in os.environ.items() if name not in (HOSTS, TOKEN)}
    for options, more in ((["--server.address", "0.0.0.0"], {PERMISSION: "1"}), ([], {HOSTS: "kg.example.org"})):
        ended = subprocess.run(
            command(free_port(), *options),
            cwd=ROOT,
            env=environment | more,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert ended.returncode == 1
        assert TOKEN in ended.stderr
