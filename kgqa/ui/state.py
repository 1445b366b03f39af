"""The few things that a session remembers, by name, and the ways to change them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.ui.asking import Asking, Chosen

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Trace

BOX = "question_box"
"""Widget key of the question box."""
ASKING = "asking"
"""The question on the page, answered or on its way."""
_NEXT = "next_question"
ADDRESS = "answer"
"""Name of the part of the address that says which kept answer is open."""


def current() -> Asking | None:
    """The question on the page; None where nothing was asked yet."""
    asking = st.session_state.get(ASKING)
    return asking if isinstance(asking, Asking) else None


def ask_box(asker: Asker) -> None:
    """Asks what stands in the question box."""
    ask(asker, st.session_state.get(BOX) or "")


def ask(asker: Asker, question: str, chosen: Chosen | None = None, narrower: bool = False) -> None:
    """Asks a question and puts it into the box; a question still on its way is stopped first."""
    _show(Asking.begin(asker, question, chosen, narrower))
    st.query_params.pop(ADDRESS, None)


def open_record(trace: Trace, record: str) -> Asking:
    """Puts a kept answer onto the page; nothing is asked."""
    asking = Asking.of_record(trace, record)
    _show(asking)
    return asking


def restore_box() -> None:
    """Puts the right words into the box before it is drawn: Streamlit forgets them when another page is shown."""
    asking = current()
    if _NEXT in st.session_state:
        st.session_state[BOX] = st.session_state.pop(_NEXT)
    elif BOX not in st.session_state and asking is not None:
        st.session_state[BOX] = asking.question


def begin_question(words: str) -> None:
    """Has the box hold these words when the Ask page is drawn next; nothing is asked."""
    st.session_state[_NEXT] = words


def put_away() -> None:
    """Takes the answer off the page, and ends a question on its way; its words stay in the box."""
    asking = current()
    if asking is None:
        return
    asking.stop()
    begin_question(asking.question)
    del st.session_state[ASKING]
    st.query_params.pop(ADDRESS, None)


def _show(asking: Asking) -> None:
    before = current()
    if before is not None:
        before.stop()
    st.session_state[BOX] = asking.question
    st.session_state[ASKING] = asking
