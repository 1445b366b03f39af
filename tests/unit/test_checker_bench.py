"""The measurement of the checker damages what it says, and counts what comes back."""

from __future__ import annotations

import csv
import random
from pathlib import Path

import pytest

from benchmarks.checker import measure
from benchmarks.mistakes import DAMAGES, context
from kgqa.cypher.checker.graph_schema import from_json
from kgqa.errors import SettingError

STATEMENTS = [
    "MATCH (p:Person)-[:ACTED_IN]->(m:Movie) WHERE m.releaseYear > 1990 RETURN p.name",
    "MATCH (m:Movie)<-[:ACTED_IN]-(p:Person) RETURN m.title, count(p) AS actors ORDER BY actors DESC LIMIT 3",
    "MATCH (x:Unknown) RETURN x",
    "no statement",
]
SCHEMA = {
    "node_props": {
        "Person": [{"property": "name", "type": "STRING"}],
        "Movie": [{"property": "title", "type": "STRING"}, {"property": "releaseYear", "type": "INTEGER"}],
    },
    "rel_props": {"ACTED_IN": [{"property": "role", "type": "STRING"}]},
    "relationships": [{"start": "Person", "type": "ACTED_IN", "end": "Movie"}],
}


def folder(path: Path) -> Path:
    for name, columns, rows in (
        ("schemas.csv", ("database", "structured_schema"), [("films", repr(SCHEMA))]),
        ("some.csv", ("question", "cypher", "database"), [("q", cypher, "films") for cypher in STATEMENTS]),
    ):
        with (path / name).open("w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([columns, *rows])
    return path


def test_the_table(tmp_path: Path) -> None:
    report = measure(folder(tmp_path), times=3)
    assert report.right == 2
    assert report.changed["this checker"] == 0
    assert {row.damage for row in report.rows} == set(DAMAGES)
    for row in report.rows:
        assert row.statements > 0, row.damage
        assert row.restored["this checker"] >= 0.8, row.damage
    assert "direction turned round" in report.text()


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_damage(damage: str) -> None:
    schema = from_json(
        {
            "nodes": {
                "Person": {"properties": {"name": ""}},
                "Movie": {"properties": {"title": "", "releaseYear": ""}},
            },
            "relationships": [{"type": "ACTED_IN", "source": "Person", "target": "Movie", "properties": {}}],
        }
    )
    statement = context(STATEMENTS[0], schema)
    assert statement is not None
    wrong = {DAMAGES[damage](statement, random.Random(seed)) for seed in range(20)}
    assert wrong - {None}
    assert STATEMENTS[0] not in wrong


def test_a_folder_without_statements_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"needs schemas\.csv"):
        measure(tmp_path)
