"""What a row must be before it may become a part of a graph, and the rows that are not.

Those are told in CSV files too, where no text may be taken for a formula (CWE-1236), however a line is split.
"""

from __future__ import annotations

import re
import urllib.parse
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from kgqa.errors import LoadError, QueryError
from kgqa.graph.quoting import quoted
from kgqa.load.source import BadRow, Contents, EdgeBlock, EdgeRow, NodeRow, Triad

FORBIDDEN = frozenset(",*")
"""Characters that the engine refuses in the name of a type."""

LONGEST_NAME = 150
"""Bytes of a type's name with everything but letters and digits percent-encoded, as the engine names files by it."""

MAX_LABELS, MAX_TYPES = 300, 1000
"""Types of nodes and of relations; more are a column that was taken for another."""

KEPT = 1000
"""Bad rows that are kept with their reasons; the others are only counted."""

LISTED = 20
"""Bad rows that an error lists."""

_SHOWN = 80
_IN_A_TABLE = 32_000


class BadRows:
    """The rows that cannot be loaded: how many, and the first of them."""

    def __init__(self) -> None:
        self.count = 0
        self.first: list[BadRow] = []

    def add(self, row: BadRow) -> None:
        """Note one."""
        self.count += 1
        if len(self.first) < KEPT:
            self.first.append(row)

    def told(self) -> str:
        """All of them in a sentence or two."""
        listed = "; ".join(f"{row.where}: {row.reason}" if row.where else row.reason for row in self.first[:LISTED])
        more = f" Only the first {LISTED} are listed." if self.count > LISTED else ""
        rows = "1 row" if self.count == 1 else f"{self.count:,} rows"
        return f"The source has {rows} that cannot be loaded. {listed}.{more}"


def refused(bad: BadRows) -> str:
    """Why nothing is loaded where rows are bad, and what to do."""
    them = "it" if bad.count == 1 else "them"
    return f"{bad.told()} Correct {them}, or choose to load the rest without {them} (--skip-bad-rows in a terminal)."


def as_csv(rows: Iterable[BadRow]) -> str:
    """Bad rows as a table to be kept or mended by: where each is, and why it cannot be loaded."""
    import csv
    import io

    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\r\n")
    writer.writerow(("where", "reason"))
    writer.writerows((_cell(row.where), _cell(row.reason)) for row in rows)
    return stream.getvalue()


def _cell(text: str) -> str:
    """A text that a spreadsheet shows as it is and does not take for a formula."""
    text = text.encode("utf-8", "replace").decode()[:_IN_A_TABLE]
    return to_cell(text)


class Checks:
    """Judges rows one by one, nodes first, and counts the good and the bad ones.

    Attributes:
        known: by label and identifier every good node; what stands behind them is the caller's.
    """

    def __init__(self) -> None:
        self.bad = BadRows()
        self.known: defaultdict[str, dict[str, str]] = defaultdict(dict)
        self._nodes: Counter[str] = Counter()
        self._edges: Counter[Triad] = Counter()
        self._faults: dict[str, str | None] = {}
        self._types: dict[str, str | None] = {}

    @property
    def contents(self) -> Contents:
        """How many good rows there were of what."""
        return Contents(nodes=dict(self._nodes), edges=dict(self._edges))

    def node(self, row: NodeRow) -> bool:
        """Whether a node can be loaded; it is then known, and otherwise noted."""
        fault = node_fault(row)
        if fault is None:
            fault = self._label_fault(row.label)
        if fault is None and row.id in self.known[row.label]:
            fault = f"the identifier {shown(row.id)} occurs twice"
        if fault is not None:
            self.bad.add(BadRow(row.where, fault))
            return False
        self.known[row.label][row.id] = ""
        self._nodes[row.label] += 1
        return True

    def edge(self, row: EdgeRow) -> tuple[str, str] | None:
        """What stands behind the ends of an edge that can be loaded: its type can be one, and its ends are known.

        Otherwise it is noted, and there is nothing.
        """
        type_, source_label, source, target_label, target, _, where = row
        fault = self._types[type_] if type_ in self._types else self._type_fault(type_)
        start, end = self._behind(source_label).get(source), self._behind(target_label).get(target)
        if start is None or end is None:
            fault = fault or f"there is no node with the identifier {shown(source if start is None else target)}"
        elif fault is None:
            self._edges[source_label, type_, target_label] += 1
            return start, end
        self.bad.add(BadRow(where, fault))
        return None

    def block(self, block: EdgeBlock) -> list[tuple[list[str], list[str]]] | None:
        """The same of many edges: by their groups what stands behind their sources, and behind their targets.

        None where one of them cannot be loaded, and then nothing is counted or noted.
        """
        found: list[tuple[list[str], list[str]]] = []
        for group in block.groups:
            fault = self._types[group.type] if group.type in self._types else self._type_fault(group.type)
            starts = list(map(self._behind(group.source_label).get, group.sources))
            ends = list(map(self._behind(group.target_label).get, group.targets))
            if fault is not None or None in starts or None in ends:
                return None
            found.append((starts, ends))  # type: ignore[arg-type]  # none of them is None
        for group in block.groups:
            self._edges[group.source_label, group.type, group.target_label] += len(group.sources)
        return found

    def _behind(self, label: str) -> Mapping[str, str]:
        """What stands behind the identifiers of a label."""
        return self.known.get(label) or {}

    def _label_fault(self, label: str) -> str | None:
        if label not in self._faults:
            self._faults[label] = name_fault(label)
            _refuse_many(self._faults, MAX_LABELS, "types of nodes")
        return self._faults[label]

    def _type_fault(self, type_: str) -> str | None:
        if not type_.strip():
            return "the edge has no type"
        if type_ in self._nodes:
            raise LoadError(f"{type_!r} is the name of a node type and of a relation. Rename one of them.")
        self._types[type_] = name_fault(type_)
        _refuse_many(self._types, MAX_TYPES, "relations")
        return self._types[type_]


def shown(value: object) -> str:
    """A value as it stands in a reason: quoted, and short whatever it is."""
    text = value if isinstance(value, str) else str(value)
    return repr(text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…")


def name_fault(name: str) -> str | None:
    """Why the database cannot carry a label or a relation type, if it cannot."""
    try:
        quoted(name)
    except QueryError as error:
        return str(error).rstrip(".")
    if set(name) & FORBIDDEN or len(urllib.parse.quote(name, safe="")) > LONGEST_NAME:
        forbidden = " ".join(sorted(FORBIDDEN))
        return f"{shown(name)} cannot name a node type or a relation: it holds one of {forbidden} or is too long"
    return None


def node_fault(row: NodeRow) -> str | None:
    """Why a node cannot be loaded, as far as it tells by itself."""
    if not row.id.strip():
        return "the node has no identifier"
    if not row.name.strip():
        return f"the node {shown(row.id)} has no name"
    if not row.label.strip():
        return f"the node {shown(row.id)} has no label"
    return None


def _refuse_many(names: dict[str, str | None], most: int, what: str) -> None:
    if len(names) > most:
        examples = ", ".join(shown(name) for name in list(names)[:3])
        raise LoadError(
            f"The source has more than {most:,} {what} ({examples} …). Is the right column taken for their names?"
        )


_FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
NUMERIC = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_SEPARATOR = r"[;|\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]"
_BEGINS = r"""["' ]*[=+\-@]"""
_INSIDE = re.compile(f"({_SEPARATOR})(?={_BEGINS})")
_MARKED = re.compile(f"({_SEPARATOR})'(?={_BEGINS})")


def to_cell(text: str) -> str:
    """A text with an apostrophe wherever a cell could begin a formula.

    That is at its beginning, unless it is a number, and behind what other spreadsheets split by: commas are the file's
    own, and quoted, but quotes in the middle of what is split by semicolons, bars or tabs protect nothing.
    """
    inside = _INSIDE.sub(r"\1'", text)
    return f"'{inside}" if _FORMULA.match(inside) and not NUMERIC.fullmatch(inside) else inside


def from_cell(cell: str) -> str:
    """The text that ``to_cell`` was given."""
    inside = cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell
    return _MARKED.sub(r"\1", inside)
