"""The checker as a whole: it always returns, what it has checked stays, and damage is undone."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cypher_parse import WORDS
from test_cypher_rules import CASES, CHECKERS, SCHEMA, right

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.checker.graph_schema import GraphSchema, from_graph, from_json
from kgqa.cypher.checker.names import best
from kgqa.cypher.checker.rules.servers import SERVER_RULES
from kgqa.cypher.guard.guard import judge
from kgqa.errors import SettingError
from kgqa.schema.model import NodeType, Property, Relation, Schema
from tests import command_line
from tests.examples import examples

NAMES = ["Gene", "gene", "GENE_SET", "geneSet", "Drug", "drag", "x", "a b", "Ünit", "set", "SET", "id", "ID", "name"]


@st.composite
def schemas(draw: st.DrawFn) -> GraphSchema:
    name = st.sampled_from(NAMES)
    labels = draw(st.lists(name, min_size=1, max_size=4, unique=True))
    owned = {label: {"properties": dict.fromkeys(draw(st.lists(name, max_size=4)), "STRING")} for label in labels}
    relationship = st.fixed_dictionaries(
        {
            "type": name,
            "source": st.sampled_from(labels),
            "target": st.sampled_from(labels),
            "properties": st.dictionaries(name, st.just("STRING"), max_size=2),
        }
    )
    return from_json({"nodes": owned, "relationships": draw(st.lists(relationship, max_size=5))})


@st.composite
def statements(draw: st.DrawFn) -> str:
    name = st.sampled_from([*(name for name in NAMES if name.isidentifier()), "`a b`", "`Drug`"])
    variable = st.sampled_from(["", "a", "b", "c", "gene"])
    label = st.one_of(
        st.just(""), name.map(lambda one: ":" + one), st.tuples(name, name).map(lambda two: ":" + "|".join(two))
    )
    inside = st.one_of(st.just(""), name.map(lambda one: f" {{{one}: 1}}"))
    node = st.tuples(variable, label, inside).map(lambda three: "(" + "".join(three) + ")")
    length = st.sampled_from(["", "", "*", "*1..2", "*0..1"])
    body = st.tuples(variable.map(lambda one: one and one + "r"), label, length, inside).map("".join)
    arrow = st.sampled_from([("-", "->"), ("<-", "-"), ("-", "-"), ("<-", "->")])
    hop = st.tuples(arrow, st.one_of(st.none(), body)).map(
        lambda both: both[0][0] + (f"[{both[1]}]" if both[1] is not None else "") + both[0][1]
    )
    path = st.tuples(node, st.lists(st.tuples(hop, node).map("".join), max_size=3)).map(
        lambda two: two[0] + "".join(two[1])
    )
    access = st.tuples(variable.filter(bool), name).map(".".join)
    condition = st.one_of(access.map(lambda one: one + " = 1"), path.map(lambda one: f"EXISTS {{ {one} }}"))
    match = st.tuples(path, st.one_of(st.just(""), condition.map(lambda one: " WHERE " + one))).map(
        lambda two: "MATCH " + "".join(two)
    )
    clauses = draw(st.lists(match, min_size=1, max_size=3))
    if draw(st.booleans()):
        clauses.insert(1, "WITH a, b AS c, collect(gene) AS b")
    items = draw(st.lists(st.one_of(access, variable.filter(bool)), min_size=1, max_size=3))
    return " ".join(clauses) + " RETURN " + ", ".join(items)


@given(schemas(), statements(), st.booleans())
def test_a_checked_statement_stays_as_it_is(schema: GraphSchema, cypher: str, names: bool) -> None:
    checker = Checker(schema, returns_names=names)
    once = checker.check(cypher)
    again = checker.check(once.cypher)
    assert (again.cypher, again.corrections) == (once.cypher, ())
    assert once.runnable == judge(once.cypher).allowed
    assert (once.cypher == cypher) == (once.corrections == ())


def test_corrections_that_undo_each_other_are_not_made() -> None:
    schema = from_json(
        {
            "nodes": {
                "Gene": {"properties": {}},
                "Tube": {"properties": {}},
                "a b": {"properties": {"Gene": "STRING"}},
            },
            "relationships": [{"type": "Gene", "source": "a b", "target": "Gene", "properties": {}}],
        }
    )
    checker = Checker(schema, returns_names=False)
    once = checker.check("MATCH (a:Gene)-->()-->() RETURN a.Gene")
    assert [correction.rule for correction in once.corrections] == ["direction", "node_labels"]
    assert checker.check(once.cypher).corrections == ()


@examples(80)
@given(st.one_of(st.text(max_size=300), st.lists(st.sampled_from(WORDS), max_size=80).map("".join)))
def test_any_text_returns(text: str) -> None:
    checked = CHECKERS[True].check(text)
    assert checked.text == text
    assert checked.status != "refused" or checked.notes
    assert not checked.runnable or judge(checked.cypher).allowed
    assert CHECKERS[True].check(checked.cypher).cypher == checked.cypher


BITS = [
    "", " ", "(", ")", "[", "]", "{", "}", "'", "`", "\\", "\n", "\0", "\ud800", ":", "|", "*", "..", "->", "<-", "--",
    ";", " AND ", " WITH * ", " MATCH (a)--(b) ", "EXISTS { ", "x.y", "//", "/*", "$p", "1e999", "!=", "```",
]  # fmt: skip
EVERY = [Checker(SCHEMA), *(Checker(SCHEMA, server=server) for server in SERVER_RULES)]


@examples(120)
@given(st.data())
def test_a_statement_with_mistakes_anywhere_returns(data: st.DataObject) -> None:
    text = data.draw(st.sampled_from(right()))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 12)))
        text = text[:start] + data.draw(st.sampled_from(BITS)) + text[end:]
    for checker in EVERY:
        checked = checker.check(text)
        again = checker.check(checked.cypher)
        assert (again.cypher, again.corrections) == (checked.cypher, ())
        assert not checked.runnable or judge(checked.cypher).allowed


@examples(60)
@given(st.binary(max_size=200), st.sampled_from(["utf-8", "latin-1", "utf-16-le"]))
def test_any_bytes_return(raw: bytes, encoding: str) -> None:
    text = raw.decode(encoding, "replace")
    for around in ("{}", "MATCH (n) WHERE n.name = '{}' RETURN n.name", "MATCH (n) /* {} */ RETURN n.name"):
        given_ = around.replace("{}", text)
        assert CHECKERS[True].check(given_).text == given_


def test_a_choice_names_what_would_do() -> None:
    schema = from_json(
        {
            "nodes": {label: {"properties": {"name": "STRING"}} for label in "ABCD"},
            "relationships": [{"type": "T", "source": "A", "target": target} for target in "BC"],
        }
    )
    checked = Checker(schema).check("MATCH (x:A)-[:T]->(y:D) RETURN x.name")
    assert (checked.corrections, checked.status) == ((), "ok")
    assert "several changes would do: 'B' in place of 'D' or 'C' in place of 'D'." in checked.notes[0]


@examples(50)
@given(st.sampled_from([one for one in right() if one == one.strip()]), st.sampled_from([
    "```cypher\n{}\n```", "```\n{}\n```", "Here is it:\n\n{}\n\nThis finds what you asked for.", "Cypher: {}",
    "{}\n\nThis query matches what is asked.\nIt's short.", '{{"cypher": {!j}}}',
]))  # fmt: skip
def test_a_right_statement_comes_out_of_any_reply(cypher: str, reply: str) -> None:
    text = reply.replace("{!j}", json.dumps(cypher)).replace("{{", "{").replace("}}", "}").replace("{}", cypher)
    assert CHECKERS[False].check(text).cypher == cypher


@pytest.mark.parametrize("unit", ["(n:A)-[:R]->", "n.x, ", "`", "[x IN ", "FOREACH (x IN y | ", "|B", "MATCH (n:drg) "])
def test_long_texts_return(unit: str) -> None:
    for head in ("", "MATCH (a) RETURN ", "MATCH (n:A"):
        checked = CHECKERS[True].check((head + unit * 2_000)[:16_000])
        assert checked.status in ("ok", "corrected", "refused")
    assert CHECKERS[True].check(unit * 20_000).status == "refused"


@pytest.mark.parametrize(
    ("written", "names", "meant"),
    [
        ("has_ceo", ["HAS_CEO", "HAS_CHILD"], "HAS_CEO"),
        ("hasCeo", ["HAS_CEO"], "HAS_CEO"),
        ("name", ["Name", "NAME"], None),
        ("NAME", ["Name", "na_me"], "Name"),
        ("titel", ["title", "tile"], "title"),
        ("nmae", ["name", "note"], "name"),
        ("ed", ["end", "id"], "end"),
        ("bank_d", ["bank", "bank_id"], "bank_id"),
        ("x", ["y", "xy"], None),
        ("born", ["name", "title"], None),
        ("cat", ["bat", "rat"], None),
        ("", ["a"], None),
    ],
)
def test_the_name_that_is_clearly_meant(written: str, names: list[str], meant: str | None) -> None:
    assert best(written, names) == meant


def test_the_schema_of_a_loaded_graph() -> None:
    gene = NodeType("Gene", "gene", "genes", name_property="symbol", properties=(Property("length"),))
    drug = NodeType("Drug", "drug", "drugs")
    relation = Relation("TARGETS", "Drug", "Gene", "targets", "is targeted by", properties=(Property("source"),))
    schema = from_graph(Schema((gene, drug), (relation,)))
    assert schema.nodes["Gene"] == {"id", "symbol", "length"}
    assert schema.triads == (("Drug", "TARGETS", "Gene"),)
    checked = Checker(schema).check("MATCH (g:gene)-[t:TARGETS]->(d) RETURN g, t.Source")
    assert checked.cypher == "MATCH (g:Gene)<-[t:TARGETS]-(d) RETURN g.symbol, t.source"


@pytest.mark.parametrize(
    "data", [None, [], {}, {"nodes": []}, {"nodes": {"A": {}}, "relationships": []}, {"nodes": {}}]
)
def test_a_schema_of_another_form_is_said_to_be_one(data: object) -> None:
    with pytest.raises(SettingError, match="Write it in this form"):
        from_json(data)


def test_the_command_line() -> None:
    lines = [
        {"id": "a", "cypher": "MATCH (d:disease) RETURN d"},
        {"id": 2, "cypher": "MATCH (d:Disease) RETURN d.name"},
        {"id": None, "cypher": "MATCH (d) DELETE d"},
        {"id": 4},
    ]
    schema = CASES / "schema.json"
    done = command_line.run("check", "--schema", schema, "--jsonl", text="\n".join(map(json.dumps, lines)))
    first, second, third, fourth = map(json.loads, done.stdout.splitlines())
    assert first["id"] == "a"
    assert (first["status"], first["runnable"], first["cypher"]) == (
        "corrected",
        True,
        "MATCH (d:Disease) RETURN d.name",
    )
    assert [(one["rule"], one["before"], one["after"]) for one in first["corrections"]] == [
        ("labels", "disease", "Disease"),
        ("returned_names", "", ".name"),
    ]
    assert second == {
        "id": 2, "status": "ok", "runnable": True, "cypher": lines[1]["cypher"], "corrections": [], "notes": [],
    }  # fmt: skip
    assert (third["status"], third["runnable"]) == ("refused", False)
    assert "DELETE is not allowed" in third["notes"][0]
    assert fourth["status"] == "failed"
    whole = command_line.run("check", "--schema", schema, "--no-names", "MATCH (d:disease) RETURN d")
    assert whole.returncode == 0
    assert json.loads(whole.stdout)["cypher"] == "MATCH (d:Disease) RETURN d"
    assert SCHEMA.display["Study"] == "title"
