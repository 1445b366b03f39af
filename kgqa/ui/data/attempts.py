"""Attempts of this session to reach servers: the password lives in the session and goes with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.history import readers
from kgqa.progress import Progress
from kgqa.ui.session import reader
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.graph.own.capabilities import Capabilities
    from kgqa.graph.own.connections import Connection
    from kgqa.graph.own.reading import SchemaReading
    from kgqa.graph.stop import StopSignal
    from kgqa.progress import Report

_ATTEMPTS = "server_attempts"
_LATEST = "server_latest"


@dataclass(frozen=True, slots=True)
class Reached:
    """What was found on a server: what it enforces, and what it holds."""

    capabilities: Capabilities
    reading: SchemaReading

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to ask about; tables may still be loaded into it."""
        return not self.reading.schema.nodes


@dataclass(frozen=True, slots=True)
class Attempt:
    """An attempt to reach a server.

    Attributes:
        tries: how many there were with this one.
        at: ISO 8601, UTC.
    """

    connection: Connection
    work: Work[Reached]
    tries: int
    at: str


def begin(connection: Connection, *, keep_password: bool) -> None:
    """Tries a connection; one that is good is kept among the saved ones, with its password only if that is wanted."""

    theirs = reader.servers()

    def keep() -> None:
        readers.begin(theirs.home)
        theirs.save(connection, keep_password=keep_password)

    _begin(replace(connection, home=theirs.home), keep)


def again(connection: Connection) -> None:
    """Tries a connection that is kept, or not, as it was; what it holds is read anew."""
    _begin(connection, lambda: None)


def _begin(connection: Connection, keep: Callable[[], None]) -> None:
    earlier = of(connection.name)

    def reach(report: Report, stop: StopSignal) -> Reached:
        from kgqa.graph.own import connections, own_graph
        from kgqa.graph.own.probes import find_capabilities

        chosen = settings.load()
        theirs = connections.own_settings(chosen, connection)
        report(Progress("Looking at the graph server"))
        found = find_capabilities(theirs)
        keep()
        report(Progress("Reading its types and relations"))
        return Reached(found, own_graph.read_own_schema(theirs, connection.home))

    now = datetime.now(UTC).isoformat(timespec="seconds")
    tries = earlier.tries + 1 if earlier is not None and earlier.connection == connection else 1
    _all()[connection.name] = Attempt(connection, Work(reach, "reach the server"), tries, now)
    st.session_state[_LATEST] = connection.name


def of(name: str) -> Attempt | None:
    """The last attempt of this session to reach the server of that name."""
    return _all().get(name)


def latest() -> Attempt | None:
    """The last attempt of this session."""
    return of(st.session_state.get(_LATEST, ""))


def may_answer(connection: Connection) -> bool:
    """Whether a server can be asked: it was not tried in this session, or was reached and holds something."""
    attempt = of(connection.name)
    return attempt is None or (attempt.work.made is not None and not attempt.work.made.is_empty)


def serial(connection: Connection) -> str:
    """Tells the last attempt to reach a server from the ones before, for the keys of what belongs to it on the page."""
    attempt = of(connection.name)
    return "" if attempt is None else f"{attempt.at}_{attempt.tries}"


def with_password(connection: Connection) -> Connection | None:
    """A saved connection with the password that this session gave or this machine keeps; None where neither has one."""
    attempt = of(connection.name)
    if attempt is not None and _same_account(attempt.connection, connection):
        return attempt.connection
    return connection if connection.password else None


def reachable() -> list[Connection]:
    """The servers that can be reached without another word, as far as this session knows.

    Of each this session or this machine has the password, and the last attempt of this session did not fail.
    """
    found = {one.name: with_password(one) for one in reader.servers().all()}
    found |= {name: attempt.connection for name, attempt in _all().items()}
    failed = {name for name, attempt in _all().items() if attempt.work.wait(0) and attempt.work.made is None}
    return [one for name, one in found.items() if one is not None and name not in failed]


def forget(name: str) -> None:
    """Nothing was tried, and nothing is kept on this machine.

    Raises:
        KgqaError: it is kept and cannot be removed.
    """
    try:
        reader.servers().forget(name)
    except OSError as error:
        raise KgqaError(f"The connection {name!r} cannot be removed: {error.strerror or error}.") from error
    _all().pop(name, None)


def _same_account(one: Connection, other: Connection) -> bool:
    return (one.uri, one.user, one.database) == (other.uri, other.user, other.database)


def _all() -> dict[str, Attempt]:
    found: dict[str, Attempt] = st.session_state.setdefault(_ATTEMPTS, {})
    return found
