"""A drawing as an SVG image, for paper and for wherever no script may run."""

from __future__ import annotations

import math
import re
from collections import Counter
from dataclasses import dataclass
from html import escape

from kgqa.presentation.drawing import (
    BOX_WIDTH,
    INK,
    LINE,
    ON_PAPER,
    OTHERS,
    PAPER,
    Arrow,
    Dot,
    Look,
    Picture,
    boxed,
    dashed,
    dashes,
    looks,
    numbered,
    wrapped,
)
from kgqa.presentation.text import encoded

LINE_HEIGHT = 14
RADIUS = 13
MARGIN = 30
LEAST_LOOP = 30
CORNERS = {"triangle": 3, "diamond": 4, "square": 4, "pentagon": 5, "hexagon": 6, "octagon": 8}
AT_END = 0.22
"""How far along an arrow its label stands, from the end where fewer arrows meet."""

HALO = f' stroke="{PAPER}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'

# Characters that XML cannot hold; half surrogate pairs are taken care of where the text becomes bytes.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
_STYLE = f"font-family:Inter,'Segoe UI','Noto Sans',sans-serif;font-size:12px;fill:{INK}"

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class _Spot:
    """A thing with what its shape is."""

    dot: Dot
    look: Look
    boxed: bool
    lines: tuple[str, ...]

    @property
    def height(self) -> int:
        return LINE_HEIGHT * len(self.lines) + 8

    def border(self, x: float, y: float) -> Point:
        """Where an arrow from or to a point touches the shape."""
        dot, across, down = self.dot, x - self.dot.x, y - self.dot.y
        if self.boxed and abs(across) > BOX_WIDTH / 2:
            return dot.x + math.copysign(BOX_WIDTH / 2, across), dot.y
        if self.boxed:
            return dot.x, dot.y + math.copysign(self.height / 2, down)
        length = math.hypot(across, down) or 1.0
        return dot.x + RADIUS * across / length, dot.y + RADIUS * down / length


def image(picture: Picture) -> bytes:
    """The drawing as UTF-8 SVG on white, with its name and the full names of things as titles."""
    spots = _spots(picture)
    ways = [(arrow, _way(picture, spots[arrow.source], spots[arrow.target], arrow.bend)) for arrow in picture.arrows]
    meeting = Counter(key for arrow in picture.arrows for key in (arrow.source, arrow.target))
    left, top, width, height = _frame(picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" width="{width}" '
        f'height="{height}" role="img" style="{_STYLE}">',
        f"<title>{_text(picture.name)}</title>",
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{PAPER}"/>',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
        'markerUnits="userSpaceOnUse" orient="auto">'
        f'<path d="M0 0L8 4L0 8z" fill="{LINE}"/></marker></defs>',
        *(_arrow(arrow, way) for arrow, way in ways),
        *(_dot(spot) for spot in spots.values()),
        # Over everything else, so that no line runs through a number.
        *(_label(arrow, way, meeting) for arrow, way in ways),
        "</svg>",
    ]
    return encoded("".join(parts))


def _spots(picture: Picture) -> dict[str, _Spot]:
    known = looks(picture)
    found = ((dot, known.get(dot.kind, OTHERS[0])) for dot in picture.dots)
    return {dot.key: _Spot(dot, look, boxed(dot, look, picture), wrapped(dot.text)) for dot, look in found}


def _frame(picture: Picture) -> tuple[int, int, int, int]:
    xs = [dot.x for dot in picture.dots] or [0]
    ys = [dot.y for dot in picture.dots] or [0]
    bend = max((abs(arrow.bend) for arrow in picture.arrows), default=0)
    # A loop reaches up twice as far as it is wide.
    aside, above = BOX_WIDTH // 2 + MARGIN + bend, 2 * max(MARGIN, bend)
    left, top = min(xs) - aside, min(ys) - above
    return left, top, max(xs) + aside - left, max(ys) + above + MARGIN - top


def _dot(spot: _Spot) -> str:
    dot = spot.dot
    colour = LINE if dashed(dot) else ON_PAPER[spot.look.tone]
    dashes = ' stroke-dasharray="5 4"' if dashed(dot) else ""
    if spot.boxed:
        shape = (
            f'<rect x="{dot.x - BOX_WIDTH / 2:.1f}" y="{dot.y - spot.height / 2:.1f}" width="{BOX_WIDTH}" '
            f'height="{spot.height}" rx="3" fill="{PAPER}" stroke="{colour}" stroke-width="1.5"{dashes}/>'
        )
        first = dot.y - LINE_HEIGHT * (len(spot.lines) - 1) / 2 + 4
    else:
        fill = PAPER if dashed(dot) else colour
        shape = f'<path d="{_outline(spot)}" fill="{fill}" stroke="{colour}" stroke-width="1.5"{dashes}/>'
        first = dot.y + RADIUS + LINE_HEIGHT + 2
    halo = "" if spot.boxed else HALO
    words = "".join(_line(line, dot.x, first + LINE_HEIGHT * row, halo) for row, line in enumerate(spot.lines))
    return f"<g><title>{_text(' · '.join((dot.text, *dot.about)))}</title>{shape}{words}</g>"


def _line(text: str, x: float, y: float, halo: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle" unicode-bidi="isolate"{halo}>{_text(text)}</text>'


def _outline(spot: _Spot) -> str:
    """The outline of a shape: corners on a circle, the first one at the top; a circle has many."""
    corners = CORNERS.get(spot.look.shape, 24)
    first = math.pi / 4 if spot.look.shape == "square" else 0
    turns = (first + 2 * math.pi * corner / corners for corner in range(corners))
    x, y = spot.dot.x, spot.dot.y
    points = (f"{x + RADIUS * math.sin(turn):.1f} {y - RADIUS * math.cos(turn):.1f}" for turn in turns)
    return f"M{'L'.join(points)}z"


def _arrow(arrow: Arrow, way: tuple[Point, ...]) -> str:
    gaps = " ".join(f"{length:g}" for length in dashes(arrow))
    dashed_ = f' stroke-dasharray="{gaps}"' if gaps else ""
    start, *rest = (f"{x:.1f} {y:.1f}" for x, y in way)
    wide = f' stroke-width="{arrow.width:.2f}"' if arrow.width else ""
    return f'<path d="M{start}C{" ".join(rest)}" fill="none" stroke="{LINE}" marker-end="url(#tip)"{dashed_}{wide}/>'


def _label(arrow: Arrow, way: tuple[Point, ...], meeting: Counter[str]) -> str:
    """The evidence numbers of an arrow, else its words, where the fewest arrows are."""
    words = numbered(arrow.numbers) or "".join(wrapped(arrow.text)[:1])
    at_source, at_target = meeting[arrow.source], meeting[arrow.target]
    at = 0.5 if at_source == at_target else AT_END if at_source < at_target else 1 - AT_END
    shares = (1 - at) ** 3, 3 * (1 - at) ** 2 * at, 3 * (1 - at) * at**2, at**3
    x, y = (sum(share * point[axis] for share, point in zip(shares, way, strict=True)) for axis in (0, 1))
    return _line(words, x, y + 4, HALO)


def _way(picture: Picture, source: _Spot, target: _Spot, bend: int) -> tuple[Point, ...]:
    """The four points of a curve from border to border: level at both ends in columns, else straight or bent."""
    if source is target:
        size, x, y = max(abs(bend), LEAST_LOOP), source.dot.x, source.dot.y - RADIUS
        return (x - 8, y), (x - size, y - 2 * size), (x + size, y - 2 * size), (x + 8, y)
    (x0, y0), (x3, y3) = source.border(target.dot.x, target.dot.y), target.border(source.dot.x, source.dot.y)
    across, down = x3 - x0, y3 - y0
    if picture.form == "columns" and not bend and abs(across) > 1:
        return (x0, y0), (x0 + across * 0.45, y0), (x3 - across * 0.45, y3), (x3, y3)
    length = math.hypot(across, down) or 1.0
    # The middle of a curve is off by three quarters of what its two inner points are.
    aside_x, aside_y = 4 / 3 * bend * down / length, -4 / 3 * bend * across / length
    first = (x0 + across / 3 + aside_x, y0 + down / 3 + aside_y)
    return (x0, y0), first, (x3 - across / 3 + aside_x, y3 - down / 3 + aside_y), (x3, y3)


def _text(text: str) -> str:
    return escape(_UNWRITABLE.sub(" ", text))
