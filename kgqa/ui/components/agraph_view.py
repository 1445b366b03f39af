"""The drawing of an answer by streamlit-agraph: for where our own drawing is not wanted."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Literal

import streamlit as st

from kgqa.presentation import drawing
from kgqa.presentation.drawing import BOX_WIDTH, Arrow, Dot, Picture, Shape, Tone, drawn, notes
from kgqa.presentation.text import plain, shortened

Theme = Literal["light", "dark"]


SHAPES: Mapping[Shape, str] = {"box": "square", "circle": "dot"}
"""Shapes that vis-network has under another name."""
COLOURS: Mapping[Theme, Mapping[Tone, str]] = {
    "light": drawing.ON_PAPER,
    "dark": {
        "disease": "#6CC3DB",
        "phenotype": "#E59A4C",
        "gene": "#B49AE6",
        "inheritance": "#84D7AB",
        "muted": "#B1BDC8",
    },
}
INK = {"light": drawing.INK, "dark": "#E4EAF0"}
PAPER = {"light": drawing.PAPER, "dark": "#11171D"}
LINE = {"light": drawing.LINE, "dark": "#5B6874"}
SELECTION = {"light": "#C2185B", "dark": "#FFD166"}
FACE = "Inter, 'Segoe UI', system-ui, sans-serif"


def draw(picture: Picture, serial: str, title: str, selected: int | None = None) -> None:
    """Draws a picture, says what is left out, and shows the thing that was clicked.

    Args:
        serial: tells this question from all others; the same one keeps its drawing, which is styled anew in place.
        selected: the evidence number that stands out.
    """
    if not picture.dots:
        return
    from streamlit_agraph import _agraph

    theme: Theme = "dark" if st.context.theme.type == "dark" else "light"
    with st.container(border=True, key=f"graph_{serial}", gap="xsmall"):
        st.markdown(f"### {plain(title)}", anchors=False)
        clicked = _agraph(
            data=json.dumps(elements(picture, theme, selected)),
            config=json.dumps(_options(picture)),
            key=f"subgraph_{serial}",
        )
        dot = next((dot for dot in picture.dots if dot.key == clicked), None)
        if dot is not None:
            with st.container(key="clicked"):
                st.markdown(" · ".join((f"**{plain(dot.text)}**", *map(plain, dot.about))))
        st.caption(plain(" · ".join((*notes(picture), drawn(picture)))))


def elements(picture: Picture, theme: Theme, selected: int | None = None) -> dict[str, list[dict[str, Any]]]:
    """Nodes and edges for vis-network, each with every property that is ever set: a missing one keeps its old value.

    Identifiers are our own keys and there are no titles: the component would put both into the page as HTML, and
    open a title as an address on a double click.
    """
    subjects = {arrow.source for arrow in picture.arrows if selected in arrow.numbers}
    return {
        "nodes": [*(_node(dot, theme, dot.key in subjects) for dot in picture.dots), *_margins(picture)],
        "edges": [_edge(arrow, theme, selected in arrow.numbers) for arrow in picture.arrows],
    }


def _node(dot: Dot, theme: Theme, stands_out: bool) -> dict[str, Any]:
    look = drawing.KNOWN.get(dot.kind, drawing.OTHERS[0])
    colour = COLOURS[theme][look.tone]
    aside = dot.role in ("set_aside", "group", "cut")
    boxed = dot.role != "question"
    return {
        "id": dot.key,
        "label": shortened(" ".join(dot.text.split()), 44),
        "x": dot.x,
        "y": dot.y,
        "shape": "box" if boxed else SHAPES.get(look.shape, look.shape),
        "size": 15,
        "color": {
            "background": PAPER[theme] if boxed else colour,
            "border": LINE[theme] if aside else colour,
            "highlight": {"background": PAPER[theme] if boxed else colour, "border": INK[theme]},
        },
        "borderWidth": 3.5 if stands_out else 1.5,
        "borderWidthSelected": 3.5,
        "shapeProperties": {"borderDashes": [4, 3] if aside else False, "borderRadius": 3},
        "font": {"color": INK[theme], "size": 12, "face": FACE, "multi": False},
        "widthConstraint": {"minimum": 130, "maximum": BOX_WIDTH} if boxed else {"maximum": 100},
    }


def _margins(picture: Picture) -> list[dict[str, Any]]:
    """Invisible corners: the component fits shapes into its frame, not the words under them."""
    widths, heights = [dot.x for dot in picture.dots], [dot.y for dot in picture.dots]
    corners = ((min(widths) - 60, min(heights) - 10), (max(widths) + 60, max(heights) + 40))
    bare = {"shape": "dot", "size": 1, "color": "rgba(0,0,0,0)", "label": "", "chosen": False}
    return [{"id": f"m{number}", "x": x, "y": y, **bare} for number, (x, y) in enumerate(corners)]


def _edge(arrow: Arrow, theme: Theme, stands_out: bool) -> dict[str, Any]:
    colour = SELECTION[theme] if stands_out else LINE[theme]
    return {
        "id": arrow.key,
        "from": arrow.source,
        "to": arrow.target,
        "label": shortened(", ".join(str(number) for number in arrow.numbers if number > 0), 12),
        "dashes": list(drawing.dashes(arrow)) or False,
        "color": {"color": colour, "highlight": INK[theme]},
        "width": max(3.5 if stands_out else 1, arrow.width),
        "arrows": {"to": {"enabled": True, "scaleFactor": 0.5}},
        "font": {
            "color": colour if stands_out else INK[theme],
            "size": 17 if stands_out else 12,
            "strokeWidth": 4,
            "strokeColor": PAPER[theme],
            "face": "sans-serif",
            "align": "horizontal",
        },
        "smooth": {"enabled": True, "type": "cubicBezier", "forceDirection": "horizontal", "roundness": 0.45},
    }


def _options(picture: Picture) -> dict[str, Any]:
    heights = [dot.y for dot in picture.dots]
    return {
        "height": f"{min(max(280, max(heights) - min(heights) + 110), 1100)}px",
        "width": "100%",
        "physics": {"enabled": False},
        "layout": {"hierarchical": {"enabled": False}},
        "interaction": {"zoomView": False, "hover": False, "selectConnectedEdges": True},
        "groups": {},
    }
