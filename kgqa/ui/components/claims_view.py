"""What a language model claims, counted and judged: the badges above its text, and who wrote it."""

from __future__ import annotations

from collections.abc import Sequence

import streamlit as st

from kgqa.language.phrases import CONTEXTS, OPINIONS
from kgqa.presentation.claims import LOOKS, counts, from_facts, is_of_model_alone, opinions_of, summary, verdict_badge
from kgqa.presentation.text import badge, number, plain
from kgqa.records import Claim, OpinionVerdict, Trace

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


def badges(claims: Sequence[Claim]) -> list[str]:
    """Markdown of one badge for each verdict, those of no claim too."""
    found = counts(claims)
    return [verdict_badge(verdict, getattr(found, verdict)) for verdict in LOOKS]


def draw_style() -> None:
    """How words of a language model look, before and after they were compared with the graph."""
    st.html(STYLE)


def draw_written(trace: Trace) -> None:
    """Who wrote the text, and how much of it the graph supports; nothing where the answer was composed from records."""
    model = trace.answer.written_by
    if not model:
        return
    draw_style()
    st.markdown(" &nbsp; ".join([f"**{summary(trace.claims)}**", *badges(trace.claims)]))
    second = next((claim.second.model for claim in trace.claims if claim.second is not None), "")
    if second:
        judged = f":gray[Of what remains, judged by **{plain(second)}**, which changes no verdict:]"
        st.markdown(" &nbsp; ".join([judged, *opinion_badges(trace.claims)]))
    words = "from the rows above it"
    if is_of_model_alone(trace):
        words = "without the graph"
    elif trace.strategy in CONTEXTS:
        words = from_facts(trace)
    st.markdown(f":gray[Written by **{plain(model)}** {words}, and compared with the graph by program.]")
