"""One thing on the page: what it is, its facts by relation and page by page, and what stands around it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import PAGE, Details, Facts, Publications, Side
from kgqa.exports import graph_page, sheets
from kgqa.exports.files import file_name
from kgqa.presentation import links
from kgqa.presentation.drawing import Dot, Picture, called
from kgqa.presentation.neighbourhood_layout import Neighbourhood, Ray, arrange_around, side_words, things
from kgqa.presentation.text import badge, counted, number, paragraphs, plain
from kgqa.questions.verbalisation import question_about
from kgqa.questions.wording import SILENCE
from kgqa.records import Answer, Trace, Triple
from kgqa.ui.components import evidence_view, graph_view, picture_view
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
        found = drawing(asker, visit.details, visit.sides, side, facts, _wanted(first))
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
        to = _draw_picture(found, first, serial)
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
        _draw_exports(asker, visit.details, side_words(asker.explorer.wording, side), facts, picture)


def _draw_record(details: Details) -> None:
    with st.expander("The record itself", icon=":material/data_object:", key="record_itself"):
        for text in details.definitions[1:]:
            st.markdown(plain(text))
        if details.synonyms:
            st.markdown(f":gray[Synonyms] {' · '.join(plain(text) for text in details.synonyms)}")
        for identifier, name, value in details.properties:
            st.markdown(f":gray[{plain(identifier)} {plain(name.replace('_', ' '))}] {plain(value)}")


DRAWN = 12
"""Things that are drawn before a reader asks for more, and how many more each time."""
_OTHERS = 5
"""Relations besides the chosen one of which things are drawn; the rest are groups."""
_MOST_DRAWN = 70
"""Things of a drawing: with their arrows no more than 150 elements."""


def drawing(
    asker: Asker, details: Details, sides: Sequence[Side], chosen: Side, facts: Facts, more: Mapping[str, int]
) -> Neighbourhood:
    """The thing with the strongest of its neighbours, most of them of the chosen relation.

    Args:
        more: by key of a side, how many things beyond the first are wanted.
    """
    narrow = graph_view.is_narrow()
    others = [side for side in sides if side.key != chosen.key]
    few = {side.key: min(2, side.things) for side in others[:_OTHERS]}
    wanted = {chosen.key: max(DRAWN - sum(few.values()), 4), **few}
    room = _MOST_DRAWN
    rays = []
    for side in (chosen, *others):
        most = min(wanted.get(side.key, 0) + more.get(side.key, 0), room)
        triples = _of(asker, details, side, facts if side is chosen else None, most)
        drawn = len(things(side, triples, set(details.ids)))
        room -= drawn
        rest = max(side.things - drawn, 0)
        rays.append(Ray(side, triples, rest, f"+ {_group_words(asker, side, rest, drawn)}" if rest else ""))
    name = f"{details.node.name} and what the graph links it to"
    return arrange_around(details, rays, name, called(asker.schema), narrow=narrow)


def _group_words(asker: Asker, side: Side, rest: int, drawn: int) -> str:
    """What stands for the things of a side that are not drawn: "61 more phenotypes"."""
    return f"{number(rest)} {'more ' if drawn else ''}{asker.explorer.wording.things(side.hop.end, rest)}"


def _of(asker: Asker, details: Details, side: Side, facts: Facts | None, most: int) -> tuple[Triple, ...]:
    """The facts of a side about its first things; those of the table as they are numbered there."""
    if most <= 0:
        return ()
    if facts is None:
        found = asker.explorer.facts(details.thing, side, size=max(2 * most, 4)).triples
        found = tuple(replace(triple, number=0) for triple in found)
    else:
        found = facts.triples
    own = set(details.ids)
    kept = {id(triple) for group in list(things(side, found, own).values())[:most] for triple in group}
    return tuple(triple for triple in found if id(triple) in kept)


def _wanted(thing: str) -> Mapping[str, int]:
    """How many more things of each side a reader wants to have drawn around a thing, by key of the side."""
    more: Mapping[str, int] = st.session_state.get(f"more_{thing}", {})
    return more


def _draw_picture(found: Neighbourhood, thing: str, serial: str) -> Dot | None:
    """Draws the neighbourhood and the buttons that open its groups; gives the thing to go to, if one was chosen.

    Args:
        thing: identifier of the thing in the middle.
        serial: tells the page of facts whose numbers are in the drawing.
    """
    activated = picture_view.draw(
        found.picture, key="around", title="Neighbourhood", answer=serial, actions=("open", "explore")
    )
    with st.container(horizontal=True, gap="xsmall", key="groups"):
        for dot in found.picture.dots:
            if dot.role == "group":
                side = found.groups[dot.key]
                st.button(plain(dot.text), key=f"open_{thing}_{side.key}", on_click=_open, args=(thing, side))
    if activated is None:
        return None
    if activated.action == "open":
        _open(thing, found.groups[activated.dot.key])
        st.rerun(scope="fragment")
    return activated.dot


def _open(thing: str, side: Side) -> None:
    """Has more things of a side drawn."""
    more = dict(_wanted(thing))
    more[side.key] = more.get(side.key, 0) + DRAWN
    st.session_state[f"more_{thing}"] = more


def _draw_exports(asker: Asker, details: Details, words: str, facts: Facts, picture: Picture) -> None:
    """The facts of this page as a table, and the drawing as a page of its own."""
    trace = _as_trace(asker, details, words, facts)
    buttons: tuple[tuple[str, str, str, str, Callable[[], bytes]], ...] = (
        (
            "Facts as CSV",
            "facts",
            "csv",
            "text/csv",
            lambda: sheets.as_csv(sheets.evidence(trace, asker.schema), asker.card),
        ),
        (
            "Stand-alone graph (HTML)",
            "graph",
            "html",
            "text/html",
            lambda: graph_page.page(picture, trace, asker.schema),
        ),
    )
    for label, what, ending, mime, data in buttons:
        st.download_button(
            label, data=data, file_name=file_name(trace, what, ending), mime=mime, icon=":material/download:",
            on_click="ignore", key=f"explore_{what}_{ending}",
        )  # fmt: skip


def _as_trace(asker: Asker, details: Details, words: str, facts: Facts) -> Trace:
    """A page of facts as the record of an answer, for what draws and writes such records."""
    name = details.node.name
    first, last = facts.start + 1, facts.start + len(facts.triples)
    shown = f"{name} {words}: {number(first)}–{number(last)} of {number(facts.total)} facts, counted by the database."
    answer = Answer("answered", "relation", shown, shown, total=facts.total)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Trace(f"{name}: {words}", "", asker.card, answer, evidence=facts.triples, asked_at=now)
