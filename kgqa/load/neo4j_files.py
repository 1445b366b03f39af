"""Writes a source as files for ``neo4j-admin database import``, the way of large graphs into an own Neo4j.

It needs no server, and one pass over the source: rows are checked as for a load, and every file of rows gets its header
in a file of its own, when all its columns are known. Types stand in a column of each row, because the command takes
colons in the name of a type apart.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, TextIO

from kgqa.errors import LoadError
from kgqa.graph.quoting import quoted
from kgqa.load.bolt import edges_of, nodes_of, refuse_bad
from kgqa.load.checks import Checks
from kgqa.load.chunks import node_object
from kgqa.load.source import Contents, SourceSpec
from kgqa.progress import Progress, Report

COMMAND, CONSTRAINTS = "import.txt", "constraints.cypher"
SEPARATOR = "\x1f"
"""Between the parts of a list; no text has it."""

_TOLD_EVERY = 100_000
_TYPES: Mapping[type, str] = {str: "string", bool: "boolean", int: "long", float: "double", list: "string[]"}


def write_files(specification: SourceSpec, folder: Path, report: Report) -> Contents:
    """Write nodes, edges, headers, the command line and the constraints to create afterwards; what was written.

    Args:
        folder: is made; where it is there already it must be empty.

    Raises:
        LoadError: the source cannot be read, has bad rows that are not to be left out, or the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise LoadError(f"The folder {str(folder)!r} is not empty. Name a new one for the files.")
        return _write(specification, folder, report)
    except OSError as error:
        raise LoadError(f"The files cannot be written to {str(folder)!r}: {error.strerror or error}.") from error


def _write(specification: SourceSpec, folder: Path, report: Report) -> Contents:
    source, checks = specification.open(), Checks()
    total, done = source.expected_rows(), 0
    with _tables(folder, "nodes") as nodes, _tables(folder, "edges") as edges:

        def hear(step: str) -> None:
            nonlocal done
            if not done % _TOLD_EVERY:
                report(Progress(step, done, max(total, done) if total is not None else None))
            done += 1

        for node in nodes_of(source, checks):
            hear("Writing nodes")
            table = nodes.setdefault(node.label, lambda number: (f"id:ID(n{number})", ":LABEL"))
            properties = node_object(node)
            del properties["id"]
            table.write((node.id, node.label), properties)
        for edge in edges_of(source, checks):
            hear("Writing edges")
            ends = nodes.number(edge.source_label), nodes.number(edge.target_label)
            key = edge.source_label, edge.type, edge.target_label
            table = edges.setdefault(
                key, lambda _, ends=ends: (f":START_ID(n{ends[0]})", ":TYPE", f":END_ID(n{ends[1]})")
            )
            table.write((edge.source, edge.type, edge.target), edge.properties)
        refuse_bad(source, checks)
        several_lines = nodes.several_lines or edges.several_lines
        arguments = [*nodes.arguments("--nodes"), *edges.arguments("--relationships")]
    options = ["--array-delimiter=U+001F", *(["--multiline-fields=true"] if several_lines else [])]
    command = " \\\n    ".join(["neo4j-admin database import full neo4j", *options, *arguments])
    (folder / COMMAND).write_text(f"{command}\n", encoding="utf-8")
    constraints = (f"CREATE CONSTRAINT FOR (n:{quoted(label)}) REQUIRE n.id IS UNIQUE;\n" for label in nodes)
    (folder / CONSTRAINTS).write_text("".join(constraints), encoding="utf-8")
    return checks.contents


class _Table:
    """A file of rows: fixed columns, then properties in the order in which they were first met."""

    def __init__(self, stream: TextIO, header: tuple[str, ...]) -> None:
        self.several_lines = False
        self._header = header
        self._columns: dict[str, str] = {}
        self._writer = csv.writer(stream)

    def write(self, fixed: tuple[str, ...], properties: Mapping[str, Any]) -> None:
        """Write a row; where a column has both texts and lists, each is made what it was first."""
        for name, value in properties.items():
            if name not in self._columns:
                self._columns[name] = "string[]" if isinstance(value, tuple) else _TYPES[type(value)]
        cells = [_cell(properties.get(name), type_) for name, type_ in self._columns.items()]
        self.several_lines = self.several_lines or any("\n" in cell or "\r" in cell for cell in (*fixed, *cells))
        self._writer.writerow((*fixed, *cells))

    def header(self) -> str:
        """The header of all rows; the last cells of early rows may be missing, which is an unknown value."""
        return ",".join((*self._header, *(_quoted(f"{name}:{type_}") for name, type_ in self._columns.items())))


class _Tables(dict[Any, _Table]):
    """The files of nodes, or of edges, by what is in them."""

    def __init__(self, folder: Path, what: str, stack: ExitStack) -> None:
        super().__init__()
        self._folder, self._what, self._stack = folder, what, stack
        self._numbers: dict[Any, int] = {}

    def setdefault(self, key: Any, header: Any) -> _Table:
        """The file of these; ``header`` makes its fixed columns from its number."""
        if key not in self:
            number = self._numbers[key] = len(self) + 1
            path = self._folder / f"{self._what}-{number}.csv"
            stream = self._stack.enter_context(path.open("w", encoding="utf-8", newline=""))
            self[key] = _Table(stream, header(number))
        return self[key]

    def number(self, key: Any) -> int:
        """The number of a file."""
        return self._numbers[key]

    @property
    def several_lines(self) -> bool:
        """Whether a cell has more than one line."""
        return any(table.several_lines for table in self.values())

    def arguments(self, option: str) -> Iterator[str]:
        """What the command line says of these files; their headers are written."""
        for key, table in self.items():
            name = f"{self._what}-{self._numbers[key]}"
            (self._folder / f"{name}-header.csv").write_text(f"{table.header()}\n", encoding="utf-8")
            yield f"{option}={name}-header.csv,{name}.csv"


@contextmanager
def _tables(folder: Path, what: str) -> Iterator[_Tables]:
    with ExitStack() as stack:
        yield _Tables(folder, what, stack)


def _cell(value: Any, type_: str) -> str:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return (SEPARATOR if type_ == "string[]" else "|").join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(name: str) -> str:
    return '"{}"'.format(name.replace('"', '""'))
