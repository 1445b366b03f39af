"""The ``federated`` strategy: what TRAPI services record about the things of a question, beside the local graph.

After the paper on BTE-RAG, which asks one federation for what is linked to the things of a question, and gives a
language model the facts, all of them or those above a percentile of likeness. Beyond the paper: names are linked here,
any number of services is asked at once, what they say is merged with everybody who says it, and where the question is
read surely an answer is composed without a language model. A language model's claims are held against all of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.evidence.asked import Asked
from kgqa.evidence.pruning import Context, key, prune, said_of
from kgqa.evidence.retrieval import counted, group_of
from kgqa.evidence.sentences import sentence
from kgqa.language.phrases import SILENCE, steps
from kgqa.language.registers import comparable
from kgqa.llm.writing.recorded import RecordedModel
from kgqa.questions.options import before_options, matter
from kgqa.questions.wording import listed
from kgqa.records import Answer, AnswerItem, Entity, Federated, Listed, Node, Reading, ServiceReply, Triple
from kgqa.schema.model import Schema
from kgqa.services.federation.asking import Asking, Given
from kgqa.services.federation.cache import Cache
from kgqa.services.federation.merging import Fact, Merged, Merger, laid_over, schema_of
from kgqa.services.federation.names import Names
from kgqa.services.federation.reading import Read, read
from kgqa.services.federation.resolving import as_read, resolved
from kgqa.services.federation.types import Types, nouns
from kgqa.services.federation.wanted import Known, Wanted, usual
from kgqa.services.trapi import writing
from kgqa.strategies import graph_only, no_answer
from kgqa.strategies.entity_linking import as_chosen, unambiguous
from kgqa.strategies.facts_answer import written_from_facts
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question, retrieval_context

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_LINKING, GRAPH, SERVICES, MERGING = steps("federated")[:4]
_SHOWN = 8
"""Names that a text has of a list."""


@dataclass(frozen=True, slots=True)
class _Answered:
    """What services gave, by the question.

    Attributes:
        read: what was asked.
        entities: what the question names, as the graph or else the services of names know it.
        names: what came of asking these.
    """

    read: Read
    merged: Merged
    replies: tuple[ServiceReply, ...]
    entities: tuple[Entity, ...] = ()
    names: tuple[ServiceReply, ...] = ()


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
        failed = _of_services([one for one in (*given.names, *given.replies) if one.state == "failed"])
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


def _asked(graph: GraphSession, question: Question, findings: Findings, progress: Progress) -> _Answered:
    """Ask the services, and make one of what they give."""
    types = Types(graph.schema)
    text = before_options(question.text)
    found: list[Read] = []
    mergers: list[Merger] = []
    named: list[tuple[Entity, ...]] = []
    met: dict[str, None] = {}
    federation = question.approach.federation
    names = Names(federation, question.stop)

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

    asking = Asking(federation.services, Cache(federation.data_dir), federation.terms, progress.services, question.stop)
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
    return _Answered(asked, merged, replies, entities, names.replies)


def _told(
    graph: GraphSession,
    question: Question,
    progress: Progress,
    findings: Findings,
    local: Outcome,
    given: _Answered,
    model: RecordedModel | None,
) -> Outcome:
    composed = _composed(question, local, given, len(findings.evidence), graph.source)
    laid = graph.with_schema(laid_over(graph.schema, schema_of(composed.evidence)))
    findings = replace(findings, federated=_record(given, composed.numbers))
    if model is None and composed.answer.status != "evidence" and not question.approach.facts_first:
        evidence = (*findings.evidence, *composed.evidence)
        reading = findings.reading
        if given.read.intent is not None and reading is None:
            reading = Reading(before_options(question.text))
        unused = (no_answer.idle(question.approach.idle),) if question.approach.idle else ()
        said = replace(composed.answer, text=" ".join((composed.answer.text, *findings.notes, *unused)))
        return Outcome(said, replace(findings, evidence=evidence, reading=reading))
    return _pruned(laid, question, progress, findings, composed, model)


@dataclass(frozen=True, slots=True)
class _Composed:
    """The answer as it can be told without a language model.

    Attributes:
        evidence: facts of services, numbered behind those of the graph; those that answer first.
        numbers: of these by their places among the merged facts.
        items: what answers, with the numbers of its facts.
    """

    answer: Answer
    evidence: tuple[Triple, ...]
    numbers: Mapping[int, int]
    items: tuple[AnswerItem, ...] = ()
    what: str = ""


def _composed(question: Question, local: Outcome, given: _Answered, first: int, source: str) -> _Composed:
    """A list, a number, or yes or no, where the question was read surely; else that there is evidence."""
    facts = given.merged.facts
    items, order = _items(local, given, first, question.approach.filters.most)
    numbers = {place: number for number, place in enumerate(order, first + 1)}
    evidence = tuple(replace(facts[place].triple, number=number) for place, number in numbers.items())
    asked = (*given.replies, *(one for one in given.names if one.state != "not_asked"))
    services, beside = _of_services(asked), _of_graph(local, source)
    opposed = _disagreements(facts, numbers)
    more = len(facts) - len(order)
    left = f"{counted(more)} more that services gave {'is' if more == 1 else 'are'} not shown." if more else ""
    rest = " ".join(filter(None, (opposed, left, services, beside)))
    if given.read.intent is None or not given.read.wanted:
        said = _evidence(question, local, len(order), given)
    elif question.kind == "yesno":
        said = _verdict(local, given, numbers)
    else:
        said = _list(question, local, given, items)
    return _Composed(replace(said, text=f"{said.text} {rest}".strip()), evidence, numbers, items, given.read.said)


def _items(local: Outcome, given: _Answered, first: int, most: int) -> tuple[tuple[AnswerItem, ...], list[int]]:
    """The things that answer every condition, those that somebody records before those that are only inferred, each
    with the facts of services and graph; and the places of at most so many facts in the order of their numbers."""
    merged = given.merged
    sets = [
        {one.node.id: one for one in merged.found.get(place, ())} for place, each in enumerate(given.read.wanted)
        if each.answer
    ]  # fmt: skip
    sure = bool(sets) and given.read.intent is not None
    common = [id_ for id_ in sets[0] if all(id_ in one for one in sets)] if sure else []
    things = []
    for id_ in common:
        found = [one[id_] for one in sets]
        places = tuple(dict.fromkeys(place for one in found for place in one.facts))
        held = [place for place in places if not merged.facts[place].negated]
        if held:
            recorded = all(any(not merged.facts[p].inferred and not merged.facts[p].negated for p in one.facts)
                           for one in found)  # fmt: skip
            kinds = tuple(dict.fromkeys(kind for one in found for kind in one.kinds))
            things.append((not recorded, -_said_by(merged.facts, places), found[0].node, found[0].ids, places, kinds))
    things.sort(key=lambda one: (one[0], one[1], one[2].name.casefold()))
    order = list(dict.fromkeys(place for thing in things for place in thing[4]))
    seen = set(order)
    order = [*order, *(place for place in range(len(merged.facts)) if place not in seen)][:most]
    numbers = {place: number for number, place in enumerate(order, first + 1)}
    ours = {comparable(id_): one for one in local.answer.items for id_ in (one.id, *one.ids)}
    items: dict[str, AnswerItem] = {}
    for inferred, _, node, ids, places, kinds in things:
        same = next((ours[comparable(id_)] for id_ in ids if comparable(id_) in ours), None)
        cites = tuple(numbers[place] for place in places if place in numbers)
        if same is not None:
            items[same.id] = replace(same, evidence=(*same.evidence, *cites))
        elif not inferred:
            items[node.id] = AnswerItem(node.id, node.name, node.label, ids, cites, kinds)
    if local.answer.kind == "list":
        items = {one.id: one for one in local.answer.items} | items
    return tuple(items.values()), order


def _said_by(facts: Sequence[Fact], places: Sequence[int]) -> int:
    return len({name for place in places for name in facts[place].services})


def _list(question: Question, local: Outcome, given: _Answered, items: Sequence[AnswerItem]) -> Answer:
    """The things that services and graph record, and how many more are only inferred."""
    merged = given.merged
    inferred = _inferred(given, items)
    what = given.read.said
    answered = [one for one in given.replies if one.state in ("answered", "empty")]
    if not items:
        nobody = "No service answered" if not answered else f"{listed([one.name for one in answered])} record nothing"
        if len(answered) == 1:
            nobody = nobody.replace(" record ", " records ")
        headline = f"{nobody}: {what}."
        silence = f" That is {SILENCE}." if answered else ""
        status = "not_in_graph" if answered else "failed"
        return Answer(status, question.kind, headline, f"{headline}{silence}{_more(inferred)}", total=None)  # type: ignore[arg-type]
    names = [one.name for one in items[:_SHOWN]]
    names += [f"{len(items) - _SHOWN:,} more"] if len(items) > _SHOWN else []
    by = listed(sorted({name for one in merged.facts for name in one.services}))
    who = f"by {by}" if merged.facts else "by the graph"
    what = what.removeprefix("number of ")
    headline = f"{what[:1].upper()}{what[1:]}, recorded {who}: {len(items):,}."
    text = f"{headline} {'It is' if len(items) == 1 else 'They are'} {listed(names)}.{_more(inferred)}"
    value = len(items) if question.kind == "count" else None
    return Answer("answered", question.kind, headline, text, tuple(items), value=value, total=len(items),
                  truncated=local.answer.truncated)  # fmt: skip


def _inferred(given: _Answered, items: Sequence[AnswerItem]) -> list[str]:
    """Names of things that are linked only by what nobody records."""
    there = {id_ for one in items for id_ in (one.id, *one.ids)}
    found: dict[str, None] = {}
    for place, each in enumerate(given.read.wanted):
        for one in given.merged.found.get(place, ()) if each.answer else ():
            if one.node.id not in there and any(given.merged.facts[p].inferred for p in one.facts):
                found[one.node.name] = None
    return list(found)


def _more(inferred: Sequence[str]) -> str:
    if not inferred:
        return ""
    names = [*inferred[:_SHOWN], *([f"{len(inferred) - _SHOWN:,} more"] if len(inferred) > _SHOWN else [])]
    return f" Inferred and recorded by nobody, so not counted: {listed(names)}."


def _verdict(local: Outcome, given: _Answered, numbers: Mapping[int, int]) -> Answer:
    """Yes where somebody records the link, no where somebody denies it; neither where both, or only inferred."""
    what = given.read.said
    places = [place for one in given.merged.found.get(0, ()) for place in one.facts]
    facts = given.merged.facts
    chain = len(given.read.wanted[0].links) > 1
    held = [p for p in places if not facts[p].negated and not facts[p].inferred]
    denied_ = [p for p in places if facts[p].negated]
    concluded = [p for p in places if facts[p].inferred and not facts[p].negated]
    ours = local.answer.verdict if local.answer.status == "answered" else None
    if (held or ours is True) and (denied_ or ours is False):
        headline = f"Sources disagree about {what}{_marks(held + denied_, numbers)}."
        return Answer("evidence", "yesno", headline, headline)
    if held and not (chain and concluded):
        headline = f"Yes: {sentence_of(facts[held[0]])}{_marks(held, numbers)}."
        return Answer("answered", "yesno", headline, headline, verdict=True)
    if ours is not None:
        return replace(local.answer, text=local.answer.text)
    if denied_:
        headline = f"No: {sentence_of(facts[denied_[0]])}{_marks(denied_, numbers)}."
        return Answer("answered", "yesno", headline, headline, verdict=False)
    if concluded:
        headline = f"Nobody records it; it was inferred{_marks(concluded, numbers)}."
        return Answer("not_in_graph", "yesno", headline, f"{headline} What is inferred is no record.")
    answered = [one.name for one in given.replies if one.state in ("answered", "empty")]
    if not answered:
        headline = "No service answered."
        return Answer("failed", "yesno", headline, headline)
    headline = f"Not recorded by {listed(answered, 'or')}: {what}."
    return Answer("not_in_graph", "yesno", headline, f"{headline} That is {SILENCE}.")


def sentence_of(fact: Fact) -> str:
    """A fact in words, without the nouns of its types."""
    one = fact.triple
    return f"{one.subject.name} {one.phrase} {one.object.name}"


def _marks(places: Sequence[int], numbers: Mapping[int, int]) -> str:
    return "".join(f" [{numbers[place]}]" for place in places[:_SHOWN] if place in numbers)


def _evidence(question: Question, local: Outcome, facts: int, given: _Answered) -> Answer:
    """That there is evidence, where the question was not read surely; the answer of the graph where that gave one."""
    if local.answer.status == "answered":
        return local.answer
    if not facts:
        answered = [one.name for one in given.replies if one.state in ("answered", "empty")]
        nobody = f"{listed(answered)} gave no fact" if answered else "No service gave anything"
        headline = f"{nobody} about the things of the question."
        silence = f" That is {SILENCE}." if answered else ""
        status = "not_in_graph" if answered else "failed"
        return Answer(status, question.kind, headline, f"{headline}{silence}")  # type: ignore[arg-type]
    headline = f"Services record {counted(facts)} about the things of the question."
    why = "What exactly it asks for was not read surely, so no answer is composed."
    return Answer("evidence", question.kind, headline, f"{headline} {why}")


def _of_services(replies: Sequence[ServiceReply]) -> str:
    """What is to be known of each service that did not simply answer."""
    told = [one.said for one in replies if one.state in ("failed", "not_asked") or " Only " in one.said]
    kept = [one for one in replies if one.kept and one.state != "failed"]
    if kept:
        day = min(one.asked_at for one in kept)[:10]
        told.append(f"What {listed([one.name for one in kept])} gave was kept and is of {day}.")
    return " ".join(told)


def _of_graph(local: Outcome, source: str) -> str:
    """What the local graph says of the question, in a sentence."""
    if local.answer.status == "answered":
        return f"{source}, asked first: {local.answer.headline}"
    if local.answer.absent or local.answer.status == "not_in_graph":
        return f"{source}: {local.answer.headline}"
    return ""


def _disagreements(facts: Sequence[Fact], numbers: Mapping[int, int]) -> str:
    told = []
    for place, one in enumerate(facts):
        if one.opposite is not None and not one.negated:
            other = facts[one.opposite]
            told.append(
                f"{listed(list(one.services))} {'says' if len(one.services) == 1 else 'say'} that {sentence_of(one)}"
                f"{_marks([place], numbers)}; {listed(list(other.services))} "
                f"{'says' if len(other.services) == 1 else 'say'} that it does not{_marks([one.opposite], numbers)}"
            )
    if not told:
        return ""
    more = f" {len(told) - 3:,} more such pairs are in the evidence." if len(told) > 3 else ""
    return f"Services disagree: {'. '.join(told[:3])}.{more}"


def _record(given: _Answered, numbers: Mapping[int, int]) -> Federated:
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
    composed: _Composed,
    model: RecordedModel | None,
) -> Outcome:
    """The facts that the question needs, all of them or those above a percentile, and what a model writes from them."""
    retrieval = retrieval_context(graph, question, progress.ran)
    triples = (*findings.evidence, *composed.evidence)
    most = question.approach.filters.most
    beyond = max(len(triples) - most, 0)
    contexts = _contexts(graph, findings, triples[:most], beyond)
    if not any(one.triples for one in contexts):
        said = replace(composed.answer, text=" ".join((composed.answer.text, *findings.notes)))
        return Outcome(said, findings)
    limits = retrieval.limits
    its_keys = {one.number: key(one) for one in triples[:most]}
    members = tuple(
        (item, tuple(its_keys[number] for number in item.evidence if number in its_keys)) for item in composed.items
    )
    lists = None
    if composed.items:
        lists = [Listed(composed.what, tuple(keys for _, keys in members if keys), len(composed.items))]
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
    said = replace(composed.answer, status="evidence", items=(), verdict=None, value=None, total=None)
    asked = None
    if composed.items:
        asked = Asked(tuple(lists or ()), things=members, total=len(composed.items))
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
