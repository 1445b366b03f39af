"""Made tables of any size are loaded, asked and removed; the default graph is asked the same beside them."""

from __future__ import annotations

import argparse
import secrets
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.common import MEGABYTE, at_least, removed, table
from benchmarks.loading import Loading, load
from benchmarks.made_tables import Shape, make
from benchmarks.scale_questions import default_questions, made_questions
from kgqa import settings as configured
from kgqa.cli.console import tell
from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.progress import Progress
from kgqa.settings import Settings

MOST_RATIO = 1.5
MOST_APART = 2.0
"""Times as many records as another answer that one may rest on to be compared with it."""


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_shape(parser)
    parser.add_argument("--times", type=at_least(1), default=7, help="how often each question is timed (7)")


def add_shape(parser: argparse.ArgumentParser) -> None:
    """Adds how large the tables are to what a command line takes."""
    for what, size in (("edges", 765_000), ("nodes", 23_000), ("types", 4), ("relations", 16)):
        parser.add_argument(f"--{what}", type=int, default=size, help=f"how many {what} the graph has ({size:,})")
    parser.add_argument("--both-ways", action="store_true", help="every edge is written from both of its ends")


def shape_of(options: argparse.Namespace) -> Shape:
    """How large the tables are."""
    return Shape(options.edges, options.nodes, options.types, options.relations, both_ways=options.both_ways)


def bench(options: argparse.Namespace) -> ScaleTimes:
    """Makes, loads, asks and removes a graph."""
    return measure(configured.load(), shape_of(options), options.times, tell)


@dataclass(frozen=True, slots=True)
class Timed:
    """The questions of one kind about one graph.

    Attributes:
        answered_ms: milliseconds of every question that was answered.
        records: how many records the answer to each of them rests on.
        others: status and text of every question that was not.
    """

    answered_ms: tuple[float, ...]
    records: tuple[int, ...] = ()
    others: tuple[tuple[str, str], ...] = ()

    def beside(self, other: Timed) -> list[float]:
        """How many times as long each took as the one of the other graph whose answer rests on the most similar number
        of records; those with no other of at least half and at most twice as many left out."""
        found = []
        for took, records in zip(self.answered_ms, self.records, strict=True):
            near = min(zip(other.records, other.answered_ms, strict=True), key=lambda one: _apart(one[0], records))
            if _apart(near[0], records) <= MOST_APART:
                found.append(took / near[1])
        return found


def _apart(one: int, other: int) -> float:
    """How many times as large the larger of two numbers is; 0 counts as 1."""
    return max(one, other, 1) / max(min(one, other), 1)


@dataclass(frozen=True, slots=True)
class ScaleTimes:
    """What a made graph took, beside the default graph.

    Attributes:
        busiest: most edges of one relation that one thing has.
        tables_bytes: size of the tables.
        opened_s: from the command to open the graph until it could be asked, its server's start included.
        made, default: the kinds of questions.
    """

    shape: Shape
    busiest: int
    made_s: float
    tables_bytes: int
    loading: Loading
    opened_s: float
    made: Mapping[str, Timed]
    default: Mapping[str, Timed]
    passed: bool = True

    def text(self) -> str:
        """The report as plain text."""
        shape, load_ = self.shape, self.loading
        processors = sum(load_.processor_s.values())
        columns = (
            "milliseconds", "answered", "median", "worst", "records", "default median", "worst", "records", "ratio",
            "of as many records",
        )  # fmt: skip
        lines = [
            f"{shape.nodes:,} nodes of {shape.types} types, {shape.edges:,} edges of {shape.relations} relations; the "
            f"busiest thing has {self.busiest:,} edges of one relation",
            f"made in {self.made_s:.1f} s: {self.tables_bytes / MEGABYTE:,.0f} MB of tables",
            f"loaded in {load_.seconds:.1f} s ({processors:.1f} s of processor time), with "
            f"{load_.peak_together / MEGABYTE:,.0f} MB of memory at most",
            *(f"  {step:<14} {seconds:6.1f} s" for step, seconds in load_.steps.items()),
            *(f"  {self._process(name)}" for name in load_.peak),
            f"opened in {self.opened_s:.1f} s, its names searchable",
            "",
            *table(columns, map(self._row, self.made)),
        ]
        unanswered = [(kind, *one) for kind, timed in self.made.items() for one in timed.others]
        lines += ["", f"not answered: {len(unanswered)}", *("  {}: {} {!r}".format(*one) for one in unanswered)]
        return "\n".join(lines) + "\n"

    def _process(self, name: str) -> str:
        held, seconds = self.loading.peak[name], self.loading.processor_s.get(name, 0.0)
        return f"{name:<14} {held / MEGABYTE:6,.0f} MB at most, {seconds:.1f} s of processor time"

    def _row(self, kind: str) -> tuple[str, ...]:
        made, default = self.made[kind], self.default[kind]
        share = f"{len(made.answered_ms)}/{len(made.answered_ms) + len(made.others)}"
        if not made.answered_ms or not default.answered_ms:
            return kind, share, *("–" * 8)
        ratio, like = median(made.answered_ms) / median(default.answered_ms), made.beside(default)
        cells = [
            cell
            for one in (made, default)
            for cell in (f"{median(one.answered_ms):.1f}", f"{max(one.answered_ms):.1f}", f"{median(one.records):.0f}")
        ]
        above = f"  <- above {MOST_RATIO}" if ratio > MOST_RATIO else ""
        return kind, share, *cells, f"{ratio:.2f}{above}", f"{median(like):.2f} ({len(like)})" if like else "–"


def measure(settings: Settings, shape: Shape, times: int, report: Callable[[Progress], None]) -> ScaleTimes:
    """Make tables, load them under a name of their own, ask them and the default graph, and remove them.

    Args:
        times: how often a question is timed, after it was asked once; the median counts.

    Raises:
        KgqaError: the shape is impossible, or the tables could not be loaded or asked.
    """
    with tempfile.TemporaryDirectory(prefix="kgqa-scale-") as place:
        report(Progress("Making the tables"))
        began = time.perf_counter()
        made = make(Path(place), shape)
        made_s = time.perf_counter() - began
        tables_bytes = sum(path.stat().st_size for path in Path(place).iterdir())
        name = f"scale-{secrets.token_hex(4)}"
        with removed(settings, name):
            report(Progress("Loading the tables"))
            loading = load(Path(settings.data_dir), Path(place), name)
            began = time.perf_counter()
            with Asker.open(settings, name, progress=report) as asker:
                opened_s = time.perf_counter() - began
                with Asker.open(settings, catalog.DEFAULT.loader, progress=report) as other:
                    report(Progress("Asking"))
                    ours, default = _timed(times, (asker, made_questions(made)), (other, default_questions()))
    return ScaleTimes(shape, made.busiest, made_s, tables_bytes, loading, opened_s, ours, default)


Grown = tuple[Asker, Mapping[str, Sequence[str]]]
"""A graph and the questions of every kind about it."""


def _timed(times: int, *graphs: Grown) -> list[dict[str, Timed]]:
    """The kinds of every graph; the graphs take turns, so that what else the machine does falls on all of them."""
    for asker, questions in graphs:
        for question in [question for asked in questions.values() for question in asked]:
            asker.ask(question)
    timed: list[dict[str, Timed]] = [{} for _ in graphs]
    for kind in graphs[0][1]:
        for found, (asker, questions) in zip(timed, graphs, strict=True):
            found[kind] = _timed_kind(asker, questions[kind], times)
    return timed


def _timed_kind(asker: Asker, questions: Sequence[str], times: int) -> Timed:
    answered, records, others = [], [], []
    for question in questions:
        traces = [asker.ask(question) for _ in range(times)]
        status = traces[0].answer.status
        if status == "answered":
            answered.append(median(trace.timings_ms["total"] for trace in traces))
            records.append(len(traces[0].evidence))
        else:
            others.append((status, question))
    return Timed(tuple(answered), tuple(records), tuple(others))
