"""How robust retrieval is: whether the records that a question asks about are found, and in lower case still.

Without a folder: which facts of questions that are made of a graph reach a language model (``benchmarks.reaching``).

After the comparison in the paper on KG-RAG (Section 2.7, Figure 4): the associations that are asked for and a crowd of
near misses are imported as tables, and every question is asked in both forms by each strategy without a language model.
"""

from __future__ import annotations

import argparse
import secrets
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks import reaching
from benchmarks.common import Share, add_graph, at_least, opened, removed, table, tell_line
from benchmarks.reaching import Reaching
from benchmarks.retrieval_questions import COMPARISON, Association, Choice, Fact, QuestionSet, Statement, read
from benchmarks.retrieval_tables import ASSOCIATED, CROWD, write
from kgqa import settings as configured
from kgqa.cli.console import tell
from kgqa.errors import KgqaError
from kgqa.graph.server.embedded import EmbeddedServer
from kgqa.language.phrases import CONTEXTS
from kgqa.load import catalog
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.progress import Progress
from kgqa.records import Trace, Triple
from kgqa.settings import Settings
from kgqa.strategies.approach import Approach, Strategy

STRATEGIES: tuple[Strategy, ...] = ("kg-rag", "full-text", "graph-only")
_SHOWN = 160


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    parser.add_argument("--folder", type=Path, help=f"holds {COMPARISON} and its like; left out: facts of a graph")
    parser.add_argument("--crowd", type=at_least(4), default=CROWD, help=f"genes of each disease ({CROWD})")
    parser.add_argument("--each", type=at_least(1), default=8, help="questions of each kind over a graph (8)")
    add_graph(parser)


def bench(options: argparse.Namespace) -> RetrievalShares | Reaching:
    """Imports and asks what the files of a folder ask; without one asks a graph what is made of it."""
    if options.folder is None:
        with opened(options) as asker:
            return reaching.measure(asker, options.each, tell_line)
    return measure(configured.load(), options.folder, tell, options.crowd)


@dataclass(frozen=True, slots=True)
class Outcome:
    """One question asked in one way.

    Attributes:
        kind: what is asked and how it is written ("association, lower case").
        right: the record that is asked about is in the evidence, and what is said is right where something is said.
        wrong: something was said with confidence that is not so.
        got: what was said.
    """

    strategy: str
    kind: str
    question: str
    right: bool
    wrong: bool
    got: str


@dataclass(frozen=True, slots=True)
class RetrievalShares:
    """The outcomes over one graph."""

    nodes: int
    edges: int
    outcomes: tuple[Outcome, ...]

    def share(self, strategy: str, kind: str) -> Share:
        """The right ones of a kind."""
        return Share.of(one.right for one in self.outcomes if (one.strategy, one.kind) == (strategy, kind))

    @property
    def wrong(self) -> int:
        """How many answers say something with confidence that is not so."""
        return sum(one.wrong for one in self.outcomes)

    @property
    def passed(self) -> bool:
        """Whether nothing wrong was said with confidence."""
        return not self.wrong

    def text(self) -> str:
        """The figures as lines, and every question whose record was not found or that got a wrong answer."""
        rows = []
        for strategy, kind in dict.fromkeys((one.strategy, one.kind) for one in self.outcomes):
            wrong = sum(one.wrong for one in self.outcomes if (one.strategy, one.kind) == (strategy, kind))
            rows.append((strategy, kind, self.share(strategy, kind), wrong))
        lines = [f"{self.nodes:,} things and {self.edges:,} records, imported as tables", ""]
        lines += table(("strategy", "what is asked", "right", "wrong"), rows)
        failed = [one for one in self.outcomes if not one.right or one.wrong]
        lines += ["", f"not right: {len(failed)}"]
        for one in failed:
            lines += [f"  {one.strategy}  [{one.kind}] {one.question!r}", f"    {'WRONG: ' * one.wrong}{one.got}"]
        return "\n".join(lines) + "\n"


def measure(settings: Settings, folder: Path, hear: Callable[[Progress], None], crowd: int = CROWD) -> RetrievalShares:
    """Import what the files of a folder ask about, among near misses, ask everything, and remove the import.

    Raises:
        KgqaError: the folder asks nothing, or the tables could not be loaded or asked.
    """
    asked = read(folder)
    if asked == QuestionSet((), (), ()):
        raise KgqaError(f"{folder} has no questions; {COMPARISON} and its like belong there.")
    name = f"retrieval-{secrets.token_hex(4)}"
    with EmbeddedServer.connect(settings) as server, tempfile.TemporaryDirectory(prefix="kgqa-retrieval-") as place:
        nodes, edges = write(Path(place), asked, crowd)
        with removed(settings, name):
            catalog.load(settings, server, SourceSpec("tables", {"path": place, "name": name}), hear)
            with Asker.open(settings, name, hear) as asker:
                outcomes = tuple(run(asker.ask, asked, hear))
    return RetrievalShares(nodes, edges, outcomes)


def run(ask: Callable[..., Trace], asked: QuestionSet, hear: Callable[[Progress], None]) -> Iterator[Outcome]:
    """Asks everything by each strategy."""
    for strategy in STRATEGIES:
        approach = Approach(strategy=strategy, as_published=True)

        def traced(question: str, approach: Approach = approach) -> Trace:
            return ask(question, approach=approach)

        hear(Progress(f"Asking by {strategy}"))
        for one in asked.associations:
            for form, question in one.asked.items():
                yield _association(one, form, traced(question))
        for statement in asked.statements:
            yield _statement(statement, traced(statement.text))
        for choice in asked.choices:
            yield _choice(choice, traced(choice.text))


def _association(one: Association, form: str, trace: Trace) -> Outcome:
    said = trace.answer
    found = any(_joins(triple, one.disease, one.gene) and _holds(triple, one.p_value) for triple in trace.evidence)
    agrees = said.verdict is True if said.kind == "yesno" else _is(said.value, one.p_value)
    wrong = said.status == "answered" and not (found and agrees)
    right = found and (trace.strategy in CONTEXTS or (said.status == "answered" and agrees))
    return _outcome(trace, f"association, {form}", right, wrong)


def _statement(one: Statement, trace: Trace) -> Outcome:
    verdict = trace.answer.verdict
    is_recorded = one.true != one.denied
    kind = f"statement, {one.fact.relation if one.fact else 'other'}{', denied' * one.denied}"
    if trace.strategy in CONTEXTS:
        found = one.fact is not None and any(_states(triple, one.fact) for triple in trace.evidence)
        kind += "" if is_recorded else ", not recorded"
        return _outcome(trace, kind, found is is_recorded, wrong=False)
    wrong = trace.answer.status == "answered" and verdict is not one.true
    return _outcome(trace, kind, verdict is one.true, wrong)


def _choice(one: Choice, trace: Trace) -> Outcome:
    kept = all(any(_joins(triple, disease, one.right) for triple in trace.evidence) for disease in one.diseases)
    names = [item.name.casefold() for item in trace.answer.items]
    said = names == [one.right.casefold()]
    wrong = trace.answer.status == "answered" and not said
    return _outcome(trace, "choice of five", kept and (said or trace.strategy in CONTEXTS), wrong)


def _joins(triple: Triple, one: str, other: str) -> bool:
    ends = {triple.subject.name.casefold(), triple.object.name.casefold()}
    return ends == {one.casefold(), other.casefold()} and triple.predicate.casefold() == ASSOCIATED


def _states(triple: Triple, fact: Fact) -> bool:
    ends, stated = (triple.subject, triple.object), {fact.subject.casefold(), fact.object.casefold()}
    if fact.relation == "identifier":
        return any({node.name.casefold(), node.id.casefold()} == stated for node in ends)
    return {node.name.casefold() for node in ends} == stated and triple.predicate.casefold() == fact.relation


def _holds(triple: Triple, p_value: str) -> bool:
    return any(_is(value, p_value) for value in triple.properties.values())


def _is(value: object, p_value: str) -> bool:
    """Whether a value is a p-value, as text or as a number."""
    try:
        return float(str(value)) == float(p_value)
    except ValueError:
        return False


def _outcome(trace: Trace, kind: str, right: bool, wrong: bool) -> Outcome:
    got = f"{trace.answer.status}: {trace.answer.text[:_SHOWN]!r}"
    return Outcome(trace.strategy, kind, trace.question, right, wrong, got)
