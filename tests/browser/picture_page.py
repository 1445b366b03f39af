"""A page with drawings alone, for what a browser has to show about them.

The query of the address chooses what is drawn: ``many`` answers, ``attack`` as every name (with ``agraph`` by the other
drawing), ``schema``, ``sources`` that tell the same, at ``most`` so much.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
import traces

from kgqa.presentation.drawing import Picture
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.schema_layout import schema_picture
from kgqa.presentation.text import plain
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.ui.components import agraph_view, picture_view


def draw() -> None:
    """Draws what the address asks for, a second drawing of another answer, and what the server was told."""
    query = st.query_params
    st.session_state.runs = st.session_state.get("runs", 0) + 1
    st.button("Run again")
    st.markdown(f"Runs: {st.session_state.runs}")
    if "schema" in query:
        types = (NodeType("Gene", "gene", "genes", count=3), NodeType("Disease", "disease", "diseases", count=2))
        relations = tuple(
            Relation(name, *ends, phrase, phrase, count=count)
            for name, ends, phrase, count in (
                ("CAUSES", ("Gene", "Disease"), "causes", 40),
                ("MARKS", ("Gene", "Disease"), "marks", 7),
                ("IS_A", ("Disease", "Disease"), "is a kind of", 3),
            )
        )
        told = picture_view.draw(schema_picture(Schema(types, relations)), key="one", title="Types", actions=())
    elif "agraph" in query:
        told = None
        with st.columns([1.75, 1])[1]:
            agraph_view.draw(arrange(traces.hostile(query["attack"])), "one", "Where the answer rests", 1)
    elif "sources" in query:
        trace = traces.intersection(1)
        orpha = [replace(one, sources=("ORPHA",)) if one.number == 3 else one for one in trace.evidence]
        picture = arrange(replace(trace, evidence=tuple(orpha)))
        told = picture_view.draw(picture, key="one", title="Where the answer rests", answer="one", selected=1)
    elif "most" in query:
        picture = arrange(traces.intersection(20, aside=5), int(query["most"]))
        told = picture_view.draw(picture, key="one", title="Where the answer rests", answer="one", selected=1)
    else:
        attack = query.get("attack")
        trace = traces.hostile(attack) if attack else traces.intersection(int(query.get("many", "10")), aside=5)
        left, right = st.columns([1.75, 1])
        left.markdown("The answer stands here.")
        with right:
            told = picture_view.draw(
                arrange(trace), key="one", title="Where the answer rests", answer="one", selected=1
            )
            picture_view.draw(arrange(traces.intersection(1)), key="two", title="Another", answer="two", selected=1)
    picture_view.draw(Picture("Empty", (), ()), key="empty", title="Nothing")
    if told:
        st.session_state.told = f"{told.action} {told.dot.text}"
    st.markdown(plain(f"Told: {st.session_state.get('told', 'nothing')}"))
