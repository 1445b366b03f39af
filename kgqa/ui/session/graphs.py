"""Which graph this session asks, and how it changes: two sessions may ask two graphs at the same time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.ui.session import navigation, reader, state

if TYPE_CHECKING:
    from kgqa.graph.own.connections import Connection
    from kgqa.load.catalog import GraphEntry
    from kgqa.pipeline import Asker
    from kgqa.records import Trace

BUNDLED = "hpo"
"""Name of the graph that comes with the app, and is loaded where it is missing."""
BUNDLED_TITLE = "HPO annotations"
"""What that graph is called before it is loaded."""
PREFERENCE = "graph"
"""Name of the reader's choice of graph for the next visit."""
_CHOSEN = "graph_in_use"
_SEEN = "graph_versions"


@dataclass(frozen=True, slots=True)
class Choice:
    """A graph to ask.

    Attributes:
        name: of a loaded graph, or ``settings.OWN_GRAPH``.
        connection: of this session's own server, with its password; None for every other graph.
    """

    name: str
    connection: Connection | None = None

    @property
    def key(self) -> str:
        """Tells it from every other choice of a session; the names of loaded graphs hold no colon."""
        return self.name if self.connection is None else f"server:{self.connection.name}"


def choice() -> Choice:
    """The graph that this session asks; on its first visit the one of the last visit, if that is still loaded."""
    found = st.session_state.get(_CHOSEN)
    if not isinstance(found, Choice):
        found = Choice(_remembered() or settings.load().asked_graph)
        st.session_state[_CHOSEN] = found
    return found


def chosen() -> str:
    """The name of the graph that this session asks."""
    return choice().name


def choose(name: str, keep_answer: bool = False) -> None:
    """Has this session ask a loaded graph from now on, and the next visit too.

    Args:
        keep_answer: the answer on the page is of that graph, and stays.
    """
    _change(Choice(name), keep_answer=keep_answer)
    try:
        reader.kept().prefer(PREFERENCE, name)
    except (KgqaError, OSError):
        return  # this visit has it all the same


def connect(connection: Connection) -> None:
    """Has this session ask the graph of an own server from now on."""
    _change(Choice(settings.OWN_GRAPH, connection))


def in_use(name: str) -> bool:
    """Whether this session asks the loaded graph of that name."""
    return choice() == Choice(name)


def loaded() -> list[GraphEntry]:
    """The graphs that can be chosen, as the catalogue has them."""
    from kgqa.load import catalog

    return catalog.graphs(settings.load())


def entry(name: str) -> GraphEntry | None:
    """The loaded graph of that name; None where there is none."""
    from kgqa.load import catalog

    try:
        return catalog.graph(settings.load(), name)
    except KgqaError:
        return None


def is_of_another(trace: Trace, asker: Asker) -> bool:
    """Whether an answer is of another graph than the one that is asked; all servers of readers have one name."""
    one, other = trace.graph, asker.card
    return one.name != other.name or (one.name == settings.OWN_GRAPH and one.title != other.title)


def version(name: str) -> str:
    """Which load of a graph there is now; empty for one that is not loaded, or not held here."""
    found = None if name == settings.OWN_GRAPH else entry(name)
    return "" if found is None else found.data_version


def replaced(name: str, now: str) -> bool:
    """Whether this session asked another load of the graph than the present one, and has not said that it knows."""
    seen: dict[str, str] = st.session_state.setdefault(_SEEN, {})
    return bool(now) and seen.setdefault(name, now) != now


def acknowledge(name: str) -> None:
    """The reader knows that the graph was replaced, or did it himself."""
    st.session_state.setdefault(_SEEN, {}).pop(name, None)


def titles() -> dict[str, str]:
    """What can be asked without another word: names of graphs, each with the title that a reader knows it by."""
    known = {entry.card.name: f"{entry.card.title} {entry.card.version}".strip() for entry in loaded()}
    found = {BUNDLED: BUNDLED_TITLE, **known}
    if settings.load().graph_uri:
        found[settings.OWN_GRAPH] = "The server that the app was started with"
    return found


def _change(to: Choice, *, keep_answer: bool = False) -> None:
    if st.session_state.get(_CHOSEN) == to:
        return
    st.session_state[_CHOSEN] = to
    acknowledge(to.name)
    if not keep_answer:
        state.put_away()
    navigation.forget()


def _remembered() -> str | None:
    name = reader.kept().preference(PREFERENCE)
    return name if name and version(name) else None
