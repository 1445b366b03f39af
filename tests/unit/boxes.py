"""The box for questions on a page that runs without a browser."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import TextInput


def question_box(page: AppTest) -> TextInput:
    """The box of Ask or Compare, whose widget is another one whenever words are put into it."""
    return next(one for one in page.text_input if one.label == "Question")
