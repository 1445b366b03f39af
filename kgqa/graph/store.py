"""The one Bolt client: runs reading statements on any graph server, within limits, and can be stopped."""

from __future__ import annotations

import threading
import time
import uuid
from collections import deque
from collections.abc import Callable
from itertools import islice
from typing import Any, Protocol, Self

import neo4j
from neo4j.exceptions import DriverError, Neo4jError, ServiceUnavailable, SessionExpired

from kgqa import processes
from kgqa.closing import Closing
from kgqa.errors import EndedError, GoneError, KgqaError, QueryError, ServerError, StoppedError
from kgqa.graph.connection import held_bytes, open_driver, plain, terminate, wire_size
from kgqa.graph.failures import is_time_out, shown_uri, timed_out, translate, unreachable
from kgqa.graph.stop import StopSignal
from kgqa.records import Query, Rows
from kgqa.settings import Settings

__all__ = ["GraphStore", "StopSignal"]

MESSAGE_LIMIT_BYTES = 4 * 1024 * 1024
ROWS_LIMIT_BYTES = 32 * 1024 * 1024  # of memory that the rows of a statement may take
ROW_BYTES = 2048  # of memory that a row may take on average, where so many rows are asked for that this is more
FETCHED_AT_ONCE = 200  # rows of a planned statement; what a server sends ahead cannot be counted before it is here
WRITTEN_AT_ONCE = 8  # of a statement that somebody wrote, whose rows may be of any size
GUARD_S = 2.0  # beyond the time limit, before the client stops waiting for a server that should have ended it
_STOPPED = "The query was ended. Ask again when you like."
END_WAIT_S = 1.0  # for a stopped statement to end before its reader goes on without it
TOO_EARLY = 0.9  # of the time limit, before which a statement cannot have used it up
UNSTOPPABLE_S = 5.0  # before the embedded server is restarted to end a statement


def tagged(text: str, tag: str) -> str:
    """A text as it is sent: with the mark by which the server is told which statement to end."""
    return f"/* kg:{tag} */ {text}"


class Keeper(Protocol):
    """Who keeps the server of a store alive (the embedded server); an own server has none."""

    @property
    def bolt_uri(self) -> str: ...

    @property
    def generation(self) -> int: ...

    def end_statements(self, tag: str) -> None: ...

    def restart(self, reason: str, generation: int | None = None) -> None: ...

    def await_generation_after(self, generation: int) -> None: ...


class Run:
    """One statement under way in a thread of its own."""

    def __init__(self, generation: int, most_rows: int, at_once: int) -> None:
        self.generation = generation
        self.most_rows = most_rows
        self.most_bytes = max(ROWS_LIMIT_BYTES, ROW_BYTES * most_rows)
        self.at_once = at_once
        self.oversize = False
        self.wake = threading.Event()
        self.done = threading.Event()
        self.rows: list[tuple[Any, ...]] = []
        self.keys: tuple[str, ...] = ()
        self.summary: neo4j.ResultSummary | None = None
        self.error: BaseException | None = None


def _is_lost(error: BaseException | None) -> bool:
    """Whether a statement ended because nothing at the other end answers its driver any more."""
    return isinstance(error, ServiceUnavailable | SessionExpired)


def _read(run: Run, result: neo4j.Result) -> None:
    """Take rows over, one more than asked for, until they take as much memory as they may."""
    taken = 0
    for record in islice(result, run.most_rows + 1):
        row = tuple(plain(value) for value in record.values())
        taken += held_bytes(row)
        if taken > run.most_bytes:
            run.oversize = True
            break
        run.rows.append(row)
    if run.oversize and not run.rows:
        raise QueryError(
            f"A single row of the result takes more than {run.most_bytes // 2**20} MiB, so nothing of it was kept. "
            "Return fewer or shorter values."
        )


def _rows(run: Run, columns: tuple[str, ...], limit: int, began: float, text: str) -> Rows:
    """The rows of a statement that has ended, without the one that only shows that there are more."""
    took_ms = (time.perf_counter() - began) * 1000
    return Rows(columns, tuple(run.rows[:limit]), len(run.rows) > limit or run.oversize, took_ms, text, run.oversize)


class GraphStore(Closing):
    """A client of one database. Connects when it is first asked; safe to use from several threads.

    Args:
        max_rows: most rows that a statement returns; fewer where they take more than 32 MiB, or 2 KiB each if that is
            more.
        time_limit_s: seconds after which a statement is ended.
        keeper: the embedded server, which is restarted when it hangs; None for an own server.
        gone: says why the database is not to be asked any more, or None while it is; looked at before every statement
            and after one that failed.
    """

    def __init__(
        self, uri: str, user: str, password: str, database: str, *, max_rows: int, time_limit_s: float,
        keeper: Keeper | None = None, gone: Callable[[], str | None] = lambda: None,
    ) -> None:  # fmt: skip
        self._uri = uri
        self._user = user
        self._password = password
        self._database = database
        self._max_rows = max_rows
        self._time_limit_s = time_limit_s
        self._keeper = keeper
        self.gone = gone
        self._lock = threading.Lock()
        self._driver: neo4j.Driver | None = None
        self._connected: tuple[str, int] = (uri, 0)
        # Tags are used again, because a server that caches plans by text would otherwise never find one.
        self._tags: deque[str] = deque()

    @classmethod
    def of_own_server(cls, settings: Settings) -> Self:
        """A client of the server that ``settings.graph_uri`` names."""
        return cls(
            settings.graph_uri, settings.graph_user, settings.graph_password, settings.graph_database,
            max_rows=settings.max_rows, time_limit_s=settings.time_limit_s,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"GraphStore({shown_uri(self._uri)!r}, user={self._user!r}, database={self._database!r})"

    def close(self) -> None:
        """Close the connections; the store connects again when it is asked again."""
        self._disconnect()

    def _disconnect(self) -> None:
        with self._lock:
            driver, self._driver = self._driver, None
        if driver is not None:
            threading.Thread(target=driver.close, daemon=True).start()  # a frozen server would hold up the caller

    def run(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """Run a reading statement that has no LIMIT of its own at its end.

        One row more than ``max_rows`` is asked for, by a LIMIT in the text, so that a cut result is known as such. A
        LIMIT stands for the last part of a UNION only; its parts together may be cut here instead.

        Args:
            max_rows: most rows of this statement; the store's own limit when None.
            stop: ends the statement when it is set.

        Returns:
            rows with the columns of ``query.columns``, or those of the server where the query names none.

        Raises:
            TimeLimitError: it needed longer than the time limit, and was ended.
            StoppedError: ``stop`` was set.
            QueryError: the server refused it, or it is larger than 4 MiB.
            ServerError: the server cannot be reached, refuses the account, or has no such database.
            GoneError: the graph was replaced, renamed or removed since it was opened.
        """
        self.require_there()
        limit = self._max_rows if max_rows is None else max_rows
        text = self._limited(query, limit)
        began = time.perf_counter()
        run = self._answered(text, query, stop, limit)
        columns = query.columns or run.keys
        if run.rows and len(run.keys) != len(columns):
            raise QueryError(f"The statement returned the columns {run.keys!r} where {columns!r} were expected.")
        return _rows(run, columns, limit, began, text)

    def run_as_written(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """Run a statement whose text stays as it is, with whatever LIMIT it has; for ``kgqa.cypher.run`` alone.

        Every other statement is one of our own and goes through ``run``. Of more rows than ``max_rows`` the rest is
        left on the server.

        Args:
            max_rows, stop: as for ``run``.

        Returns:
            rows with the columns of the server, or ``query.columns`` where it names none.

        Raises:
            as ``run``.
        """
        self.require_there()
        limit = self._max_rows if max_rows is None else max_rows
        began = time.perf_counter()
        run = self._answered(query.cypher, query, stop, limit, WRITTEN_AT_ONCE)
        return _rows(run, run.keys or query.columns, limit, began, query.cypher)

    def require_there(self) -> None:
        """Refuse to go on with a graph that was replaced, renamed or removed.

        Raises:
            GoneError: it was; the message says which.
        """
        why = self.gone()
        if why is not None:
            raise GoneError(why)

    def _limited(self, query: Query, limit: int) -> str:
        """The text of a statement that gives at most one row more than the limit."""
        return f"{query.cypher}\nLIMIT {int(limit) + 1}"

    def _answered(
        self, text: str, query: Query, stop: StopSignal | None, most_rows: int, at_once: int = FETCHED_AT_ONCE
    ) -> Run:
        """A text of a statement with the statement's parameters, run to its end; raises as ``run`` does."""
        if wire_size(text) + wire_size(dict(query.parameters)) > MESSAGE_LIMIT_BYTES:
            raise QueryError(
                "The statement with its parameters is larger than 4 MiB and was not sent. Ask for less at once."
            )
        if stop is not None and stop.is_set():
            raise StoppedError(_STOPPED)  # nothing is sent for somebody who waits no longer
        tag = self._take_tag()
        began = time.perf_counter()
        run = self._attempt(tagged(text, tag), query, stop, tag, most_rows, at_once)
        if run.error is not None and self._goes_again(run, time.perf_counter() - began):
            run = self._attempt(tagged(text, tag), query, stop, tag, most_rows, at_once)
        self._tags.append(tag)
        if run.error is not None:
            self.require_there()
            raise self._our_error(run.error, run.generation) from run.error
        return run

    def _attempt(self, text: str, query: Query, stop: StopSignal | None, tag: str, most_rows: int, at_once: int) -> Run:
        """Run once and wait for the end, the stop or the wall clock, whichever comes first."""
        driver, generation = self._connect()
        run = Run(generation, most_rows, at_once)
        statement = neo4j.Query(text, timeout=self._time_limit_s)
        threading.Thread(
            target=self._work, args=(run, driver, statement, dict(query.parameters)), daemon=True, name="kgqa-query"
        ).start()
        if stop is not None:
            stop.subscribe(run.wake.set)
        try:
            run.wake.wait(self._patience_s())
        finally:
            if stop is not None:
                stop.unsubscribe(run.wake.set)
        if run.done.is_set():
            return run
        raise self._abandon(run, tag, stopped=stop is not None and stop.is_set())

    def _work(self, run: Run, driver: neo4j.Driver, statement: neo4j.Query, parameters: dict[str, Any]) -> None:
        """Runs in a thread of its own, because a frozen server holds the thread that asks it."""
        try:
            with driver.session(
                database=self._database or None, default_access_mode=neo4j.READ_ACCESS, fetch_size=run.at_once
            ) as session:
                result = session.run(statement, parameters)
                run.keys = tuple(result.keys())
                _read(run, result)
                run.summary = result.consume()
        except Exception as error:  # every failure belongs to the thread that waits
            run.error = error
        finally:
            run.done.set()
            run.wake.set()

    def _abandon(self, run: Run, tag: str, *, stopped: bool) -> KgqaError:
        """End a statement on the server, and say why its reader goes on without it."""
        answered = threading.Event()
        threading.Thread(target=self._end, args=(run, tag, answered), daemon=True, name="kgqa-end-query").start()
        run.done.wait(END_WAIT_S)
        if stopped:
            return StoppedError(_STOPPED)
        if (run.done.is_set() and not _is_lost(run.error)) or answered.wait(END_WAIT_S * (processes.crowding() - 1)):
            return timed_out(self._time_limit_s)
        return self._silent()

    def _patience_s(self) -> float:
        """Seconds after which a server is given up that should have ended a statement by itself.

        On a busy machine a server that has just started needs longer even for that.
        """
        return self._time_limit_s + GUARD_S * processes.crowding()

    def _silent(self) -> KgqaError:
        """What is said of a server that answers nothing at all."""
        return unreachable(self._connected[0], f"nothing came within {self._patience_s():.0f} s")

    def _end(self, run: Run, tag: str, answered: threading.Event) -> None:
        """Ask the server to end the statement; where that does not help, have the embedded server restarted."""
        try:
            if self._keeper is not None:
                self._keeper.end_statements(f"kg:{tag}")
            else:
                with self._new_driver(self._connected[0]) as driver:
                    terminate(driver, self._database, f"kg:{tag}")
            answered.set()
        except (DriverError, Neo4jError, OSError, ServerError):
            pass  # the server does not even answer this; below it is restarted, or the error says so
        if run.done.wait(UNSTOPPABLE_S * processes.crowding()):
            return
        if self._keeper is None:
            self._disconnect()  # the hanging connection must not be given to another statement
            return
        try:
            self._keeper.restart(
                "A statement could not be ended, so the graph server was started again.", run.generation
            )
        except KgqaError:
            return  # the next statement finds out and says so

    def _goes_again(self, run: Run, seconds: float) -> bool:
        """True when the server ended before this statement did, and another one is ready to be sent it once more.

        Also when the embedded server ended a statement whose time was not up: it goes by the clock of the wall, which
        may have been set.
        """
        if self._keeper is None:
            return False
        if run.error is not None and is_time_out(run.error):
            return seconds < TOO_EARLY * self._time_limit_s
        if not _is_lost(run.error):
            return False
        self._disconnect()
        if not self._may_go_again(seconds):
            return False
        self._keeper.await_generation_after(run.generation)
        return True

    def _may_go_again(self, seconds: float) -> bool:
        """Whether a statement is sent once more whose server ended after so many seconds.

        One that was planned hardly ever ends a server, so it was another's fault, and its reader is not to notice.
        """
        return True

    def _connect(self) -> tuple[neo4j.Driver, int]:
        target = (self._uri, 0) if self._keeper is None else self._target_of(self._keeper)
        with self._lock:
            if self._driver is None or target != self._connected:
                stale, self._driver = self._driver, self._new_driver(target[0])
                self._connected = target
                if stale is not None:
                    threading.Thread(target=stale.close, daemon=True).start()
            return self._driver, target[1]

    def _target_of(self, keeper: Keeper) -> tuple[str, int]:
        return keeper.bolt_uri, keeper.generation

    def _new_driver(self, uri: str) -> neo4j.Driver:
        try:
            return open_driver(uri, self._user, self._password)
        except (DriverError, ValueError) as error:
            raise self._our_error(error, 0) from error

    def _our_error(self, error: BaseException, generation: int) -> KgqaError:
        if self._keeper is not None and _is_lost(error):
            return self._ended(generation)
        return translate(
            error, uri=self._connected[0], user=self._user, password=self._password, database=self._database,
            time_limit_s=self._time_limit_s,
        )  # fmt: skip

    def _ended(self, generation: int) -> EndedError:
        """What is said of a statement at which that run of the server ended."""
        return EndedError(
            "The graph server ended while it worked on this statement, twice, and is started again. Ask for something "
            "narrower.",
            generation,
        )

    def _take_tag(self) -> str:
        try:
            return self._tags.pop()
        except IndexError:
            return uuid.uuid4().hex
