"""The text of every planned statement: values travel as parameters, names go through the one door."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgqa.errors import QueryError
from kgqa.planning.statements import EDGE_COLUMNS, Statements
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.records import Query
from kgqa.schema.model import NodeType, Property, Relation, Schema

MARK = "VALUE-7421"
VALUES = (f"{MARK}-1", f"{MARK}'}}) DETACH DELETE n //", f"`{MARK}`", f"${MARK}", f"{MARK}\\u0027")
LITERAL = re.compile(r"""['"]""")
NAME = re.compile(r"`(?:[^`]|``)*`")
PARAMETER = re.compile(r"\$(\w+)")


def schema_of(a: str, b: str, type_: str, denial: str, flag: str, id_: str, name: str, same: str) -> Schema:
    """Two labels, a relation with a denying one, an against flag and a hierarchy, all named by the caller."""
    node = {"id_property": id_, "name_property": name, "same_property": same}
    joins = Relation(type_, a, b, "joins", "is joined by", against=flag)
    return Schema(
        (NodeType(a, "one", "ones", **node), NodeType(b, "other", "others", **node)),
        (joins, replace(joins, type=denial, negates=type_), Relation(type_, a, a, "is", "has", hierarchical=True)),
    )


def every_statement(schema: Schema, values: tuple[str, ...]) -> list[Query]:
    """Each statement that can be planned over such a schema, with these values as identifiers."""
    statements = Statements(schema)
    joins, _, kind = schema.relations
    a, b = joins.source, joins.target
    there, back = Hop(joins, True), Hop(joins, False)
    one, other = Thing("n", a, values), Thing("n", b, values)
    named = Condition(there, (other,))
    nested = Condition(there, variable=Variable(b, (Condition(back, (one,)),)))
    variables = [
        Variable(a),
        Variable(a, (named,)),
        Variable(b, (Condition(back, (one, one)),)),
        Variable(a, (named, nested)),
        Variable(a, (named, replace(named, negated=True))),
        Variable(a, (replace(named, denied=True), replace(nested, negated=True))),
        Variable(a, (replace(nested, keys=values),)),
    ]
    queries = [build(v) for v in variables for build in (statements.answers, statements.count, statements.collected)]
    queries += [statements.edges(v.label, c, values) for v in variables for c in v.conditions]
    return [
        *queries,
        statements.identifiers(a, values),
        statements.against(a, named),
        statements.between(one, other, there),
        statements.between(other, one, back),
        statements.links(one, other, (there,)),
        statements.links(one, one, (Hop(kind, True), Hop(kind, False))),
        statements.kinds(one, kind),
        statements.parents(a, kind, values),
        statements.kinds(one, kind, up=True),
        statements.things(a, values),
        statements.things(a, values, without=joins.against or ""),
        statements.spread(a, there),
        statements.way_up(one, one, kind),
        statements.node(one, schema.nodes[0].name_property),
        statements.ranking(a, there),
    ]


PLAIN = schema_of("A", "B", "T", "NO_T", "against", "id", "name", "thing")
SPACED = schema_of("A a", "B b", "T t", "NO T", "a st", "i d", "na me", "thi ng")
HOSTILE = schema_of(
    "A`) DETACH DELETE n //", "B b", "T`]->()", "NO-T 'x'", "a`gainst {", "i d", 'na"me', "`" * 3,
)  # fmt: skip


@pytest.mark.parametrize("schema", [PLAIN, HOSTILE], ids=["plain names", "hostile names"])
def test_no_value_is_in_the_text_and_no_parameter_is_missing_or_spare(schema: Schema) -> None:
    for query in every_statement(schema, VALUES):
        bare = NAME.sub("", query.cypher)
        assert MARK not in query.cypher
        assert not LITERAL.search(bare), bare
        assert set(PARAMETER.findall(bare)) == set(query.parameters)
        assert query.columns
        assert query.purpose
        for column in query.columns:
            assert f" AS {column}" in bare


def test_hostile_names_stand_in_the_statement_as_the_plain_ones_do() -> None:
    """With every quoted name blotted out the text is the same, so no name ended its own quoting."""
    spaced = [NAME.sub("_", query.cypher) for query in every_statement(SPACED, VALUES)]
    hostile = [NAME.sub("_", query.cypher) for query in every_statement(HOSTILE, VALUES)]
    assert hostile == spaced
    assert not any("`" in text for text in hostile)
    assert not any("DETACH" in text for text in hostile)


name = st.text(min_size=1, max_size=12).filter(lambda n: "\0" not in n and "\\u" not in n)


@given(st.lists(name, min_size=8, max_size=8, unique=True))
def test_any_names_survive(names: list[str]) -> None:
    for query in every_statement(schema_of(*names), VALUES):
        assert "`" not in NAME.sub("", query.cypher)


@pytest.mark.parametrize("bad", ["a\0b", "a\\u0060b"])
@pytest.mark.parametrize("place", range(8))
def test_a_name_that_cannot_be_quoted_is_refused(bad: str, place: int) -> None:
    names = ["A", "B", "T", "NO_T", "against", "id", "name", "thing"]
    names[place] = bad
    with pytest.raises(QueryError):
        every_statement(schema_of(*names), VALUES)


def test_only_reading_clauses_and_one_label_on_every_node() -> None:
    for query in every_statement(SPACED, VALUES):
        bare = NAME.sub("_", query.cypher)
        assert not re.search(r"\b(CREATE|MERGE|SET|DELETE|REMOVE|CALL|LOAD|FOREACH|OPTIONAL|LIMIT)\b", bare), bare
        for part in bare.split("UNION ALL"):
            labelled = re.findall(r"\((\w+):_\)", part)
            used = {*re.findall(r"\b([xtkab]\d*)\._", part)}
            assert used <= set(labelled), part
            assert len(labelled) == len(set(labelled)), f"a variable is introduced twice: {part}"


def test_nothing_of_the_caller_is_changed_or_shared() -> None:
    values = ["x"]
    query = Statements(PLAIN).identifiers("A", values)
    values.append("y")
    assert query.parameters == {"p0": ["x"]}


def test_evidence_has_its_columns_in_the_stored_direction() -> None:
    joins = PLAIN.relations[0]
    one, other = Thing("n", "A", ("1",)), Thing("n", "B", ("2",))
    forward = Statements(PLAIN).between(one, other, Hop(joins, True))
    backward = Statements(PLAIN).between(other, one, Hop(joins, False))
    assert forward.columns == backward.columns == EDGE_COLUMNS
    assert "x.id AS source_id" in forward.cypher
    assert "t.id AS target_id" in forward.cypher
    assert "t.id AS source_id" in backward.cypher
    assert "x.id AS target_id" in backward.cypher
    assert "|NO_T]" in forward.cypher, "records that deny the link belong to the evidence"


def test_answers_leave_out_what_only_a_denying_record_joins() -> None:
    query = Statements(PLAIN).answers(
        Variable("A", (Condition(Hop(PLAIN.relations[0], True), (Thing("n", "B", ("2",)),)),))
    )
    assert "NO_T" not in query.cypher
    assert "r1.against = false" in query.cypher


def test_a_symmetric_relation_is_asked_in_both_directions() -> None:
    alike = Relation("ALIKE", "A", "A", "resembles", "resembles", symmetric=True)
    schema = Schema((NodeType("A", "one", "ones", properties=(Property("id"),)),), (alike,))
    for forward in (True, False):
        cypher = (
            Statements(schema).between(Thing("n", "A", ("1",)), Thing("n", "A", ("2",)), Hop(alike, forward)).cypher
        )
        assert "]-(" in cypher
        assert ">" not in cypher
        assert "<" not in cypher
