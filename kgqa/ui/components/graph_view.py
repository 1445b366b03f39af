"""The part of the graph that an answer rests on, in the drawing that the setting chooses, and where it leads.

The drawing can grow: the links of any thing in it, by relation with counts, are added and taken back.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.evidence.exploring.neighbourhood import Details, Side
from kgqa.language.phrases import drawing_title
from kgqa.presentation import steady_layout
from kgqa.presentation.drawing import NO_KINDS, Dot, Picture, called
from kgqa.presentation.graph_layout import arrange
from kgqa.presentation.neighbourhood_layout import Growth, grown, side_words
from kgqa.presentation.steady_layout import Places
from kgqa.presentation.text import number, paragraphs, plain
from kgqa.records import Scored, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import agraph_view, picture_view
from kgqa.ui.components.picture_view import Action
from kgqa.ui.session import navigation, state

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

MOST = 150
NARROW_MOST = 20
"""Things and arrows on a telephone, where a drawing of 150 cannot be read."""


@st.fragment
def draw(trace: Trace, serial: str, asker: Asker | None = None) -> None:
    """Draws the evidence of an answer, nothing where there is none, and goes where a thing of it leads.

    It is a part of the page of its own: what is added to it draws nothing else anew.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
        asker: has more of the graph that the drawing can be grown by; None where it is another graph.
    """
    if not trace.evidence:
        return
    title = drawing_title(trace.strategy, trace.answer.status)
    picture = arrange(trace, most(), kinds=called(asker.schema) if asker is not None else NO_KINDS)
    if asker is None or settings.load().drawing == "agraph":
        _draw(picture, serial, title, trace.evidence[0].number)
        return
    _draw(_grown(asker, serial, picture), serial, title, trace.evidence[0].number, steady=True, grows=True)
    _draw_growing(asker, serial)


def draw_steady(
    trace: Trace, serial: str, places: Places, schema: Schema, cut: Sequence[Scored] = (), title: str = ""
) -> None:
    """The same for kept facts that may be others the next time: what stays is where it was.

    Args:
        places: where things stand; those of new ones are added.
        cut: facts that were cut, drawn in grey.
        title: stands over it; empty for that of the strategy.
    """
    first = next((one.number for one in (*trace.evidence, *(one.triple for one in cut))), None)
    if first is None:
        return
    picture = steady_layout.arrange_steadily(trace, places, cut, most(), called(schema))
    _draw(picture, serial, title or drawing_title(trace.strategy), first, steady=True)


def most() -> int:
    """Bound of things and arrows together for the screen of this session."""
    return NARROW_MOST if is_narrow() else MOST


def is_narrow() -> bool:
    """Whether the screen of this session is that of a telephone."""
    return "Mobi" in (st.context.headers.get("User-Agent") or "")


def _draw(picture: Picture, serial: str, title: str, first: int, *, steady: bool = False, grows: bool = False) -> None:
    if settings.load().drawing == "agraph":
        agraph_view.draw(picture, serial, title, first)
        return
    actions: tuple[Action, ...] = ("explore", "grow", "use") if grows else ("explore", "use")
    activated = picture_view.draw(
        picture, key=serial, title=title, answer=serial, actions=actions, selected=first, steady=steady
    )
    if activated is None:
        return
    if activated.action == "grow":
        _begin_growing(serial, activated.dot)
        return
    if activated.action == "explore":
        navigation.to(activated.dot.id, activated.dot.text)
        st.switch_page(navigation.EXPLORE)
    state.BOX.begin(activated.dot.text)
    st.rerun()


_EACH = 6
"""Things that are added at a time, the strongest first."""
_Step = tuple[str, str]
"""Identifier of a thing in the drawing and key of one of its sides."""


def _grown(asker: Asker, serial: str, drawn: Picture) -> Picture:
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


def _begin_growing(serial: str, dot: Dot) -> None:
    """Offers the links of a thing below the drawing."""
    st.session_state[f"grow_at_{serial}"] = (dot.id, dot.text)


def _draw_growing(asker: Asker, serial: str) -> None:
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
        shown = min(_EACH * steps.count((id_, side.key)), side.things)
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
    facts = asker.explorer.facts(details.thing, side, size=4 * _EACH * times)
    own = frozenset(details.ids)
    kept: dict[str, None] = {}
    for triple in facts.triples:
        far = triple.object if triple.subject.id in own else triple.subject
        kept[far.name.casefold()] = None
    wanted = set(list(kept)[: _EACH * times])
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
