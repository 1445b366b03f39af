"""The box of the Query lab: sends what is typed while one types, and Ctrl+Enter."""

from __future__ import annotations

from collections.abc import Mapping

import streamlit as st

from kgqa.ui.frame.assets import component
from kgqa.ui.lab.state import lab

_KEY = "lab_editor"
_editor = component("editor")


def draw() -> None:
    """Draws the box with the text of the lab; what is typed since is never replaced by it."""
    here = lab()
    data = {
        "text": here.text,
        "serial": here.serial,
        "label": "Cypher, or the whole reply of a language model",
        "hint": "Checked as you type. Ctrl+Enter checks and runs it.",
        "placeholder": "MATCH (n) RETURN n LIMIT 10",
    }
    _editor(key=_KEY, data=data, on_text_change=_hear_text, on_run_change=_hear_run)


def _hear_text() -> None:
    _take("text")


def _hear_run() -> None:
    if _take("run"):
        lab().want_run()


def _take(name: str) -> bool:
    """Takes over what the browser sends, where it is of the text that is in the box now."""
    told = st.session_state[_KEY].get(name)
    here = lab()
    if not isinstance(told, Mapping) or told.get("serial") != here.serial or not isinstance(told.get("text"), str):
        return False
    here.write(told["text"].encode("utf-8", "replace").decode())
    return True
