"""What "and" joins: a noun and a name behind it stand beside each other ("diseases with *a gene and nystagmus*"), so
that neither says which of the other is meant."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kgqa.questions.intent import Intent, Variable, conditions_of
from kgqa.questions.tagging import Item
from kgqa.records import Entity


def reads_and_as_of(
    items: Sequence[Item], entities: Sequence[Entity], readings: Callable[[], Sequence[Intent]]
) -> bool:
    """Whether a question was read as if a name told which things of a type are meant that "and" joins to it.

    Args:
        readings: gives what it was read as; not called where "and" joins nothing so.
    """
    joined = [
        (one.meaning.labels, {c.id for c in (entities[name.entity].chosen, *entities[name.entity].rivals)})
        for one, joint, name in zip(items, items[1:], items[2:], strict=False)
        if one.entity is None and one.meaning.labels and joint.text.lower() == "and" and name.entity is not None
    ]
    if not joined:
        return False
    behind = [one.variable for intent in readings() for one in conditions_of(intent.answer) if one.variable is not None]
    return any(one.label in labels and not ids.isdisjoint(_named(one)) for labels, ids in joined for one in behind)


def _named(variable: Variable) -> set[str]:
    return {id_ for condition in variable.conditions for thing in condition.things for id_ in thing.ids}
