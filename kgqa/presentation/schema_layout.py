"""Where the types of a graph stand in the drawing of its schema: each below the type that mostly leads to it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from kgqa.presentation.drawing import Arrow, Dot, Picture, called
from kgqa.records import SchemaPath
from kgqa.schema.model import NodeType, Relation, Schema

COLUMN_GAP = 190
ROW_GAP = 190
MOST_IN_ROW, MOST_ROWS = 3, 5
MOST_TYPES = 12
"""Types that can be read in one drawing; of more, those with most facts are drawn and the others are a group."""
MOST_DRAWN = 150
"""Types and arrows together."""
BESIDE, FURTHER = 70, 40
"""How far an arrow between types of one row bends down under their names, and how much more past each type."""
BENDS = (0, 60, -60, 110, -110, 160, -160, 220, -220, 280, -280)
"""How far an arrow may bend to pass beside the types and arrows that are in its way, the least first."""
TYPE_WIDTH, TYPE_HEIGHT = 120, 70
LOOP_SIZE = 32
ALL_WORDS, MOST_WORDS = 10, 6
"""Up to so many arrows all have words; of more, so many."""
TAKEN, OTHER = 6.0, 1.5
"""Widths of the arrows on the way over the schema that was taken, and of all others."""

Place = tuple[int, int]


def schema_picture(schema: Schema, around: str = "", *, narrow: bool = False) -> Picture:
    """The drawing of what a graph holds: a dot for each type, an arrow for each relation, both with their counts.

    Relations between the same two types are one arrow in the direction of the most frequent, which is named on it; the
    others are told where somebody points at it. A relation within a type is a loop. Where there are many arrows, only
    the most frequent ones have words. Of many types those with most facts are drawn, and a group stands for the others.

    Args:
        around: label of the type whose relations alone are drawn; empty for all.
        narrow: for a telephone: half as many types, two beside each other.
    """
    types = _types(schema, around, most_types(narrow=narrow))
    labels = [node.label for node in types]
    held = [one for one in schema.relations if {one.source, one.target} <= set(labels) and _is_at(one, around)]
    relations = sorted(held, key=lambda relation: -relation.count)
    bundles: dict[frozenset[str], list[Relation]] = {}
    for relation in relations:
        bundles.setdefault(frozenset((relation.source, relation.target)), []).append(relation)
    drawn = list(bundles.values())[: MOST_DRAWN - len(types)]
    told = MOST_WORDS if len(drawn) > ALL_WORDS else len(drawn)
    places = _places(labels, relations, 2 if narrow else MOST_IN_ROW)
    keys = {label: f"n{position}" for position, label in enumerate(labels)}
    kinds = called(schema)
    dots = tuple(
        Dot(keys[node.label], f"{kinds[node.label]} ({node.count:,})", node.label, "between", *places[node.label],
            about=(f"{node.count:,} {node.singular if node.count == 1 else node.plural}",))
        for node in types
    )  # fmt: skip
    rest = [node for node in schema.nodes if node not in types]
    if rest and not around:
        names = tuple(f"{node.count:,} {node.plural}" for node in rest)
        lowest = max(dot.y for dot in dots) + ROW_GAP // 2
        dots = (
            *dots,
            Dot("rest", f"+ {len(rest):,} more {'types' if rest[1:] else 'type'}", "", "group", 0, lowest, names),
        )
    bends = _bends([bundle[0] for bundle in drawn], places)
    nouns = {node.label: node.singular for node in types}
    arrows = tuple(
        Arrow(f"e{position}", keys[bundle[0].source], keys[bundle[0].target], _named(bundle),
              relation=bundle[0].type, bend=bend, about=tuple(_told(relation, nouns) for relation in bundle),
              quiet=position >= told)
        for position, (bundle, bend) in enumerate(zip(drawn, bends, strict=True))
    )  # fmt: skip
    return Picture(
        "Drawing of the types of this graph and the relations between them",
        dots,
        arrows,
        left_out=len(rest),
        links_left_out=len(schema.relations) - sum(map(len, drawn)),
        form="free",
        kinds=kinds,
        units=("types", "relations"),
    )


def paths_picture(paths: Sequence[SchemaPath], schema: Schema) -> Picture:
    """The part of the schema that some ways go over: the arrows of the one that was taken are wide."""
    steps = {step for one in paths for step in one.steps}
    taken = {step for one in paths if one.taken for step in one.steps}
    labels = {label for source, _, target in steps for label in (source, target)}
    part = replace(
        schema,
        nodes=tuple(node for node in schema.nodes if node.label in labels),
        relations=tuple(one for one in schema.relations if (one.source, one.type, one.target) in steps),
    )
    picture = schema_picture(part)
    drawn = {dot.key: dot.kind for dot in picture.dots}
    ways = {one.key: (drawn[one.source], one.relation, drawn[one.target]) for one in picture.arrows}
    return replace(
        picture,
        name="Drawing of the paths over the schema; the one that was taken is wide",
        arrows=tuple(replace(one, width=TAKEN if ways[one.key] in taken else OTHER) for one in picture.arrows),
    )


def most_types(*, narrow: bool) -> int:
    """How many types one drawing shows."""
    return MOST_TYPES // 2 if narrow else MOST_TYPES


def _types(schema: Schema, around: str, most: int) -> list[NodeType]:
    """The types that are drawn: those with most facts, or one with those that it has most facts with."""
    facts: dict[str, int] = defaultdict(int)
    for one in schema.relations:
        for label in {one.source, one.target} if _is_at(one, around) else ():
            facts[label] += max(one.count, 1)
    nodes = [node for node in schema.nodes if not around or facts[node.label] or node.label == around]
    if len(nodes) > most:
        nodes.sort(key=lambda node: (node.label != around, -facts[node.label], -node.count))
    return sorted(nodes[:most], key=lambda node: -node.count)


def _is_at(relation: Relation, label: str) -> bool:
    return not label or label in (relation.source, relation.target)


def _named(bundle: Sequence[Relation]) -> str:
    """The words on an arrow: its most frequent relation, and how many others there are."""
    first = bundle[0]
    return f"{first.forward} ({first.count:,})" + (f" + {len(bundle) - 1} more" if len(bundle) > 1 else "")


def _told(relation: Relation, nouns: Mapping[str, str]) -> str:
    return f"{nouns[relation.source]} {relation.forward} {nouns[relation.target]} ({relation.count:,})"


def _places(labels: Sequence[str], relations: Sequence[Relation], in_row: int) -> dict[str, Place]:
    levels: dict[int, list[str]] = defaultdict(list)
    for label, level in _levels(labels, relations).items():
        levels[level].append(label)
    rows = [
        _largest_in_the_middle(levels[level][start : start + in_row])
        for level in sorted(levels)
        for start in range(0, len(levels[level]), in_row)
    ]
    if len(rows) > MOST_ROWS:  # a long way down would be drawn too small to be read
        order = [label for level in sorted(levels) for label in levels[level]]
        rows = [order[start : start + in_row] for start in range(0, len(order), in_row)]
    return {
        label: (round((column - (len(row) - 1) / 2) * COLUMN_GAP), position * ROW_GAP)
        for position, row in enumerate(rows)
        for column, label in enumerate(row)
    }


def _levels(labels: Sequence[str], relations: Sequence[Relation]) -> dict[str, int]:
    """How many steps a type stands below the top: one more than the type from which most relations lead to it."""
    above: dict[str, str] = {}
    for relation in relations:  # the most frequent first
        one, other = relation.source, relation.target
        if other not in above and one != other and other not in _upwards(one, above):
            above[other] = one
    return {label: len(_upwards(label, above)) - 1 for label in labels}


def _upwards(label: str, above: dict[str, str]) -> list[str]:
    way = [label]
    while way[-1] in above:
        way.append(above[way[-1]])
    return way


def _largest_in_the_middle(row: Sequence[str]) -> list[str]:
    """The first of the row in its middle, the others alternately to its right and left."""
    return [*reversed(row[2::2]), *row[:1], *row[1::2]]


def _bends(relations: Sequence[Relation], places: dict[str, Place]) -> list[int]:
    """For each relation the least bend with which it runs beside the other types and its parallels."""
    taken: dict[tuple[str, ...], list[int]] = defaultdict(list)
    bends = []
    for relation in relations:
        ends = tuple(sorted({relation.source, relation.target}))
        used = taken[ends]
        bend = _bend([places[label] for label in ends], used, [places[label] for label in places if label not in ends])
        used.append(bend)
        # The left of one direction is the right of the other.
        bends.append(bend if relation.source == ends[0] else -bend)
    return bends


def _bend(ends: Sequence[Place], used: Sequence[int], others: Sequence[Place]) -> int:
    """The bend of an arrow from the first end to the second, or the size of a loop where there is one end."""
    if len(ends) == 1:
        return LOOP_SIZE + 26 * len(used)
    (left, top), (right, bottom) = ends
    if top == bottom:
        down = BESIDE + FURTHER * (abs(right - left) // COLUMN_GAP - 1 + len(used))
        return down if right < left else -down
    free = [bend for bend in BENDS if bend not in used]
    clear = (bend for bend in free if not _hits(ends[0], ends[1], bend, others))
    return next(clear, free[0] if free else BENDS[-1] + 60 * len(used))


def _hits(start: Place, end: Place, bend: int, others: Sequence[Place]) -> bool:
    """Whether the bent way from start to end runs over a type that stands elsewhere."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = (across**2 + down**2) ** 0.5 or 1.0
    middle = ((start[0] + end[0]) / 2 + 2 * bend * down / length, (start[1] + end[1]) / 2 - 2 * bend * across / length)
    for step in range(1, 20):
        t = step / 20
        x, y = ((1 - t) ** 2 * start[axis] + 2 * (1 - t) * t * middle[axis] + t**2 * end[axis] for axis in (0, 1))
        if any(abs(x - left) < TYPE_WIDTH / 2 and -20 < y - top < TYPE_HEIGHT - 20 for left, top in others):
            return True
    return False
