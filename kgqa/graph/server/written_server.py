"""The second server: statements that a person or a language model wrote run apart from everybody's planned ones.

What passes the guard may still use up a heap or be unstoppable. On a process of its own it ends that one, which is
started again, and nobody whose question was planned notices. It starts with the first such statement, reads the same
files as the first server (``kgqa.graph.server.links``), and ends when none came for a while.

A few statements run at a time, and one that may have ended the server runs alone. The locks for that are the system's,
so that every process of a data folder is counted, and none that has ended.
"""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import neo4j

from kgqa.closing import Closing
from kgqa.errors import EndedError, KgqaError, QueryError, ServerError, StoppedError
from kgqa.graph.failures import timed_out
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.graph.server.folder import OWN_SERVER, ServerFolder
from kgqa.graph.server.links import is_offered, offer
from kgqa.graph.server.locks import take
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import FETCHED_AT_ONCE, GraphStore, Run
from kgqa.records import Query
from kgqa.settings import Settings

IDLE_S = 300.0
"""Seconds without a written statement after which a process leaves the server; it ends after the last one."""
LEAST_HEAP_MB = 256
WAIT_S = 20.0
"""Beyond the time limit, before a statement is no longer waited with for others."""
SOON_S = 0.5
"""A connection that was dead from the start shows within this time."""


def heap_mb(settings: Settings) -> int:
    """The heap of the second server: three quarters of the first one's, as a question is not to need it.

    >>> from kgqa.settings import load
    >>> heap_mb(load({})), heap_mb(load({"KGQA_HEAP_MB": "300"})), heap_mb(load({"KGQA_HEAP_MB": "200"}))
    (384, 256, 200)
    """
    return min(settings.heap_mb, max(LEAST_HEAP_MB, settings.heap_mb * 3 // 4))


class WrittenServer(Closing):
    """A share in the second server of a data folder, taken when a statement is run. Several threads may use it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = replace(settings, heap_mb=heap_mb(settings))
        self._main = ServerFolder.of(settings.data_dir)
        self._folder = ServerFolder.of_written(settings.data_dir)
        self._starting = threading.Lock()
        self._lock = threading.Lock()
        self._server: EmbeddedServer | None = None
        self._offered: set[str] = set()
        self._users = 0
        self._rest: threading.Timer | None = None

    @contextlib.contextmanager
    def used(self, database: str) -> Iterator[None]:
        """While a statement runs on a database; the server is started, and offered the database, where it is not yet.

        Raises:
            ServerError: it cannot be started, or not open the database.
        """
        with self._lock:
            self._users += 1
            if self._rest is not None:
                self._rest.cancel()
                self._rest = None
        try:
            self._serve(database)
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    self._rest = threading.Timer(IDLE_S, self._rested)
                    self._rest.daemon = True
                    self._rest.start()

    def close(self) -> None:
        """Leave the server; it ends a moment after its last user has left."""
        with self._lock:
            if self._rest is not None:
                self._rest.cancel()
                self._rest = None
            server, self._server = self._server, None
        if server is not None:
            server.close()

    @property
    def bolt_uri(self) -> str:
        """As of ``EmbeddedServer``."""
        return self._running().bolt_uri

    @property
    def reader_auth(self) -> tuple[str, str]:
        """As of ``EmbeddedServer``."""
        return self._running().reader_auth

    @property
    def generation(self) -> int:
        """As of ``EmbeddedServer``."""
        return self._running().generation

    def end_statements(self, tag: str) -> None:
        """As of ``EmbeddedServer``."""
        self._running().end_statements(tag)

    def restart(self, reason: str, generation: int | None = None) -> None:
        """As of ``EmbeddedServer``."""
        self._running().restart(reason, generation)

    def await_generation_after(self, generation: int) -> None:
        """As of ``EmbeddedServer``."""
        self._running().await_generation_after(generation)

    def used_up_its_heap(self, generation: int) -> bool:
        """As of ``EmbeddedServer``."""
        return self._running().used_up_its_heap(generation)

    def turns(self) -> Turns:
        """Who runs a statement on it now."""
        return Turns(self._folder.path, self._settings.time_limit_s + WAIT_S)

    @property
    def heap_mb(self) -> int:
        """MiB that a statement may fill at most."""
        return self._settings.heap_mb

    def _running(self) -> EmbeddedServer:
        server = self._server
        if server is None:
            raise ServerError(f"The graph server for written statements does not run. Try again. {OWN_SERVER}")
        return server

    def _serve(self, database: str) -> None:
        with self._starting:
            if self._server is None:
                self._offered.clear()
                self._server = EmbeddedServer.connect(self._settings, self._folder)
            if database not in self._offered or not is_offered(self._folder, database):
                offer(self._main, self._folder, self._server, database)
                self._offered.add(database)

    def _rested(self) -> None:
        with self._lock:
            server = None
            if not self._users:
                server, self._server = self._server, None
        if server is not None:
            server.close()


class WrittenStore(GraphStore):
    """A client of one database for what a person or a language model wrote.

    A statement at which the server ended while others ran is sent once more, alone. So only the one that is to blame is
    told so, and the others get their rows a little later.
    """

    def __init__(
        self, server: WrittenServer, database: str, settings: Settings, gone: Callable[[], str | None] = lambda: None
    ) -> None:
        super().__init__(
            "", "", "", database,
            max_rows=settings.max_rows, time_limit_s=settings.time_limit_s, keeper=server, gone=gone,
        )  # fmt: skip
        self._server = server

    def expect(self) -> None:
        """Have the server started, in a thread, as a statement will come; again and again costs nothing."""
        threading.Thread(target=self._start, daemon=True, name="kgqa-written").start()

    def close(self) -> None:
        """Close the connections and leave the server; the store comes back when it is asked again."""
        super().close()
        self._server.close()

    def _start(self) -> None:
        with contextlib.suppress(KgqaError), self._server.used(self._database):
            pass  # what keeps it from starting is told to who runs a statement

    def _answered(
        self, text: str, query: Query, stop: StopSignal | None, most_rows: int, at_once: int = FETCHED_AT_ONCE
    ) -> Run:
        with self._server.used(self._database):
            turns = self._server.turns()
            with turns.place(stop) as place:
                try:
                    with turns.together(stop):
                        return super()._answered(text, query, stop, most_rows, at_once)
                except EndedError as error:
                    if not turns.others(place):
                        raise self._blame(error) from error
                    ended = error.generation
                with turns.alone(stop):
                    self._server.await_generation_after(ended)
                    try:
                        return super()._answered(text, query, stop, most_rows, at_once)
                    except EndedError as error:
                        raise self._blame(error) from error

    def _blame(self, error: EndedError) -> QueryError:
        """What a reader is told whose statement ended the server."""
        self._server.await_generation_after(error.generation)
        what = "fewer rows, shorter lists and texts, or a condition sooner"
        if self._server.used_up_its_heap(error.generation):
            return QueryError(
                f"Your statement took more memory than the {self._server.heap_mb} MiB that a written statement may "
                f"take, so it was ended. Nobody else was disturbed. Narrow it: {what}."
            )
        return QueryError(
            f"The graph server ended while it worked on your statement. Nobody else was disturbed. Narrow it: {what}."
        )

    def _may_go_again(self, seconds: float) -> bool:
        """One that was written may itself have ended the server, unless that was dead before it came."""
        return seconds <= SOON_S

    def _silent(self) -> KgqaError:
        """The server is its own: what it does not answer to, is a statement."""
        return timed_out(self._time_limit_s)

    def _new_driver(self, uri: str) -> neo4j.Driver:
        self._user, self._password = self._server.reader_auth
        return super()._new_driver(uri)


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
