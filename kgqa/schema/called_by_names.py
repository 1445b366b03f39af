"""What the things of a type are called by what their names say: antimicrobials are drugs, most sites are hospitals.

Whoever named a type often chose a word of the trade, and who asks uses the common one. A name speaks for a noun by
holding it ("Royal Marsden Hospital") or by being a kind of it (amoxicillin is a drug), and against it where its last
word is a noun that is no kind of it ("asthma" is no cancer). What is neither, as most names of persons and firms, says
nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kgqa.language import everyday, thesaurus
from kgqa.language.inflection import singular_of
from kgqa.language.normalise import fold
from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.schema.model import Schema

MOST_NAMES = 200
"""Names of a type that are looked at."""
_LEAST = 4
_HOLDING, _BEING = 0.3, 0.2
"""The share of the names that must hold a noun, and that must be kinds of it: of proper names few are nouns at all."""
_OUTWEIGHED = 3
"""How many names must speak for it for each that speaks against it."""
_STEPS = 8
"""How far up the kinds of things a noun may stand above a name."""


def with_words_of_names(schema: Schema, names: Mapping[str, Sequence[str]]) -> Schema:
    """The schema, in which types that everyday words do not know have the nouns that their names speak for: as words
    of theirs those that they are kinds of, as loose ones those that they hold.

    Args:
        names: the first of each type, by its label.
    """
    own = {word for node in schema.nodes for word in (node.singular, node.plural, *node.words)}
    parts = {word for node in schema.nodes for word in _own_words(node.singular)}
    known = {everyday.key(word) for word in own | parts}
    classes = {one.target for one in schema.relations if one.membership}
    # A class of drugs is a drug for a thesaurus as well.
    named = {
        node.label: [_Name.of(name) for name in names.get(node.label, ())[:MOST_NAMES]]
        for node in schema.nodes
        if node.label not in classes
    }
    asked = [node.label for node in schema.nodes if node.label in named and not everyday.concepts_of(node.singular)]
    kinds = _only_of_one({label: list(_kinds(label, named)) for label in asked}, known)
    held = _only_of_one({label: list(_held(named[label])) for label in asked}, known)
    if not kinds and not held:
        return schema
    nodes = tuple(
        replace(node, words=(*node.words, *kinds.get(node.label, ())), loose=held.get(node.label, ()))
        for node in schema.nodes
    )
    called = {everyday.key(word) for words in kinds.values() for word in words}
    absent = {word: noun for word, noun in schema.absent.items() if everyday.key(word) not in called}
    return replace(schema, nodes=nodes, absent=absent)


def _own_words(noun: str) -> list[str]:
    """The words of a noun that say what its things are: a "food item" is a food, and a "drug class" no drug."""
    words = noun.lower().split()
    return words[-1:] if words and words[-1] in vocabulary().generic else words


@dataclass(frozen=True, slots=True)
class _Name:
    """What a name says.

    Attributes:
        noun: that it is; empty where it is none that is known.
        common: its last word is a noun that is known, or written as none of a proper name is.
    """

    words: frozenset[str]
    noun: str
    common: bool

    @classmethod
    def of(cls, name: str) -> _Name:
        last = name.split()[-1:]
        words = [singular_of(word.text.lower()) for word in spoken(fold(name))]
        noun = next((one for one in (name.lower(), *words[-1:]) if len(one) > 1 and thesaurus.is_known(one, "n")), "")
        return cls(frozenset(words), noun, bool(noun) or any(word[0].islower() for word in last))

    def is_kind_of(self, noun: str) -> bool:
        return bool(self.noun) and (self.noun == noun or thesaurus.is_kind_of(self.noun, noun, _STEPS))


def _held(names: Sequence[_Name]) -> Iterator[str]:
    """The noun that most names hold, where few of the others are anything else."""
    nouns = {word for one in names for word in one.words if thesaurus.is_known(word, "n")}
    # "Medical" is a noun as well, and tells of a firm no more than of what sort it is.
    found = Counter(word for one in names for word in one.words & nouns if not thesaurus.is_known(word, "a"))
    for word, number in found.most_common(1):
        others = sum(one.common and word not in one.words and not one.is_kind_of(word) for one in names)
        if number >= max(_LEAST, _HOLDING * len(names), _OUTWEIGHED * others):
            yield word


def _kinds(label: str, names: Mapping[str, Sequence[_Name]]) -> Iterator[str]:
    """The words of everyday concepts that the names of a type are kinds of, and not also some of another type."""
    others = [said for other, said in names.items() if other != label]
    for concept in everyday.types():
        if _are_of_kind(concept.words[0], names[label]):
            for word in concept.words:
                if _are_of_kind(word, names[label]) and all(len(_of_kind(word, one)) < 2 for one in others):
                    yield word


def _are_of_kind(word: str, names: Sequence[_Name]) -> bool:
    nouns = frozenset[str]() if " " in word else _of_kind(word, names)
    others = sum(bool(one.noun) and one.noun not in nouns for one in names)
    return len(nouns) >= max(_LEAST, _BEING * len(names), _OUTWEIGHED * others)


def _of_kind(word: str, names: Sequence[_Name]) -> frozenset[str]:
    """The different nouns among some names that are kinds of another one."""
    return frozenset(one.noun for one in names if one.is_kind_of(word))


def _only_of_one(found: Mapping[str, Sequence[str]], known: Collection[str]) -> dict[str, tuple[str, ...]]:
    """The words of each type that are those of no other."""
    owners = Counter(word for words in found.values() for word in words)
    kept = {
        label: tuple(word for word in words if owners[word] == 1 and everyday.key(word) not in known)
        for label, words in found.items()
    }
    return {label: words for label, words in kept.items() if words}
