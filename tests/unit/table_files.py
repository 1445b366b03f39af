"""Tables written for a test, and what the loader makes of them."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kgqa.load.chunks import ChunkReader
from kgqa.load.source import BadRow, Contents, EdgeRow, GraphSource, NodeRow
from kgqa.load.tables import source as tables
from kgqa.load.tables.mapping import TablesMapping
from kgqa.load.tables.survey import Survey, survey
from kgqa.progress import Progress

NODES = "id,name,label\nA,Aspirin,Drug\nB,Asthma,Disease\nC,Caffeine,Drug\n"
EDGES = "source,type,target\nA,TREATS_CtD,B\n"


def write(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """The folder, with these files in it."""
    for name, content in files.items():
        (folder / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return folder


@dataclass(frozen=True)
class Rows:
    """What a source gave."""

    nodes: list[NodeRow]
    edges: list[EdgeRow]
    bad: list[BadRow]


def rows(source: GraphSource) -> Rows:
    """All rows of a source, nodes first."""
    found = [*source.read_nodes(), *source.read_edges()]
    return Rows(
        [row for row in found if isinstance(row, NodeRow)],
        [row for row in found if isinstance(row, EdgeRow)],
        [row for row in found if isinstance(row, BadRow)],
    )


def read(folder: Path, **mapping: Any) -> Rows:
    """The rows of the tables in a folder."""
    return rows(tables.source(str(folder), "mine", mapping=mapping))


def surveyed(folder: Path, **mapping: Any) -> Survey:
    """What the tables of a folder would become."""
    return survey(folder, TablesMapping.from_json(mapping), quiet)


def loaded(folder: Path, **mapping: Any) -> tuple[Contents, int]:
    """What a load would write and leave out, with a database that stores nothing."""
    reader = ChunkReader(tables.source(str(folder), "mine", mapping=mapping), io.StringIO())
    reader.start()
    while (chunk := reader.next()) is not None:
        if chunk.ids:
            reader.written(chunk, [f"#{number}" for number, _ in enumerate(chunk.ids)])
    return reader.contents(), reader.skipped


def quiet(_: Progress) -> None:
    """A report that nobody reads."""
