"""Beneath an answer that the graph cannot give: what it records about the things of the question, the nearest first.

It is no part of the answer, which stands as it is: nothing of it becomes evidence, an item or a verdict.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.evidence.fields import each, names, values
from kgqa.evidence.retrieval import counted, left_out, pruned, read_about
from kgqa.graph.stop import StopSignal
from kgqa.questions.interpreter import lacks_subtype
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Entity, Pruned, Scored, Trace, Triple
from kgqa.schema.model import Schema
from kgqa.strategies.approach import Approach
from kgqa.strategies.question import Question, retrieval_context

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def known(trace: Trace) -> tuple[Entity, ...]:
    """The names in a question whose things are known, each thing once: one meaning, and no subtype that is unknown."""
    return known_of(trace.entities)


def known_of(entities: Sequence[Entity]) -> tuple[Entity, ...]:
    """The same of the names alone."""
    found: dict[str, Entity] = {}
    for entity in entities:
        if not entity.tied and not lacks_subtype(entity, entities):
            found.setdefault(entity.chosen.id, entity)
    return tuple(found.values())


def offered(trace: Trace) -> bool:
    """Whether there is something to look for: the graph alone had no answer, and knows a thing of the question.

    Where it has nothing of the type that is asked for, nothing that it records is near to an answer.
    """
    silent = trace.answer.status in ("not_in_graph", "not_understood") and not trace.answer.absent
    return trace.strategy in ("graph-only", "auto") and silent and bool(known(trace))


def with_nearest(graph: GraphSession, trace: Trace, approach: Approach, stop: StopSignal | None = None) -> Trace:
    """The trace with what is recorded about its known things, pruned and numbered from 1, beside the answer.

    Raises:
        KgqaError: the graph could not be read, or there is no embedding model.
    """
    graph.store.require_there()
    started = time.perf_counter()
    question = Question(trace.question, graph.kind(trace.question), approach, {}, stop=stop)
    found = about(graph, question, known(trace))
    took = round((time.perf_counter() - started) * 1000, 2)
    return replace(trace, nearest=found, timings_ms={**trace.timings_ms, "nearest": took})


def about(graph: GraphSession, question: Question, entities: Sequence[Entity]) -> Pruned:
    """What is recorded about things of a question, pruned and numbered from 1; errors as of ``with_nearest``."""
    named = [entity.chosen for entity in entities]
    ids = {id_ for one in named for id_ in (one.id, *one.ids)}
    retrieval = retrieval_context(graph, question)
    read = read_about(retrieval, [one.id for one in named], ids)
    return once(pruned(retrieval, question.text, read, ids), graph.schema)


def once(found: Pruned, schema: Schema) -> Pruned:
    """The facts with what several records say in the same words once: the one that goes first, with all sources."""
    said: dict[tuple[str, bool], list[Scored]] = {}
    for one in found.facts:
        said.setdefault((one.sentence, one.kept), []).append(one)
    facts: list[Scored] = []
    for (_, kept), same in said.items():
        number = len(facts) + 1 if kept else 0
        facts.append(replace(same[0], triple=replace(_merged([one.triple for one in same], schema), number=number)))
    cuts = []
    for cut in found.cuts:
        about = [one for one in facts if cut.about in one.things]
        kept_now = sum(one.kept and one.about == cut.about for one in facts)
        cuts.append(replace(cut, facts=max(len(about), kept_now), kept=kept_now))
    return replace(found, facts=tuple(facts), cuts=tuple(cuts))


def _merged(triples: Sequence[Triple], schema: Schema) -> Triple:
    """One record for several that say the same: their sources, references and kinds of evidence together, and how often
    each source has it."""
    first = triples[0]
    if len(triples) == 1:
        return first
    properties = dict(first.properties)
    for role in ("source", "evidence", "reference"):
        for name in names(first, schema, role):
            together = dict.fromkeys(value for one in triples for value in each(one.properties.get(name)))
            if together:
                properties[name] = list(together)
    for name in names(first, schema, "frequency"):
        often = {str(one.properties[name]): listed(values(one, schema, "source")) for one in triples
                 if one.properties.get(name) not in (None, "")}  # fmt: skip
        if len(often) > 1:
            properties[name] = "; ".join(f"{text} ({source})" if source else text for text, source in often.items())
    sources = dict.fromkeys(source for one in triples for source in one.sources)
    return replace(first, sources=tuple(sources), properties=properties)


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
