"""Capital letters of names inside a sentence: kept where they belong to the name, not where they only begin it.

Many vocabularies write every name like the beginning of a sentence ("Ectopia lentis", "Marfan syndrome"). Which first
words are ordinary ones is learnt from the names themselves: "ectopia" stands in the middle of other names in small
letters, "Marfan" never does. Names of a single word seldom stand in others; they go with what is known of their type.
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

ENOUGH, MOST_ALIKE = 20, 0.95
"""So many single words of a type must be known to be ordinary, and this share of all that are known, before the others
of the type are taken for ordinary too."""

_SINGLE = re.compile(r"[A-Z][a-z]{2,}")
_BEHIND = re.compile(r"(?<=[ (/\[-])[A-Za-z][a-z]{2,}(?![\w'’])")
_FIRST = re.compile(r"([A-Z][a-z]{2,})(?![\w’']|-[A-Z\d])")
_OF_PERSON = re.compile(r"\w+ (?:syndrome|disease|disorder|sequence|anomaly|sign)\b", re.IGNORECASE)
_BEGINS = re.compile(r"(?:^|[.!?]\s+|\n\s*)\Z")


class Casing:
    """What the names of a graph tell of capital letters.

    Args:
        names: gives all of them, each with its type; it is called when the first one is to be told.
    """

    def __init__(self, names: Callable[[], Iterable[tuple[str, str]]]) -> None:
        self._names = names

    def inside(self, name: str) -> str:
        """A name as it stands inside a sentence: "ectopia lentis", "Marfan syndrome"."""
        first = _FIRST.match(name)
        if first is None:
            return name
        counts, alone = self._known
        small, capital = counts.get(first[1].lower(), 0), counts.get(first[1], 0)
        least, share = (LEAST_OF_PERSON, SHARE_OF_PERSON) if _OF_PERSON.match(name) else (LEAST, SHARE)
        ordinary = small >= max(least, share * capital) or name in alone
        return f"{name[0].lower()}{name[1:]}" if ordinary else name

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
    def _known(self) -> tuple[Mapping[str, int], frozenset[str]]:
        """How often each word, as it is written, stands behind the first of a name; and the ordinary single words."""
        names = list(self._names())
        counts = Counter(_BEHIND.findall("\n".join(name for name, _ in names)))
        alone: dict[str, list[str]] = {}
        for name, type_ in names:
            if _SINGLE.fullmatch(name):
                alone.setdefault(type_, []).append(name)
        found: set[str] = set()
        for words in alone.values():
            proper = sum(counts[word] > counts[word.lower()] for word in words)
            ordinary = sum(counts[word.lower()] >= max(LEAST, SHARE * counts[word]) for word in words)
            if ordinary >= ENOUGH and ordinary >= MOST_ALIKE * (ordinary + proper):
                found.update(word for word in words if not counts[word])
        return counts, frozenset(found)


def begun(name: str) -> str:
    """A name as a sentence begins with it."""
    first = name.partition(" ")[0]
    return f"{name[:1].upper()}{name[1:]}" if first.isalpha() and first.islower() else name
