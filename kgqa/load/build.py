"""Builds a graph's database in a staging folder, in a process of its own that ends afterwards.

    python -m kgqa.load.build FOLDER HEAP_MB     (standard input: a source specification as one line of JSON)

Standard output is one JSON object a line: ``{"step", "done", "total"}`` while it works, ``{"error"}`` when it cannot
go on. FOLDER then holds ``database/``, ``names.jsonl`` and, written last, ``built.json``. The process ends at once
when its standard input is closed, which is what happens when the process that started it is gone.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from collections.abc import Set
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any

from kgqa import processes
from kgqa.errors import KgqaError, LoadError
from kgqa.load.chunks import ChunkReader
from kgqa.load.source import SAME, Contents, SourceSpec
from kgqa.load.writer import LEAST_HEAP_MB, DatabaseWriter, differences
from kgqa.progress import Progress, Report
from kgqa.schema.called_by_names import with_words_of_names
from kgqa.schema.model import Schema

DATABASE, NAMES, BUILT = "database", "names.jsonl", "built.json"


def main() -> None:
    """Read the specification, build, report, and end the process; its exit code is 0 when the folder is complete."""
    gc.disable()  # rows hold no cycles, and looking for some takes a tenth of the time
    folder = Path(sys.argv[1])
    specification = SourceSpec(**json.loads(processes.told()()))
    try:
        build(specification, folder, lambda progress: processes.tell(asdict(progress)), int(sys.argv[2]))
    except KgqaError as error:
        processes.tell({"error": str(error)})
        processes.end(1)
    except OSError as error:
        reason = error.strerror or str(error)
        advice = "Free space there, permit writing, or set KGQA_DATA_DIR to another folder."
        processes.tell({"error": f"The graph could not be written to {str(folder)!r}: {reason}. {advice}"})
        processes.end(1)
    processes.end(0)


def build(specification: SourceSpec, folder: Path, report: Report, heap_mb: int = LEAST_HEAP_MB) -> None:
    """Build the database of a source in ``folder``, check it on a fresh open, and write down what it holds.

    Args:
        heap_mb: the least heap of the database; a large source gets more.

    Raises:
        LoadError: the source cannot be read or contradicts itself, or the database does not hold what was written.
    """
    source = specification.open()
    report(Progress("Reading the source"))
    with (folder / NAMES).open("w", encoding="utf-8") as names:
        reader = ChunkReader(source, names)
        reader.start()
        expected = source.expected_rows()
        database = DatabaseWriter(folder / DATABASE, expected or 0, heap_mb)
        _write(reader, database, expected, report)
        _sync_file(names.fileno(), names.flush)
    report(Progress("Finishing the database"))
    database.close()
    contents = reader.contents()
    report(Progress("Checking what was written"))
    _verify(folder / DATABASE, contents)
    schema = with_words_of_names(source.describe(contents), reader.first_names)
    built = {
        "card": asdict(source.card),
        "schema": _as_stored(schema, reader.shared_labels).as_json(),
        "contents": contents.as_json(),
        "link_texts": reader.link_texts().as_json(),
        "fingerprint": source.fingerprint(),
        "skipped_rows": reader.skipped,
    }
    with (folder / BUILT).open("w", encoding="utf-8") as stream:
        json.dump(built, stream, ensure_ascii=False)
        _sync_file(stream.fileno(), stream.flush)


def _as_stored(schema: Schema, shared: Set[str]) -> Schema:
    """The schema with how a thing is found: by what its identifiers share, where any thing of its type has several."""
    nodes = [replace(node, same_property=SAME if node.label in shared else "id", indexed=True) for node in schema.nodes]
    return replace(schema, nodes=tuple(nodes))


def _write(reader: ChunkReader, database: DatabaseWriter, expected: int | None, report: Report) -> None:
    """Write chunk after chunk while the reader prepares the next; both cores work, as Java calls free Python's."""
    done = 0
    while (chunk := reader.next()) is not None:
        report(Progress(chunk.step, done, max(expected, done + chunk.rows) if expected is not None else None))
        if chunk.ids:
            reader.written(chunk, database.write_nodes(chunk.name, chunk.text))
        else:
            database.write_edges(chunk.name, chunk.text)
        done += chunk.rows


def _verify(path: Path, contents: Contents) -> None:
    """Compare the counts of a freshly opened database with what the source gave, then sync its files to the disk."""
    missing = differences(path, contents)
    if missing:
        raise LoadError(
            f"The database in {str(path)!r} does not hold what was written: {'; '.join(missing)}. "
            "What was there before is untouched; load it again."
        )
    for file in path.iterdir():
        if file.is_file():
            with file.open("rb+") as stream:
                os.fsync(stream.fileno())


def _sync_file(descriptor: int, flush: Any) -> None:
    flush()
    os.fsync(descriptor)


if __name__ == "__main__":
    main()
