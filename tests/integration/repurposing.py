"""A made-up graph for finding new uses of drugs, and questions about it whose answers are computed from its edges.

Every name is invented. The same edges are written under two habits of naming: short names with the letters of their
ends behind them, and plain words.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

Habit = Literal["abbreviated", "plain"]
SEED = 20261121
COUNTS = {"Compound": 60, "Disease": 45, "Gene": 80, "Anatomy": 25}
EDGES_EACH = 120


@dataclass(frozen=True, slots=True)
class Link:
    """A relation of the graph.

    Attributes:
        names: what it is called under either habit.
        symmetric: it says the same in both directions; every third edge is stored twice, once each way.
    """

    key: str
    source: str
    target: str
    names: Mapping[Habit, str]
    symmetric: bool = False


def _link(key: str, source: str, target: str, abbreviated: str, plain: str, *, symmetric: bool = False) -> Link:
    return Link(key, source, target, {"abbreviated": abbreviated, "plain": plain}, symmetric)


LINKS = (
    _link("treats", "Compound", "Disease", "TREATS_CtD", "treats"),
    _link("palliates", "Compound", "Disease", "PALLIATES_CpD", "palliates"),
    _link("binds", "Compound", "Gene", "BINDS_CbG", "binds"),
    _link("c_up", "Compound", "Gene", "UPREGULATES_CuG", "increases expression of"),
    _link("c_down", "Compound", "Gene", "DOWNREGULATES_CdG", "decreases expression of"),
    _link("c_like", "Compound", "Compound", "RESEMBLES_CrC", "similar to", symmetric=True),
    _link("d_gene", "Disease", "Gene", "ASSOCIATES_DaG", "associated with"),
    _link("d_up", "Disease", "Gene", "UPREGULATES_DuG", "upregulates"),
    _link("d_down", "Disease", "Gene", "DOWNREGULATES_DdG", "downregulates"),
    _link("d_place", "Disease", "Anatomy", "LOCALIZES_DlA", "located in"),
    _link("d_like", "Disease", "Disease", "RESEMBLES_DrD", "resembles", symmetric=True),
    _link("a_gene", "Anatomy", "Gene", "EXPRESSES_AeG", "expresses"),
    _link("g_with", "Gene", "Gene", "INTERACTS_GiG", "interacts with", symmetric=True),
    _link("g_co", "Gene", "Gene", "COVARIES_GcG", "covaries with", symmetric=True),
    _link("g_on", "Gene", "Gene", "REGULATES_Gr>G", "regulates"),
    _link("causes", "Compound", "Anatomy", "DAMAGES_CdA", "damages"),
)
BY_KEY = {link.key: link for link in LINKS}


class Graph:
    """The nodes and edges, the same on every run."""

    def __init__(self, seed: int = SEED) -> None:
        chance = random.Random(seed)
        names = _names(chance)
        self.ids = {label: [f"{label[0]}:{n:03}" for n in range(1, COUNTS[label] + 1)] for label in COUNTS}
        self.names = {id_: next(names[label]) for label in COUNTS for id_ in self.ids[label]}
        self.rows = [row for link in LINKS for row in self._edges(chance, link)]
        self.described = {id_: f"Made-up entry number {n}." for n, id_ in enumerate(self.names)}

    def _edges(self, chance: random.Random, link: Link) -> Iterator[tuple[str, str, str]]:
        pairs: set[tuple[str, str]] = set()
        busy = self.ids[link.source][: len(self.ids[link.source]) // 2]
        while len(pairs) < EDGES_EACH:
            # Half of the sources have most of the edges, so that there are things in common and things that lead.
            source = chance.choice(busy if chance.random() < 0.6 else self.ids[link.source])
            target = chance.choice(self.ids[link.target])
            if source != target and (target, source) not in pairs:
                pairs.add((source, target))
        for number, (source, target) in enumerate(sorted(pairs)):
            yield link.key, source, target
            if link.symmetric and number % 3 == 0:
                yield link.key, target, source

    @cached_property
    def out(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """Relation and source: the targets, read both ways where that says the same."""
        return self._read(forward=True)

    @cached_property
    def into(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """Relation and target: the sources."""
        return self._read(forward=False)

    def _read(self, *, forward: bool) -> Mapping[tuple[str, str], frozenset[str]]:
        found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
        for key, source, target in self.rows:
            if forward or BY_KEY[key].symmetric:
                found[key, source].add(target)
            if not forward or BY_KEY[key].symmetric:
                found[key, target].add(source)
        return defaultdict(frozenset, {key: frozenset(value) for key, value in found.items()})

    def write(self, folder: Path, habit: Habit) -> None:
        """The tables of the graph."""
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "nodes.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("id", "name", "label", "definition"))
            writer.writerows(
                (id_, self.names[id_], label, self.described[id_]) for label in COUNTS for id_ in self.ids[label]
            )
        with (folder / "edges.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("source", "type", "target", "database", "score"))
            for key, source, target in self.rows:
                writer.writerow((source, BY_KEY[key].names[habit], target, database(source, target), "0.5"))


def database(source: str, target: str) -> str:
    """Which of two made-up databases an edge is from, whichever way it is stored."""
    return ("Alphabase", "Betabase")[sum(map(ord, source + target)) % 2]


def _names(chance: random.Random) -> Mapping[str, Iterator[str]]:
    """Endless invented names by label; no two begin alike."""
    syllables = [a + v for a in (*"bdfgklmnprstvz", "br", "dr", "gl", "kr", "pl", "tr") for v in "aeiou"]
    stems: dict[str, None] = {}
    while len(stems) < 400:
        stem = "".join(chance.sample(syllables, 3))
        if all(stem[:4] != other[:4] for other in stems):
            stems[stem] = None
    taken = iter(stems)
    endings = {
        "Compound": ("zine", "mab", "statin", "lol", "pril"),
        "Disease": (" fever", " syndrome", " palsy", "itis", "oma"),
        "Anatomy": (" gland", " duct", " cortex"),
    }

    def named(label: str) -> Iterator[str]:
        for number, stem in enumerate(taken):
            yield f"{stem.capitalize()}{endings[label][number % len(endings[label])]}"

    def symbols() -> Iterator[str]:
        letters = "BCDFGHJKLMNPQRSTVWXZ"
        given: set[str] = set()
        while True:
            symbol = "".join(chance.sample(letters, 3))
            if symbol not in given and not any(symbol[:2] == other[:2] for other in given):
                given.add(symbol)
                yield f"{symbol}{chance.randint(1, 9)}"

    return {"Gene": symbols(), **{label: named(label) for label in endings}}
