"""One run of the server's process: start it, see whether it answers, end it."""

from __future__ import annotations

import contextlib
import ctypes
import os
import signal
import socket
import subprocess
import sys
import time
from dataclasses import dataclass

import psutil

from kgqa.errors import ServerError
from kgqa.graph.server.admin import is_ready
from kgqa.graph.server.folder import OWN_SERVER, ServerFolder
from kgqa.graph.server.launch import Ports, find_runtime, start_line, write_logging

START_TIMEOUT_S = 60.0
NICENESS = 5
"""By how much the server for statements that somebody wrote leaves the processors to the one for everybody's."""
STOP_TIMEOUT_S = 10.0
OUT_OF_MEMORY_STATUS = 3
_POLL_S = 0.03
_PR_SET_PDEATHSIG = 1
_BOLT_HANDSHAKE = bytes.fromhex("6060b017" + "00000405" + "00000004" + "00000000" + "00000000")
_TAIL_BYTES = 20_000
_SETTLE_S = 0.3  # for the causes below the first line of a stack trace
_MAIN_FAILED = 'Exception in thread "main"'  # after which the process may stay, doing nothing


class PortTakenError(ServerError):
    """Another process took one of the chosen ports before the server did; other ports will do."""


def free_ports() -> Ports:
    """Two ports on loopback that nobody listens on now."""
    with socket.socket() as one, socket.socket() as other:
        one.bind(("127.0.0.1", 0))
        other.bind(("127.0.0.1", 0))
        return Ports(bolt=one.getsockname()[1], http=other.getsockname()[1])


def answers_bolt(port: int, timeout_s: float) -> bool:
    """True when the server answers a Bolt handshake; needs no account and no free query slot."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=timeout_s) as connection:
            connection.sendall(_BOLT_HANDSHAKE)
            return len(connection.recv(4)) == 4
    except OSError:
        return False


@dataclass(slots=True)
class ServerProcess:
    """A started server."""

    folder: ServerFolder
    ports: Ports
    process: subprocess.Popen[bytes]

    @classmethod
    def start(cls, folder: ServerFolder, ports: Ports, heap_mb: int, time_limit_s: float) -> ServerProcess:
        """Start the server and return once its databases are open and it listens on both ports.

        Raises:
            PortTakenError: a port was taken by another process.
            ServerError: it ended, or did not answer in time; the message says why.
        """
        line = start_line(folder, find_runtime(), ports, heap_mb, time_limit_s)
        write_logging(folder)
        with folder.console.open("wb") as console:
            try:
                process = subprocess.Popen(
                    line,
                    cwd=folder.path,
                    stdin=subprocess.DEVNULL,
                    stdout=console,
                    stderr=subprocess.STDOUT,
                    env={"PATH": os.defpath, "LANG": "C.UTF-8"},  # keys of language models are none of its business
                    preexec_fn=_step_back if folder.is_of_written else _end_with_parent,  # safe: one thread is here
                )
            except OSError as error:
                raise ServerError(
                    f"The graph server's Java {line[0]!r} cannot be run: {error.strerror}. {OWN_SERVER}"
                ) from error
        server = cls(folder, ports, process)
        try:
            server._await_ready()
        except BaseException:
            server.kill()
            raise
        return server

    @property
    def started(self) -> float:
        """Start time of the process, in seconds since the epoch."""
        try:
            return float(psutil.Process(self.process.pid).create_time())
        except psutil.NoSuchProcess:
            return 0.0

    def worked_s(self) -> float | None:
        """Seconds of the processors that it has used so far; None where it is gone, or was stopped from outside."""
        try:
            process = psutil.Process(self.process.pid)
            if process.status() in (psutil.STATUS_STOPPED, psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD):
                return None
            used = process.cpu_times()
        except psutil.Error:
            return None
        return float(used.user + used.system)

    def ended(self) -> bool:
        """True when the process is gone."""
        return self.process.poll() is not None

    def stop(self) -> None:
        """Let the server close its databases and end; kill it when it does not."""
        self.process.terminate()
        try:
            self.process.wait(STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the process at once; the databases recover at the next start."""
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        self.process.wait()

    def _await_ready(self) -> None:
        deadline = time.monotonic() + START_TIMEOUT_S
        while not is_ready(self.ports.http):
            if self.ended() or _MAIN_FAILED in self.console_tail():
                raise self._failure()
            if time.monotonic() > deadline:
                raise ServerError(
                    f"The graph server did not answer within {START_TIMEOUT_S:g} s of its start; its log is in "
                    f"{str(self.folder.log)!r}. Try again when this machine is less busy. {OWN_SERVER}"
                )
            time.sleep(_POLL_S)
        self._check_listeners()

    def _check_listeners(self) -> None:
        """The server stays up when another process has its Bolt port, so ask who listens, and where."""
        listeners = [
            connection.laddr
            for connection in psutil.Process(self.process.pid).net_connections("tcp")
            if connection.status == psutil.CONN_LISTEN
        ]
        if {self.ports.bolt, self.ports.http} - {address.port for address in listeners}:
            raise PortTakenError(_port_sentence(self.ports))
        foreign = [address for address in listeners if address.ip.removeprefix("::ffff:") not in ("127.0.0.1", "::1")]
        if foreign:
            raise ServerError(
                f"The graph server listens on {foreign[0].ip!r} instead of loopback alone, so it was ended. "
                f"{OWN_SERVER}"
            )

    def _failure(self) -> ServerError:
        """Why the process ended by itself. Java gives no codes here, so its console is read."""
        time.sleep(_SETTLE_S)
        console = self.console_tail()
        log = f"Its console is in {str(self.folder.console)!r}."
        if "LockException" in console:
            return ServerError(
                f"The data folder {str(self.folder.path)!r} is in use by another graph server or program. End that "
                f"one, or set KGQA_DATA_DIR to another folder. {OWN_SERVER}"
            )
        if "Unable to listen" in console or "BindException" in console:
            return PortTakenError(_port_sentence(self.ports))
        if "OutOfMemoryError" in console or "object heap" in console or self.process.returncode == OUT_OF_MEMORY_STATUS:
            return ServerError(
                "The graph server ran out of memory while it started. Set KGQA_HEAP_MB to another value (512 is enough "
                f"for the default graph) or free some memory. {log} {OWN_SERVER}"
            )
        if "No space left on device" in console:
            return ServerError(
                f"The disk that holds {str(self.folder.path)!r} is full. Free some space and try again. {OWN_SERVER}"
            )
        return ServerError(
            f"The graph server ended while it started (status {self.process.poll()}). {log} {OWN_SERVER}"
        )

    def console_tail(self) -> str:
        """The last lines that the process wrote."""
        try:
            return self.folder.console.read_bytes()[-_TAIL_BYTES:].decode("utf-8", "replace")
        except OSError:
            return ""


def end_orphan(pid: int, started: float) -> None:
    """End a server whose supervisor was killed, if this number is still the same process."""
    try:
        process = psutil.Process(pid)
        if pid and abs(process.create_time() - started) < 0.5:
            process.kill()
            process.wait(STOP_TIMEOUT_S)
    except psutil.Error:
        return


def _port_sentence(ports: Ports) -> str:
    return (
        f"The graph server could not listen on port {ports.bolt} or {ports.http} of this machine: in use by another "
        f"process. Try again; other ports are chosen. {OWN_SERVER}"
    )


def _end_with_parent() -> None:
    """Have the system end the server when its supervisor is killed (Linux; elsewhere the next start does)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _step_back() -> None:
    _end_with_parent()
    os.nice(NICENESS)
