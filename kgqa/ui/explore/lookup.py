"""Explore on the page: the box that looks things up as one types, and what is shown below it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.lookup_hits import how
from kgqa.presentation.text import badge, paragraphs, plain, shortened
from kgqa.questions.wording import listed
from kgqa.ui.explore import entity, schema
from kgqa.ui.session import navigation

if TYPE_CHECKING:
    from kgqa.linking.lookup import Hit
    from kgqa.pipeline import Asker

BOX = "look_up"
"""Widget key of the box."""
VIEW = "view"
ENTITY, SCHEMA = "Entity", "Schema"
LONGEST_SHOWN = 120
"""Characters of what was typed, or stood in the address, that a sentence repeats."""
STYLE = """<style>
.st-key-hits button, .st-key-near button { justify-content: flex-start; text-align: left; min-height: 28px; }
.st-key-hits button > div, .st-key-near button > div { justify-content: flex-start; }
.st-key-hits { border-left: 3px solid light-dark(#D3DAE1, #35414C); padding-left: 12px; }
.st-key-thing_head h1 { overflow-wrap: anywhere; unicode-bidi: plaintext; }
</style>"""


def draw(asker: Asker) -> None:
    """The box, the choice between a thing and the schema, and what was chosen."""
    st.html(STYLE)
    asker.explorer.prepare()
    _arrive(asker)
    view = _view()
    _draw_lookup(asker, view)
    if view == SCHEMA:
        schema.draw(asker)
        return
    wanted = st.query_params.get(navigation.ADDRESS, "")
    if wanted:
        _draw_thing(asker, wanted)
    else:
        _draw_start(asker)


def _arrive(asker: Asker) -> None:
    """Takes over the thing that was chosen, or returns to the one that was looked at before another page.

    A thing that the address names, as after Back, is named in the box too.
    """
    chosen = navigation.taken()
    if chosen is not None:
        st.session_state[BOX] = chosen[1]
        st.session_state[VIEW] = ENTITY
    elif navigation.ADDRESS in st.query_params:
        wanted, known = st.query_params[navigation.ADDRESS], st.session_state.get(navigation.PICKED)
        if known is None or known[0] != wanted:
            st.session_state[BOX] = name = _name(asker, wanted)
            st.session_state[navigation.PICKED] = (wanted, name)
        return
    else:
        chosen = st.session_state.get(navigation.PICKED)
    if chosen is not None:
        st.session_state[navigation.PICKED] = chosen
        st.query_params[navigation.ADDRESS] = chosen[0]


def _name(asker: Asker, wanted: str) -> str:
    """The name of a thing; empty where the graph does not know it or cannot be read, which the page says below."""
    try:
        details = asker.explorer.thing(wanted)
    except KgqaError:
        return ""
    return details.node.name if details is not None else ""


def _view() -> str:
    """What the page shows, in step with the address; a widget bound to it would not let the page be left."""
    if st.session_state.get(VIEW) not in (ENTITY, SCHEMA):  # none where the last drawing of the page was cut short
        st.session_state[VIEW] = SCHEMA if st.query_params.get(VIEW) == SCHEMA else ENTITY
    if st.session_state[VIEW] == SCHEMA:
        st.query_params[VIEW] = SCHEMA
    else:
        st.query_params.pop(VIEW, None)
    return str(st.session_state[VIEW])


def _draw_thing(asker: Asker, wanted: str) -> None:
    with st.spinner("Reading the graph …", show_time=True):
        try:
            visit = entity.visit(asker, wanted)
        except KgqaError as error:
            _draw_failure(str(error))
            return
    if visit is None:
        _draw_unknown(asker, wanted)
    else:
        entity.draw(asker, visit)


@st.fragment
def _draw_lookup(asker: Asker, shown: str) -> None:
    """The box and what its text may mean; only this part is drawn again while one types.

    Args:
        shown: the view that the page shows.
    """
    left, right = st.columns([2.2, 1], vertical_alignment="bottom")
    with left:
        typed = st.text_input(
            _label(asker), key=BOX, live="200ms", icon=":material/search:",
            autocomplete="off", placeholder="Name, synonym or identifier", persist_state="session",
        )  # fmt: skip
    with right:
        view = st.segmented_control(
            "What to show", (ENTITY, SCHEMA), key=VIEW, required=True, label_visibility="collapsed", width="stretch",
        )  # fmt: skip
    if view != shown:
        st.rerun()
    picked = st.session_state.get(navigation.PICKED)
    if typed and typed.strip() and (picked is None or typed != picked[1]):
        _draw_hits(asker, typed)


def _draw_hits(asker: Asker, typed: str) -> None:
    hits = asker.explorer.find(typed)
    with st.container(key="hits", gap="xxsmall"):
        if not hits:
            st.caption(plain(f"Nothing in this graph has a name like “{shortened(typed.strip(), LONGEST_SHOWN)}”."))
        elif hits[0].how == "resembles":
            st.caption(plain(f"“{shortened(typed.strip(), LONGEST_SHOWN)}” is not a name in this graph. Nearest:"))
        for place, hit in enumerate(hits):
            if _draw_hit(asker, hit, f"hit_{place}"):
                st.rerun()


def _draw_hit(asker: Asker, hit: Hit, key: str) -> bool:
    label = _hit_label(asker, hit)
    return st.button(label, key=key, type="tertiary", width="stretch", on_click=navigation.to, args=(hit.id, hit.name))


def _hit_label(asker: Asker, hit: Hit) -> str:
    kind = asker.explorer.wording.things(hit.label, 1)
    return f"**{plain(hit.name)}** · {plain(kind)} · {plain(', '.join(hit.ids[:3]))} :gray[{plain(how(hit))}]"


def _label(asker: Asker) -> str:
    kinds = [node.singular for node in asker.schema.nodes[:3]] or ["thing"]
    article = "an" if kinds[0][:1].lower() in "aeiou" else "a"
    return plain(f"Look up {article} {listed(kinds, 'or')}")


def _draw_start(asker: Asker) -> None:
    st.markdown("# Look something up", anchors=False)
    if not asker.schema.nodes:
        st.markdown("This graph holds nothing yet. Load one, or set another graph.")
        return
    st.caption("Type a part of a name, a synonym or an identifier. Or begin with one of these:")
    try:
        starts = schema.starts(asker)
    except KgqaError as error:
        _draw_failure(str(error))
        return
    with st.container(horizontal=True, gap="xsmall", key="starts"):
        for place, node in enumerate(starts):
            kind = asker.explorer.wording.things(node.label, 1)
            st.button(
                f"{plain(node.name)} :gray[{plain(kind)}]", key=f"start_{place}", on_click=navigation.to,
                args=(node.id, node.name),
            )  # fmt: skip


def _draw_unknown(asker: Asker, wanted: str) -> None:
    sentence = plain(f"“{shortened(wanted, LONGEST_SHOWN)}” is not an identifier in this graph.")
    with st.container(border=True, key="card_not_in_graph_explore", gap="xsmall"):
        st.markdown(badge("Not in this graph", "gray", "do_not_disturb_on"))
        st.markdown(f"## {sentence}", anchors=False)
        near = asker.explorer.find(wanted, 5)
        st.markdown("Nearest:" if near else "Look the thing up by its name in the box above.")
        with st.container(key="near", gap="xxsmall"):
            for place, hit in enumerate(near):
                _draw_hit(asker, hit, f"near_{place}")


def _draw_failure(sentence: str) -> None:
    with st.container(border=True, key="card_failed_explore", gap="small"):
        st.markdown(badge("Failed", "red", "error"))
        st.markdown("## The graph could not be read.", anchors=False)
        st.markdown(paragraphs(sentence))
        st.button("Try again", icon=":material/refresh:", key="again_explore")
