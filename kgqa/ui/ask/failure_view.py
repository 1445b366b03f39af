"""Where there is no answer: what failed or which condition empties it, what is kept, and what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.language import phrases
from kgqa.presentation.text import badge, counted, number, paragraphs, plain
from kgqa.records import Answer, Clause, Suggestion
from kgqa.ui.ask import steps_view
from kgqa.ui.explore import schema
from kgqa.ui.session import graphs, navigation, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker


def draw(asker: Asker, run: QuestionRun) -> None:
    """A question that ended without an answer, stopped by the reader or by a failure."""
    (_draw_stopped if run.stopped else _draw_failed)(asker, run)


def draw_address(sentence: str) -> None:
    """An address that opens no answer."""
    with st.container(border=True, key="card_not_in_graph_address", gap="xsmall"):
        st.markdown(badge("Nothing kept here", "gray", "bookmark_remove"))
        st.markdown("## This address opens no answer.", anchors=False)
        st.markdown(paragraphs(sentence))


def _draw_stopped(asker: Asker, run: QuestionRun) -> None:
    with st.container(border=True, key=f"card_stopped_{run.serial}", gap="xsmall"):
        st.markdown(badge("Stopped by you", "gray", "stop_circle") + f" &nbsp; after {run.elapsed_s:.1f} s")
        st.markdown(f"## Stopped at step {_step(run)}.", anchors=False)
        st.markdown(_kept(run))
        _draw_again(asker, run)
        draw_without_model(asker, run)


def _draw_failed(asker: Asker, run: QuestionRun) -> None:
    answer = run.trace.answer if run.trace is not None else None
    text = answer.text if answer is not None else run.error or ""
    headline = answer.headline if answer is not None else text.partition(". ")[0].rstrip(".") + "."
    with st.container(border=True, key=f"card_failed_{run.serial}", gap="xsmall"):
        words = f"Failed at step {_step(run)}"
        st.markdown(badge(words, "red", "error") + f" &nbsp; after {run.elapsed_s:.1f} s")
        st.markdown(f"## {plain(headline)}", anchors=False)
        if rest := text.removeprefix(headline).strip():
            st.markdown(paragraphs(rest))
        st.markdown(_kept(run))
        _draw_again(asker, run)
        draw_without_model(asker, run)
        if run.trace is not None and run.trace.cypher:
            with st.expander("Details for support", type="compact"):
                steps_view.draw_statements(run.trace.cypher, run.serial)


def _draw_again(asker: Asker, run: QuestionRun) -> None:
    st.button(
        "Ask again",
        type="primary",
        icon=":material/refresh:",
        key="ask_again",
        on_click=state.ask,
        args=(asker, run.question, run.chosen, run.narrower),
    )


def draw_without_model(asker: Asker, run: QuestionRun) -> None:
    """The way on from a language model that gave no answer: the same question to the graph alone, never by itself."""
    trace = run.trace
    given = trace is not None and trace.answer.status in ("answered", "ambiguous") and not run.stopped
    alone = run.strategy == "auto" and trace is not None and not trace.calls
    if run.strategy == "graph-only" or given or alone:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.button(
            "Ask the graph alone",
            icon=":material/hub:",
            key="ask_graph",
            on_click=state.ask_graph,
            args=(asker, run.question, run.chosen, run.narrower),
        )
        st.page_link(navigation.SETTINGS, label="Language models on Settings", icon=":material/settings:")


def _step(run: QuestionRun) -> str:
    steps = phrases.steps(run.strategy)
    place = steps.index(run.step) + 1 if run.step in steps else max(run.steps, 1)
    return f"{min(place, len(steps))} of {len(steps)}: {plain(run.step)}"


def _kept(run: QuestionRun) -> str:
    if not run.entities:
        return "The question is kept in the box."
    names = counted(len(run.entities), "name")
    return f"The question and the {names} found are kept; nothing has to be typed again."


def draw_way_on(asker: Asker, answer: Answer, question: str) -> None:
    """Each condition with its count, questions that would give something, and the way to other graphs."""
    if answer.clauses:
        empty = any(clause.empties for clause in answer.clauses)
        st.markdown(f"### {'Which part empties the result' if empty else 'What each part gives'}", anchors=False)
        with st.container(border=True, gap="xsmall", key="doctor"):
            for clause in answer.clauses:
                st.markdown(_condition(clause))
    gave_nothing = answer.status in ("not_in_graph", "not_understood")
    suggestions = answer.suggestions if answer.status != "ambiguous" else ()  # those are chosen in the card
    counted = any(suggestion.count for suggestion in suggestions)
    words = "What would give rows" if counted else "What could be asked instead"
    if gave_nothing and not suggestions:
        about = schema.concerned(asker, question)
        made = schema.remembered_examples(asker, MADE, about)
        suggestions = tuple(Suggestion(one, one) for one in made)
        words = words if about else "Questions that this graph answers, as examples"
    if suggestions:
        st.markdown(f"### {'Go on with a question' if answer.status == 'answered' else words}", anchors=False)
        for start in range(0, len(suggestions), 3):
            for column, (position, suggestion) in zip(
                st.columns(3), list(enumerate(suggestions))[start : start + 3], strict=False
            ):
                with column:
                    _draw_suggestion(asker, suggestion, position)
    if gave_nothing:
        _draw_other_graphs(question)


MADE, MOST_GRAPHS = 3, 4
"""Questions that are made from the graph's relations where nothing else can be offered, and other graphs by name."""


def _draw_other_graphs(question: str) -> None:
    """The way to a graph that may know more, with the question in its box."""
    others = {name: title for name, title in graphs.titles().items() if name != graphs.chosen()}
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="other_graphs"):
        st.caption("Another graph may know:" if others else "No other graph is loaded.", width="content")
        for name, title in list(others.items())[:MOST_GRAPHS]:
            st.button(
                plain(title),
                icon=":material/database:",
                key=f"other_graph_{name}",
                on_click=_go_to,
                args=(name, question),
            )
        st.page_link(navigation.DATA, label="All graphs, or add one", icon=":material/add:", width="content")


def _go_to(name: str, question: str) -> None:
    graphs.choose(name)
    state.BOX.begin(question)


def _condition(clause: Clause) -> str:
    mark = ":orange[:material/error:]" if clause.empties else ":green[:material/check:]"
    end = " &nbsp; :orange[this step empties the result]" if clause.empties else ""
    return f"{mark} {plain(clause.text[:1].upper() + clause.text[1:])} · **{number(clause.count)}**{end}"


def _draw_suggestion(asker: Asker, suggestion: Suggestion, position: int) -> None:
    with st.container(border=True, height="stretch", gap="xsmall"):
        if suggestion.title != suggestion.question:
            st.caption(plain(suggestion.question))
        shown = "" if suggestion.count is None else f": {number(suggestion.count)}"
        st.button(
            f"{plain(suggestion.title)}{shown}",
            icon=":material/arrow_forward:",
            key=f"suggestion_{position}",
            on_click=state.ask,
            args=(asker, suggestion.question),
        )
