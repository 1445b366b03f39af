"""Opening a Bolt connection, with the same limits for every server, and ending a statement that runs on another one."""

from __future__ import annotations

from urllib.parse import urlsplit

import neo4j
from neo4j.exceptions import ConfigurationError

CONNECT_S = 5.0
SCHEMES = frozenset(f"{scheme}{security}" for scheme in ("bolt", "neo4j") for security in ("", "+s", "+ssc"))


def open_driver(uri: str, user: str, password: str) -> neo4j.Driver:
    """A driver that connects when it is first used, and gives up soon.

    It never repeats a transaction by itself: a full queue or used-up memory arrives as a transient error on some
    servers, and repeating makes both worse.

    Raises:
        ConfigurationError: the address is none of a Bolt server.
    """
    if urlsplit(uri).scheme not in SCHEMES:
        raise ConfigurationError(f"It must begin with one of {sorted(SCHEMES)}.")
    return neo4j.GraphDatabase.driver(
        uri,
        auth=(user, password),
        connection_timeout=CONNECT_S,
        connection_acquisition_timeout=CONNECT_S,
        max_transaction_retry_time=0.0,
        liveness_check_timeout=1.0,
        telemetry_disabled=True,
        notifications_min_severity="OFF",
        user_agent="kgqa",
    )


def terminate(driver: neo4j.Driver, database: str, tag: str) -> bool:
    """Ask the server to end every transaction whose statement holds the tag.

    Returns:
        True when there was one. A list loop inside one expression may go on all the same.
    """
    with driver.session(database=database or None, default_access_mode=neo4j.READ_ACCESS) as session:
        running = [
            record["transactionId"]
            for record in session.run("SHOW TRANSACTIONS")
            if tag in (record["currentQuery"] or "")
        ]
        for identifier in running:
            text = identifier.replace("\\", "").replace("'", "")
            session.run(f"TERMINATE TRANSACTION '{text}'").consume()
    return bool(running)
