"""Runs ``kgqa.load.build`` in a process of its own and passes on what it says."""

from __future__ import annotations

import json
import subprocess
from collections import deque
from pathlib import Path

from kgqa import processes
from kgqa.errors import LoadError, StoppedError
from kgqa.graph.stop import StopSignal
from kgqa.load.source import SourceSpec
from kgqa.load.writer import LEAST_HEAP_MB, is_heap_full
from kgqa.progress import Progress, Report

LOG = "build.log"
STOPPED = "The load was stopped; every graph is as it was before."
_TAIL_LINES = 5
_WORK = (" INFO ", "Using incubator modules")
_SEVERE = " SEVER "


def run_build(
    specification: SourceSpec,
    folder: Path,
    report: Report,
    stop: StopSignal | None = None,
    heap_mb: int = LEAST_HEAP_MB,
) -> None:
    """Build a source in a staging folder and wait for the end.

    The process gets the specification on its standard input, which stays open: when this process is gone, however it
    ended, the system closes it and the build ends too.

    Args:
        stop: ends the process when it is set.
        heap_mb: the least heap of the database that is built.

    Raises:
        StoppedError: ``stop`` was set.
        LoadError: the build failed; the message is its own, or the end of its log where it had no time to say one.
        OSError: the process could not be started or the log not be written.
    """
    error = None
    with (folder / LOG).open("wb") as log, _start(folder, log.fileno(), heap_mb) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        if stop is not None:
            stop.subscribe(process.kill)
        try:
            process.stdin.write(json.dumps(specification.as_json()) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                said = json.loads(line)
                if "error" in said:
                    error = said["error"]
                else:
                    report(Progress(**said))
        except BrokenPipeError:
            pass  # it ended before it read; the exit code below tells
        except BaseException:
            process.kill()
            raise
        finally:
            if stop is not None:
                stop.unsubscribe(process.kill)
    if stop is not None and stop.is_set():
        raise StoppedError(STOPPED)
    severe = _first_severe(folder / LOG)
    if severe is not None and is_heap_full(severe) and error is not None:
        raise LoadError(error)
    if severe is not None:
        raise LoadError(
            f"The database could not be written to {str(folder)!r}: {severe!r}. Is there space left on the disk? "
            "What was there before is untouched."
        )
    if error is not None:
        raise LoadError(error)
    if process.returncode != 0:
        raise LoadError(
            f"The process that builds the graph ended early (exit code {process.returncode}). Is there enough memory "
            f"and disk space?{_last_said(folder / LOG)} Nothing was changed."
        )


def _start(folder: Path, log: int, heap_mb: int) -> subprocess.Popen[str]:
    return processes.start(
        "kgqa.load.build", str(folder), str(heap_mb), folder=folder, log=log, environment={"ARCADEDB_JVM_ARGS": None}
    )


def _first_severe(log: Path) -> str | None:
    """The first failure that the engine logged; it goes on after a page that it could not write."""
    with log.open(encoding="utf-8", errors="replace") as stream:
        return next((line.strip() for line in stream if _SEVERE in line), None)


def _last_said(log: Path) -> str:
    """The end of the log as a sentence, without what the engine tells of its ordinary work; empty where that is all."""
    with log.open(encoding="utf-8", errors="replace") as stream:
        telling = (line.strip() for line in stream if not any(work in line for work in _WORK))
        said = " ".join(deque(telling, _TAIL_LINES))
    return f" The last it said: {said!r}." if said else ""
