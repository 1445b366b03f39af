"""The ``full-text`` strategy, the baseline of the paper on KG-RAG (Section 2.9).

The server's full-text index finds one thing by the words of the question, and everything that is recorded about it is
the context: nothing is pruned by likeness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import TYPE_CHECKING

from kgqa.evidence.exploring.context import Surroundings
from kgqa.evidence.pruning import key
from kgqa.evidence.retrieval import RetrievalContext, context_of, counted, left_out, nothing, read_about, told_apart
from kgqa.graph.full_text import Hit, NoFullTextError
from kgqa.language.phrases import steps
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.text.options import before_options, matter, without_marks
from kgqa.questions.wording import SILENCE, listed
from kgqa.records import Answer, Entity, Triple
from kgqa.strategies.entity_linking import linked, with_meanings
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Outcome, Question, retrieval_context
from kgqa.strategies.writing.facts_answer import written_from_facts

if TYPE_CHECKING:
    from kgqa.session import GraphSession

SEARCHING, READING = steps("full-text")[1:3]


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel | None) -> Outcome:
    """Everything about the best hit of a full-text search; with a language model, what it writes from it.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    graph.store.require_there()
    asked = without_marks(question.text)
    findings = linked(graph, question, asked, progress).findings  # for the claims; the search does not need them
    retrieval = retrieval_context(graph, question, progress.ran)
    progress.step(SEARCHING)
    try:
        with progress.timed("search"):
            hits = graph.full_text.hits(matter(before_options(question.text)), retrieval.ledger.run)
        progress.step(READING)
        with progress.timed("query"):
            best = _meant(graph, question, findings.entities, hits)
            read = read_about(retrieval, best)
    except NoFullTextError as error:
        headline = "There is no full-text index to search."
        said = Answer("refused", question.kind, headline, f"{headline} {error}")
        return written_from_facts(graph, question, progress, Outcome(said, findings), model)
    if not hits or not read:
        headline = f"No name in {graph.source} has a word of the question."
        said = Answer("not_in_graph", question.kind, headline, f"{headline} That is {SILENCE}.")
    else:
        findings = replace(findings, evidence=_mixed(read))
        progress.found(findings)
        said = _said(retrieval, read, hits, len(findings.evidence))
    return written_from_facts(graph, question, progress, Outcome(said, findings), model)


def _meant(graph: GraphSession, question: Question, entities: Sequence[Entity], hits: Sequence[Hit]) -> list[str]:
    """The best hit; where a name of the question means it beside other things, those that the schema leaves."""
    best = [one.id for one in hits[:1]]
    several = {(one.start, one.end) for one in entities if one.tied or one.together}
    for entity in with_meanings(graph, question, entities) if best and several else ():
        known = {id_ for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids)}
        if (entity.start, entity.end) in several and best[0] in known:
            return [one.id for one in entity.meant]
    return best


def _mixed(read: Sequence[Surroundings]) -> tuple[Triple, ...]:
    """The facts, one of each relation in turn, so that where not all can be sent there is something of every one."""
    sides: dict[tuple[str, ...], list[Triple]] = {}
    for place, about in enumerate(read):
        for one in about.triples:
            sides.setdefault((str(place), one.subject.label, one.predicate, one.object.label), []).append(one)
    mixed = (one for one in chain.from_iterable(zip_longest(*sides.values())) if one is not None)
    unique = {key(one): one for one in mixed}
    return tuple(replace(one, number=number) for number, one in enumerate(unique.values(), 1))


def _said(retrieval: RetrievalContext, read: Sequence[Surroundings], hits: Sequence[Hit], number: int) -> Answer:
    names = listed([f"“{one}”" for one in told_apart(read, retrieval.schema)])
    taken = {id_ for one in read for id_ in one.thing.ids}
    others = dict.fromkeys(f"“{one.name}”" for one in hits if one.id not in taken and one.name != read[0].thing.name)
    best = f"“{hits[0].name}” is the best hit of the full-text index ({hits[0].score:.1f})"
    after = f"; after it {listed(list(others))}." if others else "."
    if hits[0].id not in taken or len(read) > 1:
        after += f" Of what its name can mean the question was read to ask about {names}."
    contexts = [context_of(one, retrieval.schema) for one in read]
    if not number:
        none = nothing(retrieval, names, contexts)
        return replace(none, text=f"{none.text} {best}{after}")
    headline = f"{counted(number)} about {names} {'was' if number == 1 else 'were'} read."
    return Answer("evidence", retrieval.kind, headline, f"{headline} {best}{after} {left_out(contexts)}".strip())
