"""The drawing of an answer: who stands where, what is left out, and what never reaches the page."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from traces import hostile, intersection, nothing

from kgqa.presentation.drawing import BOX_HEIGHT, BOX_WIDTH, Dot, Picture, drawn, notes
from kgqa.presentation.graph_layout import arrange
from kgqa.records import Node, Trace, Triple
from kgqa.ui.components import picture_view
from kgqa.ui.components.agraph_view import elements


def names(picture: Picture) -> list[str]:
    return [dot.text for dot in picture.dots]


def overlapping(picture: Picture) -> list[tuple[str, str]]:
    """Pairs of things whose boxes, at their largest, lie on each other."""
    dots = picture.dots
    return [
        (one.text, other.text)
        for position, one in enumerate(dots)
        for other in dots[position + 1 :]
        if abs(one.x - other.x) < BOX_WIDTH and abs(one.y - other.y) < BOX_HEIGHT
    ]


def asked_both_ways() -> Trace:
    """A relation question: the two ends are linked by themselves and by things between."""
    trace = intersection(4, aside=0)
    first, second = (entity.chosen for entity in trace.entities)
    direct = Triple(
        99, Node(first.id, first.name, "Phenotype"), "IS_A", Node(second.id, second.name, "Phenotype"), "is a kind of"
    )
    return replace(trace, answer=replace(trace.answer, items=()), evidence=(*trace.evidence, direct))


def test_one_thing_under_two_identifiers_is_drawn_once() -> None:
    picture = arrange(intersection(1, aside=1))
    assert names(picture).count("Marfan syndrome") == 1
    assert (picture.left_out, picture.links_left_out) == (0, 0)
    assert sorted(number for arrow in picture.arrows for number in arrow.numbers) == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_asked_about_frames_the_answers_and_what_is_set_aside_stands_below() -> None:
    by_role: dict[str, list[tuple[int, int]]] = {}
    for dot in arrange(intersection(5, aside=2)).dots:
        by_role.setdefault(dot.role, []).append((dot.x, dot.y))
    answers = {x for x, _ in by_role["answer"]}
    assert len(answers) == 1
    left, right = sorted(x for x, _ in by_role["question"])
    assert left < answers.pop() < right
    assert min(y for _, y in by_role["set_aside"]) > max(y for _, y in by_role["answer"])
    assert len(set(by_role["answer"])) == 6, "no two things in one place"


def test_the_same_answer_is_the_same_drawing() -> None:
    assert arrange(intersection(40)) == arrange(intersection(40))


@pytest.mark.parametrize("trace", [intersection(3), intersection(500, aside=9), asked_both_ways(), hostile("名" * 900)])
def test_no_box_lies_on_another(trace: Trace) -> None:
    assert overlapping(arrange(trace)) == []


@pytest.mark.parametrize("most", [4, 20, 150])
def test_no_more_is_drawn_than_can_be_read_and_the_rest_is_counted_and_has_a_dot(most: int) -> None:
    trace = intersection(500)
    picture = arrange(trace, most)
    assert len(picture.dots) + len(picture.arrows) <= most
    assert max([dot.x for dot in picture.dots].count(x) for x in {dot.x for dot in picture.dots}) <= 28 + 1
    things = 2 + 1 + 501  # two phenotypes, Marfan syndrome, the others
    assert picture.things + picture.left_out == things
    assert picture.links + picture.links_left_out == len(trace.evidence)
    groups = [dot for dot in picture.dots if dot.role == "group"]
    assert [dot.text for dot in groups] == ([f"+ {picture.left_out} more in the table"] if picture.things else [])
    ends = {dot.key for dot in picture.dots}
    assert all(arrow.source in ends and arrow.target in ends for arrow in picture.arrows)


def test_a_record_against_is_an_arrow_of_its_own() -> None:
    arrows = arrange(intersection(0, aside=1)).arrows
    assert [arrow.text for arrow in arrows if arrow.against] == ["does not show"]


def test_each_number_keeps_the_database_that_tells_it() -> None:
    trace = intersection(0, aside=0)
    others = (("OMIM", "a.tsv", "PMID:1"), ("ORPHA",), ())
    evidence = tuple(replace(one, sources=sources) for one, sources in zip(trace.evidence, others, strict=True))
    told = {number: by for arrow in arrange(replace(trace, evidence=evidence)).arrows
            for number, by in zip(arrow.numbers, arrow.told_by, strict=True)}  # fmt: skip
    assert told == {1: "OMIM", 2: "ORPHA", 3: ""}


def test_an_answer_without_evidence_has_an_empty_drawing() -> None:
    picture = arrange(nothing())
    assert (picture.dots, picture.arrows, picture.left_out) == ((), (), 0)


def test_things_on_the_way_stand_between() -> None:
    trace = intersection(3, aside=0)
    trace = replace(trace, answer=replace(trace.answer, items=()), entities=trace.entities[:1])
    roles = {dot.text: dot.role for dot in arrange(trace).dots}
    assert roles["Arachnodactyly"] == "question"
    assert roles["Disease number 1"] == "between"


def test_an_arrow_from_border_to_border_has_the_middle_for_itself() -> None:
    assert [dot.role for dot in arrange(asked_both_ways()).dots if dot.y == 0] == ["question", "question"]
    assert [dot.role for dot in arrange(intersection(2)).dots if dot.y == 0].count("question") == 2


def test_the_browser_gets_keys_of_ours_and_identifiers_only_as_words() -> None:
    attack = "<img src=x onerror=alert(1)>"
    picture = arrange(hostile(attack))
    data = picture_view.data(picture)
    for dot in data["dots"]:
        assert attack not in dot["key"]
        assert "id" not in dot
    for arrow in data["arrows"]:
        assert attack not in arrow["key"] + arrow["source"] + arrow["target"]


@pytest.mark.parametrize(
    "told", [None, "n0", {}, {"key": "n0"}, {"key": ["n0"], "action": "use"}, {"key": "x", "action": "use"},
             {"key": "n0", "action": "delete"}, {"key": "n0", "action": "open"}, {"key": "rest", "action": "use"},
             {"key": "n0", "action": {"use": 1}}],
)  # fmt: skip
def test_what_the_browser_may_not_tell_is_not_heard(told: object) -> None:
    picture = arrange(intersection(100), 20)
    assert picture_view.activated(picture, picture_view.EVERY_ACTION, told) is None


def test_what_it_may_tell_names_the_thing() -> None:
    picture = arrange(intersection(100), 20)
    told = picture_view.activated(picture, ("use",), {"key": "n0", "action": "use"})
    assert told is not None
    assert told.dot.id == "OMIM:154700"
    assert picture_view.activated(picture, ("use",), {"key": "n0", "action": "explore"}) is None
    opened = picture_view.activated(picture, ("open",), {"key": "rest", "action": "open"})
    assert opened is not None
    assert opened.dot.role == "group"


def test_the_note_counts_and_the_legend_names_what_is_there() -> None:
    assert drawn(arrange(intersection(10, aside=5))) == "18 of 18 things, 33 of 33 links drawn."
    assert notes(Picture("p", (Dot("n0", "A", "Gene", "question", 0, 0),), ())) == ()
    assert "dashed = looked for, not found" in notes(arrange(intersection(0, aside=1)))
    assert "dashed = looked for, not found" not in notes(arrange(intersection(1, aside=0)))
    assert "round = several things in one" in notes(arrange(intersection(99), 20))


def test_the_component_of_agraph_gets_neither_identifiers_nor_titles() -> None:
    attack = "<img src=x onerror=alert(1)>"
    found = elements(arrange(hostile(attack)), "light")
    for element in (*found["nodes"], *found["edges"]):
        assert "title" not in element
        assert attack not in json.dumps({name: value for name, value in element.items() if name != "label"})
    assert len({node["id"] for node in found["nodes"]}) == len(found["nodes"])


def test_a_selected_number_stands_out_in_it_and_every_property_is_sent_each_time() -> None:
    picture = arrange(intersection(2, aside=1))
    before, after = elements(picture, "dark"), elements(picture, "dark", 2)
    for kind in ("nodes", "edges"):
        assert [set(one) for one in before[kind]] == [set(one) for one in after[kind]]
    assert [edge["label"] for edge in after["edges"] if edge["width"] == 3.5] == ["2"]
    assert [node["label"] for node in after["nodes"] if node.get("borderWidth") == 3.5] == ["Marfan syndrome"]
    assert all({"x", "y", "id"} <= set(node) for node in after["nodes"])
    assert sum(bool(edge["dashes"]) for edge in after["edges"]) == 1


def test_entries_of_one_name_and_type_that_answer_nothing_are_one_box_with_all_identifiers() -> None:
    trace = intersection(2)
    gene = Node("G:1", "FBN1", "Gene")
    ends = [Node(f"D:{place}", "Brittle cornea syndrome", "Disease") for place in (1, 2)]
    found = tuple(Triple(90 + place, gene, "CAUSES", end, "causes") for place, end in enumerate(ends))
    dots = arrange(replace(trace, evidence=(*trace.evidence, *found)), kinds={"Disease": "Disorder"}).dots
    assert [dot.about for dot in dots if dot.text == ends[0].name] == [("Disorder · D:1 · D:2",)]
