"""The rules for the server in use, without a server: what they make of each construct, and what they leave alone."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.rules.servers import SERVER_RULES, known
from kgqa.graph.own.capabilities import capabilities, unchecked

CASES = tomllib.loads((Path(__file__).parent / "cypher_cases" / "servers.toml").read_text("utf-8"))
LABELS, TYPES = ("G", "D", "E", "Mark"), ("T", "U", "V")
SCHEMA = GraphSchema(
    {label: frozenset({"u", "n", "id", "syn", "age"}) for label in LABELS},
    tuple((source, type_, target) for source in LABELS for type_ in TYPES for target in LABELS),
    {type_: frozenset({"u"}) for type_ in TYPES},
    kinds={(label, "age"): "INTEGER" for label in LABELS} | {(label, "id"): "STRING" for label in LABELS},
)
CHECKERS = {server: Checker(SCHEMA, returns_names=False, server=server) for server in SERVER_RULES}
UNTOLD = Checker(SCHEMA, returns_names=False)


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: f"{case['server']}: {case['title']}")
def test_a_construct_is_rewritten_for_its_server_only(case: dict[str, Any]) -> None:
    checker = CHECKERS[case["server"]]
    checked = checker.check(case["before"])
    assert checked.cypher == case["after"]
    assert {correction.rule for correction in checked.corrections} == {case["rule"]}
    assert (checked.status, checked.runnable) == ("corrected", True)
    assert checker.check(checked.cypher).corrections == ()
    for correction in checked.corrections:
        assert correction.reason.endswith(".")
        assert case["before"][correction.start : correction.end] == correction.before
    assert UNTOLD.check(case["before"]).corrections == ()


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: str(case["title"]))
def test_what_has_no_safe_form_is_refused(case: dict[str, Any]) -> None:
    checked = CHECKERS[case["server"]].check(case["cypher"])
    assert (checked.status, checked.runnable, checked.cypher) == ("refused", False, case["cypher"])
    assert case["note"] in " ".join(checked.notes)


@pytest.mark.parametrize("server", SERVER_RULES)
@pytest.mark.parametrize("cypher", CASES["right"])
def test_what_the_server_answers_rightly_is_left_alone(cypher: str, server: str) -> None:
    checked = next(checker for name, checker in CHECKERS.items() if name == server).check(cypher)
    assert (checked.status, checked.cypher, checked.notes) == ("ok", cypher, ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("MATCH (g:G) WHERE g.id = 672 RETURN g.u", "MATCH (g:G) WHERE g.id = '672' RETURN g.u"),
        ("MATCH (g:G {id: 672}) RETURN g.u", "MATCH (g:G {id: '672'}) RETURN g.u"),
        ("MATCH (g:G) WHERE g.id IN [672, 1.5] RETURN g.u", "MATCH (g:G) WHERE g.id IN ['672', '1.5'] RETURN g.u"),
        ("MATCH (d:D) WHERE d.age = '30' RETURN d.u", "MATCH (d:D) WHERE d.age = 30 RETURN d.u"),
        ("MATCH (d:D) WHERE d.n = '30' RETURN d.u", "MATCH (d:D) WHERE d.n = '30' RETURN d.u"),
        ("MATCH (d:D) WHERE d.id > 30 RETURN d.u", "MATCH (d:D) WHERE d.id > 30 RETURN d.u"),
    ],
)
def test_a_value_is_compared_in_the_type_in_which_it_is_stored(before: str, after: str) -> None:
    checked = CHECKERS["arcadedb"].check(before)
    assert checked.cypher == after
    assert CHECKERS["arcadedb"].check(after).corrections == ()


def test_the_column_of_a_count_keeps_its_name_and_its_order() -> None:
    checked = CHECKERS["arcadedb"].check("MATCH (a:E)-[:V]->(a) RETURN a.u, count(*) ORDER BY count(*) DESC")
    assert checked.cypher == "MATCH (a:E)-[r1:V]->(a) RETURN a.u, count(r1) AS `count(*)` ORDER BY count(r1) DESC"


def test_a_new_variable_has_no_name_that_the_statement_holds() -> None:
    before = "MATCH (a:G) OPTIONAL MATCH (a)-[:T]->(b:E) WITH a, b, 1 AS b1 OPTIONAL MATCH (a)--(b) RETURN a.u, b1"
    assert "(b2) WHERE b2 = b" in CHECKERS["arcadedb"].check(before).cypher


def test_each_later_pattern_gets_a_variable_of_its_own() -> None:
    before = "MATCH (a:G) OPTIONAL MATCH (a)-->(b)" + " OPTIONAL MATCH (a)-->(b)" * 3 + " RETURN a.u, b.u"
    checked = CHECKERS["arcadedb"].check(before)
    assert [f"(b{number}) WHERE b{number} = b" in checked.cypher for number in (1, 2, 3)] == [True] * 3
    assert len(checked.corrections) == 3
    assert CHECKERS["arcadedb"].check(checked.cypher).corrections == ()


def test_a_star_that_would_show_a_new_variable_is_refused() -> None:
    before = "MATCH (a:G) OPTIONAL MATCH (a)-[:T]->(b:E) OPTIONAL MATCH (a)-[r]->(b) RETURN *"
    checked = CHECKERS["arcadedb"].check(before)
    assert (checked.status, checked.cypher) == ("refused", before)


def test_distances_on_the_globe_get_a_note() -> None:
    cypher = "MATCH (g:G) RETURN point.distance(g.u, point({latitude: 1, longitude: 2})) AS d"
    assert "0.1 % more" in " ".join(CHECKERS["arcadedb"].check(cypher).notes)
    flat = "RETURN point.distance(point({x: 1, y: 2}), point({x: 1, y: 3})) AS d"
    assert CHECKERS["arcadedb"].check(flat).notes == ()


@pytest.mark.parametrize(
    ("agent", "rules"),
    [
        ("Neo4j/5.26.30", "neo4j"),
        ("Neo4j/5.13.0 compatible (ArcadeDB 26.10.2)", "arcadedb"),
        ("Neo4j/v5.11.0 compatible graph database server - Memgraph", None),
        ("Bolt/1.0", None),
    ],
)
def test_a_server_of_which_nothing_is_known_has_no_rules_and_says_so(agent: str, rules: str | None) -> None:
    found = capabilities(agent, refuses=False, ends=None, stops=False, memory=None, explains=False)
    assert known(found.kind) == rules
    assert [agent in note for note in unchecked(found.kind, agent)] == [True] * (rules is None)
