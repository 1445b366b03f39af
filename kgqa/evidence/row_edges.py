"""The rows of a companion statement as edges and things, each beside the rows that are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kgqa.cypher.provenance.companion import EDGE, Companion, CompanionPart
from kgqa.evidence.gathering import Edge, Found, Gatherer
from kgqa.evidence.strength import strength
from kgqa.graph.own.reading import rarest
from kgqa.records import Rows
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Relation, Schema


@dataclass(slots=True)
class RowEdges:
    """What is behind the rows that are shown.

    Attributes:
        edges: by row its edges, the strongest first.
        things: by column and row the things that the companion returned for it, each with its label.
        foreign: whether the companion has rows that are not shown.
        missing: how many rows are shown that it has not.
        nameless: edges with an end that the graph neither names nor identifies.
        truncated: whether there are more edges than may be shown.
        holding: by column the things of which a match does without every record that denies its link, each as label
            and identifier.
    """

    edges: list[list[Edge]]
    things: dict[int, list[list[tuple[str, Found]]]]
    foreign: bool = False
    missing: int = 0
    nameless: int = 0
    truncated: bool = False
    holding: dict[int, set[tuple[str, str]]] = field(default_factory=dict)


def behind(shown: Rows, made: Companion, fetched: Rows, gatherer: Gatherer, most: int) -> RowEdges:
    """Sorts the rows of a companion by the rows that are shown; what belongs to none of them is left out.

    Args:
        most: edges that are kept.
    """
    return _Sorting(shown, made, fetched, gatherer, most).sorted()


@dataclass(slots=True)
class _Ends:
    """Turns nodes and edges as stored into those of the product."""

    schema: Schema
    gatherer: Gatherer
    counts: Mapping[str, int] = field(default_factory=dict)
    guessed: dict[tuple[str, str, str], Relation] = field(default_factory=dict)

    def node(
        self, labels: Sequence[str] | None, held: Mapping[str, Any] | None
    ) -> tuple[NodeType, str, str, str] | None:
        """A node as stored; None where the graph does not identify it."""
        label = rarest(self.counts, labels or ())
        if label is None or held is None:
            return None
        type_ = self.schema.node(label)
        identifier = held.get(type_.id_property)
        if identifier in (None, ""):
            return None
        name = held.get(type_.name_property)
        key = held.get(type_.same_property)
        return (
            type_,
            str(identifier),
            str(identifier if name in (None, "") else name),
            str(identifier if key in (None, "") else key),
        )

    def edge(self, cells: Mapping[str, Any]) -> Edge | None:
        """The edge of a row; None where one of its ends is not identified."""
        source = self.node(cells["source_labels"], cells["source"])
        target = self.node(cells["target_labels"], cells["target"])
        if source is None or target is None:
            return None
        relation = self._relation(source[0].label, cells["type"], target[0].label)
        return self.gatherer.edge(relation, (cells["type"], cells["properties"], *source[1:], *target[1:]))

    def _relation(self, source: str, type_: str, target: str) -> Relation:
        for relation in self.schema.relations:
            if (relation.source, relation.type, relation.target) == (source, type_, target):
                return relation
        key = (source, type_, target)
        if key not in self.guessed:
            self.guessed[key] = derive.relation(type_, source, target, 0, ())
        return self.guessed[key]


class _Sorting:
    """One companion's rows on their way to the rows that are shown."""

    def __init__(self, shown: Rows, made: Companion, fetched: Rows, gatherer: Gatherer, most: int) -> None:
        self.made = made
        self.fetched = fetched
        self.most = most
        self.shown = shown
        self.ends = _Ends(gatherer.schema, gatherer, {node.label: node.count for node in gatherer.schema.nodes})
        self.rows_of = [_index(shown, part) for part in made.parts]
        self.found: dict[str, Edge | None] = {}
        self.of_row: list[dict[str, Edge]] = [{} for _ in shown.rows]
        self.named: dict[int, list[dict[tuple[str, str], Found]]] = {
            place: [{} for _ in shown.rows] for part in made.parts for place in part.things
        }
        self.holding: dict[int, set[tuple[str, str]]] = {}

    def sorted(self) -> RowEdges:
        met: set[int] = set()
        foreign = truncated = False
        for cells in self.fetched.rows:
            row = dict(zip(self.fetched.columns, cells, strict=True))
            part = int(row.get("part", 0))
            rows = self.rows_of[part].get(_signature(self.made.parts[part], row))
            if rows is None:
                foreign = True
                continue
            met.update(rows)
            self._things(self.made.parts[part], row, rows)
            truncated = not self._edge(row, rows) or truncated
        schema = self.ends.schema
        edges = [sorted(one.values(), key=lambda edge: strength(edge.triple, schema)) for one in self.of_row]
        things = {
            place: [[(label, one) for (label, _), one in found.items()] for found in rows]
            for place, rows in self.named.items()
        }
        missing = len(self.shown.rows) - len(met)
        nameless = sum(one is None for one in self.found.values())
        whole = not (truncated or self.fetched.truncated)
        return RowEdges(edges, things, foreign, missing, nameless, not whole, self.holding)

    def _edge(self, row: Mapping[str, Any], rows: Sequence[int]) -> bool:
        """Adds the edge of a companion's row to its rows; False where there are too many edges."""
        number = row["edge"]
        if number is None:
            return True
        if number not in self.found:
            if len(self.found) >= self.most:
                return False
            self.found[number] = self.ends.edge({name: row[name] for name in EDGE})
        edge = self.found[number]
        if edge is not None:
            for place in rows:
                self.of_row[place][number] = edge
        return True

    def _things(self, part: CompanionPart, row: Mapping[str, Any], rows: Sequence[int]) -> None:
        for place in part.things:
            node = self.ends.node(row[f"labels_{place}"], row[f"thing_{place}"])
            if node is not None:
                type_, identifier, name, key = node
                for at in rows:
                    self.named[place][at].setdefault((type_.label, identifier), Found(key, name, (identifier,)))
                if row.get("holds") is True:
                    self.holding.setdefault(place, set()).add((type_.label, identifier))


def _index(shown: Rows, part: CompanionPart) -> dict[tuple[Any, ...], list[int]]:
    """The rows that are shown by the values that a part of the companion knows of them."""
    found: dict[tuple[Any, ...], list[int]] = {}
    for number, row in enumerate(shown.rows):
        found.setdefault(tuple(comparable(row[place]) for place in part.keys), []).append(number)
    return found


def _signature(part: CompanionPart, row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(comparable(row[f"value_{place}"]) for place in part.keys)


def comparable(value: Any) -> Any:
    """A value as it can be compared: the order of lists is left open by the servers, as is the last digit of means."""
    if isinstance(value, bool) or value is None:
        return (type(value).__name__, value)
    if isinstance(value, int | float):
        return ("number", float(f"{value:.12g}"))
    if isinstance(value, Mapping):
        return ("map", tuple(sorted((str(key), comparable(one)) for key, one in value.items())))
    if isinstance(value, list | tuple):
        return ("list", tuple(sorted(map(comparable, value), key=repr)))
    return ("text", str(value))
