"""What is derived from a statement: its companion, or why there is none; and what its columns are."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cypher_parse import READ

from benchmarks import checker as bench
from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.rules.servers import SERVER_RULES
from kgqa.cypher.columns import columns
from kgqa.cypher.guard.admit import Admitted, admit
from kgqa.cypher.guard.guard import judge
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.provenance.companion import EDGE, Companion, NoCompanion, companion
from kgqa.records import Rows

SCHEMA = GraphSchema(
    {"D": frozenset({"id", "name", "n"}), "S": frozenset({"id", "name"}), "G": frozenset({"id", "name"})},
    (("D", "SHOWS", "S"), ("D", "CAUSED_BY", "G"), ("S", "IS_A", "S")),
    {"SHOWS": frozenset({"share"}), "CAUSED_BY": frozenset(), "IS_A": frozenset()},
    {"D": "name", "S": "name", "G": "name"},
    {"D": "id", "S": "id", "G": "id"},
)
CHECKERS = {server: Checker(SCHEMA, returns_names=False, server=server) for server in SERVER_RULES}
FOLDER = Path("/work/shared/data/text2cypher")

DERIVED = {
    "a name for what has none": (
        "MATCH (d:D)-->(s:S)<-[:SHOWS]-(e:D) RETURN d.name",
        ["(d:D)-[edge2]->(s:S)<-[edge3:SHOWS]-(e:D)", "[edge2, edge3] AS edges1", "UNWIND edges1 AS edge1"],
    ),
    "no direction": ("MATCH (d:D)--(s:S) RETURN d.name", ["(d:D)-[edge2]-(s:S)"]),
    "the other direction": ("MATCH (s:S)<--(d:D) RETURN d.name", ["(s:S)<-[edge2]-(d:D)"]),
    "what has a name keeps it": ("MATCH (d:D)-[r:SHOWS]->(s) RETURN s.name", ["-[r:SHOWS]->", "r AS edge1"]),
    "a name in back-quotes": ("MATCH (d:D)-[`my r`:SHOWS]->(s) RETURN s.name", ["`my r` AS edge1"]),
    "names that are taken": (
        "MATCH (edge2:D)-[:SHOWS]->(edge1:S) WHERE edge1.name = $edge4 RETURN edge1.name",
        ["[edge5:SHOWS]", "edge5 AS edge3"],
    ),
    "conditions stay": (
        "MATCH (d:D)-[:SHOWS {share: 1}]->(s:S) WHERE s.name = 'x' RETURN d.name",
        ["[edge2:SHOWS {share: 1}]", "WHERE s.name = 'x'"],
    ),
    "a WHERE inside": ("MATCH (d:D)-[WHERE d.n > 1]->(s:S) RETURN d.name", ["-[edge2 WHERE d.n > 1]->"]),
    "an old list of types": ("MATCH (d:D)-[:SHOWS|:CAUSED_BY]->(x) RETURN d.name", ["[edge2:SHOWS|CAUSED_BY]"]),
    "several steps": ("MATCH (s:S)-[:IS_A*1..3]->(t:S) RETURN t.name", ["[edge2:IS_A*1..3]", "coalesce(edge2, [])"]),
    "a shortest path by its path": (
        "MATCH (s:S {id: 'a'}), (t:S {id: 'b'}), shortestPath((s)-[:IS_A*..5]->(t)) RETURN t.name",
        ["path1 = shortestPath((s)-[:IS_A*..5]->(t))", "relationships(path1)"],
    ),
    "aggregates at the end are dropped": (
        "MATCH (d:D)-[:SHOWS]->(s:S) RETURN d.name, count(s) AS n ORDER BY n DESC LIMIT 3",
        ["d.name AS value1", "edge2 AS edge1"],
    ),
    "an aggregate on the way keeps the edges of its group": (
        "MATCH (d:D)-[:SHOWS]->(s:S) WITH d, count(s) AS n WHERE n > 1 RETURN d.name",
        ["WITH d, count(s) AS n, collect(DISTINCT edge2) AS edges1 WHERE n > 1"],
    ),
    "DISTINCT that is counted later": (
        "MATCH (d:D)-[:SHOWS]->(s:S) WITH DISTINCT d ORDER BY d.name LIMIT 2 RETURN d.name",
        ["WITH  d, collect(DISTINCT edge2) AS edges1 ORDER BY d.name LIMIT 2"],
    ),
    "a name that is given again": (
        "MATCH (d:D)-[r:SHOWS]->(s:S) WITH d MATCH (d)-[r:CAUSED_BY]->(g) RETURN g.name",
        ["WITH d, r AS edge2 MATCH (d)-[r:CAUSED_BY]->(g)", "[edge2, r] AS edges1"],
    ),
    "EXISTS": (
        "MATCH (d:D) WHERE EXISTS { (d)-[:SHOWS]->(s:S) WHERE s.name = 'x' } RETURN d.name",
        ["COLLECT { MATCH (d)-[edge2:SHOWS]->(s:S) WHERE s.name = 'x' UNWIND [edge2] AS edge3 RETURN edge3 }"],
    ),
    "a pattern as a condition": ("MATCH (d:D) WHERE (d)-[:SHOWS]->() RETURN d.name", ["MATCH (d)-[edge2:SHOWS]->()"]),
    "COUNT in a column": ("MATCH (d:D) RETURN d.name, COUNT { (d)--() } AS n", ["MATCH (d)-[edge2]-() UNWIND"]),
    "a list of a pattern": (
        "MATCH (d:D) RETURN d.name, [(d)-[:SHOWS]->(s:S) WHERE s.id > 'a' | s.name] AS l",
        ["MATCH (d)-[edge2:SHOWS]->(s:S) WHERE s.id > 'a' UNWIND"],
    ),
    "UNION": (
        "MATCH (d:D)-[:SHOWS]->() RETURN d.name AS n UNION MATCH (s:S)-[:IS_A]->() RETURN s.name AS n",
        ["\nUNION ALL\n", "0 AS part", "1 AS part"],
    ),
    "CALL": (
        "MATCH (d:D) CALL { WITH d MATCH (d)-[:SHOWS]->(s:S) RETURN count(s) AS n } RETURN d.name, n",
        ["RETURN count(s) AS n, collect(DISTINCT edge2) AS edges1 }"],
    ),
    "a comment before RETURN": ("MATCH (d:D)-->(s:S) // RETURN *\nRETURN d.name", ["// RETURN *\nWITH DISTINCT"]),
    "a condition in brackets": (
        "MATCH (d:D)-[:SHOWS]->(s:S) RETURN (d.name + ('x')) AS v",
        ["d.name + ('x') AS value1"],
    ),
    "WITH *": ("MATCH (d:D)-[:SHOWS]->(s:S) WITH * WHERE s.name > d.name RETURN d.name", ["edge2 AS edge1"]),
}  # fmt: skip


@pytest.mark.parametrize("name", DERIVED)
def test_a_companion_has_the_patterns_of_its_statement(name: str) -> None:
    text, held = DERIVED[name]
    made = companion(text, SCHEMA)
    assert isinstance(made, Companion)
    assert [part for part in held if part not in made.text] == []
    assert parse(made.text).problem is None
    assert judge(made.text).allowed
    admitted = admit(made.text, 10)
    assert isinstance(admitted, Admitted)
    assert admitted.columns[-len(EDGE) :] == EDGE
    for checker in CHECKERS.values():
        checked = checker.check(made.text)
        assert {one.rule for one in checked.corrections} <= {"server_scopes", "server_nulls", "server_filters"}
        assert checker.check(checked.cypher).corrections == ()


UNDERIVABLE = {
    "MATCH (d:D)-[:SHOWS]->(s:S) WITH d, count(s) AS n WITH n, count(d) AS m RETURN n, m": "over several steps",
    "MATCH (s:S)-[:IS_A*1..3]->(t:S) WITH s, count(t) AS n RETURN s.name, n": "over several steps",
    "MATCH (d:D)-[:SHOWS]->(s:S) WITH d, collect(s) AS l UNWIND l AS x RETURN x.name": "takes a collected list apart",
    "MATCH (d:D)-[:SHOWS]->(s:S) WITH d LIMIT 3 RETURN d.name": "in no order",
    "MATCH (d:D)-[:SHOWS]->(s:S) WITH d ORDER BY d.n LIMIT 3 RETURN count(d) AS n": "does not show which ones",
    "MATCH (d:D)-[:SHOWS]->(s:S) RETURN d.name + ': ' + count(s) AS text": "together with a value of each",
    "MATCH (d:D)-[:SHOWS]->(s:S) RETURN *": "RETURN *",
    "MATCH (d:D)-[:SHOWS]->(s:S) WITH *, count(*) AS n RETURN d.name": "WITH *",
    "MATCH (d:D) RETURN d.n": "matches no relationship",
    "MATCH (d:D) CALL { WITH d MATCH (d)--(s) RETURN s LIMIT 1 } RETURN s.name": "in no order",
    "UNWIND [1, 2] AS x RETURN x": "matches no relationship",
    "CREATE (d:D)": "returns no columns",
    "CREATE (d:D) RETURN d.name": "does not match patterns",
    "no Cypher at all": "no single statement",
}


@pytest.mark.parametrize("text", UNDERIVABLE)
def test_where_none_can_be_derived_the_reason_is_told(text: str) -> None:
    made = companion(text, SCHEMA)
    assert isinstance(made, NoCompanion)
    assert UNDERIVABLE[text] in " ".join(made.reasons)
    assert all(reason.endswith(".") for reason in made.reasons)


def test_what_is_not_there_has_no_edge_and_what_depends_is_not_shown() -> None:
    absent = companion("MATCH (d:D) WHERE NOT EXISTS { (d)-[:SHOWS]->() } RETURN d.name", SCHEMA)
    assert isinstance(absent, Companion)
    assert "no edge to show" in absent.absent
    assert "SHOWS" in absent.text
    assert "COLLECT" not in absent.text
    none = companion("MATCH (d:D) WHERE COUNT { (d)-[:SHOWS]->() } = 0 RETURN d.name", SCHEMA)
    assert isinstance(none, Companion)
    assert none.absent
    for text in (
        "MATCH (d:D)-[:SHOWS]->(s) RETURN d.name, CASE WHEN (d)-[:CAUSED_BY]->() THEN 1 ELSE 0 END AS c",
        "MATCH (d:D) OPTIONAL MATCH (d)-[:SHOWS]->(s:S) WITH d, s WHERE EXISTS { (s)-[:IS_A]->() } RETURN d.name",
    ):
        made = companion(text, SCHEMA)
        assert isinstance(made, Companion)
        assert len(made.notes) == 1
        assert "not shown" in made.notes[0]


def test_a_part_of_a_list_is_told() -> None:
    made = companion("MATCH (d:D)-[:SHOWS]->(s:S) RETURN d.name, collect(s.name)[..2] AS few", SCHEMA)
    assert isinstance(made, Companion)
    assert "a part of what was collected" in made.notes[0]


def _rows(*values: object, truncated: bool = False) -> Rows:
    return Rows(("v",), tuple((value,) for value in values), truncated, 1.0, "")


@pytest.mark.parametrize(
    ("ending", "rows", "sought"),
    [
        ("RETURN d.name AS v", _rows("a", "b", "a"), None),
        ("RETURN d.name AS v", _rows("a", "b", "a", truncated=True), ["a", "b"]),
        ("RETURN d.name AS v LIMIT 3", _rows("a", "b", "a"), ["a", "b"]),
        ("RETURN d.name AS v LIMIT 9", _rows("a", "b", "a"), None),
        ("RETURN d.name AS v SKIP 1", _rows("a"), ["a"]),
        ("RETURN d.name AS v LIMIT $most", _rows("2 a"), ["2 a"]),
        ("RETURN d.n AS v LIMIT 1", _rows(3), [3]),
        ("RETURN d.n AS v LIMIT 1", _rows("2020-01-02"), None),
        ("RETURN d.n AS v LIMIT 1", _rows("PT5S"), None),
        ("RETURN d.n AS v LIMIT 1", _rows("PTGS2"), ["PTGS2"]),
        ("RETURN d.n AS v LIMIT 1", _rows(0.1), None),
        ("RETURN d.n AS v LIMIT 2", _rows("a", None), None),
        ("RETURN d AS v LIMIT 1", _rows({"id": "D:1", "n": 1}), ["D:1"]),
        ("RETURN count(d) AS v LIMIT 1", _rows(3), None),
    ],
)
def test_only_the_edges_of_the_rows_that_are_shown_are_asked_for(
    ending: str, rows: Rows, sought: list[object] | None
) -> None:
    made = companion(f"MATCH (d:D)-[:SHOWS]->(s:S) {ending}", SCHEMA, rows=rows)
    assert isinstance(made, Companion)
    assert list(made.parameters.values()) == ([] if sought is None else [sought])
    assert (" IN $shown1" in made.text) == (sought is not None)


@pytest.mark.parametrize(
    ("statement", "matched"),
    [
        ("MATCH (d:D)-[r:SHOWS]->(s:S) RETURN d.name AS v LIMIT 1", "(s:S) WHERE d.name IN $shown1"),
        ("MATCH (d:D) WHERE d.n = 1 OR d.n = 2 MATCH (d)-[r:SHOWS]->(s) RETURN d.name AS v LIMIT 1",
         "WHERE (d.n = 1 OR d.n = 2) AND d.name IN $shown1 MATCH"),
        ("MATCH (d:D)-[r:SHOWS]->(s:S) WITH d, count(s) AS n WHERE n > 1 RETURN d.name AS v LIMIT 1",
         "(s:S) WHERE d.name IN $shown1 WITH d"),
        ("MATCH (d:D)-[r:SHOWS]->(s:S) WITH s, d AS e RETURN e.name AS v LIMIT 1", ""),
        ("MATCH (d:D)-[r:SHOWS]->(s:S) WITH d, s ORDER BY s.name LIMIT 3 RETURN d.name AS v LIMIT 1", ""),
        ("MATCH (s:S) WITH count(s) AS n MATCH (d:D)-[r:SHOWS]->(x) WHERE d.n = n RETURN d.name AS v LIMIT 1",
         "WHERE (d.n = n) AND d.name IN $shown1"),
        ("MATCH (s:S) OPTIONAL MATCH (d:D)-[r:SHOWS]->(s) RETURN d.name AS v LIMIT 1", ""),
        ("MATCH (d:D)-[r:SHOWS]->(s:S) RETURN toLower(d.name) AS v LIMIT 1", ""),
    ],
)  # fmt: skip
def test_the_rows_that_are_shown_are_looked_for_where_they_are_matched(statement: str, matched: str) -> None:
    made = companion(statement, SCHEMA, rows=_rows("a"))
    assert isinstance(made, Companion)
    before, _, behind = made.text.partition("WITH DISTINCT")
    assert matched in before
    assert (" IN $shown1" in behind) == (not matched)


def test_relationships_that_cannot_be_told_apart_are_not_guessed() -> None:
    text = "MATCH (d:D)-[r:SHOWS]->(s:S) RETURN r LIMIT 1"
    assert isinstance(companion(text, SCHEMA, rows=_rows({"share": 1})), NoCompanion)
    assert isinstance(companion(text, SCHEMA, rows=Rows(("r",), (), False, 1.0, "")), Companion)


@pytest.mark.parametrize("text", READ)
def test_any_statement_gets_a_companion_that_reads_or_a_reason(text: str) -> None:
    made = companion(text, SCHEMA)
    if isinstance(made, Companion):
        assert parse(made.text).problem is None, made.text
        assert all(word not in made.text.upper().split() for word in ("CREATE", "SET", "DELETE", "MERGE"))
    else:
        assert all(reason.endswith(".") for reason in made.reasons)


@given(st.lists(st.sampled_from(" ".join(READ).split()), max_size=30).map(" ".join))
def test_any_text_is_taken(text: str) -> None:
    assert isinstance(companion(text, SCHEMA), (Companion, NoCompanion))
    columns(text, SCHEMA)


def test_columns_are_told_apart() -> None:
    text = (
        "MATCH (d:D)-[r:SHOWS]->(s:S) WITH d, s.name AS name, count(s) AS n, r, collect(s.id) AS ids "
        "RETURN d, d.id, name, n, ids, n > 2 AS many, avg(n) AS mean, r.share, r, d.n, COUNT { (d)--() } AS c, 1 AS one"
    )
    found = {one.name: one for one in columns(text, SCHEMA)}
    kinds = {name: one.kind for name, one in found.items()}
    assert kinds == {
        "d": "thing", "d.id": "identifier", "name": "name", "n": "count", "ids": "identifier", "many": "truth",
        "mean": "aggregate", "r.share": "property", "r": "link", "d.n": "property", "c": "count", "one": "value",
    }  # fmt: skip
    assert (found["ids"].listed, found["ids"].labels, found["mean"].function) == (True, frozenset({"S"}), "avg")
    assert [name for name, one in found.items() if one.variable] == ["d", "d.id", "d.n"]
    assert columns("RETURN *", SCHEMA) == columns("no", SCHEMA) == ()
    called = "MATCH (d:D) CALL { WITH d MATCH (d)--(s:S) RETURN count(s) AS n } RETURN n"
    assert columns(called, SCHEMA)[0].kind == "count"


@pytest.mark.slow  # a measure over many statements
@pytest.mark.skipif(not FOLDER.exists(), reason="the statements are not on this machine")
def test_most_statements_of_language_models_have_a_companion() -> None:
    schemas, statements = bench._read(FOLDER)
    derived = asked = 0
    for database, text in statements:
        admitted = admit(text, 1000)
        if not isinstance(admitted, Admitted):
            continue
        asked += 1
        made = companion(admitted.text, schemas[database])
        if isinstance(made, NoCompanion):
            continue
        assert parse(made.text).problem is None, made.text
        derived += judge(made.text).allowed
    assert asked > 700
    assert derived >= 0.95 * asked
