"""How facts were kept, among the steps: how much was read of each thing, what was left out of that, and what cut it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import streamlit as st

from kgqa.evidence.pruning import FEW
from kgqa.evidence.retrieval import unread
from kgqa.records import Cut, CutBy, Pruned
from kgqa.ui.components.text import counted, plain

CUT_BY: Mapping[CutBy, str] = {
    "percentile": "not above the percentile",
    "similarity": "below the least similarity",
    "volume": "beyond the most facts",
    "hand": "taken out by hand",
    "window": "more than the language model can read",
}
"""What cut a fact, in words."""
FEW_WORDS = f"of fewer than {FEW} facts the percentile cuts none"


def title(pruned: Pruned) -> str:
    """How many facts are kept: "15 of 81 facts kept"."""
    return f"{len(pruned.kept):,} of {counted(len(pruned.facts), 'fact')} kept"


def draw(pruned: Pruned) -> None:
    """The limits, then by thing how much was read and where the cut lies, then what cut the others."""
    limits = f"percentile {pruned.percentile:g}, least similarity {pruned.similarity:g}"
    st.markdown(plain(f"Kept by {limits}, at most {counted(pruned.volume, 'fact')}."))
    lines = [f"- **{plain(cut.about)}**: {plain(_said(cut))}" for cut in pruned.cuts]
    reasons = Counter(one.cut_by for one in pruned.cut)
    told = [f"{CUT_BY[by]} {count:,}" for by, count in reasons.most_common() if by in CUT_BY]
    back = sum(one.kept for one in pruned.facts if one.by_hand)
    told += [f"put back by hand {back:,}"] if back else []
    st.markdown("\n".join([*lines, *([f"- Cut: {plain('; '.join(told))}"] if told else [])]))


def _said(cut: Cut) -> str:
    parts = [
        f"{counted(cut.facts, 'fact')} read, {cut.kept:,} kept of at most {cut.share:,}",
        f"the percentile lies at {cut.threshold:.3f}" if cut.facts >= FEW else FEW_WORDS,
    ]
    parts += [f"{facts} {why}" for _, facts, why in unread([cut])]
    return "; ".join(parts)
