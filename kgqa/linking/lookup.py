"""Looking a thing up while its name is being typed: exact, then the start of a name, then inside one, then misspelt."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal

from kgqa.language.normalise import letters
from kgqa.linking.identifiers import Identifiers
from kgqa.linking.index import NameIndex
from kgqa.records import Candidate

How = Literal["identifier", "name", "synonym", "start", "word", "inside", "words", "resembles"]

LONGEST_TYPED = 200
"""Characters of what is typed that are read."""
MOST_SEEN = 20_000
"""Places of one word that are looked at when several words are typed in any order."""
_GAP = re.compile(r"[\W_]+")
_NAME, _SYNONYM, _IDENTIFIER = range(3)
_WHOLE: tuple[How, How, How] = ("name", "synonym", "identifier")


@dataclass(frozen=True, slots=True)
class Hit:
    """One thing that what was typed may mean.

    Attributes:
        ids: every identifier of the thing; the first is ``id``.
        matched: the name, synonym or identifier that matched.
        how: in which way it matched.
    """

    id: str
    name: str
    label: str
    ids: tuple[str, ...]
    matched: str
    how: How


class Lookup:
    """Finds things of one graph by what has been typed so far. Safe to share between threads once it is made.

    All names stand in one text, a line each, short ones first, preferred ones before synonyms and identifiers last:
    the first places of what was typed are the best, so that a search ends as soon as it has enough.

    Args:
        resembling: finds things whose names resemble a text, best first (``Linker.candidates``).
    """

    def __init__(self, index: NameIndex, resembling: Callable[[str], list[Candidate]] | None = None) -> None:
        self._index = index
        self._identifiers = Identifiers(index)
        self._resembling = resembling
        lines = sorted(set(_lines(index)))
        self._owners = array("l", (owner for _, _, _, owner, _ in lines))
        self._kinds = bytes(kind for kind, _, _, _, _ in lines)
        self._texts = [text for _, _, _, _, text in lines]
        self._all = "\n" + "\n".join(form for _, _, form, _, _ in lines) + "\n"
        self._starts = array("l")
        place = 1
        for _, length, _, _, _ in lines:
            self._starts.append(place)
            place += length + 1

    def find(self, text: str, most: int = 8) -> list[Hit]:
        """Things that a text which is being typed may mean, best first, each once; none for a text without letters."""
        typed = text[:LONGEST_TYPED]
        asked = form(typed)
        found: dict[int, Hit] = {}
        if not asked:
            return []
        for one in self._identifiers.find(typed):
            if not form(typed[: one.start] + typed[one.end :]):
                found.setdefault(one.thing, self._hit(one.thing, typed.strip(), "identifier"))
        for line, how in self._places(asked):
            found.setdefault(self._owners[line], self._hit(self._owners[line], self._texts[line], how))
            if len(found) >= most:
                break
        if not found and self._resembling is not None:
            alike = self._resembling(typed)[:most]
            return [Hit(one.id, one.name, one.label, one.ids or (one.id,), one.matched, "resembles") for one in alike]
        return list(found.values())[:most]

    def beginning(self, text: str, most: int = 8) -> list[Hit]:
        """Things whose name, synonym or identifier is a text or begins with it, best first, each once.

        A blank at the end of the text ends its last word: the names go on with another one.
        """
        typed = text[:LONGEST_TYPED]
        asked = form(typed)
        found: dict[int, Hit] = {}
        if asked:
            for line, how in self._starts_of(asked, typed[-1:].isspace()):
                found.setdefault(self._owners[line], self._hit(self._owners[line], self._texts[line], how))
                if len(found) >= most:
                    break
        return list(found.values())

    def _starts_of(self, asked: str, ended: bool) -> Iterator[tuple[int, How]]:
        """Lines that are what is asked for or begin with it; only the latter where its last word has ended."""
        if not ended:
            for line in self._lines_with(f"\n{asked}\n", 1):
                yield line, _WHOLE[self._kinds[line]]
        for line in self._lines_with(f"\n{asked}{' ' * ended}", 1):
            yield line, "start"

    def _places(self, asked: str) -> Iterator[tuple[int, How]]:
        """Lines that hold what is asked for, the best first; a line may come more than once."""
        yield from self._starts_of(asked, ended=False)
        for line in self._lines_with(f" {asked}", 1):
            yield line, "word"
        words = asked.split()
        if len(words) > 1:
            yield from self._with_words(words)
        for line in self._lines_with(asked, 0):
            yield line, "inside"

    def _with_words(self, words: list[str]) -> Iterator[tuple[int, How]]:
        """Lines in which every word starts a word, in any order."""
        longest = max(words, key=len)
        others = [f" {word}" for word in words if word is not longest]
        for seen, line in enumerate(self._lines_with(longest, 0)):
            if seen > MOST_SEEN:
                return
            start = self._starts[line]
            held = f" {self._all[start : self._all.index(chr(10), start)]}"
            if f" {longest}" in held and all(word in held for word in others):
                yield line, "words"

    def _lines_with(self, wanted: str, offset: int) -> Iterator[int]:
        """Numbers of the lines in which a text stands, in order; ``offset`` leads from its start into the line."""
        place = self._all.find(wanted)
        while place >= 0:
            yield bisect_right(self._starts, place + offset) - 1
            place = self._all.find(wanted, place + 1)

    def _hit(self, position: int, matched: str, how: How) -> Hit:
        node = self._index.node(position)
        return Hit(node.id, node.name, node.label, self._index.ids(position), matched, how)


def form(text: str) -> str:
    """A text as it is compared: small letters without accents, words with one space between them."""
    return _GAP.sub(" ", letters(text)).strip()


def _lines(index: NameIndex) -> Iterator[tuple[int, int, str, int, str]]:
    """Kind, length, form, position of the thing, and the text as recorded, of all that a thing can be found by."""
    for position in range(len(index)):
        yield _line(_NAME, index.node(position).name, position)
        for identifier in index.ids(position):
            yield _line(_IDENTIFIER, identifier, position)
    for name in index.names():
        if name.kind in ("synonym", "related", "listed", "everyday"):
            yield _line(_SYNONYM, name.text, name.thing)


def _line(kind: int, text: str, position: int) -> tuple[int, int, str, int, str]:
    compared = form(text)
    return kind, len(compared), compared, position, text
