"""Answers as tables, as CSV and as workbooks."""

from __future__ import annotations

import csv
import io
import zipfile
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces import CARD, ECTOPIA, MARFAN, hostile, intersection, shows

from kgqa.exports import sheets
from kgqa.load import checks
from kgqa.schema.model import Schema

SCHEMA = Schema(nodes=(), relations=())
MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
HOSTILE = (
    "=cmd|' /C calc'!A0", '=HYPERLINK("https://evil.example")', "https://evil.example/x", "file:///etc/passwd",
    "{=1+2}", "00123", "1e5", "a\nb\tc", "\u202egnp.exe", "<b>&amp;", "_x0041_", "\x01\x00", "\ud800", "x" * 40_000,
)  # fmt: skip


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


class Book:
    """A workbook read back with nothing of what wrote it."""

    def __init__(self, data: bytes) -> None:
        self.archive = zipfile.ZipFile(io.BytesIO(data))
        self.strings = [
            "".join(text.text or "" for text in item.iter(f"{MAIN}t"))
            for item in self.xml("xl/sharedStrings.xml").iter(f"{MAIN}si")
        ]

    def xml(self, name: str) -> ElementTree.Element:
        return ElementTree.fromstring(self.archive.read(name))

    def names(self) -> list[str]:
        return [str(sheet.get("name")) for sheet in self.xml("xl/workbook.xml").iter(f"{MAIN}sheet")]

    def sheet(self, number: int = 1) -> ElementTree.Element:
        return self.xml(f"xl/worksheets/sheet{number}.xml")

    def rows(self, number: int = 1) -> list[list[str | float]]:
        return [[self.value(cell) for cell in row] for row in self.sheet(number).iter(f"{MAIN}row")]

    def value(self, cell: ElementTree.Element) -> str | float:
        value = cell.findtext(f"{MAIN}v") or ""
        return self.strings[int(value)] if cell.get("t") == "s" else float(value)


def test_every_answer_is_a_row_and_one_thing_under_two_identifiers_is_one() -> None:
    table = sheets.answers(intersection(30), SCHEMA)
    assert len(table.rows) == 32
    assert table.rows[0] == (
        1, "Marfan syndrome", "Disease", "OMIM:154700", "ORPHA:558",
        "124/197 (63 %), 119/251 (47 %), Very frequent (80–99 %)", "1, 2, 3", "",
    )  # fmt: skip


def test_what_was_set_aside_is_in_the_list_and_says_so() -> None:
    table = sheets.answers(intersection(0, aside=2), SCHEMA)
    assert [row[-1] for row in table.rows] == ["", "set aside", "set aside"]
    assert table.rows[1][0] is None


def test_the_kinds_that_an_answer_comes_from_have_a_column_where_there_are_any() -> None:
    trace = intersection(0, aside=1)
    first, *others = trace.answer.items
    kept = (replace(first, kinds=("Type 1", "Type 2")), *others)
    table = sheets.answers(replace(trace, answer=replace(trace.answer, items=kept)), SCHEMA)
    assert table.columns[-1] == "Recorded for"
    assert [row[-1] for row in table.rows] == ["Type 1; Type 2", *[""] * (len(table.rows) - 1)]


def test_each_of_several_conditions_has_a_column_in_the_place_of_the_frequencies() -> None:
    trace = intersection(0, aside=0)
    item = replace(trace.answer.items[0], by_condition=((1,), (2,)))
    answer = replace(trace.answer, items=(item,), conditions=("Arachnodactyly", "Ectopia lentis"))
    table = sheets.answers(replace(trace, answer=answer), SCHEMA)
    assert "Frequency" not in table.columns
    assert dict(zip(table.columns, table.rows[0], strict=True)) == {
        "No.": 1, "Name": "Marfan syndrome", "Type": "Disease", "Identifier": "OMIM:154700", "Also as": "ORPHA:558",
        "Evidence": "1, 2, 3", "Set aside": "", "Arachnodactyly": "124/197 (63 %)", "Ectopia lentis": "119/251 (47 %)",
    }  # fmt: skip


def test_evidence_says_what_is_against_and_how_often_it_was_found() -> None:
    table = sheets.evidence(intersection(0, aside=1), SCHEMA)
    records = [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    assert [(one["Frequency"], one["Share to"]) for one in records if one["Against"]] == [("0/32 (0 %)", 0.0)]
    assert records[2]["Share from"] == 0.8
    assert records[0]["Tier"] == "Study"
    assert records[0]["Evidence code"] == "PCS, published clinical study"
    assert records[0]["References"] == "PMID:28050285; PMID:29587526"
    assert records[0]["Source"] == "OMIM"


def test_fields_without_a_column_of_their_own_are_still_given() -> None:
    triple = shows(1, MARFAN, ECTOPIA, biocuration=["HPO:probinson[2012-04-24]"], batch="2012-04", onset="")
    row = sheets.evidence(replace(intersection(), evidence=(triple,)), SCHEMA).rows[0]
    assert "HPO:probinson[2012-04-24]" in " ".join(map(str, row))
    assert "Batch: 2012-04" in row[-1]
    assert "not recorded" not in row


def test_the_file_holds_every_row_whatever_the_page_shows_and_names_its_graph() -> None:
    rows = rows_of(sheets.as_csv(sheets.answers(intersection(1000), SCHEMA), CARD))
    assert len(rows) == 1 + 1001 + 1
    assert rows[0][-1] == "Graph"
    assert {row[-1] for row in rows[1:]} == {"HPO annotations 2025-01-16"}


@given(st.text())
def test_a_cell_comes_back_as_it_was_and_never_starts_a_formula(text: str) -> None:
    cell = sheets.to_cell(text)
    assert checks.from_cell(cell) == text
    assert not cell.startswith(("=", "@", "\t", "\r", "\n"))
    assert not cell.startswith(("+", "-")) or checks.NUMERIC.fullmatch(cell)


@pytest.mark.parametrize("text", ["=1+2", "+SUM(A1)", "-2+3", "@x", "\t1", "'=1", "-", "-1e", '=HYPERLINK("x")'])
def test_formulas_get_an_apostrophe(text: str) -> None:
    assert sheets.to_cell(text) == f"'{text}"


SPLITTERS = (";", "|", "\t", "\n", "\r", "\x0b", "\x85", "\u2028")
BEGINNINGS = ("=1+1", "@SUM(A1)", "-2+3", "+cmd", '"=1+1', "'=1+1", " =1+1", '" =1', '""=1')


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("beginning", BEGINNINGS)
def test_no_cell_begins_a_formula_however_the_file_is_split(splitter: str, beginning: str) -> None:
    name = f"foo{splitter}{beginning}"
    written = sheets.as_csv(sheets.Table(("No.", "Name"), ((1, name),)), CARD).decode("utf-8-sig")
    for line in written.splitlines():
        for delimiter in (splitter, ";", "|", "\t"):
            parts = line.split(delimiter) if len(delimiter) == 1 else [line]
            for cell in (*parts, *(row for rows in csv.reader([line], delimiter=";") for row in rows)):
                assert not cell.lstrip('" ').startswith(("=", "@", "+", "-")), (delimiter, cell)
    assert checks.from_cell(sheets.to_cell(name)) == name


@pytest.mark.parametrize("text", ["-5", "+1.5", "-.5", "1e-5", "'quoted'", "4-5", "a=b"])
def test_numbers_and_ordinary_texts_stay(text: str) -> None:
    assert sheets.to_cell(text) == text


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1))
def test_a_name_survives_the_whole_file(name: str) -> None:
    trace = intersection(0, aside=0)
    item = replace(trace.answer.items[0], name=name)
    table = sheets.answers(replace(trace, answer=replace(trace.answer, items=(item,))), SCHEMA)
    rows = rows_of(sheets.as_csv(table, CARD))
    assert len(rows) == 2
    assert checks.from_cell(rows[1][1]) == name


def test_half_a_character_does_not_spoil_a_file() -> None:
    assert "x?y" in sheets.as_csv(sheets.answers(hostile("x\ud800y"), SCHEMA), CARD).decode("utf-8-sig")


@pytest.mark.parametrize("count", [0, 1, 1000])
def test_a_workbook_holds_the_whole_table(count: int) -> None:
    trace = intersection(count)
    table = sheets.answers(trace, SCHEMA)
    book = Book(sheets.as_xlsx(table, "Answers", trace))
    assert book.names() == ["Answers", "About"]
    filled = [[cell for cell in row if cell not in (None, "")] for row in table.rows]
    assert book.rows() == [list(table.columns), *filled]


def test_a_workbook_says_where_it_comes_from() -> None:
    trace = replace(intersection(), asked_at="2026-11-21T08:30:00+00:00")
    about = dict(Book(sheets.as_xlsx(sheets.evidence(trace, SCHEMA), "Evidence", trace)).rows(2))
    assert about["Question"] == trace.question
    assert about["Asked"] == "21 November 2026, 08:30 UTC"
    assert about["Version"] == "2025-01-16"
    assert about["Citation"] == CARD.citation
    assert about["Licence"] == CARD.licence
    assert "Not medical advice" in about["Notice"]


def test_the_heading_stays_in_view_and_columns_are_as_wide_as_their_texts() -> None:
    trace = intersection()
    sheet = Book(sheets.as_xlsx(sheets.evidence(trace, SCHEMA), "Evidence", trace)).sheet()
    pane = next(sheet.iter(f"{MAIN}pane"))
    assert (pane.get("ySplit"), pane.get("state")) == ("1", "frozen")
    widths = [float(column.get("width") or 0) for column in sheet.iter(f"{MAIN}col")]
    assert widths[1] > len("Marfan syndrome")
    assert max(widths) < 62
    assert next(sheet.iter(f"{MAIN}autoFilter")).get("ref") == "A1:S8"


@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_nothing_in_a_workbook_is_run_or_followed(text: str) -> None:
    trace = hostile(text)
    for table in (sheets.answers(trace, SCHEMA), sheets.evidence(trace, SCHEMA)):
        book = Book(sheets.as_xlsx(table, "Table", trace))
        for sheet in (book.sheet(1), book.sheet(2)):
            assert not list(sheet.iter(f"{MAIN}f"))
            assert not list(sheet.iter(f"{MAIN}hyperlink"))
        names = book.archive.namelist()
        assert not [name for name in names if "vba" in name or "externalLink" in name or "worksheets/_rels" in name]
        written = [str(cell) for row in book.rows() for cell in row]
        assert any(cell.startswith(text[:3].strip("\x01\x00\ud800")) for cell in written)


def test_texts_stay_texts() -> None:
    trace = hostile("00123")
    assert "00123" in Book(sheets.as_xlsx(sheets.answers(trace, SCHEMA), "Answers", trace)).rows()[1]
