"""What a question was read as, above its answer, to be changed or exchanged; and an answer written out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import streamlit as st

from kgqa.evidence import citing
from kgqa.language import read_as
from kgqa.presentation.text import number, plain
from kgqa.records import Reading, Suggestion, Trace

Ask = Callable[[str], None]
"""Asks a question on the page that it is called from."""

# A popover stands outside of the page, where only its own content says how wide it must be.
STYLE = """<style>
[class*="st-key-read_as_"] { row-gap: 4px; }
[data-testid="stPopoverBody"]:has([class*="st-key-reading_"]) { width: min(34rem, calc(100vw - 32px)); }
[class*="st-key-reading_"] button { text-align: left; }
</style>"""


def draw(trace: Trace, serial: str, ask: Ask | None) -> None:
    """The reading in the question's place, with what was set aside in grey; nothing where it was read word by word.

    Args:
        serial: tells this question from all others on the page.
        ask: what the pencil and the other readings do; None where nothing can be asked of the answer's graph.
    """
    read = read_as.by_meaning(trace)
    if read is None:
        return
    st.html(STYLE)
    draw_asked(trace)
    with st.container(horizontal=True, vertical_alignment="center", gap="small", key=f"read_as_{serial}"):
        st.markdown(f"{read_as.READ_AS} **{plain(read.question)}**", width="content")
        if ask is not None:
            _draw_edit(read, serial, ask)
            _draw_others(read_as.others(trace), serial, ask)


def draw_asked(trace: Trace) -> None:
    """The question as it was asked; what was set aside of it stays, in grey."""
    pieces = read_as.pieces(trace)
    words = "".join(map(_piece, pieces))
    told = " :small[:gray[(in grey: set aside)]]" if any(one.aside for one in pieces) else ""
    st.markdown(f"You asked: {words}{told}")


def draw_choice(suggestions: Sequence[Suggestion], serial: str, ask: Ask) -> None:
    """Readings that are as near as each other, each a button that asks it."""
    with st.container(gap="xsmall", key=f"reading_choice_{serial}"):
        for place, one in enumerate(suggestions):
            count = "" if one.count is None else f" · {number(one.count)} {'answer' if one.count == 1 else 'answers'}"
            _draw_question(one.question, count, f"choose_reading_{place}_{serial}", ask)


def _draw_edit(read: Reading, serial: str, ask: Ask) -> None:
    box = f"reading_words_{serial}"

    def ask_edited() -> None:
        words = str(st.session_state.get(box) or "").strip()
        if words:
            ask(words)

    with (
        st.popover("Edit", icon=":material/edit:", type="tertiary", key=f"edit_reading_{serial}"),
        st.container(key=f"reading_edit_{serial}"),
        st.form(f"reading_form_{serial}", border=False),
    ):
        st.text_input("The question as it is to be read", read.question, key=box, autocomplete="off")
        st.form_submit_button("Ask this", on_click=ask_edited)


def _draw_others(found: Sequence[str], serial: str, ask: Ask) -> None:
    if not found:
        return
    label = f"Other readings: {len(found)}"
    with (
        st.popover(label, icon=":material/alt_route:", type="tertiary", key=f"others_{serial}"),
        st.container(gap="xsmall", key=f"reading_others_{serial}"),
    ):
        for place, question in enumerate(found):
            _draw_question(question, "", f"other_reading_{place}_{serial}", ask)


def _draw_question(question: str, more: str, key: str, ask: Ask) -> None:
    st.button(
        f"{plain(question)}{more}", icon=":material/arrow_forward:", key=key, on_click=ask, args=(question,), wrap=True
    )


def _piece(piece: read_as.Piece) -> str:
    """A run of the question as Markdown, with the space at its ends, which belongs to no colour."""
    text = piece.text
    before, after = " " * text[:1].isspace(), " " * text[-1:].isspace()
    shown = plain(text)
    if not shown:
        return " "
    return f"{before}{f':gray[{shown}]' if piece.aside else shown}{after}"


def draw_answer(trace: Trace, heading: str = "## ") -> None:
    """Draws the headline and what follows it.

    Args:
        heading: Markdown before the headline; empty for one that is no heading.
    """
    st.markdown(f"{heading}{plain(citing.written(citing.headline(trace)))}", anchors=False)
    for paragraph in citing.paragraphs(trace):
        st.markdown(plain(citing.written(paragraph)))
