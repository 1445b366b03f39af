"""Under an answer that was reasoned out on the schema: the paths that could be meant, and the way to another one."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.presentation.schema_layout import paths_picture
from kgqa.presentation.text import counted, plain
from kgqa.records import SchemaPath, Trace, chosen_of
from kgqa.ui.components import picture_view
from kgqa.ui.session import graphs, models, state
from kgqa.ui.session.question_run import QuestionRun

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

SHOWN = 8
"""Paths that are listed."""
STYLE = """<style>
[class*="st-key-path_"] { row-gap: 2px; }
[class*="st-key-take_path_"] button { min-height: 1.65rem; padding: 0 0.6rem; white-space: nowrap; }
</style>"""


def draw(asker: Asker, run: QuestionRun, trace: Trace) -> None:
    """The candidate paths with their scores, as a list and as a drawing; nothing where none were looked for."""
    if not trace.paths:
        return
    st.html(STYLE)
    elsewhere = graphs.is_of_another(trace, asker)
    title = f"Paths over the schema :gray[{counted(len(trace.paths), 'candidate')}, by likeness to the question]"
    with st.expander(title, icon=":material/conversion_path:", expanded=len(trace.paths) > 1, key="schema_paths"):
        for place, one in enumerate(trace.paths[:SHOWN]):
            with st.container(key=f"path_{place}_{run.serial}", gap="xxsmall"):
                _draw_path(asker, run, trace, one, place, elsewhere=elsewhere)
        if len(trace.paths) > SHOWN:
            st.caption(f"{len(trace.paths) - SHOWN:,} more are less like the question.")
        if not elsewhere:
            picture = paths_picture(trace.paths[:SHOWN], asker.schema)
            picture_view.draw(picture, key=f"paths_{run.serial}", title="The paths over the schema", actions=())


def _draw_path(asker: Asker, run: QuestionRun, trace: Trace, path: SchemaPath, place: int, *, elsewhere: bool) -> None:
    mark = ":material/check_circle:" if path.taken else ":material/radio_button_unchecked:"
    found = "" if path.answers is None else counted(path.answers, "answer")
    parts = " · ".join(part for part in (f"score {path.score:.2f}", plain(path.reason), found) if part)
    said = f"**{plain(path.said)}**" if path.taken else plain(path.said)
    with st.container(horizontal=True, vertical_alignment="center", gap="small"):
        st.markdown(f"{mark} {said}  \n:small[:gray[{parts}]]")
        if not path.taken and not elsewhere:
            st.button(
                "Take this path",
                key=f"take_path_{place}_{run.serial}",
                on_click=_take,
                args=(asker, trace, path.key),
            )


def _take(asker: Asker, trace: Trace, key: str) -> None:
    """Asks the same question over another path."""
    approach = replace(models.approach_with("kgt", models.chosen()), path=key)
    state.ask(asker, trace.question, chosen_of(trace.settled), trace.narrower, approach)
