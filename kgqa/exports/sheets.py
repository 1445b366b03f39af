"""An answer as tables: every answer or every record a row, as CSV and as a workbook."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kgqa.exports.files import asked_at, graph_facts
from kgqa.language import phrases, read_as
from kgqa.language.phrases import NOTICE
from kgqa.load import checks
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation import services
from kgqa.presentation.rows import NOT_RECORDED, AnswerRow, Row, answer_columns, answer_rows
from kgqa.presentation.text import encoded
from kgqa.records import GraphCard, Trace
from kgqa.schema.model import Schema

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

LONGEST_CELL = 32_767
"""Characters that a cell of a workbook holds at most."""

WIDEST_COLUMN = 60
"""Characters that a column of a workbook is wide at most."""

NAMED_FIELDS = ("Modifiers", "Evidence code", "Curated", "Source")
"""Fields of a row in full that have a column of their own."""
OTHERWISE_SHOWN = ("Frequency", "Onset", "Sex", "Tier", "Nearness to the question", "Put back")
"""Fields of a row in full that the row has by itself as well."""


@dataclass(frozen=True, slots=True)
class Table:
    """Named columns and rows as long as the names."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def answers(trace: Trace, schema: Schema) -> Table:
    """Every answer, then everything that was set aside, with identifiers, frequencies and numbers of the evidence.

    Of several conditions each has a column of its own in the place of the frequencies. Further columns stand where any
    row fills them: how a name was read, the kinds of what was named that an answer comes from, and what is recorded
    against it.
    """
    rows = answer_rows(trace, schema)
    by_condition = "conditions" in answer_columns(rows)
    often = () if by_condition else ("Frequency",)
    columns = ("No.", "Name", "Type", "Identifier", "Also as", *often, "Evidence", "Set aside")
    further = [("Read as", [row.read_as for row in rows]), ("Recorded for", [row.recorded_for for row in rows])]
    further += [
        (condition, [row.by_condition[place : place + 1] for row in rows])
        for place, condition in enumerate(trace.answer.conditions)
    ]
    further.append(("But also", [row.against for row in rows]))
    shown = [(title, each) for title, each in further if any(each)]
    told = (
        (*_answer(row, () if by_condition else (row.frequency,)), *("; ".join(each[number]) for _, each in shown))
        for number, row in enumerate(rows)
    )
    return Table((*columns, *(title for title, _ in shown)), tuple(told))


def evidence(trace: Trace, schema: Schema) -> Table:
    """Every recorded edge behind an answer, with everything that its record says; shares are from 0 to 1."""
    columns = (
        "No.", "Subject", "Subject ID", "Relation", "Object", "Object ID", "Against", "Frequency", "Share from",
        "Share to", "Onset", "Sex", "Tier", *NAMED_FIELDS, "References", "Further fields",
    )  # fmt: skip
    rows = evidence_rows.evidence(trace, schema)
    if trace.federated is not None:
        return _with_services(_evidence(trace, columns, rows), trace)
    return _evidence(trace, columns, rows)


def _with_services(table: Table, trace: Trace) -> Table:
    """The same with the services that gave each record, and the day of what they gave; both empty for the graph's."""
    found = services.by_service(trace)
    days = {one.name: one.asked_at[:10] for one in trace.federated.services} if trace.federated is not None else {}
    by = [found.get(row[0], ()) for row in table.rows]
    told = (("; ".join(names), "; ".join(dict.fromkeys(filter(None, (days[one] for one in names))))) for names in by)
    rows = tuple((*row, *both) for row, both in zip(table.rows, told, strict=True))
    return Table((*table.columns, "Services", "As of"), rows)


def _evidence(trace: Trace, columns: tuple[str, ...], rows: Sequence[Row]) -> Table:
    if trace.pruned is None:
        return Table(columns, tuple(_record(row) for row in rows))
    judged = tuple((*_record(row), row.score, "put back" if row.by_hand else "") for row in rows)
    if trace.pruned.asked is None:
        return Table((*columns, "Nearness to the question", "By hand"), judged)
    why = {one.triple.number: one.why for one in trace.pruned.kept}
    told = tuple((*one, why.get(row.number, "")) for one, row in zip(judged, rows, strict=True))
    return Table((*columns, "Nearness to the question", "By hand", "Kept as"), told)


def as_csv(table: Table, graph: GraphCard, asked_as: str = "") -> bytes:
    """The whole table as UTF-8 CSV, with the graph and its version in a last column.

    A text that a spreadsheet would run as a formula gets an apostrophe in front; ``checks.from_cell`` takes it off.

    Args:
        asked_as: what the question was read as, in a column of its own; empty where that is the question itself.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    origin = f"{graph.title} {graph.version}"
    titles, values = (("Graph", "Question read as"), (origin, asked_as)) if asked_as else (("Graph",), (origin,))
    writer.writerow((*table.columns, *titles))
    writer.writerows([to_cell(value) for value in (*row, *values)] for row in table.rows)
    return b"\xef\xbb\xbf" + encoded(out.getvalue())


def to_cell(value: Any) -> str:
    """A value as the text of a CSV cell that no spreadsheet takes for a formula."""
    return checks.to_cell("" if value is None else str(value))


def as_xlsx(table: Table, name: str, trace: Trace) -> bytes:
    """A workbook with the table on a sheet of this name, and a sheet that says where it comes from.

    Texts are written as texts: none becomes a formula, a link or a number.
    """
    import xlsxwriter

    out = io.BytesIO()
    book = xlsxwriter.Workbook(
        out,
        {"in_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False},
    )
    bold = book.add_format({"bold": True, "bottom": 1})
    sheet = book.add_worksheet(name)
    for row, values in enumerate((table.columns, *table.rows)):
        _write_row(sheet, row, values, bold if row == 0 else None)
    for column, title in enumerate(table.columns):
        longest = max((len(str(row[column])) for row in table.rows), default=0)
        sheet.set_column(column, column, min(max(longest, len(title)) + 2, WIDEST_COLUMN))
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, len(table.rows), len(table.columns) - 1)
    about = book.add_worksheet("About")
    about.set_column(0, 0, 12)
    about.set_column(1, 1, 100)
    for row, values in enumerate(_about(trace)):
        _write_row(about, row, values, None)
    book.close()
    return out.getvalue()


def _write_row(sheet: Worksheet, row: int, values: Sequence[Any], look: Format | None) -> None:
    for column, value in enumerate(values):
        if isinstance(value, (int, float)):
            sheet.write_number(row, column, value, look)
        elif value not in (None, ""):
            text = encoded(str(value)).decode()
            sheet.write_string(row, column, text[:LONGEST_CELL], look)


def _about(trace: Trace) -> tuple[tuple[str, str], ...]:
    answer = trace.answer
    facts = (
        ("Question", trace.question),
        (read_as.READ_AS, read_as.question(trace)),
        ("Status", phrases.said_status(trace)),
        ("Answer", answer.headline),
        ("Written by", trace.answer.written_by),
        ("Asked", asked_at(trace)),
        *graph_facts(trace.graph),
        *_services(trace),
        ("Notice", NOTICE),
    )
    return tuple((name, text) for name, text in facts if text)


def _services(trace: Trace) -> list[tuple[str, str]]:
    found = services.by_service(trace)
    replies = trace.federated.services if trace.federated is not None else ()
    return [("Service", f"{one.name} ({one.url}): {services.told(one, found)}") for one in replies]


def _answer(row: AnswerRow, often: Sequence[str]) -> tuple[Any, ...]:
    first, *others = row.ids
    numbers = ", ".join(str(number) for number in row.evidence)
    aside = "set aside" if row.number is None else ""
    return row.number, row.name, row.kind, first, ", ".join(others), *often, numbers, aside


def _record(row: Row) -> tuple[Any, ...]:
    fields = {title: value for title, value in row.fields if value != NOT_RECORDED and title not in OTHERWISE_SHOWN}
    named = [fields.pop(title, "") for title in NAMED_FIELDS]
    return (
        row.number,
        row.subject.name,
        row.subject.id,
        row.phrase,
        row.object.name,
        row.object.id,
        "against" if row.against else "",
        row.frequency,
        row.low,
        row.high,
        row.onset,
        row.sex,
        row.tier,
        *named,
        "; ".join(row.references),
        "; ".join(f"{title}: {value}" for title, value in fields.items()),
    )
