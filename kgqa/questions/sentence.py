"""A tagged question with its names settled: what each item does in the sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from kgqa.language.inflection import without_s
from kgqa.language.vocabulary import WANTING, Cue, vocabulary
from kgqa.questions.intent import Thing
from kgqa.questions.lexicon import Owned
from kgqa.questions.tagging import Item, has_cue
from kgqa.schema.model import Schema

_HAD = frozenset({"have", "has", "had", "having", "get", "gets", "got", "with"})
_BEING = frozenset({"is", "are", "was", "were", "be", "isn't", "aren't"})

DIFFERENTIALS = frozenset({"differential", "differentials"})
"""Nouns for what could be meant by some findings, which have the stem of a verb for telling things apart."""


@dataclass
class Sentence:
    """The items of one question under one reading of its names.

    Attributes:
        things: what each entity index was settled to.
    """

    items: Sequence[Item]
    things: Sequence[Thing]
    schema: Schema

    def has(self, *cues: Cue) -> bool:
        """Whether any of these cues is in the question."""
        return has_cue(self.items, *cues)

    def preposition(self, name: Item) -> str:
        """The word before a name, unless it is the "with" of a verb ("present with X")."""
        before = self.before(name)
        of_verb = not name.behind and bool(before) and bool(before[-1].meaning.relations)
        word = self.word_before(name)
        return "" if of_verb and word == "with" else word

    def word_before(self, item: Item) -> str:
        """The word that stands before an item, in lower case; empty at the start."""
        if item.behind:
            return item.behind[-1]
        before = self.before(item)
        return before[-1].text.lower().split()[-1] if before else ""

    def with_cue(self, cue: Cue) -> list[Item]:
        """The items that carry a cue."""
        return [item for item in self.items if cue in item.meaning.cues]

    def thing(self, item: Item) -> Thing:
        """The thing that a name was settled to."""
        assert item.entity is not None
        return self.things[item.entity]

    @cached_property
    def before_most(self) -> Item | None:
        """The word right before the first one that asks for the most, or the fewest, of some things."""
        places = [place for place, item in enumerate(self.items) if item.meaning.cues & {"most", "fewest"}]
        return self.items[places[0] - 1] if places and places[0] else None

    @cached_property
    def asks_ranking(self) -> list[Item]:
        """The words that ask for what has the most of some things ("differential", which has the stem of a verb)."""
        items = self.items
        return [item for item in items if "graded" in item.meaning.cues or item.text.lower() in DIFFERENTIALS]

    @cached_property
    def asks_difference(self) -> list[Item]:
        """The words that ask what tells two things apart."""
        return [item for item in self.with_cue("distinguish") if item not in self.asks_ranking]

    @cached_property
    def names(self) -> list[Item]:
        """The items that are names, in order."""
        return [item for item in self.items if item.entity is not None]

    @cached_property
    def nots(self) -> list[Item]:
        """The words that deny; a phrase for a relation that records an absence and an opening "isn't" are none."""
        return [
            item
            for item in self.items
            if "not" in item.meaning.cues
            and not self.records_absence(item)
            and not (item.auxiliary and item.position == 0)
        ]

    def negates(self, name: Item) -> int:
        """How many words deny a name: those between the name before it and this one, those of the name before where
        "and" joins them, and, for the last name, those at the end ("where X is not a feature")."""
        place = self.names.index(name)
        start = self.names[place - 1].position if place else -1
        own = [item for item in self.nots if start < item.position < name.position]
        if place == len(self.names) - 1:
            own += [item for item in self.nots if item.position > name.position]
        if own or not place:
            return len(own)
        between = [item for item in self.items if start < item.position < name.position]
        breaks = any(_begins_anew(item) for item in between)
        breaks = breaks or not {"with", "having"}.isdisjoint(name.behind)
        return 0 if breaks else self.negates(self.names[place - 1])

    @cached_property
    def asks_absence(self) -> bool:
        """Whether a phrase asks for what is recorded as absent ("excluded in")."""
        return any(self.records_absence(item) for item in self.items)

    @staticmethod
    def records_absence(item: Item) -> bool:
        """Whether an item asks for what is recorded as absent ("excluded in")."""
        return any(relation.negates for relation in item.meaning.relations)

    @cached_property
    def opens_with_auxiliary(self) -> bool:
        """Whether the question begins with a form of be, do, have or a modal verb."""
        return bool(self.items) and self.items[0].position == 0 and self.items[0].auxiliary

    @cached_property
    def asks_which(self) -> bool:
        """Whether it asks for things rather than for yes or no."""
        return self.has("which", "count", "how", "when") or self.commands is not None

    @cached_property
    def commands(self) -> Item | None:
        """The verb of an imperative ("list", "give"), which stands before everything but polite words."""
        for item in self.items:
            if "list" in item.meaning.cues:
                return item
            if not item.auxiliary:
                return None
        return None

    @cached_property
    def types(self) -> list[Item]:
        """Type words that stand for something unnamed: neither beside a name of that type nor said of one."""
        return [
            item
            for item in self.items
            if item.meaning.labels and not self._explains_a_name(item) and not self.is_verb(item)
        ]

    @cached_property
    def said_types(self) -> list[Item]:
        """Type words said of a name ("is Marfan syndrome a gene"): behind "a" at the end of the sentence."""
        return [item for item in self.items if item.meaning.labels and self._after_article(item)]

    @cached_property
    def properties(self) -> list[tuple[Item, Owned]]:
        """Every property that a phrase of the question can ask for."""
        return [(item, owned) for item in self.items for owned in item.meaning.properties]

    @cached_property
    def phrases(self) -> list[Item]:
        """Items that ask for particular relations."""
        return [item for item in self.items if item.meaning.relations and not item.generic]

    @cached_property
    def hints(self) -> list[Item]:
        """Items that ask for some link in words that are also those of particular relations ("associated with")."""
        return [item for item in self.items if item.meaning.relations and item.generic]

    def _explains_a_name(self, item: Item) -> bool:
        """Whether a type word only says of what type a name is: beside it, as its predicate, or as a verb for it."""
        verb = bool(item.meaning.relations) and not self._behind_which(item)
        for name in self.names:
            if self.thing(name).label not in item.meaning.labels:
                continue
            said = name.position < item.position and self._after_article(item)
            if self._is_beside(item, name) or said or verb:
                return True
        return False

    @cached_property
    def typed_names(self) -> int:
        """How many names stand beside a word for the type that they were settled to ("the gene NF1")."""
        return sum(
            any(self.thing(name).label in item.meaning.labels and self._is_beside(item, name) for item in self.items)
            for name in self.names
        )

    def _is_beside(self, item: Item, name: Item) -> bool:
        """Whether a type word stands next to a name, as a word on it."""
        before = self._stands_before(item, name) and not self._heads_a_clause(item, name)
        return before or item.position - name.last == 1

    def _heads_a_clause(self, item: Item, name: Item) -> bool:
        """Whether a plural before one name is what the name does something to ("genes TP53 regulates")."""
        plural = item.text.lower() != without_s(item.text.lower())
        after = next((other for other in self.items if other.position > name.position), None)
        verb = after is not None and bool(after.meaning.relations) and not after.meaning.labels and not after.behind
        return plural and verb and any(other.meaning.labels for other in self.before(item))

    def is_verb(self, item: Item) -> bool:
        """Whether a word for a type is the verb of what follows it at once ("which drugs target proteins")."""
        if not item.meaning.relations or item.position != item.last:
            return False
        if not any(other.entity is not None or other.meaning.labels for other in self.before(item)):
            return False
        return any(
            other.position == item.last + 1 and (other.entity is not None or bool(other.meaning.labels))
            for other in self.items
        )

    def _behind_which(self, item: Item) -> bool:
        return any(item.position - other.last <= 2 and WANTING & other.meaning.cues for other in self.before(item))

    def before(self, item: Item) -> list[Item]:
        """The items before an item."""
        return [other for other in self.items if other.position < item.position]

    def is_predicate(self, item: Item) -> bool:
        """Whether a type word is what a name is said to be ("is X a feature of …"), right or wrong."""
        copular = self.opens_with_auxiliary and self.items[0].text.lower() in vocabulary().be
        return copular and self._after_article(item) and any(name.position < item.position for name in self.names)

    def says_is_a(self, one: Item, other: Item) -> bool:
        """Whether a name is said to be a second one ("X is a Y", "X, a Y"); to have or to get a cataract is not to be
        one."""
        between = [item for item in self.items if one.position < item.position < other.position]
        had = any(not _HAD.isdisjoint((*item.behind, *item.text.lower().split())) for item in (*between, other))
        asked = [item.text.lower() for item in self.items if item.auxiliary]
        be = not asked or not _BEING.isdisjoint(asked)
        return be and not had and any("a" in item.meaning.cues for item in between)

    def _stands_before(self, item: Item, name: Item) -> bool:
        """Whether a type word introduces a name: "gene FBN1", "the disease called X"."""
        if name.position <= item.position or not set(name.behind) <= {"the", "called", "named", "symbol"}:
            return False
        return not any(item.position < other.position < name.position for other in self.items)

    def _after_article(self, item: Item) -> bool:
        """Whether "a" stands before an item, with at most names or "kind of" between ("an X-linked disease")."""
        before = self.before(item)
        while before and (before[-1].entity is not None or "kind" in before[-1].meaning.cues):
            before.pop()
        return bool(before) and "a" in before[-1].meaning.cues


def _begins_anew(item: Item) -> bool:
    """Whether a denial before a word does not reach what stands behind it."""
    return item.auxiliary or bool(item.meaning.relations or item.meaning.cues & {"but", "which", "count", "list"})
