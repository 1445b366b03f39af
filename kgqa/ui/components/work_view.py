"""How far a piece of work is, and how long it still takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.presentation.text import number, plain

if TYPE_CHECKING:
    from kgqa.load.records import Progress

MINUTE_S = 60


def draw_progress(progress: Progress | None, first: str) -> None:
    """The step, a bar where its length is known, and the time that is left where that can be told.

    Args:
        first: what is done before anything was heard.
    """
    if progress is None:
        st.markdown(f"{plain(first)} …")
        return
    words = plain(progress.step)
    if progress.total:
        words += f": {number(min(progress.done, progress.total))} of {number(progress.total)}"
    elif progress.done:
        words += f": {number(progress.done)}"
    if progress.remaining_s is not None:
        words += f" · {remaining(progress.remaining_s)}"
    if progress.total:
        st.progress(min(progress.done / progress.total, 1.0), text=words)
    else:
        st.markdown(f"{words} …")


def remaining(seconds: float) -> str:
    """A time that is left, in words: "about 20 s left", "about 3 min left"."""
    if seconds < MINUTE_S:
        return f"about {max(round(seconds), 1)} s left"
    return f"about {round(seconds / MINUTE_S)} min left"
