"""Where an import goes: a graph of this app with a name, or the database of a server that the reader connected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.presentation.text import badge, number, plain
from kgqa.ui.data import attempts, cards, loading
from kgqa.ui.data.loading import Goal
from kgqa.ui.session import graphs

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection

NAME = "import_name"
"""Widget key of the name of the new graph."""
HERE = "This machine"
_WHERE = "import_into"

CITED = (
    ("title", "Title", "as the name"),
    ("version", "Version", "the day of the files"),
    ("licence", "Licence", "CC BY 4.0"),
    ("citation", "Citation", "authors, title, year"),
)
"""How a graph is cited: field, label, and what stands in the empty box."""


def draw() -> Goal:
    """The choice of the place, and what is said of the new graph there."""
    wanted = st.session_state.pop(cards.REPLACE, None)
    if wanted is not None:
        _prefill(wanted)
    servers = {f"The server “{one.name}”": one for one in attempts.reachable()}
    if servers:
        where = st.radio("Where the graph goes", [HERE, *servers], format_func=plain, key=_WHERE) or HERE
        if where in servers:
            return _draw_server(servers[where])
    return _draw_names()


def _draw_server(connection: Connection) -> Goal:
    database = f"the database {connection.database!r}" if connection.database else "the default database"
    words = (
        f"Your tables are written to {database} on {shown_uri(connection.uri)!r}. Nothing there is removed. A load "
        "that is cut short goes on when the same tables are imported again."
    )
    st.markdown(f"{badge('Writes to your server', 'orange', 'warning')} {plain(words)}")
    key = f"{connection.name}_{connection.uri}_{connection.database}"
    agreed = st.checkbox(f"The tables may be written to “{plain(connection.name)}”", key=f"import_agreed_{key}")
    may_add = st.checkbox(
        "Its database may hold other things: add to them",
        key=f"import_may_add_{key}",
        help="A thing with the type and the identifier of one of your rows becomes one with it.",
    )
    missing = "" if agreed else f"Tick that the tables may be written to “{connection.name}” to import them."
    return Goal({"name": settings.OWN_GRAPH, "title": connection.name}, connection, may_add, missing)


def _draw_names() -> Goal:
    name = st.text_input(
        "Name of the new graph", key=NAME, max_chars=40, placeholder="gene-panel-2026",
        help="1 to 40 of the characters a to z, 0 to 9, hyphen and underscore.",
    )  # fmt: skip
    _draw_what_becomes_of(name or "")
    places = iter([*st.columns(2), *st.columns(2)])
    fields = {
        field: next(places).text_input(label, key=f"import_{field}", max_chars=500, placeholder=shown) or ""
        for field, label, shown in CITED
    }
    card = {"name": (name or "").strip(), **{field: text.strip() for field, text in fields.items()}}
    return Goal(card, missing="" if card["name"] else "Give the new graph a name to import it.")


def _draw_what_becomes_of(name: str) -> None:
    """What the graph of this name would replace; nothing while it is loaded, when that is said elsewhere."""
    mine = loading.mine()
    if mine is not None and mine.name == name and not mine.came_to_nothing:
        return
    entry = graphs.entry(name) if name else None
    if entry is None:
        st.markdown("Imported beside the graphs you have. Nothing is replaced until the counts are verified.")
        return
    nodes = number(sum(entry.contents.nodes.values()))
    words = f"Replaces “{entry.card.title}” ({nodes} nodes), once the new one is complete and counted."
    st.markdown(f"{badge('Replaces a graph', 'orange', 'warning')} {plain(words)}")


def _prefill(name: str) -> None:
    entry = graphs.entry(name)
    st.session_state[NAME] = name
    st.session_state[_WHERE] = HERE
    if entry is not None:
        for field in ("title", "licence", "citation"):
            st.session_state[f"import_{field}"] = getattr(entry.card, field)
