"""What the things of a source are called already, of the names that a vocabulary would add."""

from __future__ import annotations

import re

from kgqa.language.common_words import generic, is_english
from kgqa.language.normalise import is_designator
from kgqa.language.vocabulary import vocabulary
from kgqa.load.source import NodeRow
from kgqa.load.vocabulary.model import Vocabulary

_WORD = re.compile(r"[^\W_]+")
_NUMBERED = re.compile(r"(?P<letters>[a-z]+)\d+[a-z]?")
_SHORTEST = 3
"""Characters of a symbol; of fewer each has a dozen meanings."""


class Taken:
    """Names of a vocabulary that cannot be told from something else.

    A symbol such as "MASS", "BLAU" or "FA" is the name of a disease, that without "syndrome", or its initials before it
    is a former symbol of a gene, and one that is an English word ("REST") is that.
    """

    def __init__(self, told: Vocabulary) -> None:
        names = [name for term in told.terms.values() for name in (term.name, *term.synonyms)]
        self._wanted = {name.casefold() for name in names}
        self._letters = {name for name in names if name.isalpha() and name.isupper()}
        self._called: set[str] = set()
        self._initials: set[str] = set()

    def note(self, row: NodeRow, *, known: bool) -> None:
        """Notes what a node is called, and what stands for things that are numbered (LQT for LQT1 and LQT2).

        Args:
            known: the vocabulary knows it, so that "GALK" may be what GALK1 was called, and EGFR what a gene is that is
                called in full.
        """
        for name in (row.name, *row.names, *row.synonyms, *row.listed, *row.related_synonyms):
            if (folded := name.casefold()) in self._wanted:
                self._called.add(folded)
            if known:
                continue
            if " " in name:
                words = _WORD.findall(folded)
                self._initials.update(self._abbreviations(words))
                core = [word for word in words if not (word in generic() or is_designator(word))]
                self._called.update(core if len(core) == 1 else ())
            elif numbered := _NUMBERED.fullmatch(folded):
                self._called.add(numbered["letters"])

    def _abbreviations(self, words: list[str]) -> set[str]:
        """The initials of a name, of all its words and of those with a meaning of their own, that are wanted."""
        some = (words, [word for word in words if word not in vocabulary().function])
        return {"".join(word[0] for word in one).upper() for one in some} & self._letters

    def __contains__(self, name: str) -> bool:
        short = " " not in name and len(name) < _SHORTEST
        return short or name.casefold() in self._called or name in self._initials or is_english(name.casefold())
