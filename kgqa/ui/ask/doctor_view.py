"""What to do where an answer is empty: which condition empties it, and what would give something."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.presentation.text import number, plain
from kgqa.records import Answer, Clause, Suggestion
from kgqa.ui.session import state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker


def draw(asker: Asker, answer: Answer) -> None:
    """Each condition with its count, and the questions that would give something, as buttons."""
    if answer.clauses:
        empty = any(clause.empties for clause in answer.clauses)
        st.markdown(f"##### {'Which part empties the result' if empty else 'What each part gives'}", anchors=False)
        with st.container(border=True, gap="xsmall", key="doctor"):
            for clause in answer.clauses:
                st.markdown(_in_words(clause))
    if answer.suggestions:
        counted = any(suggestion.count for suggestion in answer.suggestions)
        st.markdown(f"##### {'What would give rows' if counted else 'What could be asked instead'}", anchors=False)
        for start in range(0, len(answer.suggestions), 3):
            for column, (position, suggestion) in zip(
                st.columns(3), list(enumerate(answer.suggestions))[start : start + 3], strict=False
            ):
                with column:
                    _draw_suggestion(asker, suggestion, position)


def _in_words(clause: Clause) -> str:
    mark = ":orange[:material/error:]" if clause.empties else ":green[:material/check:]"
    end = " &nbsp; :orange[this step empties the result]" if clause.empties else ""
    return f"{mark} {plain(clause.text[:1].upper() + clause.text[1:])} · **{number(clause.count)}**{end}"


def _draw_suggestion(asker: Asker, suggestion: Suggestion, position: int) -> None:
    with st.container(border=True, height="stretch", gap="xsmall"):
        st.caption(plain(suggestion.question))
        shown = "" if suggestion.count is None else f": {number(suggestion.count)}"
        st.button(
            f"{plain(suggestion.title)}{shown}",
            icon=":material/arrow_forward:",
            key=f"suggestion_{position}",
            on_click=state.ask,
            args=(asker, suggestion.question),
        )
