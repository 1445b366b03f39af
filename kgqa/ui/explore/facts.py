"""The facts of one relation of a thing as a table, and the thing with its neighbours as a drawing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.evidence.exploring.neighbourhood import Details, Facts, Side
from kgqa.exports import graph_page, sheets
from kgqa.exports.files import file_name
from kgqa.presentation.drawing import Dot, Picture, called
from kgqa.presentation.neighbourhood_layout import Neighbourhood, Ray, arrange_around, things
from kgqa.presentation.text import number, plain
from kgqa.records import Answer, Trace, Triple
from kgqa.ui.components import graph_view, picture_view

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

DRAWN = 12
"""Things that are drawn before a reader asks for more, and how many more each time."""
OTHERS = 5
"""Relations besides the chosen one of which things are drawn; the rest are groups."""
MOST_DRAWN = 70
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
    few = {side.key: min(2, side.things) for side in others[:OTHERS]}
    wanted = {chosen.key: max(DRAWN - sum(few.values()), 4), **few}
    room = MOST_DRAWN
    rays = []
    for side in (chosen, *others):
        most = min(wanted.get(side.key, 0) + more.get(side.key, 0), room)
        triples = _of(asker, details, side, facts if side is chosen else None, most)
        drawn = len(things(side, triples, set(details.ids)))
        room -= drawn
        rest = max(side.things - drawn, 0)
        rays.append(Ray(side, triples, rest, f"+ {group_words(asker, side, rest, drawn)}" if rest else ""))
    name = f"{details.node.name} and what the graph links it to"
    return arrange_around(details, rays, name, called(asker.schema), narrow=narrow)


def group_words(asker: Asker, side: Side, rest: int, drawn: int) -> str:
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


def wanted(thing: str) -> Mapping[str, int]:
    """How many more things of each side a reader wants to have drawn around a thing, by key of the side."""
    more: Mapping[str, int] = st.session_state.get(f"more_{thing}", {})
    return more


def draw_picture(found: Neighbourhood, thing: str, serial: str) -> Dot | None:
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
    more = dict(wanted(thing))
    more[side.key] = more.get(side.key, 0) + DRAWN
    st.session_state[f"more_{thing}"] = more


def draw_exports(asker: Asker, details: Details, words: str, facts: Facts, picture: Picture) -> None:
    """The facts of this page as a table, and the drawing as a page of its own."""
    trace = as_trace(asker, details, words, facts)
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


def as_trace(asker: Asker, details: Details, words: str, facts: Facts) -> Trace:
    """A page of facts as the record of an answer, for what draws and writes such records."""
    name = details.node.name
    first, last = facts.start + 1, facts.start + len(facts.triples)
    shown = f"{name} {words}: {number(first)}–{number(last)} of {number(facts.total)} facts, counted by the database."
    answer = Answer("answered", "relation", shown, shown, total=facts.total)
    now = datetime.now(UTC).isoformat(timespec="seconds")
    return Trace(f"{name}: {words}", "", asker.card, answer, evidence=facts.triples, asked_at=now)
