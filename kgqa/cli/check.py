"""The command that checks Cypher against a schema, or against a graph with its names."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import each_line, tell, write, wrong_use

if TYPE_CHECKING:
    from kgqa.cli.console import Commands
    from kgqa.cypher.checker.check import Checker


def add(commands: Commands) -> None:
    """Add ``check``."""
    check = commands.add_parser("check", help="check Cypher against a schema or a graph")
    check.add_argument("cypher", nargs="?", help="the statement, or a model's whole reply; left out with --jsonl")
    against = check.add_mutually_exclusive_group(required=True)
    against.add_argument("--schema", type=Path, metavar="FILE", help="the schema, a JSON file")
    against.add_argument("--graph", help="name of a graph; its names are put right as well")
    check.add_argument("--no-names", action="store_true", help="let a returned node be returned whole")
    check.add_argument("--server", choices=["arcadedb", "neo4j"], help="rewrite what this server answers wrongly")
    check.add_argument("--jsonl", action="store_true", help="read one JSON object a line, write one a line")
    check.set_defaults(run=_check)


def _check(options: argparse.Namespace) -> int:
    from kgqa.cypher.checker import graph_schema
    from kgqa.cypher.checker.check import Checker
    from kgqa.pipeline import Asker

    if not options.jsonl and options.cypher is None:
        return wrong_use("check needs a statement, or --jsonl and statements on standard input.")
    if options.graph is not None:
        with Asker.open(settings.load(), options.graph, progress=tell) as asker:
            return _answer(asker.checker(returns_names=not options.no_names, server=options.server), options)
    schema = graph_schema.read(options.schema)
    return _answer(Checker(schema, returns_names=not options.no_names, server=options.server), options)


def _answer(checker: Checker, options: argparse.Namespace) -> int:
    if options.jsonl:
        return each_line("cypher", lambda one: {"id": one.id, **checker.check(one.values["cypher"]).as_json()})
    write(checker.check(options.cypher).as_json())
    return 0
