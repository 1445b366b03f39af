"""Under an answer: how it came about, what a reader can say of it, and the files that take it along."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.exports import claims, graph_page, markdown, sheets
from kgqa.exports.files import file_name
from kgqa.history import replay
from kgqa.language import read_as
from kgqa.language.phrases import STRATEGIES
from kgqa.presentation import model_calls
from kgqa.presentation.drawing import called
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.text import counted, plain, small, when
from kgqa.records import Trace
from kgqa.schema.model import Schema
from kgqa.ui.ask import answer_address
from kgqa.ui.history import entries
from kgqa.ui.session import navigation
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


def draw_export(
    trace: Trace, serial: str, schema: Schema, address: str | None = None, recorded: Trace | None = None
) -> None:
    """The menu of an answer; each file is made when it is asked for.

    Args:
        trace: the answer as the page shows it.
        serial: tells this question from others on the page.
        address: where the answer opens again from its record, where it is kept.
        recorded: the answer in that record, where it is not what the page shows.
    """
    button = partial(_button, trace, serial)
    with st.popover("Export", icon=":material/download:", key=f"export_{serial}"):
        st.markdown(small("The whole answer: Markdown to read, file and send; JSON to open it here again."))
        with st.container(horizontal=True):
            button("Markdown", "answer", "md", "text/markdown", lambda: markdown.document(trace, schema))
            button("JSON", "answer", "json", "application/json", lambda: replay.to_json(trace))
        if trace.answer.items or trace.evidence or trace.claims:
            st.markdown(small("Every row, whatever the page shows: CSV for programs, XLSX for spreadsheets."))
        if trace.answer.items or trace.answer.set_aside:
            _draw_table(trace, button, "Answers", lambda: sheets.answers(trace, schema))
        if trace.claims:
            _draw_table(trace, button, "Claims", lambda: claims.table(trace.claims))
        if trace.evidence:
            _draw_table(trace, button, "Evidence", lambda: sheets.evidence(trace, schema))
            st.markdown(small("The drawing, to move and zoom without a network. PNG is in the drawing itself."))
            button("Graph as HTML", "graph", "html", "text/html", lambda: _page(trace, schema))
        if address:
            st.markdown(small("Address of this answer: it opens from its record, without asking again."))
            st.code(address, language=None, wrap_lines=True)
            if words := beyond_record(trace, recorded):
                st.markdown(f":orange[:material/info:] {plain(words)}")
            st.link_button("Open for printing", f"{address}&view=print", icon=":material/print:")


def beyond_record(trace: Trace, recorded: Trace | None) -> str:
    """What the page and the files have and the record, which is what is printed, has not; empty where they agree."""
    if recorded is None or trace is recorded:
        return ""
    kept = counted(len(recorded.evidence), "fact")
    return (
        f"The record, which this opens and prints, has the {kept} of the answer as it was asked, not what is tried "
        "here. “Keep this choice” makes a record of it."
    )


def _draw_table(trace: Trace, button: Callable[..., None], name: str, table: Callable[[], sheets.Table]) -> None:
    with st.container(horizontal=True):
        what = name.lower()
        as_csv = partial(sheets.as_csv, graph=trace.graph, asked_as=read_as.question(trace))
        button(f"{name} as CSV", what, "csv", "text/csv", lambda: as_csv(table()))
        button(f"{name} as XLSX", what, "xlsx", XLSX, lambda: sheets.as_xlsx(table(), name, trace))


def _button(
    trace: Trace, serial: str, label: str, what: str, ending: str, mime: str, data: Callable[[], bytes | str]
) -> None:
    st.download_button(
        label,
        data=data,
        file_name=file_name(trace, what, ending),
        mime=mime,
        on_click="ignore",
        key=f"export_{what}_{ending}_{serial}",
    )


def _page(trace: Trace, schema: Schema) -> bytes:
    return graph_page.page(arrange(trace, kinds=called(schema)), trace, schema)


def draw(asker: Asker, trace: Trace, run: QuestionRun, recorded: Trace) -> None:
    """One line that says how the answer came about, the flags, and the exports.

    Args:
        trace: the answer as the page shows it.
        recorded: the same as its record has it.
    """
    total = trace.timings_ms.get("total")
    parts = [
        found_by(trace),
        f"{trace.graph.title} {trace.graph.version}".strip(),
        "" if total is None else f"{total:,.0f} ms",
        when(trace.asked_at, st.context.timezone),
    ]
    st.caption(plain(" · ".join(part for part in parts if part)))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="record_foot"):
        st.markdown(":gray[Is something wrong?]", width="content")
        entries.draw_flags(trace, run.serial)
        with st.container(horizontal=True, horizontal_alignment="right", key="take_along"):
            if st.button("Compare with a model alone", icon=":material/compare:", key="to_compare"):
                navigation.compare(trace.question)
            address = answer_address.address(run.record)
            draw_export(trace, run.serial, asker.schema, address, recorded)


def found_by(trace: Trace) -> str:
    """How an answer came about: the strategy, the language model and the prompts where there were any."""
    if not trace.calls:
        if trace.strategy == "graph-only":
            return "Planned from the graph's schema, no language model"
        return f"{STRATEGIES.get(trace.strategy, trace.strategy)}, no language model was asked"
    models = dict.fromkeys(f"{call.model} ({call.provider})" for call in trace.calls)
    prompts = dict.fromkeys(call.prompt for call in trace.calls if call.prompt)
    parts = [STRATEGIES.get(trace.strategy, trace.strategy), *models, f"prompts: {', '.join(prompts)}"]
    return " · ".join([*parts, model_calls.in_one_line(trace.calls)])
