"""A graph made ready to be asked, once for all sessions, while the page shows how far it is."""

from __future__ import annotations

import atexit
import threading
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.ui import links, log
from kgqa.ui.text import badge, number, paragraphs, plain

if TYPE_CHECKING:
    from kgqa.graph.load.records import Progress
    from kgqa.pipeline import Asker


HINTS = {
    "hpo": "the first start loads the graph, which takes about 20 seconds",
    settings.OWN_GRAPH: "the types and names of your server's graph are being read; nothing is written to it",
}
"""What takes time, by graph."""


class Opening:
    """The opening of one graph in a thread of its own.

    Attributes:
        progress: the last that was heard; None before anything was.
        asker: what answers, once it is ready.
        error: why it never will be, as a sentence.
    """

    def __init__(self, graph: str) -> None:
        self.graph = graph
        self.progress: Progress | None = None
        self.asker: Asker | None = None
        self.error: str | None = None
        self._thread = threading.Thread(target=self._run, name=f"open {graph}", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    def wait(self, seconds: float) -> bool:
        """Waits at most so long; True when the opening has come to an end, good or bad."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def close(self) -> None:
        """Lets the graph server go."""
        asker, self.asker = self.asker, None
        if asker is not None:
            asker.close()

    def _run(self) -> None:
        try:
            from kgqa.pipeline import Asker

            self.asker = Asker.open(settings.load(), self.graph, progress=self._hear, background=True)
            threading.Thread(target=links.warm, name="read the Bioregistry", daemon=True).start()
        except KgqaError as error:
            self.error = str(error)
        except Exception as error:
            path = log.unexpected(error, settings.load().data_dir)
            self.error = f"The graph {self.graph!r} could not be opened. Try again; details are in {path}."

    def _hear(self, progress: Progress) -> None:
        self.progress = progress


def ready_asker(graph: str) -> Asker:
    """What answers questions on a graph; until it is there, the page shows the progress and ends here."""
    opening = _opening(graph)
    if not opening.wait(0.2):
        _draw_progress(opening)
        st.stop()
    if opening.asker is None:
        _draw_failure(opening)
        st.stop()
    return opening.asker


@st.cache_resource(show_spinner=False, on_release=Opening.close)
def _opening(graph: str) -> Opening:
    return Opening(graph)


@st.fragment(run_every=0.5)
def _draw_progress(opening: Opening) -> None:
    if opening.wait(0):
        st.rerun()
    with st.container(border=True, key="card_opening", gap="xsmall"):
        st.markdown(f"{badge('Getting ready', 'blue', 'hourglass_top')} &nbsp; {HINTS.get(opening.graph, '')}")
        progress = opening.progress
        if progress is None:
            st.markdown("Starting the graph server …")
        elif not progress.total:
            st.markdown(f"{plain(progress.step)} …")
        else:
            words = f"{progress.step}: {number(progress.done)} of {number(progress.total)}"
            st.progress(min(progress.done / progress.total, 1.0), text=plain(words))


def _draw_failure(opening: Opening) -> None:
    with st.container(border=True, key="card_failed_opening", gap="small"):
        st.markdown(badge("Not ready", "red", "error"))
        st.markdown("#### The graph cannot be asked yet.", anchors=False)
        st.markdown(paragraphs(opening.error or ""))
        if st.button("Try again", icon=":material/refresh:"):
            _opening.clear(opening.graph)
            st.rerun()
