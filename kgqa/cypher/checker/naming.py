"""How clearly a variable is named after a label, which tells one label from another where the schema does not."""

from __future__ import annotations

import re
from functools import lru_cache

_DIGITS = re.compile(r"\d+$")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_LETTERS, _WORD = 2, 3
"""What it counts that a variable is the first letter or letters of a label, and that it is a word of it."""
_SHORTEST_WORD = 3


@lru_cache(maxsize=4096)
def named(variable: str, label: str) -> int:
    """How clearly a variable is named after a label; 0 where it is not.

    ``movie``, ``mov`` and ``otherMovie`` are words of ``Movie``, ``m`` and ``ic`` the letters of ``Movie`` and
    ``IndustryCategory``. Of a CURIE (``biolink:Gene``) only what follows the prefix counts.
    """
    base = _DIGITS.sub("", variable)
    short = base.replace("_", "").casefold()
    words = [word.casefold() for word in _WORDS.findall(label.rpartition(":")[2])]
    if not short or not words:
        return 0
    starts = ("".join(words), *words)
    own = (short, *(word.casefold() for word in _WORDS.findall(base)))
    if any(len(word) >= _SHORTEST_WORD and start.startswith(word) for word in own for start in starts):
        return _WORD
    initials = "".join(word[0] for word in words)
    return _LETTERS if short in (initials, words[0][0]) or (len(short) > 1 and starts[0].startswith(short)) else 0
