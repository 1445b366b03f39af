"""The app: its frame and its pages."""

import streamlit as st

from kgqa.ui import frame

frame.draw()
st.navigation([st.Page("pages/ask.py", title="Ask", icon=":material/forum:", default=True)], position="top").run()
