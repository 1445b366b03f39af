"""Identifiers typed as such in a text: OMIM:154700, "MIM 154700", hp:0001083, orphanet:558, HP_0001083."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from kgqa.language.registers import ALIASES
from kgqa.linking.index import NameIndex

_PREFIXES = "|".join(sorted(map(re.escape, ALIASES), key=len, reverse=True))
_CURIE = re.compile(r"(?<![\w:])([A-Za-z][\w.\-]*)\s?:\s?([\w\-]*\d[\w\-.]*\w|\d)(?!\w)")
_SPACED = re.compile(rf"(?<!\w)({_PREFIXES})(?:\s+(?:id|number|no\.?|code))?[\s_#:\-]*(\d+)(?!\w)", re.IGNORECASE)
_BARE = re.compile(r"(?<![\w:])(?=[\w.:\-]*[A-Za-z_])(?=[\w.:\-]*\d)[A-Za-z0-9][\w.:\-]*\w")
# A number alone may be a count or a year; it is an identifier where it is called one.
_CALLED = re.compile(
    r"(?<!\w)(?:id|identifier)(?:\s+(?:number|no\.?|is))?[\s:#=\"'“‘]+(\d+)(?![\w%]|[.,]\d)", re.IGNORECASE
)


class FoundIdentifier(NamedTuple):
    """An identifier in a text: its offsets (end exclusive) and the position of its thing in the index."""

    start: int
    end: int
    thing: int


def possible(text: str) -> list[str]:
    """Identifiers that a text may hold, each in the ways in which a graph may write it."""
    found: dict[str, None] = {}
    for pattern in (_CURIE, _SPACED):
        for match in pattern.finditer(text):
            registers = {match[1], *ALIASES.get(match[1].casefold(), ())}
            for register in sorted({form for one in registers for form in (one, one.upper(), one.lower())}):
                found[f"{register}:{match[2]}"] = None
    found.update(dict.fromkeys(match[1] for match in _CALLED.finditer(text)))
    for match in _BARE.finditer(text):
        for form in (match.group(), match.group().upper(), match.group().lower()):
            found[form] = None
    return list(found)


class Identifiers:
    """Finds identifiers of one graph in a text."""

    def __init__(self, index: NameIndex) -> None:
        self._index = index

    def find(self, text: str) -> list[FoundIdentifier]:
        """The identifiers that the graph knows, in order, without overlaps."""
        found: list[FoundIdentifier] = []
        for start, end, thing in sorted(self._all(text), key=lambda one: (one.start, -one.end)):
            if not found or start >= found[-1].end:
                found.append(FoundIdentifier(start, end, thing))
        return found

    def _all(self, text: str) -> Iterator[FoundIdentifier]:
        for pattern in (_CURIE, _SPACED):
            for match in pattern.finditer(text):
                thing = self._lookup(match[1], match[2])
                if thing is not None:
                    yield FoundIdentifier(match.start(), match.end(), thing)
        for match in _CALLED.finditer(text):
            if match[1] in self._index:
                yield FoundIdentifier(match.start(), match.end(1), self._index.position(match[1]))
        for match in _BARE.finditer(text):
            if match.group() in self._index:
                yield FoundIdentifier(match.start(), match.end(), self._index.position(match.group()))

    def _lookup(self, prefix: str, local: str) -> int | None:
        for same in ALIASES.get(prefix.casefold(), (prefix.casefold(),)):
            for number in {local, local.zfill(self._width.get(same, 0))}:
                if f"{same}:{number}" in self._index:
                    return self._index.position(f"{same}:{number}")
        return None

    @cached_property
    def _width(self) -> dict[str, int]:
        """Digits of the registers that pad their numbers with zeros (HP:0001083 has seven)."""
        widths: dict[str, int] = {}
        for identifier in self._index.identifiers():
            prefix, _, local = identifier.partition(":")
            if local.startswith("0") and local.isdigit():
                widths[prefix] = max(widths.get(prefix, 0), len(local))
        return widths
