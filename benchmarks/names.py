"""Names as people use them, asked for their genes, diseases or features: does each lead to what it must lead to?"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from benchmarks.common import DATA, Share, add_graph, opened, percentile, table
from kgqa.records import Trace

Verdict = Literal["right", "asked back", "wrong", "refused"]
LEAST_RIGHT, MOST_WRONG = 0.97, 0.01
QUESTIONS = {
    "gene": "Which diseases are associated with {}?",
    "phenotype": "Which diseases show {}?",
    "": "Which genes are associated with {}?",
}


@dataclass(frozen=True, slots=True)
class Reading:
    """One right reading of a name.

    Attributes:
        ids: its identifiers, any of which will do.
        genes: symbols of the genes recorded for it, or for its kinds where it has none itself.
    """

    type: str
    ids: frozenset[str]
    genes: frozenset[str]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one name.

    Attributes:
        told: in short what was answered, for the list of failures.
    """

    name: str
    kind: str
    verdict: Verdict
    told: str
    latency_ms: float


@dataclass(frozen=True)
class NameScores:
    """The outcomes of a run with the figures drawn from them. To ask back among the right readings is right."""

    outcomes: tuple[Outcome, ...] = field(repr=False)

    @property
    def right(self) -> Share:
        """Names that led to what they must lead to."""
        return Share.of(one.verdict in ("right", "asked back") for one in self.outcomes)

    @property
    def wrong(self) -> Share:
        """Names of which something wrong was answered."""
        return Share.of(one.verdict == "wrong" for one in self.outcomes)

    @property
    def passed(self) -> bool:
        """Whether enough are right and hardly any is wrong."""
        total = len(self.outcomes) or 1
        return self.right.right / total >= LEAST_RIGHT and self.wrong.right / total <= MOST_WRONG

    def text(self) -> str:
        """The figures by kind, and every name that did not lead there."""
        by_kind: dict[str, Counter[str]] = defaultdict(Counter)
        for one in self.outcomes:
            by_kind[one.kind][one.verdict] += 1
        verdicts = ("right", "asked back", "wrong", "refused")
        rows = [(kind, *(counts[verdict] for verdict in verdicts)) for kind, counts in by_kind.items()]
        times = [one.latency_ms for one in self.outcomes]
        lines = [f"names: {self.right} right, {self.wrong} wrong", "", *table(("kind", *verdicts), rows), ""]
        lines.append(f"median {percentile(times, 50):.0f} ms, 95 % {percentile(times, 95):.0f} ms")
        failed = [one for one in self.outcomes if one.verdict in ("wrong", "refused")]
        return "\n".join([*lines, "", *(f"{one.verdict:<8} {one.kind:<12} {one.name!r}: {one.told}" for one in failed)])


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--set", type=Path, default=DATA / "names.jsonl", help="the names (default: the bundled ones)")
    add_graph(parser)


def bench(options: argparse.Namespace) -> NameScores:
    """Asks for every name of a set."""
    with opened(options) as asker, options.set.open(encoding="utf-8") as lines:
        asker.ask("Which genes are associated with Marfan syndrome?")
        outcomes = []
        for line in lines:
            given = json.loads(line)
            readings = [_reading(one) for one in given["readings"]]
            question = QUESTIONS.get(given["kind"], QUESTIONS[""]).format(given["name"])
            started = time.perf_counter()
            trace = asker.ask(question)
            taken = (time.perf_counter() - started) * 1000
            verdict = judged(trace, given["kind"], readings)
            outcomes.append(Outcome(given["name"], given["kind"], verdict, _told(trace), taken))
    return NameScores(tuple(outcomes))


def _reading(given: Mapping[str, Any]) -> Reading:
    return Reading(given["type"], frozenset(given["ids"]), frozenset(given["genes"]))


def judged(trace: Trace, kind: str, readings: Iterable[Reading]) -> Verdict:
    """Whether a question about a name was answered for one of its right readings; of no reading, whether it was not."""
    readings = list(readings)
    status, linked = trace.answer.status, _linked(trace)
    if not readings:
        return "wrong" if status == "answered" else "right"
    meant = [one for one in readings if linked & one.ids]
    if status == "ambiguous":
        return "asked back" if meant else "wrong"
    if status != "answered":
        nothing_to_tell = kind not in ("gene", "phenotype") and meant and not any(one.genes for one in meant)
        return "right" if nothing_to_tell else "refused"
    if not meant:
        return "wrong"
    diseases = [one for one in meant if one.type in ("disease", "group")]
    if kind in ("gene", "phenotype") or not diseases:
        return "right"
    told = {item.name for item in trace.answer.items if not item.name.startswith("NCBIGene:")}
    return "right" if any(told == one.genes for one in diseases) else "wrong"


def _linked(trace: Trace) -> set[str]:
    """The identifiers of what the names of a question were taken for, or of what is offered for them."""
    found: set[str] = set()
    for entity in trace.entities:
        chosen = [entity.chosen, *(entity.rivals if trace.answer.status == "ambiguous" else ())]
        found.update(id_ for one in chosen for id_ in (one.id, one.id.removeprefix("NCBIGene:"), one.name, *one.ids))
    return found


def _told(trace: Trace) -> str:
    names = ", ".join(f"{one.mention} → {one.chosen.name} ({one.chosen.id})" for one in trace.entities)
    return f"{trace.answer.status}, {trace.answer.headline} [{names}]"
