"""The rules for the server on which a statement is to run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kgqa.cypher.checker.records import Rule
from kgqa.cypher.checker.rules.arcadedb_counts import server_counts, server_filters
from kgqa.cypher.checker.rules.arcadedb_patterns import server_nulls, server_paths, server_scopes
from kgqa.cypher.checker.rules.arcadedb_values import server_values, server_words
from kgqa.cypher.checker.rules.server_neo4j import server_neo4j

Server = Literal["arcadedb", "neo4j"]

SERVER_RULES: Mapping[Server, tuple[Rule, ...]] = {
    "arcadedb": (
        server_words,
        server_counts,
        server_paths,
        server_scopes,
        server_nulls,
        server_filters,
        server_values,
    ),
    "neo4j": (server_neo4j,),
}
"""By server, in the order in which they are asked; all of them after the rules of the checker."""


def known(name: str) -> Server | None:
    """The server of this name; None for one of which nobody has found out what it answers wrongly."""
    return next((server for server in SERVER_RULES if server == name), None)
