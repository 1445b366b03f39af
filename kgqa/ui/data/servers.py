"""The servers that were connected, a card each, and the connecting of one.

A card tells whether its server answers, and what can be done with it. Connecting asks for address and account, tells
what the server enforces, and what its types and relations are called.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.graph.own.capabilities import State
from kgqa.presentation.text import Colour, badge, counted, number, paragraphs, plain, when
from kgqa.ui.data import attempts, labels
from kgqa.ui.data.attempts import Attempt
from kgqa.ui.data.cards import attempt
from kgqa.ui.session import graphs, navigation, reader
from kgqa.ui.session.background_work import draw_progress
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
        _draw_form(connection)
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


_FORM = "server_passwords"

_STATES: dict[State, tuple[str, Colour, str]] = {
    "enforced": ("enforced", "green", "check"),
    "not enforced": ("not enforced", "orange", "warning"),
    "unknown": ("not known", "gray", "help"),
}
"""How what a server enforces is shown."""


def draw_connecting() -> None:
    """The whole tab: the form, and what came of the last attempt."""
    left, right = st.columns([1, 1.62], gap="medium")
    with left:
        _draw_form(None)
        st.markdown(
            "Questions only read: nothing is ever written to this server, unless you load tables into it yourself. "
            "The password is never shown again."
        )
    with right:
        attempt = attempts.latest()
        if attempt is None:
            _draw_how()
        else:
            _draw_attempt(attempt)


def _draw_form(known: Connection | None) -> None:
    """Address and account of a server; the password that is kept holds for the kept address and user alone."""
    key = f"server_{known.name if known else ''}"
    with st.form(f"{key}_form", border=False, enter_to_submit=True):
        uri = st.text_input("Address", known.uri if known else "", key=f"{key}_uri", placeholder="bolt://10.2.0.8:7687")
        user = st.text_input("User", known.user if known else "neo4j", key=f"{key}_user", autocomplete="off")
        password = st.text_input(
            "Password",
            type="password",
            key=f"{key}_password_{st.session_state.setdefault(_FORM, 0)}",
            autocomplete="new-password",
            placeholder="Kept on this machine" if known and known.password else "",
        )
        database = st.text_input(
            "Database", known.database if known else "", key=f"{key}_database", placeholder="the server's own choice"
        )
        name = known.name if known else ""
        if known is None:
            name = st.text_input("What you call it", key=f"{key}_name", max_chars=100, placeholder="Ward 7 Neo4j") or ""
        keep = st.checkbox(
            "Keep the password on this machine",
            key=f"{key}_keep",
            value=bool(known and known.password),
            help="For this browser alone: it is encrypted under a key that only the browser's cookie holds.",
        )
        if not st.form_submit_button("Connect", type="primary" if known is None else "secondary"):
            return
    from kgqa.graph.own.connections import Connection

    uri, user, database = ((text or "").strip() for text in (uri, user, database))
    given = Connection(name.strip() or name_of(uri), uri, user, password or "", database)
    if not given.password and known is not None and (known.uri, known.user) == (given.uri, given.user):
        given = replace(given, password=(attempts.with_password(known) or known).password)
    attempts.begin(given, keep_password=keep)
    st.session_state[_FORM] += 1  # so that the password does not stay in the page
    st.rerun()


def name_of(uri: str) -> str:
    """What a server is called that nobody gave a name: its host, or else its address without an account."""
    try:
        host = urlsplit(uri).hostname
    except ValueError:  # no address at all, which the attempt to reach it says
        host = None
    return host or shown_uri(uri) or "Server without an address"


def _draw_how() -> None:
    st.markdown("## Your own Neo4j, or anything that speaks Bolt", anchors=False)
    st.markdown(
        "The address begins with `bolt://` for one server, or `neo4j://` for a cluster or Aura; with `+s` behind it "
        "the connection is encrypted, with `+ssc` a certificate that the server made itself is accepted. An account "
        "that may only read is best."
    )


def _draw_attempt(attempt: Attempt) -> None:
    name = attempt.connection.name
    if not attempt.work.wait(0):
        _draw_trying(attempt)
        return
    if attempt.work.made is None:
        with st.container(border=True, key="card_failed_server", gap="xsmall"):
            st.markdown(badge("Not connected", "red", "error"))
            st.markdown(f"## {plain(f'“{name}” cannot be asked.')}", anchors=False)
            st.markdown(paragraphs(attempt.work.error))
        return
    reached = attempt.work.made
    with st.container(border=True, key="card_answered_server", gap="xsmall"):
        st.markdown(badge("Connected", "green", "check"))
        answers = "is empty." if reached.is_empty else "answers."
        st.markdown(f"## {plain(f'“{name}” {answers}')}", anchors=False)
        if reached.is_empty:
            st.markdown(
                "Its database holds nothing to ask about. Connect another database, or load tables into this one under "
                "“Import a table”."
            )
        rules = reached.capabilities.rules
        st.markdown("  \n".join(f"{badge(*_STATES[rule.state])} {plain(rule.words)}" for rule in rules))
        if not reached.is_empty and st.button("Ask it", type="primary", icon=":material/forum:", key="use_server"):
            graphs.connect(attempt.connection)
            st.switch_page(navigation.ASK)
    if not reached.is_empty:
        labels.draw(attempt.connection, reached.reading)


@st.fragment(run_every=0.5)
def _draw_trying(attempt: Attempt) -> None:
    if attempt.work.wait(0):
        st.rerun()
    st.markdown(f"{badge('Connecting', 'blue', 'hourglass_top')} &nbsp; {plain(attempt.connection.name)}")
    draw_progress(attempt.work.progress, "Looking at the graph server")
