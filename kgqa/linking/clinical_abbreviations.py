"""What clinicians write for findings and for what is measured: "SNHL", "pheo", "plts", "CK".

``clinical_abbreviations.tsv`` beside this file has an abbreviation a line, and what is meant, with a bar between where
it may be one of several. It was written from general knowledge, and anybody can add a line. What is meant is written in
words, so that any graph with these has the thing; what no graph has says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

from kgqa.language.common_words import is_english
from kgqa.linking.everyday_names import rows_of

TABLE = Path(__file__).with_suffix(".tsv")
SHORTEST_IN_SMALL = 3
"""Letters of an abbreviation that is known in small letters too."""


def meant_by(written: str) -> tuple[str, ...]:
    """What an abbreviation may mean; nothing where it is none.

    Capitals are told from small letters only where these are a word ("ICH", "or") or are few ("K", "Ca").
    """
    table = _table()
    found = table.get(written) or table.get(written.removesuffix("s"))
    if found is None and len(written) >= SHORTEST_IN_SMALL and not is_english(written):
        found = _folded().get(written.casefold())
    return found or ()


@cache
def _table() -> Mapping[str, tuple[str, ...]]:
    return dict(rows_of(TABLE))


@cache
def _folded() -> Mapping[str, tuple[str, ...]]:
    return {written.casefold(): meant for written, meant in _table().items()}
