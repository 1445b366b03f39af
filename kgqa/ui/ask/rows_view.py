"""The rows of a statement that a language model wrote, as they came."""

from __future__ import annotations

from typing import Any

import streamlit as st

from kgqa.presentation.text import WORD_JOINER, number, plain, shortened
from kgqa.records import Table, Trace

MOST = 50
"""Rows on the page; the JSON of the answer has all."""
LONGEST_CELL = 200


def draw(trace: Trace) -> None:
    """The rows where they are a computation, so that they themselves are the evidence; nothing for any other answer."""
    table = trace.table
    if table is None or not table.computed or not table.rows:
        return
    st.markdown("##### Rows of the statement", anchors=False)
    st.markdown(f":material/function: {plain(table.computed)}")
    draw_table(table)


def draw_table(table: Table) -> None:
    """The first rows, with the numbers of the facts that each rests on."""
    shown = table.rows[:MOST]
    cells: dict[str, list[str]] = {}
    if any(table.evidence):
        cells["Evidence"] = [", ".join(map(str, numbers)) for numbers in table.evidence[:MOST]]
        cells["Evidence"] += [""] * (len(shown) - len(cells["Evidence"]))
    else:
        cells["Row"] = [number(place) for place in range(1, len(shown) + 1)]
    for place, column in enumerate(table.columns):
        # Two columns whose names look alike must not become one.
        cells[plain(column) + WORD_JOINER * place] = [_cell(row[place]) for row in shown]
    st.table(cells, hide_index=True)
    more = f"the first {number(len(shown))} of " if len(shown) < len(table.rows) else ""
    ended = "; the row limit ended them" if table.truncated else ""
    st.caption(f"{more}{number(len(table.rows))} {'row' if len(table.rows) == 1 else 'rows'}{ended}")


def _cell(value: Any) -> str:
    return "" if value is None else plain(shortened(str(value), LONGEST_CELL))
