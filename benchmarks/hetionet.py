"""A made graph in the shape of Hetionet (its 11 types and 24 relations, as its JSON), and questions over it.

Things, names and edges are drawn by a seed; nothing of them is true. What a question must be answered with is found by
walking the drawn edges with sets, and uses nothing of this product.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.made_words import word

SEED = 20261123
TYPES: Mapping[str, tuple[str, str, int]] = {
    "Anatomy": ("A", "UBERON:{:07}", 30), "Biological Process": ("BP", "GO:{:07}", 60),
    "Cellular Component": ("CC", "GO:5{:06}", 25), "Compound": ("C", "DB{:05}", 110),
    "Disease": ("D", "DOID:{}", 60), "Gene": ("G", "{}", 260), "Molecular Function": ("MF", "GO:6{:06}", 40),
    "Pathway": ("PW", "WP{}_r1", 50), "Pharmacologic Class": ("PC", "N{:010}", 20),
    "Side Effect": ("SE", "C{:07}", 90), "Symptom": ("S", "D{:06}", 50),
}  # fmt: skip
"""By kind its abbreviation, the form of its identifiers, and how many there are."""
EDGES = (
    ("Anatomy downregulates Gene AdG", 60), ("Anatomy expresses Gene AeG", 500), ("Anatomy upregulates Gene AuG", 60),
    ("Compound binds Gene CbG", 300), ("Compound causes Side Effect CcSE", 600),
    ("Compound downregulates Gene CdG", 160), ("Compound palliates Disease CpD", 70),
    ("Compound resembles Compound CrC", 60), ("Compound treats Disease CtD", 160),
    ("Compound upregulates Gene CuG", 160), ("Disease associates Gene DaG", 350),
    ("Disease downregulates Gene DdG", 90), ("Disease localizes Anatomy DlA", 150),
    ("Disease presents Symptom DpS", 200), ("Disease resembles Disease DrD", 30), ("Disease upregulates Gene DuG", 90),
    ("Gene covaries Gene GcG", 100), ("Gene interacts Gene GiG", 300),
    ("Gene participates Biological Process GpBP", 500), ("Gene participates Cellular Component GpCC", 300),
    ("Gene participates Molecular Function GpMF", 300), ("Gene participates Pathway GpPW", 350),
    ("Gene regulates Gene Gr>G", 150), ("Pharmacologic Class includes Compound PCiC", 130),
)  # fmt: skip
"""Metaedges with how many edges each has."""
_NAMES: Mapping[str, Callable[[random.Random], str]] = {
    "Anatomy": lambda draw: f"{word(draw, 2)}l {draw.choice(('gland', 'cortex', 'duct', 'nerve'))}",
    "Biological Process": lambda draw: f"{word(draw, 3)}n {draw.choice(('transport', 'secretion', 'folding'))}",
    "Cellular Component": lambda draw: f"{word(draw, 3)}r {draw.choice(('complex', 'membrane', 'granule'))}",
    "Compound": lambda draw: f"{word(draw, 3).capitalize()}{draw.choice(('mide', 'stat', 'prazole', 'cillin'))}",
    "Disease": lambda draw: f"{word(draw, 3)}{draw.choice(('ric anemia', 'nal sarcoma', 'lar dystrophy'))}",
    "Gene": lambda draw: f"{''.join(draw.choices('BCDFGHKLMNPRSTVXZ', k=4))}{draw.randint(1, 29)}",
    "Molecular Function": lambda draw: f"{word(draw, 3)}se activity",
    "Pathway": lambda draw: f"{word(draw, 3).capitalize()}n Signaling Pathway",
    "Pharmacologic Class": lambda draw: f"{word(draw, 3).capitalize()}nin Antagonists",
    "Side Effect": lambda draw: f"{word(draw, 3).capitalize()}tis",
    "Symptom": lambda draw: f"{word(draw, 3).capitalize()}lgia",
}
Way = tuple[str, tuple[str, ...]]
"""The kind of a named thing, and the relations from it."""
_TREATS: Way = ("Disease", ("CtD",))
TEMPLATES: tuple[tuple[str, str, tuple[Way, ...], tuple[str, ...]], ...] = (
    ("two hops", "Which side effects do compounds that treat {0} cause?", (_TREATS,), ("CcSE",)),
    ("two hops", "Which side effects can occur in the treatment of {0}?", (_TREATS,), ("CcSE",)),
    ("two hops", "Which genes are bound by compounds that treat {0}?", (_TREATS,), ("CbG",)),
    ("two hops", "Which pharmacologic classes are used to treat {0}?", (_TREATS,), ("PCiC",)),
    ("two hops", "Which symptoms are presented by diseases that {0} treats?", (("Compound", ("CtD",)),), ("DpS",)),
    ("two hops", "Which pathways do genes associated with {0} participate in?", (("Disease", ("DaG",)),), ("GpPW",)),
    ("two hops", "Which anatomies express genes that are bound by {0}?", (("Compound", ("CbG",)),), ("AeG",)),
    ("two hops", "Which diseases are associated with genes that {0} upregulates?", (("Compound", ("CuG",)),), ("DaG",)),
    ("two hops", "Which compounds treat diseases that present {0}?", (("Symptom", ("DpS",)),), ("CtD",)),
    ("two hops", "To which anatomies do diseases treated by {0} localize?", (("Compound", ("CtD",)),), ("DlA",)),
    ("two hops", "Which molecular functions do the genes bound by {0} participate in?",
     (("Compound", ("CbG",)),), ("GpMF",)),
    ("three hops", "Which pathways do genes bound by compounds that treat {0} participate in?",
     (_TREATS,), ("CbG", "GpPW")),
    ("three hops", "Which side effects are caused by compounds that treat diseases that present {0}?",
     (("Symptom", ("DpS",)),), ("CtD", "CcSE")),
    ("three hops", "Which symptoms do diseases present that are treated by compounds of the class {0}?",
     (("Pharmacologic Class", ("PCiC",)),), ("CtD", "DpS")),
    ("intersection", "Which compounds treat {0} and bind {1}?", (_TREATS, ("Gene", ("CbG",))), ()),
    ("intersection", "Which compounds treat {0} and cause {1}?", (_TREATS, ("Side Effect", ("CcSE",))), ()),
    ("intersection", "Which genes are associated with {0} and expressed in {1}?",
     (("Disease", ("DaG",)), ("Anatomy", ("AeG",))), ()),
    ("intersection", "Which pharmacologic classes include compounds that treat {0} and cause {1}?",
     (_TREATS, ("Side Effect", ("CcSE",))), ("PCiC",)),
)  # fmt: skip
"""Kind of question, its words, from each name the relations to a thing that all of them share, and those from there."""
RELATIONS = (
    ("What is the relationship between {0} and {1}?", "CcSE"),
    ("How are {0} and {1} related?", "DpS"),
)
UNANSWERED = (
    "Which enzymes break down {0}?", "Which vaccines prevent {1}?", "Which hospitals treat {1}?",
    "Which dosage of {0} is used in {1}?",
)  # fmt: skip
MOST = 60
"""Things that an answer has at most, so that a question tells ways apart."""
_EACH = 3


@dataclass(frozen=True, slots=True)
class HetionetShaped:
    """The drawn graph.

    Attributes:
        names: by kind the names in order; a thing is its kind and its place there.
        edges: by abbreviation the pairs of places.
    """

    names: Mapping[str, tuple[str, ...]]
    edges: Mapping[str, frozenset[tuple[int, int]]]
    ends: Mapping[str, tuple[str, str]] = field(default_factory=lambda: {
        short: (source, target) for source, _, target, short in map(_parts, (told for told, _ in EDGES))
    })  # fmt: skip

    @classmethod
    def drawn(cls, seed: int = SEED) -> HetionetShaped:
        """The graph of a seed."""
        draw = random.Random(seed)  # noqa: S311 - reproducible, not secret
        names: dict[str, tuple[str, ...]] = {}
        for kind, (_, _, number) in TYPES.items():
            made: dict[str, None] = {}
            while len(made) < number:
                made[_NAMES[kind](draw)] = None
            names[kind] = tuple(made)
        edges = {}
        for told, number in EDGES:
            source, _, target, short = _parts(told)
            pairs: set[tuple[int, int]] = set()
            while len(pairs) < number:
                one, other = draw.randrange(len(names[source])), draw.randrange(len(names[target]))
                if source != target or (one != other and (other, one) not in pairs):
                    pairs.add((one, other))
            edges[short] = frozenset(pairs)
        return cls(names, edges)

    def identifier(self, kind: str, place: int) -> str:
        """The identifier of a thing as Hetionet has it, without its kind."""
        return TYPES[kind][1].format(place + 1)

    def write(self, path: Path) -> None:
        """Writes the graph as Hetionet's JSON."""
        kinds = {_parts(told)[3]: _parts(told)[1] for told, _ in EDGES}
        nodes = [
            {"kind": kind, "identifier": self._told(kind, place), "name": name, "data": {"source": "made"}}
            for kind, names in self.names.items()
            for place, name in enumerate(names)
        ]
        edges = [
            {"source_id": [self.ends[short][0], self._told(self.ends[short][0], one)],
             "target_id": [self.ends[short][1], self._told(self.ends[short][1], other)],
             "kind": kinds[short], "direction": _direction(short), "data": {"source": "made"}}
            for short, pairs in self.edges.items()
            for one, other in sorted(pairs)
        ]  # fmt: skip
        tuples = [[*self.ends[short], kinds[short], _direction(short)] for short in self.edges]
        short_of = {kind: short for kind, (short, _, _) in TYPES.items()}
        short_of |= {kind: short.strip("ABCDFGMPSEW>") for short, kind in kinds.items()}
        told: dict[str, Any] = {"metanode_kinds": list(TYPES), "metaedge_tuples": tuples, "kind_to_abbrev": short_of}
        path.write_text(json.dumps({**told, "nodes": nodes, "edges": edges}), encoding="utf-8")

    def _told(self, kind: str, place: int) -> str | int:
        said = self.identifier(kind, place)
        return int(said) if kind == "Gene" else said

    def reached(self, kind: str, places: Iterable[int], steps: tuple[str, ...]) -> tuple[str, frozenset[int]]:
        """The things that some relations lead to from others, one after the other in whichever direction fits."""
        things = frozenset(places)
        for short in steps:
            source, target = self.ends[short]
            if kind == source:
                kind, things = target, frozenset(other for one, other in self.edges[short] if one in things)
            else:
                kind, things = source, frozenset(one for one, other in self.edges[short] if other in things)
        return kind, things

    def questions(self, seed: int = SEED) -> Iterator[dict[str, Any]]:
        """The questions with what answers each: identifiers, or types of relations, or nothing where nothing does."""
        draw = random.Random(seed + 1)  # noqa: S311 - reproducible, not secret
        for category, words, ways, then in TEMPLATES:
            for _ in range(_EACH):
                yield {"category": category, **self._asked(draw, words, ways, then)}
        for words, short in RELATIONS:
            verb = next(verb for _, verb, _, its in map(_parts, (told for told, _ in EDGES)) if its == short)
            for pair in draw.sample(sorted(self.edges[short]), _EACH):
                names = [self.names[kind][place] for kind, place in zip(self.ends[short], pair, strict=True)]
                gold = f"RELATION {verb.upper()}_{short}"
                yield {"category": "relation", "question": words.format(*names), "gold": gold}
        for words in UNANSWERED:
            names = [draw.choice(self.names["Compound"]), draw.choice(self.names["Disease"])]
            yield {"category": "not in graph", "question": words.format(*names), "gold": ""}

    def _asked(self, draw: random.Random, words: str, ways: tuple[Way, ...], then: tuple[str, ...]) -> dict[str, Any]:
        """A question of some words with names for which it has some answers and not too many."""
        while True:
            named, kind = list[str](), ""
            shared: frozenset[int] | None = None
            for start, steps in ways:
                places: Sequence[int] = range(len(self.names[start]))
                if shared is not None:  # drawn from what the first name leads to, so that there is an answer
                    places = sorted(self.reached(kind, shared, steps[::-1])[1])
                if not places:
                    break
                place = draw.choice(places)
                named.append(self.names[start][place])
                kind, things = self.reached(start, [place], steps)
                shared = things if shared is None else shared & things
            if shared and len(named) == len(ways):
                kind, found = self.reached(kind, shared, then)
                if 0 < len(found) <= MOST:
                    ids = [f"{kind}::{self.identifier(kind, one)}" for one in sorted(found)]
                    return {"question": words.format(*named), "gold": ids}


def _parts(told: str) -> tuple[str, str, str, str]:
    """Source, verb, target and abbreviation of a metaedge ("Compound causes Side Effect CcSE")."""
    words = told.split()
    verb = next(place for place, one in enumerate(words) if one.islower())
    return " ".join(words[:verb]), words[verb], " ".join(words[verb + 1 : -1]), words[-1]


def _direction(short: str) -> str:
    return "forward" if ">" in short else "both"
