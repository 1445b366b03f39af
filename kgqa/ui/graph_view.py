"""The part of the graph that an answer rests on, in the drawing that the setting chooses, and where it leads."""

from __future__ import annotations

import streamlit as st

from kgqa import settings
from kgqa.phrases import drawing_title
from kgqa.records import Trace
from kgqa.ui import agraph_view, go, picture_view, state
from kgqa.ui.graph_layout import arrange

NARROW_MOST = 20
"""Things and arrows on a telephone, where a drawing of 150 cannot be read."""


def draw(trace: Trace, serial: str) -> None:
    """Draws the evidence of an answer, nothing where there is none, and goes where a thing of it leads.

    Args:
        serial: tells this asking from all others; numbers are chosen within it.
    """
    if not trace.evidence:
        return
    narrow = "Mobi" in (st.context.headers.get("User-Agent") or "")
    picture = arrange(trace, NARROW_MOST) if narrow else arrange(trace)
    first, title = trace.evidence[0].number, drawing_title(trace.strategy)
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, serial, title, first)
        return
    activated = picture_view.draw(
        picture, key=serial, title=title, answer=serial, actions=("explore", "use"), selected=first
    )
    if activated is None:
        return
    if activated.action == "explore":
        go.to(activated.dot.id, activated.dot.text)
        st.switch_page(go.EXPLORE)
    state.begin_question(activated.dot.text)
    st.rerun()
