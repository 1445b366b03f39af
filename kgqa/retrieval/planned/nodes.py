"""Questions about one named thing: a property of its node, or its type."""

from __future__ import annotations

from typing import Any

from kgqa.graph.load.english import article
from kgqa.records import Answer, AnswerItem
from kgqa.retrieval.task import Draft, Task
from kgqa.understanding.intent import Intent, Thing
from kgqa.wording import listed


def answer_text(task: Task, intent: Intent) -> Draft:
    """A property of a node: its definition, its synonyms."""
    assert intent.thing is not None
    assert intent.property is not None
    thing, property_ = intent.thing, intent.property
    rows = task.ledger.run(task.statements.node(thing, property_.name)).rows
    told: list[Any] = []
    for _, _, value in rows:
        # A point comes as a dict, which no set can hold.
        told += [one for one in (value if isinstance(value, list) else [value]) if one not in (None, "", *told)]
    what = property_.name.replace("_", " ")
    if not told:
        text = f"{task.source} records no {what} of {task.wording.named(thing)}."
        return Draft(Answer("not_in_graph", "text", text, text))
    items = (_item(thing),)
    single: Any = told[0] if len(told) == 1 and not isinstance(rows[0][2], list) else told
    text = (
        f"{task.wording.named(thing)}: {_told(told[0])}"
        if property_.role == "definition"
        else _listing(task, thing, what, told)
    )
    return Draft(Answer("answered", "text", text, text, items=items, value=single))


def _listing(task: Task, thing: Thing, what: str, values: list[Any]) -> str:
    return (
        f"{task.source} records as {what} of {task.wording.named(thing)}: {listed([_told(value) for value in values])}."
    )


def _told(value: Any) -> str:
    """A value as a sentence holds it; of a point, or of any map, each field with its name."""
    return ", ".join(f"{key} {one}" for key, one in value.items()) if isinstance(value, dict) else str(value)


def answer_type(task: Task, intent: Intent) -> Draft:
    """Whether a thing is of the type that the question says."""
    assert intent.thing is not None
    assert intent.of_type is not None
    thing = intent.thing
    kinds = [thing.label]
    if thing.label != intent.of_type and task.ledger.one(task.statements.of_type(thing, intent.of_type)):
        kinds.insert(0, intent.of_type)
    named = listed([_one(task, label) for label in kinds])
    known = f"in {task.source}, {task.wording.named(thing)} is {named}"
    if intent.of_type not in kinds and not intent.negated:  # that it is none of the other kind as well is not recorded
        text = f"Not recorded: {known}."
        return Draft(Answer("not_in_graph", "yesno", text, text, items=(_item(thing),)))
    verdict = (intent.of_type in kinds) != intent.negated
    text = f"{'Yes' if verdict else 'No'}: {known}."
    return Draft(Answer("answered", "yesno", text, text, items=(_item(thing),), verdict=verdict))


def _one(task: Task, label: str) -> str:
    return article(task.wording.things(label, 1))


def _item(thing: Thing) -> AnswerItem:
    return AnswerItem(thing.ids[0], thing.name, thing.label, thing.ids)
