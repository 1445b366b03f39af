"""The answer on the page: the card, its tables, and what to do where there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.records import Answer, Candidate, Entity, Trace
from kgqa.ui import state
from kgqa.ui.asking import Asking
from kgqa.ui.text import Colour, badge, counted, number, paragraphs, plain

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

FIRST = 20
"""Answers shown before a reader asks for all."""

LOOKS: dict[str, tuple[str, Colour, str]] = {
    "answered": ("From the graph", "green", "check_circle"),
    "not_in_graph": ("Not in this graph", "gray", "do_not_disturb_on"),
    "ambiguous": ("Please choose", "orange", "help"),
    "refused": ("Refused", "red", "block"),
    "failed": ("Failed", "red", "error"),
    "evidence": ("Evidence only", "blue", "science"),
}

METHODS = {
    "identifier": "by identifier",
    "exact": "exact name",
    "synonym": "synonym",
    "normalised": "same name, other spelling",
    "fuzzy": "similar spelling",
    "vector": "similar meaning",
}


def draw_card(asker: Asker, asking: Asking, trace: Trace) -> None:
    """The status in words, the headline, the text, how complete it is, and the choice where one is to be made."""
    answer = trace.answer
    with st.container(border=True, key=f"card_{answer.status}_{asking.serial}", gap="xsmall"):
        line = completeness(answer)
        st.markdown(f"{_status(trace)} &nbsp; {plain(line)}" if line else _status(trace))
        with st.container(key="again_question"):
            st.caption(plain(trace.question))
        st.markdown(f"#### {plain(answer.headline)}", anchors=False)
        rest = answer.text.removeprefix(answer.headline).strip()
        if rest:
            st.markdown(paragraphs(rest))
        if trace.choices:
            _draw_choice(asker, asking, trace)


def completeness(answer: Answer) -> str:
    """How much of the answer is shown, with the number that the database counted; empty where nothing was counted."""
    if answer.status == "ambiguous":
        return "nothing has been asked of the graph yet"
    if answer.total is None:
        return ""
    if answer.kind != "list" or not answer.items:
        return f"{number(answer.total)} found, counted by the database"
    shown = min(FIRST, len(answer.items))
    parts = [f"{number(shown)} of {number(answer.total)} shown, counted by the database"]
    if answer.records is not None and answer.records > answer.total:
        parts.append(counted(answer.records, "record"))
    if answer.truncated:
        parts.append(f"the row limit ended the list at {number(len(answer.items))}")
    return " · ".join(parts)


def draw_failure(asking: Asking) -> None:
    """A question that ended without an answer: why, and what is kept."""
    end = "stopped" if asking.stopped else "failed"
    with st.container(border=True, key=f"card_{end}_{asking.serial}", gap="xsmall"):
        st.markdown(badge("Stopped by you", "gray", "stop_circle") if asking.stopped else badge(*LOOKS["failed"]))
        sentence = "The question was stopped before it was answered." if asking.stopped else asking.error or ""
        st.markdown(f"#### {plain(sentence)}", anchors=False)
        st.caption("The question is kept in the box.")


def draw_doctor(asker: Asker, answer: Answer) -> None:
    """Which condition empties the result, and the questions that would give something, as buttons."""
    if answer.clauses:
        empty = any(clause.empties for clause in answer.clauses)
        st.markdown(f"##### {'Which part empties the result' if empty else 'What each part gives'}", anchors=False)
        with st.container(border=True, gap="xsmall"):
            for clause in answer.clauses:
                mark = ":orange[:material/error:]" if clause.empties else ":green[:material/check:]"
                end = " &nbsp; :orange[this step empties the result]" if clause.empties else ""
                st.markdown(
                    f"{mark} {plain(clause.text[:1].upper() + clause.text[1:])} · **{number(clause.count)}**{end}"
                )
    if answer.suggestions:
        st.markdown("##### What could be asked instead", anchors=False)
        for position, suggestion in enumerate(answer.suggestions):
            count = "" if suggestion.count is None else f" ({number(suggestion.count)})"
            st.button(
                f"{plain(suggestion.title)}{count}",
                icon=":material/arrow_forward:",
                key=f"suggestion_{position}",
                help=plain(suggestion.question),
                on_click=state.ask,
                args=(asker, suggestion.question),
            )


def draw_refinement(asker: Asker, asking: Asking, answer: Answer) -> None:
    """The visible choice that adds the kinds of the asked terms, with the number that this brings."""
    if answer.narrower and not asking.narrower:
        st.button(
            f"Count narrower terms too: {number(answer.narrower)} more",
            icon=":material/account_tree:",
            on_click=state.ask,
            args=(asker, asking.question, asking.chosen, True),
        )
    elif asking.narrower:
        st.button(
            "Only the terms themselves",
            icon=":material/account_tree:",
            on_click=state.ask,
            args=(asker, asking.question, asking.chosen, False),
        )


def _status(trace: Trace) -> str:
    words, colour, icon = LOOKS[trace.answer.status]
    if trace.answer.verdict is False and any(triple.against for triple in trace.evidence):
        return badge(f"{words} · against", "orange", "remove_circle")
    return badge(words, colour, icon)


def _draw_choice(asker: Asker, asking: Asking, trace: Trace) -> None:
    """The things that a mention may mean, none of them picked, and the button that asks with the choice made."""
    chosen = dict(asking.chosen)
    for entity in trace.choices:
        candidates = (entity.chosen, *entity.rivals)
        picked: Candidate | None = st.radio(
            f"Which one do you mean by “{plain(entity.mention)}”?",
            candidates,
            index=None,
            format_func=_candidate_label,
            captions=[_candidate_caption(entity, candidate) for candidate in candidates],
            key=f"choice_{trace.question}_{entity.start}_{entity.end}",
        )
        if picked is not None:
            chosen[entity.start, entity.end] = picked.id
    st.button(
        "Ask with this choice",
        type="primary",
        disabled=any((entity.start, entity.end) not in chosen for entity in trace.choices),
        on_click=state.ask,
        args=(asker, trace.question, chosen, asking.narrower),
    )


def _candidate_label(candidate: Candidate) -> str:
    return f"**{plain(candidate.name)}** · {plain(candidate.label)} · {plain(candidate.id)}"


def _candidate_caption(entity: Entity, candidate: Candidate) -> str:
    if candidate.matched.casefold() == candidate.name.casefold():
        return plain(METHODS[candidate.method])
    return plain(f"“{candidate.matched}” · {METHODS[candidate.method]}")
