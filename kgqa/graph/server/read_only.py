"""Proof that the reader's account of the embedded server cannot write."""

from __future__ import annotations

import neo4j
from neo4j.exceptions import DriverError, Neo4jError

from kgqa.errors import ServerError
from kgqa.graph.connection import open_driver
from kgqa.graph.failures import is_access_refusal, translate
from kgqa.graph.quoting import quoted
from kgqa.graph.server.admin import Admin

PROBE_LABEL = "KgqaWriteProbe"


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
