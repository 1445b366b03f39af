"""The one way in which texts are cut into words, and the two forms in which a word is compared: its fold and its stem.

Names of graphs and the mentions of them are compared by folds (``normalise``), so words are cut as names need it: "&"
is a word, characters of scripts without spaces are words of their own, and "O'Brien" is two. Sentences are read by
stems, so there "isn't" is one word and "%" is one.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from kgqa.language.inflection import stem
from kgqa.language.normalise import fold, name_pattern

_SPOKEN = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|%", re.UNICODE)


class Token(NamedTuple):
    """A word of a text as it was written, with its character offsets, end exclusive."""

    start: int
    end: int
    text: str

    @property
    def fold(self) -> str:
        """The word as names are compared ("Tumours" → "tumor")."""
        return fold(self.text)

    @property
    def lowered(self) -> str:
        """The word in lower case, its apostrophe straight ("Isn’t" → "isn't")."""
        return self.text.lower().replace("’", "'")

    @property
    def stem(self) -> str:
        """The word as sentences are read ("regulated" → "regul")."""
        return stem(self.lowered)


def tokens(text: str) -> list[Token]:
    """The words of a text that may hold names, in order."""
    return _cut(name_pattern(text), text)


def spoken(text: str) -> list[Token]:
    """The words of a sentence in order, contractions whole."""
    return _cut(_SPOKEN, text)


def compounds(text: str, joints: str, *, digits: bool = True) -> list[Token]:
    """The words of a text, those that one of some characters joins as one ("X-linked" where "-" is a joint).

    Args:
        digits: whether digits are part of words.
    """
    return _cut(_compound(joints, digits), text)


@cache
def _compound(joints: str, digits: bool) -> re.Pattern[str]:
    letters = r"[^\W_]+" if digits else r"[^\W\d_]+"
    return re.compile(rf"{letters}(?:[{re.escape(joints)}]{letters})*")


def _cut(pattern: re.Pattern[str], text: str) -> list[Token]:
    return [Token(match.start(), match.end(), match.group()) for match in pattern.finditer(text)]
