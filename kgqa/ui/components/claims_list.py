"""What an answer claims as a list, with the numbers of its evidence as buttons."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kgqa.evidence import citing
from kgqa.language.phrases import opinion_without_numbers
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation.claims import LOOKS, made
from kgqa.presentation.text import counted
from kgqa.records import Claim, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import evidence_view
from kgqa.ui.frame.assets import component

MOST = 60
"""Claims that are listed; the text itself has all of them."""
MOST_NUMBERS = 6

_claims = component("claims", "linked")


def draw(trace: Trace, serial: str, schema: Schema, *, name: str = "Claims") -> None:
    """A row for each claim; nothing where there is none.

    Args:
        serial: tells this asking from all others; numbers are chosen within it.
        name: of the list, for who cannot see it.
    """
    claims = made(trace)
    if not claims:
        return
    known = {triple.number for triple in trace.evidence}
    shown = [_with_known(claim, known) for claim in claims[:MOST]]
    aside = [number for item in trace.answer.set_aside for number in item.evidence if number in known][:MOST_NUMBERS]
    cited = {number for claim in shown for number in (*claim.evidence, *opinion_numbers(claim))} | set(aside)
    rows = evidence_rows.rows((triple for triple in trace.evidence if triple.number in cited), schema)
    data = {
        "answer": serial,
        "name": name,
        "first": trace.evidence[0].number if trace.evidence else None,
        "claims": [_row(claim) for claim in shown],
        "notes": _notes(trace, len(claims) - len(shown), aside),
        "rows": [evidence_view.as_data(row) for row in rows],
    }
    _claims(key=f"claims_{serial}", data=data)


def _with_known(claim: Claim, known: set[int]) -> Claim:
    return replace(claim, evidence=tuple(number for number in claim.evidence if number in known)[:MOST_NUMBERS])


def opinion_numbers(claim: Claim) -> tuple[int, ...]:
    """The numbers that a second model's opinion of a claim rests on, as many as are shown."""
    return claim.second.evidence[:MOST_NUMBERS] if claim.second is not None else ()


def opinion_data(claim: Claim) -> dict[str, Any] | None:
    """What a second model says of a claim as the page's parts draw it; None where none was asked."""
    second = claim.second
    if second is None:
        return None
    words = opinion_without_numbers(second)
    numbers = list(opinion_numbers(claim))
    return {"words": words, "numbers": numbers, "reason": second.reason, "told": second.verdict != "not_told"}


def _row(claim: Claim) -> dict[str, Any]:
    return {
        "text": citing.without_marks(claim.text) if claim.evidence else claim.text,
        "verdict": claim.verdict,
        "words": LOOKS[claim.verdict][0],
        "reason": claim.reason,
        "numbers": list(claim.evidence),
        "second": opinion_data(claim),
    }


def _notes(trace: Trace, more: int, aside: list[int]) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = []
    if more > 0:
        notes.append({"text": f"and {counted(more, 'more claim')}, in the answer as written", "numbers": []})
    if trace.answer.set_aside:
        names = "; ".join(item.name for item in trace.answer.set_aside[:MOST_NUMBERS])
        notes.append({"text": f"Set aside, because their records deny it: {names}", "numbers": aside})
    return notes
