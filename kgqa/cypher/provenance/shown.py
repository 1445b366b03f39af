"""The companion's part for the rows that are shown: conditions that leave these, as early in the statement as may be.

Behind the last clause a condition comes too late where a statement matches much and shows a few rows of it: the server
would fetch every edge first. Where a MATCH binds what the rows are known by, it stands there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kgqa.cypher.checker.graph_schema import GraphSchema
from kgqa.cypher.checker.records import Edit
from kgqa.cypher.columns import Column
from kgqa.cypher.provenance.edges import Namer, Underivable
from kgqa.cypher.tree import Clause, Match, NodePattern, Projection, Unwind, Value, Variable
from kgqa.cypher.walk import variable_of
from kgqa.graph.quoting import quoted
from kgqa.records import Rows

_CONDITIONS = 2
"""Columns by which the rows that are shown are found again; the rest is compared with the rows themselves."""
_TIME = re.compile(r"[-+]?\d[^\s]*[-:][^\s]*|-?P[-+.\dYMWDTHS]+")


class Shown:
    """The rows of a statement that are shown; None where all of its rows are.

    Attributes:
        parameters: the values that the conditions name.
    """

    def __init__(self, rows: Rows | None, schema: GraphSchema, namer: Namer) -> None:
        self._rows = rows
        self._schema = schema
        self._namer = namer
        self.parameters: dict[str, Any] = {}

    def conditions(
        self, clauses: Sequence[Clause], keys: Sequence[int], columns: Sequence[Column]
    ) -> tuple[list[Edit], dict[int, str]]:
        """What leaves the rows that are shown, where a part of a statement has more.

        Args:
            clauses: those of the part, its RETURN the last.
            keys: the columns by which its rows are known.

        Returns:
            conditions as edits of the clauses that match what they are about; and by column the rest of those that can
            stand behind all clauses only (``.`id` IN $shown1``).

        Raises:
            Underivable: nothing tells the rows that are shown from others.
        """
        *before, last = clauses
        assert isinstance(last, Projection)
        if self._rows is None or not self._rows.rows or not self._has_more(last):
            return [], {}
        if keys and all(self._alike(columns, place) for place in keys):
            raise Underivable("The rows are relationships, and nothing in them tells those that are shown from others.")
        sought: dict[int, str] = {}
        for place in keys:
            told, held = self._sought(columns, place)
            if len(sought) < _CONDITIONS and held is not None:
                name = self._namer.new("shown")
                self.parameters[name] = list(dict.fromkeys(held))
                sought[place] = f"{told} IN ${name}"
        by_match: dict[int, list[str]] = {}
        for place in list(sought):
            expression = last.items[place].expression
            match = _binding(before, variable_of(expression))
            if match is not None:
                by_match.setdefault(match, []).append(f"{self._namer.source(expression)}{sought.pop(place)}")
        added = [edit for match, found in by_match.items() for edit in _added(before[match], " AND ".join(found))]
        return added, sought

    def _alike(self, columns: Sequence[Column], place: int) -> bool:
        """Whether a column holds relationships, of which a row shows the properties alone."""
        assert self._rows is not None
        return columns[place].kind == "link" and any(isinstance(row[place], Mapping) for row in self._rows.rows)

    def _sought(self, columns: Sequence[Column], place: int) -> tuple[str, list[Any] | None]:
        """The property by which rows are found again by a column, and its values; None where they are not."""
        assert self._rows is not None
        column, held = columns[place], [row[place] for row in self._rows.rows]
        if column.kind == "thing" and not column.listed and len(column.labels) == 1:
            key = self._schema.identifiers.get(next(iter(column.labels)), "")
            nodes = [one for one in held if isinstance(one, Mapping)]
            if key and len(nodes) == len(held):
                return f".{quoted(key)}", _simple([one.get(key) for one in nodes])
        return "", _simple(held) if column.tells_things or not any(map(_of_time, held)) else None

    def _has_more(self, last: Projection) -> bool:
        """Whether the statement may have more rows than are shown."""
        assert self._rows is not None
        whole = isinstance(last.limit, Value) and isinstance(last.limit.value, int) and last.skip is None
        if self._rows.truncated or last.skip is not None:
            return True
        return last.limit is not None and not (whole and len(self._rows.rows) < int(last.limit.value))  # type: ignore[union-attr, arg-type]


def _added(clause: Clause, condition: str) -> Iterator[Edit]:
    where = clause.where if isinstance(clause, Match) else None
    if where is None:
        yield Edit(clause.end, clause.end, f" WHERE {condition}")
    else:
        yield Edit(where.start, where.start, "(")
        yield Edit(where.end, where.end, f") AND {condition}")


def _binding(clauses: Sequence[Clause], name: str) -> int | None:
    """The place of the MATCH that finds a node which each row hands on to the last clause."""
    for place, clause in enumerate(clauses):
        if isinstance(clause, Match) and not clause.optional and _names(clause, name):
            return place if all(_keeps(later, name) for later in clauses[place + 1 :]) else None
    return None


def _names(clause: Match, name: str) -> bool:
    return any(
        isinstance(one, NodePattern) and one.variable is not None and one.variable.text == name
        for pattern in clause.patterns
        for one in pattern.elements
    )


def _keeps(clause: Clause, name: str) -> bool:
    """Whether rows without the wanted nodes can be left out before a clause as well as behind it."""
    if isinstance(clause, Projection):
        kept = any(
            isinstance(item.expression, Variable)
            and item.expression.name.text == name
            and (item.alias is None or item.alias.text == name)
            for item in clause.items
        )
        return (kept or clause.star) and clause.limit is None and clause.skip is None
    return isinstance(clause, (Match, Unwind))


def _simple(values: list[Any]) -> list[Any] | None:
    """Values that can be sent back and found again; None where one of them cannot."""
    return values if all(isinstance(one, str | bool | int) for one in values) else None


def _of_time(value: Any) -> bool:
    """Whether a text may be a date, time or duration, which a server does not find by its text."""
    return isinstance(value, str) and _TIME.fullmatch(value) is not None
