"""Embeds the names of a graph into its collection, in a process of its own with low priority.

    python -m kgqa.linking.embed_names     (standard input: a vector specification as one line of JSON)

Standard output is one JSON object a line: ``{"done", "total"}`` while it works, ``{"error"}`` when it cannot go on.
After each ``{"done"}`` it waits for a line of standard input, so that who started it can have it wait for questions.
Preferred names come first. What is in the collection already is not embedded again, so an interrupted build goes on;
the marker that makes the collection usable is written last. The process ends at once when its standard input is
closed, which is what happens when the process that started it is gone.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock

from kgqa import processes
from kgqa.embedding.models import embedder, one_thread
from kgqa.errors import KgqaError
from kgqa.linking.index import NameIndex
from kgqa.linking.vectors import COMPLETE, DATABASE, VectorSpec, client, is_complete, marker_of

CHUNK = 128  # names that are written at once; as much is lost at most when the process is ended
MOST = 500_000
"""Names of which a graph's vectors are made, preferred ones first, as the memory of this process and of the app grows
with them by some 2.5 KB a name."""


class Row(NamedTuple):
    """A name to embed and the thing that has it; ``key`` is its place in the file, the same in every run."""

    key: str
    id: str
    label: str
    name: str


def main() -> None:
    """Read the specification, embed, report, and end the process; its exit code is 0 when the collection is whole."""
    if hasattr(os, "nice"):
        os.nice(19)
    told = processes.told()
    spec = VectorSpec(**json.loads(told()))
    try:
        embed(spec, told)
    except (KgqaError, OSError) as error:
        processes.tell({"error": str(error)})
        processes.end(1)
    processes.end(0)


def embed(spec: VectorSpec, permitted: Callable[[], object] = lambda: None) -> None:
    """Complete the collection of a graph; a second process waits here and then finds it complete.

    Args:
        permitted: returns when the next names may be embedded.
    """
    spec.place.mkdir(parents=True, exist_ok=True)
    with FileLock(spec.place / "build.lock"):
        if is_complete(spec):
            return
        if (spec.place / COMPLETE).exists():
            _clear(spec.place)
        rows = _rows(NameIndex.from_file(Path(spec.names)))
        one_thread()
        _fill(spec, rows, permitted)
        _write_at_once(spec.place / COMPLETE, json.dumps(marker_of(spec)))


def _fill(spec: VectorSpec, rows: Sequence[Row], permitted: Callable[[], object]) -> None:
    collection = client(spec.place).get_or_create_collection(
        spec.collection, embedding_function=None, configuration={"hnsw": {"space": "cosine"}}
    )
    there = set(collection.get(include=[])["ids"])
    missing = [row for row in rows if row.key not in there]
    done = len(rows) - len(missing)
    processes.tell({"done": done, "total": len(rows)})
    for chunk in _chunks(missing):
        permitted()
        collection.add(
            ids=[row.key for row in chunk],
            embeddings=embedder(spec.model).embed_briskly([row.name for row in chunk]),
            metadatas=[{"id": row.id, "label": row.label, "name": row.name} for row in chunk],
        )
        done += len(chunk)
        processes.tell({"done": done, "total": len(rows)})


def _clear(place: Path) -> None:
    """Removes what was complete and is no longer, the marker last, so that it is found again where this is cut off."""
    for path in place.iterdir():
        if path.is_dir():
            shutil.rmtree(path)
        elif path.name.startswith(DATABASE):  # with what SQLite keeps beside it
            path.unlink()
    (place / COMPLETE).unlink()


def _rows(index: NameIndex) -> list[Row]:
    """The names of every thing, preferred names first, as many as may be; of a vocabulary's long lists the preferred
    names alone."""
    unlike = ("short", "listed", "everyday")
    names = sorted(enumerate(index.names()), key=lambda item: item[1].kind != "name")
    nodes = [(number, index.node(name.thing), name) for number, name in names if name.kind not in unlike]
    return [Row(str(number), node.id, node.label, name.text) for number, node, name in nodes[:MOST]]


def _chunks(rows: Sequence[Row]) -> Iterator[list[Row]]:
    remaining = iter(rows)
    while chunk := list(islice(remaining, CHUNK)):
        yield sorted(chunk, key=lambda row: len(row.name))


def _write_at_once(path: Path, text: str) -> None:
    draft = path.with_suffix(".draft")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)


if __name__ == "__main__":
    main()
