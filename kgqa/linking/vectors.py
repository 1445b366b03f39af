"""Names by meaning: one persistent Chroma collection for a graph and an embedding model, built in the background."""

from __future__ import annotations

import hashlib
import json
import logging
import re
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Event, Thread
from typing import Any, NamedTuple

from kgqa import processes
from kgqa.embedding.models import DEFAULT_MODEL, ONE_CORE, embedder
from kgqa.errors import LoadError, StoppedError
from kgqa.quiet import silence

_LOG = logging.getLogger(__name__)
COMPLETE = "complete.json"
DATABASE = "chroma.sqlite3"
_INDEX = "index_metadata.pickle"
_LOCKS = frozenset({"acquire_write"})
_PLACE = re.compile(r".+-[0-9a-f]{12}\.[0-9a-f]{12}")
LOG = "build.log"
_SAME_THING = 4  # names of one thing crowd the list of the nearest, so that many more are fetched than asked for
Progress = Callable[[int, int], None]


class NearName(NamedTuple):
    """A name of the graph near to a text: identifier and label of its thing, and the cosine of the two (−1 to 1)."""

    id: str
    name: str
    label: str
    score: float


@dataclass(frozen=True, slots=True)
class VectorSpec:
    """What a collection is made from; a collection made from anything else is not used.

    Attributes:
        folder: where the collections of all graphs are kept.
        names: the ``names.jsonl`` of the graph.
        data_version: changes whenever the graph is loaded anew.
        model: name or folder of the embedding model.
    """

    folder: str
    names: str
    graph: str
    data_version: str
    model: str = DEFAULT_MODEL

    @property
    def collection(self) -> str:
        """Name of the collection: of graph and model, in the letters that Chroma allows."""
        readable = re.sub(r"[^A-Za-z0-9]+", "-", f"{self.graph}-{Path(self.model).name}").strip("-")[:40]
        return f"{readable}-{_digest(self.graph, self.model)}"

    @property
    def place(self) -> Path:
        """Folder of the collection; another version of the data has another one."""
        return Path(self.folder) / f"{self.collection}.{_digest(self.data_version)}"


class VectorIndex:
    """The names of one graph by meaning; read only."""

    def __init__(self, spec: VectorSpec) -> None:
        """Use ``open`` instead."""
        self._spec = spec
        self._collection = client(spec.place).get_collection(spec.collection, embedding_function=None)

    @classmethod
    def open(cls, spec: VectorSpec) -> VectorIndex | None:
        """The index, or None until it is complete for this version of the data and as it was built."""
        return cls(spec) if is_complete(spec) else None

    @classmethod
    def build(cls, spec: VectorSpec, progress: Progress, stop: Event) -> VectorIndex:
        """Build the index in a process of its own with low priority; where one was interrupted, it goes on, and one
        that was damaged is built anew.

        Blocks for minutes, so call it from a thread. The process ends when this one does.

        Args:
            progress: hears the names done and all names; no more are begun until it has returned.
            stop: ends the work; what is done is kept.

        Raises:
            LoadError: the index could not be built.
            StoppedError: ``stop`` was set.
        """
        if not is_complete(spec):
            _run(spec, progress, stop)
        _remove_older(spec)
        return cls(spec)

    def nearest(self, text: str, *, most: int = 5, labels: frozenset[str] | None = None) -> list[NearName]:
        """Things with a name near to a text in meaning, nearest first, each once by its nearest name.

        Nothing where the collection cannot be read any more (removed, damaged, on a full disk): names are linked by
        their spelling alone then, and the next opening builds it anew.
        """
        vector = embedder(self._spec.model).embed([text])[0]
        wanted = None if labels is None else {"label": {"$in": sorted(labels)}}
        try:
            found = self._collection.query(
                query_embeddings=[vector],
                n_results=most * _SAME_THING,
                where=wanted,
                include=["metadatas", "distances"],
            )
        except Exception as error:  # Chroma raises errors of its own, of SQLite and of its native part
            _LOG.warning("The vectors of the graph %r cannot be read: %s", self._spec.graph, type(error).__name__)
            return []
        near: dict[str, NearName] = {}
        for metadata, distance in zip(found["metadatas"][0], found["distances"][0], strict=True):
            one = NearName(str(metadata["id"]), str(metadata["name"]), str(metadata["label"]), 1 - float(distance))
            near.setdefault(one.id, one)
        return list(near.values())[:most]

    def warm(self) -> None:
        """Load the embedding model now rather than with the first question."""
        embedder(self._spec.model).embed([""])


def remove_unknown(folder: Path, known: Iterable[VectorSpec]) -> None:
    """Remove the collections of graphs that are not there any more, and of older versions of those that are."""
    kept = {spec.place.name for spec in known}
    for place in folder.glob("*"):
        if _PLACE.fullmatch(place.name) and place.name not in kept:
            shutil.rmtree(place, ignore_errors=True)


def is_complete(spec: VectorSpec) -> bool:
    """Whether the collection holds every name of this version of the data, and nothing of it changed since.

    Reads all of it, which takes a second for a hundred thousand names.
    """
    try:
        marker = json.loads((spec.place / COMPLETE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    if not isinstance(marker, dict) or not marker.get("digest") or marker.get("data_version") != spec.data_version:
        return False
    return bool(marker == marker_of(spec))


def marker_of(spec: VectorSpec) -> dict[str, str]:
    """What is written beside a collection when it is complete; a damaged one has no digest or another."""
    return {"data_version": spec.data_version, "model": spec.model, "digest": _digest_of_files(spec.place)}


def _digest_of_files(place: Path) -> str:
    """SHA-256 of what a collection holds: the files of its index, and the rows of its database but those of a lock.

    The bytes of the database change whenever a client opens it; and the index of a small collection is made from the
    database at each opening, with files that nothing is read from. Empty where it cannot be read.
    """
    digest = hashlib.sha256()
    try:
        for path in sorted(path for index in place.glob(f"*/{_INDEX}") for path in index.parent.iterdir()):
            digest.update(f"{path.relative_to(place)}\n".encode())
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
        with closing(sqlite3.connect(f"{(place / DATABASE).absolute().as_uri()}?mode=ro", uri=True)) as database:
            tables = database.execute(
                "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
            ).fetchall()
            for name, made in tables:
                digest.update(f"{made}\n".encode())
                if name not in _LOCKS and not made.startswith("CREATE VIRTUAL"):  # the tables behind these are read
                    for row in database.execute('SELECT * FROM "{}"'.format(name.replace('"', '""'))):  # noqa: S608
                        digest.update(repr(row).encode())
    except (OSError, sqlite3.Error, UnicodeError):
        return ""
    return digest.hexdigest()


def client(place: Path) -> Any:
    """A Chroma client on a folder: in this process, no server, no telemetry."""
    silence()
    import chromadb
    from chromadb.config import Settings

    return chromadb.PersistentClient(path=str(place), settings=Settings(anonymized_telemetry=False))


_ENDED = (-signal.SIGINT, -signal.SIGTERM)
"""What a process ends with that is ended together with the app (Ctrl+C); it failed in nothing."""


def _digest(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]


def _run(spec: VectorSpec, progress: Progress, stop: Event) -> None:
    """Start the process, pass on what it says, and end it when ``stop`` is set or this thread fails."""
    spec.place.mkdir(parents=True, exist_ok=True)
    error = ""
    finished = Event()
    with (spec.place / LOG).open("wb") as log, _start(spec, log.fileno()) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        Thread(target=_end_when, args=(stop, finished, process), daemon=True).start()
        try:
            process.stdin.write(json.dumps(asdict(spec)) + "\n")
            process.stdin.flush()
            for line in process.stdout:
                said = json.loads(line)
                error = said.get("error", error)
                if "done" in said:
                    progress(said["done"], said["total"])
                    with suppress(BrokenPipeError):  # where that was the last of it
                        process.stdin.write("\n")
                        process.stdin.flush()
        except BrokenPipeError:
            pass  # it ended before it read; its exit code tells
        except BaseException:
            process.kill()
            raise
        finally:
            finished.set()
    if stop.is_set() or process.returncode in _ENDED:
        raise StoppedError("The names are not all embedded yet; the work goes on from there the next time.")
    if error or process.returncode != 0:
        reason = error or (spec.place / LOG).read_text(encoding="utf-8", errors="replace")[-300:].strip()
        raise LoadError(
            f"The names of the graph {spec.graph!r} could not be embedded (exit code {process.returncode}: "
            f"{reason!r}). Names are linked by their spelling all the same; start again to go on."
        )


def _start(spec: VectorSpec, log: int) -> subprocess.Popen[str]:
    return processes.start("kgqa.linking.embed_names", folder=spec.place, log=log, environment=ONE_CORE)


def _end_when(stop: Event, finished: Event, process: subprocess.Popen[str]) -> None:
    while not finished.wait(0.1):
        if stop.is_set():
            process.kill()
            return


def _remove_older(spec: VectorSpec) -> None:
    """Collections of this graph and model for other versions of the data."""
    for place in Path(spec.folder).glob(f"{spec.collection}.*"):
        if place != spec.place:
            shutil.rmtree(place, ignore_errors=True)
