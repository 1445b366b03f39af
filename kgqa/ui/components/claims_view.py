"""What an answer says and claims: its sentences with numbers and marks, its claims as a list, and who wrote it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import streamlit as st

from kgqa.evidence import citing
from kgqa.evidence.citing import CitedText
from kgqa.language.phrases import CONTEXTS, MEANINGS, OPINIONS, UNSUPPORTED, VERDICTS, opinion_without_numbers, way
from kgqa.presentation import rows as evidence_rows
from kgqa.presentation.claims import (
    LOOKS,
    counts,
    from_facts,
    is_of_model_alone,
    made,
    opinions_of,
    reworded,
    summary,
    verdict_badge,
)
from kgqa.presentation.text import badge, counted, number, plain
from kgqa.records import Claim, ClaimVerdict, OpinionVerdict, Trace
from kgqa.schema.model import Schema
from kgqa.ui.components import evidence_view
from kgqa.ui.frame.assets import component

_ICONS: dict[OpinionVerdict, str] = {"supported": "check", "contradicted": "close", "not_told": "remove"}

# An answer that no graph gave stands in a box of its own kind, wherever it stands.
STYLE = """<style>
[class*="st-key-card_alone"] { border: 2px dashed light-dark(#533A83, #C9B6F0); }
[class*="st-key-writing_"] { max-width: 46rem; overflow-wrap: anywhere; unicode-bidi: plaintext; }
[class*="st-key-writing_"] [data-testid="stText"] { white-space: pre-wrap; font-family: inherit; }
</style>"""


def opinion_badges(claims: Sequence[Claim]) -> list[str]:
    """Markdown of one badge for each thing that a second model says, all in a colour that no verdict has."""
    found = opinions_of(claims)
    return [badge(f"{number(many)} {OPINIONS[verdict]}", "violet", _ICONS[verdict]) for _, verdict, many in found]


ALWAYS: frozenset[ClaimVerdict] = frozenset({"supported", "contradicted"})


def badges(claims: Sequence[Claim]) -> list[str]:
    """Markdown of one badge for each verdict: of no claim only those that always matter."""
    found = {verdict: getattr(counts(claims), verdict) for verdict in LOOKS}
    told = ((verdict, number) for verdict, number in found.items() if number or verdict in ALWAYS)
    return [verdict_badge(verdict, number) for verdict, number in told]


def draw_style() -> None:
    """How words of a language model look, before and after they were compared with the graph."""
    st.html(STYLE)


def draw_written(trace: Trace) -> None:
    """Who wrote the text, and how much of it the graph supports; nothing where the answer was composed from records."""
    model = trace.answer.written_by
    if not model:
        return
    draw_style()
    row = [f"**{summary(trace.claims)}**", *badges(trace.claims)]
    st.markdown(" &nbsp; ".join(row), help="  \n".join(_meanings(trace.claims)) or None)
    second = next((claim.second.model for claim in trace.claims if claim.second is not None), "")
    if second:
        judged = f":gray[Of what remains, judged by **{plain(second)}**, which changes no verdict:]"
        st.markdown(" &nbsp; ".join([judged, *opinion_badges(trace.claims)]))
    words = "from the rows above it" if way(trace) == "cypher" else "from the records of this answer"
    if is_of_model_alone(trace):
        words = "without the graph"
    elif trace.strategy in CONTEXTS:
        words = from_facts(trace)
    st.markdown(f":gray[Written by **{plain(model)}** {words}, and compared with the graph by program.]")


MOST = 60
"""Claims that are listed; the text itself has all of them."""
MOST_NUMBERS = 6
_claims = component("claims", "linked")


def draw_list(trace: Trace, serial: str, schema: Schema, *, name: str = "Claims") -> None:
    """A row for each claim; nothing where there is none.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
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
        "claims": [_list_row(claim) for claim in shown],
        "notes": _list_notes(trace, len(claims) - len(shown), aside),
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


def _list_row(claim: Claim) -> dict[str, Any]:
    return {
        "text": citing.without_marks(claim.text) if claim.evidence else claim.text,
        "verdict": claim.verdict,
        "words": LOOKS[claim.verdict][0],
        "reason": claim.reason,
        "numbers": list(claim.evidence),
        "reworded": reworded(claim)[:1].upper() + reworded(claim)[1:],
        "second": opinion_data(claim),
    }


def _list_notes(trace: Trace, more: int, aside: list[int]) -> list[dict[str, Any]]:
    notes: list[dict[str, Any]] = []
    if more > 0:
        notes.append({"text": f"and {counted(more, 'more claim')}, marked in the text", "numbers": []})
    if trace.answer.set_aside:
        names = "; ".join(item.name for item in trace.answer.set_aside[:MOST_NUMBERS])
        notes.append({"text": f"Set aside, because their records deny it: {names}", "numbers": aside})
    return notes


def draw_meanings(claims: Sequence[Claim] | None = None) -> None:
    """What the verdicts mean, a line each.

    Args:
        claims: whose verdicts are told; None for all verdicts that there are, as they look.
    """
    if claims is None:
        lines = [f"{verdict_badge(verdict)} &nbsp; {plain(MEANINGS[verdict])}" for verdict in LOOKS]
        st.markdown("  \n".join(lines))
        return
    st.caption("  \n".join(_meanings(claims)))


def _meanings(claims: Sequence[Claim]) -> list[str]:
    """Markdown of what each verdict means that claims have."""
    found = counts(claims)
    met = [verdict for verdict in LOOKS if getattr(found, verdict)]
    return [f"**{LOOKS[verdict][0].capitalize()}**: {plain(MEANINGS[verdict])}." for verdict in met]


_sentence = component("sentence", "linked")


def draw_sentences(trace: Trace, serial: str, schema: Schema) -> None:
    """The headline and the paragraphs after it.

    Args:
        serial: tells this question from all others; numbers are chosen within it.
    """
    headline, paragraphs = citing.headline(trace), citing.paragraphs(trace)
    _draw_parts(trace, serial, schema, headline, paragraphs, writer=trace.answer.written_by)


def draw_checked(trace: Trace, serial: str, schema: Schema) -> None:
    """A text that somebody brought along, with marks behind its claims; as of ``exports.checked_text.as_trace``."""
    _draw_parts(trace, serial, schema, (), ())


def _draw_parts(
    trace: Trace,
    serial: str,
    schema: Schema,
    headline: tuple[CitedText, ...],
    paragraphs: tuple[tuple[CitedText, ...], ...],
    writer: str = "",
) -> None:
    """What was composed here, and under it what was written elsewhere.

    Args:
        writer: the language model that wrote it; empty for a text that somebody brought along.
    """
    written = citing.by_model(trace)
    cited = {number for parts in (headline, *paragraphs, *written) for part in parts for number in part.numbers}
    cited |= {number for claim in trace.claims for number in opinion_numbers(claim)}
    rows = evidence_rows.rows((triple for triple in trace.evidence if triple.number in cited), schema)
    data = {
        "answer": serial,
        "first": trace.evidence[0].number if trace.evidence else None,
        "headline": _parts(headline, trace.claims),
        "paragraphs": [_parts(parts, trace.claims) for parts in paragraphs],
        "writer": writer,
        "written": [_parts(parts, trace.claims) for parts in written],
        "claims": [_mark(claim) for claim in trace.claims],
        "rows": [evidence_view.as_data(row) for row in rows],
    }
    _sentence(key=f"sentence_{serial}", data=data)


def _parts(parts: Iterable[CitedText], claims: Sequence[Claim]) -> list[dict[str, Any]]:
    return [
        {
            "text": part.text,
            "numbers": list(part.numbers),
            "aside": part.aside,
            "claim": None if part.claim is None else claims.index(part.claim),
        }
        for part in parts
    ]


def _mark(claim: Claim) -> dict[str, Any]:
    """What a mark in the text says: the verdict in words and why, and the model's own sentence where ours stands."""
    return {
        "verdict": claim.verdict,
        "words": VERDICTS[claim.verdict],
        "reason": claim.reason,
        "loud": claim.verdict in UNSUPPORTED,
        "written": claim.written,
        "second": opinion_data(claim),
    }
