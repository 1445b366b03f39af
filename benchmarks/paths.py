"""Questions over unnamed things, asked by ``kgt`` with each of its steps and without: of the default graph, where the
answers are held against what statements of Cypher, written by hand, find in it, and of a made graph in the shape of
Hetionet (``benchmarks.hetionet``), where they are held against what walking its tables gives.

After the ablation in the paper on KGT (Table 5).
"""

from __future__ import annotations

import argparse
import json
import secrets
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.common import DATA, Share, add_graph, opened, removed, table, tell_line
from benchmarks.hetionet import HetionetShaped
from kgqa import settings as configured
from kgqa.errors import LoadError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.load.tables.mapping import TablesMapping
from kgqa.pipeline import Asker
from kgqa.records import Trace
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach

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
_RELATION = "RELATION "
LEAST = 0.85
"""Share of the questions that is to be right with all steps."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_graph(parser)
    parser.add_argument("--of", choices=("default", "hetionet"), help="ask about one of the graphs alone")
    parser.add_argument("--only", choices=list(ABLATIONS), help="ask in this way alone")


def bench(options: argparse.Namespace) -> PathScores:
    """Asks both graphs in every way."""
    ways = [options.only] if options.only else list(ABLATIONS)
    found: list[Judged] = []
    if options.of != "hetionet":
        questions = [json.loads(line) for line in (DATA / FILE).read_text(encoding="utf-8").splitlines()]
        with opened(options) as asker:
            found += measure(asker, questions, ways).asked
    if options.of != "default":
        found += of_hetionet(configured.load(), ways).asked
    return PathScores(tuple(found))


def of_hetionet(settings: Settings, ways: Sequence[str]) -> PathScores:
    """Asks the made graph, loaded from its JSON into a data folder of its own."""
    graph = HetionetShaped.drawn()
    with tempfile.TemporaryDirectory(prefix="kgqa-hetionet-", ignore_cleanup_errors=True) as scratch:
        own, name = replace(settings, data_dir=Path(scratch)), f"hetionet-{secrets.token_hex(3)}"
        graph.write(Path(scratch) / "hetionet.json")
        mapping = TablesMapping(form="hetionet").as_json()
        told = {"path": str(Path(scratch) / "hetionet.json"), "name": name, "mapping": mapping}
        with EmbeddedServer.connect(own) as server, removed(own, name):
            catalog.load(own, server, SourceSpec("tables", told), lambda _: None)
            with Asker.open(own, name) as asker:
                return measure(asker, list(graph.questions()), ways, name="Hetionet-shaped")


@dataclass(frozen=True, slots=True)
class Judged:
    """One question asked in one way.

    Attributes:
        graph: that was asked, in words.
        right: the answer is what the graph has; of what cannot be answered, that nothing was.
        wrong: something else was answered.
    """

    way: str
    category: str
    question: str
    right: bool
    wrong: bool
    got: str
    graph: str = "default graph"


@dataclass(frozen=True, slots=True)
class PathScores:
    """What came of all questions in every way."""

    asked: tuple[Judged, ...]

    @property
    def passed(self) -> bool:
        """Whether enough is right with all steps, and nothing is said of what cannot be answered."""
        own = [one for one in self.asked if one.way == "kgt"]
        return not own or Share.of(one.right for one in own).right >= LEAST * len(own)

    def text(self) -> str:
        """Of each graph a table of the ways by category, of both the totals, and what is wrong with all steps."""
        lines: list[str] = []
        for graph in dict.fromkeys(one.graph for one in self.asked):
            some = [one for one in self.asked if one.graph == graph]
            lines += [*self._table(graph, some), ""]
        if len({one.graph for one in self.asked}) > 1:
            lines += [*self._table("both graphs", [replace(one, category="right") for one in self.asked]), ""]
        lines += [
            f"{'WRONG' if one.wrong else 'none '}  {one.question}  →  {one.got}"
            for one in self.asked
            if one.way == "kgt" and not one.right
        ]
        return "\n".join((*lines, ""))

    @staticmethod
    def _table(title: str, asked: Sequence[Judged]) -> list[str]:
        categories = list(dict.fromkeys(one.category for one in asked))
        rows = []
        for way in dict.fromkeys(one.way for one in asked):
            own = [one for one in asked if one.way == way]
            shares = [Share.of(one.right for one in own if one.category == category) for category in categories]
            rows.append((way, *shares, Share.of(one.right for one in own), sum(one.wrong for one in own)))
        return table((title, *categories, "all", "wrong"), rows)


def measure(
    asker: Asker, questions: Sequence[Mapping[str, Any]], ways: Sequence[str], name: str = "default graph"
) -> PathScores:
    """Asks every question in some ways."""
    gold = [_gold(asker, one["gold"]) for one in questions]
    found = []
    for way in ways:
        for one, expected in zip(questions, gold, strict=True):
            trace = asker.ask(one["question"], approach=ABLATIONS[way])
            found.append(replace(_judged(way, one, expected, trace), graph=name))
        tell_line(f"{name}, {way}: asked")
    return PathScores(tuple(found))


def _gold(asker: Asker, statement: str | list[str]) -> frozenset[str] | None:
    """The things that a statement finds, or those that are named; types of relations behind ``RELATION``; None where
    nothing is to be found."""
    if not statement:
        return None
    if isinstance(statement, list):
        return frozenset(statement)
    if statement.startswith(_RELATION):
        return frozenset(statement.removeprefix(_RELATION).split())
    ran = asker.run_cypher(statement)
    rows = getattr(ran, "rows", None)
    if rows is None or not rows.rows:
        raise LoadError(f"The statement finds nothing in this graph: {statement[:200]!r}.")
    return frozenset(str(thing) for thing, *_ in rows.rows)


def _judged(way: str, asked: Mapping[str, Any], expected: frozenset[str] | None, trace: Trace) -> Judged:
    answer = trace.answer
    answered = answer.status == "answered" and (answer.items or answer.verdict is not None or trace.evidence)
    if expected is None:
        right = not answered
    elif isinstance(asked["gold"], str) and asked["gold"].startswith(_RELATION):
        right = bool(answered) and answer.verdict is not False and _types(trace) == expected
    else:
        right = len(expected) == len(answer.items) and all(expected & {one.id, *one.ids} for one in answer.items)
    said = answer.headline[:150]
    return Judged(way, asked["category"], asked["question"], right, bool(answered) and not right, said)


def _types(trace: Trace) -> frozenset[str]:
    return frozenset(one.predicate for one in trace.evidence)
