"""The question box of a page, and the words that it holds when it is drawn next."""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st


@dataclass(frozen=True, slots=True)
class QuestionBox:
    """A box for questions.

    Attributes:
        key: of its widget.
    """

    key: str

    @property
    def words(self) -> str:
        """What stands in it."""
        return st.session_state.get(self.key) or ""

    def fill(self, words: str) -> None:
        """Puts words into it, before it is drawn."""
        st.session_state[self.key] = words

    def begin(self, words: str) -> None:
        """Has it hold these words when its page is drawn next; nothing is asked."""
        st.session_state[self._next] = words

    def restore(self, asked: str | None) -> None:
        """Puts the right words into it before it is drawn: Streamlit forgets them when another page is shown.

        Args:
            asked: the question on its page; None where nothing was asked.
        """
        if self._next in st.session_state:
            self.fill(st.session_state.pop(self._next))
        elif self.key not in st.session_state and asked is not None:
            self.fill(asked)

    def draw(self, placeholder: str) -> None:
        """The box itself, for a form."""
        st.text_input(
            "Question", key=self.key, icon=":material/search:", label_visibility="collapsed", placeholder=placeholder
        )

    @property
    def _next(self) -> str:
        return f"next_{self.key}"
