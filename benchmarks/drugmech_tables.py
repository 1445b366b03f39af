"""The questions of the paper on BTE-RAG, made from DrugMechDB, and tables that hold their links among many others.

The links are those that a question asks about, each between two things; the other links are made by a seeded program
and are as many for the asked things as for things that nobody asks about.
"""

from __future__ import annotations

import ast
import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from benchmarks.common import read_rows, write_rows
from benchmarks.made_words import TYPES

SEED = 3
GENE, DISEASE, DRUG = "Gene", "Disease", "Drug"
MOLECULE, PROCESS = "SmallMolecule", "BiologicalProcess"
MADE = {GENE: 6000, DISEASE: 2000, DRUG: 1500, MOLECULE: 1500, PROCESS: 2000}
"""Things that nobody asks about."""
_NAMED_LIKE = {GENE: "Gene", DISEASE: "Disease", DRUG: "Compound", MOLECULE: "Compound", PROCESS: "Pathway"}
_KINDS = (
    (DRUG, "affects", GENE, 22), (GENE, "associated_with", DISEASE, 22), (DRUG, "treats", DISEASE, 6),
    (DRUG, "affects", MOLECULE, 8), (MOLECULE, "correlated_with", DISEASE, 8), (DRUG, "affects", PROCESS, 10),
    (GENE, "participates_in", PROCESS, 12), (GENE, "interacts_with", GENE, 12),
)  # fmt: skip
"""Types and relations, with their share of the links in percent."""
Edge = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class Thing:
    """Something that a question names or asks for."""

    id: str
    name: str
    label: str


@dataclass(frozen=True, slots=True)
class GoldQuestion:
    """One question.

    Attributes:
        set: ``genes``, ``metabolites`` or ``drugs``: what it asks for.
        things: that it names.
        gold: what answers it; any of them.
    """

    set: str
    text: str
    things: tuple[Thing, Thing]
    gold: tuple[Thing, ...]

    @property
    def links(self) -> Iterator[Edge]:
        """The links between these."""
        one, other = (thing.id for thing in self.things)
        for gold in self.gold:
            if self.set == "drugs":
                yield from ((gold.id, "treats", one), (gold.id, "affects", other))
            else:
                relation = "associated_with" if self.set == "genes" else "correlated_with"
                yield from ((one, "affects", gold.id), (gold.id, relation, other))


FILES = {
    "genes": "DMDB_mechanistic_genes_filtered.csv",
    "metabolites": "DMDB_chebi_metabolite_filtered.csv",
    "drugs": "DMDB_go_bp_filtered.csv",
}


def questions(folder: Path) -> list[GoldQuestion]:
    """The questions of the three files, each once, with all that answers it."""
    found: dict[str, GoldQuestion] = {}
    for name, file in FILES.items():
        for row in read_rows(folder / file):
            one = _asked(name, row)
            same = found.get(one.text.casefold(), one)
            found[one.text.casefold()] = replace(same, gold=tuple(dict.fromkeys((*same.gold, *one.gold))))
    return list(found.values())


def _asked(name: str, row: dict[str, str]) -> GoldQuestion:
    disease = Thing(row["disease"], row["disease_name"], DISEASE)
    drug = Thing(row["Drug_MeshID"] or row["drug"], row["drug_name"], DRUG)
    if name == "drugs":
        process = Thing(row["bp"], row["bp_name"], PROCESS)
        return GoldQuestion(name, row["question"], (disease, process), (drug,))
    if name == "metabolites":
        return GoldQuestion(
            name, row["question"], (drug, disease), (Thing(row["metabolite"], row["metabolite_name_str"], MOLECULE),)
        )
    ids = [one.replace("UniProt:", "UniProtKB:") for one in _listed(row["protein"])]
    symbols = _listed(row["protein_gene_symbol"])
    genes = tuple(Thing(id_, symbol, GENE) for id_, symbol in zip(ids, symbols, strict=False))
    return GoldQuestion(name, row["question"], (drug, disease), genes)


def _listed(text: str) -> list[str]:
    value = ast.literal_eval(text) if text.startswith("[") else text
    return list(map(str, value)) if isinstance(value, list) else [text]


def write(folder: Path, names: Path, asked: Sequence[GoldQuestion], links: int) -> tuple[int, int]:
    """Writes the tables of the graph that is served, and those of one that knows the names alone.

    Returns:
        how many things, and how many links, of which the questions need some.
    """
    draw = random.Random(SEED)  # noqa: S311  # the same every time
    known: dict[str, Thing] = {}
    called: dict[str, dict[str, None]] = {}
    for thing in itertools.chain.from_iterable((*one.things, *one.gold) for one in asked):
        known.setdefault(thing.id, thing)
        called.setdefault(thing.id, {})[thing.name] = None
    edges: dict[Edge, None] = dict.fromkeys(link for one in asked for link in one.links)
    by_label = {label: [one.id for one in known.values() if one.label == label] for label in MADE}
    for label, number in MADE.items():
        made = TYPES[_NAMED_LIKE[label]]
        for place in range(number):
            thing = Thing(f"MADE.{label.upper()}:{place:05d}", f"{made.name(draw)} {place}", label)
            known[thing.id] = thing
            by_label[label].append(thing.id)
    wanted = len(edges) + links
    for source, type_, target, share in _KINDS:
        for edge in _drawn(draw, by_label[source], type_, by_label[target], links * share // 100):
            edges.setdefault(edge)
    while len(edges) < wanted:
        edges.update(dict.fromkeys(_drawn(draw, by_label[DRUG], "affects", by_label[GENE], wanted - len(edges))))
    columns = ("id", "name", "label", "synonyms")
    nodes = [(one.id, one.name, one.label, "|".join([*called.get(one.id, ())][1:])) for one in known.values()]
    for at in (folder, names):
        at.mkdir(parents=True, exist_ok=True)
        write_rows(at / "nodes.csv", columns, nodes)
    write_rows(folder / "edges.csv", ("source", "type", "target"), edges)
    resembling = _drawn(draw, by_label[DISEASE][-200:], "resembles", by_label[DISEASE][-200:], 100)
    write_rows(names / "edges.csv", ("source", "type", "target"), dict.fromkeys(resembling))
    return len(known), len(edges)


def _drawn(draw: random.Random, sources: list[str], type_: str, targets: list[str], number: int) -> Iterator[Edge]:
    """Links between things of which a few have many, the asked ones (which are first) among them."""
    ends = [
        draw.choices(
            some, cum_weights=list(itertools.accumulate((place + 5) ** -0.4 for place in range(len(some)))), k=number
        )
        for some in (sources, targets)
    ]
    return ((one, type_, other) for one, other in zip(*ends, strict=True) if one != other)
