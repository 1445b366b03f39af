"""A store for somebody else's server: nothing runs there that the server itself does not take for reading."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Self

from kgqa.errors import QueryError
from kgqa.graph.store import GraphStore, StopSignal
from kgqa.records import Query, Rows
from kgqa.schema.model import EDGE_KEY
from kgqa.settings import Settings

MOST_TEXTS = 2000
"""Texts of statements that are known to read; the least recently used are asked about again."""
PROCEDURES = frozenset({"db.labels", "db.relationshipTypes", "db.propertyKeys", "db.index.fulltext.queryNodes"})
"""The procedures that statements may call."""

_LEAVING = ("LoadCSV", "TerminateTransactions")
"""Operators of plans that count as reading, though they open files or networks, or end what others do."""
_CALL = "ProcedureCall"
_NAMED = (("id", "name"), ("source_id", "source_name"), ("target_id", "target_name"), ("ids", "names"))
_KEYS = ("thing", "id", "source_id", "target_id", "source", "target")


class ReadingStore(GraphStore):
    """A store for nodes that nobody vouches for: one without a name is called by its identifier.

    Where the server tells the type of a statement by EXPLAIN (``tells_query_type``), each text is explained before it
    first runs, and runs only as a reading one.
    """

    def __init__(self, *address: str, **limits: Any) -> None:
        """Use ``of`` instead."""
        super().__init__(*address, **limits)
        self._tells_query_type = False
        self._reads: OrderedDict[str, None] = OrderedDict()
        self._reads_lock = threading.Lock()

    @classmethod
    def of(cls, settings: Settings, *, tells_query_type: bool) -> Self:
        """A client of the server that ``settings.graph_uri`` names."""
        store = cls.of_own_server(settings)
        store._tells_query_type = tells_query_type
        return store

    def run(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """As ``GraphStore.run``; rows about a node without an identifier are left out.

        Raises:
            QueryError: also where the server takes the statement for a writing one, or where it leaves the graph.
        """
        if self._tells_query_type:
            limit = self._max_rows if max_rows is None else max_rows
            self._require_reading(self._limited(query, limit), stop)
        return _named(super().run(query, max_rows=max_rows, stop=stop))

    def run_as_written(self, query: Query, *, max_rows: int | None = None, stop: StopSignal | None = None) -> Rows:
        """As ``GraphStore.run_as_written``; raises also as ``run`` does."""
        if self._tells_query_type:
            self._require_reading(query.cypher, stop)
        rows = super().run_as_written(query, max_rows=max_rows, stop=stop)
        return replace(rows, rows=tuple(tuple(_without_key(value) for value in row) for row in rows.rows))

    def _require_reading(self, text: str, stop: StopSignal | None) -> None:
        with self._reads_lock:
            if text in self._reads:
                self._reads.move_to_end(text)
                return
        summary = self._answered(f"EXPLAIN {text}", Query("", ()), stop, 1).summary
        kind = summary.query_type if summary is not None else None
        if kind != "r":
            raise QueryError(
                f"The graph server does not take the statement for a reading one (its type there is {kind!r}), so it "
                "was not run. Questions may only read."
            )
        for operator, details in _operators(summary.plan if summary is not None else None):
            _require_inside(operator, details)
        with self._reads_lock:
            self._reads[text] = None
            while len(self._reads) > MOST_TEXTS:
                self._reads.popitem(last=False)


def _operators(plan: Any) -> Iterator[tuple[str, str]]:
    """Name and details of every operator of a plan."""
    if isinstance(plan, Mapping):
        details = (plan.get("args") or {}).get("Details", "")
        yield str(plan.get("operatorType", "")).partition("@")[0], str(details)
        for child in plan.get("children") or ():
            yield from _operators(child)


def _require_inside(operator: str, details: str) -> None:
    """Refuse what reads more than the graph, or does more than reading."""
    called = details.partition("(")[0].strip()
    if operator in _LEAVING or (operator == _CALL and called not in PROCEDURES):
        raise QueryError(
            f"The statement was not run, because it does more than read the graph ({operator} {called[:80]}). Leave "
            "that part out."
        )


def _named(rows: Rows) -> Rows:
    """The rows with every name a text, without those that lack an identifier."""
    places = {column: place for place, column in enumerate(rows.columns)}
    pairs = [(places[id_], places[name]) for id_, name in _NAMED if id_ in places and name in places]
    keys = [places[column] for column in _KEYS if column in places] if pairs else []
    kept = []
    for row in rows.rows:
        if any(row[place] is None for place in keys):
            continue
        values = [_without_key(value) for value in row]
        for id_, name in pairs:
            values[name] = _text(row[name], row[id_])
        kept.append(tuple(values))
    return replace(rows, rows=tuple(kept))


def _without_key(value: Any) -> Any:
    """A recorded value; of a map without what a load over Bolt adds to its edges."""
    if isinstance(value, dict) and EDGE_KEY in value:
        return {name: one for name, one in value.items() if name != EDGE_KEY}
    return value


def _text(name: Any, identifier: Any) -> Any:
    if isinstance(name, list) and isinstance(identifier, list):
        return [_text(one, other) for one, other in zip(name, identifier, strict=True)]
    return str(identifier if name in (None, "") else name)
