"""What leaves this machine with a question, in words, and about how much it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language.phrases import CONTEXTS, PRUNING
from kgqa.schema.model import Schema
from kgqa.services.federation.service import is_here, learned
from kgqa.services.spoke import LEARNS as SPOKE_LEARNS
from kgqa.strategies.approach import Approach

_TOLD = {
    "llm-only": "the question, and nothing from your graph",
    "cypher": (
        "the question, the names of the graph’s kinds, relations and properties, the names of the things that the "
        "question mentions, and the facts that were found, from which the answer is written"
    ),
    "kg-rag": "the question, and the facts about the things in it that are nearest to it, each with its sources",
    "full-text": "the question, and everything that the graph records about the best hit, each fact with its sources",
}
_TOLD["auto"] = (
    f"{_TOLD['cypher']}; of a question that the graph understands by itself only the question and these facts"
)
_TOLD["kgt"] = (
    "the question, the names of the graph’s kinds, relations and properties, and the facts that were found, from which "
    "claims are written"
)
_TOLD["federated"] = (
    "the question, and the facts about the things in it that the graph and the services record, each with its sources"
)
_KINDS = "the names of its kinds and relations"
_A_FACT = 60
"""Tokens of a fact with its sources; as many again with the fields of its record."""
_EXAMPLES = ("one-shot", "few-shot", "combined", "chain-of-thought")
"""Prompts that show things of the graph as examples."""
_FACTS = 1_500
"""Tokens of the facts of a usual answer."""
_WRITTEN = 250
"""Tokens of a usual reply in words, or of a statement of Cypher."""
_STATED = 500
"""Tokens of a usual reply in statements."""


@dataclass(frozen=True, slots=True)
class Amount:
    """About how much a question takes: tokens sent and received, and US dollars; no price where none is known."""

    tokens: int
    dollars: float | None


def leaves(approach: Approach) -> str:
    """What leaves this machine, as the end of a sentence."""
    told = _TOLD.get(approach.strategy, _TOLD["cypher"])
    if approach.strategy == "federated":
        to_services = learned([one for one in approach.federation.all if not is_here(one)])
        if approach.model is None:
            return to_services
        told += f"; to the services only {to_services}"
    if approach.strategy in ("auto", "cypher") and approach.cypher_prompt in _EXAMPLES:
        told += "; a few names and facts of the graph as examples"
    if approach.strategy in CONTEXTS:
        told += ", and the fields of its record" if approach.evidence_fields else ""
        told += "; the names of the graph’s kinds" if approach.names_by_model else ""
    if approach.spoke is not None and approach.strategy == "kg-rag":
        if approach.model is None:
            return SPOKE_LEARNS
        told += f"; to SPOKE only {SPOKE_LEARNS}"
    if approach.knowledge and approach.strategy != "llm-only":
        told += "; your points of prior knowledge"
    if approach.strategy == "llm-only" and approach.split_claims:
        told += f" but {_KINDS}, by which the model then splits its answer into claims"
    if approach.judge is not None:
        told += "; then, to a second model, claims of the answer and the facts about what they name"
    return told


def leave(approaches: Sequence[Approach]) -> str:
    """What leaves this machine with a question that is asked in several ways at once, as the end of a sentence."""
    more = [one for one in approaches if one.strategy != "llm-only"]
    told = list(dict.fromkeys(leaves(one) for one in more or approaches))
    splits = any(one.strategy == "llm-only" and one.split_claims for one in approaches)
    if more and splits and all(one.strategy in CONTEXTS for one in more):
        told.append(_KINDS.replace(" its ", " your graph’s "))
    return "; ".join(told)


def amount(question: str, approach: Approach, schema: Schema) -> Amount:
    """About how much a question takes; one more round, where the first statement failed, is not in it."""
    from kgqa.llm.prompts import prompt
    from kgqa.llm.tokens import cost, estimate
    from kgqa.llm.writing.reading import MOST_SCHEMA, schema_lines
    from kgqa.llm.writing.schema_text import of_schema, schema_text
    from kgqa.strategies.writing.planned_answer import MOST_TOKENS

    model = approach.model
    if model is None:
        return Amount(0, 0.0)
    if approach.strategy == "llm-only":
        read, written = estimate(prompt("answer-alone", approach.prompts).text + question), _WRITTEN
        if approach.split_claims:
            told = "\n".join(of_schema(schema, question))
            read += estimate(prompt("split", approach.prompts).text + told) + _WRITTEN
            written += _STATED
    elif approach.strategy in CONTEXTS:
        fact = _A_FACT * (2 if approach.evidence_fields else 1)
        facts = approach.limits.of("list") if approach.strategy in PRUNING else approach.filters.most
        room = model.settings.context_tokens - model.settings.most_tokens
        read, written = min(estimate(prompt("answer", approach.prompts).text + question) + facts * fact, room), _STATED
        if approach.json == "model":
            read, written = 2 * read, written + model.settings.most_tokens
    elif approach.strategy in ("auto", "kgt"):
        reading = "reading" if approach.strategy == "auto" else "kgt-analysis"
        texts = [prompt(name, approach.prompts).text for name in (reading, "answer")]
        told = schema_lines(schema, MOST_SCHEMA)
        read, written = estimate("".join([*texts, told, question * 2])) + MOST_TOKENS, _WRITTEN + _STATED
    else:
        asks = prompt(f"cypher-{approach.cypher_prompt}", approach.prompts).text
        answers = prompt("answer", approach.prompts).text
        schema_tokens = schema_text(schema, (), question, whole=approach.whole_schema).tokens
        read, written = estimate(asks + answers + question * 2) + schema_tokens + _FACTS, _WRITTEN + _STATED
    if approach.judge is not None:
        read += estimate(prompt("second-opinion", approach.prompts).text + question) + _FACTS
        written += _WRITTEN
    priced = model.settings.price_in or model.settings.price_out
    return Amount(read + written, cost(model.settings, read, written) if priced else None)
