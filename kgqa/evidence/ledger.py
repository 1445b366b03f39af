"""Runs the statements of one question and keeps the record of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kgqa.records import CypherRecord, Query, Rows

if TYPE_CHECKING:
    from kgqa.graph.store import GraphStore, StopSignal


class Ledger:
    """The statements of one question in the order in which they ran.

    Args:
        stop: ends the statement that runs when it is set.
        record: hears of each statement that ran.
    """

    def __init__(
        self,
        store: GraphStore,
        *,
        stop: StopSignal | None = None,
        record: Callable[[CypherRecord], None] | None = None,
    ) -> None:
        self._store = store
        self._stop = stop
        self._record = record
        self._records: list[CypherRecord] = []

    @property
    def records(self) -> tuple[CypherRecord, ...]:
        """What ran so far."""
        return tuple(self._records)

    def run(self, query: Query, *, max_rows: int | None = None) -> Rows:
        """The rows of a statement, as many as the store allows or as are asked for.

        Raises:
            QueryError, TimeLimitError, ServerError, StoppedError: as ``GraphStore.run``.
        """
        rows = self._store.run(query, max_rows=max_rows, stop=self._stop)
        ran = CypherRecord(
            generated=query.cypher,
            checked=query.cypher,
            executed=rows.executed,
            parameters=query.parameters,
            purpose=query.purpose,
            rows=len(rows.rows),
            elapsed_ms=rows.elapsed_ms,
        )
        self._records.append(ran)
        if self._record is not None:
            self._record(ran)
        return rows

    def one(self, query: Query) -> Any:
        """The first value of the first row, or None where there is none."""
        rows = self.run(query).rows
        return rows[0][0] if rows else None
