"""The menu that hands a comparison out as a file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.exports import comparison
from kgqa.exports.files import file_name
from kgqa.presentation.text import small
from kgqa.records import Trace

if TYPE_CHECKING:
    from kgqa.pipeline import Asker


def draw(asker: Asker, names: Sequence[str], traces: Sequence[Trace]) -> None:
    """The menu; each file is made when it is asked for."""
    with st.popover("Export", icon=":material/download:", key="export_comparison"):
        st.markdown(small("All answers with their claims: Markdown to read, JSON for programs."))
        with st.container(horizontal=True):
            _button("Markdown", "md", "text/markdown", traces, lambda: comparison.document(names, traces, asker.schema))
            _button("JSON", "json", "application/json", traces, lambda: comparison.to_json(names, traces))


def _button(label: str, ending: str, mime: str, traces: Sequence[Trace], data: Callable[[], bytes]) -> None:
    st.download_button(
        label,
        data=data,
        file_name=file_name(traces[0], "comparison", ending),
        mime=mime,
        on_click="ignore",
        key=f"export_comparison_{ending}",
    )
