"""Connecting a server: its address and account, what it enforces, and what its types and relations are called."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import streamlit as st

from kgqa.graph.failures import shown_uri
from kgqa.graph.own.capabilities import State
from kgqa.presentation.text import Colour, badge, paragraphs, plain
from kgqa.ui.data import attempts, labels
from kgqa.ui.data.attempts import Attempt
from kgqa.ui.session import graphs, navigation
from kgqa.ui.session.background_work import draw_progress

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection

_FORM = "server_passwords"

STATES: dict[State, tuple[str, Colour, str]] = {
    "enforced": ("enforced", "green", "check"),
    "not enforced": ("not enforced", "orange", "warning"),
    "unknown": ("not known", "gray", "help"),
}
"""How what a server enforces is shown."""


def draw() -> None:
    """The whole tab: the form, and what came of the last attempt."""
    left, right = st.columns([1, 1.62], gap="medium")
    with left:
        draw_form(None)
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


def draw_form(known: Connection | None) -> None:
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
        st.markdown("  \n".join(f"{badge(*STATES[rule.state])} {plain(rule.words)}" for rule in rules))
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
