"""What an answer claims, for programs: one JSON object a claim or record, and a table with a row for each claim."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from kgqa.exports.sheets import Table
from kgqa.language.phrases import VERDICTS, opinion
from kgqa.records import Claim, Node, Triple

POSITIVE, NEGATIVE = "positive", "negative"


def as_json(claim: Claim) -> dict[str, Any]:
    """A claim as ``ask`` prints it; what was not read is null.

    ``written`` is the model's own sentence where ours stands in its place, else null.
    """
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "subject": claim.subject or None,
        "relation": claim.relation or None,
        "object": claim.object or None,
        "polarity": polarity(claim) or None,
        "verdict": claim.verdict,
        "evidence": list(claim.evidence),
        "reason": claim.reason,
        "written": claim.written or None,
        "second_opinion": None if claim.second is None else asdict(claim.second),
    }


def polarity(claim: Claim) -> str:
    """Whether it says that a link holds or that it does not; empty where no link was read."""
    if not (claim.relation or claim.subject or claim.object):
        return ""
    return NEGATIVE if claim.negated else POSITIVE


def table(claims: Sequence[Claim]) -> Table:
    """Every claim in the order of the text, with its verdict and the numbers of the evidence."""
    columns = (
        "No.", "Claim", "Verdict", "Evidence", "Reason", "Subject", "Relation", "Object", "Polarity",
        "The model wrote", "Second opinion",
    )  # fmt: skip
    rows = (
        (
            place,
            claim.text,
            VERDICTS[claim.verdict],
            ", ".join(map(str, claim.evidence)),
            claim.reason,
            claim.subject,
            claim.relation,
            claim.object,
            polarity(claim),
            claim.written,
            "" if claim.second is None else opinion(claim.second),
        )
        for place, claim in enumerate(claims, 1)
    )
    return Table(columns, tuple(rows))


def record_as_json(triple: Triple) -> dict[str, Any]:
    """One record as the evidence of ``ask --json`` and of a checked text has it."""
    return {
        "number": triple.number,
        "subject": _node(triple.subject),
        "predicate": triple.predicate,
        "object": _node(triple.object),
        "against": triple.against,
        "sources": list(triple.sources),
        "properties": dict(triple.properties),
    }


def _node(node: Node) -> dict[str, str]:
    return {"name": node.name, "id": node.id, "label": node.label}
