"""The Settings page: what may leave this machine, the language models, how questions are answered, prompts and limits.

Each prompt is shown as it is sent, with a copy of one's own that is sent instead.
"""

from __future__ import annotations

import os

import streamlit as st

from kgqa import settings
from kgqa.graph.failures import shown_uri
from kgqa.language.phrases import NOTICE
from kgqa.llm.prompts import Prompt, PromptError, changed, prompts
from kgqa.presentation.text import badge, plain
from kgqa.ui.ask import strategy_view
from kgqa.ui.frame import page_frame
from kgqa.ui.session import preferences
from kgqa.ui.session.saved_preferences import LONGEST_COPY
from kgqa.ui.settings import providers, services, switch

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
    _draw_prompts()
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


_CHOICE, _KEEP = "prompt_shown", "prompts_kept"
_SERIAL = "prompt_serial"
"""Counts up when the box is to show another text than was typed."""
_COMPLAINT = "prompt_complaint"


def _draw_prompts() -> None:
    """One prompt at a time, with its inputs; the copy that is edited is sent from the moment that it is used."""
    known = {one.name: one for one in prompts()}
    copies = preferences.copies()
    name = st.selectbox(
        "Prompt",
        list(known),
        format_func=lambda one: _label(known[one], is_copy=one in copies),
        key=_CHOICE,
        on_change=_forget_complaint,
    )
    prompt = known[name] if name in known else next(iter(known.values()))
    _draw_state(prompt, copies.get(prompt.name))
    sent, edit = st.tabs(["As it is sent", "Edit a copy"])
    with sent:
        st.code(copies.get(prompt.name, prompt.text), language=None, wrap_lines=True)
        st.caption(
            "What stands in double braces is filled in for each question. What was sent for an answer, word for word, "
            "stands under that answer."
        )
    with edit:
        _draw_editor(prompt, copies.get(prompt.name))
    if copies:
        st.session_state[_KEEP] = preferences.keeps_copies()
        st.checkbox("Keep my copies on this machine for the next visit", key=_KEEP, on_change=_keep)


def _label(prompt: Prompt, *, is_copy: bool) -> str:
    purpose = prompt.purpose[:1].upper() + prompt.purpose[1:]
    return f"{purpose} · {prompt.title}{' (your copy)' if is_copy else ''}"


def _draw_state(prompt: Prompt, copy: str | None) -> None:
    state = badge("your copy is sent", "orange", "edit") if copy else badge("as shipped", "gray", "check")
    inputs = ", ".join(f"`{{{{{one}}}}}`" for one in prompt.inputs)
    filled = f" Filled in: {inputs}." if inputs else ""
    st.markdown(f"{state} &nbsp; {plain(prompt.name)}, version {plain(prompt.version)}.{filled}")


def _draw_editor(prompt: Prompt, copy: str | None) -> None:
    key = f"prompt_{prompt.name}_{st.session_state.setdefault(_SERIAL, 0)}"
    st.text_area("Your copy", copy or prompt.text, key=key, height=420, max_chars=LONGEST_COPY)
    told = st.session_state.get(_COMPLAINT)
    if told:
        st.markdown(f":red[:material/error: {plain(told)}]")
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Use this copy", type="primary", key="prompt_use", on_click=_use, args=(prompt, key))
        st.button(
            "Back to the shipped one",
            icon=":material/restart_alt:",
            type="tertiary",
            key="prompt_reset",
            disabled=copy is None,
            on_click=_reset,
            args=(prompt,),
        )


def _use(prompt: Prompt, key: str) -> None:
    """Sends what was typed from now on; what could not be sent is said, and nothing changes."""
    text = (st.session_state.get(key) or "").strip()
    try:
        changed(prompt, text)
    except PromptError as error:
        st.session_state[_COMPLAINT] = str(error)
        return
    _forget_complaint()
    preferences.set_copy(prompt.name, text if text != prompt.text else None)
    st.session_state[_SERIAL] += 1


def _reset(prompt: Prompt) -> None:
    _forget_complaint()
    preferences.set_copy(prompt.name, None)
    st.session_state[_SERIAL] += 1


def _keep() -> None:
    preferences.keep_copies(bool(st.session_state.get(_KEEP)))


def _forget_complaint() -> None:
    st.session_state.pop(_COMPLAINT, None)
