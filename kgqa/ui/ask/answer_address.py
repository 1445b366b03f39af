"""An answer and its address: kept when it is there, opened from its record when somebody comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.presentation.text import plain
from kgqa.ui.ask import failure_view
from kgqa.ui.session import reader, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.records import Trace


def keep(run: QuestionRun, trace: Trace) -> None:
    """Keeps an answer that has just come, and puts its address into the browser's bar."""
    if not run.opened:
        remember(run, trace)
    if run.record and st.query_params.get(state.ADDRESS) != run.record:
        st.query_params[state.ADDRESS] = run.record


def remember(run: QuestionRun, trace: Trace) -> None:
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


def address(record: str) -> str | None:
    """The address of a kept answer; None where it is not kept or the page's own address is not known."""
    base = (st.context.url or "").partition("?")[0]
    return f"{base}?{state.ADDRESS}={record}" if base and record else None
