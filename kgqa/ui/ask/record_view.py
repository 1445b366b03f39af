"""Under an answer: how it came about, what a reader can say of it, and the files that take it along.

An answer has an address: it is kept when it is there, and opened from its record when somebody comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
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
from kgqa.ui.ask import failure_view
from kgqa.ui.history import entries
from kgqa.ui.session import navigation, reader, state
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
            address = _address(run.record)
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


def keep(run: QuestionRun, trace: Trace) -> None:
    """Keeps an answer that has just come, and puts its address into the browser's bar."""
    if not run.opened:
        _remember(run, trace)
    if run.record and st.query_params.get(state.ADDRESS) != run.record:
        st.query_params[state.ADDRESS] = run.record


def _remember(run: QuestionRun, trace: Trace) -> None:
    """Keeps an answer in the history, once; where it cannot be kept, the page says so."""
    if run.record:
        return
    try:
        run.record = reader.kept().remember(trace)
    except (KgqaError, OSError) as error:  # A full disk takes the history, never the answer.
        st.caption(f":material/info: {plain(f'This answer is not kept in the history: {error}')}")


def follow_address() -> str:
    """Opens the answer that the address names, unless it is on the page; gives why it could not, or nothing."""
    wanted, run = st.query_params.get(state.ADDRESS), state.current()
    if not wanted or (run is not None and (run.record == wanted or not run.wait(0))):
        return ""
    from kgqa.history.storage import open_record

    try:
        state.open_record(open_record(settings.load().data_dir, wanted), wanted)
    except KgqaError as error:
        st.query_params.pop(state.ADDRESS, None)
        return str(error)
    return ""


def draw_for_print(draw: Callable[[Trace], None]) -> None:
    """Draws the answer that the address names, for paper; says why where there is none."""
    from kgqa.history.storage import open_record

    try:
        trace = open_record(settings.load().data_dir, st.query_params.get(state.ADDRESS, ""))
    except KgqaError as error:
        failure_view.draw_address(str(error))
        return
    draw(trace)


def _address(record: str) -> str | None:
    """The address of a kept answer; None where it is not kept or the page's own address is not known."""
    base = (st.context.url or "").partition("?")[0]
    return f"{base}?{state.ADDRESS}={record}" if base and record else None
