"""Asks a language model that speaks at random, of which nothing that it says may be believed.

The model is a server on loopback that speaks the OpenAI protocol, so that the real client, checker and graph are used.
Every strategy that asks a model is asked, in every manner of speaking at random. What random words say is true now and
then: a verdict that the graph alone gives as well, or a link that is recorded, counts as true by chance.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from benchmarks.babbler import MANNERS, Babbler, Manner
from benchmarks.common import add_graph, opened, table, tell_line
from benchmarks.questions import add_set, bundled
from kgqa.cypher.guard.guard import judge
from kgqa.cypher.run import Ran
from kgqa.llm.messages import ModelSettings
from kgqa.llm.providers import model
from kgqa.pipeline import Asker
from kgqa.records import Claim, Trace
from kgqa.strategies.approach import Approach
from tests.scripted_models import ScriptedModels

QUESTIONS = 200
"""Asked in words at random by each strategy; in the other manners a quarter of them."""
FEW = 10
"""Questions that ``kg-rag`` is asked again and again: to embed what is recorded about a thing takes seconds."""
APPROACHES: Mapping[str, Approach] = {
    "auto": Approach("auto"),
    "cypher": Approach("cypher"),
    "cypher, names by model": Approach("cypher", names_by_model=True),
    "cypher, JSON by model": Approach("cypher", json="model"),
    "llm-only": Approach("llm-only"),
    "kg-rag": Approach("kg-rag"),
    "kg-rag, names by model": Approach("kg-rag", names_by_model=True),
    "kg-rag, JSON by model": Approach("kg-rag", json="model"),
    "full-text": Approach("full-text"),
    "full-text, JSON by model": Approach("full-text", json="model"),
}
_SIZE = ("MATCH (n) RETURN count(n)", "MATCH ()-[r]->() RETURN count(r)")
"""Asked before and after; a changed value does not show here, but to the guard."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_set(parser)
    add_graph(parser)


def bench(options: argparse.Namespace) -> Findings:
    """Asks a bundled set of a graph and such a model."""
    with opened(options) as asker:
        return measure(asker, [one.question for one in bundled(options.set_)], hear=tell_line)


@dataclass(frozen=True, slots=True)
class Round:
    """What came of the questions that were asked in one way of a model that speaks in one manner.

    Attributes:
        statuses: how many answers by status.
        replies: of the model.
        statements: that ran.
        true: claims and answers that are true by chance.
    """

    approach: str
    manner: Manner
    statuses: Mapping[str, int]
    replies: int
    statements: int
    claims: int
    true: int

    @property
    def row(self) -> tuple[object, ...]:
        """What stands in a table under ``_COLUMNS``."""
        said = ", ".join(f"{number} {status.replace('_', ' ')}" for status, number in sorted(self.statuses.items()))
        asked = sum(self.statuses.values())
        return self.approach, self.manner, asked, self.replies, self.statements, self.claims, self.true, said


_COLUMNS = ("strategy", "manner", "asked", "replies", "runs", "claims", "true", "answers")


@dataclass(slots=True)
class Findings:
    """What came of all questions.

    Attributes:
        crashes: questions that ended in a defect.
        writes: statements that ran although the guard does not let them, and whether the graph is another than before.
        believed: what is shown as known and is not.
    """

    rounds: list[Round] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)
    writes: list[str] = field(default_factory=list)
    believed: list[str] = field(default_factory=list)

    @property
    def passed(self) -> bool:
        """Whether nothing crashed, nothing but reading ran, and nothing was believed."""
        return not (self.crashes or self.writes or self.believed)

    def text(self) -> str:
        """The report for a terminal."""
        found = [
            ("questions that crashed", self.crashes),
            ("statements that ran and do not only read", self.writes),
            ("claims and answers that are shown as known and are not", self.believed),
        ]
        lines = "".join(
            f"{len(ones):>5}  {what}\n" + "".join(f"       {one}\n" for one in ones[:10]) for what, ones in found
        )
        manners = "".join(f"  {manner:<11} {said}\n" for manner, said in MANNERS.items())
        asked = sum(sum(one.statuses.values()) for one in self.rounds)
        rounds = "".join(f"{line}\n" for line in table(_COLUMNS, (one.row for one in self.rounds)))
        return f"{asked:,} questions to a model that speaks at random:\n{manners}{rounds}{lines}"


def measure(
    asker: Asker, questions: Sequence[str], times: int = QUESTIONS, hear: Callable[[str], None] = lambda _: None
) -> Findings:
    """Asks questions of a model that speaks at random, by each strategy that asks a model.

    Args:
        times: how many questions are asked by each strategy; they begin anew where there are fewer.
        hear: hears the line of each round.

    Raises:
        KgqaError: the graph cannot be asked.
    """
    pairs = [pair for relation in asker.schema.relations[:4] for pair in asker.explorer.sample(relation, 20)]
    names = [node.name for pair in pairs for node in pair]
    report, size = Findings(), _size(asker)
    known: dict[str, Trace] = {}
    with ScriptedModels() as server:
        babbler = model(ModelSettings("compatible", "babbler", server.openai_url))
        for name, approach in APPROACHES.items():
            for manner in MANNERS:
                speaker, before = Babbler(asker.schema, names, len(report.rounds)), len(server.chats)
                server.reply = lambda _, say=speaker.says, how=manner: say(how, server.chats[-1].json)
                few = FEW if approach.strategy == "kg-rag" else len(questions)
                some = _some(questions[:: -(-len(questions) // few)], times if manner == "words" else -(-times // 4))
                traces = list(_asked(asker, some, replace(approach, model=babbler), report))
                true = sum(_held(asker, trace, known, report) for trace in traces)
                report.rounds.append(_round(name, manner, traces, len(server.chats) - before, true))
                hear("  ".join(map(str, report.rounds[-1].row)))
    if _size(asker) != size:
        report.writes.append("the graph has more or fewer things or links than before")
    return report


def _some(questions: Sequence[str], number: int) -> list[str]:
    """So many questions from everywhere in a set; they begin anew where there are fewer."""
    step = max(1, len(questions) // number)
    return [questions[place * step % len(questions)] for place in range(number)]


def _asked(asker: Asker, questions: Sequence[str], approach: Approach, report: Findings) -> Iterator[Trace]:
    for question in questions:
        try:
            trace = asker.ask(question, approach=approach)
        except Exception as error:  # whatever it is, it is what is counted here
            report.crashes.append(f"{question}: {error!r}"[:200])
            continue
        if "a defect" in trace.answer.text:
            report.crashes.append(f"{question}: {trace.answer.text}"[:200])
        ran = [record.executed for record in trace.cypher if record.executed]
        report.writes += [text for text in ran if not judge(text, asker.schema.counts).allowed]
        yield trace


def _round(name: str, manner: Manner, traces: Sequence[Trace], replies: int, true: int) -> Round:
    return Round(
        name,
        manner,
        Counter(trace.answer.status for trace in traces),
        replies,
        sum(bool(record.executed) for trace in traces for record in trace.cypher),
        sum(len(trace.claims) for trace in traces),
        true,
    )


def _held(asker: Asker, trace: Trace, known: dict[str, Trace], report: Findings) -> int:
    """How much of what a trace shows as known is true by chance; the rest goes into the report."""
    supported = [claim for claim in trace.claims if claim.verdict == "supported"]
    untrue = [claim.text for claim in supported if not _is_recorded(asker, trace, claim)]
    true = len(supported) - len(untrue)
    if trace.answer.status == "answered" and trace.strategy != "llm-only":
        if trace.question not in known:
            known[trace.question] = asker.ask(trace.question)
        if _is_answer(trace, known[trace.question]) or (true and trace.answer.verdict is None):
            true += 1
        else:
            untrue.append(trace.answer.text)
    report.believed += [f"{trace.strategy}: {trace.question}: {text[:200]!r}" for text in untrue]
    return true


def _is_answer(trace: Trace, known: Trace) -> bool:
    """Whether an answer is the one that the graph alone gives."""
    given, right = trace.answer, known.answer
    if right.status != "answered":
        return False
    if right.items or given.items:
        return {item.id for item in given.items} == {item.id for item in right.items}
    return (given.verdict, given.value) == (right.verdict, right.value)


def _is_recorded(asker: Asker, trace: Trace, claim: Claim) -> bool:
    """Whether a record that a claim is said to rest on joins two things that its words name, or the question's do."""
    words = _plain(f"{trace.question} {claim.text}")
    cited = [triple for triple in trace.evidence if triple.number in claim.evidence]
    return any(
        all(
            any(f" {_plain(name)} " in f" {words} " for name in (end.name, *asker.synonyms(end.id)) if name)
            for end in (triple.subject, triple.object)
        )
        for triple in cited
    )


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))


def _size(asker: Asker) -> tuple[object, ...]:
    """How many things and links a graph has."""
    rows: list[object] = []
    for statement in _SIZE:
        ran = asker.run_cypher(statement)
        if isinstance(ran, Ran):
            rows += ran.rows.rows
    return tuple(rows)
