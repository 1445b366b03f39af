"""Answers as tables and as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from traces import CARD, ECTOPIA, MARFAN, intersection, shows

from kgqa.ui import links, tables


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


def test_every_answer_is_a_row_and_one_thing_under_two_identifiers_is_one() -> None:
    table = tables.answers(intersection(30))
    assert len(table.rows) == 31
    assert table.rows[0] == (
        1, "Marfan syndrome", "Disease", "OMIM:154700", "ORPHA:558",
        "124/197 (63 %), 119/251 (47 %), Very frequent (80–99 %)", "1, 2, 3",
    )  # fmt: skip


def test_evidence_says_what_is_against() -> None:
    table = tables.evidence(intersection(0, aside=1).evidence)
    against = [row for row in table.rows if row[-1] == "against"]
    assert [row[6] for row in against] == ["0/32 (0 %)"]


@pytest.mark.parametrize(
    ("recorded", "shown"),
    [("124/197", "124/197 (63 %)"), ("45%", "45%"), ("", ""), ("Frequent", "Frequent (30–79 %)"), ("odd", "odd")],
)
def test_frequency_is_shown_as_recorded_with_its_share(recorded: str, shown: str) -> None:
    assert tables.frequency({"frequency": recorded}) == shown


def test_the_file_holds_every_row_whatever_the_page_shows_and_names_its_graph() -> None:
    rows = rows_of(tables.as_csv(tables.answers(intersection(200)), CARD))
    assert len(rows) == 1 + 201
    assert rows[0][-1] == "Graph"
    assert {row[-1] for row in rows[1:]} == {"HPO annotations 2025-01-16"}


@given(st.text())
def test_a_cell_comes_back_as_it_was_and_never_starts_a_formula(text: str) -> None:
    cell = tables.to_cell(text)
    assert tables.from_cell(cell) == text
    assert not cell.startswith(("=", "@", "\t", "\r", "\n"))
    assert not cell.startswith(("+", "-")) or tables.NUMERIC.fullmatch(cell)


@pytest.mark.parametrize("text", ["=1+2", "+SUM(A1)", "-2+3", "@x", "\t=1", "'=1", "-", "-1e", '=HYPERLINK("x")'])
def test_formulas_get_an_apostrophe(text: str) -> None:
    assert tables.to_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-5", "+1.5", "-.5", "1e-5", "'quoted'", "4-5", "a=b"])
def test_numbers_and_ordinary_texts_stay(text: str) -> None:
    assert tables.to_cell(text) == text


def test_a_name_that_is_a_formula_survives_the_whole_file() -> None:
    trace = intersection(0, aside=0)
    item = replace(trace.answer.items[0], name="=cmd|' /C calc'!A0")
    trace = replace(trace, answer=replace(trace.answer, items=(item,)))
    row = rows_of(tables.as_csv(tables.answers(trace), CARD))[1]
    assert row[1] == "'=cmd|' /C calc'!A0"
    assert tables.from_cell(row[1]) == item.name


def test_fields_without_a_column_of_their_own_are_still_given() -> None:
    triple = shows(1, MARFAN, ECTOPIA, biocuration=["HPO:probinson[2012-04-24]"], file="phenotype.hpoa", onset="")
    assert tables.further(triple) == {"biocuration": "HPO:probinson[2012-04-24]", "file": "phenotype.hpoa"}


def test_columns_without_anything_in_them_are_left_out_of_the_page() -> None:
    table = tables.evidence((shows(1, MARFAN, ECTOPIA),)).without_empty(("No.",))
    assert table.columns == ("No.", "Subject", "Subject ID", "Relation", "Object", "Object ID", "Evidence",
                             "References", "Source")  # fmt: skip


@pytest.mark.parametrize("curie", ["OMIM:154700", "ORPHA:558", "HP:0001083", "NCBIGene:2200", "PMID:1", "DECIPHER:45"])
def test_identifiers_of_the_default_graph_have_an_encrypted_address(curie: str) -> None:
    address = links.address(curie)
    assert address is not None
    assert address.startswith("https://")
    assert curie.split(":")[1] in address
    assert links.cell(curie, "other", "third") == f"{address}#{curie}%20%2B2"


@pytest.mark.parametrize(
    "curie", ["", "x", "javascript:alert(1)", "http://evil.example", "HP:1", "HP:0001083)[x", "nowhere:12", "OMIM:1 2"]
)
def test_what_is_no_identifier_has_no_address(curie: str) -> None:
    assert links.address(curie) is None


def test_looking_up_addresses_leaves_nothing_in_the_home_folder(tmp_path) -> None:
    import os
    import subprocess
    import sys

    environment = {**os.environ, "HOME": str(tmp_path / "home"), "KGQA_DATA_DIR": str(tmp_path / "data")}
    (tmp_path / "home").mkdir()
    script = "from kgqa.ui import links; print(links.address('OMIM:154700'))"
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip().startswith("https://")
    assert list((tmp_path / "home").iterdir()) == []
