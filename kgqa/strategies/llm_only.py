"""The ``llm-only`` strategy, every paper's baseline: a language model answers from what it knows.

Each of its claims is then looked up in the graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.errors import KgqaError, StoppedError
from kgqa.language.phrases import steps
from kgqa.llm.writing.answering import AnswerWriter, Written
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.options import without_marks
from kgqa.records import Answer
from kgqa.strategies.entity_linking import linked
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question
from kgqa.strategies.verify import shifted, verified_by_graph

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_, WRITING, VERIFYING = steps("llm-only")


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
        writer = AnswerWriter(model, question.text, question.kind)
        written = writer.write(None, lambda text: progress.text(f"{headline}\n{text}"))
    progress.step(VERIFYING)
    headline, note = _headline(name, written) or headline, ""
    try:
        with progress.timed("verify"):
            findings = verified_by_graph(graph, question, progress, findings, written.text)
    except StoppedError:
        raise
    except KgqaError as error:
        note = f" None of it could be looked up in the graph. {error}"
    before = f"{headline}{note}\n"
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
