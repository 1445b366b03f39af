"""The ``full-text`` strategy, the baseline of the paper on KG-RAG (Section 2.9).

The server's full-text index finds one thing by the words of the question, and everything that is recorded about it is
the context: nothing is pruned by likeness. Beyond the paper, a name that the graph has goes before what the index
scores higher, and of its meanings all that the schema leaves are read.
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
from kgqa.records import BY_NAME_OR_ID, Answer, Entity, Triple
from kgqa.strategies.entity_linking import asked_about, linked, with_meanings
from kgqa.strategies.no_answer import read_as_all
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
            entities = with_meanings(graph, question, findings.entities)
            findings = replace(findings, entities=entities)
            named = _named(question, asked_about(question, entities), hits)
            read = read_about(retrieval, [one.id for one in (named.meant if named is not None else hits[:1])])
    except NoFullTextError as error:
        headline = "There is no full-text index to search."
        said = Answer("refused", question.kind, headline, f"{headline} {error}")
        return written_from_facts(graph, question, progress, Outcome(said, findings), model)
    if not read:
        headline = f"No name in {graph.source} has a word of the question."
        said = Answer("not_in_graph", question.kind, headline, f"{headline} That is {SILENCE}.")
    else:
        findings = replace(findings, evidence=_mixed(read))
        progress.found(findings)
        said = _said(retrieval, read, hits, len(findings.evidence), named)
    return written_from_facts(graph, question, progress, Outcome(said, findings), model)


def _named(question: Question, entities: Sequence[Entity], hits: Sequence[Hit]) -> Entity | None:
    """The name of the question that is read about: one that the graph has goes before what the index scores higher.

    Of several the one that the index finds first is taken, as the baseline reads about one thing; of others the one
    that can mean its best hit, if it has several meanings.
    """
    recorded = [one for one in entities if _is_recorded(question, one)]
    several = [one for one in entities if one.together]
    tried = [(hit, one) for hit in hits for one in recorded] + [(hit, one) for hit in hits[:1] for one in several]
    found = (one for hit, one in tried if any(hit.id in (way.id, *way.ids) for way in one.meant))
    return next(found, recorded[0] if recorded else None)


def _is_recorded(question: Question, entity: Entity) -> bool:
    """Whether the graph has a name as the question writes it, or a person said what it means."""
    return (entity.chosen.method in BY_NAME_OR_ID and not entity.guess) or (entity.start, entity.end) in question.chosen


def _mixed(read: Sequence[Surroundings]) -> tuple[Triple, ...]:
    """The facts, one of each relation in turn, so that where not all can be sent there is something of every one."""
    sides: dict[tuple[str, ...], list[Triple]] = {}
    for place, about in enumerate(read):
        for one in about.triples:
            sides.setdefault((str(place), one.subject.label, one.predicate, one.object.label), []).append(one)
    mixed = (one for one in chain.from_iterable(zip_longest(*sides.values())) if one is not None)
    unique = {key(one): one for one in mixed}
    return tuple(replace(one, number=number) for number, one in enumerate(unique.values(), 1))


def _said(
    retrieval: RetrievalContext, read: Sequence[Surroundings], hits: Sequence[Hit], number: int, named: Entity | None
) -> Answer:
    names = listed([f"“{one}”" for one in told_apart(read, retrieval.schema)])
    taken = {id_ for one in read for id_ in one.thing.ids}
    others = dict.fromkeys(f"“{one.name}”" for one in hits if one.id not in taken and one.name != read[0].thing.name)
    contexts = [context_of(one, retrieval.schema) for one in read]
    found = [_found(hits, list(others))] if hits else []
    if named is not None and named.together:
        found.append(read_as_all(retrieval.schema, named))
    elif named is not None and hits and hits[0].id not in taken:
        meant = f"{retrieval.schema.node(named.chosen.label).singular} {named.chosen.name} ({named.chosen.id})"
        found.append(f"“{named.mention}” is a name of the {meant}, which goes before what the index scores higher.")
    if not number:
        none = nothing(retrieval, names, contexts)
        return replace(none, text=" ".join((none.text, *found)))
    headline = f"{counted(number)} about {names} {'was' if number == 1 else 'were'} read."
    return Answer("evidence", retrieval.kind, headline, " ".join((headline, *found, left_out(contexts))).strip())


def _found(hits: Sequence[Hit], others: Sequence[str]) -> str:
    """What the index found."""
    best = f"“{hits[0].name}” is the best hit of the full-text index ({hits[0].score:.1f})"
    behind = [one for one in others if one != f"“{hits[0].name}”"]
    return f"{best}; after it {listed(behind)}." if behind else f"{best}."
