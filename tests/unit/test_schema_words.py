"""Statements in another graph's words, against schemas that know what their labels and types are called besides."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.load.hpo.schema import LABELS, describe
from kgqa.load.source import Contents
from kgqa.schema.model import Schema
from tests.unit import own_graphs

CASES = Path(__file__).parent / "cypher_cases" / "words_repaired.toml"
TRIADS = {
    ("Disease", "HAS_PHENOTYPE", "Phenotype"),
    ("Disease", "HAS_PHENOTYPE", "MedicalHistory"),
    ("Disease", "EXCLUDES_PHENOTYPE", "Phenotype"),
    ("Gene", "ASSOCIATED_WITH", "Disease"),
    ("Disease", "HAS_INHERITANCE", "InheritanceMode"),
    ("Phenotype", "IS_A", "Phenotype"),
    ("Disease", "IS_A", "Disease"),
}
ANNOTATIONS = describe(Contents(dict.fromkeys(LABELS, 9), dict.fromkeys(sorted(TRIADS), 9)))
SCHEMAS: dict[str, Schema] = {"annotations": ANNOTATIONS, "drugs": own_graphs.schema(own_graphs.ABBREVIATED)}
CHECKERS = {name: Checker(from_graph(schema), returns_names=False) for name, schema in SCHEMAS.items()}


def cases() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    return found


@pytest.mark.parametrize("case", cases(), ids=lambda case: str(case["title"]))
def test_another_graphs_words_become_those_of_the_schema(case: dict[str, Any]) -> None:
    checker = CHECKERS[case["graph"]]
    checked = checker.check(case["before"])
    assert checked.cypher == case["after"]
    assert sorted(one.rule for one in checked.corrections) == sorted(case["rules"])
    assert checked.runnable
    assert checker.check(checked.cypher).corrections == ()
    assert all(one.reason.endswith(".") for one in checked.corrections)


@pytest.mark.parametrize(
    "cypher",
    [
        "MATCH (d:Disease)-[:NOT_CURED_BY]->(p:Phenotype) RETURN p.name",
        "MATCH (d:Disease)-[r:HAS_PHENOTYPE|EXCLUDES_PHENOTYPE]->(p:Phenotype) WHERE r.against = false RETURN p.name",
        "MATCH (d:Disease)-[r:HAS_PHENOTYPE]->(p:Phenotype) WHERE r.colour = 'x' RETURN p.name",
    ],
)
def test_what_no_word_decides_is_left_alone(cypher: str) -> None:
    checked = CHECKERS["annotations"].check(cypher)
    assert (checked.cypher, checked.corrections) == (cypher, ())


def test_a_denying_name_without_a_denying_relation_is_left_alone_however_near_it_is_spelt() -> None:
    kept = tuple(one for one in ANNOTATIONS.relations if one.negates is None)
    checker = Checker(from_graph(Schema(ANNOTATIONS.nodes, kept)), returns_names=False)
    cypher = "MATCH (d:Disease)-[:NOT_HAS_PHENOTYPE]->(s:MedicalHistory) RETURN s.name"
    checked = checker.check(cypher)
    assert checked.cypher == cypher
    assert "no relationship type 'NOT_HAS_PHENOTYPE'" in " ".join(checked.notes)
