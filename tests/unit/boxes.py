"""Pages that run without a browser: how long they may take, and the box for questions."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput

LONG_S = 60
"""Until a page is drawn, on a machine that has other things to do; the library itself waits three seconds."""


def question_box(page: AppTest) -> TextInput:
    """The box of Ask or Compare, whose widget is another one whenever words are put into it."""
    return next(one for one in page.text_input if one.label == "Question")
