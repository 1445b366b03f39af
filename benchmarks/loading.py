"""Loads tables as a reader does, by the command line, and measures what that takes."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import psutil

from kgqa.errors import LoadError
from kgqa.graph.server.folder import ServerFolder
from kgqa.graph.server.state import read_state

SAMPLE_S = 0.05
TAIL_LINES = 20
CALLER, BUILD, SERVER = "command", "build", "graph server"
LOADER = "kgqa.load.build"
"""The module that builds run."""


@dataclass(frozen=True, slots=True)
class Loading:
    """What a load took.

    Attributes:
        seconds: by the wall clock, from the start of the command to its end.
        processor_s: processor time of each process.
        steps: seconds between what the command said, by the first word of it, in their order.
        peak: most bytes that each process held.
        peak_together: most bytes that all of them held at one time.
    """

    seconds: float
    processor_s: Mapping[str, float]
    steps: Mapping[str, float]
    peak: Mapping[str, int]
    peak_together: int


def load(data_dir: Path, folder: Path, name: str) -> Loading:
    """Run ``import tables`` in a process of its own on a data folder.

    Raises:
        LoadError: it failed; the message is the last that it said.
    """
    command = [sys.executable, "-m", "kgqa", "import", "tables", str(folder), "--graph", name]
    environment = {**os.environ, "KGQA_DATA_DIR": str(data_dir)}
    began = time.perf_counter()
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:  # fmt: skip
        watch = _Watch(process.pid, data_dir)
        watch.start()
        try:
            steps, said = _steps(process, began)
        except BaseException:
            process.terminate()
            raise
        finally:
            watch.end()
    seconds = time.perf_counter() - began
    if process.returncode != 0:
        raise LoadError(f"The tables could not be loaded (exit code {process.returncode}): {' '.join(said)!r}.")
    return Loading(seconds, watch.processor_s(), steps, watch.peak, watch.peak_together)


def _steps(process: subprocess.Popen[str], began: float) -> tuple[dict[str, float], deque[str]]:
    """Seconds of each step, and the last lines that were said."""
    assert process.stderr is not None
    steps: dict[str, float] = {}
    said = deque[str](maxlen=TAIL_LINES)
    step, since = "Starting", began
    for line in process.stderr:
        said.append(line.strip())
        now = time.perf_counter()
        steps[step] = steps.get(step, 0.0) + now - since
        step, since = line.split(maxsplit=1)[0] if line.strip() else step, now
    steps[step] = steps.get(step, 0.0) + time.perf_counter() - since
    return steps, said


class _Watch(threading.Thread):
    """Looks again and again at the memory and the processor time of a command, what it starts, and the server."""

    def __init__(self, pid: int, data_dir: Path) -> None:
        super().__init__(daemon=True)
        self.peak: dict[str, int] = {}
        self.peak_together = 0
        self._pid, self._data_dir = pid, data_dir
        self._spent: dict[int, tuple[str, float, float]] = {}
        self._over = threading.Event()

    def run(self) -> None:
        """Looks until it is over."""
        self._look(first=True)
        while not self._over.wait(SAMPLE_S):
            self._look()

    def end(self) -> None:
        """Ends it."""
        self._over.set()
        self.join()

    def processor_s(self) -> dict[str, float]:
        """Processor seconds of each process since it was first seen, or since its start where that came later."""
        spent: dict[str, float] = {}
        for name, before, after in self._spent.values():
            spent[name] = spent.get(name, 0.0) + after - before
        return spent

    def _look(self, *, first: bool = False) -> None:
        held: dict[str, int] = {}
        for name, process in self._processes():
            try:
                with process.oneshot():
                    times = process.cpu_times()
                    held[name] = held.get(name, 0) + int(process.memory_info().rss)
            except psutil.Error:
                continue
            spent = float(times.user + times.system)
            before = self._spent.get(process.pid, ("", spent if first else 0.0, 0.0))[1]
            self._spent[process.pid] = (name, before, spent)
        for name, held_bytes in held.items():
            self.peak[name] = max(self.peak.get(name, 0), held_bytes)
        self.peak_together = max(self.peak_together, sum(held.values()))

    def _processes(self) -> list[tuple[str, psutil.Process]]:
        """The command, the builds that it started, and the server, which its supervisor starts."""
        found = []
        try:
            command = psutil.Process(self._pid)
            found = [(CALLER, command), *((BUILD, child) for child in command.children() if LOADER in child.cmdline())]
            state = read_state(ServerFolder.of(self._data_dir))
            if state is not None and state.server_pid:
                found.append((SERVER, psutil.Process(state.server_pid)))
        except psutil.Error:
            pass
        return found
