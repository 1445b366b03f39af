"""What a graph server enforces, found out without changing anything."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kgqa.errors import ServerError
from kgqa.graph.connection import open_driver
from kgqa.graph.failures import is_access_refusal, translate
from kgqa.graph.names import quoted
from kgqa.graph.server.admin import Admin
from kgqa.settings import Settings

ServerKind = Literal["neo4j", "memgraph", "arcadedb", "other"]
PROBE_LABEL = "KgqaWriteProbe"
_NO_EFFECT = f"FOREACH (x IN [] | CREATE (:{quoted(PROBE_LABEL)}))"


@dataclass(frozen=True, slots=True)
class Capabilities:
    """What a server enforces for this account.

    Attributes:
        agent: the server's own name and version.
        refuses_writes: True where a writing statement in a reading session was refused, though it would change nothing.
        ends_late_statements: True where the server ends a statement at the time limit that it is sent.
        can_stop: True where a statement can be listed and ended from another connection.
        tells_query_type: True where EXPLAIN tells a reading statement from a writing one.
        sentences: the same for a reader; what is not enforced comes first.
    """

    kind: ServerKind
    agent: str
    refuses_writes: bool
    ends_late_statements: bool
    can_stop: bool
    tells_query_type: bool
    sentences: tuple[str, ...]


def find_capabilities(settings: Settings) -> Capabilities:
    """Find out what the own server of ``settings.graph_uri`` enforces. Changes nothing there.

    Raises:
        ServerError: it cannot be reached, or refuses the account.
    """
    uri, user, password = settings.graph_uri, settings.graph_user, settings.graph_password
    database = settings.graph_database
    try:
        with (
            open_driver(uri, user, password) as driver,
            driver.session(database=database or None, default_access_mode=neo4j.READ_ACCESS) as session,
        ):
            agent = session.run("RETURN 1").consume().server.agent
            refuses, stops, explains = _refuses_writes(session), _runs(session, "SHOW TRANSACTIONS"), _explains(session)
    except (DriverError, Neo4jError, ValueError, OSError) as error:
        raise translate(error, uri=uri, user=user, password=password, database=database, time_limit_s=0) from error
    kind = _kind(agent)
    ends = kind == "neo4j"  # the others ignore the time limit that a driver sends
    return Capabilities(kind, agent, refuses, ends, stops, explains, _sentences(agent, refuses, ends, stops))


def _kind(agent: str) -> ServerKind:
    """Servers that speak Bolt call themselves compatible with Neo4j, and name themselves after that."""
    name = agent.lower()
    if "memgraph" in name:
        return "memgraph"
    if "arcadedb" in name:
        return "arcadedb"
    return "neo4j" if name.startswith("neo4j/") and "compatible" not in name else "other"


def _refuses_writes(session: neo4j.Session) -> bool:
    try:
        session.run(_NO_EFFECT).consume()
    except Neo4jError as error:
        return is_access_refusal(error)
    return False


def _runs(session: neo4j.Session, text: str) -> bool:
    try:
        session.run(text).consume()
    except Neo4jError:
        return False
    return True


def _explains(session: neo4j.Session) -> bool:
    try:
        reading = session.run("EXPLAIN RETURN 1 AS n").consume().query_type
        writing = session.run(f"EXPLAIN {_NO_EFFECT}").consume().query_type
    except Neo4jError as error:
        return is_access_refusal(error)
    return reading == "r" and writing != "r"


def _sentences(agent: str, refuses: bool, ends: bool, stops: bool) -> tuple[str, ...]:
    bad = [] if refuses else [
        f"The server {agent} does not enforce read-only sessions: use an account that may only read, because only the "
        "query checker stands between a question and a change."
    ]  # fmt: skip
    bad += [] if ends else ["It does not end statements at the time limit by itself; they are ended from outside."]
    bad += [] if stops else ["It does not let this account end a running statement; a stopped one may run on."]
    good = [f"The server {agent} refuses every write in a question."] if refuses else []
    good += ["It ends statements at the time limit."] if ends else []
    good += ["A running statement can be stopped."] if stops else []
    return (*bad, *good)


def require_read_only(uri: str, auth: tuple[str, str], database: str, admin: Admin) -> None:
    """Try real writes as the reader of the embedded server; each must be refused as forbidden.

    The writes run in transactions that are rolled back; a type that a write made is dropped by root.

    Raises:
        ServerError: a write was not refused, so that no question may run.
    """
    try:
        with (
            open_driver(uri, *auth) as driver,
            driver.session(database=database) as session,
        ):
            labels = [record[0] for record in session.run("CALL db.labels()")]
            allowed = [text for text in _writes(labels) if not _is_forbidden(session, text)]
    except (DriverError, Neo4jError) as error:
        raise translate(error, uri=uri, user=auth[0], password=auth[1], database=database, time_limit_s=0) from error
    if allowed:
        admin.sql(database, f"DROP TYPE {PROBE_LABEL} IF EXISTS UNSAFE")
        raise ServerError(
            f"The account {auth[0]!r}, as which questions run, was able to write to the graph {database!r} "
            f"({allowed[0]!r} was not refused; it was undone). No question is answered. Remove the file "
            "'accounts.json' in the folder 'server' of the data folder and start again, so that the account "
            "is made anew."
        )


def _writes(labels: list[str]) -> list[str]:
    """A node of a new type, which takes the right to change the schema, and one of a type that exists."""
    return [f"CREATE (:{quoted(label)})" for label in (PROBE_LABEL, *labels[:1])]


def _is_forbidden(session: neo4j.Session, text: str) -> bool:
    transaction = session.begin_transaction()
    try:
        transaction.run(text).consume()
    except Neo4jError as error:
        if is_access_refusal(error):
            return True
        raise
    else:
        return False
    finally:
        transaction.close()
