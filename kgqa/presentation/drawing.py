"""A drawing of a part of a graph: things with their places, and arrows between them.

Made by layouts, shown by the pages and by the exports. Identifiers of a graph are never keys of a drawing.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from kgqa.schema.model import Schema

Role = Literal["question", "answer", "between", "set_aside", "group", "cut", "added"]
Form = Literal["columns", "free"]

NO_KINDS: Mapping[str, str] = MappingProxyType({})
"""Labels are called as they are."""
BOX_WIDTH = 164
"""Width of the box around a name, in units of the drawing."""
BOX_HEIGHT = 36
"""Height of such a box with two lines, the most there are."""

BOX_KINDS = ("Disease",)
"""Kinds whose shape is a box, so that their name always stands in one."""


@dataclass(frozen=True, slots=True)
class Dot:
    """A thing in a drawing.

    Attributes:
        key: ours ("n3"), never an identifier of the graph.
        text: the name, in full; whoever draws shortens it.
        kind: label of the graph ("Disease"); decides shape and colour.
        role: what it is here; a "group" stands for several things that are not drawn, a "cut" one has facts that
            were cut alone, and an "added" one is no part of the answer.
        x, y: where its middle is, in units of the drawing (pixels at full size), y downwards.
        about: further lines, as kind and identifier; shown where the thing is chosen.
        id: identifier of the thing in the graph, for the server alone; empty for a group.
    """

    key: str
    text: str
    kind: str
    role: Role
    x: int
    y: int
    about: tuple[str, ...] = ()
    id: str = ""


@dataclass(frozen=True, slots=True)
class Arrow:
    """The links between two things that are read alike.

    Attributes:
        key: ours ("e1").
        source, target: keys of dots.
        text: the relation read from source to target ("does not show").
        numbers: evidence numbers, as everywhere; empty where the drawing is not of an answer. A fact that was cut has
            a number below 0, which stands in its row alone.
        against: True when the records deny the link.
        relation: the relation as the graph names it.
        sources: the databases that the records come from.
        told_by: for each of ``numbers`` the database of its record; empty where there are no numbers.
        bend: how far the middle of the arrow is off the straight way, in units of the drawing, to the left of its
            direction; of a loop its size.
        width: in units of the drawing, by the nearness of the facts to the question; 0 where nothing was measured.
        about: of several relations in one arrow each in words; shown where a pointer or the keyboard is.
        quiet: its words are shown there alone too, as there is no room for all.
        added: a reader had it drawn; it is no part of the answer.
        facts: how many facts it stands for, where they have no numbers.
        outside: services alone record it, not the graph.
        lane: where the arrow runs up or down beside everything else, in units of the drawing; None for the short way.
    """

    key: str
    source: str
    target: str
    text: str
    numbers: tuple[int, ...] = ()
    against: bool = False
    relation: str = ""
    sources: tuple[str, ...] = ()
    told_by: tuple[str, ...] = ()
    bend: int = 0
    width: float = 0
    about: tuple[str, ...] = ()
    quiet: bool = False
    added: bool = False
    facts: int = 1
    outside: bool = False
    lane: int | None = None

    @property
    def cut(self) -> bool:
        """Whether all of its facts were cut."""
        return bool(self.numbers) and all(number < 0 for number in self.numbers)


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing with its accessible name.

    Attributes:
        left_out: how many things were left out, because there is no room for more; a group stands for them.
        links_left_out: how many facts were left out with them.
        form: "columns": names stand in boxes, apart from things of the question that have another shape, and arrows
            run level from side to side; "free": names stand under shapes, and arrows run straight or bent.
        units: what its things and links are called where they are counted.
        kinds: what labels of the graph are called ("InheritanceMode" → "Mode of inheritance"); others as they are.
    """

    name: str
    dots: tuple[Dot, ...]
    arrows: tuple[Arrow, ...]
    left_out: int = 0
    links_left_out: int = 0
    form: Form = "columns"
    kinds: Mapping[str, str] = field(default_factory=dict)
    units: tuple[str, str] = ("things", "links")

    @property
    def things(self) -> int:
        """How many things are drawn, groups not counted."""
        return sum(dot.role not in ("group", "cut", "added") for dot in self.dots)

    @property
    def links(self) -> int:
        """How many facts are drawn: an arrow is as many as it has evidence numbers or relations, and at least one."""
        groups = {dot.key for dot in self.dots if dot.role == "group"}
        drawn = (arrow for arrow in self.arrows if not {arrow.source, arrow.target} & groups)
        kept = (arrow for arrow in drawn if not arrow.cut and not arrow.added)
        return sum(max(arrow.facts, len(arrow.about), sum(number > 0 for number in arrow.numbers)) for arrow in kept)


def notes(picture: Picture) -> tuple[str, ...]:
    """What a legend says besides the kinds of things."""
    found = ["number = row of the evidence"] if any(arrow.numbers for arrow in picture.arrows) else []
    if any(arrow.width for arrow in picture.arrows):
        found.append("width = nearness to the question")
    if cut := sum(arrow.cut for arrow in picture.arrows):
        found.append(f"grey and dotted = cut, the nearest {cut:,}")
    if any(dot.role == "set_aside" for dot in picture.dots) or any(
        arrow.against and not arrow.cut and not arrow.outside for arrow in picture.arrows
    ):
        found.append("dashed = looked for, not found")
    if any(arrow.outside for arrow in picture.arrows):
        found.append("dashes and dots = from services alone")
    if any(arrow.outside and arrow.against for arrow in picture.arrows):
        found.append("two dots = denied by a service")
    if any(arrow.added for arrow in picture.arrows):
        found.append("dotted = added, not part of the answer")
    if any(dot.role == "group" for dot in picture.dots):
        found.append("round = several things in one")
    return tuple(found)


def drawn(picture: Picture) -> str:
    """How much of everything is in the drawing: "18 of 18 things, 32 of 32 links drawn."."""
    things, links = picture.things, picture.links
    return (
        f"{things:,} of {things + picture.left_out:,} {picture.units[0]}, "
        f"{links:,} of {links + picture.links_left_out:,} {picture.units[1]} drawn."
    )


def called(schema: Schema) -> dict[str, str]:
    """What the labels of a graph are called in its drawings."""
    return {node.label: node.singular[:1].upper() + node.singular[1:] for node in schema.nodes}


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


def dashes(arrow: Arrow) -> tuple[float, ...]:
    """Lengths of the dashes of an arrow and of the gaps between them; empty for a line without gaps."""
    if arrow.cut or arrow.added:
        return (1.5, 4)
    if arrow.outside:
        return (7, 3, 1.5, 3, 1.5, 3) if arrow.against else (9, 3, 1.5, 3)
    return (5, 4) if arrow.against else ()


def numbered(numbers: tuple[int, ...], most: int = 3) -> str:
    """Evidence numbers beside an arrow: "1, 2, 3 …"."""
    return ", ".join(str(number) for number in numbers[:most]) + (" …" if len(numbers) > most else "")


def wrapped(text: str) -> tuple[str, ...]:
    """A name in at most two lines, its end left out where it is longer; nothing for no name."""
    return tuple(textwrap.wrap(text, LETTERS, max_lines=LINES, placeholder="…"))
