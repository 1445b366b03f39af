"""What an answer claims: counted, and how each verdict is worded and drawn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kgqa.language.phrases import OPINIONS, REWORDED, VERDICTS, way
from kgqa.presentation.text import Colour, badge, counted, number
from kgqa.records import Claim, ClaimVerdict, OpinionVerdict, Trace

LOOKS: dict[ClaimVerdict, tuple[str, Colour, str]] = {
    "supported": ("supported", "green", "check"),
    "contradicted": ("contradicted", "red", "close"),
    "not_recorded": (VERDICTS["not_recorded"], "gray", "remove"),
    "not_checked": (VERDICTS["not_checked"], "gray", ""),
}
"""For each verdict its word, colour and icon; what was not checked has no sign."""


@dataclass(frozen=True, slots=True)
class Counts:
    """How many claims an answer makes, by verdict.

    Attributes:
        not_recorded: of them both ends and the relation are known, and nothing is recorded.
        not_checked: something in them was not understood, or the graph has no such relation.
    """

    supported: int
    contradicted: int
    not_recorded: int
    not_checked: int

    @property
    def all(self) -> int:
        """Every claim, those that were not checked too: a share of the rest would look better than it is."""
        return self.supported + self.contradicted + self.not_recorded + self.not_checked


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


def by_verdict(claims: Sequence[Claim]) -> str:
    """How many claims have each verdict: "2 supported, 0 contradicted, 1 not recorded, 1 not checked"."""
    found = counts(claims)
    return ", ".join(f"{number(getattr(found, verdict))} {LOOKS[verdict][0]}" for verdict in LOOKS)


def reworded(claim: Claim) -> str:
    """That our wording stands in place of a model's own sentence, with that sentence; empty where its own stands."""
    return f"{REWORDED}; the model wrote: “{claim.written}”" if claim.written else ""


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
    """Markdown of a verdict in words, with how many claims have it where that is given; none of them is no alarm and
    no praise, so it has no colour."""
    words, colour, icon = LOOKS[verdict]
    return (
        badge(words, colour, icon)
        if count is None
        else badge(f"{number(count)} {words}", colour if count else "gray", icon)
    )


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


def composed(trace: Trace) -> Trace:
    """An answer that was planned here without what a language model wrote beneath it: its claims are its whole list."""
    answer = trace.answer
    if trace.strategy not in ("auto", "kgt") or way(trace) not in ("graph-only", "kgt") or not answer.written_by:
        return trace
    ours = replace(answer, text=answer.text[: answer.written_from].rstrip(), written_by="", written_from=0)
    return replace(trace, answer=ours, claims=())


def made(trace: Trace) -> tuple[Claim, ...]:
    """What an answer claims; of one that was composed from records each thing of its list, or its sentence."""
    answer = trace.answer
    if answer.written_by or trace.claims:
        return trace.claims
    if answer.status != "answered":
        return ()
    if answer.items:
        return tuple(Claim(item.name, 0, 0, "supported", item.evidence, about=item.ids) for item in answer.items)
    numbers = tuple(triple.number for triple in trace.evidence)
    return (Claim(answer.headline, 0, 0, "supported", numbers),) if numbers else ()
