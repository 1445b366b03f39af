"""Tables of what questions about associations are asked about, and a crowd of near misses around each of them."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.common import write_rows
from benchmarks.made_words import TYPES
from benchmarks.retrieval_questions import Association, Fact, QuestionSet

CROWD = 200
"""Genes of each disease that is asked about."""
SEED = 17
OTHER = 90_000_000
"""Identifiers that no vocabulary has begin here."""
DISEASE, GENE, COMPOUND = "Disease", "Gene", "Compound"
ASSOCIATED, TREATS, IS_A = "associated_with", "treats", "is_a"
_ENDS = {ASSOCIATED: (DISEASE, GENE), TREATS: (COMPOUND, DISEASE), IS_A: (DISEASE, DISEASE)}
_SIMILAR = ("{} 2", "familial {}", "juvenile {}", "{}, susceptibility to", "atypical {}")
_Edge = tuple[str, str, str]
_Key = tuple[str, str]


@dataclass
class Crowded:
    """The rows of the tables while they are made: names that differ in case alone are one thing."""

    draw: random.Random
    names: dict[_Key, str] = field(default_factory=dict)
    ids: dict[_Key, str] = field(default_factory=dict)
    edges: dict[_Edge, str] = field(default_factory=dict)

    def thing(self, label: str, name: str, id_: str = "") -> str:
        """The identifier of a thing, which is made where it is new."""
        key = label, name.casefold()
        if key not in self.ids:
            self.names[key] = name
            prefix = TYPES[label].prefix if label in TYPES else f"MADE.{label.upper()}"
            self.ids[key] = id_ or f"{prefix}:{len(self.ids) + 1:06d}"
        return self.ids[key]

    def edge(self, relation: str, subject: str, object_: str, p_value: str = "", label: str = "") -> None:
        """An edge, once; the first p-value of it stays.

        Args:
            label: of its target, where that is not the usual one of the relation.
        """
        source, usual = _ENDS[relation]
        target = label or usual
        self.edges.setdefault((self.thing(source, subject), relation, self.thing(target, object_)), p_value)

    def knows(self, label: str, name: str) -> bool:
        """Whether a thing of this name is there."""
        return (label, name.casefold()) in self.ids


def write(folder: Path, asked: QuestionSet, crowd: int = CROWD) -> tuple[int, int]:
    """Writes ``nodes.csv`` and ``edges.csv``; the same questions give the same bytes.

    Args:
        crowd: genes of each disease that is asked about, most of them made up.

    Returns:
        how many nodes and how many edges.
    """
    made = Crowded(random.Random(SEED))  # noqa: S311 -- nothing here is a secret
    _state(made, asked)
    _offer(made, asked)
    _surround(made, asked, crowd)
    nodes = ((made.ids[key], name, key[0]) for key, name in made.names.items())
    edges = ((*edge, p_value, "GWAS" if p_value else "") for edge, p_value in made.edges.items())
    write_rows(folder / "nodes.csv", ("id", "name", "label"), nodes)
    write_rows(folder / "edges.csv", ("source", "type", "target", "p_value", "provenance"), edges)
    return len(made.names), len(made.edges)


def _state(made: Crowded, asked: QuestionSet) -> None:
    """What is asked for: the associations with their p-values, and what the statements state or wrongly deny."""
    for statement in asked.statements:
        fact = statement.fact
        if fact is not None and fact.relation == "identifier":
            # What a wrong statement is about has another identifier of the same vocabulary, or nothing could deny it.
            other = f"{fact.object.partition(':')[0]}:{OTHER + len(made.ids)}"
            made.thing(DISEASE, fact.subject, fact.object if statement.true else other)
    for one in asked.associations:
        made.edge(ASSOCIATED, one.disease, one.gene, one.p_value)
    for statement in asked.statements:
        fact = statement.fact
        if fact is not None and fact.relation != "identifier" and statement.true != statement.denied:
            made.edge(fact.relation, fact.subject, fact.object)
    for choice in asked.choices:
        for disease in choice.diseases:
            made.edge(ASSOCIATED, disease, choice.right, _p_value(made), choice.label)


def _offer(made: Crowded, asked: QuestionSet) -> None:
    """The wrong options: each is associated with one of the diseases wherever no question is spoilt by that."""
    for choice in asked.choices:
        for option, disease in zip(choice.wrong, itertools.cycle(choice.diseases)):
            made.thing(choice.label, option)
            if not _spoils(made, asked, disease, option):
                made.edge(ASSOCIATED, disease, option, _p_value(made), choice.label)


def _spoils(made: Crowded, asked: QuestionSet, disease: str, option: str) -> bool:
    """Whether a wrong option of some question would be right as well."""
    for choice in asked.choices:
        if option in choice.wrong and disease in choice.diseases:
            other = choice.diseases[disease == choice.diseases[0]]
            edge = made.thing(DISEASE, other), ASSOCIATED, made.thing(choice.label, option)
            if edge in made.edges or other == disease:
                return True
    return False


def _surround(made: Crowded, asked: QuestionSet, crowd: int) -> None:
    """Near misses: genes with neighbouring symbols, diseases with similar names, and a crowd around both."""
    genes = _fresh(made, GENE, 4 * crowd)
    diseases = _fresh(made, DISEASE, crowd)
    compounds = _fresh(made, COMPOUND, 20)
    for one in asked.associations:
        _near(made, one)
        for disease in made.draw.sample(diseases, crowd // 4):
            made.edge(ASSOCIATED, disease, one.gene, _p_value(made))
    for disease in dict.fromkeys(_asked_diseases(asked)):
        for gene in made.draw.sample(genes, crowd):
            made.edge(ASSOCIATED, disease, gene, _p_value(made))
        made.edge(TREATS, made.draw.choice(compounds), disease)


def _near(made: Crowded, one: Association) -> None:
    for symbol in _neighbours(one.gene):
        if not made.knows(GENE, symbol):
            made.edge(ASSOCIATED, one.disease, symbol, _p_value(made))
    for form in _SIMILAR:
        name = form.format(one.disease)
        if not made.knows(DISEASE, name):
            made.edge(ASSOCIATED, name, one.gene, _p_value(made))
            made.edge(IS_A, name, one.disease)


def _asked_diseases(asked: QuestionSet) -> Iterator[str]:
    yield from (one.disease for one in asked.associations)
    for choice in asked.choices:
        yield from choice.diseases
    for statement in asked.statements:
        if statement.fact is not None:
            yield from _diseases_of(statement.fact)


def _diseases_of(fact: Fact) -> Iterator[str]:
    source, target = _ENDS.get(fact.relation, (DISEASE, ""))
    if source == DISEASE:
        yield fact.subject
    if target == DISEASE:
        yield fact.object


def _neighbours(symbol: str) -> Iterator[str]:
    """Symbols of genes that differ in little: another number, another ending, one letter more."""
    parts = re.fullmatch(r"(.*?)(\d*)", symbol)
    assert parts is not None
    stem, number = parts[1], int(parts[2] or 0)
    yield from (f"{stem}{number + more}" for more in (1, 2, 10))
    yield from (f"{symbol}{ending}" for ending in ("B", "L1", "P1", "-AS1"))


def _fresh(made: Crowded, label: str, many: int) -> list[str]:
    """Names of made-up things."""
    found: dict[str, None] = {}
    while len(found) < many:
        name = TYPES[label].name(made.draw)
        if not made.knows(label, name):
            found[name] = None
    return list(found)


def _p_value(made: Crowded) -> str:
    return f"{made.draw.randint(1, 9)}e-{made.draw.randint(8, 60):02d}"
