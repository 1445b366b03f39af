"""The foot of a page: what happened to the server, the graph's licence and citation, and the fixed notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language.phrases import NOTICE
from kgqa.presentation.text import linked, number, plain

if TYPE_CHECKING:
    from kgqa.linking.background import BackgroundVectors
    from kgqa.pipeline import Asker


def draw(asker: Asker) -> None:
    """What happened to the server, the graph's licence and citation, and the fixed notice."""
    if asker.vectors is not None and not asker.vectors.ready:
        _draw_vectors(asker.vectors)
    events = asker.events()
    with st.expander(f"Notes on this graph ({len(events)})", type="compact") if len(events) > 2 else st.container():
        for sentence in events:
            st.caption(f":material/info: {plain(sentence)}")
    card = asker.card
    names = card.vocabulary and f"names and groups: {card.vocabulary}"
    licence = f"licence: {linked(card.licence)}" if card.licence else ""
    parts = [plain(asker.source), plain(names), licence, plain(card.citation)]
    st.caption(" · ".join(part for part in parts if part))
    st.caption(NOTICE)


@st.fragment(run_every=5)
def _draw_vectors(vectors: BackgroundVectors) -> None:
    """How far the names are embedded, until they are."""
    if vectors.problem:
        st.caption(f":material/info: {plain(vectors.problem)}")
    elif not vectors.ready and vectors.total:
        done = f"{number(vectors.done)} of {number(vectors.total)} names"
        st.caption(f":material/hourglass_top: Names are being learnt by meaning in the background: {done}.")
