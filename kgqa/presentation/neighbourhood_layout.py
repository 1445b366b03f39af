"""Where the things around one thing stand in its drawing: it in the middle, the others on rings, the rest as groups.

The drawing of an answer is expanded by such a neighbourhood: what a reader had added, which is no part of the answer.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.evidence.exploring.neighbourhood import Details, Side
from kgqa.presentation.drawing import BOX_WIDTH, NO_KINDS, Arrow, Dot, Form, Picture, Role
from kgqa.presentation.graph_layout import ROW_GAP
from kgqa.questions.wording import Wording
from kgqa.records import Node, Triple

GAP = 62
"""Height between two neighbours on one side of the middle, in units of the drawing."""
WIDTH, STEP = 240, 220
"""Distance of the first ring from the middle to the side, and between rings."""
ROUND = 20
"""Things on the first ring; each further ring holds as many more."""
WORDS = 110
"""Room for the words of an arrow between two columns."""
LEAST = 105
"""Least distance to the side, so that names right above and below the middle stand beside each other."""


@dataclass(frozen=True, slots=True)
class Ray:
    """The facts of one side that are drawn, and how many things of it are not.

    Attributes:
        triples: the facts to be drawn, in order; those that are rows of the table have a number.
        rest: how many things the group stands for; 0 where there is none.
        group: what the group says ("+ 61 more phenotypes").
    """

    side: Side
    triples: tuple[Triple, ...]
    rest: int = 0
    group: str = ""


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """A drawing, and which side each of its groups is of."""

    picture: Picture
    groups: dict[str, Side]


def arrange_around(
    details: Details, rays: Sequence[Ray], name: str, kinds: Mapping[str, str] = NO_KINDS, *, narrow: bool = False
) -> Neighbourhood:
    """The drawing of a thing with its rays, clockwise from the top in their order.

    Args:
        name: the accessible name of the drawing.
        kinds: what labels of the graph are called.
        narrow: for a telephone, where a ring would be too small to be read: what is around stands in one column.
    """
    own = set(details.ids)
    keys: dict[Node, str] = {}
    spots: list[tuple[str, Role, str, str, str]] = []
    arrows: list[Arrow] = []
    groups: dict[str, Side] = {}
    for ray in rays:
        for node, triples in things(ray.side, ray.triples, own).items():
            if node.id not in own and node not in keys:
                keys[node] = f"n{len(keys) + 1}"
                role: Role = "set_aside" if all(triple.against for triple in triples) else "answer"
                spots.append((keys[node], role, node.name, node.label, node.id))
            arrows += _arrows(keys.get(node, "n0"), triples, own, len(arrows))
        if ray.rest:
            key = f"g{len(groups)}"
            groups[key] = ray.side
            spots.append((key, "group", ray.group, ray.side.hop.end, ""))
            arrows.append(_group_arrow(key, ray.side, len(arrows)))
    node = details.node
    dots = [
        Dot("n0", node.name, node.label, "question", 0, 0, (kinds.get(node.label, node.label), *details.ids), node.id)
    ]
    for (key, role, text, kind, id_), (x, y) in zip(
        spots, _column(len(spots)) if narrow else _places(len(spots)), strict=True
    ):
        dots.append(Dot(key, text, kind, role, x, y, (kinds.get(kind, kind), id_) if id_ else (), id_))
    form: Form = "columns" if narrow else "free"
    return Neighbourhood(
        Picture(name, tuple(dots), tuple(arrows), sum(ray.rest for ray in rays), _left(rays), form, kinds), groups
    )


def things(side: Side, triples: Sequence[Triple], own: set[str]) -> dict[Node, list[Triple]]:
    """The things at the far ends of facts, with their facts; identifiers of one name and type are one thing."""
    first: dict[tuple[str, str], Node] = {}
    found: dict[Node, list[Triple]] = {}
    for triple in triples:
        far = far_end(side, triple, own)
        node = first.setdefault((far.label, far.name.casefold()), far)
        found.setdefault(node, []).append(triple)
    return found


def side_words(wording: Wording, side: Side) -> str:
    """A relation as it reads from the thing, with what it leads to: "shows phenotype"."""
    return f"{wording.phrase(side.hop)} {wording.things(side.hop.end, 1)}"


def far_end(side: Side, triple: Triple, own: set[str]) -> Node:
    """The end of a fact where the thing is not; of a link of a thing to itself the one that the side leads to."""
    if (triple.subject.id in own) != (triple.object.id in own):
        return triple.object if triple.subject.id in own else triple.subject
    return triple.object if side.hop.forward else triple.subject


def _left(rays: Sequence[Ray]) -> int:
    return sum(ray.side.records - len(ray.triples) for ray in rays)


def _arrows(key: str, triples: Sequence[Triple], own: set[str], number: int) -> Iterator[Arrow]:
    """One arrow for the facts that say so, and one for those that deny it."""
    both = len({triple.against for triple in triples}) > 1
    for against in (False, True):
        some = [triple for triple in triples if triple.against is against]
        if some:
            ends = ("n0", key) if some[0].subject.id in own else (key, "n0")
            told = [triple.sources[0] if triple.sources else "" for triple in some]
            numbered = [place for place, triple in enumerate(some) if triple.number]
            yield Arrow(
                f"e{number}", *ends, some[0].phrase, tuple(some[place].number for place in numbered), against,
                some[0].predicate, tuple(dict.fromkeys(filter(None, told))), tuple(told[place] for place in numbered),
                bend=_bend(key, both, against), facts=len(some),
            )  # fmt: skip
            number += 1


def _bend(key: str, both: bool, against: bool) -> int:
    if key == "n0":
        return 60
    return 40 if both and against else 0


def _group_arrow(key: str, side: Side, number: int) -> Arrow:
    ends = ("n0", key) if side.hop.forward else (key, "n0")
    return Arrow(f"e{number}", *ends, side.hop.relation.forward, relation=side.hop.relation.type)


def _column(count: int) -> Iterator[tuple[int, int]]:
    """Places in one column at the right of the middle."""
    for row in range(count):
        yield BOX_WIDTH + WORDS, round((row - (count - 1) / 2) * ROW_GAP)


def _places(count: int) -> Iterator[tuple[int, int]]:
    """Places on rings around the middle, clockwise from the top: names are wide, so heights are spread evenly."""
    ring, left = 0, count
    while left > 0:
        here = min(left, ROUND * (ring + 1))
        right = -(-here // 2)
        for side, number in ((1, right), (-1, here - right)):
            height = GAP * number / 2
            for place in range(number):
                y = side * (-height + GAP * (place + 0.5))
                x = (WIDTH + STEP * ring) * math.sqrt(1 - (y / height) ** 2)
                yield round(side * max(x, LEAST)), round(y)
        left -= here
        ring += 1


_ADDED = "added, not part of the answer"
_BESIDE, _LANE_GAP, _LABEL = 20, 12, 104
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
    lane = max((dot.x for dot in picture.dots), default=0) + BOX_WIDTH // 2 + _BESIDE
    column = lane - _LABEL - BOX_WIDTH // 2
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
                lines = (f"{picture.kinds.get(node.label, node.label)} · {node.id}", _ADDED)
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
        lane += _LANE_GAP if len(arrows) > fresh else 0
    return replace(picture, dots=(*picture.dots, *added), arrows=(*picture.arrows, *arrows))
