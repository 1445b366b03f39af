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
        others: status and text of every question that was not.
    """

    answered_ms: tuple[float, ...]
    others: tuple[tuple[str, str], ...] = ()


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
        columns = ("milliseconds", "answered", "median", "worst", "default median", "worst", "ratio")
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
        made, default = self.made[kind].answered_ms, self.default[kind].answered_ms
        share = f"{len(made)}/{len(made) + len(self.made[kind].others)}"
        if not made or not default:
            return kind, share, *("–" * 5)
        ratio = median(made) / median(default)
        times = (f"{value:.1f}" for value in (median(made), max(made), median(default), max(default)))
        return kind, share, *times, f"{ratio:.2f}{'  <- above ' + str(MOST_RATIO) if ratio > MOST_RATIO else ''}"


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
    answered, others = [], []
    for question in questions:
        traces = [asker.ask(question) for _ in range(times)]
        status = traces[0].answer.status
        if status == "answered":
            answered.append(median(trace.timings_ms["total"] for trace in traces))
        else:
            others.append((status, question))
    return Timed(tuple(answered), tuple(others))
