"""The drawing of an answer that a reader has grown: one box for one thing, below what was there, and marked."""

from __future__ import annotations

import explored
import traces
from stand_in import Asker

from kgqa.presentation.drawing import BOX_HEIGHT, BOX_WIDTH, drawn, notes
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.neighbourhood_layout import Growth, grown
from kgqa.records import Node, Triple

SIGNS = [Node(f"HP:{place}", f"New sign {place}", "Phenotype") for place in range(6)]
PICTURE = arrange(traces.intersection(10, aside=5))
MARFAN = next(dot for dot in PICTURE.dots if dot.text == "Marfan syndrome")


def growth(*far: Node, origin: str = MARFAN.id) -> Growth:
    (side,) = Asker.explorer.sides(marfan())
    own = Node(origin, "Marfan syndrome", "Disease")
    triples = tuple(Triple(0, own, "HAS_PHENOTYPE", node, "shows") for node in far)
    return Growth(origin, frozenset({origin}), side, triples)


def marfan():
    details = Asker.explorer.thing(explored.MARFAN.id)
    assert details is not None
    return details.thing


def test_what_is_added_stands_below_in_boxes_of_its_own_and_is_marked() -> None:
    found = grown(PICTURE, [growth(*SIGNS)])
    assert found.dots[: len(PICTURE.dots)] == PICTURE.dots, "nothing that was there moves"
    new = found.dots[len(PICTURE.dots) :]
    assert [dot.text for dot in new] == [node.name for node in SIGNS]
    assert {dot.role for dot in new} == {"added"}
    assert all("not part of the answer" in " ".join(dot.about) for dot in new)
    assert min(dot.y for dot in new) > max(dot.y for dot in PICTURE.dots) + BOX_HEIGHT // 2
    boxes = [(dot.x, dot.y) for dot in new]
    assert all(
        abs(x - a) >= BOX_WIDTH or abs(y - b) >= BOX_HEIGHT for i, (x, y) in enumerate(boxes) for a, b in boxes[:i]
    )
    edge = max(dot.x for dot in found.dots) + BOX_WIDTH // 2
    assert {(arrow.lane or 0) > edge for arrow in found.arrows if arrow.added} == {True}, "over no box"
    assert "dotted = added, not part of the answer" in notes(found)
    assert drawn(found) == drawn(PICTURE), "what the answer rests on is as much as before"


def test_a_thing_that_is_drawn_is_linked_to_and_not_drawn_again() -> None:
    there = next(dot for dot in PICTURE.dots if dot.role == "question")
    again = Node("HP:other", there.text.upper(), there.kind)
    assert grown(PICTURE, [growth(again)]) == PICTURE, "the answer has that link already"
    far = next(dot for dot in PICTURE.dots if dot.role == "set_aside")
    linked = grown(PICTURE, [growth(Node(far.id, far.text, far.kind), SIGNS[0]), growth(SIGNS[0], SIGNS[1])])
    assert len(linked.dots) == len(PICTURE.dots) + 2
    assert [arrow.target for arrow in linked.arrows[len(PICTURE.arrows) :]] == [far.key, "a0", "a1"]


def test_it_grows_from_what_was_added_and_not_from_what_is_gone() -> None:
    further = growth(SIGNS[1], origin=SIGNS[0].id)
    assert grown(PICTURE, [further]) == PICTURE
    both = grown(PICTURE, [growth(SIGNS[0]), further])
    assert [arrow.source for arrow in both.arrows[len(PICTURE.arrows) :]] == [MARFAN.key, "a0"]
