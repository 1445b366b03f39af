"""Three things a reader can say about an answer, kept on this machine with the answer."""

from __future__ import annotations

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.history.kept import MOST_WORDS, What
from kgqa.presentation.text import plain
from kgqa.records import Trace
from kgqa.ui.session import reader

FLAGS: dict[What, tuple[str, str]] = {
    "entity": ("Wrong entity", "Which name was read wrongly, and what is meant?"),
    "query": ("Wrong query", "What should have been asked of the graph?"),
    "answer": ("Wrong answer", "What is wrong with the answer, and how do you know?"),
}
"""For each flag its words and the question that is put beside it."""

_OUTCOME = "note_outcome"
"""What became of the last note: its serial, its flag, and an error or nothing."""


@st.fragment
def draw_flags(trace: Trace, serial: str) -> None:
    """The flags, each with room for a word; a note that is kept redraws nothing else.

    Args:
        serial: tells this asking from every other.
    """
    with st.container(horizontal=True, gap="xsmall", key=f"flags_{serial}"):
        for what, (words, question) in FLAGS.items():
            with st.popover(words, icon=":material/flag:", key=f"flag_{what}_{serial}"):
                _draw_form(trace, serial, what, question)


def _draw_form(trace: Trace, serial: str, what: What, question: str) -> None:
    box = f"note_{what}_{serial}"
    st.text_area(f"{question} (optional)", key=box, max_chars=MOST_WORDS, height=110)
    st.markdown(
        ":small[:gray[The note is kept on this machine, with the whole answer, and is never sent anywhere. "
        "The page History lists, exports and removes it.]]"
    )
    st.button("Keep this note", key=f"keep_{what}_{serial}", on_click=_keep, args=(trace, serial, what, box))
    asked, flag, problem = st.session_state.get(_OUTCOME, ("", "", ""))
    if (asked, flag) == (serial, what):
        if problem:
            st.error(plain(problem), icon=":material/error:")
        else:
            st.success("The note is kept on this machine.", icon=":material/check_circle:")


def _keep(trace: Trace, serial: str, what: What, box: str) -> None:
    try:
        reader.kept().flag(trace, what, st.session_state.get(box) or "")
    except KgqaError as error:
        st.session_state[_OUTCOME] = (serial, what, str(error))
        return
    st.session_state[box] = ""
    st.session_state[_OUTCOME] = (serial, what, "")
