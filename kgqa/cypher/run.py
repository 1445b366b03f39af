"""Runs statements that were not planned here: written by a language model or a person, checked or not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from kgqa.cypher.guard.admit import Admitted, Refused, admit
from kgqa.cypher.guard.guard import UNKNOWN
from kgqa.graph.stop import StopSignal
from kgqa.graph.store import GraphStore
from kgqa.records import Query, Rows


@dataclass(frozen=True, slots=True)
class Ran:
    """A statement as it was run, and its rows."""

    admitted: Admitted
    rows: Rows


def run(
    store: GraphStore,
    text: str,
    *,
    most_rows: int,
    counts: Mapping[str, int] = UNKNOWN,
    parameters: Mapping[str, Any] | None = None,
    stop: StopSignal | None = None,
) -> Ran | Refused:
    """Run a text if it may; nothing else reaches a graph that was not planned here.

    Args:
        most_rows: the most rows that are read.
        counts: nodes by label of the graph, where they are known.
        stop: ends the statement when it is set.

    Returns:
        the rows, ``truncated`` where there may be more; or why the text was not sent.

    Raises:
        KgqaError: as ``GraphStore.run``.
    """
    admitted = admit(text, most_rows, counts)
    if isinstance(admitted, Refused):
        return admitted
    query = Query(admitted.text, admitted.columns, parameters or {}, "a statement that was written")
    rows = store.run_as_written(query, max_rows=most_rows, stop=stop)
    full = admitted.limited and len(rows.rows) == most_rows
    return Ran(admitted, replace(rows, truncated=rows.truncated or full))
