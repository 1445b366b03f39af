"""Tables of any size for measuring: made-up things under everyday-looking names, joined like those of real graphs.

Few relations hold most of the edges, and within each a few things hold most of those: the weight of the k-th busiest
of them falls with a power of k. The same shape and seed give the same bytes.
"""

from __future__ import annotations

import csv
import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import write_rows
from benchmarks.made_words import LINKS, TYPES, Link, word
from kgqa.errors import KgqaError

DECLINE = 0.6
"""Power by which weights fall; the busiest of 400 things then holds a twenty-fifth of all edges."""

SPREAD = 5
"""How many times fewer things each next type has."""

FULL = 0.5
"""The share of all pairs of two types that one relation joins at most."""

REFERENCED = 0.4
"""The share of edges that name publications."""

SAMPLE = 2000
"""Edges of each relation that are kept to ask about."""

EDGE_COLUMNS = ("source", "type", "target", "score", "references", "provenance")
_GROUPS = ("northern", "southern", "eastern", "western", "central")


@dataclass(frozen=True, slots=True)
class Shape:
    """How large the tables are, and the seed of all that is drawn.

    Attributes:
        both_ways: every edge is written a second time from its other end, as some sources do; ``edges`` counts both.
    """

    edges: int
    nodes: int = 23_000
    types: int = 4
    relations: int = 16
    seed: int = 11
    both_ways: bool = False


Edge = tuple[str, str]
"""The names of its source and its target."""


@dataclass(frozen=True, slots=True)
class Made:
    """The tables that were made.

    Attributes:
        folder: holds the tables.
        plurals: of every type, in words.
        drawn: some edges of every relation, as they came: the busy things are among them as often as they have edges.
        busiest: most edges of one relation that one thing has.
    """

    folder: Path
    shape: Shape
    plurals: Mapping[str, str]
    links: tuple[Link, ...]
    counts: Mapping[Link, int]
    drawn: Mapping[Link, tuple[Edge, ...]]
    busiest: int


def make(folder: Path, shape: Shape) -> Made:
    """Write ``nodes.csv`` and ``edges.csv``.

    Raises:
        KgqaError: there are not so many types or relations, or so many edges do not fit between so few nodes.
    """
    links = _links(shape)
    draw = random.Random(shape.seed)  # noqa: S311 -- nothing here is a secret
    things = _names(shape, draw)
    counts = _counts(shape, links, {label: len(names) for label, names in things.items()})
    _write_nodes(folder / "nodes.csv", things, draw)
    drawn: dict[Link, tuple[Edge, ...]] = {}
    busiest = 0
    with (folder / "edges.csv").open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(EDGE_COLUMNS)
        for link, count in counts.items():
            pairs = _pairs(link, len(things[link.source]), len(things[link.target]), count, draw)
            table.writerows(_edge_rows(link, pairs, draw, both_ways=shape.both_ways))
            names = things[link.source], things[link.target]
            drawn[link] = tuple((names[0][one], names[1][other]) for one, other in pairs[:SAMPLE])
            busiest = max(busiest, _most(one for one, _ in pairs), _most(other for _, other in pairs))
    plurals = {label: TYPES[label].plural for label in things}
    return Made(folder, shape, plurals, links, counts, drawn, busiest)


def _links(shape: Shape) -> tuple[Link, ...]:
    if not 1 <= shape.types <= len(TYPES):
        raise KgqaError(f"--types is {shape.types}; it must be 1 to {len(TYPES)}.")
    labels = tuple(TYPES)[: shape.types]
    links = tuple(link for link in LINKS if link.source in labels and link.target in labels)
    if not 1 <= shape.relations <= len(links):
        raise KgqaError(f"--relations is {shape.relations}; {shape.types} types have 1 to {len(links)} of them.")
    return links[: shape.relations]


def _names(shape: Shape, draw: random.Random) -> dict[str, list[str]]:
    """Names of the things of every type; no two things have one name."""
    labels = tuple(TYPES)[: shape.types]
    shares = [SPREAD**-rank for rank in range(len(labels))]
    if shape.nodes < 10 * len(labels):
        raise KgqaError(f"--nodes is {shape.nodes}; {len(labels)} types need at least {10 * len(labels)}.")
    sizes = [max(10, int(shape.nodes * share / sum(shares))) for share in shares]
    sizes[0] += shape.nodes - sum(sizes)
    taken: set[str] = set()
    return {label: _several(TYPES[label].name, size, draw, taken) for label, size in zip(labels, sizes, strict=True)}


def _several(name: Callable[[random.Random], str], size: int, draw: random.Random, taken: set[str]) -> list[str]:
    found: list[str] = []
    while len(found) < size:
        one = name(draw)
        if one not in taken:
            taken.add(one)
            found.append(one)
    return found


def _counts(shape: Shape, links: Sequence[Link], sizes: Mapping[str, int]) -> dict[Link, int]:
    """Edges of every relation by its weight; what does not fit between its ends goes to the others."""
    room = {link: int(sizes[link.source] * sizes[link.target] * FULL) for link in links}
    edges = shape.edges // 2 if shape.both_ways else shape.edges
    if edges < len(links) or edges > sum(room.values()):
        raise KgqaError(
            f"--edges is {shape.edges}; {len(links)} relations between {shape.nodes} nodes have {len(links)} to "
            f"{sum(room.values())}."
        )
    counts = dict.fromkeys(links, 1)
    while left := edges - sum(counts.values()):
        free = [link for link in links if counts[link] < room[link]]
        weight = sum(link.weight for link in free)
        for link in free:
            more = max(1, left * link.weight // weight)
            counts[link] += min(more, room[link] - counts[link], edges - sum(counts.values()))
    return counts


def _write_nodes(path: Path, things: Mapping[str, Sequence[str]], draw: random.Random) -> None:
    rows = []
    for label, names in things.items():
        for number, name in enumerate(names):
            synonyms = "|".join(f"{word(draw, 4)} {name.split()[-1]}" for _ in range(draw.choice((0, 0, 1, 2, 3))))
            definition = f"A made-up {label.lower()} of the {word(draw, 3)} {word(draw, 2)} kind."
            rows.append((_id(label, number), name, label, synonyms, definition, draw.choice(_GROUPS)))
    write_rows(path, ("id", "name", "label", "synonyms", "definition", "group"), rows)


def _pairs(link: Link, sources: int, targets: int, count: int, draw: random.Random) -> list[tuple[int, int]]:
    """As many different pairs, drawn by the weights of both ends; without weights where those give too few new ones."""
    found: dict[tuple[int, int], None] = {}
    ends = [_falling(sources, draw), _falling(targets, draw)]
    while len(found) < count:
        before, wanted = len(found), count - len(found)
        drawn = [draw.choices(range(len(end)), cum_weights=end, k=wanted) for end in ends]
        same = link.source == link.target
        found.update(dict.fromkeys(pair for pair in zip(*drawn, strict=True) if not same or pair[0] != pair[1]))
        if len(found) - before < wanted // 4:
            ends = [list(range(1, sources + 1)), list(range(1, targets + 1))]
    return list(found)


def _falling(size: int, draw: random.Random) -> list[float]:
    """Summed weights of things, the busy ones anywhere among them."""
    weights = [rank**-DECLINE for rank in range(1, size + 1)]
    draw.shuffle(weights)
    return list(itertools.accumulate(weights))


def _edge_rows(
    link: Link, pairs: Sequence[tuple[int, int]], draw: random.Random, *, both_ways: bool
) -> Iterator[tuple[str, ...]]:
    for one, other in pairs:
        references = ""
        if draw.random() < REFERENCED:
            references = "|".join(f"PMID:{draw.randrange(10**6, 4 * 10**7)}" for _ in range(draw.randint(1, 3)))
        score = f"{draw.random():.3f}"
        provenance = "made by curators" if references else "made by prediction"
        ends = _id(link.source, one), _id(link.target, other)
        yield ends[0], link.type, ends[1], score, references, provenance
        if both_ways:
            yield ends[1], link.type, ends[0], score, references, provenance


def _id(label: str, number: int) -> str:
    return f"{TYPES[label].prefix}:{number + 1:06d}"


def _most(ends: Iterator[int]) -> int:
    return max(Counter(ends).values())
