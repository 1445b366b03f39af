"""What may answer at an address instead of a graph server, each with a sentence of its own."""

from __future__ import annotations

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from kgqa.errors import ServerError
from kgqa.graph import reach
from kgqa.graph.reach import require_bolt

Answer = Callable[[socket.socket], None]
MAGIC = bytes.fromhex("6060b017")


@contextmanager
def answering(answer: Answer) -> Iterator[int]:
    """A port on loopback where every connection is given to a function."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    connection, _ = listener.accept()
                except OSError:
                    return
                with connection:
                    try:
                        answer(connection)
                    except OSError:
                        continue

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join(10)


def speaking(*known: tuple[int, int]) -> Answer:
    """A Bolt server that knows these versions and no others."""

    def answer(connection: socket.socket) -> None:
        if connection.recv(4) != MAGIC:
            return
        for _ in range(4):
            _, span, minor, major = connection.recv(4)
            for lower in range(minor, minor - span - 1, -1):
                if (major, lower) in known:
                    connection.sendall(bytes((0, 0, lower, major)))
                    return
        connection.sendall(bytes(4))

    return answer


def saying(reply: bytes) -> Answer:
    def answer(connection: socket.socket) -> None:
        connection.recv(20)
        connection.sendall(reply)

    return answer


def refused(uri: str) -> str:
    with pytest.raises(ServerError) as caught:
        require_bolt(uri)
    return str(caught.value)


@pytest.mark.parametrize("version", [(4, 4), (5, 0), (5, 4), (5, 8)])
def test_a_server_that_is_new_enough_is_taken(version: tuple[int, int]) -> None:
    with answering(speaking((3, 0), version)) as port:
        require_bolt(f"bolt://127.0.0.1:{port}")
        require_bolt(f"neo4j://localhost:{port}")
    with answering(saying(bytes.fromhex("000001ff0200000805"))) as port:  # versions as a list that follows
        require_bolt(f"bolt://127.0.0.1:{port}")


@pytest.mark.parametrize(
    ("known", "spoken"), [((3, 0), "Bolt 3.0"), ((4, 1), "Bolt 4.1"), ((4, 3), "Bolt 4.3"), ((9, 9), "no version")]
)
def test_a_server_that_is_too_old_is_told_by_what_it_speaks(known: tuple[int, int], spoken: str) -> None:
    with answering(speaking(known)) as port:
        said = refused(f"bolt://127.0.0.1:{port}")
    assert "too old" in said
    assert spoken in said
    assert "Neo4j 4.4 or later" in said


@pytest.mark.parametrize(
    ("reply", "part"),
    [
        (b"HTTP/1.1 400 Bad Request\r\n\r\n", "a web server answers"),
        (b"SSH-2.0-OpenSSH_9.6\r\n", "does not speak Bolt"),
        (b"\x15\x03\x01\x00\x02\x02\x16", "takes encrypted connections only"),
        (b"", "does not speak Bolt"),
        (b"\x00\x00", "does not speak Bolt"),
        (b"\xff" * 4, "does not speak Bolt"),
    ],
)
def test_other_protocols_are_named(reply: bytes, part: str) -> None:
    with answering(saying(reply)) as port:
        said = refused(f"bolt://127.0.0.1:{port}")
    assert part in said
    assert "bolt+s://" in said or not reply.startswith(b"\x15")


def test_a_server_that_takes_connections_and_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reach, "CONNECT_S", 0.3)
    with socket.create_server(("127.0.0.1", 0)) as halted:  # its backlog accepts, as that of a halted process does
        port = halted.getsockname()[1]
        assert "does not answer within 0.3 s" in refused(f"bolt://127.0.0.1:{port}")
        assert "does not begin an encrypted one" in refused(f"bolt+s://127.0.0.1:{port}")


def test_a_server_without_encryption_that_is_asked_for_it() -> None:
    with answering(speaking((5, 4))) as port:
        for scheme, plain in (("bolt+s", "bolt"), ("neo4j+s", "neo4j"), ("bolt+ssc", "bolt"), ("neo4j+ssc", "neo4j")):
            said = refused(f"{scheme}://127.0.0.1:{port}")
            assert "does not offer an encrypted connection" in said
            assert f"Use {plain}://" in said


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate that nobody signed, and its key, made for this run."""
    if shutil.which("openssl") is None:
        pytest.skip("no openssl on the path, which makes the certificate")
    folder = tmp_path_factory.mktemp("certificate")
    made = folder / "server.crt", folder / "server.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost",
         "-out", str(made[0]), "-keyout", str(made[1])],
        check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    return made


def test_a_certificate_that_nobody_signed(certificate: tuple[Path, Path]) -> None:
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)

    def encrypted(connection: socket.socket) -> None:
        with context.wrap_socket(connection, server_side=True) as secured:
            speaking((5, 4))(secured)

    with answering(encrypted) as port:
        said = refused(f"neo4j+s://localhost:{port}")
        assert "is not trusted (self-signed certificate)" in said
        assert "neo4j+ssc://" in said
        require_bolt(f"neo4j+ssc://localhost:{port}")
        assert "bolt+s://" in refused(f"bolt://localhost:{port}"), "one that is encrypted, asked without"


@pytest.mark.parametrize(
    ("uri", "part"),
    [
        ("bolt://127.0.0.1:1", "Nothing listens at port 1 of '127.0.0.1'"),
        ("bolt://no.such.host.invalid:7687", "No computer of the name 'no.such.host.invalid' is known"),
        ("bolt://a b:7687", "No computer of the name 'a b' is known"),
        ("bolt://" + "x" * 300, "No computer of the name"),
        ("http://127.0.0.1:7474", "must begin with bolt://"),
        ("localhost:7687", "must begin with bolt://"),
        ("", "must begin with bolt://"),
        ("bolt://", "must begin with bolt://"),
        ("bolt://localhost:port", "cannot be used"),
        ("bolt://localhost:99999", "cannot be used"),
        ("bolt://[::1", "cannot be used"),
    ],
)
def test_addresses_that_lead_nowhere(uri: str, part: str) -> None:
    assert part in refused(uri)


@pytest.mark.parametrize("uri", ["bolt://neo4j:planted-pw@localhost:7687", "bolt://neo4j:planted-pw@[::1"])
def test_a_password_in_an_address_is_not_repeated(uri: str) -> None:
    assert "planted-pw" not in refused(uri)
