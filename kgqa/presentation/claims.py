"""What an answer claims: counted, and how each verdict is worded and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language.phrases import OPINIONS
from kgqa.presentation.text import Colour, badge, counted, number
from kgqa.records import Claim, ClaimVerdict, OpinionVerdict, Trace

LOOKS: dict[ClaimVerdict, tuple[str, Colour, str]] = {
    "supported": ("supported", "green", "check"),
    "not_in_graph": ("not in the graph", "gray", "remove"),
    "contradicted": ("contradicted", "red", "close"),
}
"""For each verdict its word, colour and icon."""


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
    found = opinions_of(claims)
    counts = ", ".join(f"{number(many)} {OPINIONS[verdict]}" for _, verdict, many in found)
    return f"Judged by {found[0][0]}, which changes no verdict: {counts}" if found else ""


def opinions_of(claims: Sequence[Claim]) -> list[tuple[str, OpinionVerdict, int]]:
    """The second model, and how many claims it judges so."""
    second = [claim.second for claim in claims if claim.second is not None]
    counts = Counter((one.model, one.verdict) for one in second)
    return [(model, verdict, many) for verdict in OPINIONS for (model, said), many in counts.items() if said == verdict]


def verdict_badge(verdict: ClaimVerdict, count: int | None = None) -> str:
    """Markdown of a verdict in words, with how many claims have it where that is given."""
    words, colour, icon = LOOKS[verdict]
    return badge(words if count is None else f"{number(count)} {words}", colour, icon)


def is_of_model_alone(trace: Trace) -> bool:
    """Whether a language model answered without the graph."""
    return trace.strategy == "llm-only"


def from_facts(trace: Trace) -> str:
    """From which facts an answer was written; what was looked up to judge it stands beside them."""
    if trace.pruned is None:
        return "from facts beneath it"
    sent, all_ = len(trace.pruned.kept), len(trace.evidence)
    if sent == all_:
        return f"from the {counted(sent, 'fact')} beneath it"
    return f"from {number(sent)} of the {counted(all_, 'fact')} beneath it, the others looked up to judge it"


def made(trace: Trace) -> tuple[Claim, ...]:
    """What an answer claims; of one that was composed from records each thing of its list, or its sentence."""
    answer = trace.answer
    if answer.written_by or trace.claims:
        return tuple(claim for claim in trace.claims if claim.verdict != "no_claim")
    if answer.status != "answered":
        return ()
    if answer.items:
        return tuple(Claim(item.name, 0, 0, "supported", item.evidence, about=item.ids) for item in answer.items)
    numbers = tuple(triple.number for triple in trace.evidence)
    return (Claim(answer.headline, 0, 0, "supported", numbers),) if numbers else ()
