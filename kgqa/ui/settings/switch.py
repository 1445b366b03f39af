"""What the cards of the settings share: their states, and the switch of a setting that is on or off."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from kgqa.presentation.text import Colour


def draw(card: str, key: str, name: str, words: str, *, on: bool, switch: Callable[[], None], fixed: str = "") -> None:
    """Draws the card of one setting.

    Args:
        card, key: of the card and the switch.
        switch: takes what is chosen, which stands in the session under ``key``.
        fixed: why it cannot be switched here; empty where it can.
    """
    st.session_state[key] = on
    with st.container(border=True, key=card):
        left, right = st.columns([5, 1], vertical_alignment="center")
        with left, st.container(gap=None):
            st.markdown(f"**{name}**")
            st.markdown(f":gray[{words}]")
            if fixed:
                st.caption(fixed)
        with right, st.container(horizontal=True, horizontal_alignment="right"):
            st.toggle(name, key=key, on_change=switch, disabled=bool(fixed), label_visibility="collapsed")


State = tuple[str, Colour, str]
"""The word of a card, its colour and its sign."""
OFF: State = "off while local only", "gray", "lock"
ASKING: State = "asking", "blue", "hourglass_top"
UNUSABLE: State = "not usable", "red", "error"
