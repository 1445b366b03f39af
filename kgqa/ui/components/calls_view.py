"""The requests to a language model: what each was for, every prompt as sent, what came back, and what it took."""

from __future__ import annotations

import json
from collections.abc import Sequence

import streamlit as st

from kgqa.presentation.calls import in_one_line
from kgqa.presentation.text import plain
from kgqa.records import ModelCall

ROLES = {"system": "Instructions", "user": "What was asked", "assistant": "What the model had said"}


def draw(calls: Sequence[ModelCall], serial: str) -> None:
    """Each request as it was sent and answered, folded.

    Args:
        serial: tells these requests from others on the page.
    """
    for place, call in enumerate(calls, start=1):
        mark = f":red[:material/error: {plain(call.error)}]" if call.error else ""
        st.markdown(f"**{plain(call.purpose)}** :gray[{plain(in_one_line([call]))}] {mark}")
        with st.expander(f"Request {place} as it was sent", key=f"call_{serial}_{place}", icon=":material/code:"):
            _draw_call(call)


def _draw_call(call: ModelCall) -> None:
    st.markdown(f"{plain(call.model)} ({plain(call.provider)}) · prompt {plain(call.prompt)}")
    st.markdown(":gray[Settings]")
    st.code(json.dumps(dict(call.settings), ensure_ascii=False, default=str), language="json", wrap_lines=True)
    for message in call.messages:
        st.markdown(f":gray[{ROLES[message.role]}]")
        st.code(message.text, language=None, wrap_lines=True)
    st.markdown(":gray[What came back]" if not call.error else ":gray[What had come back]")
    st.code(call.reply or "(nothing)", language=None, wrap_lines=True)
