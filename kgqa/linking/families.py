"""Families of things whose names differ only in their number, letter or mode of inheritance: a guess from names alone.

A graph without a vocabulary has no node for "Fading syndrome" where it holds "Fading syndrome 1" and "Fading syndrome,
type 2"; who asks for the name that both begin with means them all.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Set
from functools import cached_property

from kgqa.language.common_words import generic, is_everyday
from kgqa.language.normalise import is_designator, name_words, word_set
from kgqa.language.tokens import tokens
from kgqa.linking.index import NameIndex
from kgqa.records import Candidate

FAMILY = 0.86
"""Below every match of a name as it is recorded, above every misspelt one."""
FEWEST = 2
_SORTED = re.compile(r"(?:\W(?:\d{1,3}[A-Za-z]{0,2}|[IVX]{1,5}[A-Ha-h]?|[A-Za-z])|dominant|recessive|linked)\W*$")
_SORTING = word_set("type subtype group form variant class complementation autosomal dominant recessive linked")


class Families:
    """The families among the things of some labels of an index.

    Args:
        labels: of all of whose things the families are.
        partly: labels of which a vocabulary knows things: what it knows all members of is no family, as it has a name
            for them all or tells them apart.
        meant: whether the name that several begin with stands for them; else it is no name.
    """

    def __init__(
        self, index: NameIndex, labels: Set[str], partly: Set[str] = frozenset(), *, meant: bool = True
    ) -> None:
        self._index = index
        self._labels = labels | partly
        self._partly = partly
        self._meant = meant

    def named(self, folded: tuple[str, ...], wanted: Set[str] | None) -> list[Candidate]:
        """The families of a name, one a label, as things with the identifiers of all their members."""
        found = self._by_name.get(folded, ()) if self._meant else ()
        return [one for one in found if wanted is None or one.label in wanted]

    def are_unnamed(self, things: Iterable[int]) -> bool:
        """Whether two of some things are of one family, where the name that they begin with is none."""
        begun = (
            [] if self._meant else [stem for one in things if (stem := self._stem(one)) and not self._are_known([one])]
        )
        return len(set(begun)) < len(begun)

    @cached_property
    def _by_name(self) -> dict[tuple[str, ...], list[Candidate]]:
        members: defaultdict[tuple[str, tuple[str, ...]], list[int]] = defaultdict(list)
        names: dict[tuple[str, ...], str] = {}
        for position in range(len(self._index)):
            if stem := self._stem(position):
                label, name = stem
                folded = name_words(name)
                names.setdefault(folded, name)
                members[label, folded].append(position)
        found: defaultdict[tuple[str, ...], list[Candidate]] = defaultdict(list)
        for (label, folded), positions in members.items():
            if len(positions) >= FEWEST and not self._are_known(positions):
                ids = tuple(id_ for position in positions for id_ in self._index.ids(position))
                name = names[folded]
                one = Candidate(ids[0], name, label, FAMILY, "family", name, ids, members=len(positions))
                found[folded].append(one)
        return dict(found)

    def _stem(self, thing: int) -> tuple[str, str] | None:
        """Its label, and what its name has in common with others; None where that is nothing or the label has none."""
        node = self._index.node(thing)
        name = stem_of(node.name) if node.label in self._labels else ""
        return (node.label, name) if name else None

    def _are_known(self, things: Iterable[int]) -> bool:
        """Whether a vocabulary that tells kinds knows all of some things of one label."""
        return all(self._index.node(one).label in self._partly and self._index.is_in_vocabulary(one) for one in things)


def stem_of(name: str) -> str:
    """What a name has in common with those that differ in number, letter or inheritance; empty where it has none."""
    if not _SORTED.search(name):
        return ""
    words = tokens(name)
    kept = len(words)
    while kept and (is_designator(words[kept - 1].fold) or words[kept - 1].fold in _SORTING):
        kept -= 1
    telling = [word for word in words[:kept] if word.fold not in generic()]
    alone = kept == 1 and is_everyday(words[0].text)
    return name[: words[kept - 1].end] if telling and not alone and kept < len(words) else ""
