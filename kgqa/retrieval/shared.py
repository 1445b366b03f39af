"""What several things have in common: everything that the same relation joins to each of them."""

from __future__ import annotations

from dataclasses import replace

from kgqa.records import Answer, AnswerItem, Triple
from kgqa.retrieval.list_text import cut, named
from kgqa.retrieval.lists import answer_list
from kgqa.retrieval.task import Draft, Task
from kgqa.understanding.intent import Condition, Hop, Intent, Variable
from kgqa.wording import SILENCE, listed


def answer_shared(task: Task, intent: Intent) -> Draft:
    """Everything of any type that is joined to each of ``intent.shared`` by the same relation."""
    label = intent.shared[0].label
    parts: list[tuple[str, Draft]] = []
    for relation in task.schema.relations:
        if relation.hierarchical or relation.negates is not None:
            continue
        for forward in (True, False):
            hop = Hop(relation, forward)
            start = relation.source if forward else relation.target
            if hop.end == label and start != label:
                variable = Variable(start, tuple(Condition(hop, (thing,)) for thing in intent.shared))
                draft = answer_list(task, Intent("count", variable))
                if draft.answer.total:
                    parts.append((start, draft))
    return _joined(task, intent, parts)


def _joined(task: Task, intent: Intent, parts: list[tuple[str, Draft]]) -> Draft:
    names = listed([thing.name for thing in intent.shared])
    if not parts:
        text = f"{task.source} records nothing that {names} have in common. That is {SILENCE}."
        return Draft(Answer("not_in_graph", "list", text, text, total=0))
    items: list[AnswerItem] = []
    triples: list[Triple] = []
    for _, draft in parts:
        offset = len(triples)
        items += [replace(one, evidence=tuple(n + offset for n in one.evidence)) for one in draft.answer.items]
        triples += [replace(triple, number=triple.number + offset) for triple in draft.evidence]
    total = sum(draft.answer.total or 0 for _, draft in parts)
    counts = listed([f"{d.answer.total:,} {task.wording.things(label, d.answer.total or 0)}" for label, d in parts])
    headline = f"{names} have {counts} in common."
    truncated = any(draft.answer.truncated for _, draft in parts)
    limit = cut(task, parts[0][0], len(items), total, truncated=truncated)
    text = f"{headline} {named(items, len(items))}. {limit}".strip()
    answer = Answer("answered", "list", headline, text, items=tuple(items), total=total, truncated=truncated)
    return Draft(answer, tuple(triples))
