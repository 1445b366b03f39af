"""A text that was checked against a graph, as the record that pages and files draw."""

from __future__ import annotations

from datetime import UTC, datetime

from kgqa.records import Answer, GraphCard, Trace
from kgqa.strategies.check_text import CheckedText

STRATEGY = "verify"
WRITER = "somebody"
"""Stands for who wrote the text; it is shown nowhere."""


def as_trace(found: CheckedText, card: GraphCard, question: str = "") -> Trace:
    """The text as an answer of which nothing was composed here; what was looked up for its claims is the evidence, and
    the notes of how it was checked are its account."""
    answer = Answer("answered", "text", "", found.text, written_by=WRITER)
    return Trace(
        question=question,
        strategy=STRATEGY,
        graph=card,
        answer=answer,
        evidence=found.evidence,
        claims=found.claims,
        calls=found.calls,
        account=found.notes,
        asked_at=datetime.now(UTC).isoformat(timespec="seconds"),
    )
