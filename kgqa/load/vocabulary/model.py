"""A vocabulary: terms with their names, the identifiers that mean the same, and which term is a kind of which."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.language.initials import abbreviates
from kgqa.language.normalise import name_words
from kgqa.language.registers import comparable
from kgqa.load.source import BadRow

_REMARK = re.compile(
    r"\b(?:formerly|former|obsolete|caused by (?:a )?(?:mutation|variant)s?|modifiers?|suscept\w*|protection against"
    r"|reduced risk)\b|\[ambiguous\]|, included$",
    re.IGNORECASE,
)
_KIND_TAG = re.compile(r"\s*\((?:disease|disorder|finding|morphologic abnormality|qualifier value)\)$", re.IGNORECASE)
_LETTER = re.compile(r"\b[A-Z]\b")
"""The letter by which a kind is told from others ("Fanconi anemia complementation group A")."""


@dataclass(frozen=True, slots=True)
class VocabularyTerm:
    """One concept.

    Attributes:
        synonyms: other names of any scope, as the vocabulary lists them.
        equivalents: identifiers of other registers that mean exactly this.
        references: identifiers of other registers that it only refers to, which mean something near to it.
        parents: identifiers of the broader terms.
    """

    id: str
    name: str
    synonyms: tuple[str, ...] = ()
    equivalents: tuple[str, ...] = ()
    references: tuple[str, ...] = ()
    parents: tuple[str, ...] = ()


@dataclass(frozen=True)
class Vocabulary:
    """Terms by their identifier.

    Attributes:
        bad_rows: the rows of its tables that nothing could be made of.
    """

    terms: Mapping[str, VocabularyTerm]
    bad_rows: tuple[BadRow, ...] = ()

    def term_of(self, identifier: str) -> VocabularyTerm | None:
        """The one term that an identifier means, in whatever way its register is written; None where there is none."""
        return self._found(self._exact, identifier)

    def referring(self, identifier: str) -> VocabularyTerm | None:
        """The one term that only refers to an identifier; None where there is none."""
        return self._found(self._referred, identifier)

    def _found(self, table: Mapping[str, str], identifier: str) -> VocabularyTerm | None:
        found = table.get(comparable(identifier))
        return None if found is None else self.terms[found]

    @cached_property
    def _exact(self) -> dict[str, str]:
        return _unique((one, term.id) for term in self.terms.values() for one in (term.id, *term.equivalents))

    @cached_property
    def _referred(self) -> dict[str, str]:
        return _unique((one, term.id) for term in self.terms.values() for one in term.references)

    def ancestors(self, identifiers: Iterable[str]) -> set[str]:
        """Every term above some terms; one of these only where it is above another of them."""
        found: set[str] = set()
        open_ids = list(identifiers)
        while open_ids:
            for parent in self.terms[open_ids.pop()].parents:
                if parent in self.terms and parent not in found:
                    found.add(parent)
                    open_ids.append(parent)
        return found

    def with_shared_initials(self) -> Vocabulary:
        """The same, where the first kind of a broader term ("retinitis pigmentosa 1"), or one that also goes by its
        name, leaves the initials of that name (RP) to the broader term as well, which everybody means by them."""
        names = {term.id: term.name.casefold() for term in self.terms.values()}
        wide = set(names.values())
        words = {term.id: name_words(term.name) for term in self.terms.values()}
        further: defaultdict[str, list[str]] = defaultdict(list)
        for term in self.terms.values():
            called = {one.casefold() for one in term.synonyms} & wide
            first = frozenset(words[term.id]) - {"1", "type"} if words[term.id][-1:] == ("1",) else frozenset()
            # FANCA is that of group A alone, and MPSI that of type I.
            own = (*_LETTER.findall(term.name.upper()), *(["I"] if first else []))
            letters = (one for one in term.synonyms if one.isalpha() and one.isupper() and not one.endswith(own))
            initials = list(letters) if called or first else []
            for above in self.ancestors([term.id]) if initials else ():
                if names[above] in called or first == frozenset(words[above]):
                    further[above] += (one for one in initials if abbreviates(one, names[above]))
        return Vocabulary(
            {
                id_: replace(term, synonyms=tuple(dict.fromkeys((*term.synonyms, *sorted(further.get(id_, ()))))))
                for id_, term in self.terms.items()
            },
            self.bad_rows,
        )


def _unique(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Term by identifier; one that stands for two terms says of neither that it is the same."""
    found: dict[str, str] = {}
    shared: set[str] = set()
    for identifier, term in pairs:
        if found.setdefault(comparable(identifier), term) != term:
            shared.add(comparable(identifier))
    return {identifier: term for identifier, term in found.items() if identifier not in shared}


def without_remarks(term: VocabularyTerm) -> Iterator[str]:
    """The synonyms that are names of a term, without what kind they are; what else they are its own name is as well.

    None is what it was called formerly, a description by a cause, what makes one fall ill of it, more or less so, or
    what a register lists beside it ("X, modifier of", "X, included").
    """
    for name in term.synonyms:
        remarks = {match[0].casefold() for match in _REMARK.finditer(name)}
        if len(name) > 1 and all(one in term.name.casefold() for one in remarks):
            yield _KIND_TAG.sub("", name)
