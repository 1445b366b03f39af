"""One thing on the page: what it is, its facts by relation and page by page, and what stands around it."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import PAGE, Details, Facts, Publications, Side
from kgqa.presentation import links
from kgqa.presentation.drawing import Picture
from kgqa.presentation.neighbourhood_layout import side_words
from kgqa.presentation.text import badge, counted, number, paragraphs, plain
from kgqa.questions.verbalisation import question_about
from kgqa.questions.wording import SILENCE
from kgqa.ui.components import evidence_view
from kgqa.ui.explore import facts as explore_facts
from kgqa.ui.session import navigation

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.presentation.rows import Column

SYNONYMS = 8
"""Synonyms that are shown before a reader opens the rest."""


@dataclass(frozen=True, slots=True)
class Visit:
    """A thing that is looked at, with what the database counted."""

    details: Details
    sides: tuple[Side, ...]
    publications: Publications | None

    @property
    def facts(self) -> int:
        """Facts of all relations."""
        return sum(side.records for side in self.sides)


def visit(asker: Asker, identifier: str) -> Visit | None:
    """What the graph holds about a thing; None where it has no such thing.

    Raises:
        KgqaError: the graph could not be read; the message says what to do.
    """
    explorer = asker.explorer
    details = explorer.thing(identifier)
    if details is None:
        return None
    sides = explorer.sides(details.thing)
    return Visit(details, tuple(sides), explorer.publications(details.thing, sides))


def draw(asker: Asker, visit: Visit) -> None:
    """The whole page of a thing."""
    _draw_head(asker, visit)
    if visit.sides:
        _draw_facts(asker, visit)
    else:
        nothing = "joins it to nothing" if visit.details.properties else "records nothing about it beyond its name"
        st.markdown(f"This graph {nothing}. That is {SILENCE}.")
    _draw_record(visit.details)


def _draw_head(asker: Asker, visit: Visit) -> None:
    details = visit.details
    with st.container(gap="xsmall", key="thing_head"):
        st.markdown(f"# {plain(details.node.name)}", anchors=False)
        kind = asker.explorer.wording.things(details.node.label, 1)
        parts = [f"{badge(kind.capitalize(), 'blue', 'label')} &nbsp;{links.shown(details.node.id)}"]
        if len(details.ids) > 1:
            others = [links.shown(one) for one in details.ids if one != details.node.id]
            parts.append(f"same name as {', '.join(others)}")
        said = counted(visit.facts, "fact")
        if visit.publications is not None:
            more = "more than " if visit.publications.more else ""
            said += f", {more}{counted(visit.publications.number, 'publication')}"
        parts.append(said)
        st.markdown(" · ".join(parts))
        for definition in details.definitions[:1]:
            st.markdown(plain(definition))
        if details.synonyms:
            shown = [plain(text) for text in details.synonyms[:SYNONYMS]]
            rest = len(details.synonyms) - len(shown)
            more = f" · {number(rest)} more under “The record itself”" if rest else ""
            st.markdown(f":gray[Also called] {' · '.join(shown)}{more}")


@st.fragment
def _draw_facts(asker: Asker, visit: Visit) -> None:
    """The relations and the facts of the one that is chosen; only this part is drawn again for another one."""
    first = visit.details.node.id
    side = _chosen_side(asker, visit)
    place = f"page_{first}_{side.key}"
    pages = -(-side.records // PAGE)
    page = min(int(st.session_state.get(place, 0)), pages - 1)
    try:
        facts = asker.explorer.facts(visit.details.thing, side, page=page)
        found = explore_facts.drawing(asker, visit.details, visit.sides, side, facts, explore_facts.wanted(first))
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        st.button("Try again", icon=":material/refresh:", key="again_facts")
        return
    serial = hashlib.sha256(f"{first} {side.key} {page}".encode()).hexdigest()[:16]
    left, right = st.columns([1.25, 1], gap="medium")
    with left:
        picked = evidence_view.draw_facts(facts.triples, asker.schema, serial, without=_same(side, facts))
        _draw_pages(side, facts, place, page, pages)
    with right:
        to = explore_facts.draw_picture(found, first, serial)
    _draw_actions(asker, visit, side, facts, found.picture)
    if picked is not None:
        navigation.to(picked.id, picked.name)
        st.rerun()
    if to is not None:
        navigation.to(to.id, to.text)
        st.rerun()


def _chosen_side(asker: Asker, visit: Visit) -> Side:
    """The relation that the reader chose, the first one where none was."""
    sides = {side.key: side for side in visit.sides}
    wording = asker.explorer.wording
    chosen = st.segmented_control(
        "Relations", tuple(sides), default=visit.sides[0].key, key=f"side_{visit.details.node.id}", required=True,
        wrap=True, label_visibility="collapsed",
        format_func=lambda key: f"{plain(side_words(wording, sides[key]))} · {number(sides[key].records)}",
    )  # fmt: skip
    return sides.get(chosen or "", visit.sides[0])


def _same(side: Side, facts: Facts) -> tuple[Column, ...]:
    """The columns that say the same in every row: the thing itself, and the relation where nothing is denied."""
    if side.hop.relation.symmetric:
        return ()
    own: Column = "subject" if side.hop.forward else "object"
    return (own,) if len({triple.phrase for triple in facts.triples}) > 1 else (own, "relation")


def _draw_pages(side: Side, facts: Facts, place: str, page: int, pages: int) -> None:
    """How much is shown, in which order, who counted, and the way to the rest."""
    first, last = facts.start + 1, facts.start + len(facts.triples)
    said = f"{number(first)}–{number(last)} of {number(facts.total)}, counted by the database"
    if side.against:
        said += f" · {number(side.against)} of them against"
    order = "by share of patients, counted ones first" if facts.by == "share" else "by name"
    st.caption(f"{said} · sorted {order}")
    if pages > 1:
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            for words, icon, to in (("Previous", "chevron_left", page - 1), ("Next", "chevron_right", page + 1)):
                st.button(
                    words, icon=f":material/{icon}:", disabled=not 0 <= to < pages, key=f"{words}_{place}",
                    on_click=_turn, args=(place, to),
                )  # fmt: skip
            st.caption(f"Page {number(page + 1)} of {number(pages)}")


def _turn(place: str, page: int) -> None:
    st.session_state[place] = page


def _draw_actions(asker: Asker, visit: Visit, side: Side, facts: Facts, picture: Picture) -> None:
    """What can be done from here: ask, go to a neighbour, take the facts and the drawing along."""
    question = question_about(asker, visit.details.thing, side.hop)
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="thing_actions"):
        if question is not None and st.button(plain(question), icon=":material/forum:", key="ask_about"):
            navigation.ask(question)
        explore_facts.draw_exports(asker, visit.details, side_words(asker.explorer.wording, side), facts, picture)


def _draw_record(details: Details) -> None:
    with st.expander("The record itself", icon=":material/data_object:", key="record_itself"):
        for text in details.definitions[1:]:
            st.markdown(plain(text))
        if details.synonyms:
            st.markdown(f":gray[Synonyms] {' · '.join(plain(text) for text in details.synonyms)}")
        for identifier, name, value in details.properties:
            st.markdown(f":gray[{plain(identifier)} {plain(name.replace('_', ' '))}] {plain(value)}")
