"""Opening a Bolt connection: the same limits for every server."""

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
