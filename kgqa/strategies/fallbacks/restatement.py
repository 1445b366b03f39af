"""A question that is said twice, answered as it is said the second time; the first is set aside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.language.text import clean
from kgqa.questions.paraphrases.restatement import SaidTwice, Spoken, corrected, said_twice, says_more
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a text does not say its question twice, or where what it says the second time is not
    understood or has lost something of the first.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    items = graph.interpreter.items(asked, findings.entities)
    if (put := corrected(asked, findings.entities)) is not None:
        found: SaidTwice | None = SaidTwice(asked, put, whole=False, aside=())
    else:
        found = said_twice(asked, findings.entities, items, graph.interpreter.named)
    plain = _by_itself(graph, found) if found is not None else None
    if found is None or plain is None:
        return None
    outcome = unread.answered(unread.question.put_as(plain, graph.interpreter.kind(plain)))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or outcome.findings.further or read is None:
        return None
    reading = Reading(read.question, sure=False, set_aside=found.aside)
    return in_its_place(outcome, findings.entities, reading)


def _by_itself(graph: GraphSession, found: SaidTwice) -> str | None:
    """What is said again as a question that stands by itself; None where what is said first may matter to it."""
    if not found.whole:
        return clean(found.again)
    both = clean(f"{found.first}? {found.again[:1].upper()}{found.again[1:]}?")
    names = graph.interpreter.named(both)
    alone = graph.interpreter.in_turn(both, names)
    if alone is None or len(alone.questions) < 2:
        return None
    first, again = (clean(one) for one in alone.questions[-2:])
    return None if says_more(_spoken(graph, first), _spoken(graph, again)) else again


def _spoken(graph: GraphSession, text: str) -> Spoken:
    names = graph.interpreter.named(text)
    return Spoken(graph.interpreter.items(text, names), names)
