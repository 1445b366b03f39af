"""Graphs of tests are built by one process, one after the other, where each load would start one with a Java machine.

What is built and how is the same. Tests of what happens to the process itself undo this (``process.run_build``).
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from threading import Lock
from typing import IO

from kgqa import processes
from kgqa.closing import Closing
from kgqa.errors import LoadError
from kgqa.graph.stop import StopSignal
from kgqa.load import process
from kgqa.load.source import SourceSpec
from kgqa.progress import Progress, Report

_BUILDER = """
import json
from dataclasses import asdict
from pathlib import Path
import jpype
from kgqa import processes
from kgqa.errors import KgqaError
from kgqa.load import writer
from kgqa.load.build import build
from kgqa.load.source import SourceSpec

FACTORY = "com.arcadedb.database.DatabaseFactory"
machine = writer._machine(Path.cwd(), writer.LEAST_HEAP_MB, quick_end=True)
writer._machine = lambda *_, **__: machine  # of which there is one for all builds
asked = processes.told()
while True:
    wanted = json.loads(asked())
    try:
        build(SourceSpec(**wanted["source"]), Path(wanted["folder"]), lambda progress: processes.tell(asdict(progress)))
    except KgqaError as error:
        for database in list(jpype.JClass(FACTORY).getActiveDatabaseInstances()) if jpype.isJVMStarted() else ():
            database.close()  # what a build that failed leaves open ends with its process outside of tests
        processes.tell({"error": str(error)})
    else:
        processes.tell({"built": True})
"""


class OneBuilder(Closing):
    """A process that builds one graph after the other, and is started when the first is wanted.

    Args:
        folder: its current folder, in which its log and its litter stay.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._running: subprocess.Popen[str] | None = None

    def run_build(
        self, specification: SourceSpec, folder: Path, report: Report, stop: StopSignal | None = None, heap_mb: int = 0
    ) -> None:
        """As ``process.run_build``, which is called where the build may be stopped."""
        if stop is not None:
            process.run_build(specification, folder, report, stop)
            return
        with self._lock:
            told, said = self._pipes()
            told.write(json.dumps({"source": specification.as_json(), "folder": str(folder)}) + "\n")
            told.flush()
            for line in said:
                message = json.loads(line)
                if "built" in message:
                    return
                if "error" in message:
                    raise LoadError(message["error"])
                report(Progress(**message))
        raise AssertionError(f"the process that builds graphs ended: {(self._folder / 'log.txt').read_text()[-2000:]}")

    def close(self) -> None:
        """End the process."""
        if self._running is not None:
            self._running.kill()
            self._running.communicate()
            self._running = None

    def _pipes(self) -> tuple[IO[str], IO[str]]:
        if self._running is None:
            variables = {name: value for name, value in os.environ.items() if name != "ARCADEDB_JVM_ARGS"}
            with (self._folder / "log.txt").open("ab") as log:
                self._running = subprocess.Popen(
                    [sys.executable, "-P", "-c", _BUILDER], cwd=self._folder, encoding="utf-8",
                    env={**variables, "PYTHONPATH": processes.CODE}, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=log,
                )  # fmt: skip
        assert self._running.stdin is not None
        assert self._running.stdout is not None
        return self._running.stdin, self._running.stdout
