"""What a language model was asked for an answer: the requests in words, and the tokens that they took."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language.phrases import CONTEXTS
from kgqa.llm.writing.contexts import of_facts
from kgqa.llm.writing.schema_text import schema_text
from kgqa.presentation.text import counted, number
from kgqa.records import ModelCall, Trace
from kgqa.schema.model import Schema


@dataclass(frozen=True, slots=True)
class Took:
    """What some requests took together.

    Attributes:
        tokens_in, tokens_out: tokens read and written by the model.
        tokens_context: of those read the evidence or the schema, always an estimate.
        estimated: True where a server did not count some of the tokens, so that they are an estimate.
        cost: US dollars.
        elapsed_ms: milliseconds of waiting for the model.
    """

    calls: int
    tokens_in: int
    tokens_out: int
    estimated: bool
    cost: float
    elapsed_ms: float
    tokens_context: int = 0

    @property
    def tokens(self) -> str:
        """The tokens in words: "1,184 in (of these about 900 context), 96 out"."""
        context = f" (of these about {number(self.tokens_context)} context)" if self.tokens_context else ""
        words = f"{number(self.tokens_in)} in{context}, {number(self.tokens_out)} out"
        return f"{words}, estimated" if self.estimated else words


def took(calls: Sequence[ModelCall]) -> Took:
    """What the requests took."""
    return Took(
        calls=len(calls),
        tokens_in=sum(call.tokens_in for call in calls),
        tokens_out=sum(call.tokens_out for call in calls),
        estimated=any(call.estimated for call in calls),
        cost=sum(call.cost for call in calls),
        elapsed_ms=sum(call.elapsed_ms for call in calls),
        tokens_context=sum(call.tokens_context for call in calls),
    )


def money(dollars: float) -> str:
    """An amount in US dollars; of a model without a price the page says so instead of 0."""
    return f"{dollars:.4f} USD" if dollars else "no price set"


def in_one_line(calls: Sequence[ModelCall]) -> str:
    """What the requests took, in one line."""
    found = took(calls)
    parts = [counted(found.calls, "request"), f"tokens: {found.tokens}", f"{found.elapsed_ms / 1000:,.1f} s"]
    return " · ".join([*parts, *([money(found.cost)] if found.cost else [])])


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens of one answer, all its requests together.

    Attributes:
        context: of the facts, the rows or the schema that were sent; always an estimate, as no server counts it.
        prompt: of everything that was sent, the context included.
        reply: of what came back.
        estimated: a server did not count prompt or reply, so that they are an estimate too.
        sent: a language model was asked; else the context is what it would be sent.
    """

    context: int
    prompt: int
    reply: int
    estimated: bool
    sent: bool


def taken(trace: Trace, schema: Schema) -> Tokens:
    """The tokens of an answer; of facts that no language model was given, what they would take in a prompt."""
    if not trace.calls:
        alone = trace.strategy not in CONTEXTS or not trace.evidence
        return Tokens(0 if alone else of_facts(trace.evidence, schema, fields=True).tokens, 0, 0, True, False)
    return Tokens(
        context=sum(call.tokens_context for call in trace.calls),
        prompt=sum(call.tokens_in for call in trace.calls),
        reply=sum(call.tokens_out for call in trace.calls),
        estimated=any(call.estimated for call in trace.calls),
        sent=True,
    )


def of_whole_schema(schema: Schema) -> int:
    """Tokens of the whole schema as a language model is sent it that is to write Cypher; an estimate."""
    return schema_text(schema, (), "", whole=True).tokens
