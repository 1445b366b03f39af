"""The part of the graph that an answer rests on, drawn with streamlit-agraph."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Literal

import streamlit as st
from streamlit_agraph import _agraph

from kgqa.records import Node, Trace
from kgqa.ui.graph_layout import Drawing, Line, Spot, arrange
from kgqa.ui.text import counted, plain, shortened

Theme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Look:
    """How one kind of thing is drawn: shape, colour in the light and in the dark theme."""

    shape: str
    light: str
    dark: str


LOOKS = {
    "Disease": Look("square", "#0B6580", "#6CC3DB"),
    "Phenotype": Look("diamond", "#B25E09", "#E59A4C"),
    "Gene": Look("hexagon", "#6B4FA0", "#B49AE6"),
    "InheritanceMode": Look("triangle", "#135C38", "#84D7AB"),
}
OTHER_LOOK = Look("dot", "#4A5763", "#B1BDC8")

INK = {"light": "#17212B", "dark": "#E4EAF0"}
PAPER = {"light": "#FFFFFF", "dark": "#11171D"}
LINE = {"light": "#8895A1", "dark": "#5B6874"}
NARROW_MOST = 20
"""Things and lines on a telephone, where a drawing of 150 cannot be read."""


def draw(trace: Trace, serial: str) -> None:
    """Draws the evidence of an answer, says what is left out, and shows the thing that was clicked."""
    if not trace.evidence:
        return
    narrow = "Mobi" in (st.context.headers.get("User-Agent") or "")
    drawing = arrange(trace, NARROW_MOST if narrow else 150)
    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    with st.container(border=True, key="graph", gap="xsmall"):
        st.markdown("##### Where the answer rests", anchors=False)
        clicked = _agraph(
            data=json.dumps(elements(drawing, theme)),
            config=json.dumps(_options(drawing, narrow)),
            key=f"subgraph_{serial}",
        )
        _draw_clicked(drawing, clicked)
        st.caption(_legend(drawing))


def elements(drawing: Drawing, theme: Theme) -> dict[str, list[dict[str, Any]]]:
    """Nodes and edges for vis-network.

    Identifiers are our own keys and there are no titles: the component would put both into the page as HTML, and
    open a title as an address on a double click.
    """
    return {
        "nodes": [*(_node(spot, theme) for spot in drawing.spots), *_margins(drawing)],
        "edges": [_edge(line, drawing, theme) for line in drawing.lines],
    }


def _node(spot: Spot, theme: Theme) -> dict[str, Any]:
    look = LOOKS.get(spot.node.label, OTHER_LOOK)
    colour = look.dark if theme == "dark" else look.light
    aside = spot.role == "set_aside"
    boxed = spot.role != "question"
    return {
        "id": spot.key,
        "label": shortened(" ".join(spot.node.name.split()), 44),
        "x": spot.x,
        "y": spot.y,
        "shape": "box" if boxed else look.shape,
        "size": 18,
        "color": {
            "background": PAPER[theme] if boxed else colour,
            "border": LINE[theme] if aside else colour,
            "highlight": {"background": PAPER[theme] if boxed else colour, "border": INK[theme]},
        },
        "borderWidth": 1.5,
        "borderWidthSelected": 3.5,
        "shapeProperties": {"borderDashes": [4, 3] if aside else False, "borderRadius": 3},
        "font": {"color": INK[theme], "size": 14, "face": "Inter, 'Segoe UI', system-ui, sans-serif", "multi": False},
        "widthConstraint": {"minimum": 130, "maximum": 180} if boxed else {"maximum": 120},
    }


def _margins(drawing: Drawing) -> list[dict[str, Any]]:
    """Invisible corners: the component fits shapes into its frame, not the words under them."""
    widths, heights = [spot.x for spot in drawing.spots], [spot.y for spot in drawing.spots]
    corners = ((min(widths) - 60, min(heights) - 10), (max(widths) + 60, max(heights) + 40))
    bare = {"shape": "dot", "size": 1, "color": "rgba(0,0,0,0)", "label": "", "chosen": False}
    return [{"id": f"m{number}", "x": x, "y": y, **bare} for number, (x, y) in enumerate(corners)]


def _edge(line: Line, drawing: Drawing, theme: Theme) -> dict[str, Any]:
    return {
        "id": f"e{line.numbers[0]}",
        "from": line.source,
        "to": line.target,
        "label": shortened(", ".join(str(number) for number in line.numbers), 12),
        "dashes": [5, 4] if line.against else False,
        "color": {"color": LINE[theme], "highlight": INK[theme]},
        "width": 1,
        "arrows": {"to": {"enabled": True, "scaleFactor": 0.5}},
        "font": {
            "color": INK[theme],
            "size": 12,
            "strokeWidth": 4,
            "strokeColor": PAPER[theme],
            "face": "sans-serif",
            "align": "horizontal",
        },
        "smooth": {"enabled": True, "type": "cubicBezier", "forceDirection": "horizontal", "roundness": 0.45},
    }


def _options(drawing: Drawing, narrow: bool) -> dict[str, Any]:
    height = 380 if narrow else min(max(280, 36 * drawing.rows + 100), 1100)
    return {
        "height": f"{height}px",
        "width": "100%",
        "physics": {"enabled": False},
        "layout": {"hierarchical": {"enabled": False}},
        "interaction": {"zoomView": False, "hover": False, "selectConnectedEdges": True},
        "groups": {},
    }


def _draw_clicked(drawing: Drawing, clicked: object) -> None:
    node = next((spot.node for spot in drawing.spots if spot.key == clicked), None)
    if node is not None:
        with st.container(key="clicked"):
            st.markdown(_in_words(node))


def _in_words(node: Node) -> str:
    return f"**{plain(node.name)}** {plain(node.label)} · {plain(node.id)}"


def _legend(drawing: Drawing) -> str:
    parts = ["number = row of the evidence"]
    if any(spot.role == "set_aside" for spot in drawing.spots) or any(line.against for line in drawing.lines):
        parts.append("dashed = looked for, not found")
    drawn = f"{counted(len(drawing.spots), 'thing')} and {counted(len(drawing.lines), 'link')} drawn"
    parts.append(f"{drawn}; {drawing.left_out} more are in the table" if drawing.left_out else drawn)
    return " · ".join(parts)
