"""The servers that were connected, a card each: whether they answer, and what can be done with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.presentation.text import badge, counted, number, plain, when
from kgqa.ui.data import attempts, server
from kgqa.ui.data.attempts import Attempt
from kgqa.ui.data.cards import attempt
from kgqa.ui.session import graphs, reader
from kgqa.ui.session.graphs import Choice

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection

_DISCARDED = "servers_discarded"


def draw() -> None:
    """All of the cards; nothing where no server was ever connected."""
    chosen = settings.load()
    if chosen.graph_uri:
        _draw_given(chosen.graph_uri)
    _draw_discarded(chosen.data_dir)
    saved = {one.name: one for one in reader.servers().all()}
    latest = attempts.latest()
    if latest is not None:
        saved.setdefault(latest.connection.name, replace(latest.connection, password=""))
    for place, connection in enumerate(saved.values()):
        _draw_card(connection, str(place))


def _draw_discarded(data_dir: Path) -> None:
    """What an earlier version kept for whoever came goes, because nobody can tell whose it was."""
    from kgqa.graph.own import connections

    count = st.session_state[_DISCARDED] = st.session_state.get(_DISCARDED, 0) + connections.discard_unowned(data_dir)
    if count:
        were = "connection was" if count == 1 else "connections were"
        st.info(
            f"{number(count)} {were} removed with all passwords: an earlier version kept servers for everybody who "
            "came here. Now each belongs to the browser that connected it. Connect yours again.",
            icon=":material/lock_reset:",
        )


def _draw_given(uri: str) -> None:
    with st.container(border=True, key="shelf_given", gap="xsmall"):
        name, state, facts, buttons = st.columns([2.2, 1.3, 4.4, 3.4], vertical_alignment="center")
        name.markdown("**Server of this app**")
        in_use = graphs.in_use(settings.OWN_GRAPH)
        state.markdown(badge("in use", "green", "check") if in_use else badge("set", "gray", "dns"))
        with facts, st.container(gap=None):
            st.markdown(plain(shown_uri(uri)))
            st.caption("Set by KGQA_GRAPH_URI when the app was started; questions only read.")
        if not in_use:
            with buttons, st.container(horizontal=True, horizontal_alignment="right"):
                args = (settings.OWN_GRAPH,)
                st.button("Use :gray[the server of this app]", type="primary", on_click=graphs.choose, args=args)


def _draw_card(connection: Connection, key: str) -> None:
    found = attempts.of(connection.name)
    ready = attempts.with_password(connection)
    in_use = ready is not None and graphs.choice() == Choice(settings.OWN_GRAPH, ready)
    with st.container(border=True, key=f"shelf_server_{key}", gap="xsmall"):
        name, state, facts, buttons = st.columns([2.2, 1.3, 4.4, 3.4], vertical_alignment="center")
        with name, st.container(gap=None):
            st.markdown(f"**{plain(connection.name)}**")
            st.caption(" · ".join(plain(part) for part in (shown_uri(connection.uri), connection.database) if part))
        with state:
            _draw_state(found, in_use)
        with facts, st.container(gap=None):
            _draw_facts(connection, found)
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
            _draw_buttons(connection, ready, key, in_use=in_use)


def _draw_state(found: Attempt | None, in_use: bool) -> None:
    if found is not None and not found.work.wait(0):
        st.markdown(badge("connecting", "blue", "hourglass_top"))
    elif found is not None and found.work.made is None:
        st.markdown(badge("not reachable", "red", "error"))
    elif in_use:
        st.markdown(badge("in use", "green", "check"))
    elif found is not None and found.work.made is not None and found.work.made.is_empty:
        st.markdown(badge("empty", "gray", "dns"))
    else:
        st.markdown(badge("ready", "gray", "dns") if found is not None else badge("saved", "gray", "dns"))


def _draw_facts(connection: Connection, found: Attempt | None) -> None:
    if found is not None and found.work.wait(0) and found.work.made is None:
        moment = when(found.at, st.context.timezone)
        tries = "" if found.tries == 1 else f"{counted(found.tries, 'attempt')}, the last "
        st.markdown(plain(found.work.error))
        st.caption(
            plain(f"{tries}{moment}. Answers that used it stay readable; they can be asked again once it is back.")
        )
        return
    if found is not None and found.work.made is not None:
        schema = found.work.made.reading.schema
        nodes = sum(one.count for one in schema.nodes)
        edges = sum(one.count for one in schema.relations)
        st.markdown(f"{number(nodes)} nodes · {number(edges)} relationships")
    user = f"As {connection.user}; " if connection.user else ""
    password = "its password is kept on this machine" if connection.password else "its password is not kept"
    st.caption(plain(f"{user}{password}. Questions only read."))


def _draw_buttons(connection: Connection, ready: Connection | None, key: str, *, in_use: bool) -> None:
    label = plain(connection.name)
    if ready is not None and not in_use and attempts.may_answer(connection):
        st.button(
            f"Use :gray[{label}]", type="primary", key=f"server_use_{key}", on_click=graphs.connect, args=(ready,)
        )
    if ready is not None and st.button(f"Try again :gray[{label}]", key=f"server_try_{key}"):
        attempts.again(ready)
        st.rerun()
    with st.popover(f"Edit :gray[{label}]", key=f"server_edit_{key}"):
        server.draw_form(connection)
    st.button(
        f"Remove :gray[{label}]",
        key=f"server_remove_{key}",
        on_click=attempt,
        args=(_remove, connection),
    )


def _remove(connection: Connection) -> str:
    attempts.forget(connection.name)
    current = graphs.choice().connection
    if current is not None and current.name == connection.name:
        graphs.choose(settings.load().asked_graph)
    return f"The connection to “{connection.name}” was removed; nothing on the server was changed."
