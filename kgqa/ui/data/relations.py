"""How relations read in both directions, and which of them are symmetric, to be changed before they are asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

import streamlit as st

from kgqa.schema.model import Relation
from kgqa.schema.relation_words import RelationWords

if TYPE_CHECKING:
    import pandas as pd

NAME, COUNT, FORWARD, INVERSE, SYMMETRIC = "Relation", "Count", "Reads", "Reads backwards", "Symmetric"
LONGEST_WORDS = 200


def frame(relations: Sequence[Relation]) -> pd.DataFrame:
    """Relations as rows that can be edited."""
    import pandas as pd

    rows = [
        {
            NAME: f"{one.source} – {one.type} → {one.target}",
            COUNT: one.count,
            FORWARD: one.forward,
            INVERSE: one.inverse,
            SYMMETRIC: one.symmetric,
        }
        for one in relations
    ]
    return pd.DataFrame(rows, columns=[NAME, COUNT, FORWARD, INVERSE, SYMMETRIC])


def words_of(rows: Sequence[dict[str, Any]], relations: Sequence[Relation]) -> tuple[RelationWords, ...]:
    """What a person changed; words that were emptied are the derived ones again."""
    changed = []
    for row, one in zip(rows, relations, strict=True):
        forward, inverse = (" ".join(str(row[name] or "").split())[:LONGEST_WORDS] for name in (FORWARD, INVERSE))
        symmetric = bool(row[SYMMETRIC]) and one.source == one.target
        if (forward, inverse, symmetric) != (one.forward, one.inverse, one.symmetric):
            changed.append(RelationWords(one.source, one.type, one.target, forward, inverse, symmetric))
    return tuple(changed)


def cannot_be_symmetric(rows: Sequence[dict[str, Any]], relations: Sequence[Relation]) -> list[str]:
    """A sentence for each relation that was called symmetric and joins things of two types."""
    return [
        f"{one.type!r} joins {one.source!r} with {one.target!r}, so it cannot mean the same in both directions."
        for row, one in zip(rows, relations, strict=True)
        if row[SYMMETRIC] and one.source != one.target
    ]


def draw(relations: Sequence[Relation], key: str) -> tuple[tuple[RelationWords, ...], list[str]]:
    """The editor of the wordings; gives what was changed, and what cannot be."""
    edited = st.data_editor(
        frame(relations),
        key=key,
        hide_index=True,
        disabled=[NAME, COUNT],
        alt="Relations: how each reads in both directions, and whether both directions mean the same",
        column_config={
            NAME: st.column_config.TextColumn(width=235),
            COUNT: st.column_config.NumberColumn(width=60, format="localized"),
            FORWARD: st.column_config.TextColumn(width=155, max_chars=LONGEST_WORDS),
            INVERSE: st.column_config.TextColumn(width=155, max_chars=LONGEST_WORDS),
            SYMMETRIC: st.column_config.CheckboxColumn(width=115),
        },
    )
    rows = cast("list[dict[str, Any]]", edited.to_dict("records"))
    return words_of(rows, relations), cannot_be_symmetric(rows, relations)
