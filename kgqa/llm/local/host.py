"""Keeps the process of the local model: started when it is first asked, ended when nobody asks for some minutes."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import secrets
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from subprocess import Popen, TimeoutExpired
from typing import Any

import psutil

from kgqa import processes
from kgqa.errors import StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.llm.local.files import QWEN, ModelFile, damaged, missing
from kgqa.llm.messages import ModelError

IDLE_S = 300.0
START_LIMIT_S = 120.0
"""A start takes three to five seconds; on a slow disk, or beside much else, a multiple of that."""
MOST_THREADS = 8
"""Beyond that, the memory is what is waited for."""
MODULE = "kgqa.llm.local.runtime"
_NEEDED = {"PATH", "HOME", "LANG", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}
"""The variables that a process needs to run at all; whatever else is in the environment is none of its business."""
PATIENT = {"OMP_WAIT_POLICY": "PASSIVE"}
"""Threads sleep while they wait for one another. Where other processes work as well they otherwise spin: the same reply
took 12 s of the processors with this and 20 to 31 s without, at 9 tokens a second instead of 0.5 to 3."""
_POLL_S = 0.05


@dataclass(frozen=True, slots=True)
class Running:
    """A process that answers.

    Attributes:
        address: where it listens, on loopback.
        key: what it is asked with; made for this process and known to nobody else.
    """

    process: Popen[str]
    address: str
    key: str

    @property
    def has_ended(self) -> bool:
        """Whether it is gone."""
        return self.process.poll() is not None

    def ends(self, within_s: float) -> bool:
        """Whether it is gone, or about to be: what it held is closed a moment before it is."""
        try:
            self.process.wait(within_s)
        except TimeoutExpired:
            return False
        return True


class Host:
    """The process of one model file, or none at the moment. Safe to share between threads."""

    def __init__(
        self, data_dir: Path, file: ModelFile = QWEN, *, idle_s: float = IDLE_S, start_limit_s: float = START_LIMIT_S
    ) -> None:
        self._data_dir, self._file = data_dir, file
        self._idle_s, self._start_limit_s = idle_s, start_limit_s
        self._turn = threading.Lock()
        """Held by who starts, looks at, or ends the process."""
        self._running: Running | None = None
        self._askers = 0
        self._idle: threading.Timer | None = None

    @property
    def process_id(self) -> int | None:
        """Of the process that runs; None where none does."""
        running = self._running
        return running.process.pid if running is not None and not running.has_ended else None

    @contextlib.contextmanager
    def asked(self, stop: StopSignal | None = None) -> Iterator[Running]:
        """The process, which is started where none runs, and not ended for idleness before the block is.

        Raises:
            ModelError: it cannot be started; the message says why and what to do.
            StoppedError: the reader stopped it while it started.
        """
        self._take_turn(stop)
        try:
            if self._running is None or self._running.has_ended:
                self._running = self._start(stop)
            running = self._running
            self._askers += 1
            self._forget_idleness()
        finally:
            self._turn.release()
        try:
            yield running
        finally:
            with self._turn:
                self._askers -= 1
                if not self._askers and self._running is not None:
                    self._idle = threading.Timer(self._idle_s, self._end_idle)
                    self._idle.daemon = True
                    self._idle.start()

    def close(self) -> None:
        """End the process, whoever still waits for it."""
        with self._turn:
            self._forget_idleness()
            if self._running is not None:
                _end(self._running.process)
                self._running = None

    def _end_idle(self) -> None:
        with self._turn:
            if self._askers or self._running is None:
                return
            _end(self._running.process)
            self._running = None

    def _forget_idleness(self) -> None:
        if self._idle is not None:
            self._idle.cancel()
            self._idle = None

    def _take_turn(self, stop: StopSignal | None) -> None:
        """Waits while somebody else starts the process, and no longer than the reader does."""
        while not self._turn.acquire(timeout=_POLL_S):
            _heed(stop)

    def _start(self, stop: StopSignal | None) -> Running:
        if why := missing(self._data_dir, self._file):
            raise ModelError(why, trouble="no_model")
        path, key = self._file.path(self._data_dir), secrets.token_urlsafe(32)
        kept = {name: None for name in os.environ if name.upper() not in _NEEDED}
        environment = {**kept, **PATIENT}
        try:
            with (path.parent / "runtime.log").open("wb") as log:
                process = processes.start(MODULE, folder=path.parent, log=log.fileno(), environment=environment)
        except OSError as error:
            raise ModelError(f"The local model could not be started: {error.strerror}. Ask again.") from error
        # Ended from outside, it would stay in the list of processes until somebody looks after it.
        threading.Thread(target=process.wait, name="local model", daemon=True).start()
        try:
            _write(process, {"path": str(path), "file": asdict(self._file), "key": key, "threads": threads()})
            told = self._told(process, stop)
        except BaseException:
            _end(process)
            raise
        if address := told.get("address"):
            return Running(process, str(address), key)
        _end(process)
        if told.get("trouble") == "damaged":
            raise ModelError(damaged(path), trouble="no_model")
        why = f": {told['trouble']}" if told.get("trouble") else ""
        raise ModelError(
            f"The local model could not be started{why}. It needs 2 GB of free memory; “make model” checks and mends "
            f"its files. What it said itself is in {str(path.parent / 'runtime.log')!r}.",
            trouble="unreachable",
        )

    def _told(self, process: Popen[str], stop: StopSignal | None) -> dict[str, Any]:
        """What the process tells of its start; nothing where it ended without a word."""
        lines: SimpleQueue[str] = SimpleQueue()
        out = process.stdout
        assert out is not None

        def read() -> None:
            with contextlib.suppress(ValueError):  # closed, as the process was ended
                for line in out:
                    lines.put(line)
            lines.put("")

        threading.Thread(target=read, name="local model tells", daemon=True).start()
        until = time.monotonic() + self._start_limit_s
        while True:
            _heed(stop)
            try:
                line = lines.get(timeout=_POLL_S)
            except Empty:
                if time.monotonic() < until:
                    continue
                raise ModelError(
                    f"The local model did not start within {self._start_limit_s:g} s. Ask again when this machine is "
                    "less busy.",
                    trouble="time",
                ) from None
            if not line:
                return {}
            with contextlib.suppress(ValueError):  # what runs the model may print lines of its own
                told = json.loads(line)
                if isinstance(told, dict):
                    return told


def threads() -> int:
    """How many threads read and write at once: one for each core, and few more than the memory can feed."""
    return max(1, min(psutil.cpu_count(logical=False) or os.cpu_count() or 1, MOST_THREADS))


def host(data_dir: Path) -> Host:
    """The one of this process for a data folder."""
    with _LOCK:
        return _HOSTS.setdefault(data_dir, Host(data_dir))


@atexit.register
def close_all() -> None:
    """End every process that was started here. One that is not ended so ends when this process is gone."""
    with _LOCK:
        for one in _HOSTS.values():
            one.close()


_HOSTS: dict[Path, Host] = {}
_LOCK = threading.Lock()


def _heed(stop: StopSignal | None) -> None:
    if stop is not None and stop.is_set():
        raise StoppedError("The model was stopped before its reply was complete.")


def _write(process: Popen[str], message: dict[str, Any]) -> None:
    assert process.stdin is not None
    with contextlib.suppress(BrokenPipeError):  # it ended already, and what it told says why
        process.stdin.write(json.dumps(message) + "\n")
        process.stdin.flush()


def _end(process: Popen[str]) -> None:
    """At once: it has nothing to write down."""
    process.kill()
    process.wait()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
