"""Words before a property that say of what study it is, where the graph records it without saying so."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.questions.tagging import Item

_STUDIES = frozenset(["gwas", "ewas", "phewas"])
"""Kinds of study; words that make another number of it ("adjusted", "FDR") are none."""
_P_VALUE = re.compile(r"p[\s-]*val(?:ue)?s?", re.IGNORECASE)


def without_study(items: Sequence[Item]) -> tuple[list[Item], tuple[str, ...]]:
    """The items without the kind of study that stands before a p-value, and a sentence that says so.

    Only where nothing in the graph explains the word: a property that is called after the study is read by that.
    """
    kept: list[Item] = []
    said = []
    for item, after in zip(items, [*items[1:], None], strict=False):
        if after is not None and _is_study(item, after):
            said.append(f"“{item.text} {after.text}” was read as “{after.text}”, which names no kind of study.")
        else:
            kept.append(item)
    return kept, tuple(said)


def _is_study(item: Item, after: Item) -> bool:
    return (
        item.unread
        and item.text.lower() in _STUDIES
        and after.position == item.last + 1
        and bool(after.meaning.properties)
        and _P_VALUE.fullmatch(after.text) is not None
    )
