"""The Settings page: what may leave this machine, the language models, how questions are answered, and the limits."""

from __future__ import annotations

import os

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.language.phrases import NOTICE
from kgqa.presentation.text import plain
from kgqa.ui.ask import strategy_view
from kgqa.ui.frame import page_frame
from kgqa.ui.session import preferences
from kgqa.ui.settings import prompts, providers, services, switch

_LOCAL, _STRICT = "settings_local_only", "settings_strict"
STRICT = "Read only what is certain"
"""The switch that takes reading by meaning away."""


def draw() -> None:
    """The whole page."""
    st.markdown("# Settings", anchors=False)
    _draw_reader()
    _draw_local_only()
    st.markdown("## Language models", anchors=False)
    providers.draw()
    providers.draw_judge()
    providers.draw_split()
    st.markdown("## Services beside the graph", anchors=False)
    services.draw()
    st.markdown("## How questions are answered", anchors=False)
    _draw_strict()
    with st.container(border=True, key="settings_strategy"):
        strategy_view.draw(on_settings=True)
    st.markdown("## Prompts", anchors=False)
    prompts.draw()
    st.markdown("## Limits and folders", anchors=False)
    _draw_limits()
    st.caption(NOTICE)


def _draw_reader() -> None:
    """Who is signed in, where readers sign in, and the way out."""
    if not st.user.get("is_logged_in"):
        return
    name = next((one for one in map(st.user.get, ("name", "email", "sub")) if isinstance(one, str) and one), "")
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key="settings_reader"):
        st.markdown(f"Signed in as **{plain(name)}**" if name else "Signed in")
        st.button("Sign out", icon=":material/logout:", key="sign_out", on_click=page_frame.sign_out)


def local_only_words(on: bool) -> str:
    """What holds now of language models on other machines."""
    if on:
        return "Nothing leaves this machine: language models and services on other machines are switched off."
    return (
        "Language models and services on other machines may be asked. Switch this on, and nothing leaves this machine."
    )


def _draw_local_only() -> None:
    on = preferences.local_only()
    fixed = "KGQA_LOCAL_ONLY=1 was set when the app was started, so it cannot be switched off here."
    switch.draw(
        "settings_local_card", _LOCAL, "Local only", local_only_words(on), on=on, switch=_switch,
        fixed=fixed if preferences.is_local_only_fixed() else "",
    )  # fmt: skip


def _switch() -> None:
    preferences.set_local_only(bool(st.session_state.get(_LOCAL)))


def strict_words(on: bool) -> str:
    """What holds now of a question that is not read word by word."""
    if on:
        return "A question that is not read word by word is not answered, and the answer says which words are not read."
    return (
        "A question that is not read word by word is read by meaning; the answer then stands under “Read as”, with "
        "other readings beside it. Switch this on, and such a question is not answered."
    )


def _draw_strict() -> None:
    on = preferences.strict()
    switch.draw("settings_strict_card", _STRICT, STRICT, strict_words(on), on=on, switch=_switch_strict)


def _switch_strict() -> None:
    preferences.set_strict(bool(st.session_state.get(_STRICT)))


_OF_MODELS = "model"
"""Settings whose name begins so are those of the cards above."""


def _draw_limits() -> None:
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
