"""A drawing as the nodes and edges of vis-network."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgqa.presentation.drawing import BOX_WIDTH, Arrow, Dot, Picture
from kgqa.presentation.looks import MARKS, OTHERS, Look, Shape, boxed, dashed, looks, numbered, wrapped

if TYPE_CHECKING:
    from pyvis.network import Network

INSTEAD: dict[Shape, tuple[str, str]] = {
    "circle": ("dot", "●"),
    "pentagon": ("triangleDown", "▼"),
    "octagon": ("star", "★"),
}
"""Shapes that vis-network has not or calls otherwise: its own, and the mark of that in a legend."""

SPREAD = 1.5
"""How much further apart columns stand than on the page, for the library puts numbers in the middle of an arrow."""


def drawn(look: Look) -> tuple[str, str]:
    """The shape as vis-network calls it, and its mark in a legend."""
    return INSTEAD.get(look.shape, (look.shape, MARKS[look.shape]))


def add(network: Network, picture: Picture) -> None:
    """Puts the things and arrows of a drawing into a network; every text in it is data, none is a title."""
    known = looks(picture)
    spots = {dot.key: _Spot(dot, known.get(dot.kind, OTHERS[0]), picture) for dot in picture.dots}
    for key, spot in spots.items():
        network.add_node(key, **spot.node())
    ports: set[str] = set()
    for arrow in picture.arrows:
        source, target = spots[arrow.source], spots[arrow.target]
        ends = []
        for spot, other in ((source, target), (target, source)):
            key, port = spot.end(other)
            if port and key not in ports:
                ports.add(key)
                network.add_node(key, **port)
            ends.append(key)
        network.add_edge(*ends, **_edge(arrow, source.dot, target.dot, picture))


@dataclass(frozen=True, slots=True)
class _Spot:
    """A thing with its look and its place in the network."""

    dot: Dot
    look: Look
    picture: Picture

    @property
    def boxed(self) -> bool:
        return boxed(self.dot, self.look, self.picture)

    @property
    def x(self) -> int:
        return round(self.dot.x * (SPREAD if self.picture.form == "columns" else 1))

    def node(self) -> dict[str, Any]:
        """The thing itself. ``tone`` names its colours, which follow the reader's theme."""
        return {
            # A space where there is no name: pyvis would show our own key.
            "label": "\n".join(wrapped(self.dot.text)) or " ",
            "x": self.x,
            "y": self.dot.y,
            "shape": "box" if self.boxed else drawn(self.look)[0],
            "size": 16,
            "color": None,
            "tone": self.look.tone,
            "dashed": dashed(self.dot),
            "shapeProperties": {"borderDashes": [4, 3] if dashed(self.dot) else False, "borderRadius": 3},
            "widthConstraint": {"minimum": BOX_WIDTH} if self.boxed else False,
            "about": self.about,
        }

    @property
    def about(self) -> str:
        return " · ".join((self.dot.text, *self.dot.about))

    def end(self, other: _Spot) -> tuple[str, dict[str, Any]]:
        """Where an arrow from or to another thing ends: the key of a node, and that node where it is a port.

        A level arrow ends at a port on the side of a box: the library would draw it behind the boxes beside it.
        """
        across = other.x - self.x
        if self.picture.form != "columns" or not self.boxed or abs(across) <= BOX_WIDTH:
            return self.dot.key, {}
        side = 1 if across > 0 else -1
        port = {"label": " ", "x": self.x + side * (BOX_WIDTH // 2 + 6), "y": self.dot.y, "shape": "dot", "size": 2}
        return f"{self.dot.key} {side}", {**port, "color": None, "tone": self.look.tone, "about": self.about}


def _edge(arrow: Arrow, source: Dot, target: Dot, picture: Picture) -> dict[str, Any]:
    words = f"{source.text} {arrow.text} {target.text}"
    return {
        "id": arrow.key,
        "label": numbered(arrow.numbers) or "\n".join(wrapped(arrow.text)),
        "dashes": [5, 4] if arrow.against else False,
        "numbers": list(arrow.numbers),
        "width": arrow.width or 1,
        "about": " · ".join((words, *arrow.sources)),
        "smooth": _smooth(arrow, picture),
    }


def _smooth(arrow: Arrow, picture: Picture) -> dict[str, Any]:
    if arrow.bend:
        return {"enabled": True, "type": "curvedCCW" if arrow.bend < 0 else "curvedCW", "roundness": 0.2}
    if picture.form == "free":
        return {"enabled": False}
    return {"enabled": True, "type": "cubicBezier", "forceDirection": "horizontal", "roundness": 0.45}
