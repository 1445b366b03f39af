"""What is read from an own server before its graph can be asked, in parts where the whole takes too long."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from kgqa.errors import QueryError
from kgqa.graph.own import guesses
from kgqa.graph.own.guesses import Sampled
from kgqa.graph.quoting import quoted
from kgqa.graph.store import GraphStore
from kgqa.records import Query
from kgqa.schema.model import PropertyType, Schema


@dataclass(frozen=True, slots=True)
class SampledProperty:
    """A property of the nodes of a label, with some of its values."""

    name: str
    type: PropertyType
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class GuessedLabel:
    """A label with the properties by which its nodes are told apart and called.

    Attributes:
        count: nodes with this label.
        id_property, name_property: guessed or chosen; both empty where nothing names the nodes, so that they cannot
            be asked about.
        properties: those that occur in a sample.
    """

    label: str
    count: int
    id_property: str
    name_property: str
    properties: tuple[SampledProperty, ...]

    @property
    def candidates(self) -> tuple[str, ...]:
        """Properties that may be chosen as identifier or name: those that are texts."""
        return tuple(one.name for one in self.properties if one.type == "STRING")


@dataclass(frozen=True, slots=True)
class SchemaReading:
    """What was read from a server.

    Attributes:
        synonyms: by label the property that holds other names; labels without one are left out.
        labels: every label whose nodes count, those without a name included, the most frequent first.
        notes: what was guessed, cut or left out, a sentence each.
    """

    schema: Schema
    synonyms: Mapping[str, str]
    labels: tuple[GuessedLabel, ...]
    notes: tuple[str, ...]

    def type_of(self, labels: Iterable[str]) -> str | None:
        """The label that counts for a node with these labels: the rarest one of the schema, or None."""
        return rarest({node.label: node.count for node in self.schema.nodes}, labels)


def rarest(counts: Mapping[str, int], labels: Iterable[str]) -> str | None:
    """The label with the fewest nodes; of equally rare ones the shorter name."""
    return min((one for one in labels if one in counts), key=lambda one: (counts[one], len(one), one), default=None)


def in_a_sentence(names: Iterable[str]) -> str:
    """Names in a sentence, each once, the first ten."""
    different = list(dict.fromkeys(names))
    more = f" and {len(different) - 10:,} more" if len(different) > 10 else ""
    return ", ".join(repr(name[:80]) for name in different[:10]) + more


SAMPLE = 500
"""Nodes of a label, and edges of a type, whose properties are looked at."""
PART = 20_000
"""Nodes or edges that are grouped where grouping all of them takes too long."""
_MOST_GROUPS = 50_000
_READING_S = 120.0
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
        return self._clock() - self._began > _READING_S

    def rows(self, cypher: str, *columns: str, most: int = _MOST_GROUPS) -> list[tuple[Any, ...]]:
        """The rows of a statement."""
        return list(self._store.run(Query(cypher, columns), max_rows=most).rows)

    def properties(self, pattern: str, variable: str) -> list[Sampled]:
        """The properties of some of the nodes or edges that a pattern finds."""
        rows = self.rows(f"MATCH {pattern} RETURN properties({variable}) AS p", "p", most=SAMPLE)
        return [one for one in guesses.summarise(_maps(row[0] for row in rows)) if self.usable(one.name, "property")]

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


def _maps(values: Iterable[Any]) -> list[Mapping[str, Any]]:
    """The values that are maps."""
    return [value for value in values if isinstance(value, Mapping)]
