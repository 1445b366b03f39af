"""A question that follows another one: what it took from there, above its answer; and the line that asks further."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.presentation.text import number, plain
from kgqa.records import Former, Trace
from kgqa.ui.session import graphs, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

ANSWERS = "answers"
"""Stands for the answers among the identifiers of what may be taken."""
MOST = 8
"""Things that are offered to be kept."""
STYLE = """<style>
[class*="st-key-follows_"] { row-gap: 4px; }
[class*="st-key-follows_"] button { min-height: 1.65rem; padding: 0 0.6rem; }
[class*="st-key-further_line_"] [data-testid="stForm"] { padding: 0; }
</style>"""


def draw_taken(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The question that this one follows and what was taken from it, each to be taken out; nothing where it follows
    none."""
    follows = trace.follows
    if follows is None:
        return
    st.html(STYLE)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"follows_{run.serial}"):
        before = plain(follows.former.question)
        if not follows.said:
            st.caption(f"Asked by itself; nothing was taken from “{before}”.", width="content")
            return
        st.markdown(f":gray[Follows] {before}", width="content")
        if graphs.is_of_another(trace, asker):
            return
        for one in follows.taken:
            without = replace(follows.former, out=tuple(dict.fromkeys((*follows.former.out, one.id))))
            _draw_out(asker, run, trace, plain(one.name), one.id, without)
        if follows.group is not None:
            without = replace(follows.former, without_answers=True)
            if follows.group == follows.former.within:
                without = replace(follows.former, within=None)
            noun = _noun(asker, follows.group.label, len(follows.group.things))
            _draw_out(asker, run, trace, noun, ANSWERS, without)


def draw_line(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The line under an answer that asks further, with what such a question may take from it, to be taken out."""
    from kgqa.strategies.following import former

    if graphs.is_of_another(trace, asker):
        return
    kept = former(trace)
    choices = {one.chosen.id: plain(one.chosen.name) for one in kept.named if not one.together}
    if kept.answers is not None:
        choices[ANSWERS] = _noun(asker, kept.answers.label, kept.answers.total)
    choices = dict([*choices.items()][-MOST:])
    if not choices:
        return
    words, keep = f"further_words_{run.serial}", f"further_keep_{run.serial}"

    def ask() -> None:
        said = str(st.session_state.get(words) or "").strip()
        left = st.session_state.get(keep)
        chosen = list(choices) if left is None else left
        if said:
            out = tuple(id_ for id_ in choices if id_ != ANSWERS and id_ not in chosen)
            before = former(trace, out, without_answers=ANSWERS not in chosen)
            state.ask(asker, said, former=before)

    with (
        st.container(key=f"further_line_{run.serial}", gap="xxsmall"),
        st.form(f"further_form_{run.serial}", border=False),
    ):
        with st.container(horizontal=True, vertical_alignment="bottom", gap="xsmall"):
            st.text_input(
                "Ask further about this answer",
                key=words,
                label_visibility="collapsed",
                placeholder="Ask further: “which of these …”, “what about …”",
                autocomplete="off",
            )
            st.form_submit_button("Ask further", width=112, on_click=ask)
        with st.container(horizontal=True, vertical_alignment="center", gap="xsmall"):
            st.markdown(":small[:gray[It may take]]", width="content")
            st.pills(
                "What a further question may take from this answer",
                list(choices),
                selection_mode="multi",
                default=list(choices),
                format_func=choices.__getitem__,
                key=keep,
                label_visibility="collapsed",
                wrap=True,
                width="content",
            )


def _draw_out(asker: Asker, run: QuestionRun, trace: Trace, name: str, id_: str, without: Former) -> None:
    st.button(
        name,
        icon=":material/close:",
        key=f"out_{id_}_{run.serial}",
        help="Ask again without it",
        on_click=state.ask,
        args=(asker, trace.question),
        kwargs={"former": without},
    )


def _noun(asker: Asker, label: str, many: int) -> str:
    known = next((node for node in asker.schema.nodes if node.label == label), None)
    nouns = ("answer", "answers") if known is None else (known.singular, known.plural)
    return plain(f"{number(many)} {nouns[many != 1]}")
