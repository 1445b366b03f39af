"""The properties of the rows of one table: converted as declared, and learnt for the schema."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgqa.language import everyday
from kgqa.load.checks import shown
from kgqa.load.tables.cells import MAX_COLUMNS, Row, Typed, Value, converter
from kgqa.load.tables.columns import (
    AGAINST,
    OWN,
    denial,
    denies_late,
    is_mark,
    property_name,
    property_names,
    says_nothing,
)
from kgqa.load.tables.layout import Table
from kgqa.schema import derive
from kgqa.schema.model import NodeType, Property, PropertyType, Schema


class Properties:
    """Makes the properties of a row from the columns that are left when those with another use are taken out.

    Attributes:
        deniable: the types of rows that have what could deny their link, with ``AGAINST`` true where it does.
    """

    def __init__(self, table: Table, *, nodes: bool) -> None:
        self._edges = not nodes
        self._kept = OWN if nodes else frozenset[str]()
        named = list(property_names(table.columns, self._kept))
        self._types: dict[str, PropertyType] = {name: column.type for column, name in named}
        self._changed: list[tuple[str, str, Callable[[Value], Typed]]] = [
            (column.name, name, converter(column.type, semicolons=table.semicolons))
            for column, name in named
            if table.typed or column.type != "STRING" or column.name != name
        ]
        self._marks = (
            frozenset(column.name for column, _ in named if is_mark(column)) if not nodes else frozenset[str]()
        )
        self._loose = table.typed
        self._more: dict[str, str] = {}
        self._denies = None if nodes else denial(named)
        self.deniable: set[str] = set()
        self._learnt: dict[str, dict[str, PropertyType]] = {}

    def of(self, row: Row, group: str) -> dict[str, Typed]:
        """The properties of a row, noted for its label or type. The row may be changed.

        Raises:
            ValueError: a value does not fit what was declared of its column.
        """
        found: dict[str, Typed] = row  # type: ignore[assignment]  # texts and lists are values of properties as well
        changed = self._converted(row) if self._changed else {}
        if self._loose and row:
            self._refuse_late_denial(row)
            found = {self._more_named(key): value for key, value in row.items()}
        if changed:
            found.update(changed)
        if self._denies:
            denied = self._denies(found)
            if denied is not None:
                self.deniable.add(group)
            found[AGAINST] = bool(denied)  # of every row, as what is asked of all rows is asked of it
        self._learn(group, found)
        return found

    @property
    def by_columns(self) -> bool:
        """Whether ``of_all`` can be asked: no row has to be looked at as a whole."""
        return self._denies is None and not self._loose

    def of_all(self, columns: Mapping[str, Sequence[str]], group: str) -> dict[str, list[Typed | None]]:
        """The properties of rows of one label or type, given by their columns, by name; None where a row has none.

        Raises:
            ValueError: a value does not fit what was declared of its column.
        """
        left = dict(columns)
        changed: dict[str, list[Typed | None]] = {}
        for column, name, convert in self._changed:
            cells = left.pop(column)
            made = {cell: self._changed_value(column, convert, cell or None) for cell in set(cells)}
            changed[name] = [made[cell] for cell in cells]
        found: dict[str, list[Typed | None]] = {name: [cell or None for cell in cells] for name, cells in left.items()}
        found.update(changed)
        known = self._learnt.get(group, {})
        new = {name: values for name, values in found.items() if name not in known}
        firsts = {
            name: next((at for at, one in enumerate(values) if one is not None), -1) for name, values in new.items()
        }
        for name, at in sorted(firsts.items(), key=lambda first: first[1]):
            if at >= 0:
                self._learn(group, {name: found[name][at]})
        return found

    def _learn(self, group: str, found: Mapping[str, Any]) -> None:
        learnt = self._learnt.get(group)
        if learnt is None:
            learnt = self._learnt[group] = {}
        if not found.keys() <= learnt.keys():
            for name, known in found.items():
                learnt.setdefault(name, self._types.get(name) or _type(known))

    def _converted(self, row: Row) -> dict[str, Typed]:
        """The properties that do not stand in the row as they will; their columns are taken out."""
        changed: dict[str, Typed] = {}
        for column, name, convert in self._changed:
            value = self._changed_value(column, convert, row.pop(column, None))
            if value is not None:
                changed[name] = value
        return changed

    def _changed_value(self, column: str, convert: Callable[[Value], Typed], value: Value | None) -> Typed | None:
        if value is None or (column in self._marks and says_nothing(value)):
            return None
        try:
            return convert(value)
        except ValueError as error:
            why = "; it marks denials, unless the mapping gives it another type" * (column in self._marks)
            raise ValueError(f"column {column!r}: {error}{why}") from error

    def _refuse_late_denial(self, row: Row) -> None:
        """Refuse a row that denies its link by a key that no column is, as rows before it do not say whether they do.

        Raises:
            ValueError: it does, or may.
        """
        if self._edges:
            late = next((key for key, value in row.items() if denies_late(key, value)), None)
            if late is not None:
                raise ValueError(
                    f"{shown(late)} tells whether it denies its link, and none of the first rows has that; give it to "
                    "the first row as well, as false"
                )

    def note(self, group: str, name: str, type_: PropertyType) -> None:
        """Note a property that no column is."""
        self._learnt[group].setdefault(name, type_)

    def learnt(self, group: str) -> tuple[Property, ...]:
        """The properties that rows of a label or type have."""
        unused = AGAINST if self._denies and group not in self.deniable else None
        learnt = self._learnt.get(group, {}).items()
        return tuple(derive.property_(name, type_) for name, type_ in learnt if name != unused)

    def _more_named(self, key: str) -> str:
        """The property of a key that none of the first objects has."""
        if key not in self._more:
            name = property_name(key, self._kept)
            if len(self._more) >= MAX_COLUMNS:
                raise ValueError(f"{shown(key)} is one of more than {MAX_COLUMNS:,} different keys")
            if name in self._types or name in self._more.values():
                raise ValueError(f"{shown(key)} would become a property that there is already")
            self._more[key] = name
        return self._more[key]


def _type(value: Typed) -> PropertyType:
    if isinstance(value, bool):
        return "BOOLEAN"
    return "LIST" if isinstance(value, list) else "STRING"


def also_called(nodes: Iterable[NodeType], further: Mapping[tuple[str, str], int]) -> list[NodeType]:
    """The types, each with the words of every label that all of its nodes and no others have besides their first.

    Args:
        further: how many nodes of a type (first) have a label (second) besides.
    """
    types = list(nodes)
    first = {one.label for one in types}
    owners: dict[str, set[str]] = {}
    for label, other in further:
        owners.setdefault(other, set()).add(label)
    return [
        _with_words(
            one,
            [
                other
                for other, labels in owners.items()
                if labels == {one.label} and other not in first and further[one.label, other] == one.count
            ],
        )
        for one in types
    ]


def not_absent(schema: Schema, others: Collection[str]) -> Schema:
    """The schema, in which nothing that a further label names is said to be missing from the graph."""
    called = [derive.node_type(other, 0, ()) for other in others]
    held = {concept for one in called for concept in everyday.concepts_of(one.singular)}
    words = {everyday.key(word) for one in called for word in (one.singular, one.plural, *one.words)}
    words |= {everyday.key(word) for kind in everyday.types() if kind.concept in held for word in kind.words}
    absent = {word: noun for word, noun in schema.absent.items() if everyday.key(word) not in words}
    return replace(schema, absent=absent)


def _with_words(one: NodeType, others: Iterable[str]) -> NodeType:
    called = [derive.node_type(other, 0, ()) for other in others]
    said = everyday.said([*one.words, *(word for other in called for word in (other.singular, *other.words))])
    return replace(one, words=tuple(word for word in said if word != one.singular))
