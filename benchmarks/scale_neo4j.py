"""Made tables of any size are imported by Neo4j's own command and asked there, without and with the indexes.

Both the wall clock and the processor time of the server are told, as the first says little where much else runs.
"""

from __future__ import annotations

import argparse
import os
import resource
import shlex
import shutil
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import neo4j
import psutil

from benchmarks import neo4j_server
from benchmarks.common import MEGABYTE, Skipped, at_least, table
from benchmarks.made_tables import Shape, make
from benchmarks.scale import add_shape, shape_of
from benchmarks.scale_questions import made_questions
from kgqa import settings as configured
from kgqa.cli.console import tell
from kgqa.graph.server.process import free_ports
from kgqa.load.neo4j_files import COMMAND, CONSTRAINTS, write_files
from kgqa.load.source import SourceSpec
from kgqa.pipeline import Asker
from kgqa.progress import Progress
from kgqa.records import Trace
from kgqa.settings import OWN_GRAPH, Settings

PASSWORD = "made-for-measuring"  # noqa: S105 -- of a server that is gone when it was measured


def add_options(parser: argparse.ArgumentParser) -> None:
    """Adds what the command line takes."""
    add_shape(parser)
    parser.add_argument("--home", type=Path, help="an unpacked Neo4j 5 (or NEO4J_HOME); needs Java on the path")
    parser.add_argument("--heap", default="1g", help="heap of the import and of the server (1g)")
    parser.add_argument("--times", type=at_least(1), default=3, help="how often each question is timed (3)")


def bench(options: argparse.Namespace) -> ImportTimes | Skipped:
    """Makes, imports, starts, asks, indexes, asks again, and removes everything."""
    home = options.home or Path(os.environ.get("NEO4J_HOME", "/nonexistent"))
    if not (home / "lib").is_dir() or shutil.which("java") is None:
        return Skipped("name an unpacked Neo4j 5 with --home, and have Java 17 on the path.")
    with tempfile.TemporaryDirectory(prefix="kgqa-neo4j-") as place:
        return measure(configured.load(), _Neo4j(home, Path(place), options.heap), shape_of(options), options.times)


class _Neo4j:
    """A Neo4j whose files lie in a folder of its own."""

    def __init__(self, home: Path, place: Path, heap: str) -> None:
        self.place = place
        self._home = home
        self._folder = place / "server"
        self._port = free_ports().bolt
        self._java = (f"-Xmx{heap}",)
        neo4j_server.prepare(self._folder, self._port, pages="512m")

    @property
    def uri(self) -> str:
        """Its address."""
        return f"bolt://127.0.0.1:{self._port}"

    def import_files(self, files: Path) -> float:
        """Run the command that the app wrote beside the files; processor seconds that it took."""
        neo4j_server.admin(self._home, self._folder, "dbms", "set-initial-password", PASSWORD, java=self._java)
        command = shlex.split((files / COMMAND).read_text(encoding="utf-8").replace("\\\n", " "))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        neo4j_server.admin(self._home, self._folder, *command[1:], java=self._java, within=files)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    @contextmanager
    def running(self) -> Iterator[tuple[psutil.Process, neo4j.Driver]]:
        """Its process and a connection to it, while it runs."""
        process = neo4j_server.start(self._home, self._folder, self._port, java=self._java)
        try:
            with neo4j.GraphDatabase.driver(self.uri, auth=("neo4j", PASSWORD)) as driver:
                yield psutil.Process(process.pid), driver
        finally:
            neo4j_server.end(process)


@dataclass(frozen=True, slots=True)
class Asked:
    """The questions of one kind.

    Attributes:
        median_ms, worst_ms: by the wall clock, of those that were answered.
        server_ms: processor time of the server for one question, at the mean.
        reads: what the statements of the first answered question read (``PROFILE``), and where the plan began.
        others: the first lines of what was not answered.
    """

    answered: int
    asked: int
    median_ms: float
    worst_ms: float
    server_ms: float
    reads: str
    others: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ImportTimes:
    """What an import took, and the questions without and with indexes."""

    shape: Shape
    files_s: float
    files_bytes: int
    import_s: float
    indexes_s: float
    without: Mapping[str, Asked]
    indexed: Mapping[str, Asked]
    passed: bool = True

    def text(self) -> str:
        """The report as plain text."""
        columns = ("kind", "answered", "median ms", "worst", "server CPU", "reads", "with: answered", *(
            "median ms", "worst", "server CPU", "reads"))  # fmt: skip
        rows = [(kind, *_cells(self.without[kind]), *_cells(self.indexed[kind])) for kind in self.without]
        lines = [
            f"{self.shape.nodes:,} nodes, {self.shape.edges:,} edges of {self.shape.relations} relations",
            f"files: {self.files_s:.1f} s of processor time, {self.files_bytes / MEGABYTE:,.0f} MB",
            f"import: {self.import_s:.1f} s of processor time; constraints: {self.indexes_s:.1f} s",
            "",
            *table(columns, rows),
            "",
            "not answered:",
            *(
                f"  {kind}: {said}"
                for asked in (self.without, self.indexed)
                for kind, one in asked.items()
                for said in one.others
            ),
        ]
        return "\n".join((*lines, ""))


def _cells(one: Asked) -> tuple[str, ...]:
    times = (f"{value:.0f}" for value in (one.median_ms, one.worst_ms, one.server_ms))
    return f"{one.answered}/{one.asked}", *times, one.reads


def measure(settings: Settings, server: _Neo4j, shape: Shape, times: int) -> ImportTimes:
    """Makes tables, imports them into a server of its own, and asks them there.

    Raises:
        KgqaError: the shape is impossible, or Neo4j fails.
    """
    tables, files = server.place / "tables", server.place / "files"
    tables.mkdir()
    tell(Progress("Making the tables"))
    made = make(tables, shape)
    began = time.process_time()
    write_files(SourceSpec("tables", {"path": str(tables), "name": "made"}), files, tell)
    files_s = time.process_time() - began
    size = sum(path.stat().st_size for path in files.iterdir())
    shutil.rmtree(tables)
    tell(Progress("Importing"))
    import_s = server.import_files(files)
    constraints = (files / CONSTRAINTS).read_text(encoding="utf-8").splitlines()
    shutil.rmtree(files)
    with server.running() as (process, driver):
        own = replace(
            settings, graph_uri=server.uri, graph_user="neo4j", graph_password=PASSWORD, data_dir=server.place / "data"
        )
        questions = made_questions(made)
        without = _asked(own, questions, times, process, driver)
        began = time.perf_counter()
        for statement in constraints:
            driver.execute_query(statement)
        driver.execute_query("CALL db.awaitIndexes(300)")
        indexes_s = time.perf_counter() - began
        indexed = _asked(own, questions, times, process, driver)
    return ImportTimes(shape, files_s, size, import_s, indexes_s, without, indexed)


def _asked(
    settings: Settings,
    questions: Mapping[str, Sequence[str]],
    times: int,
    process: psutil.Process,
    driver: neo4j.Driver,
) -> dict[str, Asked]:
    found = {}
    with Asker.open(settings, OWN_GRAPH, progress=tell) as asker:
        for kind, asked in questions.items():
            tell(Progress(f"Asking: {kind}"))
            traces = [asker.ask(question) for question in asked]  # unmeasured, so that pages are in memory
            good = [one.question for one in traces if one.answer.status == "answered"]
            before = _spent(process)
            each = [
                median(asker.ask(question).timings_ms["total"] for _ in range(times)) for question in good
            ]  # fmt: skip
            server_ms = (_spent(process) - before) * 1000 / max(1, len(good) * times)
            first = next((one for one in traces if one.answer.status == "answered"), None)
            reads = _reads(driver, first) if first else ""
            others = tuple(one.answer.headline for one in traces if one.answer.status != "answered")
            found[kind] = Asked(
                len(good), len(asked), median(each or [0.0]), max(each, default=0.0), server_ms, reads, others
            )  # fmt: skip
    return found


def _spent(process: psutil.Process) -> float:
    times = process.cpu_times()
    return float(times.user + times.system)


def _reads(driver: neo4j.Driver, trace: Trace) -> str:
    """Database hits of the statements of an answer, and by which operators their plans begin."""
    hits, leaves = 0, dict[str, None]()
    for one in trace.cypher:
        statement = f"PROFILE {one.executed}"
        profile = driver.execute_query(statement, dict(one.parameters)).summary.profile
        for operator in _operators(profile) if profile else ():
            hits += operator.get("dbHits", 0)
            if not operator.get("children"):
                leaves[str(operator["operatorType"]).partition("@")[0]] = None
    return f"{hits:,} ({', '.join(leaves)})"


def _operators(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for child in plan.get("children", ()):
        yield from _operators(child)
