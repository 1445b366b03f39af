"""Whether a short form is made of the letters of a name: MEN1 of "multiple endocrine neoplasia type 1"."""

from __future__ import annotations

import re

from kgqa.language.common_words import generic
from kgqa.language.normalise import fold
from kgqa.language.vocabulary import vocabulary

_PART = re.compile(r"[^\W\d_]+|\d+")


def abbreviates(symbol: str, name: str) -> bool:
    """Whether the characters of a symbol are, in order, initials, further letters and numbers of the words of a name.

    Every word gives its initial and perhaps letters behind it (NF1 of "neurofibromatosis type 1"), and a number is
    given whole; words that only sort ("type", "syndrome") or join ("of", "and") may be passed over.
    """
    return _fits(symbol.casefold(), 0, _PART.findall(name.casefold()), 0)


def letters_of(short: str, name: str) -> bool:
    """Whether a short form, in small letters, is some letters of a name in order, from the initial of a word on.

    That is less than ``abbreviates`` asks: SOFT of "short stature, onychodysplasia, facial dysmorphism and
    hypotrichosis".
    """
    text = name.casefold()
    return any(_in_order(short, text[part.start() :]) for part in _PART.finditer(text) if part[0][0] == short[0])


def _in_order(letters: str, text: str) -> bool:
    rest = iter(text)
    return all(letter in rest for letter in letters)


def _fits(symbol: str, at: int, parts: list[str], part: int) -> bool:
    """Whether the rest of a symbol is made of the rest of the words."""
    if part == len(parts):
        return at == len(symbol)
    one = parts[part]
    number = fold(one)
    if number.isdigit():
        return symbol.startswith(number, at) and _fits(symbol, at + len(number), parts, part + 1)
    if at < len(symbol) and symbol[at] == one[0]:
        place, end = 0, at
        while True:
            end += 1
            if _fits(symbol, end, parts, part + 1):
                return True
            place = one.find(symbol[end], place + 1) if end < len(symbol) else -1
            if place < 0:
                break
    light = number in generic() or one in vocabulary().function
    return light and _fits(symbol, at, parts, part + 1)
