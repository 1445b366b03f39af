"""Beneath an answer that the graph cannot give: what it records about the things of the question, the nearest first.

It is no part of the answer, which stands as it is: nothing of it becomes evidence, an item or a verdict.
"""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.evidence.retrieval import counted, left_out, pruned, read_about
from kgqa.graph.stop import StopSignal
from kgqa.questions.interpreter import lacks_subtype
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Entity, Trace
from kgqa.strategies.approach import Approach
from kgqa.strategies.question import Question, retrieval_context

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def known(trace: Trace) -> tuple[Entity, ...]:
    """The names in a question whose things are known, each thing once: one meaning, and no subtype that is unknown."""
    found: dict[str, Entity] = {}
    for entity in trace.entities:
        if not entity.tied and not lacks_subtype(entity, trace.entities):
            found.setdefault(entity.chosen.id, entity)
    return tuple(found.values())


def offered(trace: Trace) -> bool:
    """Whether there is something to look for: the graph alone had no answer, and knows a thing of the question."""
    return trace.strategy == "graph-only" and trace.answer.status == "not_in_graph" and bool(known(trace))


def with_nearest(graph: GraphSession, trace: Trace, approach: Approach, stop: StopSignal | None = None) -> Trace:
    """The trace with what is recorded about its known things, pruned and numbered from 1, beside the answer.

    Raises:
        KgqaError: the graph could not be read, or there is no embedding model.
    """
    graph.store.require_there()
    started = time.perf_counter()
    named = [entity.chosen for entity in known(trace)]
    ids = {id_ for one in named for id_ in (one.id, *one.ids)}
    question = Question(trace.question, graph.kind(trace.question), approach, {}, stop=stop)
    retrieval = retrieval_context(graph, question)
    read = read_about(retrieval, [one.id for one in named], ids)
    found = pruned(retrieval, trace.question, read, ids)
    took = round((time.perf_counter() - started) * 1000, 2)
    return replace(trace, nearest=found, timings_ms={**trace.timings_ms, "nearest": took})


def heading(trace: Trace) -> str:
    """What stands above these facts, so that nobody takes them for the answer."""
    return f"What the graph says about {_names(trace)} that is nearest to your question"


def said(trace: Trace) -> str:
    """How much was found, what was left out and why; empty where nothing was looked for."""
    if trace.nearest is None:
        return ""
    kept, number, names = len(trace.nearest.kept), len(trace.nearest.facts), _names(trace)
    unread = left_out(trace.nearest.cuts)
    if number:
        start = f"None of {counted(number)} about {names} is near enough to the question in wording."
        if kept:
            start = f"This is no answer: {kept:,} of {counted(number)} about {names}, the nearest in wording."
    else:
        start = "" if unread else f"Nothing is recorded about {names}. That is {SILENCE}."
    return f"{start} {unread}".strip()


def _names(trace: Trace) -> str:
    return listed([f"“{entity.chosen.name}”" for entity in known(trace)])
