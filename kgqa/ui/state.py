"""The few things that a session remembers, by name, and the ways to change them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import streamlit as st

from kgqa.ui.asking import Asking

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

BOX = "question_box"
"""Widget key of the question box."""
ASKING = "asking"
"""The question on the page, answered or on its way."""


def current() -> Asking | None:
    """The question on the page; None where nothing was asked yet."""
    asking = st.session_state.get(ASKING)
    return asking if isinstance(asking, Asking) else None


def ask_box(asker: Asker) -> None:
    """Asks what stands in the question box."""
    ask(asker, st.session_state[BOX])


def ask(
    asker: Asker, question: str, chosen: Mapping[tuple[int, int], str] | None = None, narrower: bool = False
) -> None:
    """Asks a question and puts it into the box; a question still on its way is stopped first."""
    before = current()
    if before is not None:
        before.stop()
    st.session_state[BOX] = question
    st.session_state[ASKING] = Asking(asker, question, chosen, narrower)
