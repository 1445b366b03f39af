"""Ask: a question in, an answer out, with everything it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.ui import answer_view, graph_view, opening, state, table_view, trace_view, welcome
from kgqa.ui.asking import Asking
from kgqa.ui.text import badge, plain

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Trace

QUICK_S = 0.4
"""Most answers are there by then; only a slower one shows its progress."""


def draw_box(asker: Asker) -> None:
    """The question box; what was asked stays in it."""
    kinds = ", ".join(node.plural for node in asker.schema.nodes[:3])
    with st.form("question", border=False), st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
        st.text_input(
            "Question",
            key=state.BOX,
            icon=":material/search:",
            label_visibility="collapsed",
            placeholder=f"Ask about {kinds}, in your own words",
        )
        st.form_submit_button("Ask", type="primary", width=112, on_click=state.ask_box, args=(asker,))


@st.fragment(run_every=0.3)
def draw_running(asking: Asking) -> None:
    """The step that is being done, and Stop."""
    if asking.wait(0):
        st.rerun()
    with st.container(border=True, key="card_running", gap="small"):
        st.markdown(f"{badge('Working', 'orange', 'hourglass_top')} &nbsp; {plain(asking.step)}")
        st.caption(f"{asking.elapsed_s:.0f} s of at most {settings.load().time_limit_s:g} s for each statement")
        st.button("Stop", icon=":material/stop_circle:", on_click=asking.stop)


def draw_asking(asker: Asker, asking: Asking) -> None:
    """The question on the page: on its way, failed, or answered."""
    if not asking.wait(QUICK_S):
        draw_running(asking)
    elif asking.trace is None or asking.stopped:
        answer_view.draw_failure(asking)
    else:
        draw_trace(asker, asking, asking.trace)


def draw_trace(asker: Asker, asking: Asking, trace: Trace) -> None:
    """The record of an answer, from what was understood to how it was found."""
    trace_view.draw_entities(trace)
    left, right = st.columns([1.75, 1]) if trace.evidence else (st.container(), st.container())
    with left:
        answer_view.draw_card(asker, asking, trace)
        answer_view.draw_refinement(asker, asking, trace.answer)
        answer_view.draw_doctor(asker, trace.answer)
        table_view.draw_answers(trace, asking.serial)
        table_view.draw_evidence(trace, asking.serial)
    with right:
        graph_view.draw(trace, asking.serial)
    trace_view.draw_steps(trace)


asker = opening.ready_asker(settings.load().asked_graph)
asking = state.current()
if asking is None:
    welcome.draw_promise()
draw_box(asker)
if asking is None:
    welcome.draw(asker)
else:
    draw_asking(asker, asking)
if asker.vectors is not None and not asker.vectors.ready:
    trace_view.draw_vectors(asker.vectors)
trace_view.draw_foot(asker.card, asker.events())
