"""A question that tells a kind of a named thing by what it is of, answered with the name of that kind."""

from __future__ import annotations

from kgqa.questions.paraphrases import named_kinds
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where no kind that has a name is told so, or the question is not understood with it either.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, entities, asked = unread.graph, unread.findings.entities, unread.asked
    plain = named_kinds.put(asked, entities, graph.interpreter.named)
    if plain is None:
        return None
    outcome = unread.answered(unread.question.put_as(plain.text, graph.interpreter.kind(plain.text)))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or read is None:
        return None
    return in_its_place(
        outcome, plain.entities, Reading(read.question, sure=False, set_aside=tuple(aside_in(asked, read)))
    )
