"""The process that watches the server: starts it, probes it, restarts it, and ends it when the last user has gone.

Run as ``python -m kgqa.graph.server.supervisor FOLDER HEAP_MB TIME_LIMIT_S`` by the first user of a server's folder.
"""

from __future__ import annotations

import dataclasses
import os
import shutil
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Any

from filelock import FileLock, Timeout

from kgqa import processes
from kgqa.errors import ServerError
from kgqa.graph.server.accounts import ensure_accounts
from kgqa.graph.server.admin import Admin
from kgqa.graph.server.folder import ServerFolder, explain_os_error, read_json
from kgqa.graph.server.locks import LastUser
from kgqa.graph.server.process import (
    OUT_OF_MEMORY_STATUS,
    PortTakenError,
    ServerProcess,
    answers_bolt,
    end_orphan,
    free_ports,
)
from kgqa.graph.server.seals import set_aside
from kgqa.graph.server.state import KEPT_EVENTS, Event, State, read_state, write_state

GRACE_S = 2.0
TICK_S = 0.1
PROBE_EVERY_S = 10.0
PROBE_AGAIN_S = 2.0
PROBE_TIMEOUT_S = 5.0
DEAD_S = 10.0
"""Of silence, after which a process that does nothing at all is taken for dead."""
SLOW_S = 30.0
"""The same for one that works; on a machine on which much wants to run, as many times longer as that takes."""
WORKING = 0.002
"""Seconds of the processors in each second of silence from which on a process works: a healthy one gets several times
as much where seventy others want to run."""
STUCK_S = 20.0
START_ATTEMPTS = 3
LOCK_TIMEOUT_S = 5.0


@dataclasses.dataclass(frozen=True, slots=True)
class Silence:
    """A server that does not answer: slow, or dead.

    Attributes:
        since: on the monotonic clock.
        worked_s: seconds of the processors that its process had used by then.
    """

    since: float
    worked_s: float

    def is_death(self, now: float, worked_s: float | None, crowding: float) -> bool:
        """Whether it has lasted longer than a healthy server would be silent.

        Args:
            worked_s: what its process has used by now; None where it was stopped.
            crowding: how many times slower than an idle machine this one is.
        """
        lasted = now - self.since
        if worked_s is None or worked_s - self.worked_s < WORKING * lasted:
            return lasted >= DEAD_S
        return lasted >= SLOW_S * crowding


class Supervisor:
    """Keeps one server of one folder alive while somebody uses it."""

    def __init__(self, folder: ServerFolder, heap_mb: int, time_limit_s: float) -> None:
        self._folder = folder
        self._heap_mb = heap_mb
        self._time_limit_s = time_limit_s
        self._accounts = ensure_accounts(folder)
        self._users = LastUser(folder.users_lock)
        self._server: ServerProcess | None = None
        self._ports = free_ports()
        self._ending = False
        self._idle_since: float | None = None
        self._next_probe = 0.0
        self._silence: Silence | None = None
        self._state = State("starting", supervisor_pid=os.getpid())
        self._written_ns = 0

    def run(self) -> None:
        """Watch until the last user has gone, or until the server cannot be started any more."""
        signal.signal(signal.SIGTERM, self._on_signal)
        self._take_over()
        try:
            self._start("")
            while not self._ending and not self._unused():
                self._look()
                time.sleep(TICK_S)
        except ServerError as error:
            self._tell(phase="failed", problem=str(error), server_pid=0, server_started=0.0)
        except OSError as error:
            self._tell(phase="failed", problem=explain_os_error(error, self._folder.path), server_pid=0)
        finally:
            if self._server is not None:
                self._server.stop()
            if self._folder.is_of_written:  # links to files of graphs, which keep no space of those that are removed
                shutil.rmtree(self._folder.databases, ignore_errors=True)
            if self._state.phase != "failed":
                self._folder.state.unlink(missing_ok=True)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._ending = True

    def _take_over(self) -> None:
        """Go on from what a killed supervisor left: end its server, keep its events and the count of starts."""
        left = read_state(self._folder)
        if left is not None:
            end_orphan(left.server_pid, left.server_started)
            self._state = dataclasses.replace(
                self._state, generation=left.generation, exhausted=left.exhausted, events=left.events
            )
        self._folder.restart_request.unlink(missing_ok=True)
        self._tell()

    def _unused(self) -> bool:
        """True when nobody has used the server for the grace time; users that come now wait for its end."""
        if not self._users.gone():
            self._idle_since = None
            return False
        now = time.monotonic()
        self._idle_since = now if self._idle_since is None else self._idle_since
        if now - self._idle_since >= GRACE_S:
            return True
        self._users.admit()
        return False

    def _look(self) -> None:
        """One round: is the server alive, does somebody want it restarted, does it answer."""
        assert self._server is not None
        if self._server.ended():
            if self._server.process.returncode == OUT_OF_MEMORY_STATUS:
                self._state = dataclasses.replace(self._state, exhausted=self._state.generation)
            self._start(_obituary(self._server))
        elif reason := self._requested():
            self._restart(reason)
        elif time.monotonic() >= self._next_probe:
            self._probe(self._server)
        if not self._state_is_ours():
            self._tell()

    def _probe(self, server: ServerProcess) -> None:
        began, worked = time.monotonic(), server.worked_s()
        answered = answers_bolt(server.ports.bolt, PROBE_TIMEOUT_S)
        now = time.monotonic()
        self._next_probe = now + (PROBE_EVERY_S if answered else PROBE_AGAIN_S)
        if answered:
            self._silence = None
        elif self._silence is None:
            self._silence = Silence(began, worked or 0.0)
        elif self._silence.is_death(now, server.worked_s(), processes.crowding()) and not server.ended():
            self._restart("The graph server did not answer any more, so it was ended and started again.")
            return
        if answered and self._is_stuck(server):
            self._restart("A statement ran on beyond every limit, so the graph server was ended and started again.")

    def _is_stuck(self, server: ServerProcess) -> bool:
        """True when neither the time limit nor the one who asked, who may be gone, could end a statement."""
        try:
            return self._admin(server).longest_reading_s() > self._time_limit_s + STUCK_S * processes.crowding()
        except ServerError:
            return False  # the next probe sees more

    def _requested(self) -> str:
        """The reason of a restart that a user asks for; a request about an earlier run is dropped."""
        if not self._folder.restart_request.exists():
            return ""
        request = read_json(self._folder.restart_request) or {}
        self._folder.restart_request.unlink(missing_ok=True)
        return str(request.get("reason", "")) if request.get("generation") == self._state.generation else ""

    def _restart(self, reason: str) -> None:
        assert self._server is not None
        self._server.kill()
        self._start(reason)

    def _start(self, event: str) -> None:
        """Start the server, on the same ports where they are still free, and tell everyone.

        Raises:
            ServerError: it could not be started.
        """
        self._accounts = ensure_accounts(self._folder)
        self._server = None
        self._tell(event, phase="starting", server_pid=0, server_started=0.0)
        for name in set_aside(self._folder):
            self._tell(f"The files of the database {name} are damaged, so it was set aside.")
        self._server = server = self._start_on_some_ports()
        self._admin(server).ensure_reader(self._accounts)
        self._silence = None
        self._next_probe = time.monotonic() + PROBE_EVERY_S
        self._tell(
            phase="ready",
            generation=self._state.generation + 1,
            server_pid=server.process.pid,
            server_started=server.started,
            bolt_port=server.ports.bolt,
            http_port=server.ports.http,
        )

    def _start_on_some_ports(self) -> ServerProcess:
        for _ in range(START_ATTEMPTS - 1):
            try:
                return ServerProcess.start(self._folder, self._ports, self._heap_mb, self._time_limit_s)
            except PortTakenError:
                self._ports = free_ports()
        return ServerProcess.start(self._folder, self._ports, self._heap_mb, self._time_limit_s)

    def _admin(self, server: ServerProcess) -> Admin:
        return Admin(server.ports.http, self._accounts.root_password)

    def _tell(self, event: str = "", **changes: Any) -> None:
        """Change the shared state, with an event where there is one."""
        events = (*self._state.events, Event.now(event))[-KEPT_EVENTS:] if event else self._state.events
        self._state = dataclasses.replace(self._state, events=events, **changes)
        write_state(self._folder, self._state)
        self._written_ns = self._folder.state.stat().st_mtime_ns

    def _state_is_ours(self) -> bool:
        """False when the state file was lost or changed by somebody else, so that it is written again."""
        try:
            return self._folder.state.stat().st_mtime_ns == self._written_ns
        except OSError:
            return False


def _obituary(server: ServerProcess) -> str:
    out_of_memory = server.process.returncode == OUT_OF_MEMORY_STATUS
    how = "ran out of memory and ended" if out_of_memory else f"ended unexpectedly (status {server.process.returncode})"
    advice = " Ask for less at once, or set KGQA_HEAP_MB higher." if out_of_memory else ""
    return f"The graph server {how}, so it was started again.{advice}"


def main(arguments: list[str]) -> int:
    """Supervise the server of a folder; end at once where another supervisor already does."""
    path, heap_mb, time_limit_s = arguments
    os.umask(0o077)
    folder = ServerFolder(Path(path))
    lock = FileLock(folder.supervisor_lock, mode=0o600)
    try:
        lock.acquire(timeout=LOCK_TIMEOUT_S)
    except Timeout:
        return 1
    Supervisor(folder, int(heap_mb), float(time_limit_s)).run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
