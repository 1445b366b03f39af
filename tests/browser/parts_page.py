"""The sentence, the full row and the tables of an answer on a page of their own, drawn from traces made by hand.

The query names the trace (``many=200``, ``kinds`` or ``hostile=TEXT``), the level, and how many bare facts are drawn
below it.
"""

from __future__ import annotations

from dataclasses import replace

import streamlit as st
import traces

from kgqa.load.hpo.words import ANNOTATION
from kgqa.records import Answer, Trace
from kgqa.schema.model import NodeType, Relation, Schema
from kgqa.ui.components import claims_view, evidence_view

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
    if "kinds" in query:
        found = replace(found, answer=_of_kinds(found.answer))
    named = "; ".join(f"{item.name} {list(item.evidence)}" for item in found.answer.items[:4])
    aside = "; ".join(f"{item.name} {list(item.evidence)}" for item in found.answer.set_aside)
    text = f"{found.answer.headline} Behind it: {named} and more.\nNot in the list: {aside}."
    return replace(found, answer=replace(found.answer, text=text))


def _of_kinds(answer: Answer) -> Answer:
    """The answer as one to two conditions, each thing recorded for one kind of what was named, or for two."""
    items = tuple(
        replace(
            item,
            kinds=("Type 1", "Type 2")[: 1 + place % 2],
            by_condition=(item.evidence[:1], item.evidence[1:]),
        )
        for place, item in enumerate(answer.items)
    )
    return replace(answer, items=items, conditions=("Arachnodactyly", "Ectopia lentis"))


def draw() -> None:
    """What the query of the address asks for."""
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
