"""Traces as the JSON objects of the command line."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from kgqa.evidence.pruning import key
from kgqa.evidence.relevance import given, is_cut
from kgqa.evidence.sentences import NO_SOURCE
from kgqa.exports import claims
from kgqa.language.phrases import way
from kgqa.load.catalog import GraphEntry
from kgqa.records import (
    AnswerItem,
    CypherRecord,
    Entity,
    Federated,
    Follows,
    ModelCall,
    Pruned,
    Reading,
    Scored,
    Trace,
    Triple,
)
from kgqa.strategies import nearest


def answer_json(trace: Trace, id_: Any = None, *, with_cut: bool = False) -> dict[str, Any]:
    """One answer as ``ask --json`` prints it; of a pruned neighbourhood the facts that were cut where asked for."""
    answer = trace.answer
    first = _main_statement(trace)
    return {
        "id": id_,
        "question": trace.question,
        "status": answer.status,
        "kind": answer.kind,
        "strategy": trace.strategy,
        "graph": {"name": trace.graph.name, "title": trace.graph.title, "version": trace.graph.version},
        "answers": [
            {**_item(item), "kinds": list(item.kinds), **_read_as(item), **_met(item), **_opposing(item)}
            for item in answer.items
        ],
        "conditions": list(answer.conditions),
        "set_aside": [_item(item) for item in answer.set_aside],
        "verdict": answer.verdict,
        "value": answer.value,
        "total": answer.total,
        "truncated": answer.truncated,
        "headline": answer.headline,
        "text": answer.text,
        "written_by": answer.written_by or None,
        "cypher": {
            "generated": first.generated if first else None,
            "checked": first.checked if first else None,
            "corrections": [
                {"rule": one.rule, "before": one.before, "after": one.after, "reason": one.reason}
                for one in (first.corrections if first else ())
            ],
            "statements": [
                {"cypher": r.executed, "parameters": dict(r.parameters), "purpose": r.purpose, "rows": r.rows}
                for r in trace.cypher
                if r.executed
            ],
        },
        "entities": entities_json(trace.entities),
        "choices": [
            {
                **entity,
                "candidates": [{**_candidate(c), "answers": c.answers} for c in (raw.chosen, *raw.rivals)],
                "together": raw.together,
            }
            for entity, raw in zip(entities_json(trace.choices), trace.choices, strict=True)
        ],
        "evidence": _evidence(trace, with_cut=with_cut),
        "nearest": _nearest(trace, with_cut=with_cut),
        "suggestions": [{"question": s.question, "title": s.title, "count": s.count} for s in answer.suggestions],
        "timings_ms": dict(trace.timings_ms),
        "tokens": sum(call.tokens_in + call.tokens_out for call in trace.calls),
        "claims": [claims.as_json(one) for one in trace.claims],
        "pruning": _pruning(trace.pruned),
        "lists": _lists(trace.pruned),
        "calls": [_call(call) for call in trace.calls],
        "reading": _reading(trace.reading),
        "further": [answer_json(one, with_cut=with_cut) for one in trace.further],
        **({"follows": _follows(trace.follows)} if trace.follows is not None else {}),
        **({"federated": _federated(trace.federated)} if trace.federated is not None else {}),
        **({"paths": [asdict(one) for one in trace.paths]} if trace.paths else {}),
    }


def _federated(federated: Federated) -> dict[str, Any]:
    """What was asked of services, and what came of each."""
    return {
        "services": [asdict(one) for one in federated.services],
        "asked": [{"said": said, "query_graph": json.loads(graph)} for said, graph in federated.asked],
        "disagreements": [list(pair) for pair in federated.disagreements],
    }


def _follows(follows: Follows) -> dict[str, Any]:
    """The question before, and what was taken from it: the things that it names, and how many of its answers."""
    group = follows.group
    return {
        "question": follows.former.question,
        "taken": [{"id": one.id, "name": one.name, "label": one.label} for one in follows.taken],
        "answers": len(group.things) if group is not None else 0,
        "of": group.total if group is not None else 0,
        "said": follows.said,
    }


def _reading(reading: Reading | None) -> dict[str, Any] | None:
    """What the question was read as; None where nothing read it."""
    if reading is None:
        return None
    return {
        "question": reading.question,
        "sure": reading.sure,
        "set_aside": [one.text for one in reading.set_aside],
        "others": list(reading.others),
    }


def _evidence(trace: Trace, *, with_cut: bool) -> list[dict[str, Any]]:
    pruned = {one.triple.number: one for one in trace.pruned.kept} if trace.pruned is not None else {}
    found = [
        {**claims.record_as_json(one), **(_judged(pruned[one.number]) if one.number in pruned else {})}
        for one in trace.evidence
    ]
    cut = trace.pruned.cut if with_cut and trace.pruned is not None else ()
    return found + [{**claims.record_as_json(one.triple), **_judged(one)} for one in cut]


def _nearest(trace: Trace, *, with_cut: bool) -> dict[str, Any] | None:
    """What stands beside an answer that the graph cannot give; None where nothing was looked for."""
    if trace.nearest is None:
        return None
    facts = (*trace.nearest.kept, *(trace.nearest.cut if with_cut else ()))
    return {
        "about": [cut.about for cut in trace.nearest.cuts],
        "said": nearest.said(trace),
        "facts": [{**claims.record_as_json(one.triple), **_judged(one)} for one in facts],
        "pruning": _pruning(trace.nearest),
    }


def _judged(one: Scored) -> dict[str, Any]:
    return {
        "sentence": one.sentence,
        "score": round(one.score, 4),
        "estimated": one.estimated,
        "kept": one.kept,
        "reason": one.reason,
        "by_hand": one.by_hand,
        "joins": one.joins,
        "why": one.why,
        "about": list(one.things),
        "provenance": source(one.triple),
    }


def source(triple: Triple) -> str:
    """Where a record comes from, in words, also where nothing is recorded of that."""
    return ", ".join(triple.sources) or NO_SOURCE


def _pruning(pruned: Pruned | None) -> list[dict[str, Any]] | None:
    """Where the cut lies among the facts of each thing, and what was not read; None where nothing was pruned."""
    return None if pruned is None else [asdict(one) for one in pruned.cuts]


def _lists(pruned: Pruned | None) -> list[dict[str, Any]] | None:
    """How much is kept of each list that the question asks for; None where the scores alone decided, as published."""
    if pruned is None or pruned.asked is None:
        return None
    kept = {key(one.triple) for one in pruned.kept}
    return [
        {"what": one.what, "given": given(one, kept), "recorded": one.recorded, "complete": not is_cut(one, kept)}
        for one in pruned.asked
        if one.recorded is not None
    ]


def _call(call: ModelCall) -> dict[str, Any]:
    return {
        "purpose": call.purpose,
        "provider": call.provider,
        "model": call.model,
        "prompt": call.prompt,
        "tokens_in": call.tokens_in,
        "tokens_out": call.tokens_out,
        "tokens_context": call.tokens_context,
        "estimated": call.estimated,
        "cost": call.cost,
        "elapsed_ms": call.elapsed_ms,
        "error": call.error,
    }


def _main_statement(trace: Trace) -> CypherRecord | None:
    """The statement that found the answer, among those that counted, widened or explained it.

    Of several that a language model wrote it is the last one that ran, or the last one.
    """
    if way(trace) == "cypher":
        written = [record for record in trace.cypher if record.purpose == "answers"]
        return next((one for one in reversed(written) if one.executed), written[-1] if written else None)
    for purpose in ("answers", "ranking", "property", "evidence"):
        for record in trace.cypher:
            if record.purpose == purpose:
                return record
    return trace.cypher[0] if trace.cypher else None


def entities_json(entities: tuple[Entity, ...] | list[Entity]) -> list[dict[str, Any]]:
    """Linked names as ``link --jsonl`` prints them."""
    return [
        {
            "mention": entity.mention,
            "start": entity.start,
            "end": entity.end,
            "id": entity.chosen.id,
            "name": entity.chosen.name,
            "label": entity.chosen.label,
            "score": round(entity.chosen.score, 4),
            "method": entity.chosen.method,
        }
        for entity in entities
    ]


def graph_json(entry: GraphEntry) -> dict[str, Any]:
    """A loaded graph as ``graphs --json`` prints it."""
    return {
        **asdict(entry.card),
        "nodes": dict(entry.contents.nodes),
        "relations": [
            {"source": source, "type": type_, "target": target, "count": count}
            for (source, type_, target), count in entry.contents.edges.items()
        ],
        "loaded_at": entry.loaded_at,
        "loaded_from": entry.loaded_from,
        "skipped_rows": entry.skipped_rows,
        "size_bytes": entry.size_bytes,
    }


def _candidate(candidate: Any) -> dict[str, Any]:
    return {"id": candidate.id, "name": candidate.name, "label": candidate.label, "score": round(candidate.score, 4)}


def _read_as(item: AnswerItem) -> dict[str, Any]:
    """With which readings of a name it answers, where several were asked together."""
    return {"readings": list(item.readings)} if item.readings else {}


def _opposing(item: AnswerItem) -> dict[str, Any]:
    """The numbers of the records that speak against an answer, where there are any."""
    return {"opposing": list(item.opposing)} if item.opposing else {}


def _met(item: AnswerItem) -> dict[str, Any]:
    """By condition the numbers of the records by which an answer meets it, where there are several conditions."""
    return {"by_condition": [list(numbers) for numbers in item.by_condition]} if item.by_condition else {}


def _item(item: AnswerItem) -> dict[str, Any]:
    return {"name": item.name, "id": item.id, "label": item.label, "ids": list(item.ids)}


def printable(text: str) -> str:
    """A text without what a terminal would obey; each such character is a blank."""
    return "".join(one if one.isprintable() else " " for one in text)


def on_one_line(text: str) -> str:
    """The words of a text, without what a terminal would obey."""
    return " ".join(printable(text).split())
