"""The ``full-text`` strategy, the baseline of the paper on KG-RAG (Section 2.9).

The server's full-text index finds one thing by the words of the question, and everything that is recorded about it is
the context: nothing is pruned by likeness.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from kgqa.evidence.exploring.context import Surroundings
from kgqa.evidence.pruning import key
from kgqa.graph.full_text import FullText, Hit, NoFullTextError
from kgqa.language.phrases import steps
from kgqa.llm.writing.choices import matter
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, Triple
from kgqa.strategies.course import Course, Listener
from kgqa.strategies.kg_rag import Task, context_of, counted, left_out, nothing, read_about

STEPS = steps("full-text")


def facts(task: Task, index: FullText, course: Course, hear: Listener) -> Answer:
    """Finds everything about the thing that a full-text search finds; it goes into the course.

    Returns:
        an answer that composes nothing, or one that says why nothing was searched.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    hear.step(STEPS[1])
    now = time.perf_counter()
    try:
        hits = index.hits(matter(course.question), task.ledger.run)
        now = course.took("search", now)
        hear.step(STEPS[2])
        read = read_about(task, [one.id for one in hits[:1]])
    except NoFullTextError as error:
        headline = "There is no full-text index to search."
        return Answer("refused", task.kind, headline, f"{headline} {error}")
    finally:
        course.cypher = task.ledger.records
        course.took("query", now)
    if not hits or not read:
        headline = f"No name in {task.source} has a word of the question."
        return Answer("not_in_graph", task.kind, headline, f"{headline} That is {SILENCE}.")
    course.evidence = _mixed(read[0])
    return _said(task, read[0], hits, len(course.evidence))


def _mixed(read: Surroundings) -> tuple[Triple, ...]:
    """The facts, one of each relation in turn, so that where not all can be sent there is something of every one."""
    sides: dict[tuple[str, str, str], list[Triple]] = {}
    for one in read.triples:
        sides.setdefault((one.subject.label, one.predicate, one.object.label), []).append(one)
    mixed = (one for one in chain.from_iterable(zip_longest(*sides.values())) if one is not None)
    unique = {key(one): one for one in mixed}
    return tuple(replace(one, number=number) for number, one in enumerate(unique.values(), 1))


def _said(task: Task, read: Surroundings, hits: Sequence[Hit], number: int) -> Answer:
    name = f"“{read.thing.name}”"
    others = dict.fromkeys(f"“{one.name}”" for one in hits[1:] if one.name != read.thing.name)
    best = f"{name} is the best hit of the full-text index ({hits[0].score:.1f})"
    after = f"; after it {listed(list(others))}." if others else "."
    context = context_of(read, task.schema)
    if not number:
        none = nothing(task, name, [context])
        return replace(none, text=f"{none.text} {best}{after}")
    headline = f"{counted(number)} about {name} {'was' if number == 1 else 'were'} read."
    return Answer("evidence", task.kind, headline, f"{headline} {best}{after} {left_out([context])}".strip())
