"""Capital letters of names inside a sentence: kept where they belong to the name, not where they only begin it.

Many vocabularies write every name like the beginning of a sentence ("Ectopia lentis", "Marfan syndrome"). Which first
words are ordinary ones is learnt from the names themselves: "ectopia" stands in the middle of other names in small
letters, "Marfan" never does.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property

LEAST, SHARE = 2, 3
"""How often an ordinary word stands in small letters inside names, at least and for each time with a capital one."""
LEAST_OF_PERSON, SHARE_OF_PERSON = 20, 10
"""The same for a word that stands where names of people do ("Best disease", "Down syndrome")."""

_BEHIND = re.compile(r"(?<=[ (/\[-])[A-Za-z][a-z]{2,}(?![\w'’])")
_FIRST = re.compile(r"([A-Z][a-z]{2,})(?![\w’']|-[A-Z\d])")
_OF_PERSON = re.compile(r"\w+ (?:syndrome|disease|disorder|sequence|anomaly|sign)\b", re.IGNORECASE)
_BEGINS = re.compile(r"(?:^|[.!?]\s+|\n\s*)\Z")


class Casing:
    """What the names of a graph tell of capital letters.

    Args:
        names: gives all of them; it is called when the first one is to be told.
    """

    def __init__(self, names: Callable[[], Iterable[str]]) -> None:
        self._names = names

    def inside(self, name: str) -> str:
        """A name as it stands inside a sentence: "ectopia lentis", "Marfan syndrome"."""
        first = _FIRST.match(name)
        if first is None:
            return name
        word = first[1].lower()
        small, capital = (counted.get(word, 0) for counted in self._counted)
        least, share = (LEAST_OF_PERSON, SHARE_OF_PERSON) if _OF_PERSON.match(name) else (LEAST, SHARE)
        return f"{name[0].lower()}{name[1:]}" if small >= max(least, share * capital) else name

    def said(self, text: str, names: Iterable[str]) -> str:
        """A text in which these names have the letters that they have inside a sentence, or at its beginning."""
        found = sorted({name for name in names if name and name in text}, key=lambda name: (-len(name), name))
        if not found:
            return text
        pattern = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, found))})(?!\w)")

        def written(match: re.Match[str]) -> str:
            name = match.group()
            return begun(name) if _BEGINS.search(text, 0, match.start()) else self.inside(name)

        return pattern.sub(written, text)

    @cached_property
    def _counted(self) -> tuple[Mapping[str, int], Mapping[str, int]]:
        """In how many places each word stands behind the first of a name, in small letters and with a capital one."""
        words = Counter(_BEHIND.findall("\n".join(self._names())))
        small = {word: number for word, number in words.items() if word.islower()}
        return small, {word.lower(): number for word, number in words.items() if not word.islower()}


def begun(name: str) -> str:
    """A name as a sentence begins with it."""
    first = name.partition(" ")[0]
    return f"{name[:1].upper()}{name[1:]}" if first.isalpha() and first.islower() else name
