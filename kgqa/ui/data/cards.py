"""The graphs that are loaded, a card each: what it holds, where it comes from, and what can be done with it."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa import settings
from kgqa.errors import KgqaError
from kgqa.presentation.text import badge, counted, linked, number, paragraphs, plain, when
from kgqa.ui.session import graphs, navigation
from kgqa.ui.session.background_work import Work

if TYPE_CHECKING:
    from kgqa.graph.stop import StopSignal
    from kgqa.load.catalog import GraphEntry
    from kgqa.progress import Report

REPLACE = "replace_graph"
"""The name of the graph that the reader wants to load anew; the form of an import takes it over."""
_SAID = "data_said"
SAID_S = 60
"""How long the page says what was just done; a run that is cut short must not swallow it."""
MOST_LINES = 60
"""Relations that a card lists."""

# What a button does it does to the graph of its card, which its name says; it need not be seen again.
STYLE = """<style>
[class*="st-key-shelf_"] button p span, [class*="st-key-shelf_"] a p span { position: absolute; width: 1px; height: 1px;
  overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.stMain summary, .stMain summary p { color: light-dark(#4A5763, #B1BDC8); opacity: 1; }
[class*="st-key-shelf_"] [data-testid="stMarkdownContainer"] { overflow-wrap: anywhere; }
[data-testid="stFileUploaderDropzoneInstructions"] { display: none; }
[class*="st-key-shelf_"] [data-testid="stMarkdownContainer"] p { unicode-bidi: plaintext; }
</style>"""


def draw() -> None:
    """All of the cards, and above them what was just done."""
    st.html(STYLE)
    _draw_said()
    entries = sorted(graphs.loaded(), key=lambda entry: entry.card.name != graphs.BUNDLED)
    if all(entry.card.name != graphs.BUNDLED for entry in entries):
        _draw_unloaded()
    for entry in entries:
        _draw_card(entry)
    _draw_removed()


def size(size_bytes: int) -> str:
    """A size on the disk in words: 9 MB."""
    return f"{max(size_bytes / 1e6, 0.1):,.{0 if size_bytes >= 1e6 else 1}f} MB"


def attempt(action: Callable[..., str], *arguments: Any) -> None:
    """Does something that a button was pressed for, and has the page say what came of it."""
    try:
        said, good = action(*arguments), True
    except KgqaError as error:
        said, good = str(error), False
    st.session_state[_SAID] = (said, good, time.monotonic())


def _draw_said() -> None:
    said, good, at = st.session_state.get(_SAID, ("", True, 0.0))
    if not said or time.monotonic() - at > SAID_S:
        return
    if good:
        st.success(plain(said), icon=":material/check:")
    else:
        st.error(paragraphs(said), icon=":material/error:")


def _draw_unloaded() -> None:
    with st.container(border=True, key="shelf_unloaded"):
        name, state, facts, buttons = st.columns([2.2, 1.3, 4.6, 2.6], vertical_alignment="center")
        name.markdown(f"**{plain(graphs.BUNDLED_TITLE)}**")
        state.markdown(badge("not loaded yet", "gray", "inventory_2"))
        facts.markdown("Comes with the app; the first question loads it in about 20 seconds.")
        with buttons, st.container(horizontal=True, horizontal_alignment="right"):
            _draw_use(graphs.BUNDLED, graphs.BUNDLED_TITLE)


def _draw_card(entry: GraphEntry) -> None:
    card = entry.card
    with st.container(border=True, key=f"shelf_of_{card.name}", gap="xsmall"):
        name, state, facts, buttons = st.columns([2.2, 1.3, 4.4, 3.4], vertical_alignment="center")
        with name, st.container(gap=None):
            st.markdown(f"**{plain(card.title)}**")
            own_name = "" if card.title == card.name else card.name
            st.caption(" · ".join(plain(part) for part in (own_name, card.version, card.vocabulary) if part))
        in_use = graphs.in_use(card.name)
        state.markdown(badge("in use", "green", "check") if in_use else badge("ready", "gray", "inventory_2"))
        with facts, st.container(gap=None):
            _draw_facts(entry)
        with buttons, st.container(horizontal=True, horizontal_alignment="right", gap="xsmall"):
            _draw_buttons(entry, in_use)
        _draw_check(entry)
        kinds = f"{counted(len(entry.contents.nodes), 'type')}, {counted(len(entry.contents.edges), 'relation')}"
        with st.expander(f"{kinds} · loaded {when(entry.loaded_at, st.context.timezone)}", type="compact"):
            _draw_contents(entry)


def _draw_facts(entry: GraphEntry) -> None:
    card, edges = entry.card, sum(entry.contents.edges.values())
    st.markdown(f"{number(entry.nodes)} nodes · {number(edges)} relationships · {size(entry.size_bytes)}")
    if entry.groups:
        st.caption(f"and {counted(entry.groups, 'group')} that a vocabulary adds")
    licence = (
        f"Licence: {linked(card.licence)}" if card.licence else "Licence not stated: add it before you share results"
    )
    st.caption(". ".join(part for part in (licence, plain(card.citation)) if part))
    if entry.skipped_rows:
        st.caption(plain(f"{counted(entry.skipped_rows, 'bad row')} of its files left out"))


def _draw_buttons(entry: GraphEntry, in_use: bool) -> None:
    name = entry.card.name
    if not in_use:
        _draw_use(name, name)
    if st.button(f"Explore :gray[{plain(name)}]", key=f"explore_{name}"):
        graphs.choose(name)
        st.switch_page(navigation.EXPLORE)
    if name == graphs.BUNDLED:
        _draw_check_button(name)
        return
    st.button(f"Remove :gray[{plain(name)}]", key=f"remove_{name}", on_click=attempt, args=(_remove, name))
    more = f"more_{name}"
    with st.popover(f"More :gray[on {plain(name)}]", key=more, on_change="rerun"):
        _draw_check_button(name, also_closing=more)
        st.button("Replace with other tables", key=f"replace_{name}", on_click=_replace, args=(name,))
        with st.form(f"rename_form_{name}", border=False):
            new = st.text_input("New name", value=name, max_chars=40, key=f"rename_to_{name}")
            if st.form_submit_button("Rename"):
                attempt(_rename, name, new or "")
                st.rerun()


def _draw_use(name: str, shown: str) -> None:
    label = f"Use :gray[{plain(shown)}]"
    st.button(label, type="primary", key=f"use_{name}", on_click=graphs.choose, args=(name,))


def _draw_contents(entry: GraphEntry) -> None:
    loaded_from = f"Loaded from {entry.loaded_from}. " if entry.loaded_from else ""
    st.caption(plain(f"{loaded_from}Named {entry.card.name!r} in the command line."))
    left, right = st.columns([1, 2])
    things = {node.label: node.count for node in entry.schema.nodes} if entry.groups else entry.contents.nodes
    counts = sorted(things.items(), key=lambda item: -item[1])
    left.markdown("  \n".join(f"{number(count)} {plain(label)}" for label, count in counts[:MOST_LINES]))
    worded = {(one.source, one.type, one.target): one for one in entry.schema.relations}
    edges = sorted(entry.contents.edges.items(), key=lambda item: -item[1])
    lines = []
    for triad, count in edges[:MOST_LINES]:
        source, type_, target = triad
        words = worded[triad].forward if triad in worded else type_
        lines.append(f"{number(count)} {plain(f'{source} {words} {target}')} :gray[{plain(type_)}]")
    if len(edges) > MOST_LINES:
        lines.append(f"and {number(len(edges) - MOST_LINES)} more relations")
    right.markdown("  \n".join(lines) or "No relationships.")


def _draw_removed() -> None:
    from kgqa.load import catalog

    # Of several that had one name the one that was removed last comes back first.
    latest = {entry.card.name: entry for entry in reversed(catalog.removed(settings.load()))}
    for name, entry in latest.items():
        with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"shelf_removed_{name}"):
            st.caption(plain(f"“{entry.card.title}” was removed. It can be brought back until the app's next start."))
            st.button(f"Undo :gray[{plain(name)}]", key=f"undo_{name}", on_click=attempt, args=(_undo, name))


def _remove(name: str) -> str:
    from kgqa.load import catalog

    catalog.remove(settings.load(), name)
    if not graphs.in_use(name):
        return f"“{name}” was removed."
    default = settings.load().asked_graph
    graphs.choose(default)
    return f"“{name}” was removed. It was in use; “{graphs.titles().get(default, default)}” is asked now."


def _undo(name: str) -> str:
    from kgqa.load import catalog

    catalog.restore(settings.load(), name)
    return f"“{name}” is back as it was."


def _rename(name: str, new: str) -> str:
    from kgqa.load import catalog

    catalog.rename(settings.load(), name, new)
    if graphs.in_use(name):
        graphs.choose(new)
    return f"“{name}” is called “{new}” now."


def _replace(name: str) -> None:
    st.session_state[REPLACE] = name
    st.session_state[f"more_{name}"] = False


_CHECKS = "graph_checks"


def _draw_check_button(name: str, also_closing: str = "") -> None:
    """The button that begins a check.

    Args:
        also_closing: key of the menu that the button stands in.
    """
    st.button(f"Re-check :gray[{plain(name)}]", key=f"check_{name}", on_click=_begin_check, args=(name, also_closing))


def _draw_check(entry: GraphEntry) -> None:
    """The check of a graph that this session began, or what came of it."""
    checks: dict[str, Work[int]] = st.session_state.get(_CHECKS, {})
    work = checks.get(entry.card.name)
    if work is None:
        return
    if not work.wait(0.2):
        _draw_counting(work)
    elif work.made is not None:
        words = f"Counted again: all {number(work.made)} nodes and relationships are there."
        st.markdown(badge(words, "green", "check"))
    else:
        st.markdown(badge("The check failed", "red", "error"))
        st.markdown(paragraphs(work.error))


@st.fragment(run_every=0.5)
def _draw_counting(work: Work[int]) -> None:
    if work.wait(0):
        st.rerun()
    st.caption("Counting through the graph server …")


def _begin_check(name: str, also_closing: str) -> None:
    if also_closing:
        st.session_state[also_closing] = False

    def count(report: Report, stop: StopSignal) -> int:
        from kgqa.graph.server.embedded import EmbeddedServer
        from kgqa.load import catalog

        chosen = settings.load()
        with EmbeddedServer.connect(chosen) as server:
            contents = catalog.check(chosen, server, name).contents
        return sum(contents.nodes.values()) + sum(contents.edges.values())

    checks: dict[str, Work[int]] = st.session_state.setdefault(_CHECKS, {})
    checks[name] = Work(count, f"check the graph {name!r}")
