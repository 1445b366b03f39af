"""A Bolt connection: opened with the same limits for every server, its values on their way, and a statement's end."""

from __future__ import annotations

import sys
from typing import Any
from urllib.parse import urlsplit

import neo4j
import neo4j.graph
import neo4j.spatial
import neo4j.time
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


_PLAIN = (str, int, float, bool, type(None))
_TEMPORAL = (neo4j.time.Date, neo4j.time.Time, neo4j.time.DateTime, neo4j.time.Duration)
_DEEPEST = 64


def plain(value: Any) -> Any:
    """A value of a row as lists, dicts, texts and numbers.

    Nodes and relationships become their properties, a path the properties of its nodes and relationships in order,
    times and durations ISO 8601 text, points a dict of their coordinates with ``srid``.
    """
    if isinstance(value, _PLAIN):
        return value
    if isinstance(value, list | tuple) and not isinstance(value, neo4j.time.Duration | neo4j.spatial.Point):
        return [plain(item) for item in value]
    if isinstance(value, neo4j.graph.Path):
        steps = [*zip(value.nodes, value.relationships, strict=False), (value.nodes[-1],)]
        return [plain(part) for step in steps for part in step]
    if isinstance(value, neo4j.graph.Entity | dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, _TEMPORAL):
        return value.iso_format()
    if isinstance(value, neo4j.spatial.Point):
        return {"srid": value.srid, **dict(zip("xyz", value, strict=False))}
    return str(value)


def held_bytes(value: Any) -> int:
    """Bytes of memory that a value of ``plain`` takes, with everything in it; what stands in it twice counts twice."""
    if isinstance(value, list | tuple):
        return sys.getsizeof(value) + sum(held_bytes(item) for item in value)
    if isinstance(value, dict):
        return sys.getsizeof(value) + sum(held_bytes(key) + held_bytes(item) for key, item in value.items())
    return sys.getsizeof(value)


def wire_size(value: Any, depth: int = 0) -> int:
    """Bytes that a parameter takes on the wire, at most; too deep a nesting counts as endless."""
    if isinstance(value, str):
        return 5 + (len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass")))
    if isinstance(value, bytes | bytearray):
        return 5 + len(value)
    if depth > _DEEPEST:
        return 1 << 62
    if isinstance(value, dict):
        return 5 + sum(wire_size(key) + wire_size(item, depth + 1) for key, item in value.items())
    if isinstance(value, list | tuple | set | frozenset):
        return 5 + sum(wire_size(item, depth + 1) for item in value)
    return 9
