"""The pan-cancer graph of a published benchmark as plain tables, and questions answered straight from its files.

The files (CC0 1.0, yichun10/bioKGQA-KGT) are no part of the repository. ``entity.csv`` holds a name, a type and pairs
of attribute and value; ``relationships.csv`` source, relation and target. Names are Chinese; cancers, drugs and
genetic diseases have English ones as well, which become the names here, the Chinese ones synonyms.
"""

from __future__ import annotations

import csv
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from benchmarks.questions import Question
from benchmarks.scoring import Expected

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "pcqa"
SEED = 3
FEWEST, MOST = 1, 40
"""Answers that a list question may have, so that a look at a failure tells something."""


@dataclass(frozen=True, slots=True)
class Entity:
    """One row of the table of nodes."""

    id: str
    label: str
    name: str
    chinese: str
    attributes: Mapping[str, str] = field(default_factory=dict)


class PanCancer:
    """The entities and links of the files; links whose ends are not among the entities are left out."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self.entities = list(_entities(folder / "entity.csv"))
        known: dict[str, Entity] = {}
        for entity in self.entities:
            known.setdefault(entity.chinese, entity)
        self.links = [
            (known[row[0]], row[1], known[row[2]])
            for row in _rows(folder / "relationships.csv")
            if len(row) == 3 and row[0] in known and row[2] in known
        ]

    @cached_property
    def things(self) -> Mapping[tuple[str, str], tuple[str, ...]]:
        """Label and name in small letters: the identifiers of all entities so called, which are one thing."""
        found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for entity in self.entities:
            found[_key(entity)].append(entity.id)
        return {key: tuple(ids) for key, ids in found.items()}

    @cached_property
    def names(self) -> Mapping[tuple[str, str], str]:
        """The name of each thing as it is written."""
        return {_key(entity): entity.name for entity in reversed(self.entities)}

    def ways(self, type_: str, source: str, target: str) -> tuple[_Ways, _Ways]:
        """The targets of each source and the sources of each target of a relation between two labels."""
        out: _Ways = defaultdict(set)
        into: _Ways = defaultdict(set)
        for one, relation, other in self.links:
            if (one.label, relation, other.label) == (source, type_, target):
                out[_key(one)].add(_key(other))
                into[_key(other)].add(_key(one))
        return out, into

    def write(self, folder: Path) -> None:
        """The two tables."""
        folder.mkdir(parents=True, exist_ok=True)
        columns = sorted({name for entity in self.entities for name in entity.attributes})
        with (folder / "nodes.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("id", "name", "label", "synonyms", *columns))
            for one in self.entities:
                synonym = one.chinese if one.chinese != one.name and "|" not in one.chinese else ""
                values = (one.attributes.get(column, "") for column in columns)
                writer.writerow((one.id, one.name, one.label, synonym, *values))
        with (folder / "edges.csv").open("w", encoding="utf-8", newline="") as stream:
            writer = csv.writer(stream)
            writer.writerow(("source", "type", "target"))
            writer.writerows((one.id, relation, other.id) for one, relation, other in self.links)


_Key = tuple[str, str]
_Ways = defaultdict[_Key, set[_Key]]


def _key(entity: Entity) -> _Key:
    return entity.label, " ".join(entity.name.casefold().split())


def _rows(path: Path) -> Iterator[list[str]]:
    with path.open(encoding="utf-8-sig", newline="") as stream:
        yield from csv.reader(stream, skipinitialspace=True)


def _entities(path: Path) -> Iterator[Entity]:
    for number, row in enumerate(_rows(path), start=1):
        label = row[1].replace("_", "")
        told = {name.partition(".")[2]: value for name, value in zip(row[2::2], row[3::2], strict=False)}
        name = told.pop("name_en", "") or row[0]
        told.pop("name", None)
        yield Entity(f"PC:{number:04}", label, name, row[0], told)


@dataclass(frozen=True, slots=True)
class RelationQuestions:
    """Wordings for one relation: for the targets of {x}, for its sources, and for whether {s} and {t} are joined."""

    type: str
    source: str
    target: str
    targets: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    holds: tuple[str, ...] = ()
    most: tuple[str, ...] = ()
    most_joined: tuple[str, ...] = ()


ASKED = {
    "treats": RelationQuestions(
        "treatment", "Drug", "Cancer",
        ("Which cancers does {x} treat?", "Which cancers is {x} used for?"),
        ("Which drugs treat {x}?", "What medicines are used to treat {x}?"),
        ("Does {s} treat {t}?", "Is {t} treated with {s}?"),
        ("Which drug treats the most cancers?",),
        ("Which cancer is treated by the most drugs?",),
    ),
    "inhibits": RelationQuestions(
        "inhibition_to", "Drug", "Genesymbol",
        ("Which genes does {x} inhibit?",),
        ("Which drugs inhibit {x}?", "Which compounds inhibit {x}?"),
        ("Does {s} inhibit {t}?", "Is {t} inhibited by {s}?"),
        ("Which drug inhibits the most genes?",),
        ("Which gene is inhibited by the most drugs?",),
    ),
    "drives": RelationQuestions(
        "driving_to", "Genesymbol", "Cancer",
        ("Which cancers does {x} drive?",),
        ("Which genes drive {x}?",),
        ("Does {s} drive {t}?",),
        ("Which gene drives the most cancers?",),
    ),
    "sensitive": RelationQuestions(
        "sensitivity_to", "CancerCell", "Drug",
        (),
        ("Which cancer cells are sensitive to {x}?",),
        (),
        (),
        ("Which drug are the most cancer cells sensitive to?",),
    ),
    "resistant": RelationQuestions(
        "resistance_to", "CancerCell", "Drug", (), ("Which cancer cells are resistant to {x}?",)
    ),
    "includes": RelationQuestions(
        "include_a", "ClinicalTrial", "Cancer",
        ("Which cancers does {x} include?",),
        ("Which clinical trials include {x}?", "Which trials include {x}?"),
        ("Does {s} include {t}?",),
        (),
        ("Which cancer is included in the most clinical trials?",),
    ),
    "develops": RelationQuestions(
        "develop_to", "GeneticDisease", "Cancer",
        ("Which cancers does {x} develop to?", "Which cancers can {x} develop into?"),
        ("Which genetic diseases develop to {x}?",),
        ("Does {s} develop to {t}?",),
    ),
    "causes": RelationQuestions(
        "cause_to", "Genesymbol", "GeneticDisease",
        ("Which genetic diseases does {x} cause?",),
        ("Which genes cause {x}?",),
        ("Does {s} cause {t}?",),
        ("Which gene causes the most genetic diseases?",),
    ),
    "carries": RelationQuestions("has_gene", "SnvFull", "Genesymbol", ("Which genes does {x} have?",)),
    "originates": RelationQuestions(
        "originated_from", "CancerCell", "Cancer", (), ("Which cancer cells originated from {x}?",)
    ),
}  # fmt: skip

BOTH = (
    ("Which drugs treat {0} and inhibit {1}?", (("treats", False), ("inhibits", False))),
    ("Which drugs treat both {0} and {1}?", (("treats", False), ("treats", False))),
    ("Which drugs inhibit both {0} and {1}?", (("inhibits", False), ("inhibits", False))),
    ("Which genes drive {0} and cause {1}?", (("drives", False), ("causes", False))),
    ("Which cancer cells are sensitive to {0} and resistant to {1}?", (("sensitive", False), ("resistant", False))),
    ("Which cancers do {0} and {1} both treat?", (("treats", True), ("treats", True))),
)
"""Question, and relations with True where what is asked for are their targets."""

CHAINS = (
    ("Which drugs inhibit genes that drive {0}?", (("inhibits", False), ("drives", False))),
    ("Which drugs inhibit genes that cause {0}?", (("inhibits", False), ("causes", False))),
    ("Which cancers are driven by genes that {0} inhibits?", (("drives", True), ("inhibits", True))),
    ("Which clinical trials include cancers driven by {0}?", (("includes", False), ("drives", True))),
    (
        "Which clinical trials include cancers driven by genes that {0} inhibits?",
        (("includes", False), ("drives", True), ("inhibits", True)),
    ),
)
"""Question, and relations from what is asked for to the named thing."""

ABSENT = (
    "Which drugs treat Xenquarble carcinoma?", "Does Xenquarblol inhibit {gene}?", "Which genes treat {cancer}?",
    "What is the price of {drug}?", "Which hospitals treat {cancer}?", "Which cancers inhibit {gene}?",
)  # fmt: skip

TYPES = frozenset({"cancer", "drug", "gene"})
"""Names in the files that say of what type a thing is, and mean no thing in a question."""


def questions(graph: PanCancer) -> tuple[Question, ...]:
    """Questions of every kind, the same on every run."""
    return tuple(_Maker(graph).all())


class _Maker:
    def __init__(self, graph: PanCancer) -> None:
        self.graph = graph
        self.chance = random.Random(SEED)
        self.number = 0
        self.ways = {key: graph.ways(one.type, one.source, one.target) for key, one in ASKED.items()}

    def all(self) -> Iterator[Question]:
        for key, asked in ASKED.items():
            yield from self._of(key, asked)
        for template, conditions in BOTH:
            yield from self._both(template, conditions)
        for template, hops in CHAINS:
            yield from self._chain(template, hops)
        yield from self._single()
        for template in ABSENT:
            names = {"gene": "Genesymbol", "cancer": "Cancer", "drug": "Drug"}
            filled = template.format(**{k: self._name(self._any(label)) for k, label in names.items()})
            yield self._question(filled, "abstain", Expected(("not_in_graph", "not_understood")), "must abstain")

    def _of(self, key: str, asked: RelationQuestions) -> Iterator[Question]:
        for place, templates in enumerate((asked.targets, asked.sources)):
            ways = self.ways[key][place]
            for number, template in enumerate(templates):
                thing = self._some(ways)
                yield self._list(template.format(x=self._name(thing)), ways[thing], f"list {key}")
                if not number:
                    thing = self._some(ways)
                    counted = template.format(x=self._name(thing)).replace("Which", "How many", 1)
                    expected = Expected(("answered",), "count", count=len(ways[thing]))
                    yield self._question(counted, "count", expected, f"count {key}")
        for template in asked.holds:
            for wanted in (True, False):
                source = self._some(self.ways[key][0])
                joined = self.ways[key][0][source]
                others = sorted(set(self.ways[key][1]) - joined)
                target = self.chance.choice(sorted(joined) if wanted else others)
                filled = template.format(s=self._name(source), t=self._name(target))
                yield self._question(filled, "yesno", Expected(("answered",), "yesno", verdict=wanted), f"yes/no {key}")
        for place, templates in enumerate((asked.most, asked.most_joined)):
            ways = self.ways[key][place]
            most = max(map(len, ways.values()))
            for template in templates:
                yield self._list(template, {k for k, v in ways.items() if len(v) == most}, f"most {key}")

    def _both(self, template: str, conditions: Sequence[tuple[str, bool]]) -> Iterator[Question]:
        sides = [self.ways[key][1 if targets is False else 0] for key, targets in conditions]
        for _ in range(5000):
            things = [self.chance.choice(sorted(side)) for side in sides]
            found = set.intersection(*(side[thing] for side, thing in zip(sides, things, strict=True)))
            if found and len(set(things)) == len(things):
                yield self._list(template.format(*map(self._name, things)), found, "several conditions")
                return

    def _chain(self, template: str, hops: Sequence[tuple[str, bool]]) -> Iterator[Question]:
        """Walks from the named thing to what is asked for."""
        steps = [self.ways[key][0 if targets else 1] for key, targets in reversed(hops)]
        for _ in range(500):
            thing = self._some(steps[0])
            ends = {thing}
            for ways in steps:
                ends = {end for one in ends for end in ways.get(one, ())}
            if FEWEST <= len(ends) <= MOST:
                yield self._list(template.format(self._name(thing)), ends, f"chain of {len(hops)}")
                return

    def _single(self) -> Iterator[Question]:
        """Properties, types, and how two things are related."""
        drug = self.chance.choice([e for e in self.graph.entities if e.label == "Drug" and e.attributes["class_type"]])
        told = Expected(("answered",), "text", text=drug.attributes["class_type"])
        yield self._question(f"What is the class type of {drug.name}?", "text", told, "property")
        variant = next(e for e in self.graph.entities if e.label == "SnvFull" and e.attributes["biological_effect"])
        told = Expected(("answered",), "text", text=variant.attributes["biological_effect"])
        yield self._question(f"What is the biological effect of {variant.name}?", "text", told, "property")
        yes = Expected(("answered",), "yesno", verdict=True)
        yield self._question(f"Is {self._name(self._any('Drug'))} a drug?", "yesno", yes, "type")
        for key in ("treats", "inhibits", "drives"):
            source = self._some(self.ways[key][0])
            target = self.chance.choice(sorted(self.ways[key][0][source]))
            ends = {source, target}
            types = {type_ for one, type_, other in self.graph.links if {_key(one), _key(other)} == ends}
            between = (self.graph.things[source], self.graph.things[target])
            expected = Expected(("answered",), "relation", between=between, predicates=tuple(sorted(types)))
            asked = f"What is the relationship between {self._name(source)} and {self._name(target)}?"
            yield self._question(asked, "relation", expected, "relation")

    def _some(self, ways: Mapping[_Key, set[_Key]]) -> _Key:
        known = [key for key, ends in ways.items() if FEWEST <= len(ends) <= MOST and key[1] not in TYPES]
        return self.chance.choice(sorted(known))

    def _any(self, label: str) -> _Key:
        return self.chance.choice(sorted(key for key in self.graph.things if key[0] == label))

    def _name(self, key: _Key) -> str:
        return self.graph.names[key]

    def _list(self, asked: str, found: Iterable[_Key], category: str) -> Question:
        answers = tuple(self.graph.things[key] for key in sorted(found))
        return self._question(asked, "list", Expected(("answered",), "list", answers=answers), category)

    def _question(self, asked: str, kind: str, expected: Expected, category: str) -> Question:
        self.number += 1
        return Question(f"p{self.number}", asked, category, kind, expected)
