"""The names of a graph in memory: every name, synonym and identifier, and the thing that it belongs to."""

from __future__ import annotations

import json
import re
from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from pathlib import Path
from typing import Any, Literal, NamedTuple

from kgqa.errors import LoadError
from kgqa.garbage_collection import uncollected
from kgqa.language.normalise import name_words, run_together
from kgqa.linking.fuzzy import Spelling
from kgqa.linking.symbols import is_symbol
from kgqa.linking.tables_of_names import everyday_names
from kgqa.records import Node

Kind = Literal["name", "synonym", "related", "short", "listed", "everyday"]
_KINDS: tuple[Kind, ...] = ("name", "synonym", "related", "short", "listed", "everyday")
_EPONYM = re.compile(r"([A-Z][\w'’]+(?:-[A-Z][\w'’]+)+) (?:syndrome|disease|disorder)")
LONGEST_NAME = 60  # words; a longer one is indexed by its identifier alone


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing of the graph, whatever number of identifiers it has.

    Attributes:
        ids: every identifier of its nodes, in the order of the file; the first is ``node.id``.
        synonyms: exact synonyms of all these nodes.
    """

    node: Node
    ids: tuple[str, ...]
    synonyms: tuple[str, ...] = ()


class Name(NamedTuple):
    """A name as it was recorded: position of the thing that has it, its text, and whether it is the preferred one.

    A ``short`` name is that of several people without "syndrome" or "disease" ("Tay-Sachs"). A single name is none: it
    may stand for several things (Cushing, Fanconi), and without it many a name is a part of the body. A ``listed`` one
    is a synonym that a vocabulary adds. An ``everyday`` one is listed by no register: a thing is found by it, but it is
    told as no synonym of it. ``own`` is true of what a node of the graph itself is called; another graph of
    the same things, or a vocabulary, may prefer another name, which no statement finds.
    """

    thing: int
    text: str
    kind: Kind
    own: bool = False


class NameIndex:
    """Names, synonyms and identifiers of one graph.

    Names are found by the set of their folded words (``named``) or by these words run together (``joined``).
    """

    def __init__(self, records: Iterable[Mapping[str, Any]]) -> None:
        self._nodes: list[Node] = []
        self._ids: list[tuple[str, ...]] = []
        self._by_id: dict[str, int] = {}
        self._shared: set[str] = set()
        self._known: set[int] = set()
        self._texts: list[str] = []
        self._owners = array("l")
        self._kinds = bytearray()
        self._own = bytearray()
        self._by_words: dict[int, int | tuple[int, ...]] = {}
        self._by_letters: dict[int, int | tuple[int, ...]] = {}
        self.vocabulary: set[str] = set()
        self.longest = 0
        self._spelt: set[str] = set()
        alternatives: list[tuple[str, int]] = []
        merged: dict[tuple[str, str | tuple[str, ...]], int] = {}
        for record in records:
            self._add(record, merged, alternatives)
        for identifier, thing in alternatives:
            self._by_id.setdefault(identifier.casefold(), thing)
        for identifier in self._shared:  # of several things: it names none of them
            del self._by_id[identifier]

    @classmethod
    @uncollected()
    def from_file(cls, path: Path) -> NameIndex:
        """The index of a ``names.jsonl`` (one JSON object a line: id, label, name, and optionally names, synonyms,
        listed, alternative_ids, related_synonyms, ``thing``, which the nodes of one thing share, and ``named_after``,
        true where the name belongs to something broader first).

        Raises:
            LoadError: the file is missing or a line is not such an object.
        """
        return cls(_records(path))

    def __len__(self) -> int:
        return len(self._nodes)

    @cached_property
    def labels(self) -> frozenset[str]:
        """Labels of the things in this index."""
        return frozenset(node.label for node in self._nodes)

    @cached_property
    def called_by_symbols(self) -> frozenset[str]:
        """The labels of which most things have a symbol for their own name, whatever a vocabulary calls them."""
        own, symbols = Counter[str](), Counter[str]()
        for name in self.names():
            if name.kind == "name" and name.own:
                label = self.node(name.thing).label
                own[label] += 1
                symbols[label] += is_symbol(name.text)
        return frozenset(label for label, number in own.items() if symbols[label] * 2 > number)

    def thing(self, identifier: str) -> Thing:
        """The thing with this identifier (any case, alternative identifiers included). Raises KeyError if none."""
        return self.at(self._by_id[identifier.casefold()])

    def __contains__(self, identifier: str) -> bool:
        return identifier.casefold() in self._by_id

    def at(self, position: int) -> Thing:
        """The thing at this position."""
        owned = (self._names(number) for number in self._names_of.get(position, ()))
        synonyms = tuple(dict.fromkeys(name.text for name in owned if name.kind in ("synonym", "listed")))
        return Thing(self._nodes[position], self._ids[position], synonyms)

    def node(self, position: int) -> Node:
        """The node of the thing at this position."""
        return self._nodes[position]

    def ids(self, position: int) -> tuple[str, ...]:
        """Every identifier of the thing at this position."""
        return self._ids[position]

    def is_in_vocabulary(self, position: int) -> bool:
        """Whether a vocabulary that was laid over the graph knows the thing at this position, or brought it along."""
        return position in self._known

    def identifiers(self) -> Iterator[str]:
        """Every identifier in lower case, alternative ones included."""
        return iter(self._by_id)

    def all_ids(self, identifier: str) -> tuple[str, ...]:
        """Every identifier of the thing with this one: those of its nodes, then alternative ones, in capitals as
        registers write them; the one alone where no thing has it."""
        position = self._by_id.get(identifier.casefold())
        if position is None:
            return (identifier,)
        ids = self._ids[position]
        known = {one.casefold() for one in ids}
        return (*ids, *(one.upper() for one in self._all_of.get(position, ()) if one not in known))

    @cached_property
    def _all_of(self) -> dict[int, list[str]]:
        found: dict[int, list[str]] = {}
        for identifier, position in self._by_id.items():
            found.setdefault(position, []).append(identifier)
        return found

    def position(self, identifier: str) -> int:
        """Position of the thing with this identifier. Raises KeyError if none."""
        return self._by_id[identifier.casefold()]

    @cached_property
    def by_word(self) -> Mapping[str, list[Name]]:
        """By each folded word the names that hold it, symbols left out; gathered in a second, when first needed."""
        found: dict[str, list[Name]] = {}
        for name in self.names():
            if not is_symbol(name.text):
                for word in set(name_words(name.text)):
                    found.setdefault(word, []).append(name)
        return found

    @property
    def size(self) -> int:
        """How many names there are."""
        return len(self._texts)

    def names(self) -> Iterator[Name]:
        """Every name and synonym in the order of the file."""
        return (self._names(number) for number in range(len(self._texts)))

    def name(self, number: int) -> Name:
        """The name at this place in the order of the file."""
        return self._names(number)

    def names_of(self, position: int) -> list[Name]:
        """Every name of the thing at this position."""
        return [self._names(number) for number in self._names_of.get(position, ())]

    def holding(self, part: str) -> Iterator[int]:
        """The places of names that hold some letters, which are in lower case."""
        text, starts = self._in_one
        found = text.find(part)
        while found >= 0:
            number = bisect_right(starts, found) - 1
            yield number
            found = text.find(part, starts[number + 1])

    def named(self, key: int) -> list[Name]:
        """Names whose words have this key (see ``words_key``); words in another order have the same key."""
        return [self._names(number) for number in _several(self._by_words.get(key))]

    def joined(self, letters: str) -> list[Name]:
        """Names whose folded words, run together, are these letters."""
        return [self._names(number) for number in _several(self._by_letters.get(hash(letters)))]

    @cached_property
    def spelling(self) -> Spelling:
        """The words of names that may be misspelt; symbols and abbreviations are none."""
        return Spelling(self._spelt)

    @cached_property
    def _in_one(self) -> tuple[str, array[int]]:
        """All names in lower case in one text, which is searched far faster than each by itself, and where each begins;
        last where another one would."""
        lowered = [text.lower() for text in self._texts]
        return "\n".join(lowered), array("q", accumulate((len(text) + 1 for text in lowered), initial=0))

    @cached_property
    def _names_of(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for number, owner in enumerate(self._owners):
            found.setdefault(owner, []).append(number)
        return found

    def _names(self, number: int) -> Name:
        return Name(self._owners[number], self._texts[number], _KINDS[self._kinds[number]], bool(self._own[number]))

    def _add(
        self,
        record: Mapping[str, Any],
        merged: dict[tuple[str, str | tuple[str, ...]], int],
        alternatives: list[tuple[str, int]],
    ) -> None:
        node = Node(str(record["id"]), str(record["name"]), str(record["label"]))
        folded = name_words(node.name)
        named_alike = " ".join(node.name.casefold().split())  # as loaders tell it: Thomas Hale is not Thomas Hales
        same = (node.label, str(record["thing"]) if "thing" in record else named_alike or (node.name, node.id))
        thing = merged.setdefault(same, len(self._nodes))
        if "thing" in record:
            self._known.add(thing)
        new, everyday = thing == len(self._nodes), everyday_names()
        if new:
            self._nodes.append(node)
            self._ids.append((node.id,))
        elif node.id not in self._ids[thing]:
            self._ids[thing] += (node.id,)
        if self._by_id.setdefault(node.id.casefold(), thing) != thing:
            self._shared.add(node.id.casefold())
        others = [str(identifier) for identifier in record.get("alternative_ids") or ()]
        alternatives.extend((identifier, thing) for identifier in others)
        self._add_name(thing, node.name, 1 if record.get("named_after") else 0, folded, own=True)
        if eponym := _EPONYM.fullmatch(node.name):
            self._add_name(thing, eponym[1], 3, name_words(eponym[1]))
        for kind, field in ((0, "names"), (1, "synonyms"), (2, "related_synonyms"), (4, "listed")):
            for text in record.get(field) or ():
                self._add_name(thing, str(text), kind, name_words(str(text)))
        for identifier in dict.fromkeys((node.id, *others)):
            for text in everyday.get(identifier.upper(), ()) if new else ():
                self._add_name(thing, text, 5, name_words(text))

    def _add_name(self, thing: int, text: str, kind: int, folded: tuple[str, ...], *, own: bool = False) -> None:
        if not folded or len(folded) > LONGEST_NAME:
            return
        number = len(self._texts)
        self._texts.append(text)
        self._owners.append(thing)
        self._kinds.append(kind)
        self._own.append(own)
        _append(self._by_words, words_key(folded), number)
        _append(self._by_letters, hash(run_together(folded)), number)
        self.vocabulary.update(folded)
        if not is_symbol(text):
            self._spelt.update(folded)
        self.longest = max(self.longest, len(folded))


def words_key(folded: Iterable[str]) -> int:
    """A number that words have in common with the same words in another order."""
    return sum(map(hash, folded))


def _append(table: dict[int, int | tuple[int, ...]], key: int, number: int) -> None:
    table[key] = (*_several(table[key]), number) if key in table else number


def _several(found: int | tuple[int, ...] | None) -> tuple[int, ...]:
    if found is None:
        return ()
    return found if isinstance(found, tuple) else (found,)


def _records(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open(encoding="utf-8") as file:
            for number, line in enumerate(file, 1):
                if line.strip():
                    yield _record(line, path, number)
    except OSError as error:
        raise LoadError(
            f"The names of the graph at {str(path)!r} cannot be read ({error}); load the graph again."
        ) from error


def _record(line: str, path: Path, number: int) -> Mapping[str, Any]:
    try:
        record = json.loads(line)
        if isinstance(record, dict) and {"id", "label", "name"} <= record.keys():
            return record
    except ValueError:
        pass
    raise LoadError(
        f"Line {number} of {str(path)!r} is {line[:80]!r}, not a JSON object with id, label and name; "
        "load the graph again."
    )
