"""A text that was checked against a graph, as the record that pages draw and as a file: Markdown, JSON or CSV."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime

from kgqa.evidence import citing
from kgqa.exports import claims, markdown, sheets
from kgqa.exports.files import asked_at, graph_facts
from kgqa.exports.markdown import escaped
from kgqa.language.phrases import NOTICE
from kgqa.presentation.claims import summary
from kgqa.presentation.evidence_lines import lines
from kgqa.presentation.text import encoded
from kgqa.records import Answer, GraphCard, Trace
from kgqa.schema.model import Schema
from kgqa.strategies.check_text import CheckedText

TITLE = "Text checked against the graph"
WRITER = "somebody"
"""Stands for who wrote the text; it is shown nowhere."""


def as_trace(found: CheckedText, card: GraphCard, question: str = "") -> Trace:
    """The text as an answer of which nothing was composed here; what was looked up for its claims is the evidence, and
    the notes of how it was checked are its account."""
    answer = Answer("answered", "text", "", found.text, written_by=WRITER)
    return Trace(
        question=question,
        strategy="verify",
        graph=card,
        answer=answer,
        evidence=found.evidence,
        claims=found.claims,
        calls=found.calls,
        account=found.notes,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )


def document(trace: Trace, schema: Schema) -> bytes:
    """The text with its marks in words, each claim with its verdict, and the records, as UTF-8 Markdown.

    Nothing that comes from the text or the graph is read as Markdown.

    Args:
        trace: as of ``as_trace``.
    """
    return encoded("\n\n".join(_blocks(trace, schema)) + "\n")


def _blocks(trace: Trace, schema: Schema) -> Iterator[str]:
    yield f"# {TITLE}"
    yield " · ".join([f"**{escaped(summary(trace.claims))}**", *filter(None, [asked_at(trace)])])
    if trace.question.strip():
        yield f"Read as an answer to: {escaped(trace.question)}"
    yield from (f"> {escaped(citing.written(paragraph))}" for paragraph in citing.by_model(trace))
    if trace.claims:
        yield "## What the graph says of each claim"
        yield from markdown.claims(trace.claims)
    yield from markdown.evidence(lines(trace, schema))
    yield "## Graph"
    yield "\n".join(f"- {name}: {escaped(text)}" for name, text in graph_facts(trace.graph))
    yield f"*{NOTICE}*"


def to_json(trace: Trace) -> bytes:
    """The text, its claims and the records that their numbers mean, as one JSON object."""
    told = {
        "text": trace.answer.text,
        "question": trace.question or None,
        "graph": {"name": trace.graph.name, "title": trace.graph.title, "version": trace.graph.version},
        "claims": [claims.as_json(one) for one in trace.claims],
        "evidence": [claims.record_as_json(one) for one in trace.evidence],
    }
    return encoded(json.dumps(told, ensure_ascii=False, default=str))


def to_csv(trace: Trace) -> bytes:
    """Every claim a row, as UTF-8 CSV."""
    return sheets.as_csv(claims.table(trace.claims), trace.graph)
