"""Attributes of what a way over the schema leads to: what they must be, and what they are.

A thing whose attribute is not recorded meets nothing, and how many there are is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from kgqa.answers.context import AnswerContext, CitedAnswer, marks
from kgqa.answers.list_text import NAMED, first_of
from kgqa.questions.intent import Thing
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem
from kgqa.schema.model import Property


def only_with(
    context: AnswerContext, found: CitedAnswer, wanted: Sequence[Property]
) -> tuple[CitedAnswer, tuple[str, ...]]:
    """Of the things of a list those of which some truths are recorded, and what was cut, a sentence each."""
    items, cut = list(found.answer.items), []
    label = items[0].label
    for property_ in wanted:
        values = _values(context, items, property_)
        said = property_.words[0] if property_.words else property_.name
        false = [one for one in items if values.get(one.id) and not any(values[one.id])]
        unknown = [one for one in items if not values.get(one.id)]
        items = [one for one in items if any(values.get(one.id, ()))]
        if false:
            cut.append(f"Cut, because they are recorded as not {said}: {_names(false)}.")
        if unknown:
            cut.append(f"Cut, because it is not recorded whether they are {said}: {_names(unknown)}.")
    words = listed([one.words[0] if one.words else one.name for one in wanted])
    before = found.answer.total or len(found.answer.items)
    noun, nouns = context.wording.things(label, 1), context.wording.things(label, 2)
    start = found.answer.headline.partition(":")[0].rstrip(".")
    if not items:
        headline = f"None of the {before:,} {nouns if before > 1 else noun} is recorded as {words}."
        text = f"{headline} {start}. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", found.answer.kind, headline, text)), tuple(cut)
    kept = dict.fromkeys(number for item in items for number in item.evidence)
    numbers = {old: new for new, old in enumerate(kept, 1)}
    triples = tuple(
        replace(one, number=numbers[one.number])
        for one in sorted(found.evidence, key=lambda t: numbers.get(t.number, 0))
        if one.number in numbers
    )
    told = tuple(item.renumbered(lambda number: numbers.get(number, 0)) for item in items)
    named = first_of([f"{one.name}{marks(one.evidence, 1)}" for one in told], len(told), NAMED)
    headline = f"{len(told):,} of {before:,} {nouns if before > 1 else noun} {_be(told)} recorded as {words}: {named}."
    answer = replace(
        found.answer, headline=headline, text=f"{headline} They are among these: {_unmarked(start)}.", items=told,
        total=len(told), records=None, verdict=True if found.answer.kind == "yesno" else None,
        value=len(told) if found.answer.kind == "count" else None,
    )  # fmt: skip
    return replace(found, answer=answer, evidence=triples), tuple(cut)


def with_values(context: AnswerContext, found: CitedAnswer, wanted: Property) -> CitedAnswer:
    """The list with what is recorded of an attribute of its things: each value with how many have it."""
    answer = found.answer
    label = answer.items[0].label
    values = _values(context, answer.items, wanted)
    said = wanted.words[0] if wanted.words else wanted.name.replace("_", " ")
    counted = Counter(value for some in values.values() for value in dict.fromkeys(some))
    things = context.wording.things(label, 2)
    start = answer.headline.partition(":")[0].rstrip(".")
    if not counted:
        headline = f"No {said} is recorded of any of these {things}."
        text = f"{headline} {start}. That is {SILENCE}."
        return replace(found, answer=replace(answer, status="not_in_graph", headline=headline, text=text, items=()))
    several = len(values) > 1
    told = [
        f"{value}{f' ({number:,} of {len(answer.items):,} {things})' if several else ''}"
        for value, number in counted.most_common(NAMED)
    ]
    headline = f"{said[:1].upper()}{said[1:]}: {listed(told)}."
    lacking = len(answer.items) - sum(bool(values.get(one.id)) for one in answer.items)
    more = f" Of {lacking:,} of them it is not recorded." if lacking else ""
    value = list(counted) if len(counted) > 1 else next(iter(counted))
    text = f"{headline} {start}.{more}"
    return replace(found, answer=replace(answer, kind="value", headline=headline, text=text, value=value))


def _values(context: AnswerContext, items: Sequence[AnswerItem], wanted: Property) -> Mapping[str, list[Any]]:
    """What is recorded of a property of some things, by the first identifier of each."""
    first = {id_: item.id for item in items for id_ in (item.id, *item.ids)}
    asked = Thing("", items[0].label, tuple(first)) if items else None
    found: dict[str, list[Any]] = {}
    if asked is not None:
        for id_, _, value in context.ledger.run(context.statements.node(asked, wanted.name)).rows:
            if value is not None:
                found.setdefault(first.get(id_, id_), []).extend(value if isinstance(value, list) else [value])
    return found


def _names(items: Sequence[AnswerItem]) -> str:
    return first_of([one.name for one in items], len(items))


def _be(items: Sequence[AnswerItem]) -> str:
    return "is" if len(items) == 1 else "are"


def _unmarked(sentence: str) -> str:
    """A sentence without the numbers of records that were renumbered since."""
    return " ".join(part for part in sentence.split() if not (part.startswith("[") and part.rstrip(",.").endswith("]")))
