"""The names of a graph for whoever checks a statement: which are there, and which one a text is meant to be."""

from __future__ import annotations

from functools import cached_property
from itertools import islice

from rapidfuzz.distance import OSA

from kgqa.errors import KgqaError
from kgqa.language.normalise import name_words, run_together
from kgqa.linking.full_text_linker import SearchedLinker
from kgqa.linking.identifiers import possible
from kgqa.linking.index import LONGEST_NAME, NameIndex, words_key
from kgqa.linking.linker import Linker
from kgqa.linking.symbols import is_symbol
from kgqa.records import Candidate, NameField, TextMatch

_END = "\0"
_MOST_PLACES = 200
"""Names that are looked at for the ways in which they write a text."""
_MOST_WAYS = 8
_MOST_NEAR, _LEAST_LIKE = 3, 0.6
"""How many names are offered for one that is unknown, and the score from which one is like it."""
_SHORT, _LONG = 4, 6
"""Letters of a word in which one other letter makes no other word of it, if it is not the first one, and if it is."""


class CheckedNames:
    """The names that a linker knows. Safe to share between threads; what it builds is kept with it."""

    def __init__(self, linker: Linker) -> None:
        self._linker = linker

    def warm(self) -> None:
        """Build what the first text needs."""
        self._linker.warm()
        _ = self._rolls

    def written(self, text: str, way: TextMatch, labels: frozenset[str], field: NameField) -> tuple[str, ...] | None:
        """How names, or identifiers, that hold a text write it, where case does not count.

        Returns:
            the text alone where one writes it just so; none where none has it; None where this cannot be told.
        """
        if not text or _END in text:
            return None
        try:
            index = self._index(text)
        except KgqaError:
            return None  # the server could not be asked for its names, which says nothing about them
        if field == "identifier":
            return _identifiers(index, text, labels) if way == "=" else None
        words = name_words(text)
        if way == "=" and 0 < len(words) <= LONGEST_NAME:
            return _whole_names(index, text, words, labels)
        return self._in_rolls(text, way, labels) if index is self._linker.index else None

    def meant(self, text: str, labels: frozenset[str]) -> tuple[Candidate, ...]:
        """The things with these labels that a text names by itself, equally good ones.

        Here a text is a name and nothing else, so a slip in a word that some name has just so ("syndrom") counts too.
        """
        wanted = set(labels)
        try:
            found = self._linker.meant(text, labels=wanted)
            return tuple(found or (one for one in self._linker.candidates(text, labels=wanted) if _slipped(text, one)))
        except KgqaError:
            return ()

    def nearest(self, text: str, labels: frozenset[str]) -> tuple[str, ...]:
        """The few names with these labels that are like a text that names nothing, the likest first."""
        try:
            found = self._linker.candidates(text, labels=set(labels), most=_MOST_NEAR)
        except KgqaError:
            return ()
        return tuple(dict.fromkeys(one.name for one in found if one.score >= _LEAST_LIKE))

    def _index(self, text: str) -> NameIndex:
        """The names among which a text would be; of an own server with too many names, those that it may mean."""
        if isinstance(self._linker, SearchedLinker):
            return self._linker.found_for(text, begun=False).index
        return self._linker.index

    @cached_property
    def _rolls(self) -> dict[str, tuple[str, str]]:
        """By label all its names in one text, each between ends, and the same text with case folded."""
        names: dict[str, dict[str, None]] = {}
        index = self._linker.index
        for position in range(len(index)):
            node = index.node(position)
            names.setdefault(node.label, {})[node.name] = None
        for name in index.names():
            if name.own:
                names[index.node(name.thing).label][name.text] = None
        rolls = {
            label: _END + _END.join(one.replace(_END, " ") for one in held) + _END for label, held in names.items()
        }
        return {label: (roll, _folded(roll)) for label, roll in rolls.items()}

    def _in_rolls(self, text: str, way: TextMatch, labels: frozenset[str]) -> tuple[str, ...] | None:
        rolls = [self._rolls[label] for label in sorted(labels) if label in self._rolls]
        if not rolls:
            return None
        before, after = way in ("=", "STARTS WITH"), way in ("=", "ENDS WITH")
        sought = _END * before + text + _END * after
        if any(sought in roll for roll, _ in rolls):
            return (text,)
        folded = _folded(sought)
        found: dict[str, None] = {}
        for roll, low in rolls:
            place, looked_at = low.find(folded), 0
            while place >= 0 and looked_at < _MOST_PLACES and len(found) < _MOST_WAYS:
                found[roll[place + before : place + len(folded) - after]] = None
                place, looked_at = low.find(folded, place + len(folded) - after), looked_at + 1
        return tuple(found)


def _folded(text: str) -> str:
    """A text in lower case with every character in its old place."""
    low = text.lower()
    return low if len(low) == len(text) else "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _identifiers(index: NameIndex, text: str, labels: frozenset[str]) -> tuple[str, ...]:
    for form in (text, *possible(text)):
        if form in index:
            position = index.position(form)
            if index.node(position).label not in labels:
                continue
            ids = index.ids(position)
            same = tuple(one for one in ids if one.casefold() == form.casefold())
            return (text,) if text in same else same or ids[:_MOST_WAYS]
    return ()


def _whole_names(index: NameIndex, text: str, words: tuple[str, ...], labels: frozenset[str]) -> tuple[str, ...]:
    low = _folded(text)
    texts = {
        name.text: None
        for name in index.named(words_key(words))
        if name.own and index.node(name.thing).label in labels and _folded(name.text) == low
    }
    return (text,) if text in texts else tuple(islice(texts, _MOST_WAYS))


def _slipped(text: str, thing: Candidate) -> bool:
    """Whether a name is a text but for a space in another place, or one letter in one word that is not too short."""
    one, other = name_words(text), name_words(thing.matched)
    if is_symbol(thing.matched):
        return False
    if run_together(one) == run_together(other):
        return [word for word in one if word.isdigit()] == [word for word in other if word.isdigit()]
    if len(one) != len(other):
        return False
    different = [pair for pair in zip(one, other, strict=True) if pair[0] != pair[1]]
    return len(different) == 1 and _same_but_for_a_letter(*different[0])


def _same_but_for_a_letter(word: str, other: str) -> bool:
    shorter = min(len(word), len(other))
    if shorter < _SHORT or not (word.isalpha() and other.isalpha()) or (shorter < _LONG and word[0] != other[0]):
        return False
    return bool(OSA.distance(word, other) == 1)
