"""Beneath an answer that the graph cannot give: what it records that is nearest to the question, folded and apart."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.steady_layout import Places
from kgqa.presentation.text import paragraphs, plain
from kgqa.records import Trace
from kgqa.ui.components import evidence_view, graph_view
from kgqa.ui.session import graphs, models, preferences
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.evidence.exploring.context import Filters
    from kgqa.evidence.pruning import Limits
    from kgqa.pipeline import Asker
    from kgqa.presentation.rows import Level

_TRIED, _FOUND = "nearest_tried", "nearest_found"
"""The asking whose nearest facts could not be found, and why; by record what was found and by which choices."""
MOST_FOUND = 10
"""Records whose nearest facts a session remembers."""
# Set apart from the answer by more than words.
STYLE = """<style>
[class*="st-key-nearest_card"] {
  border: 1px dashed light-dark(#5F6C78, #8E9BA7); background: light-dark(#F8FAFB, #151D24); }
</style>"""


def offered(asker: Asker, trace: Trace) -> bool:
    """Whether nearest facts are shown beneath an answer, or can be found."""
    from kgqa.strategies import nearest

    if trace.nearest is not None:
        return True
    return nearest.offered(trace) and not graphs.is_of_another(trace, asker)


def draw(asker: Asker, run: QuestionRun, trace: Trace, level: Level) -> None:
    """The facts with table, drawing and sources, folded; nothing where there is nothing to look for.

    They are found when they are unfolded, so that no answer waits for them.
    """
    from kgqa.strategies import nearest

    if not offered(asker, trace):
        return
    st.html(STYLE)
    with st.container(border=True, key=f"nearest_card_{run.serial}", gap="small"):
        label = f"{plain(nearest.heading(trace))} :gray-badge[Not an answer]"
        key = f"nearest_facts_{run.serial}"
        with st.expander(label, icon=":material/travel_explore:", key=key, on_change="rerun") as folded:
            if folded.open:
                _draw(asker, run, trace, level)


def _draw(asker: Asker, run: QuestionRun, trace: Trace, level: Level) -> None:
    from kgqa.strategies import nearest

    found = trace if trace.nearest is not None else _found(asker, run, trace)
    if found is not None:
        st.markdown(paragraphs(nearest.said(found)))
        _draw_facts(asker, run.serial, found, level)


def _found(asker: Asker, run: QuestionRun, trace: Trace) -> Trace | None:
    """The trace with its nearest facts, which the page keeps from then on; None where they cannot be found.

    A record that is opened again within a session has the facts that were found for it before.
    """
    chosen = preferences.facts()
    choices = (chosen.limits, chosen.filters)
    known: dict[str, tuple[tuple[Limits, Filters], Trace]] = st.session_state.setdefault(_FOUND, {})
    before = known.get(run.record)
    if before is not None and before[0] == choices:
        run.trace = before[1]
        return before[1]
    tried: tuple[str, str] | None = st.session_state.get(_TRIED)
    if tried is None or tried[0] != run.serial:
        try:
            with st.spinner("Looking for what is nearest to the question"):
                found = asker.nearest(trace, approach=models.approach_with("graph-only", None))
        except KgqaError as error:
            tried = (run.serial, str(error))
            st.session_state[_TRIED] = tried
        else:
            run.trace = found
            if found.nearest is None:
                return None
            if run.record:
                known[run.record] = (choices, found)
                for old in list(known)[:-MOST_FOUND]:
                    del known[old]
            return found
    st.markdown(f":gray[{plain(tried[1])}]")
    return None


def _draw_facts(asker: Asker, serial: str, trace: Trace, level: Level) -> None:
    if trace.nearest is None or not trace.nearest.kept:
        return
    kept = replace(trace, evidence=tuple(one.triple for one in trace.nearest.kept), pruned=trace.nearest)
    left, right = st.columns([1.75, 1], gap="medium")
    with left:
        evidence_view.draw_judged(trace.nearest.kept, f"{serial}n", level, asker.schema, title="Nearest facts")
    with right:
        graph_view.draw_steady(kept, f"{serial}n", Places(), asker.schema, title="What is nearest")
