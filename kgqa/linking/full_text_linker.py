"""Linking where the names are too many to be held: the server's full-text index finds those that may be meant.

What it finds for a text is made an index of its own, in which the linker looks for the text's names as in any other.
So the server only narrows down; whether a name matches, and how well, is decided by the same rules.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from threading import Lock
from typing import Any

from kgqa.graph.own.server_names import ServerNames, Word
from kgqa.language.common_words import is_english
from kgqa.language.normalise import CONNECTIVES, singular
from kgqa.language.tokens import Token, tokens
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.fuzzy import SHORTEST, TWO_EDITS
from kgqa.linking.identifiers import possible
from kgqa.linking.index import NameIndex
from kgqa.linking.lay_descriptions import Told
from kgqa.linking.linker import LONGEST_TEXT, LinkContext, Linker
from kgqa.linking.lookup import LONGEST_TYPED, Hit, Lookup
from kgqa.linking.paraphrased_names import Described
from kgqa.linking.short_names import Shortened
from kgqa.records import Candidate, Entity

MOST_WORDS = 60
"""Words of a text, without those of every sentence, whose names are looked for."""
LONGEST_NAME = 8
"""Words of a name that are looked for together; a longer name is found by its first ones."""
MOST_MISSPELT = 10
"""Words that no name has, and that may be misspelt."""
MOST_TEXTS = 16
"""Texts whose names are kept, because one question asks for them several times."""

Record = Mapping[str, Any]


class SearchedLinker(Linker):
    """Finds the things of one graph that a text names, with the help of its server. Safe to share between threads.

    Errors of the store pass through (``ServerError``, ``QueryError``): a name that could not be looked for is not one
    that the graph lacks.
    """

    def __init__(self, search: ServerNames) -> None:
        super().__init__(NameIndex(()))
        self._search = search
        self._known: OrderedDict[tuple[str, bool], Linker] = OrderedDict()
        self._lock = Lock()

    def link(
        self, text: str, *, labels: set[str] | None = None, context: LinkContext | None = None, inside: bool = False
    ) -> list[Entity]:
        """As ``Linker.link``."""
        return self.found_for(text, begun=False).link(text, labels=labels, context=context, inside=inside)

    def described(self, text: str, most: int = 4) -> list[Described]:
        """As ``Linker.described``."""
        return self.found_for(text, begun=False).described(text, most)

    def told(self, text: str, entities: Sequence[Entity]) -> list[Told]:
        """As ``Linker.told``, of which a server's names say nothing before they are asked for: none."""
        return []

    def candidates(self, mention: str, *, labels: set[str] | None = None, most: int = 8) -> list[Candidate]:
        """As ``Linker.candidates``; the last word may be no more than a beginning."""
        return self.found_for(mention, begun=True).candidates(mention, labels=labels, most=most)

    def meant(self, mention: str, *, labels: set[str] | None = None) -> list[Candidate]:
        """As ``Linker.meant``."""
        return self.found_for(mention, begun=False).meant(mention, labels=labels)

    def knows(self, word: str) -> bool:
        """As ``Linker.knows``."""
        return self.found_for(word, begun=False).knows(word)

    def lookup(self) -> Lookup:
        """As ``Linker.lookup``."""
        return _Typed(self)

    def shortened(self, text: str, sorts: Mapping[str, frozenset[str]]) -> Shortened:
        """As ``Linker.shortened``, among the names that the server finds for the text."""
        return self.found_for(text, begun=True).shortened(text, sorts)

    def called_by_symbols(self) -> frozenset[str] | None:
        """Not known: the names stay on the server."""
        return None

    def warm(self) -> None:
        """Nothing is built before it is needed."""

    def found_for(self, text: str, *, begun: bool) -> Linker:
        """A linker for the names that may stand in a text."""
        text = text[:LONGEST_TEXT]
        with self._lock:
            known = self._known.get((text, begun))
        if known is None:
            known = Linker(NameIndex(self._records(text, begun)))
            with self._lock:
                self._known[text, begun] = known
                while len(self._known) > MOST_TEXTS:
                    self._known.popitem(last=False)
        return known

    def _records(self, text: str, begun: bool) -> list[Record]:
        runs = _runs([word for word in tokens(text) if word.fold not in CONNECTIVES])
        searches = [[_forms(word) for word in run] for run in runs]
        searches += [[[Word(f"{run[0].fold}{run[1].fold}")]] for run in runs if len(run) == 2]
        found = self._search.found(searches, names_only=True) + self._search.found(searches)
        known = NameIndex(found).vocabulary
        strange = dict.fromkeys(word.fold for run in runs for word in run if _may_be_misspelt(word, known))
        misspelt = set(list(strange)[:MOST_MISSPELT])
        nearly = [[_nearly(word, misspelt) for word in run] for run in runs if misspelt & {word.fold for word in run}]
        if begun and runs:
            nearly.append([[Word(word.text, begins=True)] for word in tokens(text)[:LONGEST_NAME]])
        found += self._search.found(nearly, names_only=True) + self._search.found(nearly)
        found += self._search.identified(possible(text))
        return _unique(found)


class _Typed(Lookup):
    """Finds things while they are typed, each time among those that the server finds for what stands there."""

    def __init__(self, linker: SearchedLinker) -> None:
        super().__init__(linker.index)
        self._linker = linker

    def find(self, text: str, most: int = 8) -> list[Hit]:
        """As ``Lookup.find``."""
        return self._among(text).find(text, most)

    def beginning(self, text: str, most: int = 8) -> list[Hit]:
        """As ``Lookup.beginning``."""
        return self._among(text).beginning(text, most)

    def _among(self, text: str) -> Lookup:
        found = self._linker.found_for(text[:LONGEST_TYPED], begun=True)
        return Lookup(found.index, found.candidates)


def _runs(words: Sequence[Token]) -> list[list[Token]]:
    """Words next to each other that may be a name together; not one alone that stands in any question."""
    telling = {place for place, word in enumerate(words) if not _is_empty(word)}
    kept = set(sorted(telling)[:MOST_WORDS])
    return [
        list(words[first : last + 1])
        for first in sorted(kept)
        for last in range(first, min(first + LONGEST_NAME, len(words)))
        if last in kept
    ]


def _is_empty(word: Token) -> bool:
    return word.text.lower() in vocabulary().function


def _forms(word: Token) -> list[Word]:
    """A word as the names of a graph may write it: as it is, folded, in the singular and the plural."""
    lower = word.text.lower()
    forms = (lower, word.fold, singular(lower), f"{word.fold}s", f"{singular(lower)}s")
    return [Word(form) for form in dict.fromkeys(forms)]


def _nearly(word: Token, misspelt: set[str]) -> list[Word]:
    if word.fold not in misspelt:
        return _forms(word)
    edits = 2 if len(word.fold) >= TWO_EDITS - 1 else 1
    return [Word(form, edits) for form in dict.fromkeys((word.text.lower(), word.fold))]


def _may_be_misspelt(word: Token, known: set[str]) -> bool:
    letters = word.fold.isalpha() and len(word.fold) >= SHORTEST - 1
    return letters and word.fold not in known and not is_english(word.text)


def _unique(records: Iterable[Record]) -> list[Record]:
    return list({(record["label"], record["id"]): record for record in records}.values())
