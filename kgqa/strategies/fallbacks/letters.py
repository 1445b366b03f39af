"""What an abbreviation that is no name of the graph may be short for, where it may as well be a symbol that the graph
lacks: offered with the number of answers that each has, never answered by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.answers.composing import compose
from kgqa.questions.intent import Intent, readings_of
from kgqa.records import Candidate, Entity
from kgqa.strategies import no_answer
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome
from kgqa.strategies.readings import Readings, entity_options


def answer(unread: Unread) -> Outcome | None:
    """The choice; None where the question has no such abbreviation, or several, or no reading of it an answer.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings = unread.graph, unread.question, unread.findings
    if unread.gap.reason not in ("unknown_name", "unread"):
        return None
    open_ = [one for one in graph.interpreter.letters(unread.asked) if (one.start, one.end) not in question.chosen]
    readings = list(_readings(unread, open_[0])) if len(open_) == 1 else []
    if not readings:
        return None
    counted = Readings(graph, question, unread.progress, compose).weighed([intent for _, intent in readings])
    offered = [
        replace(meant, answers=one.answers, counted=one.intent.answer.label if one.intent.answer is not None else "")
        for (meant, _), one in zip(readings, counted, strict=True)
        if one.answers is None or one.answers
    ]
    if not offered:
        return None
    choice = replace(open_[0], chosen=offered[0], rivals=tuple(offered[1:]), tied=True)
    entities = sorted([*findings.entities, choice], key=lambda one: one.start)
    told = no_answer.ambiguous(graph.schema, [choice])
    headline = f"“{choice.mention}” is not a name in this graph."
    told = replace(told, headline=headline, text=f"{headline} As initials {told.text}")
    return Outcome(told, replace(findings, entities=tuple(entities), choices=(choice,)))


def _readings(unread: Unread, letters: Entity) -> Iterator[tuple[Candidate, Intent]]:
    """Each thing that the letters may stand for of which the question makes sense, with what is asked then."""
    for meant in entity_options(letters):
        one = replace(letters, chosen=meant, rivals=(), tied=False)
        entities = sorted([*unread.findings.entities, one], key=lambda each: each.start)
        intents = readings_of(unread.graph.interpreter.read(unread.asked, entities))
        if intents:
            yield meant, intents[0]
