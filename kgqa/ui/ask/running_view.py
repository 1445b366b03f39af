"""A question on its way: the names found so far, the step that is being done, and Stop."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.language import phrases
from kgqa.presentation.text import badge, plain
from kgqa.ui.ask import chips_view, services_view
from kgqa.ui.components import claims_view
from kgqa.ui.session import state
from kgqa.ui.session.question_run import QuestionRun, under_way

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

SLOW_S = 4.0
"""A question to the graph alone that takes longer than this takes longer than nearly every other."""


QUICKEST_S = 0.5
LOOKS_PER_S = 12
"""Looks that all pages together may take in a second; each costs the app as much as a small answer."""


def draw(asker: Asker, run: QuestionRun) -> None:
    """The running card in the places and heights of the answer to come, so that nothing moves when it is there.

    All of it is one fragment: with several, each asking for its own runs, a press on Stop could come between them.
    The names are there as soon as they are found; one that is corrected is asked at once instead.
    """
    every = pace_s()
    st.fragment(run_every=every)(_draw)(asker, run, every)


def pace_s() -> float:
    """Seconds between two looks at a question; where many wait, looking must not take the time of answering."""
    return max(QUICKEST_S, under_way() / LOOKS_PER_S)


def _draw(asker: Asker, run: QuestionRun, every: float) -> None:
    due = every / 2 <= pace_s() <= every * 2
    if run.wait(0) or run is not state.current() or not due:
        st.rerun()
    if run.entities:
        chips_view.draw_chips(asker, run)
    left, right = st.columns([1.75, 1], gap="medium")
    with left:
        _draw_card(run)
        st.markdown("### Evidence", anchors=False)
        st.skeleton(height=190)
    with right, st.container(border=True, key="graph_waiting"):
        st.markdown(f"### {phrases.drawing_title(run.strategy)}", anchors=False)
        st.skeleton(height=330)
    st.markdown(f"### {phrases.steps_title(run.strategy, under_way=True)}", anchors=False)
    _draw_steps(run)


def _draw_card(run: QuestionRun) -> None:
    limit = settings.load().time_limit_s
    words = badge(step(run), "blue", "hourglass_top")
    with st.container(border=True, key="card_running", gap="small"):
        with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
            st.markdown(f"{words} &nbsp; {plain(_time(run, limit))}")
            st.button("Stop", icon=":material/stop_circle:", key="stop", on_click=run.stop)
        services_view.draw_awaited(run.services)
        draw_text(run)


def _draw_wait(run: QuestionRun) -> None:
    """Why nothing comes from a language model at the moment, and when it is asked once more."""
    if (wait := run.waits) is not None and not run.stopped:
        st.markdown(f":orange[:material/schedule:] {plain(wait.why)} Trying again in {math.ceil(wait.left_s)} s.")


def step(run: QuestionRun) -> str:
    """Which step of how many is being done, in words."""
    steps = phrases.steps(run.strategy)
    place = steps.index(run.step) + 1 if run.step in steps else max(run.steps, 1)
    return f"Step {min(place, len(steps))} of {len(steps)}: {run.step}"


def draw_text(run: QuestionRun) -> None:
    """What a language model has written so far, letter for letter, or the place where the answer will stand.

    Numbers in it are no buttons yet, and nothing in it is marked: it has not been compared with the graph.
    """
    _draw_wait(run)
    if not run.text:
        st.skeleton(height=32)
        st.skeleton(height=68)
        return
    claims_view.draw_style()
    st.markdown(":gray[The language model is writing; nothing of this has been compared with the graph yet.]")
    with st.container(key=f"writing_{run.serial}"):
        st.text(run.text)


def _draw_steps(run: QuestionRun) -> None:
    steps = phrases.steps(run.strategy)
    done = steps.index(run.step) if run.step in steps else max(run.steps, 1) - 1
    for position, words in enumerate(steps):
        name = f"**{words[:1].upper()}{words[1:]}**"
        if position < done and run.strategy == "auto" and words not in run.begun:
            st.markdown(f":gray[:material/remove:] {name} not needed")
        elif position < done:
            st.markdown(f":green[:material/check_circle:] {name} done")
        elif position == done:
            st.markdown(f":blue[:material/hourglass_top:] {name} under way")
        else:
            st.markdown(f":gray[:material/radio_button_unchecked:] {name} waiting")


def _time(run: QuestionRun, limit_s: float) -> str:
    if run.stopped:
        return "stopping"
    model = run.approach.model if run.approach is not None else None
    if model is not None:
        limit_s = model.settings.time_limit_s
        return f"{run.elapsed_s:.1f} s, with {model.settings.model}; the limit is {limit_s:g} s for each reply"
    if run.elapsed_s > SLOW_S and run.approach is not None and run.approach.federation.services:
        each = run.approach.federation.terms.limit_s
        return f"{run.elapsed_s:.0f} s; no service is waited for longer than {each:g} s"
    if run.elapsed_s > SLOW_S:
        return f"{run.elapsed_s:.0f} s, taking longer than usual; the limit is {limit_s:g} s for each statement"
    return f"{run.elapsed_s:.1f} s"
