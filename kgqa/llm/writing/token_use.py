"""The tokens that an answer took: of its context, of all that was sent, and of the replies."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.language.phrases import CONTEXTS
from kgqa.llm.writing.contexts import of_facts
from kgqa.llm.writing.schema_text import schema_text
from kgqa.records import Trace
from kgqa.schema.model import Schema


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
