"""How facts were kept: their scores as a chart with the places of the cuts, and in words what cut them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import streamlit as st

from kgqa.evidence.pruning import FEW
from kgqa.presentation.text import counted, number, plain
from kgqa.records import Cut, CutBy, Pruned, Scored
from kgqa.ui.frame.assets import component

BIN = 0.02
"""Width of a bar, in cosine."""

_scores = component("scores", "linked")


def draw(pruned: Pruned, serial: str) -> None:
    """A row of bars for each thing of the question; nothing where nothing was read."""
    if pruned.facts:
        _scores(key=f"scores_{serial}", data=data(pruned))


def data(pruned: Pruned) -> dict[str, Any]:
    """What the browser is sent: counts by bar and places of the lines, on one scale for all things."""
    scores = [*(one.score for one in pruned.facts), pruned.similarity]
    # A damaged record may hold what no cosine is.
    ends = [min(max(one, -1.0), 1.0) for one in scores if math.isfinite(one)]
    low = math.floor(min(ends, default=0.0) * 10) / 10
    high = max(math.ceil(max(ends, default=1.0) * 10) / 10, low + 0.1)
    things = [_thing(cut, pruned, low, high) for cut in pruned.cuts if cut.facts]
    kinds = {line["kind"] for thing in things for line in thing["lines"]}
    key = [("kept", "kept"), ("cut", "cut"), ("similarity", f"least similarity {pruned.similarity:g}")]
    if "percentile" in kinds:
        key.append(("percentile", f"percentile {pruned.percentile:g}"))
    if "volume" in kinds:
        key.append(("volume", "no more are kept"))
    return {"low": low, "high": high, "things": things, "key": key}


def _thing(cut: Cut, pruned: Pruned, low: float, high: float) -> dict[str, Any]:
    facts = [one for one in pruned.facts if cut.about in one.things and math.isfinite(one.score)]
    bins = [[0, 0] for _ in range(max(round((high - low) / BIN), 1))]
    for one in facts:
        place = int(min(max((one.score - low) / BIN, 0), len(bins) - 1))
        bins[place][not one.kept] += 1
    lines = [("similarity", pruned.similarity)]
    lines += [("percentile", cut.threshold)] if cut.facts >= FEW else []
    by_volume = [one.score for one in facts if one.cut_by == "volume"]
    lines += [("volume", max(by_volume))] if by_volume else []
    return {
        "about": cut.about,
        "words": words(cut, facts),
        "bins": bins,
        "lines": [{"kind": kind, "at": at} for kind, at in lines if math.isfinite(at)],
    }


def words(cut: Cut, facts: list[Scored]) -> str:
    """How many facts of a thing are kept: "34 of 1,302 facts kept"."""
    kept = sum(one.kept for one in facts)
    return f"{number(kept)} of {counted(cut.facts, 'fact')} kept"


CUT_BY: Mapping[CutBy, str] = {
    "percentile": "not above the percentile",
    "similarity": "below the least similarity",
    "volume": "beyond the most facts",
    "hand": "taken out by hand",
    "window": "more than the language model can read",
}
"""What cut a fact, in words."""
FEW_WORDS = f"of fewer than {FEW} facts the percentile cuts none"


def kept_of(pruned: Pruned) -> str:
    """How many facts are kept: "15 of 81 facts kept"."""
    return f"{len(pruned.kept):,} of {counted(len(pruned.facts), 'fact')} kept"


def draw_limits(pruned: Pruned) -> None:
    """The limits, then by thing how much was read and where the cut lies, then what cut the others."""
    limits = f"percentile {pruned.percentile:g}, least similarity {pruned.similarity:g}"
    st.markdown(plain(f"Kept by {limits}, at most {counted(pruned.volume, 'fact')}."))
    lines = [f"- {plain(one)}" for one in _asked_words(pruned)]
    lines += [f"- **{plain(cut.about)}**: {plain(_cut_words(cut))}" for cut in pruned.cuts]
    reasons = Counter(one.cut_by for one in pruned.cut)
    told = [f"{CUT_BY[by]} {count:,}" for by, count in reasons.most_common() if by in CUT_BY]
    back = sum(one.kept for one in pruned.facts if one.by_hand)
    told += [f"put back by hand {back:,}"] if back else []
    st.markdown("\n".join([*lines, *([f"- Cut: {plain('; '.join(told))}"] if told else [])]))


def _asked_words(pruned: Pruned) -> list[str]:
    """What went first, and how much of it is kept."""
    from kgqa.evidence.pruning import said_of

    return [] if pruned.asked is None else ["What the question asks for goes before what is similar.", *said_of(pruned)]


def _cut_words(cut: Cut) -> str:
    from kgqa.evidence.retrieval import unread  # brings the driver along, which the first draw can do without

    parts = [
        f"{counted(cut.facts, 'fact')} read, {cut.kept:,} kept of at most {cut.share:,}",
        f"the percentile lies at {cut.threshold:.3f}" if cut.facts >= FEW else FEW_WORDS,
    ]
    parts += [f"{facts} {why}" for _, facts, why in unread([cut])]
    return "; ".join(parts)
