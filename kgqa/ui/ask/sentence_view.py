"""The sentences of an answer: numbers of its evidence are buttons behind the names that they support, and what a
language model claims is marked with what the graph says of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from kgqa.evidence import citing
from kgqa.evidence.citing import Part
from kgqa.language.phrases import UNSUPPORTED, VERDICTS
from kgqa.presentation import rows as evidence_rows
from kgqa.records import Claim, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import claims_list, evidence_view
from kgqa.ui.frame.assets import component

_sentence = component("sentence", "linked")


def draw(trace: Trace, serial: str, schema: Schema) -> None:
    """The headline and the paragraphs after it.

    Args:
        serial: tells this asking from all others; numbers are chosen within it.
    """
    headline, paragraphs, written = citing.headline(trace), citing.paragraphs(trace), citing.by_model(trace)
    cited = {number for parts in (headline, *paragraphs, *written) for part in parts for number in part.numbers}
    cited |= {number for claim in trace.claims for number in claims_list.opinion_numbers(claim)}
    rows = evidence_rows.rows((triple for triple in trace.evidence if triple.number in cited), schema)
    data = {
        "answer": serial,
        "first": trace.evidence[0].number if trace.evidence else None,
        "headline": _parts(headline, trace.claims),
        "paragraphs": [_parts(parts, trace.claims) for parts in paragraphs],
        "writer": trace.answer.written_by,
        "written": [_parts(parts, trace.claims) for parts in written],
        "claims": [_claim(claim) for claim in trace.claims],
        "rows": [evidence_view.as_data(row) for row in rows],
    }
    _sentence(key=f"sentence_{serial}", data=data)


def _parts(parts: Iterable[Part], claims: Sequence[Claim]) -> list[dict[str, Any]]:
    return [
        {
            "text": part.text,
            "numbers": list(part.numbers),
            "aside": part.aside,
            "claim": None if part.claim is None else claims.index(part.claim),
        }
        for part in parts
    ]


def _claim(claim: Claim) -> dict[str, Any]:
    """What a mark in the text says: the verdict in words and why; one that is not supported is marked loudly."""
    return {
        "verdict": claim.verdict,
        "words": VERDICTS[claim.verdict],
        "reason": claim.reason,
        "loud": claim.verdict in UNSUPPORTED,
        "second": claims_list.opinion_data(claim),
    }
