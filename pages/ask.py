"""Ask: a question in, an answer out, with everything it rests on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.ui.ask import (
    answer_view,
    chips_view,
    failure_view,
    follow_view,
    paths_view,
    question_view,
    record_view,
    running_view,
    services_view,
    steps_view,
    welcome,
)
from kgqa.ui.ask.pruned import limits as limits_view
from kgqa.ui.ask.pruned import nearest_view
from kgqa.ui.components import evidence_view, graph_view
from kgqa.ui.frame import page_frame
from kgqa.ui.session import graphs, open_graphs, preferences, privacy_dialog, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.presentation.rows import Level
    from kgqa.records import Trace
    from kgqa.ui.session.question_run import QuestionRun

QUICK_S = 0.2
"""Most answers are there by then; only a slower one shows its progress."""


def draw_run(asker: Asker, run: QuestionRun, level: Level) -> None:
    """The question on the page: on its way, stopped, failed, or answered."""
    if not run.wait(QUICK_S):
        running_view.draw(asker, run)
    elif run.trace is None or run.stopped or run.trace.answer.status == "failed":
        chips_view.draw(asker, run)
        failure_view.draw(asker, run)
    else:
        draw_trace(asker, run, run.trace, level)


def draw_trace(asker: Asker, run: QuestionRun, trace: Trace, level: Level) -> None:
    """The record of an answer, from what was understood to how it was found."""
    record_view.keep(run, trace)
    answer_view.draw_origin(asker, run, trace)
    follow_view.draw_taken(asker, run, trace)
    chips_view.draw(asker, run)
    # What a reader tries on the facts is what the page and its files show, until somebody wrote from them.
    recorded, trace = trace, limits_view.shown(run, trace)
    tried = bool(trace.pruned and trace.pruned.facts and not trace.answer.written_by)
    beside = bool(trace.evidence) or tried
    left, right = st.columns([1.75, 1], gap="medium") if beside else (st.container(), st.container())
    with left:
        answer_view.draw_card(asker, run, trace)
        answer_view.draw_further(asker, run, trace)
        answered = trace.answer.status not in ("not_in_graph", "not_understood")
        if answered:
            follow_view.draw_line(asker, run, trace)
        if tried:
            limits_view.draw(asker, run, recorded, level)
        elif trace.evidence or _is_listed_alone(trace):
            evidence_view.draw(trace, run.serial, level, asker.schema)
        services_view.draw_offer(asker, run, trace)
        services_view.draw(asker, run, trace)
        paths_view.draw(asker, run, trace)
        steps_view.draw_rows(trace)
        if not graphs.is_of_another(trace, asker):
            failure_view.draw_way_on(asker, trace.answer, trace.question)
        if not answered:
            follow_view.draw_line(asker, run, trace)
    with right:
        if tried:
            limits_view.draw_graph(asker, run, recorded)
        else:
            graph_view.draw(trace, run.serial, None if graphs.is_of_another(trace, asker) else asker)
    limits_view.draw_apart(asker, run, trace, level)
    beneath = st.container()
    steps_view.draw(trace, level, run.serial, asker.schema)
    record_view.draw(asker, trace, run, recorded)
    with beneath:  # last, because an answer does not wait for it
        nearest_view.draw(asker, run, trace, level)


def _is_listed_alone(trace: Trace) -> bool:
    """Whether things are listed that no record speaks of, as where it is asked of which something is not recorded."""
    computed = trace.table is not None and bool(trace.table.computed)
    return trace.answer.status == "answered" and len(trace.answer.items) > 1 and not computed


page_frame.pass_through("pages/ask.py")
if st.query_params.get("view") == "print":
    from kgqa.ui.ask import print_view

    record_view.draw_for_print(print_view.draw)
    st.stop()

asker = open_graphs.ready_asker()
open_graphs.warm(asker, preferences.strategy())
problem = record_view.follow_address()
run = state.current()
if run is None:
    welcome.draw_promise()
question_view.draw_box(asker)
level = question_view.draw_line(asker)
if problem:
    failure_view.draw_address(problem)
if run is None:
    welcome.draw(asker)
else:
    draw_run(asker, run, level)
page_frame.draw_foot(asker)
privacy_dialog.draw(asker)
