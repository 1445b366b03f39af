"""A place of a statement, shown: the number of its line, the line, and a mark below it."""

from __future__ import annotations

import re
import unicodedata

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
