"""The sentence, the full row and the tables of an answer on a page of their own, drawn from traces made by hand.

The query names the trace (``many=200`` or ``hostile=TEXT``), the level, and how many bare facts are drawn below it.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "unit")]

import streamlit as st  # noqa: E402
import traces  # noqa: E402

from kgqa.load.hpo.words import ANNOTATION  # noqa: E402
from kgqa.records import Trace  # noqa: E402
from kgqa.schema.model import NodeType, Relation, Schema  # noqa: E402
from kgqa.ui.components import claims_view, evidence_view  # noqa: E402
from kgqa.ui.frame import page_frame  # noqa: E402

SCHEMA = Schema(
    (NodeType("Disease", "disease", "diseases"), NodeType("Phenotype", "phenotype", "phenotypes")),
    (
        Relation(
            "HAS_PHENOTYPE",
            "Disease",
            "Phenotype",
            "shows",
            "is a feature of",
            against="against",
            properties=ANNOTATION,
        ),
    ),
)


def trace() -> Trace:
    query = st.query_params
    if "hostile" in query:
        return traces.hostile(query["hostile"])
    found = traces.intersection(int(query.get("many", "10")), aside=5)
    named = "; ".join(f"{item.name} {list(item.evidence)}" for item in found.answer.items[:4])
    aside = "; ".join(f"{item.name} {list(item.evidence)}" for item in found.answer.set_aside)
    text = f"{found.answer.headline} Behind it: {named} and more.\nNot in the list: {aside}."
    return replace(found, answer=replace(found.answer, text=text))


page_frame.draw()
shown = trace()
left, right = st.columns([1.75, 1])
with left:
    with st.container(border=True):
        claims_view.draw_sentences(shown, "first", SCHEMA)
    evidence_view.draw(shown, "first", "clinician" if "clinician" in st.query_params else "researcher", SCHEMA)
with right:
    claims_view.draw_sentences(shown, "second", SCHEMA)
    st.button("Run again")
    st.session_state["runs"] = st.session_state.get("runs", 0) + 1
    st.text(f"Runs: {st.session_state['runs']}")
