"""A question by the strategy that was asked for, and by no other; then a second model on what remains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.llm.messages import LanguageModel
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.strategies import graph_only, no_answer
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    """The answer to a question, and what it was made of.

    Raises:
        KgqaError: the graph or a language model could not be asked, or the reader stopped it.
    """
    outcome = _by_strategy(graph, question, progress)
    judge = _recorded(question.approach.judge, question, progress)
    if judge is None or not outcome.answer.written_by:
        return outcome
    from kgqa.strategies.writing.verify import with_second_opinion

    return with_second_opinion(graph, question, progress, outcome, judge)


def _by_strategy(graph: GraphSession, question: Question, progress: Progress) -> Outcome:
    strategy = question.approach.strategy
    if strategy == "graph-only":
        return graph_only.answer(graph, question, progress)
    # Imported only here: the graph alone answers without what reads and verifies a language model's words.
    from kgqa.strategies import cypher, full_text, kg_rag, llm_only

    model = _recorded(question.approach.model, question, progress)
    if strategy == "auto":
        from kgqa.strategies import auto

        return auto.answer(graph, question, progress, model)
    if strategy == "kgt":
        from kgqa.strategies import kgt

        return kgt.answer(graph, question, progress, model)
    if strategy == "kg-rag":
        return kg_rag.answer(graph, question, progress, model)
    if strategy == "federated":
        from kgqa.strategies import federated

        return federated.answer(graph, question, progress, model)
    if strategy == "full-text":
        return full_text.answer(graph, question, progress, model)
    if model is None:
        return Outcome(no_answer.no_model())
    if strategy == "cypher":
        return cypher.answer(graph, question, progress, model)
    return llm_only.answer(graph, question, progress, model)


def _recorded(model: LanguageModel | None, question: Question, progress: Progress) -> RecordedModel | None:
    if model is None:
        return None
    return RecordedModel(model, progress.called, question.approach.prompts, question.stop)
