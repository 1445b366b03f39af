"""Questions over unnamed things, asked of the default graph by ``kgt`` with each of its steps and without: the answers
are held against what statements of Cypher, written by hand, find in the graph.

After the ablation in the paper on KGT (Table 5).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from benchmarks.common import DATA, Share, add_graph, opened, table, tell_line
from kgqa.errors import LoadError
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.strategies.approach import Approach, KgtStep

FILE = "path_questions.jsonl"
ABLATIONS: Mapping[str, Approach] = {
    "kgt": Approach("kgt"),
    **{
        f"without {step}": Approach("kgt", without=(step,))
        for step in ("analysis", "inference", "choice", "pruning")
    },
    "graph-only": Approach("graph-only"),
}  # fmt: skip
"""Ways to ask, by name: all steps, without each of them, and without any path."""
STEPS: tuple[KgtStep, ...] = ("analysis", "inference", "choice", "pruning")
_RELATION = "RELATION "
LEAST = 0.85
"""Share of the questions that is to be right with all steps."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_graph(parser)
    parser.add_argument("--only", choices=list(ABLATIONS), help="ask in this way alone")


def bench(options: argparse.Namespace) -> PathScores:
    """Asks the default graph in every way."""
    questions = [json.loads(line) for line in (DATA / FILE).read_text(encoding="utf-8").splitlines()]
    with opened(options) as asker:
        return measure(asker, questions, [options.only] if options.only else list(ABLATIONS))


@dataclass(frozen=True, slots=True)
class Asked:
    """One question asked in one way.

    Attributes:
        right: the answer is what the graph has; of what cannot be answered, that nothing was.
        wrong: something else was answered.
    """

    way: str
    category: str
    question: str
    right: bool
    wrong: bool
    got: str


@dataclass(frozen=True, slots=True)
class PathScores:
    """What came of all questions in every way."""

    asked: tuple[Asked, ...]

    @property
    def passed(self) -> bool:
        """Whether enough is right with all steps, and nothing is said of what cannot be answered."""
        own = [one for one in self.asked if one.way == "kgt"]
        return not own or Share.of(one.right for one in own).right >= LEAST * len(own)

    def text(self) -> str:
        """A table of the ways by category, and what is wrong with all steps."""
        categories = list(dict.fromkeys(one.category for one in self.asked))
        rows = []
        for way in dict.fromkeys(one.way for one in self.asked):
            own = [one for one in self.asked if one.way == way]
            shares = [Share.of(one.right for one in own if one.category == category) for category in categories]
            rows.append((way, *shares, Share.of(one.right for one in own), sum(one.wrong for one in own)))
        lines = table(("right answers", *categories, "all", "wrong"), rows)
        lines += [
            f"{'WRONG' if one.wrong else 'none '}  {one.question}  →  {one.got}"
            for one in self.asked
            if one.way == "kgt" and not one.right
        ]
        return "\n".join((*lines, ""))


def measure(asker: Asker, questions: Sequence[Mapping[str, str]], ways: Sequence[str]) -> PathScores:
    """Asks every question in some ways."""
    gold = [_gold(asker, one["gold"]) for one in questions]
    found = []
    for way in ways:
        for one, expected in zip(questions, gold, strict=True):
            trace = asker.ask(one["question"], approach=ABLATIONS[way])
            found.append(_judged(way, one, expected, trace))
        tell_line(f"{way}: asked")
    return PathScores(tuple(found))


def _gold(asker: Asker, statement: str) -> frozenset[str] | None:
    """The things that a statement finds; types of relations behind ``RELATION``; None where nothing is to be found."""
    if not statement:
        return None
    if statement.startswith(_RELATION):
        return frozenset(statement.removeprefix(_RELATION).split())
    ran = asker.run_cypher(statement)
    rows = getattr(ran, "rows", None)
    if rows is None or not rows.rows:
        raise LoadError(f"The statement finds nothing in this graph: {statement[:200]!r}.")
    return frozenset(str(thing) for thing, *_ in rows.rows)


def _judged(way: str, asked: Mapping[str, str], expected: frozenset[str] | None, trace: Trace) -> Asked:
    answer = trace.answer
    answered = answer.status == "answered" and (answer.items or answer.verdict is not None or trace.evidence)
    if expected is None:
        right = not answered
    elif asked["gold"].startswith(_RELATION):
        right = bool(answered) and answer.verdict is not False and _types(trace) == expected
    else:
        right = len(expected) == len(answer.items) and all(expected & {one.id, *one.ids} for one in answer.items)
    said = answer.headline[:150]
    return Asked(way, asked["category"], asked["question"], right, bool(answered) and not right, said)


def _types(trace: Trace) -> frozenset[str]:
    return frozenset(one.predicate for one in trace.evidence)
