"""The question box, and the line under it: what is asked, earlier questions, and how much is shown."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any, cast, get_args

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.rows import Level
from kgqa.ui.ask import strategy_view
from kgqa.ui.components import type_ahead
from kgqa.ui.data import graph_choice
from kgqa.ui.history import entries
from kgqa.ui.session import reader, state

if TYPE_CHECKING:
    from kgqa.history.storage import ReaderStorage
    from kgqa.pipeline import Asker

LEVEL = "level"
"""Name of the reader's choice of level, and key of its widget."""


def draw_box(asker: Asker) -> None:
    """The question box; what was asked stays in it."""
    kinds = ", ".join(node.plural for node in asker.schema.nodes[:3])
    run = state.current()
    state.BOX.restore(run.question if run is not None else None)
    with st.container(gap=None):  # the names that may be meant take no place of their own
        with (
            st.form("question", border=False),
            st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"),
        ):
            state.BOX.draw(f"Ask about {kinds}, in your own words")
            st.form_submit_button("Ask", type="primary", width=112, on_click=state.ask_box, args=(asker,))
        type_ahead.draw(asker, state.BOX.key)


def draw_line(asker: Asker) -> Level:
    """What is asked and how, earlier questions, and the level; gives the level."""
    kept = reader.kept()
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="line"):
        with st.popover(strategy_view.words(asker), icon=":material/tune:", type="tertiary", key="asking_of"):
            _draw_settings(asker)
        entries.draw_recent(kept.entries())
        if st.session_state.get(LEVEL) not in get_args(Level):
            st.session_state[LEVEL] = _known_level(kept)
        with st.container(horizontal=True, horizontal_alignment="right", key="level_row"):
            level = st.segmented_control(
                "How much is shown",
                get_args(Level),
                format_func=str.capitalize,
                required=True,
                key=LEVEL,
                label_visibility="collapsed",
                on_change=_remember,
            )
    return cast(Level, level)


def _known_level(kept: ReaderStorage) -> Level:
    """The level that this reader chose before."""
    return "researcher" if kept.preference(LEVEL) == "researcher" else "clinician"


def _remember() -> None:
    """Keeps the level for the next visit; where that fails, this visit has it all the same.

    A page that is drawn anew before it was drawn to its end loses the choice, which is then reported as none.
    """
    level: Any = st.session_state.get(LEVEL)
    if level in get_args(Level):
        with contextlib.suppress(KgqaError, OSError):
            reader.kept().prefer(LEVEL, level)


def _draw_settings(asker: Asker) -> None:
    graph_choice.draw_choice()
    strategy_view.draw(asker.schema)
    strategy_view.draw_limits(asker)
