"""A question whether there is any of something, and which these are, answered as the first half of it; and one for
things that are described before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.language.tokens import spoken
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.paraphrases.any_and_which import any_and_which, described_and_which
from kgqa.questions.tagging import Item
from kgqa.strategies.fallbacks.instead import in_its_place
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer, or what the question whether there are any may ask; None where a text does not ask so, or where that
    is not answered with what it asks for any of.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, findings, asked = unread.graph, unread.findings, unread.asked
    items = graph.interpreter.items(asked, findings.entities)
    found = any_and_which(asked, findings.entities, items, lambda label: graph.schema.node(label).singular)
    if found is None:
        return _of_described(unread, items)
    outcome = unread.answered(unread.question.put_as(found.question, "yesno"))
    told, read = outcome.answer, outcome.findings.reading
    if told.status == "ambiguous" and told.suggestions and all(_asks(one.question) for one in told.suggestions):
        return outcome
    if told.status != "answered" or told.kind != "yesno" or outcome.findings.further or read is None:
        return None
    if told.verdict is None or (told.verdict and not told.items):
        return None
    if any(one.label not in found.labels for one in told.items):
        return None  # it was read as asking for any of something else
    return Outcome(told, replace(outcome.findings, reading=replace(read, sure=False)))


def _of_described(unread: Unread, items: Sequence[Item]) -> Outcome | None:
    """The answer to a question for things that are described before it; None where they are not, or are not understood
    with all that is said of them."""
    findings = unread.findings
    found = described_and_which(unread.asked, findings.entities, items)
    if found is None:
        return None
    outcome = unread.answered(unread.question.put_as(found.question, "list"))
    read = outcome.findings.reading
    if outcome.answer.status != "answered" or outcome.findings.further or read is None or read.set_aside:
        return None
    said = {one.chosen.id for one in findings.entities}
    used = {id_ for one in outcome.findings.entities for id_ in (one.chosen.id, *one.chosen.ids)}
    if not said <= used:
        return None
    return in_its_place(outcome, findings.entities, replace(read, sure=False))


def _asks(question: str) -> bool:
    """Whether a plain question begins as one, with nothing that is told before it."""
    first = next((word.text.lower() for word in spoken(question)), "")
    return first in vocabulary().auxiliary | vocabulary().openers
