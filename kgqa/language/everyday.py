"""Everyday words by concept: what people call the types and relations of biomedical graphs (``everyday.toml``), and
those of graphs of any field with their properties (``ordinary.toml``), which have the same form.

The first file tells how questions ask for a relation and how statements say it.

A type or a relation belongs to a concept by its name, and by the types at its ends: only a drug treats, and where
"treats" is stored from diseases to drugs, it is still the drug that does it.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from kgqa.language.inflection import stem, without_s
from kgqa.language.vocabulary import vocabulary

TABLE, ORDINARY = "everyday.toml", "ordinary.toml"
_SPELT = str.maketrans("-_/", "   ")
_BEFORE = ("is ", "are ", "was ", "be ", "been ", "being ", "can be ", "may be ")


@dataclass(frozen=True, slots=True)
class TypeConcept:
    """A kind of thing.

    Attributes:
        names: how graphs call it, the most particular first.
        words: how people call it, lower case, singular.
    """

    concept: str
    names: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RelationConcept:
    """A kind of link between a doer and what it is done to.

    Attributes:
        names: how graphs call it where the source does it.
        turned: how graphs call it where the target does it.
        doer, done: concepts of the types at its ends; empty where any may be.
        active, passive: how it reads from the doer and from the other end.
        doer_words, done_words: phrases of questions whose subject is the doer, or the other end.
        words: phrases that can be said of either end.
        vague: phrases that fit other concepts as well ("regulate" of up and down).
        loose: phrases that ask for more than such a link says ("cause" of an association); also in the lists above.
        symmetric: both directions mean the same.
        absent: what a graph without such a relation is said not to have; empty where nothing is said.
        opposes: concepts that speak against it; see ``opposed``.
    """

    concept: str
    names: tuple[str, ...] = ()
    turned: tuple[str, ...] = ()
    doer: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    active: str = ""
    passive: str = ""
    doer_words: tuple[str, ...] = ()
    done_words: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    symmetric: bool = False
    absent: str = ""
    opposes: tuple[str, ...] = ()

    def fits(self, doer: frozenset[str], done: frozenset[str]) -> bool:
        """Whether things of these concepts can do it to each other; False where the concept does not say."""
        return bool(self.doer) and not doer.isdisjoint(self.doer) and not done.isdisjoint(self.done)


@dataclass(frozen=True, slots=True)
class Meant:
    """The concept of one relation.

    Attributes:
        source_does: the source of the relation is the doer.
        turned: the types say so against the relation's name ("treats" from diseases to drugs).
    """

    concept: RelationConcept
    source_does: bool
    turned: bool = False


@lru_cache(maxsize=50_000)
def key(phrase: str) -> str:
    """A phrase as it is compared: lower case, no form of be before it, verbs and nouns without their "s".

    >>> key("is treated by"), key("Off-label uses"), key("disease")
    ('treated by', 'off label use', 'disease')
    """
    text = " ".join(phrase.lower().translate(_SPELT).split())
    before = next((start for start in _BEFORE if text.startswith(start) and text != start.strip()), "")
    return " ".join(without_s(word) for word in text.removeprefix(before).split())


@cache
def _data(table: str) -> Mapping[str, Any]:
    loaded: dict[str, Any] = tomllib.loads(files(__package__).joinpath(table).read_text(encoding="utf-8"))
    return loaded


def _fields(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(one) if isinstance(one, list) else one for name, one in said.items()}


@cache
def types(table: str = TABLE) -> tuple[TypeConcept, ...]:
    """Every kind of thing of a table."""
    return tuple(TypeConcept(name, **_fields(said)) for name, said in _data(table)["type"].items())


@cache
def relations(table: str = TABLE) -> tuple[RelationConcept, ...]:
    """Every kind of link of a table."""
    return tuple(RelationConcept(name, **_fields(said)) for name, said in _data(table)["relation"].items())


@cache
def properties() -> tuple[TypeConcept, ...]:
    """Every kind of value that is told of a thing or a link."""
    return tuple(TypeConcept(name, **_fields(said)) for name, said in _data(ORDINARY)["property"].items())


def opposed(one: RelationConcept, other: RelationConcept) -> bool:
    """Whether two concepts speak against each other, said of the same doer and the same other end."""
    return other.concept in one.opposes or one.concept in other.opposes


def are_opposite(one: str, other: str) -> bool:
    """Whether two names differ in nothing but two words, or beginnings of words, of which one turns the other round.

    >>> are_opposite("increases activity of", "decreases activity of"), are_opposite("upregulated", "downregulated")
    (True, True)
    >>> are_opposite("increases activity of", "decreases expression of")
    False
    """
    words, others = key(one).split(), key(other).split()
    if len(words) != len(others):
        return False
    differing = [(a, b) for a, b in zip(words, others, strict=True) if a != b]
    return len(differing) == 1 and _turns(*differing[0])


def _turns(one: str, other: str) -> bool:
    """Whether two words are the two of a pair, or begin with them and go on alike."""
    pairs = [pair for both in _data(TABLE)["opposite"]["words"] for pair in (both, both[::-1])]
    return any(
        one.startswith(first)
        and other.startswith(second)
        and one.removeprefix(first).lstrip("e") == other.removeprefix(second).lstrip("e")
        for first, second in pairs
    )


@cache
def _types_by_name() -> dict[str, TypeConcept]:
    named: dict[str, TypeConcept] = {}
    for rank in range(max(len(concept.names) for concept in types())):
        for concept in types():
            if rank < len(concept.names):
                named.setdefault(key(concept.names[rank]), concept)
    return named


def types_of(words: str) -> list[tuple[TypeConcept, int]]:
    """The concepts of a label's words, and how far down their names it stands; of "gene/protein" those of both parts.

    Where the whole is no name, its last words are: a "rare disease" is a disease.
    """
    found: dict[str, tuple[TypeConcept, int]] = {}
    for part in words.split("/"):
        parts = key(part).split()
        ends = (" ".join(parts[start:]) for start in range(len(parts)))
        concept = next((named for end in ends if (named := _types_by_name().get(end))), None)
        if concept is not None:
            rank = next((i for i, n in enumerate(concept.names) if key(n) == " ".join(parts)), len(concept.names))
            found.setdefault(concept.concept, (concept, rank))
    return list(found.values())


def concepts_of(words: str) -> frozenset[str]:
    """The names of a label's concepts."""
    return frozenset(concept.concept for concept, _ in types_of(words))


def relation_of(name: str, source: str, target: str) -> Meant | None:
    """The concept of a relation with this name between two types, all in words; None where it has none.

    Of several with that name the one whose ends fit comes first, then one that says nothing of its ends.
    """
    wanted, ends = key(name), (concepts_of(source), concepts_of(target))
    found = list(_named(wanted))
    if not found:
        return None

    def order(one: tuple[RelationConcept, bool]) -> int:
        concept, _ = one
        fit = concept.fits(*ends) or concept.fits(*reversed(ends))
        return 0 if fit else 1 if not concept.doer else 2

    concept, source_does = min(found, key=order)
    straight, back = concept.fits(*ends), concept.fits(*reversed(ends))
    by_types = straight if straight != back else source_does
    return Meant(concept, by_types, turned=by_types != source_does)


def relation_between(source: str, target: str) -> Meant | None:
    """The concept of a relation without a name: the only one whose ends are of these types, if there is one."""
    ends = concepts_of(source), concepts_of(target)
    found = [Meant(one, one.fits(*ends)) for one in relations() if one.fits(*ends) or one.fits(*reversed(ends))]
    return found[0] if len(found) == 1 else None


def _named(wanted: str) -> Iterator[tuple[RelationConcept, bool]]:
    for concept in relations():
        if wanted in _keys(concept.names):
            yield concept, True
        elif wanted in _keys(concept.turned):
            yield concept, False


@cache
def _keys(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(key, names))


@cache
def subject_of(phrase: str) -> bool | None:
    """Whether the subject of a phrase is the doer, by what the concepts say of it; None where it can be either."""
    wanted = key(phrase)
    doer = any(wanted in _keys(concept.doer_words) for concept in relations())
    done = any(wanted in _keys(concept.done_words) for concept in relations())
    return doer if doer != done else None


def can_be_said(phrase: str, source: str, target: str) -> bool:
    """Whether a phrase makes sense between two types: a concept that has it fits them, or says nothing of its ends."""
    wanted, ends = key(phrase), (concepts_of(source), concepts_of(target))
    owners = [one for one in relations() if wanted in _keys((*one.doer_words, *one.done_words, *one.words))]
    fitting = (not one.doer or one.fits(*ends) or one.fits(*reversed(ends)) for one in owners)
    return not owners or not all(ends) or any(fitting)


@cache
def _by_word(word: str) -> tuple[RelationConcept, ...]:
    """The concepts of which a word alone, in any of its forms, asks for a link ("upregulated")."""
    wanted = stem(word.lower())

    def phrases(one: RelationConcept) -> Iterator[str]:
        yield from (*one.doer_words, *one.done_words, *one.words, *one.vague, one.active, one.passive)

    light = vocabulary().light | vocabulary().function
    return tuple(
        one
        for one in relations()
        if any([stem(w) for w in key(phrase).split() if w not in light] == [wanted] for phrase in phrases(one))
    )


def asks_between(word: str, one: str, other: str) -> bool:
    """Whether a word alone asks for a link between things of two types, in words, whatever a graph records of them.

    >>> asks_between("prescribed", "disease", "drug"), asks_between("prescribed", "gene", "symptom")
    (True, False)
    """
    ends = concepts_of(one), concepts_of(other)
    return any(not c.doer or c.fits(*ends) or c.fits(*reversed(ends)) for c in _by_word(word))


def said(phrases: Iterable[str]) -> tuple[str, ...]:
    """Phrases without repetition, in order."""
    return tuple(dict.fromkeys(phrases))
