"""Fixed words of the product, the same on the pages and in every file."""

from __future__ import annotations

from collections.abc import Mapping

from kgqa.records import (
    Candidate,
    ClaimVerdict,
    Entity,
    Guess,
    LinkMethod,
    Opinion,
    OpinionVerdict,
    Status,
    Trace,
    Triple,
)

SILENCE = "silence, not proof of absence"
"""How every answer puts it that nothing is recorded."""

NOTICE = "For professional use. Not medical advice: check the cited sources before acting on an answer."

STEPS = ("finding names", "understanding the question", "asking the graph")
"""What is done with a question that the graph alone answers, in order."""

_STEPS: Mapping[str, tuple[str, ...]] = {
    "auto": (
        "finding names",
        "understanding the question",
        "having the question read by the model",
        "writing the query",
        "checking the query",
        "asking the graph",
        "writing the answer",
        "verifying the answer",
    ),
    "graph-only": STEPS,
    "cypher": (
        "finding names",
        "writing the query",
        "checking the query",
        "asking the graph",
        "writing the answer",
        "verifying the answer",
    ),
    "kg-rag": (
        "finding names",
        "asking the graph",
        "keeping what the question needs",
        "writing the answer",
        "verifying the answer",
    ),
    "full-text": (
        "finding names",
        "searching the full-text index",
        "asking the graph",
        "writing the answer",
        "verifying the answer",
    ),
    "kgt": (
        "finding names",
        "analysing the question",
        "ranking paths over the schema",
        "asking the graph",
        "writing the answer",
        "verifying the answer",
    ),
    "federated": (
        "finding names",
        "asking the graph",
        "asking the services",
        "merging what they record",
        "writing the answer",
        "verifying the answer",
    ),
    "llm-only": ("finding names", "writing the answer", "splitting the answer into claims", "verifying the answer"),
}

STRATEGIES: Mapping[str, str] = {
    "auto": "Automatic",
    "graph-only": "Graph only",
    "cypher": "Cypher written by a model",
    "kg-rag": "Facts nearest to the question",
    "full-text": "Full-text search of names",
    "kgt": "Paths over the schema",
    "llm-only": "Language model alone",
    "federated": "Services beside the graph",
}
"""The ways to an answer, by ``kgqa.strategies.approach.Strategy``."""

SERVICE_STATES: Mapping[str, str] = {
    "awaited": "awaited",
    "answered": "answered",
    "empty": "nothing found",
    "not_asked": "not asked",
    "failed": "no answer",
}
"""How far services are that are asked beside the graph, by ``kgqa.records.ServiceState``."""

KGT_STEPS: Mapping[str, str] = {
    "analysis": "finding out what type of thing is asked for",
    "inference": "paths of several steps over the schema",
    "choice": "taking the path most like the question",
    "pruning": "cutting what leads nowhere, and going on to the next path",
}
"""Steps of the strategy ``kgt`` that can be left out, by ``kgqa.strategies.approach.KgtStep``."""

PRUNING = ("kg-rag", "federated")
"""Those that cut down what is recorded about things by likeness to the question."""

CONTEXTS = (*PRUNING, "full-text")
"""Those that gather what is recorded about things; without a language model they compose nothing."""

NOT_FROM_GRAPH = "Language model, not from the graph"
"""Stands for the status of every answer that a language model gave alone."""

BY_A_QUERY: Mapping[Status, str] = {
    "answered": "From the graph, by a model's query",
    "not_in_graph": "No answer found",
}
"""Stand for the status where a language model wrote the query: what it finds may be less or other than was asked for,
and what it does not find may be in the graph."""

FROM_SERVICES: Mapping[Status, str] = {
    "answered": "From the graph and services",
    "not_in_graph": "Recorded by nobody asked",
}
"""Stands for the status where services were asked beside the graph."""

FROM_FACTS: Mapping[Status, str] = {"answered": "Written from the graph's facts"}
"""Stands for the status where a language model wrote the answer from facts that were found."""

STATUSES: Mapping[Status, str] = {
    "answered": "From the graph",
    "not_in_graph": "Not in this graph",
    "not_understood": "Not understood",
    "ambiguous": "Please choose",
    "refused": "Refused",
    "failed": "Failed",
    "evidence": "Evidence only",
}

AGAINST = f"{STATUSES['answered']} · against"
"""Stands for the status of a "no" that records say."""

VERDICTS: Mapping[ClaimVerdict, str] = {
    "supported": "supported",
    "contradicted": "contradicted by the graph",
    "not_recorded": "not recorded",
    "not_checked": "not checked",
}
"""What the graph says of a claim, in the order in which claims are counted."""

MEANINGS: Mapping[ClaimVerdict, str] = {
    "supported": "a record says so",
    "contradicted": "a record says otherwise",
    "not_recorded": "both ends and the relation are known, and nothing is recorded: no proof of absence",
    "not_checked": "it could not be read, or the graph has no such relation: no verdict on the claim",
}
"""What each verdict means."""

WORST_FIRST: tuple[ClaimVerdict, ...] = ("contradicted", "not_recorded", "not_checked", "supported")
"""Of several claims that the same words make, the first of these is the verdict of the words."""

UNSUPPORTED: tuple[ClaimVerdict, ...] = WORST_FIRST[:-1]

REWORDED = "reworded"
"""Said of a claim whose sentence was replaced by our wording, because a language model's own said more or other than
its record."""

OPINIONS: Mapping[OpinionVerdict, str] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "not_told": "not told by the evidence",
}
"""What a second language model says of a claim."""

METHODS: Mapping[LinkMethod, str] = {
    "identifier": "by identifier",
    "exact": "exact name",
    "synonym": "synonym",
    "normalised": "same name, other spelling",
    "fuzzy": "similar spelling",
    "vector": "similar meaning",
    "family": "names that begin so",
    "resolver": "as a service knows it",
}
GUESSES: Mapping[Guess, str] = {
    "short": "a guess from part of its name",
    "initials": "a guess from initials",
    "broad": "a guess: what the graph sorts such things under",
    "variant": "a guess: the same in other words or forms",
    "value": "a guess from a word of its name",
}


def matched_by(entity: Entity, candidate: Candidate | None = None) -> str:
    """In which way a name of a question matched what it was linked to, or may match another candidate for it."""
    method = (candidate or entity.chosen).method
    guessed = candidate is None or method in ("normalised", "family", "vector")
    return (GUESSES.get(entity.guess) if guessed else None) or METHODS[method]


def opinion(second: Opinion) -> str:
    """What a second language model says of a claim, never without its name: "judged by qwen3: supported by [3, 7]"."""
    return f"{opinion_without_numbers(second)}{f' {list(second.evidence)}' if second.evidence else ''}"


def opinion_without_numbers(second: Opinion) -> str:
    """The same for a page that has buttons for the numbers: "judged by qwen3: supported by"."""
    return f"judged by {second.model}: {OPINIONS[second.verdict]}{' by' if second.evidence else ''}"


def steps(strategy: str) -> tuple[str, ...]:
    """What is done with a question by a strategy, in order."""
    return _STEPS.get(strategy, STEPS)


KEPT = "The facts that are kept"
"""Heading of the drawing where nobody has composed an answer from them."""


def drawing_title(strategy: str, status: Status = "answered") -> str:
    """The heading of the drawing of an answer's records; what a language model says alone rests on none of them."""
    if status == "evidence":
        return KEPT
    return "What the graph records of it" if strategy == "llm-only" else "Where the answer rests"


def steps_title(strategy: str, *, under_way: bool = False) -> str:
    """The heading of the steps to an answer; what a language model says alone was not found anywhere."""
    if strategy == "llm-only":
        return "How this is being written and checked" if under_way else "How this was written and checked"
    return "How this is being found" if under_way else "How this was found"


def way(trace: Trace) -> str:
    """The strategy as whose answer one is told: that of "auto" is the graph's own, or a model's query found it."""
    if trace.strategy != "auto":
        return trace.strategy
    asked = trace.reading is None and any(call.purpose == "write Cypher" for call in trace.calls)
    return "cypher" if asked or trace.table is not None else "graph-only"


def shown_status(trace: Trace) -> Status:
    """The status that readers see: a yes or no that only rests on silence is not from the graph, whatever it says."""
    answer = trace.answer
    silent = answer.kind == "yesno" and not _asked(trace) and SILENCE in answer.text
    composed = way(trace) in ("graph-only", "kgt") and answer.status == "answered"
    return "not_in_graph" if composed and silent else answer.status


def said_status(trace: Trace) -> str:
    """The status of an answer in words, wherever it is told: badge, list of what was asked, and every file."""
    return status(way(trace), shown_status(trace), against=is_against(trace))


def is_against(trace: Trace) -> bool:
    """Whether an answer is "no" because records are against it, of the asked link or of one that opposes it."""
    answer = trace.answer
    return answer.verdict is False and (bool(answer.opposing) or any(triple.against for triple in _asked(trace)))


def _asked(trace: Trace) -> list[Triple]:
    """The records of the link that was asked for, without those that only stand beside it."""
    return [triple for triple in trace.evidence if triple.number not in trace.answer.beside]


def status(strategy: str, status: Status, *, against: bool = False) -> str:
    """The words of a status; a language model alone never looks like the graph.

    Args:
        against: as of ``is_against``.
    """
    if strategy == "cypher" and status in BY_A_QUERY:
        return BY_A_QUERY[status]
    if strategy == "federated" and status in FROM_SERVICES:
        return FROM_SERVICES[status]
    if strategy in CONTEXTS and status in FROM_FACTS:
        return FROM_FACTS[status]
    if strategy == "llm-only" and status in ("answered", "evidence"):
        return NOT_FROM_GRAPH
    return AGAINST if against and status == "answered" else STATUSES[status]


RULES: Mapping[str, str] = {
    "extract": "One statement",
    "syntax": "Spelling of Cypher",
    "labels": "Labels",
    "types": "Relationship types",
    "variables": "Variables",
    "node_types": "Types of named things",
    "anchors": "Links of one thing",
    "node_labels": "Labels that relations allow",
    "relationships": "Relations between types",
    "direction": "Direction",
    "edge_properties": "Properties of relationships",
    "properties": "Property names",
    "denials": "Relations that deny",
    "returned_names": "Names of returned nodes",
    "values": "Values",
    "server_words": "Words of this server",
    "server_counts": "Counts on this server",
    "server_paths": "Paths on this server",
    "server_scopes": "Scopes on this server",
    "server_nulls": "Missing values on this server",
    "server_filters": "Conditions on this server",
    "server_values": "Comparisons on this server",
    "server_neo4j": "Constructs on this server",
    "path_end": "End of a path",
    "limit": "Limit",
}
"""The rules of the query checker and of what runs a statement, by the names under which corrections are reported."""
