"""Texts in a statement become names of the graph, and a node is what its name says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cypher_rules import CASES, SCHEMA, cases

from kgqa.cypher.checker.check import Checker
from kgqa.cypher.guard.guard import judge
from kgqa.errors import ServerError
from kgqa.linking.checked_names import CheckedNames
from kgqa.linking.full_text_linker import SearchedLinker
from kgqa.linking.index import NameIndex
from kgqa.linking.linker import Linker
from kgqa.records import Candidate, Entity
from tests.examples import examples

THINGS: list[tuple[str, str, str, list[str]]] = [
    ("MONDO:7", "Disease", "Marfan syndrome", ["MFS"]),
    ("MONDO:8", "Disease", "Myocardial infarction", ["Heart attack"]),
    ("MONDO:9", "Disease", "Cystic fibrosis", []),
    ("MONDO:10", "Disease", "Tay-Sachs disease", []),
    ("MONDO:11", "Disease", "O'Sullivan syndrome", []),
    ("MONDO:12", "Disease", "Type 1 diabetes", ["sugar disease"]),
    ("MONDO:13", "Disease", "Type 2 diabetes", ["sugar disease"]),
    ("MONDO:14", "Disease", "Cardiomyopathy", []),
    ("MONDO:15", "Disease", "Dilated cardiomyopathy", []),
    ("MONDO:16", "Disease", "Odd\u2028sign disease", []),
    ("MONDO:17", "Disease", "Dysmorphism syndrom", []),
    ("G:1", "Gene", "FBN1", []),
    ("G:2", "Gene", "CFTR", ["MFS"]),
    ("D:1", "Drug", "Aspirin", ["Acetylsalicylic acid"]),
    ("D:2", "Drug", "Iron", []),
    ("B:1", "Body Part", "Iron", []),
]
INDEX = NameIndex({"id": id_, "label": label, "name": name, "synonyms": other} for id_, label, name, other in THINGS)
NAMES = CheckedNames(Linker(INDEX))
NAMED = replace(SCHEMA, identifiers={"Disease": "id", "Drug": "id", "Gene": "id"})
CHECKER = Checker(NAMED, returns_names=False, names=NAMES)


def entity(mention: str, thing: str, *, tied: bool = False) -> Entity:
    node = INDEX.thing(thing).node
    chosen = Candidate(node.id, node.name, node.label, 1.0, "exact", mention, (node.id,))
    return Entity(mention, 0, len(mention), chosen, tied=tied)


def right() -> list[str]:
    import tomllib

    found: list[str] = tomllib.loads((CASES / "names_right.toml").read_text(encoding="utf-8"))["statements"]
    return found


@pytest.mark.parametrize("cypher", right())
def test_what_is_right_stays(cypher: str) -> None:
    checked = CHECKER.check(cypher)
    assert (checked.cypher, checked.corrections, checked.status) == (cypher, (), "ok")


@pytest.mark.parametrize("case", cases("names_repaired.toml"), ids=lambda case: str(case["title"]))
def test_what_is_wrong_is_put_right(case: dict[str, Any]) -> None:
    checked = CHECKER.check(case["before"])
    assert checked.cypher == case["after"]
    assert [correction.rule for correction in checked.corrections] == case["rules"]
    assert (checked.status, checked.runnable, checked.notes) == ("corrected", True, ())
    assert CHECKER.check(checked.cypher).corrections == ()
    assert all(correction.reason.endswith(".") for correction in checked.corrections)


@pytest.mark.parametrize("case", cases("names_left.toml"), ids=lambda case: str(case["title"]))
def test_what_has_no_best_name_is_left_alone(case: dict[str, Any]) -> None:
    checked = CHECKER.check(case["cypher"])
    assert (checked.cypher, checked.corrections, checked.status) == (case["cypher"], (), "ok")
    assert case["note"] in " ".join(checked.notes)


@pytest.mark.parametrize("case", cases("names_repaired.toml"), ids=lambda case: str(case["title"]))
def test_without_names_no_text_changes(case: dict[str, Any]) -> None:
    checked = Checker(NAMED, returns_names=False).check(case["before"])
    assert not {"values", "node_types"} & {correction.rule for correction in checked.corrections}


def test_what_the_question_names_comes_first() -> None:
    cypher = "MATCH (g:Gene {name: 'MFS'})-[:CAUSES]->(d:Disease) RETURN d.name"
    assert CHECKER.check(cypher).cypher == cypher.replace("MFS", "CFTR")
    asked = CHECKER.check(cypher, [entity("mfs", "MONDO:7")])
    assert asked.cypher == "MATCH (g:Disease {name: 'Marfan syndrome'})<-[:CAUSES]-(d:Gene) RETURN d.name"
    assert CHECKER.check(cypher, [entity("mfs", "MONDO:7", tied=True)]).cypher == cypher.replace("MFS", "CFTR")
    other = "MATCH (d:Disease {name: 'sugar disease'}) RETURN d.name"
    assert CHECKER.check(other, [entity("Sugar disease", "MONDO:13")]).cypher == other.replace(
        "sugar disease", "Type 2 diabetes"
    )


def test_the_question_is_enough_without_names() -> None:
    checked = Checker(NAMED, returns_names=False).check(
        "MATCH (g:Gene {name: 'marfan'})<-[:TREATS]-(x:Drug) RETURN x.name", [entity("marfan", "MONDO:7")]
    )
    assert checked.cypher == "MATCH (g:Disease {name: 'Marfan syndrome'})<-[:TREATS]-(x:Drug) RETURN x.name"
    assert [one.rule for one in checked.corrections] == ["node_types", "values"]


def test_a_server_that_cannot_be_asked_for_names_says_nothing_about_them() -> None:
    class Down:
        def __getattr__(self, name: str) -> Any:
            raise ServerError("The graph server cannot be reached.")

    names = CheckedNames(SearchedLinker(Down()))  # type: ignore[arg-type]
    cypher = "MATCH (d:Disease {name: 'marfan syndrome'}) WHERE d.name CONTAINS 'MARFAN' RETURN d.name"
    checked = Checker(NAMED, names=names).check(cypher)
    assert (checked.cypher, checked.notes) == (cypher, ())


def test_a_long_list_takes_no_long_time() -> None:
    asked: list[str] = []

    class Counting:
        def written(self, text: str, *_: object) -> tuple[str, ...]:
            return ()

        def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...]:
            asked.append(text)
            return ()

        def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
            return ()

    listed = ", ".join(f"'name {number}'" for number in range(150))
    Checker(NAMED, names=Counting()).check(f"MATCH (d:Disease) WHERE d.name IN [{listed}] RETURN d.name")
    assert 1 <= len(asked) <= 24


TEXTS = [
    "Marfan syndrome", "marfan syndrome", "MARFAN", "Heart attack", "mfs", "iron", "Iron", "it's", '"', "\\", "\\u0041",
    "a\nb", "CARDIOMYOPATHY", "", " ", "MONDO:7", "mondo:8", "Straße", "İ", "\0", "sugar disease", "Odd sign disease",
]  # fmt: skip


class Made:
    """Names that a test makes up: what they say need not make sense."""

    def __init__(self, names: dict[str, str], things: Sequence[Candidate]) -> None:
        self._names = names
        self._things = things

    def written(self, text: str, way: str, labels: frozenset[str], field: str) -> tuple[str, ...] | None:
        if text in self._names.values():
            return (text,)
        return tuple(name for name in self._names.values() if name.casefold() == text.casefold())

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...]:
        return tuple(thing for thing in self._things if thing.label in labels and len(thing.name) >= len(text))

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        return tuple(thing.name for thing in self._things)


def literal(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


@st.composite
def looking(draw: st.DrawFn) -> str:
    label = st.sampled_from(["", ":Disease", ":Gene", ":Drug", ":disease", ":Body Part", ":Study", ":Gene|Drug"])
    key = st.sampled_from(["name", "id", "Name", "title", "symbol"])
    text = st.one_of(st.sampled_from(TEXTS), st.text(max_size=12)).map(literal)
    access = st.tuples(st.sampled_from(["a", "b"]), key).map(".".join)
    cased = st.sampled_from(["{}", "{}", "toLower({})", "toUpper({})"])
    left = st.tuples(cased, access).map(lambda two: two[0].replace("{}", two[1]))
    right = st.tuples(cased, text).map(lambda two: two[0].replace("{}", two[1]))
    way = st.sampled_from(["=", "<>", "CONTAINS", "STARTS WITH", "ENDS WITH"])
    compared = st.one_of(
        st.tuples(left, way, right).map(" ".join),
        st.tuples(left, st.lists(right, max_size=4)).map(lambda two: f"{two[0]} IN [{', '.join(two[1])}]"),
    )
    inside = st.one_of(st.just(""), st.tuples(key, text).map(lambda two: f" {{{two[0]}: {two[1]}}}"))
    hop = st.sampled_from(["-[:CAUSES]->", "<-[:TREATS]-", "-[:treats]->", "--", "<-[:IS_A]-"])
    one, other = (draw(st.tuples(label, inside).map("".join)).replace("Body Part", "`Body Part`") for _ in "ab")
    where = " OR ".join(draw(st.lists(compared, min_size=1, max_size=3)))
    return f"MATCH (a{one}){draw(hop)}(b{other}) WHERE {where} RETURN a.name, b"


made = st.builds(
    Made,
    st.dictionaries(st.sampled_from("abcdef"), st.one_of(st.sampled_from(TEXTS), st.text(max_size=8)), max_size=5),
    st.lists(
        st.builds(
            Candidate,
            st.sampled_from(["x:1", "X:2", "'"]),
            st.one_of(st.sampled_from(TEXTS), st.text(max_size=8)),
            st.sampled_from(["Disease", "Gene", "Drug", "Nothing"]),
            st.just(1.0),
            st.sampled_from(["exact", "synonym", "fuzzy", "identifier", "normalised"]),
            st.just("m"),
        ),
        max_size=3,
    ),
)


def requires_stillness(checker: Checker, cypher: str, entities: Sequence[Entity] = ()) -> None:
    once = checker.check(cypher, entities)
    again = checker.check(once.cypher, entities)
    assert (again.cypher, again.corrections) == (once.cypher, ())
    assert once.runnable == judge(once.cypher).allowed
    assert not judge(cypher).allowed or once.runnable


@given(looking(), st.sampled_from([(), ("mfs", "MONDO:7"), ("Iron", "D:2"), ("marfan", "G:1")]))
def test_a_checked_statement_stays_as_it_is(cypher: str, named: tuple[str, str] | tuple[()]) -> None:
    requires_stillness(CHECKER, cypher, [entity(*named)] if named else [])


@given(looking(), made)
def test_whatever_the_names_say_it_returns(cypher: str, names: Made) -> None:
    checker = Checker(NAMED, names=names)
    checked = checker.check(cypher)
    assert checked.runnable == judge(checked.cypher).allowed
    assert not judge(cypher).allowed or checked.runnable


@examples(60)
@given(st.text(max_size=200))
def test_any_text_returns(text: str) -> None:
    assert CHECKER.check(text).text == text
    names = NAMES.written(text, "CONTAINS", frozenset({"Disease"}), "name")
    assert names is None or all(name.casefold() for name in names)
