"""Statements whose kinds are looked up first, and what is said where the time runs out all the same."""

from __future__ import annotations

import pytest

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import from_graph
from kgqa.cypher.kinds_first import kinds_first
from kgqa.cypher.run import Ran, attempt
from kgqa.errors import TimeLimitError
from tests.unit.test_schema_words import ANNOTATIONS

SCHEMA = from_graph(ANNOTATIONS)
SHOWN = "MATCH (d:Disease)-[:HAS_PHENOTYPE]->(p:Phenotype)"
DOWN = "MATCH (kind:Phenotype)-[:IS_A*0..]->(:Phenotype {name: 'x'}) RETURN collect(DISTINCT kind.id) AS ids"


@pytest.mark.parametrize(
    ("before", "after", "searches"),
    [
        (
            f"{SHOWN} WHERE EXISTS {{ MATCH (p)-[:IS_A*0..]->(:Phenotype {{name: 'x'}}) }} RETURN d.name",
            f"{SHOWN} WHERE p.id IN $kinds1 RETURN d.name",
            True,
        ),
        (
            f"{SHOWN} WHERE NOT (p)-[:IS_A*0..]->(:Phenotype {{name: 'x'}}) RETURN d.name",
            f"{SHOWN} WHERE NOT p.id IN $kinds1 RETURN d.name",
            True,
        ),
        (
            f"{SHOWN}-[:IS_A*0..]->(:Phenotype {{name: 'x'}}) WHERE d.name <> 'y' OR d.id = '1' RETURN d.name",
            f"{SHOWN} WHERE (d.name <> 'y' OR d.id = '1') AND p.id IN $kinds1 RETURN d.name",
            False,
        ),
        (
            "MATCH (d:Disease) WHERE EXISTS { (d)-[:HAS_PHENOTYPE]->(:Phenotype)-[:IS_A*0..]->"
            "(:Phenotype {name: 'x'}) } RETURN d.name",
            "MATCH (d:Disease) WHERE EXISTS { (d)-[:HAS_PHENOTYPE]->(kind1:Phenotype) WHERE kind1.id IN $kinds1 } "
            "RETURN d.name",
            True,
        ),
    ],
)
def test_kinds_of_a_named_thing_are_passed_as_a_list(before: str, after: str, searches: bool) -> None:
    made = kinds_first(before, SCHEMA)
    assert made is not None
    assert (made.text, made.lookups, made.searches) == (after, {"kinds1": DOWN}, searches)


@pytest.mark.parametrize(
    "cypher",
    [
        f"{SHOWN} RETURN d.name",
        f"{SHOWN}-[:IS_A*0..]->(q:Phenotype {{name: 'x'}}) RETURN d.name, q.name",
        f"{SHOWN}-[r:IS_A*0..]->(:Phenotype {{name: 'x'}}) RETURN d.name, size(r)",
        f"{SHOWN}-[:IS_A*0..]->(q:Phenotype) RETURN d.name",
        f"{SHOWN}-[:IS_A]->(:Phenotype {{name: 'x'}}) RETURN d.name",
    ],
)
def test_what_else_the_path_is_for_is_left(cypher: str) -> None:
    assert kinds_first(cypher, SCHEMA) is None


def test_time_that_ran_out_is_an_outcome_of_its_own() -> None:
    def slow(_: str) -> Ran:
        raise TimeLimitError("The query needed longer than 10 s and was ended.")

    checker = Checker(SCHEMA)
    tried = attempt(f"{SHOWN} RETURN d.name", checker.check, slow)
    assert tried.outcome == "slow"
    assert "longer than 10 s" in tried.reasons[0]
    assert "collect what it leads to" in tried.reasons[1]
