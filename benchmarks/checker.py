"""How well the query checker undoes damage, over a folder of statements and schemas, beside LangChain's corrector.

The folder holds ``schemas.csv`` (columns ``database`` and ``structured_schema``) and other CSV files with columns
``cypher`` and ``database``, as the repository neo4j-labs/text2cypher has them.
"""

from __future__ import annotations

import argparse
import ast
import csv
import importlib
import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from typing import Any

from benchmarks.common import read_rows, table
from benchmarks.mistakes import DAMAGES, context
from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema, from_json
from kgqa.cypher.checker.records import Context
from kgqa.errors import SettingError


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--folder", type=Path, required=True, help="holds schemas.csv and files of statements")


def bench(options: argparse.Namespace) -> Restorations:
    """Damages what a folder holds."""
    return measure(options.folder)


Corrector = Callable[[str], str]
"""Gives a statement back as a checker would have it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of damage: how many statements, and the share that each corrector gave back as they had been."""

    damage: str
    statements: int
    restored: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Restorations:
    """The table. ``changed`` is the number of right statements that each corrector changed."""

    right: int
    changed: Mapping[str, int]
    rows: tuple[Row, ...]
    median_ms: float
    slow_ms: float
    passed: bool = True

    def text(self) -> str:
        """The table in text."""
        rows = [
            (row.damage, f"{row.statements:,}", *(f"{100 * share:.1f} %" for share in row.restored.values()))
            for row in self.rows
        ]
        rows.append(("right statements changed", f"{self.right:,}", *map(str, self.changed.values())))
        lines = table(("damage", "statements", *self.changed), rows)
        lines.append(f"One check takes {self.median_ms:.2f} ms (median), {self.slow_ms:.2f} ms (slowest of a hundred).")
        return "\n".join(lines) + "\n"


def measure(folder: Path, *, seed: int = 0, times: int = 2) -> Restorations:
    """Damages every right statement of a folder in each way and counts what comes back.

    Raises:
        SettingError: the folder holds no such files.
    """
    schemas, statements = _read(folder)
    correctors = {database: _correctors(schema) for database, schema in schemas.items()}
    checkers = {database: Checker(schema, returns_names=False) for database, schema in schemas.items()}
    right = [(database, found) for database, cypher in statements if (found := context(cypher, schemas[database]))]
    names = list(next(iter(correctors.values())))
    changed = {name: sum(correctors[db][name](one.text) != one.text for db, one in right) for name in names}
    chance = random.Random(seed)  # noqa: S311  # damage, no secret
    rows = tuple(_row(damage, right, correctors, chance, times) for damage in DAMAGES)
    spent = [_milliseconds(checkers[database], one.text) for database, one in right]
    return Restorations(len(right), changed, rows, median(spent), quantiles(spent, n=100)[-1])


def _row(
    damage: str,
    right: Sequence[tuple[str, Context]],
    correctors: Mapping[str, Mapping[str, Corrector]],
    chance: random.Random,
    times: int,
) -> Row:
    total = 0
    restored = dict.fromkeys(next(iter(correctors.values())), 0)
    for database, statement in right:
        for _ in range(times):
            wrong = DAMAGES[damage](statement, chance)
            if wrong is None or wrong == statement.text:
                continue
            total += 1
            for name, corrector in correctors[database].items():
                restored[name] += corrector(wrong).strip() == statement.text.strip()
    return Row(damage, total, {name: count / max(total, 1) for name, count in restored.items()})


def _milliseconds(checker: Checker, cypher: str) -> float:
    start = time.perf_counter()
    checker.check(cypher)
    return (time.perf_counter() - start) * 1e3


def _correctors(schema: GraphSchema) -> dict[str, Corrector]:
    """Ours, and LangChain's where its package is installed."""
    checker = Checker(schema, returns_names=False)
    found: dict[str, Corrector] = {"this checker": lambda cypher: checker.check(cypher).cypher}
    try:
        module = importlib.import_module("langchain_neo4j.chains.graph_qa.cypher_utils")
    except ImportError:
        return found
    theirs = module.CypherQueryCorrector([module.Schema(*triad) for triad in schema.triads])
    found["LangChain"] = lambda cypher: str(theirs(cypher))
    return found


def _read(folder: Path) -> tuple[dict[str, GraphSchema], list[tuple[str, str]]]:
    limit = csv.field_size_limit(sys.maxsize)
    try:
        schemas = {row["database"]: _schema(row["structured_schema"]) for row in read_rows(folder / "schemas.csv")}
        files = sorted(path for path in folder.glob("*.csv") if path.name != "schemas.csv")
        rows = [(row["database"], row["cypher"]) for path in files for row in read_rows(path)]
    except (OSError, KeyError, ValueError, SyntaxError) as error:
        raise SettingError(
            f"The folder {str(folder)!r} has no statements to measure with: {error!r}. It needs schemas.csv (database, "
            "structured_schema) and other CSV files (cypher, database)."
        ) from error
    finally:
        csv.field_size_limit(limit)
    return schemas, [(database, cypher) for database, cypher in rows if database in schemas]


def _schema(text: str) -> GraphSchema:
    """A schema as ``structured_schema`` writes it: a Python literal."""
    data: dict[str, Any] = ast.literal_eval(text)
    properties = {
        type_: {one["property"]: one["type"] for one in held} for type_, held in data.get("rel_props", {}).items()
    }
    return from_json(
        {
            "nodes": {
                label: {"properties": {one["property"]: one["type"] for one in held}}
                for label, held in data["node_props"].items()
            },
            "relationships": [
                {
                    "type": one["type"],
                    "source": one["start"],
                    "target": one["end"],
                    "properties": properties.get(one["type"], {}),
                }
                for one in data["relationships"]
            ],
        }
    )
