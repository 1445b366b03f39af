"""Writing to somebody's own graph server: batches that may be sent twice, within limits, until they are in."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kgqa.closing import Closing
from kgqa.errors import KgqaError, LoadError, StoppedError
from kgqa.graph.connection import open_driver, wire_size
from kgqa.graph.failures import is_access_refusal, translate, unreachable
from kgqa.graph.reach import require_bolt
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import MESSAGE_LIMIT_BYTES
from kgqa.settings import Settings

BATCH_ROWS = 5000
"""Most rows of one batch; together they are smaller than ``MESSAGE_LIMIT_BYTES``."""

BATCH_LIMIT_S = 120.0
"""Seconds for one batch, or for the making of one constraint."""

RETRIES_S = (0.5, 2.0, 8.0, 15.0)
"""Pauses before a batch is sent again where the server was busy, changed its leader, or hung up."""

_EXISTS = ("Neo.ClientError.Schema.IndexAlreadyExists", "Neo.ClientError.Schema.ConstraintAlreadyExists")
Row = Mapping[str, Any]


class BoltWriter(Closing):
    """An account that may write to one database.

    Raises:
        LoadError: from every method, where the server refuses or does not answer; the message says what to do.
        StoppedError: from every method, once ``stop`` is set.
    """

    def __init__(self, settings: Settings, stop: StopSignal | None = None) -> None:
        require_bolt(settings.graph_uri)
        self._settings = settings
        self._stop = stop or StopSignal()
        self._ended = threading.Event()
        self._ended.set()
        self._driver = open_driver(settings.graph_uri, settings.graph_user, settings.graph_password)

    def close(self) -> None:
        """Close the connections."""
        threading.Thread(target=self._close, daemon=True).start()  # a frozen server would hold up the caller

    def read(self, cypher: str) -> list[list[Any]]:
        """The rows of a reading statement."""
        return self._tried(cypher, {}, neo4j.READ_ACCESS)

    def write(self, cypher: str, rows: Sequence[Row]) -> list[list[Any]]:
        """Send a batch as the parameter ``rows``, again where it may not have arrived; what it returns."""
        return self._tried(cypher, {"rows": rows}, neo4j.WRITE_ACCESS)

    def define(self, *spellings: str) -> None:
        """Make a constraint or an index in the first spelling that the server knows; one that exists will do."""
        refused: KgqaError | None = None
        for cypher in spellings:
            try:
                self._tried(cypher, {}, neo4j.WRITE_ACCESS)
            except LoadError as error:
                code = getattr(error.__cause__, "code", None)
                if code in _EXISTS:
                    return
                if is_access_refusal(error.__cause__ or error) or code is None:
                    raise
                refused = refused or error
            else:
                return
        if refused is not None:
            raise refused

    def _tried(self, cypher: str, parameters: dict[str, Any], access: str) -> list[list[Any]]:
        for pause_s in (*RETRIES_S, None):
            try:
                return self._once(cypher, parameters, access)
            except (Neo4jError, DriverError, OSError) as error:
                retryable = isinstance(error, Neo4jError | DriverError) and error.is_retryable()
                if pause_s is None or not retryable:
                    raise self._our_error(error) from error
                self._wait(threading.Event(), pause_s)
        raise AssertionError("the last attempt returns or raises")

    def _once(self, cypher: str, parameters: dict[str, Any], access: str) -> list[list[Any]]:
        """Run in a thread of its own, because a frozen server holds the thread that asks it."""
        done, ended = threading.Event(), threading.Event()  # a stop sets the first, but only the batch the second
        self._ended = ended
        outcome: list[Callable[[], list[list[Any]]]] = []

        def work() -> None:
            try:
                database = self._settings.graph_database or None
                with self._driver.session(database=database, default_access_mode=access) as session:
                    result = session.run(neo4j.Query(cypher, timeout=BATCH_LIMIT_S), parameters)
                    rows = [record.values() for record in result]
                outcome.append(lambda: rows)
            except Exception as error:  # every failure belongs to the thread that waits
                outcome.append(_raiser(error))
            finally:
                ended.set()
                done.set()

        threading.Thread(target=work, daemon=True, name="kgqa-load-batch").start()
        if not self._wait(done, BATCH_LIMIT_S + 5.0):
            raise LoadError(str(unreachable(self._settings.graph_uri, f"nothing came within {BATCH_LIMIT_S:g} s")))
        return outcome[0]()

    def _close(self) -> None:
        """Close the connections once no batch uses them any more."""
        self._ended.wait(BATCH_LIMIT_S)
        self._driver.close()

    def _wait(self, done: threading.Event, seconds: float) -> bool:
        """Wait for the end, but no longer than a reader who wants to stop."""
        self._stop.subscribe(done.set)
        try:
            done.wait(seconds)
        finally:
            self._stop.unsubscribe(done.set)
        if self._stop.is_set():
            raise StoppedError("The load into the graph server was stopped.")
        return done.is_set()

    def _our_error(self, error: BaseException) -> LoadError:
        s = self._settings
        if is_access_refusal(error):
            return LoadError(
                f"The user {s.graph_user!r} may not write to the graph server. Use an account that may write and make "
                "constraints, or load the tables here instead."
            )
        ours = translate(
            error, uri=s.graph_uri, user=s.graph_user, password=s.graph_password, database=s.graph_database,
            time_limit_s=BATCH_LIMIT_S,
        )  # fmt: skip
        return LoadError(str(ours))


def _raiser(error: Exception) -> Callable[[], list[list[Any]]]:
    def again() -> list[list[Any]]:
        raise error

    return again


class Batches:
    """Rows joined to batches by what they are to become, with a bound on how many are held."""

    def __init__(self, most_held: int = 4 * BATCH_ROWS) -> None:
        self._most_held = most_held
        self._held = 0
        self._rows: dict[Any, list[Row]] = {}
        self._bytes: dict[Any, int] = {}

    def add(self, key: Any, row: Row, where: str) -> Iterator[tuple[Any, list[Row]]]:
        """Take a row; gives the batches that are full because of it.

        Raises:
            LoadError: the row alone is larger than a message may be.
        """
        size = wire_size(dict(row))
        if size > MESSAGE_LIMIT_BYTES // 2:
            raise LoadError(
                f"{where or 'A row'} is larger than {MESSAGE_LIMIT_BYTES // 2**21} MiB and cannot be sent. Shorten it."
            )
        if self._bytes.get(key, 0) + size > MESSAGE_LIMIT_BYTES - 4096:
            yield self._take(key)
        self._rows.setdefault(key, []).append(row)
        self._bytes[key] = self._bytes.get(key, 0) + size
        self._held += 1
        if len(self._rows[key]) == BATCH_ROWS:
            yield self._take(key)
        elif self._held >= self._most_held:
            yield self._take(max(self._rows, key=lambda one: len(self._rows[one])))

    def rest(self) -> Iterator[tuple[Any, list[Row]]]:
        """What is left."""
        while self._rows:
            yield self._take(next(iter(self._rows)))

    def _take(self, key: Any) -> tuple[Any, list[Row]]:
        rows = self._rows.pop(key)
        del self._bytes[key]
        self._held -= len(rows)
        return key, rows
