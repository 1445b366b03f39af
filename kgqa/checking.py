"""The query checker of a graph that was opened: its schema, and its names by its linker."""

from __future__ import annotations

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.checker.rules.servers import Server
from kgqa.linking.checked_names import CheckedNames
from kgqa.linking.linker import Linker
from kgqa.schema.model import Schema


def checker(schema: Schema, linker: Linker, *, returns_names: bool = True, server: Server | None = None) -> Checker:
    """What checks statements that are meant for a graph. Safe to share between threads.

    Builds what the first statement needs, which takes up to a second for 100,000 names.
    """
    names = CheckedNames(linker)
    names.warm()
    return Checker(from_graph(schema), returns_names=returns_names, names=names, server=server)
