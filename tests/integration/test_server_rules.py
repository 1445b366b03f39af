"""What the two servers answer before and after the rules for the server in use."""

from __future__ import annotations

import random
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import neo4j
import pytest
from random_cypher import Statement
from servers import NEO4J_PASSWORD, SpareNeo4j

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.complaints import complaint
from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.rules.servers import SERVER_RULES, Server
from kgqa.cypher.guard.admit import bounded
from kgqa.graph.server.embedded import EmbeddedServer

CASES = tomllib.loads((Path(__file__).parents[1] / "unit" / "cypher_cases" / "servers.toml").read_text("utf-8"))
GRAPH = """
CREATE (g1:G:Mark {u: 1, n: 1, id: '672'}), (g2:G {u: 2, n: 2, id: '700'}),
  (d1:D {u: 11, n: 1, syn: ['x', 'y'], id: 'd1', age: 30}), (d2:D {u: 12, n: 2, syn: ['z'], age: 31}),
  (d3:D:Mark {u: 13, n: 3}), (e1:E {u: 21, n: 1}), (e2:E {u: 22, n: 2}), (e3:E {u: 23, n: 3}),
  (g1)-[:T {u: 101}]->(d1), (g1)-[:T {u: 102}]->(d2), (g2)-[:T {u: 103}]->(d3), (g2)-[:T {u: 104}]->(d2),
  (g1)-[:T {u: 105}]->(e1), (g2)-[:T {u: 106}]->(d2), (d1)-[:U {u: 107}]->(e1), (d3)-[:U {u: 108}]->(e2),
  (d3)-[:U {u: 109}]->(e3), (e1)-[:V {u: 110}]->(e1), (e2)-[:V {u: 111}]->(e3), (g2)-[:U {u: 112}]->(e3),
  (d1)-[:T {u: 113}]->(d1), (e3)-[:T {u: 114}]->(g1), (e1)-[:V {u: 115}]->(d2)
"""
LABELS, TYPES = ("G", "D", "E", "Mark"), ("T", "U", "V")
SCHEMA = GraphSchema(
    {label: frozenset({"u", "n", "id", "syn", "age"}) for label in LABELS},
    tuple((source, type_, target) for source in LABELS for type_ in TYPES for target in LABELS),
    {type_: frozenset({"u"}) for type_ in TYPES},
    kinds={(label, "age"): "INTEGER" for label in LABELS} | {(label, "id"): "STRING" for label in LABELS},
)
CHECKERS = {server: Checker(SCHEMA, returns_names=False, server=server) for server in SERVER_RULES}
MANY_ROWS = 100_000

Ask = Callable[[str], list[str]]


def _ask(session: neo4j.Session) -> Ask:
    def ask(cypher: str) -> list[str]:
        """The rows in one order; lists in one order as well, which Cypher leaves open."""
        rows = [
            [sorted(v, key=repr) if isinstance(v, list) else v for v in row.values()] for row in session.run(cypher)
        ]
        return sorted(map(repr, rows))

    return ask


@pytest.fixture(scope="module")
def ask(server: EmbeddedServer, spare_neo4j: SpareNeo4j) -> Iterator[dict[Server, Ask]]:
    """The same small graph on both servers."""
    server.create_database("differences")
    spare_neo4j.empty()
    quiet = neo4j.NotificationMinimumSeverity.OFF
    with (
        neo4j.GraphDatabase.driver(server.bolt_uri, auth=server.root_auth) as embedded,
        neo4j.GraphDatabase.driver(
            spare_neo4j.uri, auth=("neo4j", NEO4J_PASSWORD), notifications_min_severity=quiet
        ) as own,
        embedded.session(database="differences") as arcadedb,
        own.session() as other,
    ):
        for session in (arcadedb, other):
            session.run(GRAPH).consume()
        yield {"arcadedb": _ask(arcadedb), "neo4j": _ask(other)}
    server.drop_database("differences")


def _rows(ask: Ask, cypher: str) -> list[str] | None:
    """The rows of a statement; None where the server does not accept it."""
    try:
        return ask(cypher)
    except neo4j.exceptions.Neo4jError:
        return None


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: f"{case['server']}: {case['title']}")
def test_a_rewritten_statement_gives_the_rows_of_the_other_server(case: dict[str, Any], ask: dict[Server, Ask]) -> None:
    servers: tuple[Server, Server] = ("arcadedb", "neo4j")
    here, there = servers if case["server"] == "arcadedb" else servers[::-1]
    right = ask[there](case["before"])
    assert _rows(ask[here], case["before"]) != right, "the server answers it rightly by now: the rule is not needed"
    assert ask[here](case["after"]) == right
    assert ask[there](case["after"]) == right


@pytest.mark.parametrize("case", CASES["refused"], ids=lambda case: str(case["title"]))
def test_what_is_refused_gives_other_rows(case: dict[str, Any], ask: dict[Server, Ask]) -> None:
    assert ask["arcadedb"](case["cypher"]) != ask["neo4j"](case["cypher"])


@pytest.mark.parametrize("cypher", CASES["right"])
def test_what_is_left_alone_gives_the_same_rows(cypher: str, ask: dict[Server, Ask]) -> None:
    assert ask["arcadedb"](cypher) == ask["neo4j"](cypher)


def test_an_index_makes_text_equal_to_a_number(ask: dict[Server, Ask]) -> None:
    cypher = "MATCH (x:Indexed) WHERE x.id = 672 RETURN x.id"
    ask["arcadedb"]("CREATE (:Indexed {id: '672'})")
    ask["arcadedb"]("CREATE INDEX FOR (x:Indexed) ON (x.id)")
    try:
        assert ask["arcadedb"](cypher) == ["['672']"]
        assert ask["neo4j"](cypher) == []
    finally:
        ask["arcadedb"]("MATCH (x:Indexed) DELETE x")


@pytest.mark.parametrize("times", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_random_statements_give_the_same_rows_on_both(ask: dict[Server, Ask], times: int) -> None:
    chance = random.Random(20261121)
    compared = corrected = 0
    for _ in range(times):
        cypher = Statement(chance).text()
        checked = {server: CHECKERS[server].check(cypher) for server in SERVER_RULES}
        for server, found in checked.items():
            assert CHECKERS[server].check(found.cypher).cypher == found.cypher
        rows = {server: _rows(ask[server], found.cypher) for server, found in checked.items()}
        if None in rows.values():
            continue
        compared += 1
        corrected += bool(checked["arcadedb"].corrections)
        assert rows["arcadedb"] == rows["neo4j"], f"{cypher}\n{checked['arcadedb'].cypher}\n{checked['neo4j'].cypher}"
    assert compared > 0.8 * times
    assert corrected > 0.02 * times


UNIONS = [
    "MATCH (a:G) RETURN a.n UNION MATCH (a:D) RETURN a.n",
    "MATCH (a:G) RETURN a.n UNION ALL MATCH (a:D) RETURN a.n",
    "MATCH (a:G) RETURN a.n AS n, a.id AS `the id` UNION MATCH (a:D) RETURN a.n AS n, a.age AS `the id`",
    "MATCH (a:G)-[:T]->(b:D) RETURN a, b UNION MATCH (a:D)-[:U]->(b:E) RETURN a, b",
    "MATCH (a:G) RETURN count(a) UNION ALL MATCH (a:G)-[:T]->(:D) WITH a, count(*) AS c RETURN c AS `count(a)`",
    "MATCH (a:D) RETURN a.n AS n ORDER BY n DESC LIMIT 1 UNION ALL MATCH (a:E) RETURN a.n AS n",
    "MATCH (a:Mark) RETURN a.n AS n UNION MATCH (a:E) WHERE a.n > 9 RETURN a.n AS n",
    "MATCH (a:D) WHERE a.n > 9 RETURN a.n AS n UNION MATCH (a:E) WHERE a.n > 9 RETURN a.n AS n",
    "UNWIND [1, 2] AS x RETURN x UNION ALL RETURN 1 AS x",
]


@pytest.mark.parametrize("name", ["arcadedb", "neo4j"])
@pytest.mark.parametrize("cypher", UNIONS)
def test_a_limit_around_a_union_changes_no_row(cypher: str, name: Server, ask: dict[Server, Ask]) -> None:
    limited = bounded(cypher, MANY_ROWS)
    assert limited.text.endswith(f" LIMIT {MANY_ROWS}")
    rows = ask[name](cypher)
    assert ask[name](limited.text) == rows
    assert len(ask[name](bounded(cypher, 2).text)) == min(len(rows), 2)


@pytest.mark.parametrize("times", [2, pytest.param(100, marks=pytest.mark.slow)])
def test_a_limit_around_random_unions_changes_no_row(ask: dict[Server, Ask], times: int) -> None:
    chance = random.Random(20261122)
    compared = 0
    for _ in range(times):
        part = Statement(chance).text()
        cypher = f"{part} {chance.choice(('UNION', 'UNION ALL'))} {part}"
        rows: dict[Server, list[str] | None] = {}
        for server, checker in CHECKERS.items():
            checked = checker.check(cypher).cypher
            rows[server] = _rows(ask[server], checked)
            assert _rows(ask[server], bounded(checked, MANY_ROWS).text) == rows[server], checked
        if None not in rows.values():
            compared += 1
            assert rows["arcadedb"] == rows["neo4j"], cypher
    assert compared > 0.7 * times


@pytest.mark.parametrize("name", ["arcadedb", "neo4j"])
@pytest.mark.parametrize(
    ("cypher", "marked"),
    [
        ("MATCH (a:G) RETURN b.n", "b"),
        ("MATCH (a:G)\nRETURN '😀😀', b.n", "b"),
        ("MATCH (a:G) RETURN foo(a.n)", "foo"),
        ("MATCH (a:G)\r\n RETURN a.n ORDER a.n", "a"),
        ("MATCH (a:G)\n WHERE a.n ==== 3\n RETURN a", "="),
        ("MATCH (a:G) RETURN a.n,", ""),
    ],
)
def test_the_place_of_a_complaint_is_found(cypher: str, marked: str, name: Server, ask: dict[Server, Ask]) -> None:
    with pytest.raises(neo4j.exceptions.Neo4jError) as raised:
        ask[name](f"EXPLAIN {cypher}")
    found = complaint(cypher, str(raised.value.message))
    assert found.start is not None
    assert cypher[found.start : found.end] == marked
    assert found.sentence.endswith(".")
    assert "line 1" not in found.sentence
