"""From one page to another, and from one thing to the next."""

from __future__ import annotations

import streamlit as st

from kgqa.ui.session import state

ADDRESS = "thing"
"""Name under which the address of Explore holds the thing that is shown."""
EXPLORE, ASK, HISTORY, DATA, LAB = (
    "pages/explore.py", "pages/ask.py", "pages/history.py", "pages/data.py", "pages/lab.py",
)  # fmt: skip
COMPARE, SETTINGS = "pages/compare.py", "pages/settings.py"
PICKED = "explored"
"""Identifier and name of the thing that this session chose last."""
_NEXT = "explore_next"


def to(identifier: str, name: str) -> None:
    """Has Explore show a thing when it is drawn next."""
    st.session_state[_NEXT] = (identifier, name)


def taken() -> tuple[str, str] | None:
    """The identifier and the name of the thing that is to be shown now; None where none was chosen since."""
    found: tuple[str, str] | None = st.session_state.pop(_NEXT, None)
    return found


def forget() -> None:
    """Nothing was chosen: for another graph, which may not have it."""
    for key in (_NEXT, PICKED):
        st.session_state.pop(key, None)
    st.query_params.pop(ADDRESS, None)


def compare(question: str) -> None:
    """Goes to Compare with a question in its box."""
    state.COMPARE_BOX.begin(question)
    st.switch_page(COMPARE)


def ask(question: str) -> None:
    """Goes to Ask with a question in its box."""
    state.BOX.begin(question)
    st.switch_page(ASK)
