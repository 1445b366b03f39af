"""Who runs a written statement now: a few at a time, and one that may have ended the server alone.

The locks are the system's, so that every process of a data folder is counted, and none that has ended.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

from kgqa.errors import QueryError, StoppedError
from kgqa.graph.server.locks import take
from kgqa.graph.stop import StopSignal

PLACES = 4
"""Statements that run at a time; each may fill the heap of the server by itself."""
_POLL_S = 0.02


class Turns:
    """The places of one server's folder.

    Args:
        wait_s: seconds after which a statement is not waited with any longer.
    """

    def __init__(self, folder: Path, wait_s: float) -> None:
        self._folder = folder
        self._wait_s = wait_s

    @contextlib.contextmanager
    def place(self, stop: StopSignal | None) -> Iterator[int]:
        """Have one of the places, from before a statement is sent until it is known what became of it.

        Raises:
            QueryError: all were taken for too long.
            StoppedError: ``stop`` was set.
        """
        deadline = time.monotonic() + self._wait_s
        while True:
            for number in range(PLACES):
                handle = self._taken(f"place-{number}.lock")
                if handle is not None:
                    try:
                        yield number
                    finally:
                        os.close(handle)
                    return
            _wait(deadline, stop)

    def others(self, mine: int) -> bool:
        """Whether anybody else has a place now."""
        for number in range(PLACES):
            if number != mine:
                handle = self._taken(f"place-{number}.lock")
                if handle is None:
                    return True
                os.close(handle)
        return False

    @contextlib.contextmanager
    def together(self, stop: StopSignal | None) -> Iterator[None]:
        """Run beside others, after whoever waits for running alone; raises as ``place``."""
        deadline = time.monotonic() + self._wait_s
        with self._held("next.lock", deadline, stop):
            turn = self._held("turn.lock", deadline, stop, shared=True)
            turn.__enter__()
        try:
            yield
        finally:
            turn.__exit__(None, None, None)

    @contextlib.contextmanager
    def alone(self, stop: StopSignal | None) -> Iterator[None]:
        """Run while nobody else does; raises as ``place``."""
        deadline = time.monotonic() + self._wait_s
        with self._held("next.lock", deadline, stop), self._held("turn.lock", deadline, stop):
            yield

    @contextlib.contextmanager
    def _held(self, name: str, deadline: float, stop: StopSignal | None, *, shared: bool = False) -> Iterator[None]:
        while (handle := self._taken(name, shared=shared)) is None:
            _wait(deadline, stop)
        try:
            yield
        finally:
            os.close(handle)

    def _taken(self, name: str, *, shared: bool = False) -> int | None:
        return take(self._folder / name, shared=shared)


def _wait(deadline: float, stop: StopSignal | None) -> None:
    if stop is not None and stop.is_set():
        raise StoppedError("The query was ended before it was sent. Ask again when you like.")
    if time.monotonic() > deadline:
        raise QueryError(
            "Other statements that somebody wrote are under way and take long, so this one was not sent. Try again in "
            "a moment."
        )
    time.sleep(_POLL_S)
