"""The drawing of an answer with more of the graph in it: what a reader had added, which is no part of the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.evidence.exploring.neighbourhood import Side
from kgqa.presentation.drawing import BOX_WIDTH, Arrow, Dot, Picture
from kgqa.presentation.graph_layout import ROW_GAP
from kgqa.presentation.neighbourhood_layout import things
from kgqa.records import Triple

ADDED = "added, not part of the answer"
BESIDE, LANE_GAP, LABEL = 20, 12, 104
"""How far beside everything the first lane runs, how far lanes are apart, and room for the words of an arrow."""


@dataclass(frozen=True, slots=True)
class Growth:
    """Facts of one side of a thing that is drawn.

    Attributes:
        origin: identifier of the thing, as in the drawing; ``own`` all of its identifiers.
    """

    origin: str
    own: frozenset[str]
    side: Side
    triples: tuple[Triple, ...]


def grown(picture: Picture, growths: Sequence[Growth]) -> Picture:
    """The drawing with these facts; what was drawn stays where it was, and what is new stands below it, a row each.

    The arrows of one growth run in a lane beside everything that is drawn, over no box and no number.

    A thing that is drawn already, by identifier or by name and type, is linked to and not drawn again.
    """
    dots = {dot.id: dot for dot in picture.dots if dot.id}
    named = {(dot.kind, dot.text.casefold()): dot for dot in picture.dots}
    drawn = {frozenset((arrow.source, arrow.target)) for arrow in picture.arrows}
    lane = max((dot.x for dot in picture.dots), default=0) + BOX_WIDTH // 2 + BESIDE
    column = lane - LABEL - BOX_WIDTH // 2
    bottom = max((dot.y for dot in picture.dots), default=0) + ROW_GAP // 2
    added: list[Dot] = []
    arrows: list[Arrow] = []
    for growth in growths:
        origin = dots.get(growth.origin)
        if origin is None:
            continue
        fresh = len(arrows)
        for node, triples in things(growth.side, growth.triples, set(growth.own)).items():
            dot = dots.get(node.id) or named.get((node.label, node.name.casefold()))
            if dot is None:
                bottom += ROW_GAP
                lines = (f"{picture.kinds.get(node.label, node.label)} · {node.id}", ADDED)
                key = f"a{len(added)}"
                dot = Dot(key, node.name, node.label, "added", column, bottom, lines, node.id)
                added.append(dot)
                dots[node.id] = named[node.label, node.name.casefold()] = dot
            if dot.key == origin.key or frozenset((origin.key, dot.key)) in drawn:
                continue
            drawn.add(frozenset((origin.key, dot.key)))
            outward = triples[0].subject.id in growth.own
            ends = (origin.key, dot.key) if outward else (dot.key, origin.key)
            denied = all(triple.against for triple in triples)
            told = tuple(dict.fromkeys(triple.sources[0] for triple in triples if triple.sources))
            words, relation = triples[0].phrase, triples[0].predicate
            arrows.append(
                Arrow(f"b{len(arrows)}", *ends, words, (), denied, relation, told, added=True, quiet=True, lane=lane)
            )
        lane += LANE_GAP if len(arrows) > fresh else 0
    return replace(picture, dots=(*picture.dots, *added), arrows=(*picture.arrows, *arrows))
