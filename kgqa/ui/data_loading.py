"""The load of a graph in the background: one at a time, whatever the page does meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.ui import go, graphs
from kgqa.ui.text import badge, number, paragraphs, plain
from kgqa.ui.work import Work
from kgqa.ui.work_view import draw_progress

if TYPE_CHECKING:
    from kgqa.graph.catalog import GraphEntry
    from kgqa.graph.load.records import Report, SourceSpec
    from kgqa.graph.stop import StopSignal

_MINE = "loading"
_lock = threading.Lock()
_current: Loading | None = None


@dataclass(frozen=True, slots=True)
class Loading:
    """A load that was begun.

    Attributes:
        title: of the graph.
    """

    name: str
    title: str
    work: Work[GraphEntry]


def begin(source: SourceSpec, name: str, title: str, then: Callable[[], None] = lambda: None) -> Loading:
    """Begins to load a graph.

    Args:
        then: is called when it has ended, well or not.

    Raises:
        LoadError: another one is still being loaded.
    """
    global _current
    with _lock:
        if _current is not None and not _current.work.wait(0):
            raise LoadError(f"The graph {_current.name!r} is still being loaded. Load this one when that has ended.")

        def do(report: Report, stop: StopSignal) -> GraphEntry:
            try:
                return _load(source, report, stop)
            finally:
                then()

        _current = Loading(name, title, Work(do, f"load the graph {name!r}"))
        return _current


def begin_mine(source: SourceSpec, name: str, title: str, then: Callable[[], None] = lambda: None) -> None:
    """Begins a load that this session follows.

    Raises:
        LoadError: another one is still being loaded.
    """
    st.session_state[_MINE] = begin(source, name, title, then)


def mine() -> Loading | None:
    """The load that this session began last and has not put away."""
    found = st.session_state.get(_MINE)
    return found if isinstance(found, Loading) else None


def others() -> Loading | None:
    """A load under way that another session began."""
    with _lock:
        found = _current
    return found if found is not None and found is not mine() and not found.work.wait(0) else None


def put_away() -> None:
    """This session has seen how its load ended."""
    st.session_state.pop(_MINE, None)


def draw() -> None:
    """The load of this session: how far it is, what came of it, or why nothing did; and that of another session."""
    other, own = others(), mine()
    if other is not None:
        sentence = f"Another session is loading “{other.title}”. A second load can begin when that has ended."
        st.caption(f":material/hourglass_top: {plain(sentence)}")
    if own is None:
        return
    if not own.work.wait(0):
        _draw_running(own)
    elif own.work.made is not None:
        _draw_loaded(own.work.made)
    else:
        _draw_nothing(own)


def _load(source: SourceSpec, report: Report, stop: StopSignal) -> GraphEntry:
    from kgqa.graph import catalog
    from kgqa.graph.embedded import EmbeddedServer

    chosen = settings.load()
    with EmbeddedServer.connect(chosen) as server:
        return catalog.load(chosen, server, source, report, stop)


@st.fragment(run_every=0.5)
def _draw_running(loading: Loading) -> None:
    if loading.work.wait(0):
        st.rerun()
    with st.container(border=True, key="card_running_load", gap="xsmall"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f"{badge('Loading', 'blue', 'hourglass_top')} &nbsp; **{plain(loading.title)}**")
            if not loading.work.stopping:
                st.button("Cancel", icon=":material/stop_circle:", key="cancel_load", on_click=loading.work.cancel)
        draw_progress(loading.work.progress, "Cancelling" if loading.work.stopping else "Starting the graph server")
        st.caption("Nothing is replaced until the new graph is complete and counted.")


def _draw_loaded(entry: GraphEntry) -> None:
    nodes, edges = sum(entry.contents.nodes.values()), sum(entry.contents.edges.values())
    with st.container(border=True, key="card_answered_load", gap="xsmall"):
        st.markdown(badge("Loaded", "green", "check"))
        words = f"“{entry.card.title}” is loaded: {number(nodes)} nodes and {number(edges)} relationships."
        st.markdown(f"#### {plain(words)}", anchors=False)
        if entry.skipped_rows:
            st.markdown(plain(f"{number(entry.skipped_rows)} rows of the files were left out, as you chose."))
        with st.container(horizontal=True, gap="xsmall"):
            if st.button("Ask it", type="primary", icon=":material/forum:", key="ask_loaded"):
                put_away()
                graphs.choose(entry.card.name)
                st.switch_page(go.ASK)
            st.button("Close", key="close_load", on_click=put_away)


def _draw_nothing(loading: Loading) -> None:
    cancelled = loading.work.cancelled
    with st.container(border=True, key="card_stopped_load" if cancelled else "card_failed_load", gap="xsmall"):
        words = ("Cancelled by you", "gray", "stop_circle") if cancelled else ("Not loaded", "red", "error")
        st.markdown(badge(*words))  # type: ignore[arg-type]
        st.markdown(f"#### {plain(f'“{loading.title}” was not loaded.')}", anchors=False)
        if loading.work.error:
            st.markdown(paragraphs(loading.work.error))
        st.markdown("The graphs that were there before are as they were.")
        st.button("Close", key="close_load", on_click=put_away)
