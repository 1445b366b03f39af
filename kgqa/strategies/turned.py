"""A question that asks behind the name of a thing, answered as the plain question that it turns into."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from kgqa.language.normalise import word_set
from kgqa.language.tokens import spoken
from kgqa.questions.intent import Gap
from kgqa.questions.placed_under import placed_under
from kgqa.questions.turned import Turned, turned
from kgqa.records import Reading
from kgqa.strategies.by_meaning import placed
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

Answering = Callable[[Question], Outcome]


def answer(
    graph: GraphSession, question: Question, findings: Findings, gap: Gap, asked: str, answered: Answering
) -> Outcome | None:
    """The answer; None where the text turns into no question that is understood.

    Args:
        findings: with its names.
        gap: why it was not read as it stands.
        asked: the cleaned question.
        answered: answers a plain question.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    if gap.reason in ("unknown_name", "direction"):
        return None
    found = turned(asked, findings.entities, partial(_is_type, graph))
    if found is None:
        called = " ".join((*graph.schema.called, graph.card.title, graph.card.vocabulary or "")).lower()
        sources = word_set(re.sub(r"[^\w\s]", " ", called))
        placed_so = placed_under(asked, findings.entities, lambda w: w in sources or _is_type(graph, w))
        found = Turned(placed_so) if placed_so is not None else None
    if found is None or found.question.casefold().strip("? ") == asked.casefold().strip("? "):
        return None  # it is plain
    outcome = answered(replace(question, text=found.question, named=None, chosen={}))
    if outcome.answer.status in ("not_understood", "not_in_graph"):
        return None
    reading = Reading(found.question, sure=False, set_aside=found.set_aside)
    entities = placed(outcome.findings.entities, findings.entities)
    choices = placed(outcome.findings.choices, findings.entities)
    return Outcome(outcome.answer, replace(outcome.findings, reading=reading, entities=entities, choices=choices))


def _is_type(graph: GraphSession, word: str) -> bool:
    """Whether a word is one for a type."""
    meant = graph.interpreter.lexicon.longest(spoken(word), 0)
    return meant is not None and bool(meant[1].labels)
