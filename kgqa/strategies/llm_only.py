"""The ``llm-only`` strategy, every paper's baseline: a language model answers from what it knows.

The same model then takes its text apart into claims, in a second request, and each is looked up in the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, StoppedError
from kgqa.language.phrases import steps
from kgqa.llm.writing.answering import AnswerWriter, Written
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.splitting import Split
from kgqa.questions.text.options import without_marks
from kgqa.records import Answer
from kgqa.strategies.entity_linking import linked
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question
from kgqa.strategies.writing.verify import checked_text, shifted, taken_apart

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_, WRITING, _, VERIFYING = steps("llm-only")


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel) -> Outcome:
    """What a language model says without the graph.

    Raises:
        ModelError, StoppedError: it says nothing that can be used, or the reader stopped it.
    """
    findings = linked(graph, question, without_marks(question.text), progress).findings
    name = model.settings.model
    headline = f"What {name} says without the graph."
    progress.step(WRITING)
    with progress.timed("write_answer"):
        writer = AnswerWriter(model, question.text, question.kind, question.former)
        written = writer.write(None, lambda text: progress.text(f"{headline}\n{text}"))
    found: Split | None = None
    notes: tuple[str, ...] = (question.note,) if question.note else ()
    if question.approach.split_claims and written.text:
        found, more = taken_apart(graph, question, progress, model, written.text)
        notes = (*notes, *more)
    progress.step(VERIFYING)
    headline = _headline(name, written) or headline
    try:
        with progress.timed("verify"):
            statements = None if found is None else found.statements
            _, findings = checked_text(graph, question, progress, findings, written.text, statements)
    except StoppedError:
        raise
    except KgqaError as error:
        notes = (*notes, f"None of it could be looked up in the graph. {error}")
    before = f"{' '.join((headline, *notes))}\n"
    said = Answer(
        "answered",
        question.kind,
        headline,
        f"{before}{written.text}",
        verdict=written.verdict,
        value=written.chosen.text if written.chosen is not None else None,
        written_by=name,
        written_from=len(before),
    )
    return Outcome(said, shifted(findings, len(before)))


def _headline(model: str, written: Written) -> str:
    if written.chosen is not None:
        return f"{model} chooses {written.chosen.letter} without the graph: {written.chosen.text}."
    if written.verdict is not None:
        return f"{model} says {'yes' if written.verdict else 'no'} without the graph."
    return ""
