"""Data: the graphs that can be asked, tables that become one, and servers of one's own."""

import streamlit as st

from kgqa.language.phrases import NOTICE
from kgqa.ui.data import attempts, cards, loading, servers
from kgqa.ui.data import servers as data_server
from kgqa.ui.data import tables as data_tables
from kgqa.ui.frame import page_frame

TABLES, SERVER = "Import a table", "Connect a server"
TAB = "data_tab"
SHORT_S = 0.3

page_frame.pass_through("pages/data.py")
for one in (loading.mine(), attempts.latest()):
    if one is not None:
        one.work.wait(SHORT_S)  # what ends at once is shown as ended in every part of the page
loading.settle()
if cards.REPLACE in st.session_state:
    st.session_state[TAB] = TABLES
st.markdown("# Graphs", anchors=False)
cards.draw()
servers.draw()
tables, server = st.tabs([TABLES, SERVER], key=TAB, on_change="rerun")
with tables:
    data_tables.draw()
with server:
    data_server.draw_connecting()
st.caption(NOTICE)
