"""The settings that are fixed when the app is started: what each is, and how it is changed."""

from __future__ import annotations

import os

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.presentation.text import plain

_OF_MODELS = "model"
"""Settings whose name begins so are those of the cards above."""


def draw() -> None:
    """A table: the setting in words, its value, and the variable that sets it."""
    chosen = settings.load()
    rows = [
        (one.help, _shown(one, getattr(chosen, one.name)), one.variable)
        for one in settings.TABLE
        if not one.name.startswith(_OF_MODELS) and one.name != "local_only"
    ]
    st.markdown(
        "These hold for everybody who uses this app. Set the variable to another value and start the app again."
    )
    with st.expander("Show them"):
        st.table(
            {
                "Setting": [plain(help_) for help_, _, _ in rows],
                "Value": [plain(value) for _, value, _ in rows],
                "Variable": [f"`{variable}`" for _, _, variable in rows],
            },
            hide_index=True,
        )


def _shown(setting: settings.Setting, value: object) -> str:
    """A value as it may be read; of a secret, only whether it is set."""
    if setting.name in settings.SECRETS:
        return "set" if value else "not set"
    if setting.name == "graph_uri" and value:
        return shown_uri(str(value))
    told = f"{value:g}" if isinstance(value, float) else str(value)
    source = " (from the environment)" if os.environ.get(setting.variable) else ""
    return f"{told or 'none'}{source}"
