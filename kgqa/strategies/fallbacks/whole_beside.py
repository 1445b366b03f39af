"""A question that is whole by itself, answered so where what is told beside it puts no condition on it."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from kgqa.strategies.fallbacks.in_turn import by_themselves
from kgqa.strategies.fallbacks.unburdened import is_illness
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome, Question


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where nothing is told beside a question, or where that may matter to it.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    tried: dict[str, Outcome] = {}
    found = unread.graph.interpreter.whole_beside(
        unread.asked, unread.findings.entities, partial(is_illness, unread.graph), partial(_plainly, unread, tried)
    )
    if found is None:
        return None

    def answered(question: Question) -> Outcome:
        return tried.get(question.text) or unread.answered(question)

    return by_themselves(replace(unread, answered=answered), found)


def _plainly(unread: Unread, tried: dict[str, Outcome], text: str) -> str | None:
    """The plain question as which a text is answered, where nothing of it is left out.

    Args:
        tried: gets the answer, so that nothing is answered twice.
    """
    outcome = unread.quietly(unread.question.put_as(text, unread.graph.interpreter.kind(text)))
    tried[text] = outcome
    read = outcome.findings.reading
    whole = outcome.answer.status == "answered" and not outcome.findings.further
    return read.question if whole and read is not None and not read.set_aside else None
