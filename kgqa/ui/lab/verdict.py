"""What the checks of a statement found: the verdict, the reasons with their places marked, and every correction."""

from __future__ import annotations

import re
import unicodedata
from functools import partial

import streamlit as st

from kgqa.language.phrases import RULES
from kgqa.presentation.text import badge, counted, plain, shortened
from kgqa.ui.components import difference_view
from kgqa.ui.lab.run import FIXED, Check
from kgqa.ui.lab.state import Lab

MOST_ROWS = 40
"""Corrections that are listed one by one; what came out of all of them is in the difference."""
LONGEST_REASON = 600


def draw_verdict(found: Check) -> None:
    """The badges, why the statement does not run with the places marked, and what is to be known about it."""
    corrections = len(found.checked.corrections)
    corrected = badge(counted(corrections, "correction"), "orange", "edit") if corrections else ""
    if found.admitted is None:
        st.markdown(f"{badge('Refused', 'red', 'block')} {corrected}")
        _draw_reasons(found)
        return
    notes = found.checked.notes
    warned = badge(counted(len(notes), "warning"), "orange", "warning") if notes else ""
    unchanged = "" if corrections or notes else badge("Nothing to correct", "gray", "check")
    st.markdown(f"{badge('Reads only', 'green', 'lock')} {corrected} {warned}{unchanged}")
    for note in notes:
        st.markdown(f":orange[:material/warning:] {plain(note)}")


def draw_ledger(here: Lab, found: Check) -> None:
    """One line for what passed, one row for each correction, for each one undone, and for what is added to run."""
    checked = found.checked
    if found.admitted is None and not checked.corrections and not here.undone:
        return
    st.markdown("## Checks", anchors=False)
    if found.admitted is not None:
        whole = all(one.rule != "extract" for one in checked.corrections)
        undone = {one.rule for one in here.undone}
        rules = (RULES[name].lower() for name in found.passed if name not in undone)
        passed = [*(["one statement"] if whole else []), "reads only", *rules]
        st.markdown(f":green[:material/check:] :gray[Passed:] {plain(' · '.join(passed))}")
    for place, correction in enumerate(checked.corrections[:MOST_ROWS]):
        undo = None if correction.rule in FIXED else partial(here.undo, correction)
        difference_view.draw_correction(correction, f"made_{place}", undo)
    if len(checked.corrections) > MOST_ROWS:
        st.caption(f"{counted(len(checked.corrections) - MOST_ROWS, 'further correction')}, in the changes above.")
    for place, correction in enumerate(here.undone):
        difference_view.draw_row(
            RULES[correction.rule], ":gray[:material/undo: left out]", f"You undid this: {correction.reason}",
            difference_view.change(correction), f"undone_{place}", partial(here.redo, correction), "Correct",
        )  # fmt: skip
    for place, added in enumerate(found.admitted.added if found.admitted is not None else ()):
        difference_view.draw_correction(added, f"added_{place}")


def _draw_reasons(found: Check) -> None:
    text = found.checked.cypher
    for reason in found.checked.notes:
        span = found.places.get(reason)
        if span is None:
            st.markdown(plain(shortened(reason, LONGEST_REASON)))
            continue
        place = where(text, span[0])
        said = f" :gray[({plain(place)})]" if not reason.startswith("Line ") else ""
        st.markdown(f"{plain(shortened(reason, LONGEST_REASON))}{said}")
        st.code(marked(text, *span), language=None)
    st.markdown(":gray[Nothing was sent to the graph. Change the text, and it is checked again.]")


_LINE_END = re.compile(r"\r\n|\r|\n")
_ROOM = 72
"""Characters of a line that are shown around a place."""


def where(text: str, start: int) -> str:
    """A place in words: "line 2, character 5", or "the end"."""
    line, column, whole = _line(text, start)
    if not text[start:].strip() and column >= len(whole):
        return "the end"
    return f"line {line:,}, character {column + 1:,}"


def marked(text: str, start: int, end: int) -> str:
    """The line of a span and under it a row of marks where the span is; what goes on to further lines is left out."""
    line, column, whole = _line(text, start)
    width = max(1, min(end - start, len(whole) - column))
    first = max(0, column - _ROOM // 3)
    shown = whole[first : first + _ROOM]
    column -= first
    width = max(1, min(width, len(shown) - column))
    before, marks = ("".join(_blank(sign) for sign in shown[:column]), _widths(shown[column : column + width]))
    lead = f"{line} | "
    cut, rest = ("…" if first else ""), ("…" if first + _ROOM < len(whole) else "")
    line_shown = "".join(" " if unicodedata.category(sign) in ("Cc", "Cf") else sign for sign in shown)
    return f"{lead}{cut}{line_shown}{rest}\n{' ' * (len(lead) + len(cut))}{before}{'^' * max(marks, 1)}"


def _line(text: str, place: int) -> tuple[int, int, str]:
    """The number of the line of a place from 1, the column from 0, and the line."""
    ends = list(_LINE_END.finditer(text, 0, place))
    start = ends[-1].end() if ends else 0
    after = _LINE_END.search(text, place)
    return len(ends) + 1, place - start, text[start : after.start() if after else len(text)]


def _wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in ("W", "F")


def _blank(sign: str) -> str:
    return "\u3000" if _wide(sign) else " "


def _widths(text: str) -> int:
    return sum(2 if _wide(sign) else 1 for sign in text)
