"""The part of the graph that the rows of a statement rest on."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.exports import graph_page
from kgqa.presentation.drawing import Picture
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.text import plain
from kgqa.records import Answer, AnswerItem, Node, Trace, Triple
from kgqa.ui.components import agraph_view, graph_view, picture_view
from kgqa.ui.session import navigation, state

if TYPE_CHECKING:
    from kgqa.evidence.row_evidence import RowEvidence
    from kgqa.pipeline import Asker
    from kgqa.ui.lab.run import LabRun

TITLE = "Graph of the rows"


def draw(run: LabRun | None, *, earlier: bool) -> None:
    """Draws the edges behind the rows, or says why there is nothing to draw.

    Args:
        earlier: the rows are of an earlier text.
    """
    found = run.evidence.made if run is not None and run.evidence is not None else None
    if run is None or found is None or not found.triples:
        with st.container(border=True, key="graph_lab_empty", gap="xsmall"):
            st.markdown(f"## {TITLE}", anchors=False)
            st.markdown(plain(_why_nothing(run, found)))
        return
    told = trace(run, found)
    first = found.triples[0].number
    picture = _picture(told)
    title = f"{TITLE} of the earlier query" if earlier else TITLE
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, run.serial, title, first)
    else:
        _draw_ours(picture, run.serial, title, first)
    for note in filter(None, (found.computed, *found.notes)):
        st.caption(plain(note))


def page(asker: Asker, run: LabRun) -> bytes:
    """The drawing as a page of its own; empty where there is none."""
    found = run.evidence.made if run.evidence is not None else None
    if found is None:
        return b""
    told = trace(run, found)
    return graph_page.page(arrange(told), told, asker.schema)


def trace(run: LabRun, found: RowEvidence) -> Trace:
    """The edges as the drawing takes them: with the things that the rows name in a column of their own."""
    items = found.items or _ends(found.triples)
    said = Answer("answered", "list", "The facts behind the rows of a statement", "", items)
    return Trace("Query lab", "cypher", run.graph, said, evidence=found.triples)


def _picture(told: Trace) -> Picture:
    return replace(arrange(told, graph_view.most()), name="Drawing of the facts behind the rows")


def _draw_ours(picture: Picture, serial: str, title: str, first: int) -> None:
    activated = picture_view.draw(
        picture, key=f"lab_{serial}", title=title, answer=serial, actions=("explore", "use"), selected=first
    )
    if activated is None:
        return
    if activated.action == "explore":
        navigation.to(activated.dot.id, activated.dot.text)
        st.switch_page(navigation.EXPLORE)
    state.BOX.begin(activated.dot.text)
    st.switch_page(navigation.ASK)


def _ends(triples: tuple[Triple, ...]) -> tuple[AnswerItem, ...]:
    """The things to which edges lead and from which none does, where the rows name no things themselves."""
    subjects = {triple.subject.id for triple in triples}
    ends: dict[str, Node] = {triple.object.id: triple.object for triple in triples}
    return tuple(AnswerItem(key, node.name, node.label) for key, node in ends.items() if key not in subjects)


def _why_nothing(run: LabRun | None, found: RowEvidence | None) -> str:
    if run is not None and not run.wait(0):
        return "The statement is running."
    if run is None:
        return "Run a statement to see the recorded facts that its rows rest on."
    if run.ran is None or not run.ran.rows.rows:
        return "There are no rows, so there is nothing to draw."
    if found is not None:
        return found.computed or "No recorded fact is behind the rows."
    if run.evidence is None or not run.evidence.wait(0):
        return "The facts behind the rows are being looked for."
    return run.evidence.error or "The search for the facts behind the rows was stopped."
