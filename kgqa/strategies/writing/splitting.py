"""The step in which a language model takes a free text apart into claims, where it is to and can."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import PromptError
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.llm.writing.splitting import Split, split
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

SPLITTING = steps("llm-only")[2]


def taken_apart(
    graph: GraphSession, question: Question, progress: Progress, model: RecordedModel, text: str
) -> tuple[Split | None, tuple[str, ...]]:
    """What a text states; None where the model could not tell, and notes of what the reader is to know.

    Raises:
        StoppedError: the reader stopped it.
    """
    progress.step(SPLITTING)
    try:
        with progress.timed("split"):
            found = split(model, text, graph.schema, question.text)
    except (ModelError, PromptError) as error:
        why = f"{model.settings.model} could not split the text into claims, so fewer of them are checked. {error}"
        return None, (why,)
    return found, found.notes
