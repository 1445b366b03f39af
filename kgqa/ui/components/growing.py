"""Growing the drawing of an answer: the links of any thing in it, by relation with counts, added and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import Details, Side
from kgqa.presentation.drawing import Dot, Picture
from kgqa.presentation.expanded_drawing import Growth, grown
from kgqa.presentation.neighbourhood_layout import side_words
from kgqa.presentation.text import number, paragraphs, plain

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

EACH = 6
"""Things that are added at a time, the strongest first."""
_Step = tuple[str, str]
"""Identifier of a thing in the drawing and key of one of its sides."""


def picture(asker: Asker, serial: str, drawn: Picture) -> Picture:
    """The drawing with everything that was added to it.

    Args:
        serial: tells this question from all others.
    """
    steps = _steps(serial)
    try:
        return grown(drawn, [_growth(asker, step, steps.count(step)) for step in dict.fromkeys(steps)])
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        return drawn


def begin(serial: str, dot: Dot) -> None:
    """Offers the links of a thing below the drawing."""
    st.session_state[f"grow_at_{serial}"] = (dot.id, dot.text)


def draw(asker: Asker, serial: str) -> None:
    """The links of the thing that was chosen, as buttons that add them; and the ways back."""
    at: tuple[str, str] | None = st.session_state.get(f"grow_at_{serial}")
    steps = _steps(serial)
    if at is None and not steps:
        return
    with st.container(horizontal=True, vertical_alignment="center", gap="xsmall", key=f"grow_{serial}"):
        if at is not None:
            _draw_sides(asker, serial, *at)
        if steps:
            st.button("Undo", icon=":material/undo:", key=f"grow_undo_{serial}", on_click=_undo, args=(serial,))
            clear = steps.clear
            st.button("The answer alone", icon=":material/restart_alt:", key=f"grow_none_{serial}", on_click=clear)


def _draw_sides(asker: Asker, serial: str, id_: str, name: str) -> None:
    try:
        _, sides = _around(asker, id_)
    except KgqaError as error:
        st.error(paragraphs(str(error)), icon=":material/error:")
        return
    st.markdown(f"**{plain(name)}** :gray[{'is linked to' if sides else 'has no other links'}]", width="content")
    steps = _steps(serial)
    for side in sides:
        shown = min(EACH * steps.count((id_, side.key)), side.things)
        of = f"{number(shown)} of {number(side.things)}" if shown else number(side.things)
        st.button(
            f"{plain(side_words(asker.explorer.wording, side))} · {of}",
            icon=":material/add:",
            disabled=shown >= side.things,
            key=f"grow_{serial}_{id_}_{side.key}",
            on_click=steps.append,
            args=((id_, side.key),),
        )


def _undo(serial: str) -> None:
    if steps := _steps(serial):
        steps.pop()


def _steps(serial: str) -> list[_Step]:
    found: list[_Step] = st.session_state.setdefault(f"grown_{serial}", [])
    return found


def _growth(asker: Asker, step: _Step, times: int) -> Growth:
    id_, key = step
    details, sides = _around(asker, id_)
    side = next((one for one in sides if one.key == key), None)
    if details is None or side is None:
        raise KgqaError(f"The graph does not know {id_} any more. Ask again.")
    # Things may have several facts; of these all are read that may belong to the wanted things.
    facts = asker.explorer.facts(details.thing, side, size=4 * EACH * times)
    own = frozenset(details.ids)
    kept: dict[str, None] = {}
    for triple in facts.triples:
        far = triple.object if triple.subject.id in own else triple.subject
        kept[far.name.casefold()] = None
    wanted = set(list(kept)[: EACH * times])
    few = tuple(
        one for one in facts.triples
        if (one.object if one.subject.id in own else one.subject).name.casefold() in wanted
    )  # fmt: skip
    return Growth(id_, own, side, few)


def _around(asker: Asker, id_: str) -> tuple[Details | None, list[Side]]:
    """A thing and its sides; looked up once for each graph and session.

    Raises:
        KgqaError: the graph could not be read.
    """
    known: dict[tuple[str, str], tuple[Details | None, list[Side]]] = st.session_state.setdefault("grow_around", {})
    key = (asker.source, id_)
    if key not in known:
        details = asker.explorer.thing(id_)
        known[key] = (details, asker.explorer.sides(details.thing) if details is not None else [])
    return known[key]
