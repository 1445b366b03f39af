"""The app: its door, its frame and its pages.

Streamlit imports this file for the server, which stands behind a doorkeeper, and runs it for every session.
"""

import streamlit as st

if __name__ == "__main__":
    from kgqa.ui.frame import page_frame
    from kgqa.ui.session import reader

    page_frame.draw()
    reader.draw()
    pages = [
        st.Page("pages/ask.py", title="Ask", icon=":material/forum:", default=True),
        st.Page("pages/compare.py", title="Compare", icon=":material/compare:"),
        st.Page("pages/explore.py", title="Explore", icon=":material/hub:"),
        st.Page("pages/lab.py", title="Query lab", icon=":material/code:"),
        st.Page("pages/data.py", title="Data", icon=":material/database:"),
        st.Page("pages/history.py", title="History", icon=":material/history:"),
        st.Page("pages/settings.py", title="Settings", icon=":material/settings:"),
    ]
    page = st.navigation(pages, position="top")
    page_frame.enter()
    page.run()
else:
    from starlette.middleware import Middleware

    from kgqa.ui.frame import doorkeeper

    def let_go() -> None:
        """Lets the open graphs go when the server ends; what opens them is imported with the first page."""
        from kgqa.ui.session import open_graphs

        open_graphs.let_go()

    doorkeeper.require_login()
    app = st.App(__file__, middleware=[Middleware(doorkeeper.Doorkeeper)], lifespan=doorkeeper.serving(let_go))
