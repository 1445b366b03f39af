"""The part of the graph that an answer rests on, in the drawing that the setting chooses."""

from __future__ import annotations

import streamlit as st

from kgqa import settings
from kgqa.records import Trace
from kgqa.ui import agraph_view, picture_view
from kgqa.ui.graph_layout import arrange
from kgqa.ui.picture_view import Activated

TITLE = "Where the answer rests"
NARROW_MOST = 20
"""Things and arrows on a telephone, where a drawing of 150 cannot be read."""


def draw(trace: Trace, serial: str) -> Activated | None:
    """Draws the evidence of an answer, nothing where there is none; gives what was chosen in it.

    Args:
        serial: tells this asking from all others; numbers are chosen within it.
    """
    if not trace.evidence:
        return None
    narrow = "Mobi" in (st.context.headers.get("User-Agent") or "")
    picture = arrange(trace, NARROW_MOST) if narrow else arrange(trace)
    first = trace.evidence[0].number
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, serial, TITLE, first)
        return None
    return picture_view.draw(
        picture, key=serial, title=TITLE, answer=serial, actions=("explore", "use"), selected=first
    )
