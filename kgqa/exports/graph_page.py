"""A drawing as a page of its own that works without this app and without a network."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from kgqa.exports.files import asked_at, encoded, graph_facts
from kgqa.language import phrases
from kgqa.language.phrases import NOTICE
from kgqa.presentation import graph_elements
from kgqa.presentation.drawing import Picture, drawn, notes
from kgqa.presentation.lines import lines
from kgqa.presentation.looks import looks
from kgqa.records import Trace
from kgqa.schema.model import Schema

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
    graph_elements.add(network, picture)
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
        status=phrases.status(trace.strategy, answer.status),
        headline=answer.headline,
        asked=asked_at(trace),
        name=picture.name,
        height=_height(picture),
        kinds=[
            {"name": kind, "mark": graph_elements.drawn(look)[1], "tone": look.tone}
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
