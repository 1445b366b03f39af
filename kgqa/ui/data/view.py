"""The Data page: what can be asked, and what can be added."""

from __future__ import annotations

import streamlit as st

from kgqa.language.phrases import NOTICE
from kgqa.ui.data import attempts, cards, loading, servers
from kgqa.ui.data import server as data_server
from kgqa.ui.data import tables as data_tables

TABLES, SERVER = "Import a table", "Connect a server"
_TAB = "data_tab"
SHORT_S = 0.3


def draw() -> None:
    """The cards of graphs and servers, and the two ways to add one."""
    for one in (loading.mine(), attempts.latest()):
        if one is not None:
            one.work.wait(SHORT_S)  # what ends at once is shown as ended in every part of the page
    loading.settle()
    if cards.REPLACE in st.session_state:
        st.session_state[_TAB] = TABLES
    st.markdown("# Graphs", anchors=False)
    cards.draw()
    servers.draw()
    tables, server = st.tabs([TABLES, SERVER], key=_TAB, on_change="rerun")
    with tables:
        data_tables.draw()
    with server:
        data_server.draw()
    st.caption(NOTICE)
