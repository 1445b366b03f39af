"""What a language model claims, counted and judged: the badges above its text, and who wrote it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import streamlit as st

from kgqa.language.phrases import CONTEXTS, OPINIONS
from kgqa.records import Claim, ClaimVerdict, OpinionVerdict, Trace
from kgqa.ui.components.text import Colour, badge, counted, number, plain

LOOKS: dict[ClaimVerdict, tuple[str, Colour, str]] = {
    "supported": ("supported", "green", "check"),
    "not_in_graph": ("not in the graph", "gray", "remove"),
    "contradicted": ("contradicted", "red", "close"),
}
"""For each verdict its word, colour and icon."""
_ICONS: dict[OpinionVerdict, str] = {"supported": "check", "contradicted": "close", "not_told": "remove"}

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


def opinions(claims: Sequence[Claim]) -> str:
    """What a second model says of how many claims, apart from the verdicts: "Judged by qwen3, which changes no verdict:
    1 supported, 2 not told by the evidence"; empty where none was asked."""
    found = _opinions(claims)
    counts = ", ".join(f"{number(many)} {OPINIONS[verdict]}" for _, verdict, many in found)
    return f"Judged by {found[0][0]}, which changes no verdict: {counts}" if found else ""


def _opinions(claims: Sequence[Claim]) -> list[tuple[str, OpinionVerdict, int]]:
    """The second model, and how many claims it judges so."""
    second = [claim.second for claim in claims if claim.second is not None]
    counts = Counter((one.model, one.verdict) for one in second)
    return [(model, verdict, many) for verdict in OPINIONS for (model, said), many in counts.items() if said == verdict]


def opinion_badges(claims: Sequence[Claim]) -> list[str]:
    """Markdown of one badge for each thing that a second model says, all in a colour that no verdict has."""
    found = _opinions(claims)
    return [badge(f"{number(many)} {OPINIONS[verdict]}", "violet", _ICONS[verdict]) for _, verdict, many in found]


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
    second = next((claim.second.model for claim in trace.claims if claim.second is not None), "")
    if second:
        judged = f":gray[Of what remains, judged by **{plain(second)}**, which changes no verdict:]"
        st.markdown(" &nbsp; ".join([judged, *opinion_badges(trace.claims)]))
    words = "from the rows above it"
    if is_alone(trace):
        words = "without the graph"
    elif trace.strategy in CONTEXTS:
        words = from_facts(trace)
    st.markdown(f":gray[Written by **{plain(model)}** {words}, and compared with the graph by program.]")


def from_facts(trace: Trace) -> str:
    """From which facts an answer was written; what was looked up to judge it stands beside them."""
    if trace.pruned is None:
        return "from facts beneath it"
    sent, all_ = len(trace.pruned.kept), len(trace.evidence)
    if sent == all_:
        return f"from the {counted(sent, 'fact')} beneath it"
    return f"from {number(sent)} of the {counted(all_, 'fact')} beneath it, the others looked up to judge it"
