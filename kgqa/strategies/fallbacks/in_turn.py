"""Questions of a text that can be asked alone: several are answered in turn, one without what is told beside it."""

from __future__ import annotations

from dataclasses import replace

from kgqa.language.text import clean
from kgqa.questions.by_meaning.context import Standalone
from kgqa.questions.by_meaning.told_findings import left_out_beside
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer to the first question of a text, with the others to be asked after it; None where the text is nothing
    but one question, or where one of them is not understood.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings = unread.graph, unread.findings
    found = graph.interpreter.in_turn(unread.asked, findings.entities)
    return by_themselves(unread, found) if found is not None else None


def by_themselves(unread: Unread, found: Standalone) -> Outcome | None:
    """The answer to the first question of a text that was told apart; None where one of them is not understood.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings = unread.graph, unread.findings
    texts = list(dict.fromkeys(found.questions))
    if found.set_aside and _asks_of_what_is_told(unread, texts[0]):
        return None
    several = len(graph.interpreter.named(clean(texts[0]))) > 1
    if several and left_out_beside(unread.asked, found.set_aside, findings.entities):
        return None  # of what is told some would be asked of, and some not
    alone = [unread.question.put_as(one, graph.interpreter.kind(one)) for one in texts]
    others = [unread.quietly(one) for one in alone[1:]]
    if any(one.answer.status != "answered" or one.findings.further for one in others):
        return None
    first = unread.answered(alone[0])
    if first.answer.status != "answered" or first.findings.further:
        return None
    read = first.findings.reading
    said = read.question if read is not None else texts[0]
    taken = {one.text for one in found.set_aside}
    aside = [*found.set_aside, *(one for one in aside_in(unread.asked, read) if one.text not in taken)]
    reading = Reading(said, sure=False, set_aside=tuple(sorted(aside, key=lambda one: one.start)))
    outcome = in_its_place(first, findings.entities, reading)
    return replace(outcome, findings=replace(outcome.findings, further=tuple(texts[1:])))


def _asks_of_what_is_told(unread: Unread, text: str) -> bool:
    """Whether a question is no more than a noun, and so asks for all things of a type if nothing is told before it
    ("…. Diagnosis?", "…. What disease?")."""
    intent = unread.graph.reads(text)
    return intent is not None and intent.answer is not None and not (intent.answer.conditions or intent.rank_hop)
