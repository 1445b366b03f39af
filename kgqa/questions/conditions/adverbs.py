"""Things by the word of their names that says how: "dominantly inherited", "dominant pattern", "X-linked transmission".

The verb, or a noun of it, says over which relation the thing is looked for, and so of which type it is. It is called
by the word, before a noun that says no more than its type or the relation ("Autosomal dominant inheritance"); where it
is one of several words there, all things that are called so are meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache
from typing import NamedTuple

from kgqa.language import thesaurus
from kgqa.language.normalise import fold
from kgqa.language.tokens import spoken, tokens
from kgqa.language.vocabulary import vocabulary
from kgqa.linking.index import NameIndex
from kgqa.linking.short_names import SHORT_NAME
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import Item
from kgqa.records import Candidate, Entity
from kgqa.schema.model import Relation, Schema

MOST = 8
"""Things that one word may stand for; of more it says nothing."""
LONGEST = 6
"""Words of a name in which one says how."""
_ADVERB = re.compile(r"[a-z]{4,}ly", re.IGNORECASE)
_ENDINGS = (("ly", ""), ("ally", ""), ("ily", "y"), ("bly", "ble"))
"""What an adverb ends with, and its adjective instead."""
_NOUN_BEHIND = re.compile(r"[\s-]+(?P<noun>[a-z]{3,})\b(?!\s+of\b)", re.IGNORECASE)
"""The word behind an adjective; "a dominant pattern of" something is a pattern of that."""


class Said(NamedTuple):
    """Where it is said how, and the things that may be meant, by name."""

    start: int
    end: int
    meant: list[Candidate]


class Manners:
    """Finds things of one graph that a question names by how something is."""

    def __init__(self, schema: Schema, lexicon: Lexicon, index: NameIndex, values: Set[str]) -> None:
        """Finds them by the names of an index.

        Args:
            values: the types of which each thing is what very many others have.
        """
        self._counts = {node.label: node.count for node in schema.nodes}
        self._lexicon = lexicon
        self._index = index
        self._values = values

    def said(self, question: str, items: Sequence[Item], first: int, last: int) -> Said | None:
        """The things that some items that nothing explains name with the word beside them; None where they do not.

        Args:
            first, last: the places of the items.
        """
        if first == last and _ADVERB.fullmatch(items[first].text):
            return self._by_adverb(question, items, first)
        word, noun = items[first], _NOUN_BEHIND.match(question, items[first].end)
        if noun is None or items[last].end > noun.end() or not thesaurus.is_known(word.text.lower(), "a"):
            return None
        called = self._called(noun["noun"].lower())
        meant = self._meant(word.text, {label: called[label] for label in called if label in self._values})
        return Said(word.start, noun.end(), meant) if meant else None

    def longer(self, question: str, entity: Entity) -> Entity:
        """A name with the noun behind it that says over which relation it is meant ("X-linked transmission")."""
        noun = _NOUN_BEHIND.match(question, entity.end)
        if noun is None or entity.chosen.label not in self._values & self._called(noun["noun"].lower()).keys():
            return entity
        return Entity(
            question[entity.start : noun.end()],
            entity.start,
            noun.end(),
            entity.chosen,
            entity.rivals,
            entity.tied,
            guess=entity.guess,
        )

    def alone(self, word: str) -> list[Candidate]:
        """The one value that a word names before a noun that only says its type ("digenic"); none where that is not
        its whole name, or there are several."""
        found = self._meant(word, dict.fromkeys(self._values, frozenset()))
        whole = [one for one in found if len(tokens(one.matched)) <= len(tokens(word)) + 1]
        return whole if len(whole) == len(found) == 1 else []

    def _by_adverb(self, question: str, items: Sequence[Item], place: int) -> Said | None:
        """The same of an adverb right before or behind a verb for a relation."""
        adverb = items[place]
        for verb in (*items[place + 1 : place + 2], *items[max(place - 1, 0) : place]):
            start, end = min(adverb.start, verb.start), max(adverb.end, verb.end)
            between = (
                question[adverb.end : verb.start] if verb.start > adverb.start else question[verb.end : adverb.start]
            )
            if between not in (" ", "-") or verb.entity is not None or not thesaurus.infinitives(verb.text.lower()):
                continue
            called = self._called(verb.text.lower())
            for adjective in _adjectives(adverb.text.lower()):
                if meant := self._meant(adjective, called):
                    return Said(start, end, meant)
        return None

    def _called(self, word: str) -> Mapping[str, frozenset[str]]:
        """By the types that the relation of a verb or a noun may lead to, the folded words that say no more in a name
        than that; a noun for a manner says it of any value."""
        forms = _forms(word)
        nouns = frozenset(map(fold, forms))
        if word in vocabulary().manners:
            return dict.fromkeys(self._values, nouns)
        found = (self._lexicon.longest(spoken(form), 0) for form in sorted(forms))
        relations = {relation for one in found if one is not None for relation in one[1].relations}
        return dict.fromkeys((self._slot(one) for one in relations if one.source != one.target), nouns)

    def _slot(self, relation: Relation) -> str:
        """The end of a relation with fewer things, of which each tells the same of several at the other end."""
        return min((relation.source, relation.target), key=lambda label: self._counts[label])

    def _meant(self, word: str, called: Mapping[str, frozenset[str]]) -> list[Candidate]:
        """The things of some types in whose names a word stands before the noun that ends them; the one that is called
        by nothing else, where there is one; none where they are of several types, or too many."""
        found: dict[int, tuple[str, int]] = {}
        for position, text, telling in self._named(fold(word), called):
            if position not in found or telling < found[position][1]:
                found[position] = (text, telling)
        alone = [position for position, (_, telling) in found.items() if telling == 1]
        meant = [self._candidate(position, found[position][0]) for position in alone or found]
        if len({one.label for one in meant}) != 1 or not 0 < len(meant) <= MOST:
            return []
        return sorted(meant, key=lambda one: (one.name, one.id))

    def _named(self, word: str, called: Mapping[str, frozenset[str]]) -> Iterator[tuple[int, str, int]]:
        """The places of things with a name in which a folded word says how; that name, and how many words tell."""
        for number in self._index.holding(word) if called else ():
            name = self._index.name(number)
            label = self._index.node(name.thing).label
            if label not in called or name.kind not in ("name", "synonym"):
                continue
            own = [one.fold for one in tokens(name.text)]
            empty = self._lexicon.sorting[label] | called[label]
            ends = empty if label in self._values else called[label]
            ruled = not vocabulary().function.isdisjoint(one.text.lower() for one in tokens(name.text))
            if 1 < len(own) <= LONGEST and word in own[:-1] and own[-1] in ends and not ruled:
                yield name.thing, name.text, sum(one not in empty for one in own)

    def _candidate(self, position: int, matched: str) -> Candidate:
        node, ids = self._index.node(position), self._index.ids(position)
        return Candidate(node.id, node.name, node.label, SHORT_NAME, "normalised", matched, tuple(ids))


def _adjectives(adverb: str) -> Iterator[str]:
    """The adjectives that an adverb may be derived from ("dominantly": dominant; "prosthetically": prosthetic)."""
    for ending, instead in _ENDINGS:
        if adverb.endswith(ending):
            yield adverb.removesuffix(ending) + instead


@cache
def _forms(word: str) -> frozenset[str]:
    """A verb or a noun with what it is a form of, and what is derived from that or from which that is derived
    ("transmission": transmit; "amputated": amputation)."""
    verbs = {word, *thesaurus.infinitives(word)}
    derived = frozenset(verbs).union(*map(thesaurus.derived, verbs))
    return derived.union(*map(thesaurus.derived, derived)) if thesaurus.is_known(word, "n") else derived
