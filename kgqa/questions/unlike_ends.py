"""Questions that say of one thing what the graph says of things of another type alone ("Is one disease a feature of
another?", where features are phenotypes)."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.questions.intent import Gap
from kgqa.questions.tagging import Item
from kgqa.records import Entity
from kgqa.schema.model import Relation

_BESIDE = frozenset({"a", "not"})
"""What a word between two names may do and yet say nothing of how they are linked."""


def said_of_like_ends(items: Sequence[Item], entities: Sequence[Entity]) -> Gap | None:
    """What is missing where all that a question for yes or no says of two things of one type is how others are linked.

    It does not ask what the two have in common, nor what tells them apart, however near that is in words.

    Args:
        items: of the whole question.
        entities: its names.
    """
    names = [item for item in items if item.entity is not None]
    if len(entities) != 2 or len(names) != 2 or not items[0].auxiliary or items[0].position != 0:
        return None
    first, last = (entity.chosen.label for entity in entities)
    place, end = (items.index(item) for item in names)
    around, between = (*items[1:place], *items[end + 1 :]), items[place + 1 : end]
    said = [item for item in between if item.meaning.relations or item.meaning.labels]
    if first != last or len(said) > 1:
        return None
    others = [item for item in (*around, *between) if item not in said]
    if not all(item.meaning.cues <= _BESIDE and not (item.unread or _says_more(item)) for item in others):
        return None
    if not said and not any(item.auxiliary for item in between):
        return None
    relations = {relation for item in said for relation in item.meaning.relations}
    labels = {label for item in said for label in item.meaning.labels}
    if first in labels or any(_joins(relation, first) for relation in relations):
        return None
    word = said[0].text if said else next(item.text for item in between if item.auxiliary)
    return Gap("no_relation", f"{word}|{first}|{last}", closeness=6)


def _says_more(item: Item) -> bool:
    return bool(item.meaning.relations or item.meaning.labels or item.meaning.properties)


def _joins(relation: Relation, label: str) -> bool:
    return relation.source == relation.target == label
