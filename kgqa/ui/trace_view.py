"""How an answer was found: the names, the statements, the times, and where it all comes from."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.records import CypherRecord, Entity, GraphCard, Trace
from kgqa.ui import frame, links
from kgqa.ui.answer_view import METHODS
from kgqa.ui.text import counted, number, plain

if TYPE_CHECKING:
    from kgqa.linking.background import BackgroundVectors


def draw_entities(trace: Trace) -> None:
    """How the question was read and which things its names mean, each with identifier, type and how it was matched."""
    settled = [entity for entity in trace.entities if entity not in trace.choices]
    if not settled:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="entities"):
        if trace.understood:
            st.markdown(f":gray[Understood as] {plain(trace.understood)}", width="content")
        for position, entity in enumerate(settled):
            _draw_entity(entity, position)


def draw_steps(trace: Trace) -> None:
    """Each statement with its parameters, and how long each step took."""
    total = trace.timings_ms.get("total")
    label = "How this was found" + ("" if total is None else f" · {total:,.0f} ms")
    with st.expander(label, icon=":material/route:", key="steps"):
        if trace.timings_ms:
            st.caption(" · ".join(f"{plain(step)} {ms:,.0f} ms" for step, ms in trace.timings_ms.items()))
        for record in trace.cypher:
            _draw_statement(record)


@st.fragment(run_every=5)
def draw_vectors(vectors: BackgroundVectors) -> None:
    """How far the names are embedded, until they are."""
    if vectors.problem:
        st.caption(f":material/info: {plain(vectors.problem)}")
    elif not vectors.ready and vectors.total:
        done = f"{number(vectors.done)} of {number(vectors.total)} names"
        st.caption(f":material/hourglass_top: Names are being learnt by meaning in the background: {done}.")


def draw_foot(card: GraphCard, events: Sequence[str] = ()) -> None:
    """What happened to the server, the graph's title, version, licence and citation, and the fixed notice."""
    for sentence in events:
        st.caption(f":material/info: {plain(sentence)}")
    parts = [f"{card.title} {card.version}".strip(), card.licence and f"licence: {card.licence}", card.citation]
    st.caption(" · ".join(plain(part) for part in parts if part))
    st.caption(frame.NOTICE)


def _draw_entity(entity: Entity, position: int) -> None:
    chosen = entity.chosen
    label = f"**{plain(chosen.name)}** {plain(chosen.label)} · {plain(chosen.id)} · {METHODS[chosen.method]}"
    with st.popover(label, icon=":material/label:", key=f"entity_{position}"):
        st.markdown(f"“{plain(entity.mention)}” matches “{plain(chosen.matched)}” with a score of {chosen.score:.2f}.")
        for identifier in dict.fromkeys((chosen.id, *chosen.ids)):
            address = links.address(identifier)
            st.markdown(plain(identifier) if address is None else f"[{plain(identifier)}]({address})")
        if entity.rivals:
            st.caption("Other readings")
        for rival in entity.rivals:
            st.markdown(f"{plain(rival.name)} :gray[{plain(rival.label)} · {plain(rival.id)} · {rival.score:.2f}]")


def _draw_statement(record: CypherRecord) -> None:
    rows = counted(record.rows, "row")
    st.markdown(f"**{plain(record.purpose or 'statement')}** :gray[{rows} in {record.elapsed_ms:,.1f} ms]")
    st.code(record.executed or record.checked, language="cypher", wrap_lines=True)
    for correction in record.corrections:
        st.markdown(f":gray[{plain(correction.rule)}] {plain(correction.reason)}")
    if record.parameters:
        st.code(_parameters(record.parameters), language="json", wrap_lines=True)


def _parameters(values: Mapping[str, object]) -> str:
    return json.dumps(dict(values), ensure_ascii=False, indent=1, default=str)
