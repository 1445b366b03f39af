"""The second language model: whether one judges the claims that the graph was not found to tell, and which."""

from __future__ import annotations

import streamlit as st

from kgqa.presentation.text import plain
from kgqa.ui.session import models
from kgqa.ui.settings import tests
from kgqa.ui.settings.values import name_complaint

_NAME, _COMPLAINT = "settings_judge", "settings_judge_complaint"
WORDS = (
    "Every claim of a language model is compared with the graph by program. A second model of the same provider can "
    "then judge the claims that the graph was not found to tell, from the same numbered facts. What it says stands "
    "beside the verdict under its own name and changes none. It takes one more request for an answer that has such "
    "claims, with the settings and at the prices of the first model."
)


def draw() -> None:
    """The name of the second model; no name: none is asked."""
    first, name = models.chosen(), models.judge()
    with st.container(border=True, key="settings_judge_card"):
        st.markdown("**Second model that judges what remains** :gray[(off unless you name one)]")
        st.markdown(f":gray[{WORDS}]")
        known = tests.names(first.provider) if first is not None else ()
        st.selectbox(
            "Second model",
            list(dict.fromkeys([*([name] if name else []), *known])),
            index=0 if name else None,
            key=_NAME,
            accept_new_options=True,
            placeholder="Off: choose or type the name of a model",
            disabled=first is None,
            on_change=_save,
        )
        if first is None:
            st.caption("Set a language model first.")
        if complaint := st.session_state.get(_COMPLAINT):
            st.markdown(f":red[:material/error: {plain(complaint)}]")


def _save() -> None:
    """Takes the name; one that can be none is said, and nothing is changed."""
    name = (st.session_state.get(_NAME) or "").strip()
    complaint = name_complaint(name)
    st.session_state[_COMPLAINT] = complaint
    if not complaint:
        models.set_judge(name)
