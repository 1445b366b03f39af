"""Names of the graph under a question's box while a question is being typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import streamlit as st

from kgqa.errors import KgqaError
from kgqa.presentation.lookup_hits import other_name
from kgqa.ui.frame.assets import component

if TYPE_CHECKING:
    from kgqa.pipeline import Asker

LONGEST = 2000
"""Characters of a question whose end is looked at."""
_ahead = component("ahead")


@st.fragment
def draw(asker: Asker, box: str) -> None:
    """The names that the words before the caret may become; only this part is drawn again while one types.

    It stands in a place of its own, outside the form of the box, whose widgets would keep what is typed to themselves
    until it is sent.

    Args:
        box: widget key of the box.
    """
    key = f"{box}_ahead"
    _ahead(key=key, data=offered(asker, box, _typed(key)), on_typed_change=_nothing)


def offered(asker: Asker, box: str, typed: str) -> Mapping[str, Any]:
    """What the browser is told of a text that stands before the caret."""
    wording = asker.explorer.wording
    try:
        found = asker.explorer.complete(typed) if len(typed) <= LONGEST else None
    except KgqaError:  # a server that is away fails the question itself, with a sentence; a list only stays out
        found = None
    hits = found.hits if found is not None else ()
    return {
        "box": box,
        "label": "Names in this graph",
        "typed": typed,
        "ready": asker.explorer.is_ready,
        "start": _units(typed[: found.start]) if found is not None else 0,
        "hits": [
            {"name": hit.name, "kind": wording.things(hit.label, 1), "id": hit.id, "other": other_name(hit)}
            for hit in hits
        ],
    }


def _typed(key: str) -> str:
    """What the browser sent last; nothing where that is no text."""
    told = (st.session_state.get(key) or {}).get("typed")
    text = told.get("text") if isinstance(told, Mapping) else None
    return text.encode("utf-8", "replace").decode() if isinstance(text, str) else ""


def _units(text: str) -> int:
    """The length of a text as a browser counts it."""
    return len(text.encode("utf-16-le")) // 2


def _nothing() -> None:
    """Makes the browser's word part of the session; drawing reads it from there."""
