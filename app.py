"""The app: its frame and its pages."""

import streamlit as st

from kgqa.ui import entrance, frame, reader

frame.draw()
reader.draw()
pages = [
    st.Page("pages/ask.py", title="Ask", icon=":material/forum:", default=True),
    st.Page("pages/explore.py", title="Explore", icon=":material/hub:"),
    st.Page("pages/data.py", title="Data", icon=":material/database:"),
    st.Page("pages/history.py", title="History", icon=":material/history:"),
]
page = st.navigation(pages, position="top")
entrance.enter()
page.run()
