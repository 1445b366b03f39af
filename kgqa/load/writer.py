"""The engine's batch interface: the one place that writes a graph database from inside its process."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.errors import LoadError
from kgqa.load.source import SAME, Contents

HEAP_MB = 512
BUFFERED_EDGES = 10_000
"""Edges kept in memory before they are written; bounds the heap."""


class DatabaseWriter:
    """A new database that is being filled.

    Rows cross to Java as one JSON text a call. The bridge of the package takes lists in it, where the package's own
    ``create_vertices`` and ``new_edges`` send such rows value by value, many times slower.

    Raises:
        LoadError: from every method, when the engine cannot do what it should.
    """

    def __init__(self, path: Path) -> None:
        import arcadedb_embedded
        import jpype

        self._path = path
        self._types: set[str] = set()
        with _as_load_error(path):
            self._database = arcadedb_embedded.create_database(str(path), jvm_kwargs=_machine(path.parent))
            self._batch = self._database.graph_batch(batch_size=BUFFERED_EDGES)
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


def _machine(folder: Path) -> dict[str, Any]:
    """Settings of the Java machine; nothing of it leaves the staging folder."""
    return {
        "heap_size": f"{HEAP_MB}m",
        "jvm_args": [
            "-XX:+UseSerialGC",
            "-XX:-UsePerfData",  # it would write to the system's folder for temporary files
            f"-Xmn{HEAP_MB // 2}m",  # rows are garbage as soon as they are written
            "-XX:TieredStopAtLevel=1",  # a build ends before the second compiler has paid for itself
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
        raise LoadError(
            f"The database in {str(path)!r} could not be built: {error}. Is there space left on the disk?"
        ) from error
