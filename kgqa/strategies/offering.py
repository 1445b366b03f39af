"""What is offered instead of an answer or beside it: only questions that are understood themselves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.questions.intent import Gap
from kgqa.questions.options import before_options
from kgqa.records import Suggestion
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def offered_well(graph: GraphSession, question: Question, outcome: Outcome) -> Outcome:
    """The outcome without the questions that would not be understood, and without the one that was asked.

    Only the graph alone reads questions itself; what a language model makes of one is not known before.
    """
    offered = outcome.answer.suggestions
    if not offered or question.approach.strategy not in ("graph-only", "auto", "kgt"):
        return outcome
    kept: dict[str, Suggestion] = {}
    for one in offered:
        if one.question != question.text and is_understood(graph, one.question):
            kept.setdefault(one.question, one)
    return replace(outcome, answer=replace(outcome.answer, suggestions=tuple(kept.values())))


def is_understood(graph: GraphSession, question: str) -> bool:
    """Whether a question is read, be it that one of its names has several meanings."""
    asked = before_options(question)
    return not isinstance(graph.interpreter.read(asked, graph.interpreter.named(asked)), Gap)
