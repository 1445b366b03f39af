"""The answers and the records behind them as tables, each exported whole."""

from __future__ import annotations

from functools import partial
from typing import Any

import streamlit as st

from kgqa.records import Answer, Trace
from kgqa.ui import links, tables
from kgqa.ui.answer_view import FIRST
from kgqa.ui.text import counted, number, plain

ROW_PX = 34

WIDTHS_PX = {
    "No.": 45, "Name": 215, "Subject": 155, "Object": 115, "Relation": 90, "Type": 70, "Identifier": 100,
    "Also as": 90, "Frequency": 145, "Evidence": 72, "References": 100,
}  # fmt: skip
"""Together narrower than the column they stand in, so that the last one is not cut."""


@st.fragment
def draw_answers(trace: Trace, serial: str) -> None:
    """Every answer as a table: the first twenty, all on demand, sorted and filtered in place, exported whole."""
    table = tables.answers(trace)
    if not table.rows:
        _draw_set_aside(trace.answer)
        return
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.markdown("##### Answers", anchors=False, width="content")
        everything = len(table.rows) <= FIRST or st.toggle(f"Show all {number(len(table.rows))}", key=f"all_{serial}")
        wanted = st.text_input(
            "Filter answers",
            placeholder="Filter by name or identifier",
            label_visibility="collapsed",
            width=260,
            key=f"filter_{serial}",
        )
        _export(table, trace, "answers")
    rows = [row for row in table.rows if not wanted or wanted.casefold() in f"{row[1]} {row[3]} {row[4]}".casefold()]
    shown = rows if everything or wanted else rows[:FIRST]
    if not shown:
        st.caption(f"None of the {number(len(table.rows))} answers has this in its name or identifier.")
        return
    _draw_table(tables.Table(table.columns, tuple(shown)), kept=("No.", "Name", "Identifier"), alt="Answers")
    _draw_set_aside(trace.answer)


@st.fragment
def draw_evidence(trace: Trace, serial: str) -> None:
    """The recorded edges behind the answer; the row that is chosen is shown in full."""
    if not trace.evidence:
        return
    table = tables.evidence(trace.evidence)
    against = sum(triple.against for triple in trace.evidence)
    count = counted(len(trace.evidence), "record") + (f", {number(against)} of them against" if against else "")
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(f"##### Evidence :gray[{count}]", anchors=False, width="content")
        _export(table, trace, "evidence")
    shown = table.without("Subject ID", "Object ID")
    rows = _draw_table(shown, kept=("No.", "Subject", "Relation", "Object"), alt="Evidence", key=f"rows_{serial}")
    _draw_record(trace, rows[0] if rows and rows[0] < len(trace.evidence) else 0)


def _draw_set_aside(answer: Answer) -> None:
    """Names what was set aside, where the text of the answer does not."""
    unnamed = [item for item in answer.set_aside if item.name not in answer.text]
    named = [f"{plain(item.name)} {plain(f'[{tables.numbers(item)}]')}" for item in unnamed[:FIRST]]
    if named:
        more = len(unnamed) - len(named)
        end = f" and {number(more)} more" if more else ""
        st.caption(f"Set aside, because the record says that it was not found: {', '.join(named)}{end}.")


def _draw_table(table: tables.Table, kept: tuple[str, ...], alt: str, key: str | None = None) -> list[int]:
    """Draws a table with what it cites linked out; with a ``key`` a row can be chosen, and is given."""
    import pandas as pd

    table = table.without_empty(kept)
    frame = pd.DataFrame(list(table.rows), columns=list(table.columns))
    config: dict[str, Any] = {name: st.column_config.Column(width=px) for name, px in WIDTHS_PX.items()}
    config["No."] = st.column_config.NumberColumn(width=WIDTHS_PX["No."], pinned=True)
    for column in {"Identifier", "References"} & set(table.columns):
        cells = [links.cell(*str(value).split("; ")) for value in frame[column]]
        if None not in cells:
            frame[column] = cells
            config[column] = st.column_config.LinkColumn(display_text=r"#(.+)$", width=WIDTHS_PX[column])
    height = ROW_PX * (min(len(frame), 10 if key else FIRST) + 1) + 3
    draw = partial(
        st.dataframe, frame, hide_index=True, height=height, row_height=ROW_PX, column_config=config, alt=alt
    )
    if key is None:
        draw()
        return []
    event: Any = draw(key=key, on_select="rerun", selection_mode="single-row")
    return list(event["selection"]["rows"])


def _draw_record(trace: Trace, position: int) -> None:
    triple = trace.evidence[position]
    with st.container(border=True, key="record", gap="xsmall"):
        st.markdown(
            f"**{triple.number} &nbsp; {plain(triple.subject.name)}** {_identifier(triple.subject.id)} "
            f"{plain(triple.phrase)} **{plain(triple.object.name)}** {_identifier(triple.object.id)}"
        )
        facts = {"Frequency": tables.frequency(triple.properties)}
        facts |= {name.capitalize(): str(triple.properties.get(name) or "") for name in ("onset", "sex", "evidence")}
        facts |= {name.replace("_", " ").capitalize(): value for name, value in tables.further(triple).items()}
        st.markdown(" · ".join(f":gray[{plain(name)}] {plain(value)}" for name, value in facts.items() if value))
        references = [_identifier(reference) for reference in tables.references(triple)]
        named = [source for source in triple.sources if source not in tables.references(triple)]
        sources = ", ".join(plain(source) for source in named) or "not recorded in this graph"
        cited = f" · :gray[References] {', '.join(references)}" if references else ""
        st.markdown(f":gray[Source] {sources}{cited}")


def _identifier(curie: str) -> str:
    address = links.address(curie)
    return plain(curie) if address is None else f"[{plain(curie)}]({address})"


def _export(table: tables.Table, trace: Trace, name: str) -> None:
    st.download_button(
        "Export CSV",
        data=lambda: tables.as_csv(table, trace.graph),
        file_name=f"{name}.csv",
        mime="text/csv",
        icon=":material/download:",
        on_click="ignore",
        key=f"export_{name}",
    )
