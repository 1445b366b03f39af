"""The rows of a statement on the page, and as files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa.exports import sheets
from kgqa.exports.files import graph_facts
from kgqa.presentation.text import counted, encoded, number, shortened
from kgqa.ui.frame.assets import component

if TYPE_CHECKING:
    from kgqa.records import Rows
    from kgqa.ui.lab.run import LabRun

CUTS = (4000, 1000, 300, 80)
"""Characters of a cell that the page shows, the most with which all rows together are small enough to be sent."""
MOST_SENT = 3_000_000
_rows = component("rows", "linked", "table")


def cell(value: Any) -> str | None:
    """A value of a row as text: texts as they are, everything else as JSON; None for null."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, float | int) and not isinstance(value, bool):
        return str(value)
    return json.dumps(value, ensure_ascii=False, default=str)


def shown(rows: Rows) -> tuple[list[list[str | None]], bool]:
    """The cells as the page shows them, and whether any of them was cut."""
    whole = [[cell(value) for value in row] for row in rows.rows]
    sizes = [len(text) for row in whole for text in row if text is not None]
    most = next((cut for cut in CUTS if sum(min(size, cut) for size in sizes) <= MOST_SENT), CUTS[-1])
    if max(sizes, default=0) <= most:
        return whole, False
    return [[None if text is None else shortened(text, most) for text in row] for row in whole], True


def titles(rows: Rows) -> tuple[str, ...]:
    """The names of the columns; the ones without a name by their place."""
    wide = max((len(row) for row in rows.rows), default=len(rows.columns))
    names = (*rows.columns, *("" for _ in range(wide - len(rows.columns))))
    return tuple(name.strip() or f"Column {place}" for place, name in enumerate(names, 1))


def count(rows: Rows) -> str:
    """How many rows there are in words: "16 of 16 rows", or that there may be more."""
    read = len(rows.rows)
    if rows.truncated:
        return f"the first {counted(read, 'row')}; there may be more"
    return f"{number(read)} of {counted(read, 'row')}"


def draw(run: LabRun, rows: Rows) -> None:
    """The rows as a table; a sentence where there are none."""
    cells, cut = shown(rows)
    if rows.rows:
        names = titles(rows)
        columns = [
            {"title": shortened(name, 200), "numeric": _is_numeric(rows, place)} for place, name in enumerate(names)
        ]
        caption = f"Rows of the statement, {count(rows)}"
        _rows(key=f"rows_{run.serial}", data={"caption": caption, "columns": columns, "rows": cells})
    else:
        st.markdown(
            "The statement finds nothing in this graph. That is silence, not proof of absence: look at the names and "
            "the conditions in it."
        )
    if cut:
        st.caption("Long values are cut here; the files hold them whole.")


def as_csv(run: LabRun, rows: Rows) -> bytes:
    """All rows as CSV, safe to open in a spreadsheet, the names of the columns too."""
    table = tuple(tuple(cell(value) for value in row) for row in rows.rows)
    return sheets.as_csv(sheets.Table(tuple(sheets.to_cell(name) for name in titles(rows)), table), run.graph)


def as_json(run: LabRun, rows: Rows) -> bytes:
    """All rows with the statement, its values and the graph as one JSON object; rows are lists in column order."""
    held = {
        "graph": dict(graph_facts(run.graph)),
        "cypher": rows.executed,
        "parameters": run.parameters,
        "columns": list(rows.columns),
        "rows": [list(row) for row in rows.rows],
        "truncated": rows.truncated,
    }
    return encoded(json.dumps(held, ensure_ascii=False, indent=1, default=str))


def as_cypher(rows: Rows) -> bytes:
    """The statement as it was run."""
    return encoded(rows.executed.rstrip() + "\n")


def _is_numeric(rows: Rows, place: int) -> bool:
    values = [row[place] for row in rows.rows if place < len(row) and row[place] is not None]
    return bool(values) and all(isinstance(one, int | float) and not isinstance(one, bool) for one in values)
