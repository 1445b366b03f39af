"""Links that are recorded from both ends: told by their pairs, and asked once."""

from __future__ import annotations

import random

import pytest

from kgqa.load.mirrors import Pairs, joined
from kgqa.planning.statements import Statements
from kgqa.questions.intent import Condition, Hop, Thing, Variable
from kgqa.records import Query
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Relation, Schema

Edge = tuple[str, str, str, str, str]
"""Label of the source, type, label of the target, source, target."""


def read(edges: list[Edge]) -> dict[tuple[str, str, str], Relation]:
    """The relations of some edges, those that mirror another one found."""
    pairs = Pairs()
    for source_label, type_, target_label, source, target in edges:
        pairs.add((source_label, type_, target_label), source, target)
    triads = dict.fromkeys((edge[0], edge[1], edge[2]) for edge in edges)
    made = [derive.relation(type_, source, target, 1, ()) for source, type_, target in triads]
    return {(one.source, one.type, one.target): one for one in joined(made, pairs)}


def both(type_: str, back: str, pairs: list[tuple[str, str]], target: str = "Disease") -> list[Edge]:
    """Edges from drugs under one name, and the same links from their other end under another."""
    forth = [("Drug", type_, target, one, other) for one, other in pairs]
    return [*forth, *((target, back, "Drug", other, one) for one, other in pairs)]


@pytest.mark.parametrize("back", ["indication", "treated_by", "whatever"])
def test_a_relation_with_the_same_pairs_turned_round_is_a_mirror(back: str) -> None:
    edges = both("indication", back, [("a", "x"), ("b", "x"), ("c", "y")])
    random.Random(1).shuffle(edges)
    found = read(edges)
    assert sum(one.mirrors is not None for one in found.values()) == 1
    schema = Schema((NodeType("Drug", "drug", "drugs"), NodeType("Disease", "disease", "diseases")), (*found.values(),))
    assert len(schema.between("Drug", "Disease")) == 1


@pytest.mark.parametrize("change", ["one more", "one less", "another end", "not turned"])
def test_other_pairs_are_no_mirror(change: str) -> None:
    edges = both("moves", "moved_along", [("a", "x"), ("b", "x"), ("x", "b")])
    if change == "one more":
        edges.append(("Disease", "moved_along", "Drug", "y", "a"))
    elif change == "one less":
        edges.pop()
    elif change == "another end":
        edges[-1] = (*edges[-1][:4], "a")
    else:
        edges[-1] = (*edges[-1][:3], "x", "a")
    assert not any(one.mirrors for one in read(edges).values())


def test_one_name_in_both_directions_with_other_pairs_stays_two() -> None:
    edges = [("Gene", "regulates", "Protein", "g", "p"), ("Protein", "regulates", "Gene", "q", "h")]
    assert not any(one.mirrors or one.symmetric for one in read(edges).values())


def test_one_name_in_both_directions_that_says_no_direction_is_one_relation() -> None:
    edges = [("Gene", "interacts_with", "Protein", "g", "p"), ("Protein", "interacts_with", "Gene", "q", "h")]
    first, second = read(edges).values()
    assert (first.symmetric, first.mirrors, second.mirrors) == (True, None, "interacts_with")


def test_pairs_that_all_occur_both_ways_make_a_relation_symmetric() -> None:
    edges = [("Drug", "paired", "Drug", *pair) for pair in (("a", "b"), ("b", "a"), ("c", "a"), ("a", "c"))]
    assert read(edges)["Drug", "paired", "Drug"].symmetric
    assert not read(edges[:-1])["Drug", "paired", "Drug"].symmetric


def test_parents_and_children_are_one_relation_but_not_symmetric() -> None:
    edges = [("Drug", "contains", "Drug", "a", "b"), ("Drug", "part_of", "Drug", "b", "a")]
    first, second = read(edges).values()
    assert (first.mirrors, first.symmetric, second.mirrors) == ("part_of", False, None), "the hierarchy is asked"
    assert second.hierarchical


def test_denials_and_kinds_are_never_mirrors() -> None:
    pairs = Pairs()
    pairs.add(("A", "lacks", "B"), "a", "b")
    pairs.add(("B", "has", "A"), "b", "a")
    lacks = Relation("lacks", "A", "B", "lacks", "is not had by", negates="has")
    has = Relation("has", "B", "A", "has", "is had by")
    assert [one.mirrors for one in joined([lacks, has], pairs)] == [None, None]


def test_the_words_of_a_mirror_stand_on_the_side_of_their_subject() -> None:
    pairs = Pairs()
    pairs.add(("A", "cures", "B"), "a", "b")
    pairs.add(("B", "cured_by", "A"), "b", "a")
    cures = Relation("cures", "A", "B", "cures", "is cured by", forward_words=("heal",))
    cured = Relation("cured_by", "B", "A", "is cured by", "cures", forward_words=("get over",), inverse_words=("mend",))
    first, _ = joined([cures, cured], pairs)
    assert set(first.forward_words) >= {"heal", "mend"}
    assert set(first.inverse_words) >= {"get over"}


def test_mirrors_are_asked_together_unless_they_are_within_one_type() -> None:
    nodes = NodeType("A", "a", "as"), NodeType("B", "b", "bs")
    cures = Relation("cures", "A", "B", "cures", "is cured by")
    cured = Relation("cured_by", "B", "A", "is cured by", "cures", mirrors="cures")
    holds = Relation("holds", "A", "A", "holds", "is held by")
    held = Relation("held_by", "A", "A", "is held by", "holds", mirrors="holds")
    statements = Statements(Schema(nodes, (cures, cured, holds, held)))

    def asked(relation: Relation) -> Query:
        thing = Thing("x", relation.target, ("x",))
        return statements.answers(Variable(relation.source, (Condition(Hop(relation, True), (thing,)),)))

    assert ":cures|cured_by]-(" in asked(cures).cypher
    assert ":holds]->(" in asked(holds).cypher
