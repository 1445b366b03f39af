"""The graph in use, named on every page, and the way to another one."""

from __future__ import annotations

import streamlit as st

from kgqa import settings
from kgqa.presentation.text import plain
from kgqa.ui.data import attempts as data_attempts
from kgqa.ui.session import graphs, navigation
from kgqa.ui.session.graphs import Choice

_PICK = "graph_pick"


def draw() -> None:
    """A button that names the graph in use and opens the list of the others."""
    with st.popover(f"Asking **{plain(title())}**", icon=":material/database:", type="tertiary", key="in_use"):
        draw_choice()


def draw_choice() -> None:
    """The graphs that can be asked; picking one has this session ask it."""
    current = graphs.choice()
    options = {Choice(name): title for name, title in graphs.titles().items()}
    servers = [one for one in data_attempts.reachable() if data_attempts.may_answer(one)]
    options |= {Choice(settings.OWN_GRAPH, one): one.name for one in servers}
    options.setdefault(current, title())
    st.session_state[_PICK] = current
    st.radio(
        "Graph to ask",
        list(options),
        format_func=lambda one: plain(options[one]),
        key=_PICK,
        on_change=_pick,
    )
    st.page_link(navigation.DATA, label="All graphs, tables and servers", icon=":material/database:")


def title() -> str:
    """What the graph in use is called, before it is opened too."""
    current = graphs.choice()
    if current.connection is not None:
        return current.connection.name
    return graphs.titles().get(current.name, current.name)


def _pick() -> None:
    picked = st.session_state.get(_PICK)
    if not isinstance(picked, Choice):
        return
    if picked.connection is None:
        graphs.choose(picked.name)
    else:
        graphs.connect(picked.connection)
