"""Texts as cells of CSV files, so that none is taken for a formula (CWE-1236), however a line is split."""

from __future__ import annotations

import re

FORMULA = re.compile(r"'*[=+\-@\t\r\n]")
NUMERIC = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_SEPARATOR = r"[;|\t\r\n\v\f\x1c-\x1e\x85\u2028\u2029]"
_BEGINS = r"""["' ]*[=+\-@]"""
_INSIDE = re.compile(f"({_SEPARATOR})(?={_BEGINS})")
_MARKED = re.compile(f"({_SEPARATOR})'(?={_BEGINS})")


def to_cell(text: str) -> str:
    """A text with an apostrophe wherever a cell could begin a formula.

    That is at its beginning, unless it is a number, and behind what other spreadsheets split by: commas are the file's
    own, and quoted, but quotes in the middle of what is split by semicolons, bars or tabs protect nothing.
    """
    inside = _INSIDE.sub(r"\1'", text)
    return f"'{inside}" if FORMULA.match(inside) and not NUMERIC.fullmatch(inside) else inside


def from_cell(cell: str) -> str:
    """The text that ``to_cell`` was given."""
    inside = cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell
    return _MARKED.sub(r"\1", inside)
