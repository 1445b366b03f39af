"""The drawing of a schema: nothing on anything else, whatever the types and relations."""

from __future__ import annotations

import pytest

from kgqa.presentation.schema_layout import schema_picture
from kgqa.schema.model import NodeType, Relation, Schema


def schema(*relations: tuple[str, str, str], types: str = "") -> Schema:
    labels = dict.fromkeys([*types.split(), *(end for _, *ends in relations for end in ends)])
    nodes = tuple(NodeType(label, label.lower(), f"{label.lower()}s", count=9 - len(label)) for label in labels)
    return Schema(
        nodes, tuple(Relation(name, source, target, name, name, count=5) for name, source, target in relations)
    )


HPO = schema(
    ("causes", "Gene", "Disease"), ("shows", "Disease", "Sign"), ("lacks", "Disease", "Sign"),
    ("follows", "Disease", "Mode"), ("is a", "Sign", "Sign"), ("is like", "Sign", "Sign"), ("is of", "Mode", "Sign"),
    ("points to", "Gene", "Sign"), types="Gene Disease Sign Mode Alone",
)  # fmt: skip
MANY = schema(*((f"r{a}{b}", f"T{a}", f"T{b}") for a in range(20) for b in range(20)))


@pytest.mark.parametrize("given", [HPO, MANY, schema(types="Only"), Schema((), ())])
def test_no_type_stands_on_another_and_the_same_schema_is_the_same_drawing(given: Schema) -> None:
    picture = schema_picture(given)
    places = [(dot.x, dot.y) for dot in picture.dots]
    assert len(set(places)) == len(places)
    assert all(abs(x - a) >= 120 or abs(y - b) >= 80 for i, (x, y) in enumerate(places) for a, b in places[:i])
    assert picture == schema_picture(given)
    assert len(picture.dots) + len(picture.arrows) <= 150
    assert picture.things + picture.left_out == len(given.nodes)
    assert picture.things <= 12
    assert picture.links + picture.links_left_out == len(given.relations)


def test_what_leads_to_something_stands_above_it() -> None:
    heights = {dot.kind: dot.y for dot in schema_picture(HPO).dots}
    assert heights["Gene"] < heights["Disease"] < heights["Sign"] == heights["Mode"]
    assert heights["Alone"] == heights["Gene"]


def test_parallel_relations_are_one_arrow_whatever_their_direction() -> None:
    picture = schema_picture(schema(("a", "One", "Two"), ("b", "Two", "One"), ("c", "One", "Two"), ("d", "One", "One"),
                                    ("e", "One", "One")))  # fmt: skip
    assert [(arrow.text, len(arrow.about)) for arrow in picture.arrows] == [
        ("a (5) + 2 more", 3),
        ("d (5) + 1 more", 2),
    ]
    assert picture.arrows[0].about[1] == "two b one (5)"
    assert not any(arrow.quiet for arrow in picture.arrows)


def test_of_many_arrows_the_most_frequent_have_words_and_the_others_where_one_points() -> None:
    quiet = [arrow.quiet for arrow in schema_picture(MANY).arrows]
    assert quiet == sorted(quiet)
    assert quiet.count(False) == 6


def test_an_arrow_past_a_type_bends_around_it() -> None:
    picture = schema_picture(schema(("a", "Top", "Mid"), ("b", "Mid", "Low"), ("c", "Top", "Low")))
    bends = {arrow.relation: arrow.bend for arrow in picture.arrows}
    assert bends["a"] == bends["b"] == 0
    assert bends["c"] != 0


def test_types_that_lead_to_each_other_in_a_ring_end_somewhere() -> None:
    assert len(schema_picture(schema(("a", "One", "Two"), ("b", "Two", "Three"), ("c", "Three", "One"))).dots) == 3


def test_what_is_held_is_counted_in_words() -> None:
    dot = schema_picture(Schema((NodeType("Gene", "gene", "genes", count=5127),), ())).dots[0]
    assert (dot.text, dot.about) == ("Gene (5,127)", ("5,127 genes",))


def test_of_many_types_those_with_most_facts_are_drawn_and_each_can_be_drawn_with_its_own() -> None:
    relations = [Relation("r", f"T{a}", f"T{a + 1}", "r", "r", count=a) for a in range(1, 20)]
    given = Schema(tuple(NodeType(f"T{a}", f"t{a}", f"t{a}s", count=1) for a in range(1, 21)), tuple(relations))
    picture = schema_picture(given)
    *types, group = picture.dots
    assert {dot.kind for dot in types} == {f"T{a}" for a in range(9, 21)}
    assert (group.role, group.text, len(group.about)) == ("group", "+ 8 more types", 8)
    assert len({dot.y for dot in types}) <= 5, "a long chain is laid out in rows that can be read"
    around = schema_picture(given, around="T2")
    assert ({dot.kind for dot in around.dots}, around.links) == ({"T1", "T2", "T3"}, 2)
