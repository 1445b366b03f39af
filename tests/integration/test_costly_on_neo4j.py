"""The guard in front of a real Neo4j, which cannot end every statement: the costly are not sent, the harmless run."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa.cypher.guard.admit import Refused
from kgqa.cypher.run import run
from kgqa.errors import QueryError
from kgqa.graph.store import GraphStore

CASES = Path(__file__).parents[1] / "unit" / "cypher_cases"
LARGE = {"Sex": 2, "Organ": 12, "Gene": 5_000, "Disease": 12_000, "Phenotype": 19_000}
LIMIT_S = 10.0
VALUES = {"gene": "FBN1", "disease": "Marfan syndrome"}
GRAPH = (
    "UNWIND range(1, $n) AS i CREATE (:Gene {id: 'G:' + i, name: CASE i WHEN 1 THEN 'FBN1' WHEN 2 THEN 'BRCA1' "
    "WHEN 3 THEN 'A' WHEN 4 THEN 'B' ELSE 'GENE' + i + ' kinase' END, type: 'kind ' + i % 7, "
    "synonyms: ['g' + i, 'FBN' + i], end: i, symbol: 's' + i, chromosome: toString(i % 23)})",
    "UNWIND range(1, 2 * $n) AS i CREATE (:Disease {id: 'MONDO:' + i, name: CASE i WHEN 1 THEN 'Marfan syndrome' "
    "WHEN 2 THEN 'A' WHEN 3 THEN 'B' ELSE 'Disease, type ' + i END, synonyms: ['mfs', 'kind ' + i], gene: 's' + i})",
    "UNWIND range(1, 2 * $n) AS i CREATE (:Phenotype {id: 'P:' + i, name: CASE i WHEN 1 THEN 'Tall stature' "
    "WHEN 2 THEN 'Growth abnormality' ELSE 'Abnormal ' + i END})",
    "UNWIND range(1, $n / 10) AS i CREATE (:Drug {id: 'D:' + i, name: CASE i WHEN 1 THEN 'aspirin' ELSE 'x' END})",
    "CREATE INDEX FOR (n:Gene) ON (n.id)",
    "CREATE INDEX FOR (n:Disease) ON (n.id)",
    "CREATE INDEX FOR (n:Phenotype) ON (n.id)",
    "CREATE FULLTEXT INDEX names FOR (n:Gene|Disease) ON EACH [n.name]",
    "CALL db.awaitIndexes(120)",
    "UNWIND range(1, 2 * $n) AS i MATCH (g:Gene {id: 'G:' + (1 + i * 7 % $n)}), (d:Disease {id: 'MONDO:' + i}) "
    "CREATE (g)-[:ASSOCIATED_WITH {score: i % 10 / 10.0}]->(d)",
    "UNWIND range(1, 2 * $n) AS i UNWIND range(1, 8) AS j MATCH (d:Disease {id: 'MONDO:' + i}), "
    "(p:Phenotype {id: 'P:' + (1 + (i * j * j) % (2 * $n))}) CREATE (d)-[:HAS_PHENOTYPE]->(p)",
    "UNWIND range(2, 2 * $n) AS i MATCH (a:Phenotype {id: 'P:' + i}), (b:Phenotype {id: 'P:' + (i / 2)}) "
    "CREATE (a)-[:IS_A]->(b)",
    "UNWIND range(1, $n / 10) AS i MATCH (d:Drug {id: 'D:' + i}), (g:Gene {id: 'G:' + i}) CREATE (d)-[:TARGETS]->(g)",
)


def _cases(name: str) -> list[str]:
    found = tomllib.loads((CASES / name).read_text(encoding="utf-8"))
    return [case["cypher"] for cases in found.values() for case in cases]


def _fill(server: SpareNeo4j, genes: int) -> None:
    server.empty()
    for text in GRAPH:
        server.run(text, n=genes)


@pytest.fixture
def store(spare_neo4j: SpareNeo4j) -> Iterator[GraphStore]:
    with GraphStore(
        spare_neo4j.uri, "neo4j", NEO4J_PASSWORD, "neo4j", max_rows=1000, time_limit_s=LIMIT_S
    ) as connected:
        yield connected


def _failures(store: GraphStore, texts: list[str], counts: dict[str, int]) -> dict[str, str]:
    """Statements of which no rows came within the time limit, with what was said."""
    failed = {}
    for text in texts:
        try:
            ran = run(store, text, most_rows=1000, counts=counts, parameters=VALUES if "$" in text else {})
        except QueryError as error:
            failed[text] = str(error)
        else:
            if isinstance(ran, Refused):
                failed[text] = ran.reasons[0]
    return failed


@pytest.mark.parametrize("counts", [{}, LARGE], ids=["unknown", "known"])
def test_what_costs_too_much_is_not_sent_to_a_neo4j(
    store: GraphStore, counts: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[str] = []
    monkeypatch.setattr(GraphStore, "_attempt", lambda self, text, *_: sent.append(text))
    for text in _cases("costly.toml"):
        assert isinstance(run(store, text, most_rows=1000, counts=counts), Refused)
    assert sent == []


@pytest.mark.parametrize(
    ("genes", "every"), [(200, 9), pytest.param(1_000, 1, marks=pytest.mark.slow)], ids=["some", "all"]
)
def test_what_only_looks_costly_runs_in_time_on_a_neo4j(
    spare_neo4j: SpareNeo4j, store: GraphStore, genes: int, every: int
) -> None:
    _fill(spare_neo4j, genes)
    counts = {"Gene": genes, "Disease": 2 * genes, "Phenotype": 2 * genes, "Drug": genes // 10}
    texts = _cases("harmless_near.toml")[::every]
    assert len(texts) > 10
    assert _failures(store, texts, counts) == {}
    spare_neo4j.empty()
