"""A statement before and after: the lines that changed in colour, and the corrections with their reasons."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import streamlit as st

from kgqa.language.phrases import RULES
from kgqa.presentation.text import counted, number, plain, shortened
from kgqa.records import Correction
from kgqa.ui.frame.assets import component

Sign = Literal["-", "+", " "]
Parts = tuple[tuple[str, bool], ...]
MOST_LINES, LONGEST_LINE = 30, 500
"""Of a change, and characters of a line; of a larger one the lines are marked and no words in them."""
ALIKE = 0.5
"""From which share of equal characters a line is one that was changed."""
LONGEST_SHOWN = 160
"""Characters of a correction's text before and after that a row shows."""

_WORD = re.compile(r"\w+|\s+|[^\w\s]")
_difference = component("difference")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a difference.

    Attributes:
        sign: "-" stood only before, "+" stands only after, " " in both.
        parts: its text in pieces, each with whether it is what changed.
    """

    sign: Sign
    parts: Parts


def lines(before: str, after: str) -> tuple[Line, ...]:
    """The lines of both texts in order, changed words marked; none where the texts are the same."""
    if before == after:
        return ()
    old, new = before.splitlines(), after.splitlines()
    found: list[Line] = []
    for kind, from_old, to_old, from_new, to_new in difflib.SequenceMatcher(None, old, new).get_opcodes():
        if kind == "equal":
            found += (Line(" ", ((text, False),)) for text in old[from_old:to_old])
        else:
            found += _changed(old[from_old:to_old], new[from_new:to_new])
    return tuple(found)


def draw(before: str, after: str, key: str) -> None:
    """Draws what changed; nothing where nothing did.

    Args:
        key: of the part of the page, unique on it.
    """
    found = lines(before, after)
    if found:
        data = {"lines": [[line.sign, [list(part) for part in line.parts]] for line in found]}
        _difference(key=key, data=data)


def draw_correction(correction: Correction, key: str = "", undo: Callable[[], None] | None = None) -> None:
    """One row: the rule in words, what it did, why, and the text before and after.

    Args:
        key: of the row, unique on the page, where the correction can be undone.
        undo: takes the correction back.
    """
    state = ":orange[:material/edit: changed]" if correction.before.strip() else ":blue[:material/add: added]"
    draw_row(RULES.get(correction.rule, correction.rule), state, correction.reason, change(correction), key, undo)


def draw_row(
    title: str,
    state: str,
    reason: str,
    words: str,
    key: str = "",
    act: Callable[[], None] | None = None,
    label: str = "Undo",
) -> None:
    """One row of a ledger of checks.

    Args:
        state, words: Markdown; everything else is text.
        act: what the button at the end of the row does; without it there is none.
    """
    with st.container(horizontal=True, gap="small", vertical_alignment="center", key=f"ledger_{key}" if key else None):
        st.markdown(f"**{plain(title)}**", width=190)
        st.markdown(state, width=100)
        st.markdown(f":gray[{plain(reason)}]", width=340)
        st.markdown(words, width="stretch")
        if act is not None:
            icon = ":material/undo:" if label == "Undo" else ":material/redo:"
            st.button(label, icon=icon, key=f"act_{key}", type="tertiary", on_click=act)


def change(correction: Correction) -> str:
    """Markdown of the text before and after; the text after alone where nothing stood there."""
    if correction.rule == "extract":
        return plain(f"{counted(len(correction.before), 'character')} → {number(len(correction.after))}")
    before, after = (shortened(" ".join(text.split()), LONGEST_SHOWN) for text in (correction.before, correction.after))
    if not before:
        return plain(after)
    return f"{plain(before)} → {plain(after)}" if after else f"{plain(before)} → :gray[nothing]"


def _changed(old: Sequence[str], new: Sequence[str]) -> Iterator[Line]:
    """Lines that were replaced, those of before first; a line and the one that it became show their words."""
    before: dict[int, Parts] = {place: ((text, False),) for place, text in enumerate(old)}
    after: dict[int, Parts] = {place: ((text, False),) for place, text in enumerate(new)}
    for one, other in _pairs(old, new):
        before[one], after[other] = _words(old[one], new[other])
    yield from (Line("-", before[place]) for place in range(len(old)))
    yield from (Line("+", after[place]) for place in range(len(new)))


def _pairs(old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Which line became which, by their places, in order: the first that is like it."""
    if max(len(old), len(new)) > MOST_LINES or max(map(len, (*old, *new)), default=0) > LONGEST_LINE:
        return
    next_one = 0
    for other, text in enumerate(new):
        for one in range(next_one, len(old)):
            if difflib.SequenceMatcher(None, old[one], text, False).ratio() > ALIKE:
                yield one, other
                next_one = one + 1
                break


def _words(one: str, other: str) -> tuple[Parts, Parts]:
    """Two lines in pieces, each with whether the other line lacks it."""
    old, new = _WORD.findall(one), _WORD.findall(other)
    sides: tuple[list[tuple[str, bool]], list[tuple[str, bool]]] = ([], [])
    for kind, from_old, to_old, from_new, to_new in difflib.SequenceMatcher(None, old, new, False).get_opcodes():
        for side, words in zip(sides, (old[from_old:to_old], new[from_new:to_new]), strict=True):
            if words:
                side.append(("".join(words), kind != "equal"))
    return tuple(sides[0]), tuple(sides[1])
