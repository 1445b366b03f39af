"""The app in a process of its own on this machine, for as long as it is being measured."""

from __future__ import annotations

import os
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import psutil

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import read_state
from kgqa.history.readers import folder_of

ROOT = Path(__file__).parents[1]
START_S = 120.0
STOP_S = 30.0


@dataclass(frozen=True, slots=True)
class Served:
    """An app that answers at an address until it is let go; then nothing is left of the readers that it was given."""

    address: str
    pid: int
    data_dir: Path
    readers: list[str] = field(default_factory=list)

    def new_reader(self) -> str:
        """The id of a reader who was never here."""
        self.readers.append(secrets.token_hex(32))
        return self.readers[-1]

    def memory(self) -> dict[str, int]:
        """Bytes of physical memory that the app and its graph server hold now."""
        state = read_state(ServerFolder.of(self.data_dir))
        return {"app": _held(self.pid), "graph server": _held(state.server_pid if state else 0)}


@contextmanager
def served() -> Iterator[Served]:
    """Runs the app on a free loopback port, on the data folder of the settings, until the block ends.

    Raises:
        KgqaError: it does not start; the message holds what it said last.
    """
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", str(ROOT / "app.py")]
    options = ["--server.port", str(port), "--server.address", "127.0.0.1", "--server.headless", "true"]
    with (
        tempfile.TemporaryFile() as said,
        running([*command, *options], port, os.environ, said) as process,
    ):
        app = Served(f"http://127.0.0.1:{port}", process.pid, settings.load().data_dir)
        try:
            yield app
        finally:
            for reader in app.readers:
                shutil.rmtree(folder_of(app.data_dir, reader), ignore_errors=True)


@contextmanager
def running(
    command: Sequence[str], port: int, environment: Mapping[str, str], said: IO[bytes]
) -> Iterator[subprocess.Popen[bytes]]:
    """Runs a command that serves the app on a loopback port, from when it answers until the block ends.

    Args:
        said: takes all that it prints, and can be read again.

    Raises:
        KgqaError: it does not start; the message holds what it said last.
    """
    process = subprocess.Popen(command, cwd=ROOT, stdout=said, stderr=said, env=dict(environment))
    try:
        _wait_until_healthy(f"http://127.0.0.1:{port}", process, said)
        yield process
    finally:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _held(pid: int) -> int:
    """Bytes of a process; 0 where it is not there, as while the graph server is started anew."""
    try:
        return int(psutil.Process(pid).memory_info().rss) if pid else 0
    except psutil.Error:
        return 0


def _wait_until_healthy(address: str, process: subprocess.Popen[bytes], said: IO[bytes]) -> None:
    deadline = time.monotonic() + START_S
    while time.monotonic() < deadline:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=5)  # noqa: S310  (our own address)
        except (urllib.error.URLError, OSError):
            if process.poll() is not None:
                raise KgqaError(f"The app did not start: {_last_words(said)} Start it by hand to see more.") from None
            time.sleep(0.1)
        else:
            return
    raise KgqaError(f"The app did not answer at {address} within {START_S:g} s. Try again when the machine is idle.")


def _last_words(said: IO[bytes]) -> str:
    said.seek(0)
    lines = said.read().decode("utf-8", "replace").strip().splitlines()
    return repr(lines[-1]) if lines else "it said nothing."


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])
