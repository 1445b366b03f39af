"""What two tables would make: how many of what, which rows cannot be loaded, and how the relations read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.load.checks import as_csv
from kgqa.load.tables.mapping import TablesMapping
from kgqa.presentation.text import badge, counted, number, paragraphs, plain
from kgqa.schema.relation_words import RelationWords
from kgqa.ui.data import labels
from kgqa.ui.data.table_import import TableImport
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.load.tables.survey import Survey

MOST_LISTED = 100
"""Bad rows that the page lists; the file has more."""
CORRECT, SKIP = "Correct the file first", "Load without them"


def draw(draft: TableImport, mapping: TablesMapping) -> tuple[TablesMapping, bool]:
    """What would be made; gives the mapping with what was chosen here, and whether it can be loaded so."""
    draft.count(mapping)
    work = draft.counting
    assert work is not None
    if not work.wait(0.3):
        draw_counting(work)
        return mapping, False
    survey = work.made
    if survey is None:
        st.error(paragraphs(work.error), icon=":material/error:")
        return mapping, False
    st.markdown(would_make(survey))
    skip = draw_bad(survey, draft.serial) if survey.bad_count else False
    words: tuple[RelationWords, ...] = ()
    impossible: list[str] = []
    if survey.relations:
        st.markdown("**Relations** · how they read in answers and in questions")
        key = f"relations_{draft.serial}_{hash(mapping.nodes)}"
        words, impossible = labels.draw_relations(survey.relations, key, survey.examples)
        for sentence in impossible:
            st.warning(plain(sentence), icon=":material/warning:")
    ready = not impossible and bool(survey.nodes) and (skip or not survey.bad_count)
    return replace(mapping, relations=words, skip_bad_rows=skip), ready


def would_make(survey: Survey) -> str:
    """A sentence in Markdown: what a load would make."""
    if not survey.nodes:
        return "Would make nothing: no row of these tables can be loaded."
    types = sorted(survey.node_types, key=lambda one: -one.count)
    parts = [f"**{number(one.count)} {plain(one.singular if one.count == 1 else one.plural)}**" for one in types]
    edges = sum(survey.edges.values())
    return f"Would make {', '.join(parts)} and **{counted(edges, 'relationship')}**"


def draw_bad(survey: Survey, serial: str) -> bool:
    """The rows that cannot be loaded, and the choice; gives whether the rest is loaded without them."""
    st.markdown(badge(f"{counted(survey.bad_count, 'row')} cannot be loaded", "orange", "warning"))
    with st.expander("Which rows, and why", type="compact", expanded=survey.bad_count <= 5):
        lines = [f"{plain(row.where)}: {plain(row.reason)}" for row in survey.bad[:MOST_LISTED]]
        st.markdown("  \n".join(lines))
        if survey.bad_count > len(lines):
            st.caption(f"The first {len(lines)} of {number(survey.bad_count)} are shown.")
        st.download_button(
            f"Save {counted(len(survey.bad), 'bad row')} as CSV",
            data=lambda: as_csv(survey.bad),
            file_name="bad_rows.csv",
            mime="text/csv",
            icon=":material/download:",
            on_click="ignore",
        )
    choice = st.radio("What to do with them", [CORRECT, SKIP], key=f"bad_{serial}", horizontal=True)
    return choice == SKIP


@st.fragment(run_every=0.5)
def draw_counting(work: Work[Survey]) -> None:
    """How far the reading of the files is."""
    if work.wait(0):
        st.rerun()
    progress = work.progress
    if progress is None or not progress.total:
        st.markdown("Reading the tables …")
    else:
        st.progress(min(progress.done / progress.total, 1.0), text=plain(progress.step))
