"""Ending a statement from another connection, found by the tag in its text."""

from __future__ import annotations

import neo4j


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
