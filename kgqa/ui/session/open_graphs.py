"""A graph made ready to be asked, while the page shows how far it is.

A loaded graph is opened once for all sessions, and anew where it was replaced. What a session connected to with its own
address and password is opened for that session alone and ends with it.
"""

from __future__ import annotations

import atexit
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.language.phrases import PRUNING
from kgqa.presentation import links
from kgqa.presentation.text import badge, paragraphs, plain
from kgqa.ui.session import graphs, navigation
from kgqa.ui.session.background_work import Work, draw_progress
from kgqa.ui.session.graphs import Choice

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.pipeline import Asker
    from kgqa.progress import Report
    from kgqa.strategies.approach import Strategy

HINTS = {
    graphs.BUNDLED: "the first start loads the graph, which takes about 20 seconds",
    settings.OWN_GRAPH: "the types and names of your server's graph are being read; nothing is written to it",
}
"""What takes time, by graph."""


class Opening:
    """The opening of one graph in a thread of its own.

    Attributes:
        choice: what is opened.
        work: how far that is; its outcome is what answers.
    """

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self._closed = threading.Event()
        self.work: Work[Asker] = Work(self._open, f"open the graph {choice.name!r}")

    @property
    def asker(self) -> Asker | None:
        """What answers, once it is ready."""
        return self.work.made

    def close(self) -> None:
        """Lets the graph server go, at once or as soon as it is there."""
        self._closed.set()
        asker = self.work.take()
        if asker is not None:
            asker.close()

    def _open(self, report: Report, stop: StopSignal) -> Asker:
        with _server_on_its_way(self.choice):
            from kgqa.pipeline import Asker

            connection = {} if self.choice.connection is None else {"connection": self.choice.connection}
            asker = Asker.open(settings.load(), self.choice.name, progress=report, background=True, **connection)
        if self._closed.is_set():
            asker.close()
        threading.Thread(target=links.warm, name="read the Bioregistry", daemon=True).start()
        return asker


class Openings:
    """The graphs that are open, one opening each."""

    def __init__(self) -> None:
        self._known: dict[str, Opening] = {}
        self._lock = threading.Lock()

    def of(self, choice: Choice, version: str) -> Opening:
        """The opening of a graph, begun now where there is none or where another load of it was opened."""
        with self._lock:
            known = self._known.get(choice.key)
            if known is not None and not _is_outdated(known, choice, version):
                return known
            if known is not None:
                known.close()
            self._known[choice.key] = opening = Opening(choice)
            return opening

    def forget(self, key: str) -> None:
        """Lets a graph go; it is opened anew when it is asked next."""
        with self._lock:
            known = self._known.pop(key, None)
        if known is not None:
            known.close()

    def close(self) -> None:
        """Lets all of them go."""
        for key in list(self._known):
            self.forget(key)


def ready_asker() -> Asker:
    """What answers questions on the graph of this session.

    Until it is there, the page shows the progress and ends here; where the graph is gone, it says so and offers others.
    """
    choice = graphs.choice()
    if _is_gone(choice):
        _draw_gone(choice)
        st.stop()
    found = opening(choice)
    if not found.work.wait(0.2):
        _draw_progress(found)
        st.stop()
    asker = found.asker
    if asker is None:
        _draw_failure(found)
        st.stop()
    _draw_replaced(asker)
    return asker


def warm(asker: Asker, *strategies: Strategy) -> None:
    """Has what these strategies need loaded while the reader still types; nothing where they need none of it."""
    if not set(PRUNING).isdisjoint(strategies):
        asker.warm_facts()


def opening(choice: Choice) -> Opening:
    """The opening of a graph: shared by all sessions, or this session's own for a server that it connected to."""
    return _openings(choice).of(choice, graphs.version(choice.name))


def forget(choice: Choice) -> None:
    """Has a graph opened anew when it is asked next."""
    _openings(choice).forget(choice.key)


def _openings(choice: Choice) -> Openings:
    return shared() if choice.connection is None else _own()


@st.cache_resource(show_spinner=False, on_release=Openings.close)
def shared() -> Openings:
    """The openings of graphs that belong to nobody in particular."""
    openings = Openings()
    atexit.register(openings.close)
    return openings


def let_go() -> None:
    """Lets every graph go that belongs to nobody in particular; for the end of the server."""
    shared().close()


@st.cache_resource(show_spinner=False, on_release=Openings.close, scope="session")
def _own() -> Openings:
    """The openings that hold a password of this session; they end with it."""
    return Openings()


@contextmanager
def _server_on_its_way(choice: Choice) -> Iterator[None]:
    """Has the app's own graph server start while what asks it is still being imported, the first time.

    A server that does not start is met again, with its reason, by who opens the graph.
    """
    if choice.name == settings.OWN_GRAPH or "kgqa.pipeline" in sys.modules:
        yield
        return
    from kgqa.graph.server.embedded import EmbeddedServer

    with ThreadPoolExecutor(1) as starter:
        server = starter.submit(EmbeddedServer.connect, settings.load())
        try:
            yield
        finally:
            if server.exception() is None:
                server.result().close()


def _is_outdated(known: Opening, choice: Choice, version: str) -> bool:
    if known.choice != choice:
        return True
    asker = known.asker
    return asker is not None and (asker.data_version != version or asker.gone() is not None)


def _is_gone(choice: Choice) -> bool:
    """Whether the graph is no longer loaded; one that is loaded where it is missing never is."""
    return choice.name not in (graphs.BUNDLED, settings.OWN_GRAPH) and not graphs.version(choice.name)


@st.fragment(run_every=0.25)
def _draw_progress(opening: Opening) -> None:
    if opening.work.wait(0):
        st.rerun()
    with st.container(border=True, key="card_opening", gap="xsmall"):
        st.markdown(f"{badge('Getting ready', 'blue', 'hourglass_top')} &nbsp; {_hint(opening.choice)}")
        draw_progress(opening.work.progress, "Starting the graph server")


def _hint(choice: Choice) -> str:
    """What takes time; of the graph that comes with the app only where it is not loaded yet."""
    loaded = choice.name == graphs.BUNDLED and bool(graphs.version(choice.name))
    return "" if loaded else HINTS.get(choice.name, "")


def _draw_failure(opening: Opening) -> None:
    with st.container(border=True, key="card_failed_opening", gap="small"):
        st.markdown(badge("Not ready", "red", "error"))
        st.markdown("## The graph cannot be asked yet.", anchors=False)
        st.markdown(paragraphs(opening.work.error))
        with st.container(horizontal=True, gap="xsmall"):
            if st.button("Try again", icon=":material/refresh:"):
                forget(opening.choice)
                st.rerun()
            _draw_ways_on(opening.choice)


def _draw_gone(choice: Choice) -> None:
    with st.container(border=True, key="card_failed_gone", gap="small"):
        st.markdown(badge("Not here", "gray", "database_off"))
        name = plain(choice.name)
        st.markdown(f"## The graph “{name}” is no longer loaded under this name.", anchors=False)
        st.markdown("It was removed or renamed. Answers that used it stay readable in History.")
        with st.container(horizontal=True, gap="xsmall"):
            _draw_ways_on(choice)


def _draw_ways_on(choice: Choice) -> None:
    """Other graphs to ask instead, and the page where they are kept."""
    other = settings.load().asked_graph
    if choice != Choice(other):
        title = graphs.titles().get(other, other)
        st.button(
            f"Use {plain(title)}", icon=":material/check:", key="use_default", on_click=graphs.choose, args=(other,)
        )
    st.page_link(navigation.DATA, label="All graphs", icon=":material/database:")


def _draw_replaced(asker: Asker) -> None:
    name = asker.card.name
    if not graphs.replaced(name, asker.data_version):
        return
    with st.container(border=True, horizontal=True, vertical_alignment="center", key="card_replaced", gap="small"):
        words = f"“{asker.card.title}” was loaded anew while you were using it; it is now version {asker.card.version}."
        st.markdown(f"{badge('Graph was updated', 'orange', 'update')} &nbsp; {plain(words)}")
        st.button("Go on with it", key="acknowledge", on_click=graphs.acknowledge, args=(name,))
