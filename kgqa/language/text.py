"""A question as text: cleaned, and cut into words with their places."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from kgqa.language.question_words import stem

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|%", re.UNICODE)
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question with its character offsets, end exclusive."""

    text: str
    start: int
    end: int
    stem: str


def clean(question: str) -> str:
    """The question with control and format characters taken out and white space folded to single blanks."""
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Zl", "Zp", "Zs"} else c for c in question)
    kept = "".join(c for c in kept if unicodedata.category(c) not in {"Cf", "Cs", "Co", "Cn"})
    return _SPACE.sub(" ", unicodedata.normalize("NFC", kept)).strip()


def words(text: str) -> list[Token]:
    """The words of a text in order."""
    return [
        Token(match.group(), match.start(), match.end(), stem(match.group().lower().replace("’", "'")))
        for match in _WORD.finditer(text)
    ]
