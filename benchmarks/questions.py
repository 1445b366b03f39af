"""Asks the questions of a set whose answers are known, and scores every answer exactly."""

from __future__ import annotations

import argparse
import json
import re
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from benchmarks.common import DATA, Share, add_graph, opened, percentile, table
from benchmarks.scoring import Expected, complaint, shown
from kgqa.records import Trace

SETS: Mapping[str, str] = {
    "hpo": "hpo_questions.jsonl",
    "hpo-paraphrased": "hpo_questions_paraphrased.jsonl",
}
SHORTENED = 160


def add_set(parser: argparse.ArgumentParser) -> None:
    """Adds the set that is asked."""
    parser.add_argument("--set", dest="set_", choices=SETS, default="hpo", help="the question set (default: hpo)")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_set(parser)
    add_graph(parser)


def bench(options: argparse.Namespace) -> QuestionScores:
    """Asks a bundled set of a graph."""
    with opened(options) as asker:
        return run(asker.ask, bundled(options.set_))


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a set with what is expected.

    Attributes:
        category: what the question is about ("phenotypes of a disease").
        kind: form of the answer: list, yesno, value, count, relation, text, or abstain and ambiguous.
        note: what is special about it ("misspelt name"), for whoever reads a failure.
    """

    id: str
    question: str
    category: str
    kind: str
    expect: Expected
    note: str = ""

    @classmethod
    def from_json(cls, line: str) -> Question:
        """The question of a line. Raises ValueError where the line is not one."""
        try:
            data = json.loads(line)
            return cls(**{**data, "expect": Expected.from_json(data["expect"])})
        except (TypeError, KeyError, json.JSONDecodeError) as error:
            raise ValueError(
                f"A line of the question set could not be read ({error}): {line[:SHORTENED]!r}. Write the set anew."
            ) from error


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one question.

    Attributes:
        complaint: why the answer is wrong, in words; empty where it is right.
        expected, got: both in short, for the list of failures.
        wrong: True for a wrong answer given with confidence; False where it is right or said that it does not know.
    """

    question: Question
    complaint: str
    expected: str
    got: str
    status: str
    latency_ms: float

    @property
    def right(self) -> bool:
        """True where nothing is wrong with the answer."""
        return not self.complaint

    @property
    def confident_error(self) -> bool:
        """True where something was answered and it was wrong."""
        return not self.right and self.status == "answered"


@dataclass(frozen=True)
class QuestionScores:
    """The outcomes of a run with the figures drawn from them."""

    title: str
    outcomes: tuple[Outcome, ...] = field(repr=False)

    @property
    def overall(self) -> Share:
        """Right answers of all questions."""
        return _share(self.outcomes)

    @cached_property
    def by_kind(self) -> Mapping[str, Share]:
        """Right answers by the form of the answer."""
        return self._grouped(lambda question: question.kind)

    @cached_property
    def by_category(self) -> Mapping[str, Share]:
        """Right answers by what the question is about."""
        return self._grouped(lambda question: question.category)

    @property
    def failures(self) -> tuple[Outcome, ...]:
        """Every question that was not answered exactly."""
        return tuple(outcome for outcome in self.outcomes if not outcome.right)

    @property
    def confident_errors(self) -> int:
        """Wrong answers that were given as answers, instead of saying that the graph does not tell."""
        return sum(outcome.confident_error for outcome in self.outcomes)

    @property
    def passed(self) -> bool:
        """Whether no wrong answer was given as an answer."""
        return not self.confident_errors

    @property
    def latency_ms(self) -> Mapping[str, float]:
        """Milliseconds from question to answer: median, p95 and max; empty without questions."""
        times = [outcome.latency_ms for outcome in self.outcomes]
        return {"median": percentile(times, 50), "p95": percentile(times, 95), "max": max(times)} if times else {}

    def text(self) -> str:
        """The report as plain text: figures first, then every failure."""
        lines = [f"{self.title}: {self.overall} exact, {self.confident_errors} wrong answers given as answers"]
        for heading, shares in (("by kind", self.by_kind), ("by category", self.by_category)):
            lines += ["", *table((heading, ""), shares.items())]
        times = "  ".join(f"{name} {value:.0f} ms" for name, value in self.latency_ms.items())
        lines += ["", f"latency  {times}", "", f"failures: {len(self.failures)}"]
        for outcome in self.failures:
            note = f" ({outcome.question.note})" if outcome.question.note else ""
            lines += [
                f"  {outcome.question.id}  {outcome.question.question!r}{note}",
                f"    {outcome.complaint}",
                f"    expected {outcome.expected}",
                f"    got      {outcome.got}",
            ]
        return "\n".join(lines) + "\n"

    def _grouped(self, group: Callable[[Question], str]) -> Mapping[str, Share]:
        groups: dict[str, list[Outcome]] = defaultdict(list)
        for outcome in self.outcomes:
            groups[group(outcome.question)].append(outcome)
        return {name: _share(outcomes) for name, outcomes in groups.items()}


def read(lines: Iterable[str]) -> tuple[Question, ...]:
    """The questions of a set, one JSON object a line. Raises ValueError on a line that is none or an id used twice."""
    questions = tuple(Question.from_json(line) for line in lines if line.strip())
    ids = [question.id for question in questions]
    if len(ids) != len(set(ids)):
        twice = sorted({i for i in ids if ids.count(i) > 1})
        raise ValueError(f"The question set uses an id twice: {twice[0]!r}. Give every question an id of its own.")
    return questions


def bundled(name: str = "hpo") -> tuple[Question, ...]:
    """One of the sets in ``SETS``. Raises ValueError for an unknown name."""
    if name not in SETS:
        raise ValueError(f"There is no question set {name!r}; choose one of {', '.join(SETS)}.")
    return read((DATA / SETS[name]).read_text(encoding="utf-8").splitlines())


def run(
    ask: Callable[[str], Trace],
    questions: Sequence[Question],
    *,
    title: str = "questions",
    progress: Callable[[Outcome], None] | None = None,
) -> QuestionScores:
    """Ask every question and score what comes back; a question that raises is a failure, not the end of the run.

    The first question is asked once more before the clock starts, so that latencies are those of a warm process.
    """
    outcomes = []
    if questions:
        _ask(ask, questions[0])
    for question in questions:
        outcome = _ask(ask, question)
        outcomes.append(outcome)
        if progress is not None:
            progress(outcome)
    return QuestionScores(title, tuple(outcomes))


def _share(outcomes: Sequence[Outcome]) -> Share:
    return Share.of(outcome.right for outcome in outcomes)


def _ask(ask: Callable[[str], Trace], question: Question) -> Outcome:
    expected = question.expect.described()
    started = time.perf_counter()
    try:
        trace = ask(question.question)
    except Exception as error:  # the benchmark goes on: one broken question must not hide the other figures
        elapsed_ms = (time.perf_counter() - started) * 1000
        said = re.sub(r"\s+", " ", f"{type(error).__name__}: {error}")[:SHORTENED]
        return Outcome(question, "an exception was raised", expected, said, "failed", elapsed_ms)
    elapsed_ms = (time.perf_counter() - started) * 1000
    wrong = complaint(question.expect, trace)
    return Outcome(question, wrong, expected, shown(trace), trace.answer.status, elapsed_ms)
