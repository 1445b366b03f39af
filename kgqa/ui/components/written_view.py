"""An answer in sentences with its references written out: nothing to press."""

from __future__ import annotations

import streamlit as st

from kgqa.evidence import citing
from kgqa.presentation.text import plain
from kgqa.records import Trace


def draw(trace: Trace, heading: str = "## ") -> None:
    """Draws the headline and what follows it.

    Args:
        heading: Markdown before the headline; empty for one that is no heading.
    """
    st.markdown(f"{heading}{plain(citing.written(citing.headline(trace)))}", anchors=False)
    for paragraph in citing.paragraphs(trace):
        st.markdown(plain(citing.written(paragraph)))
