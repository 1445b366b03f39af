"""What benchmarks share: their options, the graph that they ask, and the figures that their results are made of."""

from __future__ import annotations

import argparse
import contextlib
import csv
import math
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from kgqa import settings
from kgqa.cli.console import tell
from kgqa.errors import UnknownGraphError
from kgqa.load import catalog
from kgqa.pipeline import Asker
from kgqa.settings import Settings

MEGABYTE = 1_000_000
DATA = Path(__file__).parent / "data"
"""The labelled sets."""


class Result(Protocol):
    """What a benchmark measured."""

    @property
    def passed(self) -> bool:
        """Whether it is good enough; where there is no goal, True."""

    def text(self) -> str:
        """The figures as plain text, and what went wrong."""


class Benchmark(Protocol):
    """A module that measures one thing."""

    __doc__: str | None

    @staticmethod
    def add_options(parser: argparse.ArgumentParser) -> None:
        """Adds what the command line takes."""

    @staticmethod
    def bench(options: argparse.Namespace) -> Result:
        """Measures. Raises KgqaError where it cannot."""


@dataclass(frozen=True, slots=True)
class Skipped:
    """There is nothing to ask.

    Attributes:
        why: what is missing, and from where it is to be had.
    """

    why: str
    passed = True

    def text(self) -> str:
        """Why nothing was measured."""
        return f"Skipped: {self.why}\n"


@dataclass(frozen=True, slots=True)
class Share:
    """How many of how many are right."""

    right: int
    total: int

    @classmethod
    def of(cls, outcomes: Iterable[bool]) -> Share:
        """The share of those that are true."""
        each = list(outcomes)
        return cls(sum(each), len(each))

    def __str__(self) -> str:
        percent = f"{100 * self.right / self.total:.1f} %" if self.total else "–"
        return f"{self.right}/{self.total} ({percent})"


def percentile(values: Sequence[float], percent: float) -> float:
    """The smallest of the values that at least ``percent`` of them do not exceed (nearest rank).

    Raises ValueError without values.
    """
    if not values:
        raise ValueError("A percentile needs at least one value; there is none.")
    rank = max(1, math.ceil(percent / 100 * len(values)))
    return sorted(values)[rank - 1]


def table(head: Sequence[str], rows: Iterable[Sequence[object]], indent: str = "") -> list[str]:
    """The lines of a table: the first column and what is words to the left, figures to the right."""
    cells = [tuple(map(str, row)) for row in (head, *rows)]
    columns = list(zip(*cells, strict=True))
    right = [at > 0 and all(cell[:1] in "0123456789–" for cell in column[1:]) for at, column in enumerate(columns)]
    widths = [max(map(len, column)) for column in columns]
    return [
        indent
        + "  ".join(
            cell.rjust(w) if r else cell.ljust(w) for cell, w, r in zip(row, widths, right, strict=True)
        ).rstrip()
        for row in cells
    ]


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV file by the names of their columns."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_rows(path: Path, columns: Sequence[str], rows: Iterable[Iterable[Any]]) -> None:
    """Writes a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(columns)
        table.writerows(rows)


def at_least(least: int) -> Callable[[str], int]:
    """Reads a number of the command line that may not be less."""

    def read(text: str) -> int:
        if not text.isdecimal() or int(text) < least:
            raise argparse.ArgumentTypeError(f"{text} is no number of at least {least}")
        return int(text)

    return read


def add_graph(parser: argparse.ArgumentParser) -> None:
    """Adds the graph that is asked."""
    parser.add_argument("--graph", help="name of the graph (default: the setting KGQA_GRAPH)")


def opened(options: argparse.Namespace) -> Asker:
    """The graph of ``add_graph``, which is loaded where it is not; used in ``with``."""
    return Asker.open(settings.load(), options.graph, progress=tell)


@contextlib.contextmanager
def removed(settings: Settings, name: str) -> Iterator[None]:
    """Removes a graph when the block ends, however it ends."""
    try:
        yield
    finally:
        with contextlib.suppress(UnknownGraphError):
            catalog.remove(settings, name)


def tell_line(text: str) -> None:
    """Says on standard error what has been measured so far."""
    print(text, file=sys.stderr)
