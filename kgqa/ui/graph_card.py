"""The part of the graph that an answer rests on, and where its things lead."""

from __future__ import annotations

import streamlit as st

from kgqa.records import Trace
from kgqa.ui import go, graph_view, state


def draw(trace: Trace, serial: str) -> None:
    """Draws the evidence of an answer; nothing where there is none."""
    if not trace.evidence:
        return
    activated = graph_view.draw(trace, serial)
    if activated is None:
        return
    if activated.action == "explore":
        go.to(activated.dot.id, activated.dot.text)
        st.switch_page(go.EXPLORE)
    state.begin_question(activated.dot.text)
    st.rerun()
