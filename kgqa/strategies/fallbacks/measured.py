"""A question that asks by numbers of things or of their links: bounds on them, or which has the highest."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.certainty import with_strength
from kgqa.answers.composing import in_sentences
from kgqa.answers.context import AnswerContext
from kgqa.answers.measured import amount, answer_measured, value_of
from kgqa.evidence.ledger import Ledger
from kgqa.language.phrases import steps
from kgqa.questions.numbers.measuring import Measured
from kgqa.questions.text.courtesy import set_aside
from kgqa.questions.text.options import options
from kgqa.questions.verbalisation import with_readings
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

*_, ASKING = steps("graph-only")


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where the question does not ask so, or of a property that has no numbers.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings, asked, progress = (
        unread.graph,
        unread.question,
        unread.findings,
        unread.asked,
        unread.progress,
    )
    found = graph.interpreter.measured(asked, findings.entities) if not options(question.text) else None
    if found is None and not question.approach.strict:
        return _surpassing(graph, question, findings, asked, progress)
    reading = Reading(asked, set_aside=set_aside(asked, findings.entities, graph.schema.called))
    return None if found is None else told(graph, question, findings, found, reading, progress)


def _surpassing(
    graph: GraphSession, question: Question, findings: Findings, asked: str, progress: Progress
) -> Outcome | None:
    """The answer to a question for what has more of a number than a named thing, which is looked up first."""
    found = graph.interpreter.surpassing(asked, findings.entities) if not options(question.text) else None
    if found is None:
        return None
    context = _context(graph, question, progress)
    value = value_of(context, found.owned, found.thing)
    if value is None:
        return None
    plain = found.told(asked, value)
    bounded = graph.interpreter.measured(plain, graph.interpreter.named(plain))
    if bounded is None or bounded.intent.answer is None or bounded.intent.answer.label != found.thing.label:
        return None
    note = f"{found.thing.name} is recorded with {amount(found.owned, [value])}."
    bounded = replace(bounded, intent=replace(bounded.intent, notes=(*bounded.intent.notes, note)))
    return told(graph, question, findings, bounded, Reading(plain, sure=False), progress)


def _context(graph: GraphSession, question: Question, progress: Progress) -> AnswerContext:
    ledger = Ledger(graph.store, stop=question.stop, record=progress.ran)
    return AnswerContext(graph.schema, ledger, graph.source, question.narrower, graph)


def told(
    graph: GraphSession,
    question: Question,
    findings: Findings,
    found: Measured,
    reading: Reading,
    progress: Progress,
) -> Outcome | None:
    """The answer to what a question was read as; None where a property that it asks by has no numbers.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    findings = replace(findings, entities=found.intent.entities, reading=reading)
    progress.found(findings)
    progress.step(ASKING)
    context = _context(graph, question, progress)
    with progress.timed("query"):
        composed = answer_measured(context, found)
    if composed is None:
        return None
    composed = with_strength(context, composed)
    answered = with_readings(composed.answer, findings.entities, found.intent.notes)
    answered = in_sentences(answered, graph.casing, composed.evidence, findings.entities)
    return Outcome(answered, replace(findings, evidence=composed.evidence))
