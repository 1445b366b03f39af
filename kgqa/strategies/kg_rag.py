"""The ``kg-rag`` strategy: everything that is recorded about the things of a question, cut down to what it needs.

After the paper on KG-RAG (Section 2), for things of any type. The things are found by the linker; where it finds none,
those whose names are nearest to the whole question are taken. What only the options of a question name is not read:
a fact about it that the question needs is one about a thing that is asked about as well. Without a language model the
facts are the result.

Beyond the paper, unless it is asked for as published: what the question asks for is read first, by our own reading of
it; a list is kept whole, or cut as a list, which is said with its count; what room is left is for similar facts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.evidence.exploring.context import Surroundings
from kgqa.evidence.pruning import said_of
from kgqa.evidence.retrieval import RetrievalContext, counted, left_out, nothing, pruned, read_about, told_apart
from kgqa.language.phrases import steps
from kgqa.llm.messages import ModelError
from kgqa.llm.prompts import PromptError
from kgqa.llm.writing.question_analysis import parts, parts_by_model
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.text.options import matter
from kgqa.questions.wording import listed
from kgqa.records import Answer, Candidate, Node, Pruned
from kgqa.services.federation.facts import laid_over
from kgqa.services.spoke import Spoke, neighbourhoods
from kgqa.strategies.entity_linking import asked_about, unambiguous
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question, retrieval_context
from kgqa.strategies.writing.facts_answer import written_from_facts
from kgqa.strategies.writing.requested_facts import asked_for

if TYPE_CHECKING:
    from kgqa.session import GraphSession

READING, PRUNING = steps("kg-rag")[1:3]
NEAREST = 5
"""Things that are taken by the nearness of their names where the question names none (Section 2.2)."""


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel | None) -> Outcome:
    """The facts nearest to the question; with a language model, what it writes from them.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    by_model = model if question.approach.names_by_model else None
    names = unambiguous(graph, question, progress, by_model, several=True)
    if isinstance(names, Outcome):
        return names
    findings = names.findings
    about = [one.id for entity in asked_about(question, findings.entities) for one in entity.meant]
    things = list(dict.fromkeys((*about, *question.about)))
    if not things:
        near = graph.linker.nearest(matter(question.text), NEAREST)
        findings = replace(findings, notes=(*findings.notes, _taken_instead(graph, near)))
        things = [one.id for one in near]
    named = {id_ for entity in findings.entities for one in entity.meant for id_ in (one.id, *one.ids)}
    retrieval = retrieval_context(graph, question, progress.ran)
    progress.step(READING)
    asked = None
    with progress.timed("query"):
        read = read_about(retrieval, things, named)
        # The lists of a question about the answers of before would be of everything, not of those.
        if not (question.approach.as_published or question.approach.by_parts) and question.group is None:
            asked = asked_for(graph, question, findings.entities, read, progress)
            findings = replace(findings, notes=(*findings.notes, *asked.notes))
    if question.approach.spoke is not None and read:
        graph, read, said = _with_spoke(graph, question, question.approach.spoke, read, progress)
        findings = replace(findings, notes=(*findings.notes, *said))
        retrieval = retrieval_context(graph, question, progress.ran)
    progress.step(PRUNING)
    with progress.timed("prune"):
        held, notes = _parts(question, findings, model)
        findings = replace(findings, notes=(*findings.notes, *notes))
        found = pruned(retrieval, question.text, read, named, asked, held)
    findings = replace(findings, pruned=found, evidence=tuple(one.triple for one in found.kept))
    progress.found(findings)
    outcome = Outcome(_said(retrieval, read, found), findings)
    return written_from_facts(graph, question, progress, outcome, model, asked)


def _with_spoke(
    graph: GraphSession, question: Question, spoke: Spoke, read: Sequence[Surroundings], progress: Progress
) -> tuple[GraphSession, list[Surroundings], list[str]]:
    """What was read with what SPOKE records about the same things, and the graph with its types and relations."""
    things = [Node(one.thing.ids[0], one.thing.name, one.thing.label) for one in read]
    called = {node.label: node.singular for node in graph.schema.nodes}
    with progress.timed("services"):
        given = neighbourhoods(spoke, things, {one.thing.ids[0]: one.thing.ids for one in read}, question.stop, called)
    more = [replace(one, triples=(*one.triples, *given.facts.get(one.thing.ids[0], ()))) for one in read]
    return graph.with_schema(laid_over(graph.schema, given.schema())), more, given.notes


def _parts(
    question: Question, findings: Findings, model: RecordedModel | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The sub-sentences against which facts are held, where that is chosen, and what the reader is to know of them."""
    if not question.approach.by_parts:
        return (), ()
    own, failed = parts(matter(question.text), findings.entities), ""
    if model is not None and not question.approach.facts_first:
        try:
            own = parts_by_model(model, matter(question.text))
        except (ModelError, PromptError) as error:
            failed = f" The language model did not do it. {error}"
    told = listed([f"“{part}”" for part in own])
    return own, (f"Each fact was held against the parts of the question: {told}.{failed}",)


def _taken_instead(graph: GraphSession, near: Sequence[Candidate]) -> str:
    """What a reader is to know where the question names nothing, and what is nearest to it was taken."""
    how = "in spelling" if graph.linker.vectors is None else "in spelling or meaning"
    if not near:
        return f"The question names nothing that {graph.source} knows, and no name there is near to it {how}."
    names = listed([f"“{one.name}”" for one in near])
    return f"The question names nothing that {graph.source} knows; what is nearest to it {how} was taken: {names}."


def _said(retrieval: RetrievalContext, read: Sequence[Surroundings], found: Pruned) -> Answer:
    """How much was found and kept, and what was left out."""
    names = listed([f"“{name}”" for name in told_apart(read, retrieval.schema)])
    if not read:
        headline = f"No thing of {retrieval.source} was found in the question."
        return Answer("not_understood", retrieval.kind, headline, headline)
    if not found.facts:
        return nothing(retrieval, names, found.cuts)
    kept, number = len(found.kept), len(found.facts)
    lists = said_of(found)
    headline = f"{counted(kept)} about {names} {'is' if kept == 1 else 'are'} nearest to the question."
    others = "; the others are further from the question" if kept < number else ""
    if lists:
        headline, kept_ = lists[0], f"{counted(kept)} about {names} {'is' if kept == 1 else 'are'} kept."
        text = " ".join((*lists, kept_, f"{retrieval.source} was read for {counted(number)}{others}."))
    else:
        text = f"{headline} {retrieval.source} was read for {counted(number)}{others}."
    if not kept:
        headline = f"None of {counted(number)} about {names} is near enough to the question."
        text = f"{headline} A lower percentile or least similarity keeps more."
    return Answer("evidence", retrieval.kind, headline, f"{text} {left_out(found.cuts)}".strip())
