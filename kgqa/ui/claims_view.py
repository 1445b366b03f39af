"""What a language model claims, counted and judged: the badges above its text, and who wrote it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from kgqa.phrases import CONTEXTS
from kgqa.records import Claim, ClaimVerdict, Trace
from kgqa.ui.text import Colour, badge, counted, number, plain

LOOKS: dict[ClaimVerdict, tuple[str, Colour, str]] = {
    "supported": ("supported", "green", "check"),
    "not_in_graph": ("not in the graph", "gray", "remove"),
    "contradicted": ("contradicted", "red", "close"),
}
"""For each verdict its word, colour and icon."""

# An answer that no graph gave stands in a box of its own kind, wherever it stands.
STYLE = """<style>
[class*="st-key-card_alone"] { border: 2px dashed light-dark(#533A83, #C9B6F0); }
[class*="st-key-writing_"] { max-width: 46rem; overflow-wrap: anywhere; unicode-bidi: plaintext; }
[class*="st-key-writing_"] [data-testid="stText"] { white-space: pre-wrap; font-family: inherit; }
</style>"""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many claims an answer makes, and how many of them the graph supports, does not hold, and contradicts."""

    supported: int
    not_in_graph: int
    contradicted: int

    @property
    def all(self) -> int:
        """Every claim; words that claim nothing are none."""
        return self.supported + self.not_in_graph + self.contradicted


def counts(claims: Sequence[Claim]) -> Counts:
    """The claims by what the graph says of them."""
    verdicts = [claim.verdict for claim in claims]
    return Counts(*(verdicts.count(verdict) for verdict in LOOKS))


def summary(claims: Sequence[Claim]) -> str:
    """How many claims are supported: "6 of 8 claims supported"; says so where there are none."""
    found = counts(claims)
    if not found.all:
        return "no claim that can be compared with the graph"
    return f"{number(found.supported)} of {number(found.all)} {'claim' if found.all == 1 else 'claims'} supported"


def verdict_badge(verdict: ClaimVerdict, count: int | None = None) -> str:
    """Markdown of a verdict in words, with how many claims have it where that is given."""
    words, colour, icon = LOOKS[verdict]
    return badge(words if count is None else f"{number(count)} {words}", colour, icon)


def badges(claims: Sequence[Claim]) -> list[str]:
    """Markdown of one badge for each verdict, those of no claim too."""
    found = counts(claims)
    return [verdict_badge(verdict, getattr(found, verdict)) for verdict in LOOKS]


def is_alone(trace: Trace) -> bool:
    """Whether a language model answered without the graph."""
    return trace.strategy == "llm-only"


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
    facts = f"from the {counted(len(trace.evidence), 'fact')} beneath it"
    words = (
        "without the graph" if is_alone(trace) else facts if trace.strategy in CONTEXTS else "from the rows above it"
    )
    st.markdown(f":gray[Written by **{plain(model)}** {words}, and compared with the graph by program.]")
