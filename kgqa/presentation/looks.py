"""How things are drawn in files: the same shapes and colours as on the page, by kind."""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from kgqa.presentation.drawing import Dot, Picture

Tone = Literal["disease", "phenotype", "gene", "inheritance", "muted"]
Shape = Literal["box", "diamond", "hexagon", "triangle", "circle", "pentagon", "square", "octagon"]


@dataclass(frozen=True, slots=True)
class Look:
    """The shape of one kind of thing and the name of its colour."""

    shape: Shape
    tone: Tone


KNOWN: Mapping[str, Look] = {
    "Disease": Look("box", "disease"),
    "Phenotype": Look("diamond", "phenotype"),
    "Gene": Look("hexagon", "gene"),
    "InheritanceMode": Look("triangle", "inheritance"),
}
OTHERS = (
    Look("circle", "muted"),
    Look("pentagon", "phenotype"),
    Look("square", "gene"),
    Look("octagon", "inheritance"),
)
"""Kinds of other graphs have these in turn."""

ON_PAPER: Mapping[Tone, str] = {
    "disease": "#0B6580",
    "phenotype": "#B25E09",
    "gene": "#6B4FA0",
    "inheritance": "#135C38",
    "muted": "#4A5763",
}
LETTERS, LINES = 25, 2
"""Characters of a name in one line of a box, and how many lines there are."""
INK, PAPER, LINE = "#17212B", "#FFFFFF", "#8895A1"
MARKS: Mapping[Shape, str] = {
    "box": "▭", "diamond": "◆", "hexagon": "⬢", "triangle": "▲", "circle": "●", "pentagon": "⬟", "square": "■",
    "octagon": "⯃",
}  # fmt: skip
"""The shapes as characters, for legends that are text."""


def looks(picture: Picture) -> dict[str, Look]:
    """The kinds in a drawing in the order in which they appear, each with its look."""
    kinds = dict.fromkeys(dot.kind for dot in picture.dots if dot.kind)
    other = [kind for kind in kinds if kind not in KNOWN]
    return {kind: KNOWN.get(kind) or OTHERS[other.index(kind) % len(OTHERS)] for kind in kinds}


def boxed(dot: Dot, look: Look, picture: Picture) -> bool:
    """Whether the name stands in a box: in columns all things but those that the question names have one."""
    return dot.role == "group" or look.shape == "box" or (picture.form == "columns" and dot.role != "question")


def dashed(dot: Dot) -> bool:
    """Whether the outline is dashed: what was set aside, and what stands for several things."""
    return dot.role in ("set_aside", "group")


def numbered(numbers: tuple[int, ...], most: int = 3) -> str:
    """Evidence numbers beside an arrow: "1, 2, 3 …"."""
    return ", ".join(str(number) for number in numbers[:most]) + (" …" if len(numbers) > most else "")


def wrapped(text: str) -> tuple[str, ...]:
    """A name in at most two lines, its end left out where it is longer; nothing for no name."""
    return tuple(textwrap.wrap(text, LETTERS, max_lines=LINES, placeholder="…"))
