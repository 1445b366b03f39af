"""A drawing as a page of its own that works without this app and without a network."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kgqa.exports.files import asked_at, graph_facts
from kgqa.language import phrases, read_as
from kgqa.language.phrases import NOTICE
from kgqa.presentation.drawing import (
    BOX_WIDTH,
    MARKS,
    OTHERS,
    Arrow,
    Dot,
    Look,
    Picture,
    Shape,
    boxed,
    dashed,
    dashes,
    drawn,
    looks,
    notes,
    numbered,
    wrapped,
)
from kgqa.presentation.evidence_lines import lines
from kgqa.presentation.text import encoded
from kgqa.records import Trace
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from pyvis.network import Network

ASSETS = Path(__file__).parents[2] / "assets" / "exports"
LIBRARY = "lib/vis-9.1.2/vis-network.min.js"
ROOM_PX = 140
"""Height of a drawing besides what lies between its things."""
HIGHEST_PX = 1400

OPTIONS = {
    "physics": {"enabled": False},
    "interaction": {"hover": True, "multiselect": False, "selectConnectedEdges": False, "zoomSpeed": 0.5},
}


def page(picture: Picture, trace: Trace, schema: Schema) -> bytes:
    """The drawing of an answer as UTF-8 HTML: to move and zoom, with a legend, the evidence and where it comes from.

    Everything is in the file. Names stand in it as text, and as data that a script of ours gives to a canvas: the
    page's own policy lets the browser run two scripts, known by their hashes, and load nothing.
    """
    from pyvis.network import Network

    network = Network(directed=True, cdn_resources="in_line")
    _add(network, picture)
    # Its own template loads a style sheet from elsewhere and takes titles for HTML: only its library is used.
    nodes, edges, *_ = network.get_network_data()
    library = network.templateEnv.get_template(LIBRARY).render()
    script, style = _asset("graph.js"), _asset("graph.css")
    answer = trace.answer
    html = network.templateEnv.from_string(_asset("graph.html")).render(
        policy=_policy([library, script], style),
        library=library,
        script=script,
        style=style,
        data={"nodes": nodes, "edges": edges, "options": OPTIONS},
        question=trace.question,
        read_as=read_as.line(trace),
        status=phrases.said_status(trace),
        headline=answer.headline,
        asked=asked_at(trace),
        name=picture.name,
        height=_height(picture),
        kinds=[
            {"name": picture.kinds.get(kind, kind), "mark": _shape(look)[1], "tone": look.tone}
            for kind, look in looks(picture).items()
        ],
        notes=(*notes(picture), drawn(picture)),
        lines=lines(trace, schema),
        facts=graph_facts(trace.graph),
        notice=NOTICE,
    )
    return encoded(html)


def _height(picture: Picture) -> int:
    """The height of the drawing in pixels, so that its names can be read without zooming."""
    heights = [dot.y for dot in picture.dots] or [0]
    return min(max(heights) - min(heights) + ROOM_PX, HIGHEST_PX)


def _policy(scripts: list[str], style: str) -> str:
    allowed = " ".join(_hash(script) for script in scripts)
    rest = "base-uri 'none'; form-action 'none'"
    return f"default-src 'none'; script-src {allowed}; style-src {_hash(style)}; {rest}"


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


_INSTEAD: dict[Shape, tuple[str, str]] = {
    "circle": ("dot", "●"),
    "pentagon": ("triangleDown", "▼"),
    "octagon": ("star", "★"),
}
"""Shapes that vis-network has not or calls otherwise: its own, and the mark of that in a legend."""
SPREAD = 1.5
"""How much further apart columns stand than on the page, for the library puts numbers in the middle of an arrow."""


def _shape(look: Look) -> tuple[str, str]:
    """The shape as vis-network calls it, and its mark in a legend."""
    return _INSTEAD.get(look.shape, (look.shape, MARKS[look.shape]))


def _add(network: Network, picture: Picture) -> None:
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
            "shape": "box" if self.boxed else _shape(self.look)[0],
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
        "dashes": list(dashes(arrow)) or False,
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
