"""The ``federated`` strategy: what TRAPI services record about the things of a question, beside the local graph.

After the paper on BTE-RAG, which asks one federation for what is linked to the things of a question, and gives a
language model the facts, all of them or those above a percentile of likeness. Beyond the paper: names are linked here,
any number of services is asked at once, what they say is merged with everybody who says it, and where the question is
read surely an answer is composed without a language model. A language model's claims are held against all of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.evidence.pruning import Context, key, prune, said_of
from kgqa.evidence.relevance import Relevant
from kgqa.evidence.retrieval import counted, group_of
from kgqa.evidence.sentences import sentence
from kgqa.language.phrases import steps
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.text.options import before_options, matter
from kgqa.records import Entity, Federated, Listed, Node, Reading, Triple
from kgqa.schema.model import Schema
from kgqa.services.federation.cache import Cache
from kgqa.services.federation.facts import in_own_words, laid_over, schema_of
from kgqa.services.federation.merging import Merger
from kgqa.services.federation.names import NameServices
from kgqa.services.federation.querying import FederatedQuery, Given
from kgqa.services.federation.reading import Read, read
from kgqa.services.federation.requested_links import Known, Wanted, usual
from kgqa.services.federation.resolving import as_read, resolved
from kgqa.services.federation.types import Types, nouns
from kgqa.services.trapi import writing
from kgqa.strategies import graph_only, no_answer
from kgqa.strategies.entity_linking import as_chosen, unambiguous
from kgqa.strategies.federated_answer import Answered, Composed, composed, of_services
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question, retrieval_context
from kgqa.strategies.writing.facts_answer import written_from_facts

if TYPE_CHECKING:
    from kgqa.session import GraphSession

GRAPH, SERVICES, MERGING = steps("federated")[1:4]


def answer(graph: GraphSession, question: Question, progress: Progress, model: RecordedModel | None) -> Outcome:
    """What the graph and the services record; with a language model, what it writes from that.

    Raises:
        KgqaError: the graph could not be asked, or the reader stopped it.
    """
    if not question.approach.federation.services:
        return Outcome(no_answer.no_service())
    names = unambiguous(graph, question, progress, model)
    if isinstance(names, Outcome):
        return names
    progress.step(GRAPH)
    plainly = replace(question, named=names.findings.entities, approach=replace(question.approach, strict=True))
    local = graph_only.answer(graph, plainly, progress)
    if local.answer.status == "ambiguous":
        return local
    findings = replace(names.findings, evidence=local.findings.evidence, reading=local.findings.reading)
    if not findings.entities and not question.approach.federation.names:
        return Outcome(local.answer, local.findings)
    progress.found(findings)
    progress.step(SERVICES)
    given = _asked(graph, question, findings, progress)
    if not given.entities:
        failed = of_services([one for one in (*given.names, *given.replies) if one.state == "failed"])
        said = replace(local.answer, text=f"{local.answer.text} {failed}".strip())
        return Outcome(said, replace(local.findings, federated=_record(given, {})))
    if given.entities != findings.entities:
        progress.entities(given.entities)
        new = [one for one in given.entities if one not in findings.entities]
        notes = (*findings.notes, *(as_read(one) for one in new if one.chosen.method == "resolver" and not one.tied))
        findings = replace(findings, entities=given.entities, notes=notes)
        progress.found(findings)
        choices = tuple(one for one in given.entities if one.tied)
        if choices:
            nodes = nouns((one.label for entity in choices for one in (entity.chosen, *entity.rivals)), graph.schema)
            said = no_answer.ambiguous(laid_over(graph.schema, Schema(nodes, ())), choices)
            return Outcome(said, replace(findings, choices=choices, federated=_record(given, {})))
        here = tuple(one for one in given.entities if one.chosen.label in {node.label for node in graph.schema.nodes})
        if any(one in new for one in here):
            local = graph_only.answer(graph, replace(plainly, named=here), progress)
            findings = replace(findings, evidence=local.findings.evidence, reading=local.findings.reading)
    progress.step(MERGING)
    with progress.timed("merge"):
        return _told(graph, question, progress, findings, local, given, model)


def _asked(graph: GraphSession, question: Question, findings: Findings, progress: Progress) -> Answered:
    """Ask the services, and make one of what they give."""
    types = Types(graph.schema)
    text = before_options(question.text)
    found: list[Read] = []
    mergers: list[Merger] = []
    named: list[tuple[Entity, ...]] = []
    met: dict[str, None] = {}
    federation = question.approach.federation
    names = NameServices(federation, question.stop)

    def settled(entity: Entity) -> Entity | None:
        taken_away = question.chosen.get((entity.start, entity.end), ()) is None
        return None if taken_away else as_chosen(graph, entity, question.chosen)

    def want(known: Sequence[Known]) -> Sequence[Wanted]:
        entities, same = findings.entities, {}
        if federation.names:
            entities = resolved(text, entities, known, types, graph.linker, names, settled)
            index, things = graph.linker.index, [one for entity in entities for one in entity.meant]
            same = names.same(id_ for thing in things for one in thing.ids or (thing.id,) for id_ in index.all_ids(one))
        named.append(entities)
        if any(one.tied for one in entities):
            return ()
        found.append(read(text, entities, known, types, graph.linker, same))
        mergers.append(Merger(graph.linker.index, types, found[0].wanted))
        return found[0].wanted

    def take(given: Given) -> None:
        met.update(dict.fromkeys(given.message.nodes))
        mergers[0].add(given.service.name, given.wanted, given.message)

    asking = FederatedQuery(
        federation.services, Cache(federation.data_dir), federation.terms, progress.services, question.stop
    )
    with progress.timed("services"):
        replies = asking.run(want, take)
        asked = found[0] if found else Read()
        merger = mergers[0] if mergers else Merger(graph.linker.index, types, ())
        entities = named[0] if named else findings.entities
        if met:
            merger.add("", asked.wanted[0], names.message(met))
    merged = merger.merged([Node(one.id, one.name, one.label) for entity in entities for one in entity.meant])
    by_service: dict[str, int] = {}
    for fact in merged.facts:
        for name in fact.services:
            by_service[name] = by_service.get(name, 0) + 1
    replies = tuple(replace(one, facts=by_service.get(one.name, 0)) for one in replies)
    return Answered(asked, merged, replies, entities, names.replies)


def _told(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    local: Outcome,
    given: Answered,
    model: RecordedModel | None,
) -> Outcome:
    most = question.approach.filters.most
    told = composed(question, local, given, len(findings.evidence), most, graph.source)
    laid = graph.with_schema(laid_over(graph.schema, schema_of(told.evidence)))
    findings = replace(findings, federated=_record(given, told.numbers))
    if model is None and told.answer.status != "evidence" and not question.approach.facts_first:
        own = findings.evidence
        evidence = (*own, *in_own_words(told.evidence, graph.schema, own))
        reading = findings.reading
        if given.read.intent is not None and reading is None:
            reading = Reading(before_options(question.text))
        unused = (no_answer.idle(question.approach.idle),) if question.approach.idle else ()
        said = replace(told.answer, text=" ".join((told.answer.text, *findings.notes, *unused)))
        return Outcome(said, replace(findings, evidence=evidence, reading=reading))
    return _pruned(laid, question, progress, findings, told, model)


def _record(given: Answered, numbers: Mapping[int, int]) -> Federated:
    asked = [
        (one.said, json.dumps(writing.query_graph(usual(one), "1.5"), ensure_ascii=False)) for one in given.read.wanted
    ]
    pairs = tuple(
        (numbers[place], numbers[one.opposite])
        for place, one in enumerate(given.merged.facts)
        if one.opposite is not None and not one.negated and place in numbers and one.opposite in numbers
    )
    return Federated((*given.replies, *given.names), tuple(asked), pairs)


def _pruned(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    told: Composed,
    model: RecordedModel | None,
) -> Outcome:
    """The facts that the question needs, all of them or those above a percentile, and what a model writes from them."""
    retrieval = retrieval_context(graph, question, progress.ran)
    triples = (*findings.evidence, *told.evidence)
    most = question.approach.filters.most
    beyond = max(len(triples) - most, 0)
    contexts = _contexts(graph, findings, triples[:most], beyond)
    if not any(one.triples for one in contexts):
        said = replace(told.answer, text=" ".join((told.answer.text, *findings.notes)))
        return Outcome(said, findings)
    limits = retrieval.limits
    its_keys = {one.number: key(one) for one in triples[:most]}
    members = tuple(
        (item, tuple(its_keys[number] for number in item.evidence if number in its_keys)) for item in told.items
    )
    lists = None
    if told.items:
        lists = [Listed(told.what, tuple(keys for _, keys in members if keys), len(told.items))]
    texts = {text for one in contexts for text in one.sentences}
    with progress.timed("prune"):
        if limits.percentile <= 0 and limits.similarity <= -1:  # everything, so nothing needs a score
            scores, estimated = dict.fromkeys(texts, 0.0), frozenset[str]()
        else:
            groups = [group_of(one, limits, question.kind, len(contexts)) for one in contexts]
            found = retrieval.vectors().similarities(matter(question.text), groups)
            scores, estimated = dict(found.scores), frozenset(found.estimated)
        pruned = prune(contexts, scores, limits, question.kind, estimated, retrieval.hand, lists)
    findings = replace(findings, pruned=pruned, evidence=tuple(one.triple for one in pruned.kept))
    progress.found(findings)
    kept = " ".join((*said_of(pruned), f"{counted(len(pruned.kept))} of {len(pruned.facts):,} are kept."))
    said = replace(told.answer, status="evidence", items=(), verdict=None, value=None, total=None)
    asked = None
    if told.items:
        asked = Relevant(tuple(lists or ()), things=members, total=len(told.items))
    if findings.federated is not None:
        numbers = {its_keys[old]: old for old in its_keys}
        new = {numbers[key(one)]: one.number for one in findings.evidence if key(one) in numbers}
        pairs = tuple((new[a], new[b]) for a, b in findings.federated.disagreements if a in new and b in new)
        findings = replace(findings, federated=replace(findings.federated, disagreements=pairs))
        said = replace(said, text=_renumbered(f"{said.text} {kept}", new), headline=_renumbered(said.headline, new))
    return written_from_facts(graph, question, progress, Outcome(said, findings), model, asked)


def _renumbered(text: str, numbers: Mapping[int, int]) -> str:
    """A text whose marks name records by new numbers; a mark of one that is gone goes."""
    import re

    return re.sub(r" ?\[(\d+)\]", lambda m: f" [{numbers[int(m[1])]}]" if int(m[1]) in numbers else "", text)


def _contexts(graph: GraphSession, findings: Findings, triples: Sequence[Triple], beyond: int) -> list[Context]:
    """The facts by the things of the question that they are about; those about none stand for themselves."""
    things = list(dict.fromkeys((one.name, (one.id, *one.ids)) for e in findings.entities for one in e.meant))
    held: list[list[Triple]] = [[] for _ in (*things, None)]
    joining: set[str] = set()
    for one in triples:
        at = [p for p, (_, ids) in enumerate(things) if one.subject.id in ids or one.object.id in ids]
        for place in at or [len(things)]:
            held[place].append(one)
        if len(at) > 1:
            joining.add(key(one))
    names = [*(name for name, _ in things), "what links them"]
    made = []
    for place, (name, its) in enumerate(zip(names, held, strict=True)):
        if its:
            sentences = tuple(sentence(one, graph.schema) for one in its)
            own = frozenset(k for k in map(key, its) if k in joining)
            made.append(Context(name, tuple(its), sentences, beyond=beyond if not place else 0, joining=own))
    return made
