"""The command that measures: answers, speed, sessions at once, size, the query checker, and verification."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from kgqa import settings
from kgqa.cli.console import FAILED, tell, wrong_use

if TYPE_CHECKING:
    from kgqa.cli.console import Commands


def add(commands: Commands) -> None:
    """Add ``bench``."""
    bench = commands.add_parser("bench", help="measure")
    bench.add_argument(
        "what",
        choices=[
            "questions",
            "page",
            "sessions",
            "scale",
            "tables",
            "checker",
            "verify",
            "garbage",
            "pruning",
            "retrieval",
        ],
        help="what to measure",
    )
    bench.add_argument("--set", dest="set_", default="hpo", help="the question set")
    bench.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")
    bench.add_argument("--times", type=int, default=7, help="how often each step of the page or each question is timed")
    bench.add_argument("--neighbourhoods", type=int, default=50, help="how many neighbourhoods are pruned")
    bench.add_argument("--sessions", type=int, default=50, help="how many sessions ask at once")
    for what, size in (("edges", 765_000), ("nodes", 23_000), ("types", 4), ("relations", 16)):
        bench.add_argument(f"--{what}", type=int, default=size, help=f"how many {what} the made graph has")
    bench.add_argument("--folder", type=Path, help="statements and schemas for the checker, or questions for retrieval")
    bench.add_argument(
        "--crowd", type=int, default=200, help="how many genes each disease has that retrieval asks about"
    )
    bench.set_defaults(run=_bench)


def _bench(options: argparse.Namespace) -> int:
    measured: dict[str, Callable[[argparse.Namespace], int]] = {
        "questions": _bench_questions,
        "page": _bench_page,
        "sessions": _bench_sessions,
        "scale": _bench_scale,
        "tables": _bench_tables,
        "checker": _bench_checker,
        "verify": _bench_verify,
        "garbage": _bench_garbage,
        "pruning": _bench_pruning,
        "retrieval": _bench_retrieval,
    }
    return measured[options.what](options)


def _bench_checker(options: argparse.Namespace) -> int:
    from kgqa.evaluation import checker

    if options.folder is None:
        return wrong_use("bench checker needs --folder with schemas.csv and files of statements.")
    print(checker.measure(options.folder).text(), end="")
    return 0


def _bench_verify(options: argparse.Namespace) -> int:
    from kgqa.evaluation import verification
    from kgqa.pipeline import Asker

    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        contexts = verification.contexts(asker.ask, asker.schema, asker.linker)
        report = verification.run(verification.bundled(), contexts)
    print(report.text(), end="")
    return 0 if report.reached else FAILED


def _tell_line(text: str) -> None:
    """Says on standard error what has been measured so far."""
    print(text, file=sys.stderr)


def _bench_pruning(options: argparse.Namespace) -> int:
    from kgqa.evaluation import pruning
    from kgqa.pipeline import Asker

    if options.neighbourhoods < 1:
        return wrong_use(f"--neighbourhoods is {options.neighbourhoods}; it must be at least 1.")
    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        report = pruning.run(asker, options.neighbourhoods, _tell_line)
    print(report.text(), end="")
    return 0


def _bench_retrieval(options: argparse.Namespace) -> int:
    from kgqa.evaluation import retrieval

    if options.folder is None:
        return wrong_use("bench retrieval needs --folder with rag_comparison_data.csv and its like.")
    if options.crowd < 4:
        return wrong_use(f"--crowd is {options.crowd}; it must be at least 4.")
    if not options.folder.is_dir():
        print(f"Nothing was measured: {options.folder} is no folder here.")
        return 0
    report = retrieval.measure(settings.load(), options.folder, tell, options.crowd)
    print(report.text(), end="")
    return FAILED if report.wrong else 0


def _bench_questions(options: argparse.Namespace) -> int:
    from kgqa.evaluation.questions import bundled, run
    from kgqa.pipeline import Asker

    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        report = run(asker.ask, bundled(options.set_))
    print(report.text(), end="")
    return 0


def _bench_garbage(options: argparse.Namespace) -> int:
    from kgqa.evaluation import garbage
    from kgqa.evaluation.questions import bundled
    from kgqa.pipeline import Asker

    with Asker.open(settings.load(), options.graph, progress=tell) as asker:
        report = garbage.measure(asker, [one.question for one in bundled(options.set_)], hear=_tell_line)
    print(report.text(), end="")
    return 0 if report.passed else FAILED


def _bench_page(options: argparse.Namespace) -> int:
    from kgqa.evaluation import page_speed, served
    from kgqa.ui.session.reader import COOKIE

    if options.times < 1:
        return wrong_use(f"--times is {options.times}; it must be at least 1.")
    with served.served() as app:
        report = page_speed.measure(app.address, options.times, {COOKIE: app.new_reader()})
    print(report.text(), end="")
    return 0


def _bench_sessions(options: argparse.Namespace) -> int:
    import asyncio

    from kgqa.evaluation import served, sessions
    from kgqa.evaluation.questions import bundled
    from kgqa.ui.visitor import Visitor, forget

    questions = sessions.chosen(bundled(options.set_), options.sessions)
    with served.served() as app:
        report = asyncio.run(
            sessions.measure(
                lambda: Visitor(app.address, app.new_reader()), questions, app.memory, lambda: forget(app.address)
            )
        )
    print(report.text(), end="")
    return FAILED if report.faults else 0


def _bench_scale(options: argparse.Namespace) -> int:
    from kgqa.evaluation import scale
    from kgqa.evaluation.made_tables import Shape

    if options.times < 1:
        return wrong_use(f"--times is {options.times}; it must be at least 1.")
    shape = Shape(options.edges, options.nodes, options.types, options.relations)
    print(scale.measure(settings.load(), shape, options.times, tell).text(), end="")
    return 0


def _bench_tables(options: argparse.Namespace) -> int:
    from kgqa.evaluation import renamed
    from kgqa.evaluation.questions import bundled

    comparison = renamed.measure(settings.load(), bundled(options.set_), tell)
    print(comparison.text(), end="")
    return 0 if comparison.reached else FAILED
