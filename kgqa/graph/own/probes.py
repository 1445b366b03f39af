"""Finds out what a graph server enforces, without changing anything."""

from __future__ import annotations

import contextlib
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kgqa.errors import KgqaError, ServerError
from kgqa.graph.connection import open_driver, terminate
from kgqa.graph.failures import is_access_refusal, is_time_out, shown_uri, translate
from kgqa.graph.own.capabilities import Capabilities, capabilities
from kgqa.graph.quoting import quoted
from kgqa.graph.reach import require_bolt
from kgqa.graph.server.read_only import PROBE_LABEL
from kgqa.settings import Settings

_NO_EFFECT = f"FOREACH (x IN [] | CREATE (:{quoted(PROBE_LABEL)}))"
_LIMIT_S = 0.05
"""The time limit that is tried with a transaction that does nothing."""
_LIMIT_WAIT_S = 4.0
"""Seconds in which a server that ends late transactions must have done so; Neo4j looks every two seconds."""
_MEMORY_SETTINGS = ("db.memory.transaction.max", "db.memory.transaction.total.max", "dbms.memory.transaction.total.max")
_SYSTEM = "system"


def find_capabilities(settings: Settings) -> Capabilities:
    """Find out what the own server of ``settings.graph_uri`` enforces, in at most a few seconds. Changes nothing there.

    Raises:
        ServerError: it cannot be reached, is too old, refuses the account, or has no such database.
    """
    with _driver(settings) as driver, ThreadPoolExecutor(1) as waiting:
        database = settings.graph_database
        with _reading(driver, database) as session:
            agent = session.run("RETURN 1").consume().server.agent
            ending = waiting.submit(_ends_late, driver, database)
            refuses, explains = _refuses_writes(session), _explains(session)
            memory = _memory_bound(session)
        stops = _can_stop(driver, database)
        ends = ending.result()
    return capabilities(agent, refuses=refuses, ends=ends, stops=stops, memory=memory, explains=explains)


def tells_query_type(settings: Settings) -> bool:
    """Whether EXPLAIN tells a reading statement from a writing one on the own server.

    Raises:
        ServerError: it cannot be reached, is too old, refuses the account, or has no such database.
    """
    with _driver(settings) as driver, _reading(driver, settings.graph_database) as session:
        session.run("RETURN 1").consume()
        return _explains(session)


@contextlib.contextmanager
def _driver(settings: Settings) -> Iterator[neo4j.Driver]:
    """A connection to the own server; what goes wrong with it has a sentence of ours."""
    uri, user, password = settings.graph_uri, settings.graph_user, settings.graph_password
    database = settings.graph_database
    require_bolt(uri)
    if database.casefold() == _SYSTEM:
        raise ServerError(
            f"The database {database!r} of the graph server at {shown_uri(uri)!r} holds its accounts and no graph. "
            "Choose another database, or none for the default one."
        )
    try:
        with open_driver(uri, user, password) as driver:
            yield driver
    except (DriverError, Neo4jError, ValueError, OSError) as error:
        raise translate(error, uri=uri, user=user, password=password, database=database, time_limit_s=0) from error


def _reading(driver: neo4j.Driver, database: str, fetch_size: int = 1000) -> neo4j.Session:
    return driver.session(database=database or None, default_access_mode=neo4j.READ_ACCESS, fetch_size=fetch_size)


def _refuses_writes(session: neo4j.Session) -> bool:
    try:
        session.run(_NO_EFFECT).consume()
    except Neo4jError as error:
        return is_access_refusal(error)
    return False


def _explains(session: neo4j.Session) -> bool:
    try:
        reading = session.run("EXPLAIN RETURN 1 AS n").consume().query_type
        writing = session.run(f"EXPLAIN {_NO_EFFECT}").consume().query_type
    except Neo4jError as error:
        return is_access_refusal(error)
    return reading == "r" and writing != "r"


def _memory_bound(session: neo4j.Session) -> str | None:
    """The bound on the memory of statements as the server writes it; empty for none, None where it is not told."""
    named = ", ".join(f"'{name}'" for name in _MEMORY_SETTINGS)
    try:
        rows = [
            record.values() for record in session.run(f"SHOW SETTINGS {named} YIELD name, value RETURN name, value")
        ]
    except Neo4jError:
        return None
    values = [str(value) for _, value in sorted(rows, key=lambda row: _MEMORY_SETTINGS.index(row[0]))]
    return next((value for value in values if value.strip("0") not in ("", "B")), "")


def _ends_late(driver: neo4j.Driver, database: str) -> bool | None:
    """Whether a transaction that does nothing is ended when its time is up; None where it could not be begun."""
    with _reading(driver, database) as session:
        try:
            transaction = session.begin_transaction(timeout=_LIMIT_S)
        except Neo4jError:
            return None
        began = time.monotonic()
        try:
            while time.monotonic() - began < _LIMIT_WAIT_S:
                transaction.run("RETURN 1").consume()
                time.sleep(_LIMIT_S)
        except Neo4jError as error:
            return True if is_time_out(error) else None
        finally:
            with contextlib.suppress(DriverError, Neo4jError):
                transaction.close()
    return False


def _can_stop(driver: neo4j.Driver, database: str) -> bool:
    """Whether a statement of ours, of which one row was read and no more, can be found and ended."""
    tag = f"kg:{uuid.uuid4().hex}"
    with _reading(driver, database, fetch_size=1) as session:
        try:
            rows = iter(session.run(f"/* {tag} */ UNWIND range(1, 10000) AS x RETURN x"))
            next(rows)
            if not terminate(driver, database, tag):
                return False
            for _ in rows:  # the rows that were under way when it was ended
                pass
        except (DriverError, Neo4jError, KgqaError) as error:
            return isinstance(error, Neo4jError) and error.code == "Neo.ClientError.Transaction.Terminated"
    return False
