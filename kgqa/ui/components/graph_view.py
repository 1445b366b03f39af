"""The part of the graph that an answer rests on, in the drawing that the setting chooses, and where it leads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.language.phrases import drawing_title
from kgqa.presentation import steady_layout
from kgqa.presentation.drawing import NO_KINDS, Picture, called
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.steady_layout import Places
from kgqa.records import Scored, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import agraph_view, growing, picture_view
from kgqa.ui.components.picture_view import Action
from kgqa.ui.session import navigation, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

MOST = 150
NARROW_MOST = 20
"""Things and arrows on a telephone, where a drawing of 150 cannot be read."""


@st.fragment
def draw(trace: Trace, serial: str, asker: Asker | None = None) -> None:
    """Draws the evidence of an answer, nothing where there is none, and goes where a thing of it leads.

    It is a part of the page of its own: what is added to it draws nothing else anew.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
        asker: has more of the graph that the drawing can be grown by; None where it is another graph.
    """
    if not trace.evidence:
        return
    title = drawing_title(trace.strategy, trace.answer.status)
    picture = arrange(trace, most(), kinds=called(asker.schema) if asker is not None else NO_KINDS)
    if asker is None or settings.load().drawing == "agraph":
        _draw(picture, serial, title, trace.evidence[0].number)
        return
    _draw(growing.picture(asker, serial, picture), serial, title, trace.evidence[0].number, steady=True, grows=True)
    growing.draw(asker, serial)


def draw_steady(
    trace: Trace, serial: str, places: Places, schema: Schema, cut: Sequence[Scored] = (), title: str = ""
) -> None:
    """The same for kept facts that may be others the next time: what stays is where it was.

    Args:
        places: where things stand; those of new ones are added.
        cut: facts that were cut, drawn in grey.
        title: stands over it; empty for that of the strategy.
    """
    first = next((one.number for one in (*trace.evidence, *(one.triple for one in cut))), None)
    if first is None:
        return
    picture = steady_layout.arrange_steadily(trace, places, cut, most(), called(schema))
    _draw(picture, serial, title or drawing_title(trace.strategy), first, steady=True)


def most() -> int:
    """Bound of things and arrows together for the screen of this session."""
    return NARROW_MOST if is_narrow() else MOST


def is_narrow() -> bool:
    """Whether the screen of this session is that of a telephone."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def _draw(picture: Picture, serial: str, title: str, first: int, *, steady: bool = False, grows: bool = False) -> None:
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, serial, title, first)
        return
    actions: tuple[Action, ...] = ("explore", "grow", "use") if grows else ("explore", "use")
    activated = picture_view.draw(
        picture, key=serial, title=title, answer=serial, actions=actions, selected=first, steady=steady
    )
    if activated is None:
        return
    if activated.action == "grow":
        growing.begin(serial, activated.dot)
        return
    if activated.action == "explore":
        navigation.to(activated.dot.id, activated.dot.text)
        st.switch_page(navigation.EXPLORE)
    state.BOX.begin(activated.dot.text)
    st.rerun()
