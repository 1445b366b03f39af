"""A load in the background, into this app or a reader's server: one at a time, whatever the page does meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import LoadError
from kgqa.load.source import Contents
from kgqa.load.tables.mapping import TablesMapping
from kgqa.presentation.text import badge, counted, paragraphs, plain
from kgqa.ui.data import attempts, labels
from kgqa.ui.session import graphs, navigation, open_graphs
from kgqa.ui.session.background_work import Work, draw_progress
from kgqa.ui.session.graphs import Choice

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection
    from kgqa.graph.stop import StopSignal
    from kgqa.load.catalog import GraphEntry
    from kgqa.load.source import SourceSpec
    from kgqa.progress import Report
    from kgqa.settings import Settings


@dataclass(frozen=True, slots=True)
class Goal:
    """Where an import goes.

    Attributes:
        card: the name of the new graph and how it is cited.
        connection: of the server that is written to; None for a graph of this app.
        may_add: its database may hold other things, which are added to.
        missing: what the reader must say before anything is loaded; empty where nothing is missing.
    """

    card: Mapping[str, str]
    connection: Connection | None = None
    may_add: bool = False
    missing: str = ""


_MINE, _SETTLED = "loading", "loading_settled"
_lock = threading.Lock()
_current: Loading | None = None


@dataclass(frozen=True, slots=True)
class Loading:
    """A load that was begun.

    Attributes:
        name: of the graph.
        title: of the graph, or of the server that is written to.
        connection: of that server; None for a graph of this app.
    """

    name: str
    title: str
    connection: Connection | None
    work: Work[GraphEntry | Contents]

    @property
    def for_others(self) -> str:
        """What other readers are told of it: nothing of somebody's server."""
        return f"“{self.title}” is still being loaded" if self.connection is None else "Another load is under way"

    @property
    def came_to_nothing(self) -> bool:
        """Whether it has ended without a graph."""
        return self.work.wait(0) and self.work.made is None


def begin(source: SourceSpec, goal: Goal, then: Callable[[], None] = lambda: None) -> Loading:
    """Begins to load a graph.

    Args:
        then: is called when it has ended, well or not.

    Raises:
        LoadError: another one is still being loaded.
    """
    global _current
    name = goal.card["name"]
    title = goal.card.get("title") or name
    with _lock:
        if _current is not None and not _current.work.wait(0):
            raise LoadError(f"{_current.for_others}. Load this one when that has ended.")

        def do(report: Report, stop: StopSignal) -> GraphEntry | Contents:
            try:
                return _load(source, goal, report, stop)
            finally:
                then()

        _current = Loading(name, title, goal.connection, Work(do, f"load the graph {title!r}"))
        return _current


def begin_mine(source: SourceSpec, goal: Goal, then: Callable[[], None] = lambda: None) -> None:
    """Begins a load that this session follows.

    Raises:
        LoadError: another one is still being loaded.
    """
    st.session_state[_MINE] = begin(source, goal, then)


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
        sentence = f"{other.for_others}, by another session. A second load can begin when that has ended."
        st.caption(f":material/hourglass_top: {plain(sentence)}")
    if own is None:
        return
    if not own.work.wait(0):
        _draw_running(own)
    elif own.work.made is not None:
        _draw_loaded(own, own.work.made)
    else:
        _draw_nothing(own)


def settle() -> None:
    """Has a server read anew that this session's load wrote to, once that has ended, well or not."""
    own = mine()
    if own is None or own.connection is None or not own.work.wait(0) or st.session_state.get(_SETTLED) is own:
        return
    st.session_state[_SETTLED] = own
    open_graphs.forget(Choice(own.name, own.connection))
    attempts.again(own.connection)


def _load(source: SourceSpec, goal: Goal, report: Report, stop: StopSignal) -> GraphEntry | Contents:
    chosen = settings.load()
    if goal.connection is not None:
        return _load_into_server(chosen, source, goal, report, stop)
    from kgqa.graph.server.embedded import EmbeddedServer
    from kgqa.load import catalog

    with EmbeddedServer.connect(chosen) as server:
        return catalog.load(chosen, server, source, report, stop)


def _load_into_server(chosen: Settings, source: SourceSpec, goal: Goal, report: Report, stop: StopSignal) -> Contents:
    from kgqa.graph.own.connections import own_settings
    from kgqa.load.bolt import NotEmptyError, load_into_server

    assert goal.connection is not None
    into = own_settings(chosen, goal.connection)
    try:
        made = load_into_server(into, source, report, stop, may_add=goal.may_add)
    except NotEmptyError as error:
        raise LoadError(
            f"The database of “{goal.connection.name}” holds other things already, so nothing was written. Tick that "
            "it may hold other things to add to them, or connect an empty database."
        ) from error
    labels.keep(goal.connection, (), TablesMapping.from_json(source.arguments["mapping"]).relations)
    return made


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
        if loading.connection is None:
            st.caption("Nothing is replaced until the new graph is complete and counted.")
        else:
            st.caption("The tables are written to your server; nothing there is removed.")


def _draw_loaded(loading: Loading, made: GraphEntry | Contents) -> None:
    contents = made if isinstance(made, Contents) else made.contents
    nodes, edges = sum(contents.nodes.values()), sum(contents.edges.values())
    nodes -= 0 if isinstance(made, Contents) else made.groups
    with st.container(border=True, key="card_answered_load", gap="xsmall"):
        st.markdown(badge("Loaded", "green", "check"))
        loaded = "is loaded" if loading.connection is None else "now holds your tables"
        words = f"“{loading.title}” {loaded}: {counted(nodes, 'node')} and {counted(edges, 'relationship')}."
        st.markdown(f"## {plain(words)}", anchors=False)
        if not isinstance(made, Contents) and made.skipped_rows:
            were = "was" if made.skipped_rows == 1 else "were"
            st.markdown(plain(f"{counted(made.skipped_rows, 'row')} of the files {were} left out, as you chose."))
        with st.container(horizontal=True, gap="xsmall"):
            if st.button("Ask it", type="primary", icon=":material/forum:", key="ask_loaded"):
                put_away()
                if loading.connection is None:
                    graphs.choose(loading.name)
                else:
                    graphs.connect(loading.connection)
                st.switch_page(navigation.ASK)
            st.button("Close", key="close_load", on_click=put_away)


def _draw_nothing(loading: Loading) -> None:
    cancelled = loading.work.cancelled
    with st.container(border=True, key="card_stopped_load" if cancelled else "card_failed_load", gap="xsmall"):
        words = ("Cancelled by you", "gray", "stop_circle") if cancelled else ("Not loaded", "red", "error")
        st.markdown(badge(*words))  # type: ignore[arg-type]
        heading = f"“{loading.title}” was not loaded."
        after = "The graphs that were there before are as they were."
        if loading.connection is not None:
            heading = f"Not everything was written to “{loading.title}”."
            after = "What was written so far stays there. Importing the same tables again goes on from that."
        st.markdown(f"## {plain(heading)}", anchors=False)
        if loading.work.error:
            st.markdown(paragraphs(loading.work.error))
        st.markdown(after)
        st.button("Close", key="close_load", on_click=put_away)
