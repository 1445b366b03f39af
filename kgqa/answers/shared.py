"""What several things have in common: everything that the same relation joins to each of them."""

from __future__ import annotations

import operator
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from kgqa.answers.conditions import collected
from kgqa.answers.context import AnswerContext, ByKinds, CitedAnswer
from kgqa.answers.kinds import joined, recorded_for, silence
from kgqa.answers.list_text import cut, with_names
from kgqa.answers.lists import answer_list
from kgqa.questions.intent import Condition, Intent, Variable
from kgqa.questions.paths import arriving
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, AnswerItem, Triple


@dataclass
class _OfOneType:
    """What the things have in common of one type; a thing that two relations lead to is there once."""

    items: dict[str, AnswerItem] = field(default_factory=dict)
    keys: set[str] = field(default_factory=set)
    truncated: bool = False


def answer_shared(context: AnswerContext, intent: Intent) -> CitedAnswer:
    """Everything of any type that is joined to each of ``intent.shared`` by the same relation."""
    found: dict[str, _OfOneType] = {}
    triples: list[Triple] = []
    by_kinds: list[ByKinds] = []
    of_question = {id_ for thing in intent.shared for id_ in thing.ids}
    for variable in _variables(context, intent):
        composed = answer_list(context, Intent("count", variable))
        if not composed.answer.total or composed.asked is None:
            continue
        by_kinds += composed.by_kinds
        group = found.setdefault(variable.label, _OfOneType())
        group.keys.update(collected(context, composed.asked))
        group.keys -= of_question
        group.truncated = group.truncated or composed.answer.truncated
        for item in composed.answer.items:
            if of_question.isdisjoint(item.ids):
                _add(group, item.renumbered(partial(operator.add, len(triples))))
        triples += [replace(triple, number=triple.number + len(triples)) for triple in composed.evidence]
    found = {label: group for label, group in found.items() if group.keys}
    return _told(context, intent, found, triples, joined(by_kinds))


def _variables(context: AnswerContext, intent: Intent) -> Iterator[Variable]:
    """Each type with the relation that is to join it to all of the things."""
    for hop in arriving(context.schema, intent.shared[0].label):
        yield Variable(hop.start, tuple(Condition(hop, (thing,)) for thing in intent.shared))


def _add(group: _OfOneType, item: AnswerItem) -> None:
    known = group.items.get(item.id)
    if known is not None:
        kinds = tuple(dict.fromkeys((*known.kinds, *item.kinds)))
        pairs = zip(known.by_condition, item.by_condition, strict=True)
        by_condition = tuple((*one, *other) for one, other in pairs)
        evidence = (*known.evidence, *item.evidence)
        item = replace(known, evidence=evidence, kinds=kinds, by_condition=by_condition)
    group.items[item.id] = item


def _told(
    context: AnswerContext,
    intent: Intent,
    found: Mapping[str, _OfOneType],
    triples: Sequence[Triple],
    by_kinds: Sequence[ByKinds],
) -> CitedAnswer:
    names = listed([thing.name for thing in intent.shared])
    if not found:
        text = f"{context.source} records nothing that {names} have in common. That is {SILENCE}."
        return CitedAnswer(Answer("not_in_graph", "list", text, text, total=0))
    items = tuple(item for group in found.values() for item in group.items.values())
    totals = {label: len(group.keys) for label, group in found.items()}
    total = sum(totals.values())
    counts = listed([f"{count:,} {context.wording.things(label, count)}" for label, count in totals.items()])
    truncated = any(group.truncated for group in found.values())
    start = f"{recorded_for(context.wording, by_kinds, cut=truncated)}: " if by_kinds else ""
    headline = with_names(f"{start}{names} have {counts} in common.", items, total)
    limit = cut(context, next(iter(found)), len(items), total, truncated=truncated)
    silent = silence(context.wording, next(iter(found)), by_kinds)
    text = " ".join(one for one in (headline, silent, limit) if one)
    conditions = tuple(thing.name for thing in intent.shared)
    answer = Answer(
        "answered", "list", headline, text, items=items, total=total, truncated=truncated, conditions=conditions
    )
    return CitedAnswer(answer, tuple(triples))
