"""The foot of the page: where an answer comes from, what is wrong with it, how to take it along, and the notices."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language.phrases import NOTICE, STRATEGIES
from kgqa.presentation import calls
from kgqa.presentation.text import number, plain, when
from kgqa.records import Trace
from kgqa.ui.ask import export_view, feedback_view
from kgqa.ui.compare import state as compare_state
from kgqa.ui.session import kept_answers, navigation
from kgqa.ui.session.asking import Asking

if TYPE_CHECKING:
    from kgqa.linking.background import BackgroundVectors
    from kgqa.pipeline import Asker


def draw_record(asker: Asker, trace: Trace, asking: Asking, recorded: Trace) -> None:
    """One line that says how the answer came about, the flags, and the exports.

    Args:
        trace: the answer as the page shows it.
        recorded: the same as its record has it.
    """
    total = trace.timings_ms.get("total")
    parts = [
        found_by(trace),
        f"{trace.graph.title} {trace.graph.version}".strip(),
        "" if total is None else f"{total:,.0f} ms",
        when(trace.asked_at, st.context.timezone),
    ]
    st.caption(plain(" · ".join(part for part in parts if part)))
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key="record_foot"):
        st.markdown(":gray[Is something wrong?]", width="content")
        feedback_view.draw_flags(trace, asking.serial)
        with st.container(horizontal=True, horizontal_alignment="right", key="take_along"):
            if st.button("Compare with a model alone", icon=":material/compare:", key="to_compare"):
                compare_state.BOX.begin(trace.question)
                st.switch_page(navigation.COMPARE)
            address = kept_answers.address(asking.record)
            export_view.draw_menu(trace, asking.serial, asker.schema, address, recorded)


def found_by(trace: Trace) -> str:
    """How an answer came about: the strategy, the language model and the prompts where there were any."""
    if not trace.calls:
        if trace.strategy == "graph-only":
            return "Planned from the graph's schema, no language model"
        return f"{STRATEGIES.get(trace.strategy, trace.strategy)}, no language model was asked"
    models = dict.fromkeys(f"{call.model} ({call.provider})" for call in trace.calls)
    prompts = dict.fromkeys(call.prompt for call in trace.calls if call.prompt)
    parts = [STRATEGIES.get(trace.strategy, trace.strategy), *models, f"prompts: {', '.join(prompts)}"]
    return " · ".join([*parts, calls.in_one_line(trace.calls)])


def draw(asker: Asker) -> None:
    """What happened to the server, the graph's licence and citation, and the fixed notice."""
    if asker.vectors is not None and not asker.vectors.ready:
        _draw_vectors(asker.vectors)
    events = asker.events()
    with st.expander(f"Notes on this graph ({len(events)})", type="compact") if len(events) > 2 else st.container():
        for sentence in events:
            st.caption(f":material/info: {plain(sentence)}")
    card = asker.card
    parts = [asker.source, card.licence and f"licence: {card.licence}", card.citation]
    st.caption(" · ".join(plain(part) for part in parts if part))
    st.caption(NOTICE)


@st.fragment(run_every=5)
def _draw_vectors(vectors: BackgroundVectors) -> None:
    """How far the names are embedded, until they are."""
    if vectors.problem:
        st.caption(f":material/info: {plain(vectors.problem)}")
    elif not vectors.ready and vectors.total:
        done = f"{number(vectors.done)} of {number(vectors.total)} names"
        st.caption(f":material/hourglass_top: Names are being learnt by meaning in the background: {done}.")
