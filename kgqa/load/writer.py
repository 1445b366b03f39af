"""The engine's batch interface: the one place that writes a graph database from inside its process."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil

from kgqa.errors import LoadError
from kgqa.load.source import SAME, Contents

LEAST_HEAP_MB = 512
BYTES_A_ROW = 64
"""How much the heap grows by each row that is expected, for what is kept of nodes until the end and large buffers."""

YOUNG_MB = 192
"""Rows are garbage as soon as they are written; what is kept needs the rest."""

COMMIT_EVERY = 10_000
"""Rows of a transaction. Without a log the engine would join all edges to their ends in a single one, whose changed
pages and records must all be held in memory: that is what a heap of any usual size was too small for."""

DEFERRED_EDGES = 1_000_000
"""Edges that wait in memory to be joined to their targets."""

CACHED_CHUNKS = 100_000
"""Nodes whose lists of edges are found without reading the node; more are only slower."""

FEW_EDGES, MANY_EDGES = 10_000, 200_000
"""Edges that are sorted and written together: the more, the fewer of a node's lists are touched again."""

MANY_ROWS = 1_000_000
"""From so many rows on the buffers are large, and the second compiler pays for itself."""

_HEAP_FULL = ("Java heap space", "OutOfMemoryError", "GC overhead limit")


class DatabaseWriter:
    """A new database that is being filled.

    Rows cross to Java as one JSON text a call. The bridge of the package takes lists in it, where the package's own
    ``create_vertices`` and ``new_edges`` send such rows value by value, many times slower.

    Raises:
        LoadError: from every method, when the engine cannot do what it should.
    """

    def __init__(self, path: Path, rows: int = 0, heap_mb: int = LEAST_HEAP_MB) -> None:
        """Begin a database.

        Args:
            path: the folder of the database, which is made.
            rows: how many are expected, nodes and edges together; 0 where that is not known.
            heap_mb: the least heap; more rows get more.
        """
        import arcadedb_embedded
        import jpype

        self._path = path
        self._types: set[str] = set()
        many = rows >= MANY_ROWS
        with _as_load_error(path):
            machine = _machine(path.parent, heap_for(rows, heap_mb), quick_end=not many)
            self._database = arcadedb_embedded.create_database(str(path), jvm_kwargs=machine)
            self._batch = self._database.graph_batch(
                batch_size=MANY_EDGES if many else FEW_EDGES,
                commit_every=COMMIT_EVERY,
                chunk_cache_capacity=CACHED_CHUNKS,
                max_deferred_incoming_edges=DEFERRED_EDGES,
                parallel_flush=False,  # the other core reads the source; and its parts are one transaction each
            )
            self._vertices = jpype.JClass("com.arcadedb.python.VertexBatcher")
            self._edges = jpype.JClass("com.arcadedb.python.EdgeBatcher")

    def write_nodes(self, label: str, rows: str) -> list[str]:
        """Write nodes of one label, given as a JSON array; the record identifier of each in their order."""
        with _as_load_error(self._path):
            if label not in self._types:
                self._types.add(label)
                schema = self._database.schema
                schema.create_vertex_type(label, buckets=1)
                schema.create_property(label, "id", "STRING")
                schema.create_index(label, ["id"], unique=True)
                schema.create_property(label, SAME, "STRING")
                schema.create_index(label, [SAME], unique=False)
            return str(self._vertices.createVerticesJson(self._batch._java_graph_batch, label, rows)).split(";")

    def write_edges(self, type_: str, rows: str) -> None:
        """Write edges of one type, given as a JSON array; ``_src`` and ``_dst`` are the records of their ends."""
        with _as_load_error(self._path):
            if type_ not in self._types:
                self._types.add(type_)
                self._database.schema.create_edge_type(type_, buckets=1)
            self._edges.newEdgesJson(self._batch._java_graph_batch, type_, rows)

    def close(self) -> None:
        """Write what is buffered, join the edges to their ends, and close the database."""
        with _as_load_error(self._path):
            self._batch.close()
            self._database.close()


def differences(path: Path, contents: Contents) -> list[str]:
    """What a database, freshly opened, does not hold as it should; empty when all is there.

    Edges are counted at the nodes of either end: after an interrupted load edge records can exist that no node knows
    of. SQL, because the planner of openCypher counts both directions from the same end.

    Raises:
        LoadError: the database cannot be opened or asked.
    """
    import arcadedb_embedded

    outgoing, incoming = Counter[str](), Counter[str]()
    for (source, _, target), edges in contents.edges.items():
        outgoing[source] += edges
        incoming[target] += edges
    found = []
    with _as_load_error(path), arcadedb_embedded.open_database(str(path)) as database:
        for label, nodes in contents.nodes.items():
            counted = "count(*) AS nodes, sum(outE().size()) AS outgoing, sum(inE().size()) AS incoming"
            statement = f"SELECT {counted} FROM {_sql_quoted(label)}"  # noqa: S608 -- a label cannot be a parameter
            (row,) = database.query("sql", statement)
            expected = {"nodes": nodes, "outgoing": outgoing[label], "incoming": incoming[label]}
            served = {name: row.get(name) or 0 for name in expected}
            if served != expected:
                found.append(f"{label!r} has {served} instead of {expected}")
    return found


def _sql_quoted(label: str) -> str:
    escaped = label.replace("\\", "\\\\").replace("`", "\\`")
    return f"`{escaped}`"


def heap_for(rows: int, least_mb: int = LEAST_HEAP_MB) -> int:
    """MiB of heap for a build of so many rows.

    >>> heap_for(0), heap_for(2_000_000), heap_for(2_000_000, 1024)
    (512, 634, 1024)
    """
    return max(least_mb, LEAST_HEAP_MB + (rows * BYTES_A_ROW >> 20))


def _machine(folder: Path, heap_mb: int, *, quick_end: bool) -> dict[str, Any]:
    """Settings of the Java machine; nothing of it leaves the staging folder."""
    return {
        "heap_size": f"{heap_mb}m",
        "jvm_args": [
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",  # it would write to the system's folder for temporary files
            f"-Xmn{YOUNG_MB}m",
            *(["-XX:TieredStopAtLevel=1"] if quick_end else []),  # the second compiler has not paid for itself by then
            f"-XX:ErrorFile={folder / 'crash.log'}",
            f"-Djava.io.tmpdir={folder}",
        ],
    }


@contextlib.contextmanager
def _as_load_error(path: Path) -> Iterator[None]:
    """Turn what the engine raises, in Python or in Java, into a sentence."""
    import jpype
    from arcadedb_embedded import ArcadeDBError

    try:
        yield
    except (ArcadeDBError, jpype.JException) as error:
        if is_heap_full(str(error)):
            runtime = jpype.JClass("java.lang.Runtime").getRuntime()
            raise LoadError(too_small(int(runtime.maxMemory()) >> 20, psutil.virtual_memory().total >> 20)) from error
        raise LoadError(
            f"The database in {str(path)!r} could not be built: {error}. Is there space left on the disk?"
        ) from error


def is_heap_full(said: str) -> bool:
    """Whether what the engine said is that its memory is used up."""
    return any(words in said for words in _HEAP_FULL)


def too_small(heap_mb: int, machine_mb: int) -> str:
    """What to do about a heap that was used up.

    >>> too_small(512, 4000)
    'The graph needs more than the 512 MiB of heap that its build had. Set KGQA_HEAP_MB to 1024 and load it again.'
    """
    needed = 2 * heap_mb
    what = f"The graph needs more than the {heap_mb} MiB of heap that its build had."
    if needed < machine_mb:
        return f"{what} Set KGQA_HEAP_MB to {needed} and load it again."
    return (
        f"{what} KGQA_HEAP_MB would have to be about {needed}, and this machine has only {machine_mb} MiB of memory. "
        "Load it on a larger one, or leave rows out."
    )
