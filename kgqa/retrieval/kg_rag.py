"""The ``kg-rag`` strategy: everything that is recorded about the things of a question, cut down to what it needs.

After the paper on KG-RAG (Section 2), for things of any type. The things are found by the linker; where it finds none,
those whose names are nearest to the whole question are taken. Without a language model the facts are the result.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.graph.schema import Schema
from kgqa.linking.sentence_vectors import SentenceVectors
from kgqa.llm.records import ModelError
from kgqa.phrases import steps
from kgqa.pruning import Context, Limits, prune
from kgqa.records import Answer, Kind, Pruned
from kgqa.retrieval.course import Course, Listener, Work
from kgqa.retrieval.exploring.context import ContextReader, Filters, Surroundings
from kgqa.retrieval.exploring.neighbourhood import Explorer
from kgqa.retrieval.ledger import Ledger
from kgqa.retrieval.writing.answering import records, shifted, write
from kgqa.sentences import sentence
from kgqa.verify import verified
from kgqa.wording import SILENCE, listed

STEPS = steps("kg-rag")
NEAREST = 5
"""Things that are taken by the nearness of their names where the question names none (Section 2.2)."""


@dataclass(frozen=True, slots=True)
class Task:
    """What facts are found with.

    Attributes:
        source: the graph as a sentence names it.
        kind: of the question.
    """

    schema: Schema
    explorer: Explorer
    ledger: Ledger
    vectors: SentenceVectors
    source: str
    kind: Kind
    limits: Limits
    filters: Filters


def context_of(surroundings: Surroundings, schema: Schema) -> Context:
    """What was read about a thing, in sentences."""
    triples = surroundings.triples
    return Context(surroundings.thing.name, triples, tuple(sentence(one, schema) for one in triples))


def facts(task: Task, course: Course, hear: Listener, ids: Sequence[str]) -> Answer:
    """Finds the facts about some things that a question needs; they go into the course.

    Args:
        ids: identifiers of the things.

    Returns:
        an answer that composes nothing: how much was found and kept, and what was left out.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    hear.step(STEPS[1])
    now = time.perf_counter()
    reader = ContextReader(task.schema, task.ledger, task.filters)
    try:
        found = [task.explorer.thing(id_) for id_ in dict.fromkeys(ids)]
        read = [reader.read(one.thing) for one in found if one is not None]
    finally:
        course.cypher = task.ledger.records
        now = course.took("query", now)
    hear.step(STEPS[2])
    contexts = [context_of(one, task.schema) for one in read]
    sentences = [text for context in contexts for text in context.sentences]
    scores = task.vectors.similarities(course.question, sentences)
    course.pruned = prune(contexts, scores, task.limits, task.kind)
    course.evidence = tuple(one.triple for one in course.pruned.kept)
    course.took("prune", now)
    return _said(task, read, course.pruned)


def written(work: Work, course: Course, hear: Listener, found: Answer) -> Answer:
    """The answer that a language model writes from the kept facts, every claim of it held against them.

    Raises:
        StoppedError: the reader stopped it. Where the model fails, the facts are given with what went wrong.
    """
    hear.step(STEPS[3])
    now = time.perf_counter()
    text = found.text
    try:
        given = records(course.evidence, None, work.schema)
        said = write(work, course, given, lambda more: hear.text(f"{text}\n{more}"))
    except ModelError as error:
        return replace(found, text=f"{text} {error}")
    finally:
        now = course.took("write_answer", now)
    hear.step(STEPS[4])
    checked = verified(
        said.text, course.evidence, schema=work.schema, linker=work.linker,
        question_entities=course.entities, about=work.question,
    )  # fmt: skip
    course.claims = shifted(checked.claims, len(text) + 1)
    course.took("verify", now)
    if not said.text:
        return found
    model = work.model.settings.model
    return replace(
        found,
        status="answered",
        text=f"{text}\n{said.text}",
        verdict=said.verdict,
        value=said.chosen.text if said.chosen is not None else None,
        written_by=model,
        written_from=len(text) + 1,
    )


def _said(task: Task, read: Sequence[Surroundings], pruned: Pruned) -> Answer:
    names = listed([f"“{one.thing.name}”" for one in read])
    if not read:
        headline = f"No thing of {task.source} was found in the question."
        return Answer("not_in_graph", task.kind, headline, f"{headline} That is {SILENCE}.")
    if not pruned.facts:
        headline = f"Nothing is recorded about {names} in {task.source}."
        return Answer("not_in_graph", task.kind, headline, f"{headline} That is {SILENCE}.")
    kept, number = len(pruned.kept), len(pruned.facts)
    headline = f"{_counted(kept)} about {names} {'is' if kept == 1 else 'are'} nearest to the question."
    text = f"{headline} {task.source} was read for {_counted(number)}; the others are further from the question."
    if not kept:
        headline = f"None of {_counted(number)} about {names} is near enough to the question."
        text = f"{headline} A lower percentile or least similarity keeps more."
    return Answer("evidence", task.kind, headline, f"{text}{_left_out(read)}")


def _left_out(read: Sequence[Surroundings]) -> str:
    beyond = sum(side.beyond for one in read for side in one.sides)
    filtered = sum(side.filtered for one in read for side in one.sides)
    said = ""
    if beyond:
        said = f" {_counted(beyond)} with weaker evidence {_were(beyond)} not read, because there are many."
    return said + (f" {_counted(filtered)} {_were(filtered)} left out by the filters." if filtered else "")


def _counted(number: int) -> str:
    return f"{number:,} {'fact' if number == 1 else 'facts'}"


def _were(number: int) -> str:
    return "was" if number == 1 else "were"
