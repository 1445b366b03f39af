"""The drawing of an answer: who stands where, what is left out, and what never reaches the page."""

from __future__ import annotations

import json
from dataclasses import replace

from traces import hostile, intersection, nothing

from kgqa.ui.graph_layout import arrange
from kgqa.ui.graph_view import elements


def test_one_thing_under_two_identifiers_is_drawn_once() -> None:
    drawing = arrange(intersection(1, aside=1))
    assert [spot.node.name for spot in drawing.spots].count("Marfan syndrome") == 1
    assert drawing.left_out == 0
    numbers = sorted(number for line in drawing.lines for number in line.numbers)
    assert numbers == [1, 2, 3, 4, 5, 6, 7]


def test_what_is_asked_about_frames_the_answers_and_what_is_set_aside_stands_below() -> None:
    drawing = arrange(intersection(5, aside=2))
    by_role: dict[str, list[tuple[int, int]]] = {}
    for spot in drawing.spots:
        by_role.setdefault(spot.role, []).append((spot.x, spot.y))
    answers = {x for x, _ in by_role["answer"]}
    assert len(answers) == 1
    left, right = sorted(x for x, _ in by_role["question"])
    assert left < answers.pop() < right
    assert min(y for _, y in by_role["set_aside"]) > max(y for _, y in by_role["answer"])
    assert len(set(by_role["answer"])) == 6, "no two things in one place"


def test_the_same_answer_is_the_same_drawing() -> None:
    assert arrange(intersection(40)) == arrange(intersection(40))


def test_no_more_is_drawn_than_can_be_read_and_the_rest_is_counted() -> None:
    trace = intersection(500)
    drawing = arrange(trace)
    assert len(drawing.spots) + len(drawing.lines) <= 150
    assert drawing.rows <= 28
    things = 2 + 1 + 501  # two phenotypes, Marfan syndrome, the others
    assert len(drawing.spots) + drawing.left_out == things
    ends = {spot.key for spot in drawing.spots}
    assert all(line.source in ends and line.target in ends for line in drawing.lines)


def test_a_record_against_is_a_line_of_its_own() -> None:
    lines = arrange(intersection(0, aside=1)).lines
    assert [line.against for line in lines].count(True) == 1


def test_an_answer_without_evidence_has_an_empty_drawing() -> None:
    drawing = arrange(nothing())
    assert (drawing.spots, drawing.lines, drawing.rows) == ((), (), 0)


def test_things_on_the_way_stand_between() -> None:
    trace = intersection(3, aside=0)
    trace = replace(trace, answer=replace(trace.answer, items=()), entities=trace.entities[:1])
    roles = {spot.node.name: spot.role for spot in arrange(trace).spots}
    assert roles["Arachnodactyly"] == "question"
    assert roles["Disease number 1"] == "between"


def test_the_component_gets_neither_identifiers_nor_titles() -> None:
    attack = "<img src=x onerror=alert(1)>"
    drawn = elements(arrange(hostile(attack)), "light")
    for element in (*drawn["nodes"], *drawn["edges"]):
        assert "title" not in element
        assert attack not in json.dumps({name: value for name, value in element.items() if name != "label"})
    assert len({node["id"] for node in drawn["nodes"]}) == len(drawn["nodes"])


def test_every_drawn_thing_has_its_place_and_a_dash_where_it_is_against() -> None:
    drawn = elements(arrange(intersection(2, aside=1)), "dark")
    assert all({"x", "y", "id"} <= set(node) for node in drawn["nodes"])
    assert sum(bool(edge["dashes"]) for edge in drawn["edges"]) == 1
