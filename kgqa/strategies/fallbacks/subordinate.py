"""A question that tells in a clause of its own what somebody has, answered as if that stood before it."""

from __future__ import annotations

from kgqa.language.text import clean
from kgqa.questions.paraphrases.subordinate import told_before
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unburdened import is_illness
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a question has no such clause, or is not understood without it either.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    told = told_before(unread.asked, unread.findings.entities)
    if told is None:
        return None
    outcome = unread.answered(unread.question.put_as(clean(told.text)))
    read = outcome.findings.reading
    if outcome.answer.status not in ("answered", "ambiguous") or read is None:
        return None
    if told.asks_what_it_is and not all(is_illness(unread.graph, one.label) for one in outcome.answer.items):
        return None  # what is recorded of an illness that somebody has is not what it is
    reading = Reading(read.question, sure=False, set_aside=tuple(aside_in(unread.asked, read)), others=read.others)
    return in_its_place(outcome, unread.findings.entities, reading)
