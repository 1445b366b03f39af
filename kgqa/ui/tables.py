"""An answer as tables: the rows that the page shows, and the same whole as CSV."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kgqa.records import AnswerItem, GraphCard, Trace, Triple
from kgqa.wording import read_frequency

FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
NUMERIC = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")

SHOWN_FIELDS = (
    "frequency", "frequency_id", "frequency_low", "frequency_high", "patients", "examined", "onset", "onset_id",
    "sex", "modifiers", "evidence", "references", "source", "against",
)  # fmt: skip
"""Edge properties that have a column of their own; the rest share the column of further fields."""


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows as long as the names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]

    def without(self, *left_out: str) -> Table:
        """The table without these columns."""
        return self._only([position for position, column in enumerate(self.columns) if column not in left_out])

    def without_empty(self, kept: Sequence[str]) -> Table:
        """The table without columns in which no row has anything, except those in ``kept``."""
        return self._only(
            [
                position
                for position, column in enumerate(self.columns)
                if column in kept or any(row[position] not in (None, "") for row in self.rows)
            ]
        )

    def _only(self, positions: Sequence[int]) -> Table:
        return Table(
            tuple(self.columns[position] for position in positions),
            tuple(tuple(row[position] for position in positions) for row in self.rows),
        )


def answers(trace: Trace) -> Table:
    """Every answer: number, name, type, identifiers, the frequencies recorded for it, numbers of its evidence."""
    evidence = {triple.number: triple for triple in trace.evidence}
    rows = tuple(
        (position, item.name, item.label, item.id, _others(item), _frequencies(item, evidence), numbers(item))
        for position, item in enumerate(trace.answer.items, start=1)
    )
    return Table(("No.", "Name", "Type", "Identifier", "Also as", "Frequency", "Evidence"), rows)


def evidence(triples: Sequence[Triple]) -> Table:
    """Every recorded edge behind an answer, with the fields of the record as texts."""
    columns = (
        "No.", "Subject", "Subject ID", "Relation", "Object", "Object ID", "Frequency", "Onset", "Sex", "Modifiers",
        "Evidence", "References", "Source", "Against",
    )  # fmt: skip
    return Table(columns, tuple(_evidence_row(triple) for triple in triples))


def frequency(properties: Mapping[str, Any]) -> str:
    """How often, as recorded and as a share: "124/197 (63 %)", "Very frequent (80–99 %)", "45 %"."""
    recorded = properties.get("frequency")
    return "" if recorded in (None, "") else read_frequency(str(recorded)).sentence()


def as_csv(table: Table, graph: GraphCard) -> bytes:
    """The whole table as UTF-8 CSV, with the graph and its version in a last column.

    A text that a spreadsheet would run as a formula gets an apostrophe in front; ``from_cell`` takes it off again.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    origin = f"{graph.title} {graph.version}"
    writer.writerow((*table.columns, "Graph"))
    writer.writerows([to_cell(value) for value in (*row, origin)] for row in table.rows)
    return out.getvalue().encode("utf-8-sig")


def to_cell(value: Any) -> str:
    """A value as the text of a CSV cell that no spreadsheet takes for a formula (CWE-1236)."""
    text = "" if value is None else str(value)
    return f"'{text}" if FORMULA.match(text) and not NUMERIC.fullmatch(text) else text


def from_cell(text: str) -> str:
    """The text that ``to_cell`` was given."""
    return text[1:] if text.startswith("'") and FORMULA.match(text) else text


def further(triple: Triple) -> dict[str, str]:
    """The fields of a record that have no column of their own, as texts."""
    return {
        name: _joined(value)
        for name, value in sorted(triple.properties.items())
        if name not in SHOWN_FIELDS and value not in (None, "", [], ())
    }


def numbers(item: AnswerItem) -> str:
    """The numbers of the evidence behind an answer."""
    return ", ".join(str(number) for number in item.evidence)


def references(triple: Triple) -> list[str]:
    """The references behind a record."""
    value = triple.properties.get("references") or ()
    return [value] if isinstance(value, str) else [str(reference) for reference in value]


def _evidence_row(triple: Triple) -> tuple[Any, ...]:
    fields = triple.properties
    return (
        triple.number,
        triple.subject.name,
        triple.subject.id,
        triple.phrase,
        triple.object.name,
        triple.object.id,
        frequency(fields),
        _joined(fields.get("onset")),
        _joined(fields.get("sex")),
        _joined(fields.get("modifiers")),
        _joined(fields.get("evidence")),
        "; ".join(references(triple)),
        _joined(fields.get("source")) or "; ".join(triple.sources),
        "against" if triple.against else "",
    )


def _joined(value: Any) -> str:
    if value is None:
        return ""
    return "; ".join(str(item) for item in value) if isinstance(value, (list, tuple)) else str(value)


def _others(item: AnswerItem) -> str:
    return ", ".join(identifier for identifier in item.ids if identifier != item.id)


def _frequencies(item: AnswerItem, evidence: Mapping[int, Triple]) -> str:
    recorded = (frequency(evidence[number].properties) for number in item.evidence if number in evidence)
    return ", ".join(dict.fromkeys(text for text in recorded if text))
