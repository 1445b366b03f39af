"""The two ends of an edge: found by identifier, and by the type that the row tells where that is needed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from kgqa.load.checks import shown
from kgqa.load.tables.cells import Row, Value, labels, single
from kgqa.load.tables.layout import Table


class _Columns(NamedTuple):
    """The columns of one end; empty where there is none."""

    word: str
    id: str
    label: str
    name: str


class Ends:
    """Knows the label of every identifier.

    An identifier under one label is found by itself; where the row tells a type too, that must be the node's. One under
    several labels is found by the type that the row tells. Types are compared by their letters and digits, whatever the
    case and the prefix.

    Args:
        edges: the table of edges.
        fixed: the types of the ends where no column tells them.
        derived: the nodes are those that the edges carry.
    """

    def __init__(self, edges: Table | None, fixed: Mapping[str, str], *, derived: bool) -> None:
        uses = edges.uses if edges else {}
        self._source, self._target = (
            _Columns(end, uses.get(end, ""), uses.get(f"{end}_label", ""), uses.get(f"{end}_name", ""))
            for end in ("source", "target")
        )
        self._fixed = {end: fixed.get(f"{end}_label", "") for end in ("source", "target")}
        self._semicolons = edges.semicolons if edges else False
        self._tell = all(columns.label or self._fixed[columns.word] for columns in (self._source, self._target))
        self._told = any(columns.label or self._fixed[columns.word] for columns in (self._source, self._target))
        self._derived = derived
        self._labels: dict[str, str] = {}
        self._others: dict[str, dict[str, frozenset[str]]] = {}
        self._names: dict[tuple[str, str], str] = {}
        self._plain: dict[str, frozenset[str]] = {}

    def learn(self, id_: str, found: list[str]) -> None:
        """Note the labels of a node, its own first.

        Raises:
            ValueError: the identifier has another label already, and no column tells which one an edge means.
        """
        label = found[0] if found else ""
        known = self._labels.setdefault(id_, label)
        if known != label and id_:
            if not self._tell:
                raise ValueError(
                    f"the identifier {shown(id_)} occurs twice, as {shown(known)} and as {shown(label)}, and no column "
                    "of the edges tells which of the two an edge means"
                )
            self._others.setdefault(id_, {known: _plain([known])})[label] = _plain(found)
        elif len(found) > 1:
            self._others.setdefault(id_, {})[label] = _plain(found)

    def carried(self, row: Row) -> Iterator[tuple[str, str, str]]:
        """Label, identifier and name of the ends of a row that were not seen before; the name is the first one told."""
        for end in (self._source, self._target):
            id_, found = single(row.get(end.id, "")), self._told_labels(row.get(end.label), end.word)
            if not id_.strip() or not found:
                continue
            name = single(row.get(end.name, "")) if end.name else id_
            if name.strip() and (found[0], id_) not in self._names:
                self._names[found[0], id_] = name
                self._labels.setdefault(id_, found[0])
                yield found[0], id_, name

    def of(self, row: Row) -> tuple[str, str, str, str]:
        """Label and identifier of the source and of the target, taken out of the row. An unknown one has no label.

        Raises:
            ValueError: the row contradicts what is known of an end, or does not tell which one it means.
        """
        source, target = row.pop(self._source.id, ""), row.pop(self._target.id, "")
        if not isinstance(source, str) or not isinstance(target, str):
            source, target = single(source), single(target)
        if self._told:
            return (
                *(self._checked(source, row, self._source), source),
                *(self._checked(target, row, self._target), target),
            )
        return self._labels.get(source, ""), source, self._labels.get(target, ""), target

    def of_all(self, columns: dict[str, Sequence[str]]) -> tuple[tuple[list[str], Sequence[str]], ...] | None:
        """Labels and identifiers of the sources and of the targets of rows, taken out of their columns.

        None where one is unknown, or the rows tell more than identifiers, which is to be compared.
        """
        if self._told:
            return None
        found = []
        for end in (self._source, self._target):
            ids = columns.pop(end.id)
            labels_ = list(map(self._labels.get, ids))
            if None in labels_ or "" in labels_:
                return None
            found.append((labels_, ids))
        return tuple(found)  # type: ignore[arg-type]  # no label is None

    def _checked(self, id_: str, row: Row, end: _Columns) -> str:
        """The label of an end by what its row tells of it."""
        told = self._told_labels(row.pop(end.label, None), end.word)
        if self._derived:
            return self._checked_name(id_, told, row, end)
        if id_ not in self._labels:
            return ""
        known = self._others.get(id_) or {self._labels[id_]: self._plain_of(self._labels[id_])}
        if not told:
            if len(known) > 1:
                raise ValueError(f"{shown(id_)} is the identifier of several nodes, and the row tells no type of its")
            return next(iter(known))
        wanted = self._plain_of(told[0]) if len(told) == 1 else _plain(told)
        fitting = [label for label, plain in known.items() if not wanted.isdisjoint(plain)]
        if len(fitting) == 1:
            return fitting[0]
        listed = " or ".join(map(shown, known))
        raise ValueError(f"the {end.word} {shown(id_)} is {listed} in the table of nodes, but {shown(told[0])} here")

    def _checked_name(self, id_: str, told: list[str], row: Row, end: _Columns) -> str:
        name = single(row.pop(end.name, "")) if end.name else id_
        if not id_.strip() or not told or not name.strip():
            lacking = "identifier" if not id_.strip() else "type" if not told else "name"
            raise ValueError(f"the {end.word} {shown(id_)} has no {lacking}")
        known = self._names.get((told[0], id_))
        if known != name:
            raise ValueError(f"the {end.word} {shown(id_)} is called {shown(name)} here, but {shown(known)} before")
        return told[0]

    def _told_labels(self, cell: Value | None, end: str) -> list[str]:
        return labels(cell, semicolons=self._semicolons) if cell else [self._fixed[end]] if self._fixed[end] else []

    def _plain_of(self, label: str) -> frozenset[str]:
        found = self._plain.get(label)
        if found is None:
            found = self._plain[label] = _plain([label])
        return found


def _plain(found: list[str]) -> frozenset[str]:
    """Labels for comparison: letters and digits of what stands behind the prefix."""
    return frozenset("".join(filter(str.isalnum, label.rpartition(":")[2].casefold())) for label in found)
