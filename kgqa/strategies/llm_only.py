"""The ``llm-only`` strategy, every paper's baseline: a language model answers from what it knows.

Each of its claims is then looked up in the graph.
"""

from __future__ import annotations

import time

from kgqa.errors import KgqaError, StoppedError
from kgqa.language.phrases import steps
from kgqa.llm.writing.answering import Written, shifted, write
from kgqa.records import Answer
from kgqa.strategies.course import Course, Listener, Work
from kgqa.verification.held import judged_claims

STEPS = steps("llm-only")


def answer(work: Work, course: Course, hear: Listener) -> Answer:
    """What a language model says without the graph.

    Raises:
        ModelError, StoppedError: it says nothing that can be used, or the reader stopped it.
    """
    model = work.model.settings.model
    headline = f"What {model} says without the graph."
    hear.step(STEPS[1])
    now = time.perf_counter()
    try:
        written = write(work, course, None, lambda text: hear.text(f"{headline}\n{text}"))
    finally:
        now = course.took("write_answer", now)
    hear.step(STEPS[2])
    headline, note = _headline(model, written) or headline, ""
    try:
        claims = judged_claims(work, course, written.text)
    except StoppedError:
        raise
    except KgqaError as error:
        claims, note = (), f" None of it could be looked up in the graph. {error}"
    finally:
        course.took("verify", now)
    before = f"{headline}{note}\n"
    course.claims = shifted(claims, len(before))
    return Answer(
        "answered",
        work.kind,
        headline,
        f"{before}{written.text}",
        verdict=written.verdict,
        value=written.chosen.text if written.chosen is not None else None,
        written_by=model,
        written_from=len(before),
    )


def _headline(model: str, written: Written) -> str:
    if written.chosen is not None:
        return f"{model} chooses {written.chosen.letter} without the graph: {written.chosen.text}."
    if written.verdict is not None:
        return f"{model} says {'yes' if written.verdict else 'no'} without the graph."
    return ""
