"""The drawing of pruned facts: what stays is where it was, whatever is kept or cut next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kgqa.presentation.drawing import BOX_WIDTH, NO_KINDS, Arrow, Dot, Picture, Role
from kgqa.presentation.graph_layout import ASKED_GAP, CHANNEL, ROW_GAP, arrange, asked, same_things
from kgqa.records import Node, Scored, Trace

MOST_CUT = 20
"""Cut facts that are drawn, the nearest to the question first."""
REST = "rest"


@dataclass(slots=True)
class Places:
    """Where things stand, from the first drawing on.

    Attributes:
        spots: by identifier of a thing its key in the drawing, whether the question names it, and where it stands.
    """

    spots: dict[str, tuple[str, bool, int, int]] = field(default_factory=dict)

    def spot(self, dot: Dot) -> Dot:
        """The thing where it stood before; a new one below those of its kind."""
        id_, asked = dot.id or REST, dot.role == "question"
        known = self.spots.get(id_)
        if known is None:
            known = (f"n{len(self.spots)}" if dot.id else REST, asked, *self._free(asked))
            self.spots[id_] = known
        return replace(dot, key=known[0], x=known[2], y=known[3])

    def begin(self, dots: Sequence[Dot]) -> None:
        """Takes the places of a first drawing over."""
        for dot in dots:
            key = f"n{len(self.spots)}" if dot.id else REST
            self.spots[dot.id or REST] = (key, dot.role == "question", dot.x, dot.y)

    def _free(self, asked: bool) -> tuple[int, int]:
        alike = [(x, y) for _, one, x, y in self.spots.values() if one == asked]
        if alike:
            first = min(x for x, _ in alike)
            return first, max(y for x, y in alike if x == first) + (ASKED_GAP if asked else ROW_GAP)
        beyond = max((x for _, _, x, _ in self.spots.values()), default=0)
        return beyond + CHANNEL + BOX_WIDTH // 2, 0


def arrange_steadily(
    trace: Trace,
    places: Places,
    cut: Sequence[Scored] = (),
    most: int = 150,
    kinds: Mapping[str, str] = NO_KINDS,
) -> Picture:
    """The drawing of the kept facts of a trace, with its things where they stood before.

    Args:
        places: of the drawings before; those of new things are added.
        cut: facts that were cut and are drawn all the same, numbered below 0; only the first of them.
        most, kinds: as of ``arrange``.
    """
    # What a person put back is drawn even where there is no room for everything.
    by_hand = {one.triple.number for one in trace.pruned.kept if one.by_hand} if trace.pruned is not None else set()
    evidence = tuple(sorted(trace.evidence, key=lambda one: (one.number not in by_hand, one.number)))
    picture = arrange(replace(trace, evidence=evidence), most, kinds=kinds)
    kinds = picture.kinds
    if not places.spots:
        places.begin(picture.dots)
    before = {dot.key: places.spot(dot) for dot in picture.dots}
    dots = {dot.key: dot for dot in before.values()}
    arrows = [replace(one, source=before[one.source].key, target=before[one.target].key) for one in picture.arrows]
    things = same_things(trace)
    about = set(asked(trace))
    for place, one in enumerate(cut[:MOST_CUT]):
        ends = [
            _dot(things.get(node.id, node), places, dots, about, kinds)
            for node in (one.triple.subject, one.triple.object)
        ]
        source = one.triple.sources[0] if one.triple.sources else ""
        arrows.append(
            Arrow(
                f"c{place}",
                ends[0].key,
                ends[1].key,
                one.triple.phrase,
                (one.triple.number,),
                one.triple.against,
                one.triple.predicate,
                (source,) if source else (),
                (source,),
            )
        )
    return replace(picture, dots=tuple(dots.values()), arrows=tuple(arrows))


def _dot(node: Node, places: Places, dots: dict[str, Dot], about: set[str], kinds: Mapping[str, str]) -> Dot:
    role: Role = "question" if node.id in about else "cut"
    lines = (f"{kinds.get(node.label, node.label)} · {node.id}",)
    dot = places.spot(Dot("", node.name, node.label, role, 0, 0, lines, node.id))
    return dots.setdefault(dot.key, dot)
