"""The notation in which phrases stand in data files, as patterns: words first, and as few signs as possible.

A blank is any white space, brackets hold choices with ``|`` between them, ``?`` follows a letter or a bracket that may
be missing, and a word in braces stands for the part of that name. Whatever else a pattern may hold is kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

_BRACKET = re.compile(r"\((?!\?)")
_PART = re.compile(r"\{([a-z]+)\}")


def pattern(phrase: str, part: Callable[[str], str]) -> str:
    r"""A phrase as a pattern, whose brackets capture nothing.

    Args:
        part: gives the pattern that a name in braces stands for.

    >>> pattern("binds?( to)? {who}", {"who": "patients"}.__getitem__)
    'binds?(?:\\s+to)?\\s+patients'
    """
    spaced = _BRACKET.sub("(?:", phrase).replace(" ", r"\s+")
    return _PART.sub(lambda found: part(found[1]), spaced)


def any_of(phrases: Iterable[str], part: Callable[[str], str]) -> str:
    """A pattern for any of some phrases."""
    return f"(?:{'|'.join(pattern(phrase, part) for phrase in phrases)})"
