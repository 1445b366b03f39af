"""What is to be added up, put as "What is the total N of …": "if I add up all the A, how many N can they take", and how
many N a named thing has in total, where its links tell how many each.

Whatever stands between must say no more than that there are so many: how many of them were lost is another number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kgqa.language.inflection import singular_of
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.questions.by_meaning.empty_words import say_only_that_there_is
from kgqa.questions.conditions.measures import Measures, Owned
from kgqa.questions.intent import Hop
from kgqa.questions.tagging import Item
from kgqa.questions.text.rewriting import Edit
from kgqa.questions.wording import Wording
from kgqa.records import Entity
from kgqa.schema.model import Relation

_ALL_OF = re.compile(
    r"^\W*(?:(?:if|when)\s+(?:you|we|i|one)\s+)?(?:add(?:ing)?|sum(?:ming)?|tot(?:al)?)\s+up\s+(?:all\s+)?(?:of\s+)?"
    r"(?:the\s+|our\s+)?(?P<things>[^,?!.;:]+?)\s*[,:;–—-]+\s*(?:then\s+)?how\s+(?:many|much)\s+"
    r"(?P<said>[a-z][a-z ]*?)\s*\?*$",
    re.IGNORECASE,
)
_TOTAL = re.compile(r"\b(?:in\s+total|altogether|all\s+told|in\s+all|all\s+together|combined|overall)\b", re.IGNORECASE)
_HOW_MANY = re.compile(r"\bhow\s+(?:many|much)\s+(?=[a-z])", re.IGNORECASE)
_SAID = frozenset(
    {"put", "spend", "give", "keep", "hold", "store", "take", "have", "be", "do", "they", "that", "there", "together"}
)
"""What says of things only that there are some of them."""
_MOST_WORDS = 4


class AddedUp:
    """Reads what is to be added up over one schema."""

    def __init__(self, wording: Wording, measures: Measures) -> None:
        self._wording = wording
        self._measures = measures

    def put(self, text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[list[Edit]]:
        """The only way to put it as a total; none where nothing is added up, or more is said.

        Args:
            items: of the text.
        """
        match = _ALL_OF.match(text)
        if match is not None:
            found = self._of_things(match, items)
        else:
            found = self._of_links(text, entities[0], items) if len(entities) == 1 and _TOTAL.search(text) else ""
        if found:
            yield [Edit(0, len(text), found)]

    def _of_things(self, match: re.Match[str], items: Sequence[Item]) -> str:
        """The total of a property of the things that are added up."""
        inside = [one for one in items if match.start("things") <= one.start < match.end("things")]
        labels = {label for one in inside if one.entity is None for label in one.meaning.labels}
        said = [word.text.lower() for word in spoken(_TOTAL.sub(" ", match["said"]))]
        if len(labels) != 1 or not said:
            return ""
        able = {one.recorded.name: one for one in self._measures.of_type(labels.pop()) if _counts(one, said[0])}
        if len(able) != 1:
            return ""
        (owned,) = able.values()
        words = {singular_of(word) for word in _words(owned)}
        rest = [word for word in said[1:] if singular_of(word) not in words]
        if not say_only_that_there_is(rest, _SAID):
            return ""
        return f"What is the total {owned.recorded.called} of all the {match['things']}?"

    def _of_links(self, text: str, thing: Entity, items: Sequence[Item]) -> str:
        """The total of a number of the links of a named thing."""
        asked = _HOW_MANY.search(text)
        if asked is None or asked.end() > thing.start:
            return ""
        behind = [word.text.lower() for word in spoken(text[asked.end() : thing.start])][:_MOST_WORDS]
        labels = {label for one in items if one.entity is None for label in one.meaning.labels}
        for number in range(len(behind), 0, -1):
            said = " ".join(behind[:number])
            ways = {
                (one.owner, one.recorded.name): one
                for one in self._measures.every
                if isinstance(one.owner, Relation) and said in (one.called, f"{one.called}s")
            }
            ended = [one for one in ways.values() if self._leads(one, thing.chosen.label, labels)]
            if len(ended) == 1:
                return self._total(text, thing, items, ended[0], said)
            if ways:
                return ""
        return ""

    @staticmethod
    def _leads(owned: Owned, label: str, labels: set[str]) -> bool:
        """Whether a property is one of links from things of a type to things of the only other type that is said."""
        assert isinstance(owned.owner, Relation)
        ends = {owned.owner.source, owned.owner.target}
        return len(ends) == 2 and label in ends and (labels - {label}) <= ends

    def _total(self, text: str, thing: Entity, items: Sequence[Item], owned: Owned, said: str) -> str:
        assert isinstance(owned.owner, Relation)
        hop = Hop(owned.owner, owned.owner.target == thing.chosen.label)
        told = [one for one in items if owned.owner in one.meaning.relations or one.meaning.labels]
        spans = [(thing.start, thing.end), *((one.start, one.end) for one in told)]
        rest = blanked(_TOTAL.sub(lambda one: " " * len(one[0]), text), spans).lower().replace(said, " ", 1)
        if not say_only_that_there_is([word.text for word in spoken(_HOW_MANY.sub(" ", f"{rest} "))], _SAID):
            return ""
        things, verb = self._wording.things(hop.start, 2), self._wording.phrase(hop, plural=True)
        return f"What is the total {owned.called} of the {things} that {verb} {thing.mention}?"


def _words(owned: Owned) -> list[str]:
    return owned.recorded.called.lower().split()


def _counts(owned: Owned, noun: str) -> bool:
    """Whether a property counts what a noun says ("capacity boxes": boxes; "persons rescued": people)."""
    return any(singular_of(word) == singular_of(noun) != word for word in _words(owned))
