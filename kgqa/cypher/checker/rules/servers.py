"""The rules for the server on which a statement is to run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from kgqa.cypher.checker.records import Rule
from kgqa.cypher.checker.rules.server_counts import server_counts
from kgqa.cypher.checker.rules.server_filters import server_filters
from kgqa.cypher.checker.rules.server_neo4j import server_neo4j
from kgqa.cypher.checker.rules.server_nulls import server_nulls
from kgqa.cypher.checker.rules.server_paths import server_paths
from kgqa.cypher.checker.rules.server_scopes import server_scopes
from kgqa.cypher.checker.rules.server_values import server_values
from kgqa.cypher.checker.rules.server_words import server_words

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
