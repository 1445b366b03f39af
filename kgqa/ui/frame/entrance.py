"""The one way in: every page is drawn by the app, inside its frame and behind its guard.

A server that has just started takes the folder ``pages`` for the pages themselves, until ``st.navigation`` is called
for the first time. Whoever opens the address of a page before that would be given its file without the app.
"""

from __future__ import annotations

import streamlit as st

_ENTERED = "entered"
_WANTED = "wanted_page"


def pass_through(page: str) -> None:
    """Sends a reader who has not come through the app to it first; for the beginning of a page's file."""
    if _ENTERED not in st.session_state:
        st.session_state[_WANTED] = (page, dict(st.query_params))
        st.switch_page("app.py")


def enter() -> None:
    """Lets the reader in, and on to the page that was wanted; for the app, once its pages are known."""
    st.session_state[_ENTERED] = True
    wanted = st.session_state.pop(_WANTED, None)
    if wanted is not None:
        page, address = wanted
        st.switch_page(page, query_params=address)
