"""The answer to a question that does not say which links it means: what the links of each relation tell."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.questions.intent import Gap, Intent
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Answer, Reading
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer by the relation that tells most, with a question for each that tells more; None where a question says
    which links it means, where none of them tells anything, or where not all of it can be told.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph = unread.graph
    told = []
    for intent in graph.interpreter.each_link(unread.asked, unread.findings.entities):
        plain = next(reworded(Wording(graph.schema), replace(intent, kind="list")), "")
        outcome = unread.ask([replace(intent, kind="list")], Reading(plain, sure=False)) if plain else None
        if outcome is not None and outcome.answer.status == "answered" and outcome.answer.items:
            told.append((intent, plain, outcome))
    if not told:
        return None
    told.sort(key=lambda one: -(one[2].answer.total or len(one[2].answer.items)))
    (intent, plain, first), *others = told
    more = [plain for other, plain, outcome in others if _tells_more(other, outcome.answer, intent, first.answer)]
    same = all(other.answer.label == intent.answer.label for other, _, _ in others if other.answer and intent.answer)
    if not all(_is_read(graph, one) for one in more) or (more and same and intent.kind == "count"):
        return None
    if intent.kind == "count":
        counted = next(reworded(Wording(graph.schema), intent), plain)
        first = unread.ask([intent], Reading(counted, sure=False))
    return replace(first, findings=replace(first.findings, further=tuple(more)))


def _tells_more(other: Intent, its: Answer, intent: Intent, first: Answer) -> bool:
    """Whether an answer has something that the first one lacks."""
    assert other.answer is not None
    assert intent.answer is not None
    if other.answer.label != intent.answer.label or first.truncated or its.truncated:
        return True
    known = {one.id for one in first.items}
    return any(one.id not in known for one in its.items)


def _is_read(graph: GraphSession, question: str) -> bool:
    """Whether a plain question is read as it stands."""
    names = graph.interpreter.named(question)
    read = graph.interpreter.read(question, names)
    return not isinstance(read, Gap) or graph.interpreter.measured(question, names) is not None
