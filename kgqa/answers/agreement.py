"""Whether the records that an answer rests on agree, and whether any of them is more than an inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.answers.context import AnswerContext, CitedAnswer
from kgqa.evidence.gathering import Edge, Numbering
from kgqa.evidence.strength import Difference, differences, summarise
from kgqa.records import AnswerItem


def disagreements(context: AnswerContext, edges: Sequence[Edge], numbering: Numbering) -> tuple[Difference, ...]:
    """Where edges of one pair of things differ; identifiers of one thing count as one."""
    numbers = dict.fromkeys(numbering.cite(edges))
    numbered = numbering.triples
    same: dict[str, str] = {}
    for edge in edges:
        same |= {edge.triple.subject.id: edge.source, edge.triple.object.id: edge.target}
    return differences([numbered[number - 1] for number in numbers], context.schema, same)


def disputed(
    context: AnswerContext, items: Sequence[AnswerItem], edges: Sequence[Edge], numbering: Numbering
) -> tuple[AnswerItem, ...]:
    """The answers whose link one record denies and another confirms."""
    found = [one for one in disagreements(context, edges, numbering) if one.about == "link"]
    denied = {triple.number for one in found for triple in one.triples}
    return tuple(item for item in items if denied.intersection(item.evidence))


def with_strength(context: AnswerContext, composed: CitedAnswer) -> CitedAnswer:
    """The answer with a sentence behind its headline, where no person judged any of the records that support it."""
    answer = composed.answer
    if answer.status != "answered" or context.gatherer.truncated:
        return composed
    weak = summarise(answer, composed.evidence, context.schema).sentence
    if not weak:
        return composed
    rest = answer.text.removeprefix(answer.headline).strip()
    return replace(composed, answer=replace(answer, text=f"{answer.headline} {weak} {rest}".strip()))
