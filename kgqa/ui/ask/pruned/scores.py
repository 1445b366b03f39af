"""The chart of scores: how near the facts about each thing are to the question, and where they are cut."""

from __future__ import annotations

import math
from typing import Any

from kgqa.evidence.pruning import FEW
from kgqa.presentation.text import counted, number
from kgqa.records import Cut, Pruned, Scored
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
