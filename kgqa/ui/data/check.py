"""Whether a loaded graph still holds what was loaded: counted again through its server."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.presentation.text import badge, number, paragraphs, plain
from kgqa.ui.session.work import Work

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.load.catalog import GraphEntry
    from kgqa.load.records import Report

_CHECKS = "graph_checks"


def draw_button(name: str, also_closing: str = "") -> None:
    """The button that begins a check.

    Args:
        also_closing: key of the menu that the button stands in.
    """
    st.button(f"Re-check :gray[{plain(name)}]", key=f"check_{name}", on_click=_begin, args=(name, also_closing))


def draw(entry: GraphEntry) -> None:
    """The check of a graph that this session began, or what came of it."""
    checks: dict[str, Work[int]] = st.session_state.get(_CHECKS, {})
    work = checks.get(entry.card.name)
    if work is None:
        return
    if not work.wait(0.2):
        _draw_running(work)
    elif work.made is not None:
        words = f"Counted again: all {number(work.made)} nodes and relationships are there."
        st.markdown(badge(words, "green", "check"))
    else:
        st.markdown(badge("The check failed", "red", "error"))
        st.markdown(paragraphs(work.error))


@st.fragment(run_every=0.5)
def _draw_running(work: Work[int]) -> None:
    if work.wait(0):
        st.rerun()
    st.caption("Counting through the graph server …")


def _begin(name: str, also_closing: str) -> None:
    if also_closing:
        st.session_state[also_closing] = False

    def count(report: Report, stop: StopSignal) -> int:
        from kgqa.graph.server.embedded import EmbeddedServer
        from kgqa.load import catalog

        chosen = settings.load()
        with EmbeddedServer.connect(chosen) as server:
            contents = catalog.check(chosen, server, name).contents
        return sum(contents.nodes.values()) + sum(contents.edges.values())

    checks: dict[str, Work[int]] = st.session_state.setdefault(_CHECKS, {})
    checks[name] = Work(count, f"check the graph {name!r}")
