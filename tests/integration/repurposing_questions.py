"""Questions about the made-up graph of ``repurposing.py``, in everyday wordings, with answers from its edges alone."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from benchmarks.questions import Question
from benchmarks.scoring import Expected
from tests.integration.repurposing import BY_KEY, COUNTS, LINKS, Graph, Habit, database

SILENT = ("not_in_graph",)


@dataclass(frozen=True, slots=True)
class Said:
    """How people ask for one relation.

    Attributes:
        targets: questions for the targets of {x}.
        sources: questions for the sources of {x}.
        holds: yes/no questions and statements about {s} and {t}.
        most: questions for the source with the most targets.
        most_joined: questions for the target with the most sources.
    """

    targets: tuple[str, ...]
    sources: tuple[str, ...]
    holds: tuple[str, ...]
    most: tuple[str, ...] = ()
    most_joined: tuple[str, ...] = ()


SAID = {
    "treats": Said(
        ("Which diseases does {x} treat?", "Which diseases are treated by {x}?", "What diseases is {x} used for?",
         "Which illnesses can be treated with {x}?"),
        ("Which compounds treat {x}?", "Which drugs are used to treat {x}?", "What medicines treat {x}?",
         "Which drugs are used for {x}?"),
        ("Does {s} treat {t}?", "Is {t} treated by {s}?", "Is {s} used to treat {t}?", "{s} treats {t}."),
        ("Which compound treats the most diseases?", "Which drug treats the most diseases?"),
        ("Which disease is treated by the most compounds?",),
    ),
    "palliates": Said(
        ("Which diseases does {x} palliate?", "Which diseases are palliated by {x}?"),
        ("Which compounds palliate {x}?", "Which drugs palliate {x}?"),
        ("Does {s} palliate {t}?", "Is {t} palliated by {s}?"),
        ("Which compound palliates the most diseases?",),
    ),
    "binds": Said(
        ("Which genes does {x} bind?", "Which genes are bound by {x}?", "What does {x} bind?"),
        ("Which compounds bind {x}?", "Which drugs bind {x}?", "What binds {x}?"),
        ("Does {s} bind {t}?", "Is {t} bound by {s}?", "Does {s} bind to {t}?"),
        ("Which compound binds the most genes?",),
        ("Which gene is bound by the most drugs?",),
    ),
    "c_up": Said(
        ("Which genes are upregulated by {x}?", "Which genes does {x} upregulate?",
         "The expression of which genes is increased by {x}?"),
        ("Which compounds upregulate {x}?", "Which drugs increase the expression of {x}?"),
        ("Does {s} upregulate {t}?", "Is {t} upregulated by {s}?"),
        ("Which compound upregulates the most genes?",),
    ),
    "c_down": Said(
        ("Which genes are downregulated by {x}?", "Which genes does {x} downregulate?"),
        ("Which compounds downregulate {x}?", "Which drugs decrease the expression of {x}?"),
        ("Does {s} downregulate {t}?", "Is {t} downregulated by {s}?"),
        ("Which compound downregulates the most genes?",),
    ),
    "c_like": Said(
        ("Which compounds resemble {x}?", "Which compounds does {x} resemble?", "Which drugs are similar to {x}?"),
        ("Which compounds resemble {x}?", "What compounds are similar to {x}?"),
        ("Does {s} resemble {t}?", "Is {s} similar to {t}?"),
        ("Which compound resembles the most compounds?",),
    ),
    "d_gene": Said(
        ("Which genes are associated with {x}?", "Which genes are linked to {x}?", "Genes associated with {x}"),
        ("Which diseases are associated with {x}?", "Which diseases is {x} associated with?",
         "Which conditions are associated with {x}?"),
        ("Is {s} associated with {t}?", "Is {t} associated with {s}?"),
        ("Which disease is associated with the most genes?",),
        ("Which gene is associated with the most diseases?",),
    ),
    "d_up": Said(
        ("Which genes are upregulated in {x}?", "Which genes does {x} upregulate?"),
        ("Which diseases upregulate {x}?", "In which diseases is {x} upregulated?"),
        ("Does {s} upregulate {t}?", "Is {t} upregulated in {s}?"),
    ),
    "d_down": Said(
        ("Which genes are downregulated in {x}?", "Which genes does {x} downregulate?"),
        ("Which diseases downregulate {x}?", "In which diseases is {x} downregulated?"),
        ("Does {s} downregulate {t}?", "Is {t} downregulated in {s}?"),
    ),
    "d_place": Said(
        ("Where in the body is {x} located?", "Which anatomies does {x} localize to?",
         "Which anatomical structures is {x} located in?"),
        ("Which diseases localize to {x}?", "Which diseases are located in {x}?", "Which diseases affect the {x}?"),
        ("Does {s} localize to {t}?", "Is {s} located in the {t}?"),
        ("Which disease localizes to the most anatomies?",),
    ),
    "d_like": Said(
        ("Which diseases resemble {x}?", "Which diseases does {x} resemble?"),
        ("Which diseases resemble {x}?", "Which diseases are similar to {x}?"),
        ("Does {s} resemble {t}?",),
        ("Which disease resembles the most diseases?",),
    ),
    "a_gene": Said(
        ("Which genes does the {x} express?", "Which genes are expressed in the {x}?",
         "Which genes are expressed by {x}?"),
        ("Which anatomies express {x}?", "In which tissues is {x} expressed?", "Where is {x} expressed?"),
        ("Does the {s} express {t}?", "Is {t} expressed in the {s}?"),
        ("Which anatomy expresses the most genes?", "Which tissue expresses the most genes?"),
        ("Which gene is expressed in the most tissues?",),
    ),
    "g_with": Said(
        ("Which genes interact with {x}?", "Which genes does {x} interact with?", "What interacts with {x}?"),
        ("Which genes interact with {x}?",),
        ("Does {s} interact with {t}?", "Do {s} and {t} interact?"),
        ("Which gene interacts with the most genes?", "Which gene interacts with the most other genes?"),
    ),
    "g_co": Said(
        ("Which genes covary with {x}?", "Which genes does {x} covary with?"),
        ("Which genes covary with {x}?",),
        ("Does {s} covary with {t}?",),
        ("Which gene covaries with the most genes?",),
    ),
    "g_on": Said(
        ("Which genes does {x} regulate?", "Which genes are regulated by {x}?"),
        ("Which genes regulate {x}?", "By which genes is {x} regulated?"),
        ("Does {s} regulate {t}?", "Is {t} regulated by {s}?"),
        ("Which gene regulates the most genes?",),
        ("Which gene is regulated by the most genes?",),
    ),
    "causes": Said(
        ("Which anatomies does {x} damage?", "Which organs are damaged by {x}?"),
        ("Which compounds damage the {x}?", "Which drugs damage the {x}?"),
        ("Does {s} damage the {t}?", "Is the {t} damaged by {s}?"),
        ("Which compound damages the most anatomies?",),
    ),
}  # fmt: skip

JOINED = (
    ("Which compounds treat {0} and bind {1}?", "Compound", (("treats", "Disease"), ("binds", "Gene"))),
    ("Which drugs treat {0} and upregulate {1}?", "Compound", (("treats", "Disease"), ("c_up", "Gene"))),
    ("Which compounds bind {0} and downregulate {1}?", "Compound", (("binds", "Gene"), ("c_down", "Gene"))),
    ("Which compounds upregulate {0} and downregulate {1}?", "Compound", (("c_up", "Gene"), ("c_down", "Gene"))),
    ("Which compounds bind both {0} and {1}?", "Compound", (("binds", "Gene"), ("binds", "Gene"))),
    ("Which drugs treat both {0} and {1}?", "Compound", (("treats", "Disease"), ("treats", "Disease"))),
    ("Which diseases are treated by {0} and palliated by {1}?", "Disease",
     (("treats", "Compound"), ("palliates", "Compound"))),
    ("Which diseases are associated with both {0} and {1}?", "Disease", (("d_gene", "Gene"), ("d_gene", "Gene"))),
    ("Which genes are associated with {0} and expressed in the {1}?", "Gene",
     (("d_gene", "Disease"), ("a_gene", "Anatomy"))),
    ("Which genes interact with both {0} and {1}?", "Gene", (("g_with", "Gene"), ("g_with", "Gene"))),
    ("Which genes does the {0} express that interact with {1}?", "Gene", (("a_gene", "Anatomy"), ("g_with", "Gene"))),
    ("Which compounds resemble {0} and treat {1}?", "Compound", (("c_like", "Compound"), ("treats", "Disease"))),
)  # fmt: skip
"""Question, what it asks for, and the relation and far end of each condition."""

WITHOUT = (
    ("Which compounds treat {0} but not {1}?", "Compound", ("treats", "Disease"), ("treats", "Disease")),
    ("Which compounds bind {0} but not {1}?", "Compound", ("binds", "Gene"), ("binds", "Gene")),
    ("Which genes interact with {0} but not {1}?", "Gene", ("g_with", "Gene"), ("g_with", "Gene")),
)

CHAINS = (
    ("Which compounds bind genes associated with {0}?", "Disease", ("binds", "d_gene")),
    ("Which drugs bind genes that are associated with {0}?", "Disease", ("binds", "d_gene")),
    ("Which compounds treat diseases associated with {0}?", "Gene", ("treats", "d_gene")),
    ("Which compounds treat diseases that localize to the {0}?", "Anatomy", ("treats", "d_place")),
    ("Which compounds treat diseases that resemble {0}?", "Disease", ("treats", "d_like")),
    ("Which anatomies express genes bound by {0}?", "Compound", ("a_gene", "binds")),
    ("Which tissues express genes that interact with {0}?", "Gene", ("a_gene", "g_with")),
    ("Which genes interact with genes associated with {0}?", "Disease", ("g_with", "d_gene")),
    ("Which compounds bind genes that interact with genes associated with {0}?", "Disease",
     ("binds", "g_with", "d_gene")),
    ("Which compounds bind genes that are regulated by {0}?", "Gene", ("binds", "g_on")),
    ("Which diseases are treated by compounds that bind {0}?", "Gene", ("treats", "binds")),
    ("Which diseases are treated by compounds that resemble {0}?", "Compound", ("treats", "c_like")),
    ("Which anatomies are damaged by compounds that treat {0}?", "Disease", ("causes", "treats")),
)  # fmt: skip
"""Question, type of the named thing, and the relations from what is asked for to it."""

FAR = (
    ("Which compounds treat only {0}?", "treats", "Compound"),
    ("Which drugs treat {0} and no other disease?", "treats", "Compound"),
    ("Which compounds bind {0} and nothing else?", "binds", "Compound"),
)
AT_LEAST = (
    ("Which compounds bind at least {0} genes?", "binds", "Compound", 4),
    ("Which diseases are associated with {0} or more genes?", "d_gene", "Disease", 5),
)
"""Question, relation, what is asked for, and of how many."""

RECORDED = {
    "treats": "Which database records that {s} treats {t}?",
    "binds": "Which database says that {s} binds {t}?",
    "c_up": "What is the database for {s} upregulates {t}?",
    "d_place": "Which database records that {s} localizes to {t}?",
    "a_gene": "In which database is it recorded that the {s} expresses {t}?",
    "g_with": "Which database records that {s} interacts with {t}?",
    "g_on": "Which database records that {s} regulates {t}?",
}
ABSENT = (
    "Which compounds treat Xenquarble disease?", "Does Xenquarblol treat {d}?", "Which genes treat {d}?",
    "Which compounds cure the mayor of {d}?", "How many patients with {d} take {c}?", "Which compounds express {g}?",
    "Which diseases bind {g}?", "What is the price of {c}?", "Which compounds inhibit {g}?",
    "Which compounds treat {d} better than {c}?", "Which pathways involve {g}?", "Which compounds prevent {d}?",
    "Which genes does {c} phosphorylate?", "Which compounds are contraindicated in {d}?",
    "Which diseases does {c} cause?", "Which genes are not expressed anywhere?", "Which compounds treat not only {d}?",
)  # fmt: skip
"""Questions that the graph cannot answer, with any disease, compound and gene in them."""


def questions(graph: Graph, habit: Habit, each: int = 1) -> tuple[Question, ...]:
    """Questions of every kind, the same on every run.

    Args:
        each: how many things every wording is asked about.
    """
    return tuple(_Maker(graph, habit, random.Random(7), each).all())


class _Maker:
    def __init__(self, graph: Graph, habit: Habit, chance: random.Random, each: int) -> None:
        self.graph = graph
        self.habit = habit
        self.chance = chance
        self.each = each
        self.number = 0

    def all(self) -> Iterator[Question]:
        for _ in range(self.each):
            yield from self._plain()
            yield from self._several()
            yield from self._chained()
            yield from self._pairs()
        yield from self._leading()
        yield from self._common()
        yield from self._absent()
        yield from self._far()

    def _plain(self) -> Iterator[Question]:
        for key, said in SAID.items():
            link = BY_KEY[key]
            for templates, label, found in (
                (said.targets, link.source, self.graph.out),
                (said.sources, link.target, self.graph.into),
            ):
                for number, template in enumerate(templates):
                    id_ = self._joined(key, label, templates is said.targets)
                    yield self._list(template.format(x=self._name(id_)), found[key, id_], f"list {key}")
                    if not number and template.startswith("Which "):
                        id_ = self._joined(key, label, templates is said.targets)
                        counted = template.format(x=self._name(id_)).replace("Which ", "How many ", 1)
                        expected = Expected(("answered",), "count", count=len(found[key, id_]))
                        yield self._question(counted, "count", expected, f"count {key}")

    def _several(self) -> Iterator[Question]:
        for template, label, conditions in JOINED:
            things, found = self._met(label, conditions)
            yield self._list(template.format(*map(self._name, things)), found, "several conditions")
        for template, label, wanted, unwanted in WITHOUT:
            things, _ = self._met(label, (wanted, unwanted))
            left = self._values(wanted, label, things[0]) - self._values(unwanted, label, things[1])
            yield self._list(template.format(*map(self._name, things)), left, "without")

    def _chained(self) -> Iterator[Question]:
        for template, label, keys in CHAINS:
            for _ in range(200):
                thing = self.chance.choice(self.graph.ids[label])
                ends: frozenset[str] = frozenset({thing})
                for key in reversed(keys):
                    ends = frozenset(one for end in ends for one in self._across(key, end, keys))
                if 0 < len(ends) < 60:
                    break
            yield self._list(template.format(self._name(thing)), ends, f"chain of {len(keys)}")

    def _across(self, key: str, end: str, keys: Sequence[str]) -> frozenset[str]:
        """What a relation joins to the far end, walked towards what is asked for."""
        link = BY_KEY[key]
        if link.source == link.target and not link.symmetric:  # "regulated by {0}": the named thing is the source
            return self.graph.out[key, end]
        label = next(label for label in COUNTS if end.startswith(label[0]))
        return self.graph.into[key, end] if label == link.target else self.graph.out[key, end]

    def _pairs(self) -> Iterator[Question]:
        for key, said in SAID.items():
            for template in said.holds:
                for wanted in (True, False):
                    source, target = self._pair(key, wanted)
                    asked = template.format(s=self._name(source), t=self._name(target))
                    expected = Expected(("answered",), "yesno", verdict=wanted)
                    yield self._question(asked, "yesno", expected, f"yes/no {key}")
            source, target = self._pair(key, True)
            types = sorted({BY_KEY[k].names[self.habit] for k, a, b in self.graph.rows if {a, b} == {source, target}})
            expected = Expected(("answered",), "relation", between=((source,), (target,)), predicates=tuple(types))
            asked = f"What is the relationship between {self._name(source)} and {self._name(target)}?"
            yield self._question(asked, "relation", expected, "relation")
            if key in RECORDED:
                asked = RECORDED[key].format(s=self._name(source), t=self._name(target))
                told = Expected(("answered",), "value", value=(database(source, target),))
                yield self._question(asked, "value", told, "property of a link")
        for label in COUNTS:
            id_ = self.chance.choice(self.graph.ids[label])
            told = Expected(("answered",), "text", text=self.graph.described[id_])
            yield self._question(f"What is the definition of {self._name(id_)}?", "text", told, "property of a thing")
            is_it = Expected(("answered",), "yesno", verdict=True)
            article = "an" if label[0] in "AEIO" else "a"
            yield self._question(f"Is {self._name(id_)} {article} {label.lower()}?", "yesno", is_it, "type of a thing")

    def _leading(self) -> Iterator[Question]:
        for key, said in SAID.items():
            link = BY_KEY[key]
            for templates, label, found in (
                (said.most, link.source, self.graph.out),
                (said.most_joined, link.target, self.graph.into),
            ):
                most = max(len(found[key, id_]) for id_ in self.graph.ids[label])
                best = [id_ for id_ in self.graph.ids[label] if len(found[key, id_]) == most]
                for template in templates:
                    yield self._list(template, best, f"most {key}")

    def _common(self) -> Iterator[Question]:
        """What two things have in common, whatever it is: each joined to both by the same relation."""
        for label in ("Disease", "Gene", "Compound"):
            for _ in range(200):
                one, other = self.chance.sample(self.graph.ids[label], 2)
                ways = (self.graph.out, self.graph.into)
                both = {id_ for key in BY_KEY for way in ways for id_ in way[key, one] & way[key, other]} - {one, other}
                if both:
                    break
            asked = f"What do {self._name(one)} and {self._name(other)} have in common?"
            yield self._list(asked, both, "in common")

    def _absent(self) -> Iterator[Question]:
        for template in ABSENT:
            names = {k: self._name(self.chance.choice(self.graph.ids[label])) for k, label in _LETTERS.items()}
            yield self._question(
                template.format(**names), "abstain", Expected((*SILENT, "not_understood", "ambiguous")), "must abstain"
            )

    def _far(self) -> Iterator[Question]:
        """How far a relation leads: to nothing but one thing, to at least so many."""
        for template, key, label in FAR:
            alone: dict[str, list[str]] = {}
            for id_ in self.graph.ids[label]:
                if len(self.graph.out[key, id_]) == 1:
                    alone.setdefault(next(iter(self.graph.out[key, id_])), []).append(id_)
            thing = self.chance.choice(sorted(alone))
            yield self._list(template.format(self._name(thing)), alone[thing], "only")
        for template, key, label, least in AT_LEAST:
            found = [id_ for id_ in self.graph.ids[label] if len(self.graph.out[key, id_]) >= least]
            yield self._list(template.format(least), found, "at least so many")

    def _joined(self, key: str, label: str, as_source: bool) -> str:
        found = self.graph.out if as_source else self.graph.into
        return self.chance.choice([id_ for id_ in self.graph.ids[label] if found[key, id_]])

    def _pair(self, key: str, holds: bool) -> tuple[str, str]:
        link = BY_KEY[key]
        if holds:
            return self.chance.choice([(s, t) for k, s, t in self.graph.rows if k == key])
        while True:
            pair = self.chance.choice(self.graph.ids[link.source]), self.chance.choice(self.graph.ids[link.target])
            if pair[0] != pair[1] and pair[1] not in self.graph.out[key, pair[0]]:
                return pair

    def _values(self, condition: tuple[str, str], label: str, thing: str) -> frozenset[str]:
        key, far = condition
        link = BY_KEY[key]
        return self.graph.out[key, thing] if (link.source, link.target) == (far, label) else self.graph.into[key, thing]

    def _met(self, label: str, conditions: Sequence[tuple[str, str]]) -> tuple[list[str], frozenset[str]]:
        """Things that meet the conditions together, where any do."""
        for _ in range(3000):
            things = [self.chance.choice(self.graph.ids[far]) for _, far in conditions]
            sets = [self._values(c, label, thing) for c, thing in zip(conditions, things, strict=True)]
            found = frozenset.intersection(*sets)
            if found and len(set(things)) == len(things):
                return things, found
        raise AssertionError(f"nothing meets {conditions}")

    def _name(self, id_: str) -> str:
        return self.graph.names[id_]

    def _list(self, asked: str, found: Iterable[str], category: str) -> Question:
        answers = tuple((id_,) for id_ in sorted(found))
        expected = Expected(("answered",), "list", answers=answers) if answers else Expected(SILENT)
        return self._question(asked, "list", expected, category)

    def _question(self, asked: str, kind: str, expected: Expected, category: str) -> Question:
        self.number += 1
        return Question(f"q{self.number}", asked, category, kind, expected)


_LETTERS = {"c": "Compound", "d": "Disease", "g": "Gene"}


assert set(SAID) == {link.key for link in LINKS}
