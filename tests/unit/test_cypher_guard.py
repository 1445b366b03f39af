"""The guard lets a statement run only when it reads, in any disguise, and never minds words that are only words."""

from __future__ import annotations

import json
import random
import re
import time
import tomllib
from pathlib import Path
from typing import Any

import pytest
from disguised import disguised, harmless
from hypothesis import given
from hypothesis import strategies as st

from kgqa.cypher.guard.admit import bounded
from kgqa.cypher.guard.guard import LONGEST, judge
from kgqa.cypher.parser.parse import parse
from kgqa.cypher.parser.tokens import tokenize
from kgqa.graph.quoting import quoted
from tests.examples import examples

HOSTILE = Path("/work/shared/data/hostile_inputs.jsonl")

REFUSED = [
    # writing
    "CREATE (:X)",
    "create(:X)",
    "/*x*/CREATE/**/(:X)",
    "MATCH (n) SET n.x = 1",
    "MATCH (n) SET n:$('X')",
    "MATCH (n) REMOVE n:A RETURN n",
    "MATCH (n) DETACH DELETE n",
    "MATCH (n) NODETACH DELETE n",
    "MERGE (n:A) RETURN n",
    "INSERT (:A)",
    "FOREACH (x IN [] | CREATE (:A))",
    "MATCH (n) WITH n LIMIT 1 SET n.x = 1 RETURN n",
    "MATCH (n) RETURN n UNION CREATE (m) RETURN m AS n",
    "MATCH (n) CALL { WITH n SET n.x = 1 } RETURN n",
    "MATCH (n) CALL (n) { RETURN 1 AS x } IN TRANSACTIONS RETURN x",
    "MATCH (n) WHERE EXISTS { CREATE (:A) RETURN 1 } RETURN n",
    "RETURN COLLECT { MERGE (a:A) RETURN a }",
    "MATCH (n) // a comment\rDETACH DELETE n",
    "MATCH (n) WITH n AS detach DELETE n",
    "WHEN true THEN CREATE (:A)",
    # administration and other statements
    "SHOW USERS",
    "SHOW TRANSACTIONS YIELD currentQuery RETURN currentQuery",
    "CREATE USER bob SET PASSWORD 'x'",
    "DROP INDEX x",
    "GRANT ROLE admin TO bob",
    "TERMINATE TRANSACTION 'x'",
    "USE neo4j MATCH (n) RETURN n",
    "MATCH (n) RETURN n; MATCH (m) RETURN m",
    "RETURN 1; CREATE (:A)",
    "EXPLAIN MATCH (n) RETURN n",
    "PROFILE MATCH (n) DELETE n",
    "CYPHER 5 MATCH (n) RETURN n",
    "COMMIT",
    "SESSION RESET",
    # files, network, procedures, functions
    "LOAD CSV FROM 'file:///etc/passwd' AS row RETURN row",
    "LOAD /**/ CSV FROM 'http://x/' AS row RETURN row",
    "CALL do.when(true, 'CREATE (:X)', '', {}) YIELD value RETURN value",
    "CALL `do`.`when`(true, 'RETURN 1', '', {})",
    "CALL /**/ do . when(true, 'RETURN 1', '', {})",
    "OPTIONAL CALL Do.When(true, 'RETURN 1', '', {}) YIELD value RETURN value",
    "CALL db.createLabel('x')",
    "CALL db.labelsx()",
    "CALL dbms.listConfig() YIELD name RETURN name",
    "MATCH (n) CALL { CALL apoc.load.json('http://x/') YIELD value RETURN value } RETURN value",
    "RETURN apoc.cypher.runFirstColumnSingle('RETURN 1', {})",
    "RETURN `apoc`.`text`.`join`(['a'], ',')",
    "RETURN util.sleep(1000)",
    "RETURN text.lpad('a', 2000000000, 'b')",
    # disguises
    "MATCH (n) // c \\u000A CREATE (:X)\nRETURN n",
    "MATCH (n) /* \\u002A\\u002F CREATE (:X) // */ RETURN n",
    "MATCH (n:`x\\u0060) DETACH DELETE n //`) RETURN n",
    "RETURN 'a\\u0027, 2 AS b //'",
    "RETURN 'a\\\\u0027, 2 AS b //'",
    "RETURN 'a\\uuu0027, 2 AS b //'",
    "RETURN 'a\\u00'",
    "RETURN 'a\\u000Ab'",
    "MATCH (n) \\u0053ET n.x = 1",
    "\\u0043REATE (:X)",
    "\uff23\uff32\uff25\uff21\uff34\uff25 (:X)",
    "\ufeffMATCH (n) RETURN n",
    "MATCH (n)\u200bRETURN n",
    "MATCH (n) RETURN n.x AS `a\u202eb`",
    "MATCH (n) /* \u202e */ RETURN n",
    "MATCH (n) WHERE n.name = 'x SET n.k = 1",
    "MATCH (n) /* RETURN n",
    "MATCH (n)\x00RETURN n",
    # cost
    "MATCH (a), (b), (c) RETURN count(*)",
    "MATCH (a) MATCH (b) MATCH (c) RETURN a",
    "MATCH (a:A), (b:B) RETURN count(*)",
    "MATCH (a:A), (b:B) WHERE a.x <> b.x RETURN a.x ORDER BY b.x LIMIT 3",
    "MATCH ((a)-[:R]->(b)){1,3}, ((c)-[:R]->(d)){1,3} RETURN count(*)",
    "MATCH (a:A) ((x)-[:R]->(y)){1,2} (b:B), (c:C) RETURN DISTINCT b.x, c.x",
    "UNWIND range(1, 9000) AS x UNWIND range(1, 9000) AS y RETURN count(*)",
    "MATCH (a)-[*]-(b) RETURN count(*)",
    "MATCH p = allShortestPaths((a)-[*]-(b)) RETURN p",
    "MATCH (a:A)((x)--(y))+(b:B) RETURN count(*)",
    "UNWIND range(1, 2000000000) AS x RETURN count(x)",
    "UNWIND range(0, -2000000, -1) AS x RETURN count(x)",
    "RETURN size([x IN range(1, 9000) | size([y IN range(1, 9000) | x + y])])",
    "RETURN reduce(s = 'a', x IN range(1, 40) | s + s)",
    "RETURN reduce(s = [1], x IN range(1, 40) | CASE WHEN true THEN s + s ELSE s END)",
    "WITH 'a' AS s " + "WITH s + s AS s " * 40 + "RETURN s",
    "RETURN '" + "a" * LONGEST + "'",
    "",
    "I cannot write that query.",
]

ALLOWED = [
    "MATCH (n) RETURN n",
    "MATCH (n:Drug {name: 'CREATE (x) DELETE n SET'}) RETURN n",
    "MATCH (n) // then DELETE it; or SET it\nRETURN n.name",
    "/* REMOVE everything; DROP it */ MATCH (n) RETURN n",
    "MATCH (n) RETURN n.set, n.created, n.delete, n.merge, n.load AS drop",
    "MATCH (n:CREATE)-[r:DELETE]->(m:`SET`) RETURN {set: 1, delete: 2}.set AS v",
    "MATCH (n) WITH n AS deleted RETURN deleted.name AS set",
    "RETURN 'a /* b' AS x, 'c */ d' AS y, 'http://x.y//z' AS u",
    "MATCH (n) WHERE n.name = 'caf\\u00e9' OR n.name = 'it\\'s' RETURN n",
    "MATCH (n) WHERE n.name = 'C:\\\\Users\\\\me' RETURN n",
    "MATCH (d) WHERE EXISTS { MATCH (d)<-[:R]-(:X) } RETURN count(d) AS n;",
    "MATCH (d) CALL (d) { MATCH (d)--(x) RETURN count(x) AS k } RETURN d.name, k",
    "CALL db.labels() YIELD label RETURN label",
    "CALL DB.LABELS()",
    "CALL db.index.fulltext.queryNodes('names', 'CREATE') YIELD node RETURN node",
    "MATCH p = (a {name: 'x'})-[*]-(b) RETURN p",
    "MATCH (a)-[:IS_A*]->(b) RETURN a, b",
    "MATCH (a:A), (b:B) RETURN a, b",
    "MATCH (a:A), (b:B) WHERE EXISTS { (a)--(b) } RETURN count(*)",
    "MATCH (a:A), (b:B) WHERE a.x = b.x RETURN a, b",
    "MATCH (a:A {x: 1}), (b:B {x: 2}), (c:C) RETURN c",
    "MATCH (a), (b), (c) WHERE a.x = b.x AND b.y = c.y RETURN a",
    "MATCH (a), (b), (c) RETURN a LIMIT 3",
    "MATCH ((a)-[:R]->(b)){1,3} RETURN count(*)",
    "MATCH (a:A) ((x)-[:R]->(y)){1,2} (b:B) RETURN DISTINCT b.x",
    "MATCH (a:A) ((x)-[:R]->(y)-[:S]->(z)){1,2} (b:B)--(c:C) RETURN count(*)",
    "MATCH (a) WITH count(a) AS n MATCH (b) WITH n, count(b) AS m MATCH (c) RETURN n, m, count(c)",
    "UNWIND range(1, 10000) AS x RETURN sum(x)",
    "RETURN reduce(s = 0, x IN range(1, 40) | s + s + x)",
    "RETURN reduce(s = [], x IN [1, 2] | s + [x])",
    "RETURN reduce(m = 'a', x IN ['b'] | CASE WHEN x > m THEN x ELSE m END)",
    "MATCH (n)\u00a0\u2028RETURN\u3000n",
    "MATCH (n) WHERE n.a STARTS WITH 'show' RETURN CASE WHEN n.x IS NULL THEN 'n' ELSE 'y' END AS c",
    "MATCH (n) RETURN toUpper(n.name), date.truncate('month', date()), point.distance(n.a, n.b)",
]


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: text[:60])
def test_refused(text: str) -> None:
    verdict = judge(text)
    assert not verdict.allowed
    assert verdict.reasons
    assert all(reason.endswith(".") for reason in verdict.reasons)


@pytest.mark.parametrize("text", ALLOWED, ids=lambda text: text[:60])
def test_allowed(text: str) -> None:
    assert judge(text).reasons == ()


def expanded(text: str) -> str:
    return re.sub(
        r"@@REPEAT\(((?:[^,\\]|\\.)*),(\d+)\)@@",
        lambda found: found.group(1).replace("\\,", ",") * int(found.group(2)),
        text,
    )


def hostile(kind: str) -> list[dict[str, Any]]:
    if not HOSTILE.exists():
        return []
    found = [json.loads(line) for line in HOSTILE.read_text(encoding="utf-8").splitlines()]
    return [one for one in found if one["kind"] == kind]


@pytest.mark.parametrize("case", hostile("cypher"), ids=lambda case: str(case["id"]))
def test_hostile_statements(case: dict[str, Any]) -> None:
    verdict = judge(expanded(case["input"]))
    if case["expect"] == "refuse":
        assert not verdict.allowed
    elif case["expect"] == "allow":
        assert verdict.reasons == ()


@pytest.mark.parametrize("case", hostile("node_name"), ids=lambda case: str(case["id"]))
def test_odd_names_never_leave_their_back_quotes(case: dict[str, Any]) -> None:
    if case["category"] != "odd_but_legal_name" or "\0" in case["input"]:
        return
    name = expanded(case["input"])
    parsed = parse(f"MATCH (n:{quoted(name)}) RETURN n.{quoted(name)}")
    assert parsed.problem is None
    assert name in {name.text[1:-1] if name.kind == "name" else name.text for name in parsed.tokens.tokens}


def test_a_write_in_any_spelling_is_refused() -> None:
    chance = random.Random(1)
    for _ in range(600):
        text = disguised(chance)
        assert not judge(text).allowed, text


def test_the_words_of_a_write_are_allowed_where_they_are_only_words() -> None:
    chance = random.Random(2)
    for _ in range(600):
        text = harmless(chance)
        assert judge(text).reasons == (), text


SPACES = [" ", "\n", "\r", "\t", "\u00a0", "\u2028", "\u3000", "\x0b", "/**/", "/* ' \" ` */", "// ' x\n", "//\r"]


@examples(80)
@given(st.data())
def test_spaces_and_comments_change_no_verdict(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from([one for one in [*REFUSED[:40], *ALLOWED] if parse(one).problem is None]))
    allowed = judge(text).allowed
    tokens = [token.text for token in tokenize(text).tokens if token.kind != "end"]
    spaced = "".join(token + data.draw(st.sampled_from(SPACES)) for token in tokens)
    assert judge(spaced).allowed == allowed


@examples(80)
@given(st.sampled_from(REFUSED[:20]), st.text(max_size=40))
def test_text_around_a_write_never_lets_it_through(write: str, around: str) -> None:
    for text in (f"{around} {write}", f"RETURN 1 {around} {write}", f"MATCH (n) WHERE n.x = 1 {around}\n{write}"):
        if judge(text).allowed:
            # Only where the write has become a comment, a string or a name.
            hidden = [token for token in tokenize(text).tokens if token.kind in ("string", "name")]
            assert any(write in token.text for token in hidden) or tokenize(text).comments


@examples(80)
@given(st.text(max_size=300))
def test_any_text_gets_a_verdict(text: str) -> None:
    verdict = judge(text)
    assert verdict.allowed == (verdict.reasons == ())
    assert bounded(text, 10).text.startswith(text[:1])


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("MATCH (d:D) RETURN d.name", "MATCH (d:D) RETURN d.name LIMIT 10"),
        ("MATCH (d:D) RETURN d.name ORDER BY d.x; // all", "MATCH (d:D) RETURN d.name ORDER BY d.x LIMIT 10; // all"),
        ("MATCH (d:D) RETURN d.name LIMIT 3", "MATCH (d:D) RETURN d.name LIMIT 3"),
        ("MATCH (a {x: 1})-[*]-(b) RETURN b LIMIT 1", "MATCH (a {x: 1})-[*1..6]-(b) RETURN b LIMIT 1"),
        ("MATCH (a)-[:R*0..]->(b) RETURN b LIMIT 1", "MATCH (a)-[:R*0..6]->(b) RETURN b LIMIT 1"),
        ("MATCH (a)-[:R*8..]->(b) RETURN b LIMIT 1", "MATCH (a)-[:R*8..8]->(b) RETURN b LIMIT 1"),
        ("MATCH (a)-[:R]->+(b) RETURN b LIMIT 1", "MATCH (a)-[:R]->{1,6}(b) RETURN b LIMIT 1"),
        ("MATCH ((a)-[:R]->(b))*(c) RETURN c LIMIT 1", "MATCH ((a)-[:R]->(b)){0,6}(c) RETURN c LIMIT 1"),
        (
            "MATCH p = shortestPath((a)-[*]-(b)) RETURN p LIMIT 1",
            "MATCH p = shortestPath((a)-[*]-(b)) RETURN p LIMIT 1",
        ),
        (
            "MATCH (a) RETURN a UNION MATCH (a) RETURN a",
            "CALL { MATCH (a) RETURN a UNION MATCH (a) RETURN a } RETURN a LIMIT 10",
        ),
        (
            "MATCH (a)-[:R*]->(b) RETURN a.x, b AS b UNION ALL MATCH (b:B) RETURN b.y AS `a.x`, b ORDER BY b.y; // all",
            "CALL { MATCH (a)-[:R*1..6]->(b) RETURN a.x AS column1, b AS b UNION ALL MATCH (b:B) RETURN b.y AS "
            "column1, b ORDER BY b.y } RETURN column1 AS `a.x`, b LIMIT 10; // all",
        ),
        (
            "MATCH (a) RETURN a.x UNION MATCH (b) RETURN b.y AS `a.x`, b UNION MATCH (a) RETURN a.x",
            "MATCH (a) RETURN a.x UNION MATCH (b) RETURN b.y AS `a.x`, b UNION MATCH (a) RETURN a.x",
        ),
        (
            "MATCH (a:A) RETURN (a.x), a.y UNION MATCH (a:B) RETURN (a.x), a.y",
            "CALL { MATCH (a:A) RETURN (a.x) AS column1, a.y AS column2 UNION MATCH (a:B) RETURN (a.x) AS column1, "
            "a.y AS column2 } RETURN column1 AS `a.x`, column2 AS `a.y` LIMIT 10",
        ),
        (
            "RETURN 1 AS `x``y` UNION MATCH (a) RETURN a.x AS `x``y` LIMIT 9",
            "CALL { RETURN 1 AS column1 UNION MATCH (a) RETURN a.x AS column1 LIMIT 9 } "
            "RETURN column1 AS `x``y` LIMIT 10",
        ),
        (
            "MATCH (a) RETURN a LIMIT 4 UNION MATCH (a) RETURN a LIMIT 6",
            "MATCH (a) RETURN a LIMIT 4 UNION MATCH (a) RETURN a LIMIT 6",
        ),
        (
            "MATCH (a) RETURN a LIMIT 4 UNION MATCH (a) RETURN a LIMIT 7",
            "CALL { MATCH (a) RETURN a LIMIT 4 UNION MATCH (a) RETURN a LIMIT 7 } RETURN a LIMIT 10",
        ),
        ("MATCH (a) RETURN * UNION MATCH (a) RETURN *", "MATCH (a) RETURN * UNION MATCH (a) RETURN *"),
        ("RETURN 1 AS x UNION WITH 2 AS x RETURN x", "RETURN 1 AS x UNION WITH 2 AS x RETURN x"),
        ("RETURN 1 AS x UNION RETURN 2 AS y", "RETURN 1 AS x UNION RETURN 2 AS y"),
    ],
)
def test_what_is_run_has_bounds(before: str, after: str) -> None:
    done = bounded(before, 10)
    assert done.text == after
    assert bool(done.notes) == (before != after)
    assert bounded(after, 10).text == after


COUNTS = {"Sex": 2, "Organ": 12, "Gene": 5_000, "Disease": 12_000, "Phenotype": 19_000}


@pytest.mark.parametrize(
    "text",
    [
        "MATCH (a:Organ), (b:Sex) RETURN count(*)",
        "MATCH (a:Organ), (b:Sex), (c:Organ) RETURN a.x, b.x, c.x",
        "MATCH (a:Organ) MATCH (b:Disease) RETURN DISTINCT a.x",
        "MATCH (a:Disease), (b:Phenotype) RETURN a.x, b.x LIMIT 3",
        "MATCH (a:Disease:Sex), (b:Phenotype&Organ|Sex) RETURN a.x, b.x ORDER BY a.x",
        "MATCH (a:Disease {x: 1}), (b:Phenotype) RETURN count(*)",
        "MATCH (a:Organ), (b:Unheard) RETURN a.x, b.x",
    ],
)
def test_a_product_of_few_nodes_is_allowed_where_their_number_is_known(text: str) -> None:
    assert judge(text, COUNTS).reasons == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("MATCH (a:Disease), (b:Phenotype) RETURN count(*)", "(12,000 × 19,000)"),
        ("MATCH (a:Disease), (b:Phenotype) RETURN a.x, b.x", "(12,000 × 19,000)"),
        ("MATCH (a:Disease), (b:Phenotype) RETURN a.x ORDER BY b.x LIMIT 3", "(12,000 × 19,000)"),
        ("MATCH (a:Gene|Disease) MATCH (b:Sex)--(c:Organ), (d:Organ) RETURN count(*)", "(17,000 × 24 × 12)"),
        ("MATCH (a), (b) RETURN a.x, b.x", "(36,014 × 36,014)"),
        ("MATCH (a:Organ), (b:Unheard) RETURN count(*)", "2 sets"),
    ],
)
def test_a_product_of_many_nodes_is_refused_with_their_number(text: str, said: str) -> None:
    (reason,) = judge(text, COUNTS).reasons
    assert said in reason


CASES = Path(__file__).with_name("cypher_cases")


def costed(name: str) -> list[str]:
    """The statements of a file, those written first and those written later."""
    found = tomllib.loads((CASES / name).read_text(encoding="utf-8"))
    return [case["cypher"] for cases in found.values() for case in cases]


@pytest.mark.parametrize("counts", [{}, COUNTS], ids=["unknown", "known"])
@pytest.mark.parametrize("text", costed("costly.toml"), ids=lambda text: text[:60])
def test_what_costs_too_much_is_refused_with_what_to_do(text: str, counts: dict[str, int]) -> None:
    assert parse(text).problem is None
    (reason,) = judge(text, counts).reasons
    assert reason.endswith(".")
    assert reason.count(". ") >= 1


@pytest.mark.parametrize("counts", [{}, COUNTS], ids=["unknown", "known"])
@pytest.mark.parametrize("text", costed("harmless_near.toml"), ids=lambda text: text[:60])
def test_what_only_looks_costly_is_allowed(text: str, counts: dict[str, int]) -> None:
    assert judge(text, counts).reasons == ()


@pytest.mark.parametrize(
    "text",
    [
        "MATCH " + ", ".join(["()--()"] * 8_000) + " RETURN 1",
        "MATCH (a)" + "--()" * 15_000 + " RETURN 1",
        "RETURN " + "reduce(a = 1, x IN [1, 2, 3, 4, 5] | a + " * 90 + "1" + ")" * 90,
        "RETURN " + "[x IN [1, 2] | " * 90 + "1" + "]" * 90,
        "MATCH (a) WHERE " + "EXISTS { MATCH (a)--(b) WHERE " * 45 + "b.x = 1" + " }" * 45 + " RETURN a",
        "MATCH (a) RETURN a.name =~ '" + "(" * 30_000 + "'",
        "RETURN " + " + ".join(["'a'"] * 10_000),
        "".join(f"WITH {i} AS x " for i in range(4_000)) + "RETURN x",
    ],
    ids=lambda text: text[:40],
)
def test_the_verdict_on_a_long_statement_takes_no_time_itself(text: str) -> None:
    began = time.process_time()
    judge(text)
    assert time.process_time() - began < 5
