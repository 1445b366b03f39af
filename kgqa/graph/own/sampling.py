"""Statements that look at somebody else's graph, in parts where the whole takes too long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kgqa.errors import QueryError
from kgqa.graph.own import guesses
from kgqa.graph.own.guesses import Sampled
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore
from kgqa.records import Query

SAMPLE = 500
"""Nodes of a label, and edges of a type, whose properties are looked at."""
PART = 20_000
"""Nodes or edges that are grouped where grouping all of them takes too long."""
MOST_GROUPS = 50_000
READING_S = 120.0
"""Seconds after which whole labels and types are no longer counted; samples decide about the rest."""

Labels = frozenset[str]


class Sampler:
    """Reads one graph, and collects what its reader must know.

    Attributes:
        notes: what was guessed, cut or left out, a sentence each.
    """

    def __init__(self, store: GraphStore, clock: Callable[[], float] = time.monotonic) -> None:
        self._store = store
        self._clock = clock
        self._began = clock()
        self.notes: list[str] = []

    @property
    def late(self) -> bool:
        """Whether so much time went by that no more than samples is read."""
        return self._clock() - self._began > READING_S

    def rows(self, cypher: str, *columns: str, most: int = MOST_GROUPS) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        return list(self._store.run(Query(cypher, columns), max_rows=most).rows)

    def properties(self, pattern: str, variable: str) -> list[Sampled]:
        """The properties of some of the nodes or edges that a pattern finds."""
        rows = self.rows(f"MATCH {pattern} RETURN properties({variable}) AS p", "p", most=SAMPLE)
        return [one for one in guesses.summarise(maps(row[0] for row in rows)) if self.usable(one.name, "property")]

    def usable(self, name: str, what: str) -> bool:
        """Whether a name can stand in a statement; where it cannot, that is noted."""
        try:
            quoted(name)
        except QueryError:
            usable = False
        else:
            usable = bool(name.strip())
        if not usable:
            self.notes.append(f"The {what} {name[:80]!r} cannot stand in a statement and is left out.")
        return usable


def maps(values: Iterable[Any]) -> list[Mapping[str, Any]]:
    """The values that are maps."""
    return [value for value in values if isinstance(value, Mapping)]
