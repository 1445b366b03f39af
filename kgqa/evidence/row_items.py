"""The things that the rows of a statement name, as the items of an answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kgqa.cypher.columns import Column
from kgqa.evidence.gathering import Edge, Found, Gatherer, Numbering
from kgqa.evidence.ledger import Ledger
from kgqa.evidence.row_edges import RowEdges
from kgqa.records import AnswerItem, Rows
from kgqa.schema.model import NodeType, Schema

_Thing = tuple[str, str]
"""Label and key."""


def items_of(
    schema: Schema, ledger: Ledger, rows: Rows, columns: Sequence[Column], found: RowEdges, numbering: Numbering
) -> tuple[tuple[AnswerItem, ...], int]:
    """The things of the column that answers, with the edges of their rows, and the number of this column.

    That is the first column that names several things, or the first that names any. Where the thing of a row is not
    known, there are no items, as their number would be wrong; -1 is then the column.
    """
    named = [place for place, one in enumerate(columns) if one.tells_things]
    of_each = {place: _things(schema, rows, columns[place], found, place) for place in named}
    several = [place for place in named if len(of_each[place] or ()) > 1]
    place = next(iter([*several, *named]), -1)
    things = of_each.get(place)
    if not things or (several and any(of_each[before] is None for before in named if before < place)):
        return (), -1
    return tuple(_items(schema, ledger, things, numbering)), place


def _things(
    schema: Schema, rows: Rows, column: Column, found: RowEdges, place: int
) -> dict[_Thing, Found] | None:  # fmt: skip
    """The things of a column; None where that of a row is not known."""
    things: dict[_Thing, Found] = {}
    for number, row in enumerate(rows.rows):
        for value in _each(row[place], listed=column.listed):
            meant = _meant(schema, column, value, found, place, number)
            if not meant:
                return None
            for label, one in meant:
                known = things.get((label, one.key), Found(one.key, one.name, ()))
                ids = tuple(dict.fromkeys((*known.ids, *one.ids)))
                edges = {id(edge): edge for edge in (*known.edges, *_own(found.edges[number], one, column))}
                things[label, one.key] = Found(one.key, known.name, ids, tuple(edges.values()))
    return things


def _items(
    schema: Schema, ledger: Ledger, things: Mapping[_Thing, Found], numbering: Numbering
) -> list[AnswerItem]:  # fmt: skip
    gatherer = Gatherer(schema, ledger)
    complete: dict[_Thing, Found] = {}
    for label in dict.fromkeys(label for label, _ in things):
        of_label = {key: one for (other, key), one in things.items() if other == label}
        complete |= {(label, one.key): one for one in gatherer.identified(label, of_label)}
    return [numbering.item(complete[key], key[0]) for key in things]


def _each(value: Any, *, listed: bool) -> list[Any]:
    values = value if listed and isinstance(value, list) else [value]
    return [one for one in values if one is not None]


def _meant(
    schema: Schema, column: Column, value: Any, found: RowEdges, place: int, number: int
) -> list[tuple[str, Found]]:  # fmt: skip
    """The things that a value of a row stands for: those that the companion returned, else ends of its edges."""
    returned = found.things.get(place)
    if returned is not None and not column.listed:
        return returned[number]
    of_row = returned[number] if returned is not None else _ends(found.edges[number])
    return [
        (label, one) for label, one in of_row if label in column.labels and _is(schema.node(label), one, column, value)
    ]


def _ends(edges: Sequence[Edge]) -> list[tuple[str, Found]]:
    found: dict[tuple[str, str], Found] = {}
    for edge in edges:
        for node, key in ((edge.triple.subject, edge.source), (edge.triple.object, edge.target)):
            found[node.label, node.id] = Found(key, node.name, (node.id,))
    return [(label, one) for (label, _), one in found.items()]


def _is(node: NodeType, one: Found, column: Column, value: Any) -> bool:
    """Whether a thing is what a value says."""
    if column.kind == "thing":
        return isinstance(value, Mapping) and str(value.get(node.id_property)) in one.ids
    return str(value) == (one.name if column.kind == "name" else one.ids[0])


def _own(edges: Sequence[Edge], one: Found, column: Column) -> list[Edge]:
    """The edges of a row that are behind one thing: where a row lists several, those that reach it."""
    if not column.listed:
        return list(edges)
    return [edge for edge in edges if one.key in (edge.source, edge.target)]
