"""The prompts: each as it is sent, and a copy of one's own that is sent instead."""

from __future__ import annotations

import streamlit as st

from kgqa.llm.prompts import Prompt, PromptError, changed, prompts
from kgqa.presentation.text import badge, plain
from kgqa.ui.session import preferences
from kgqa.ui.session.saved_preferences import LONGEST_COPY

_CHOICE, _KEEP = "prompt_shown", "prompts_kept"
_SERIAL = "prompt_serial"
"""Counts up when the box is to show another text than was typed."""
_COMPLAINT = "prompt_complaint"


def draw() -> None:
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
