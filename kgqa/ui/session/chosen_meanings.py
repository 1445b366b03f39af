"""What this session was told that words of its questions mean, by graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from kgqa.errors import KgqaError

if TYPE_CHECKING:
    from kgqa.pipeline import Asker
    from kgqa.records import Entity
    from kgqa.ui.session.question_run import Chosen

Meant = str | tuple[str, ...]
_KEY = "settled_names"


def remember(asker: Asker, mention: str, meant: Meant) -> None:
    """From now on these words mean that in questions on this graph, until the session ends."""
    _known()[asker.card.name, mention.casefold()] = meant


def forget(asker: Asker, mention: str) -> None:
    """These words are asked back again."""
    _known().pop((asker.card.name, mention.casefold()), None)


def is_remembered(asker: Asker, entity: Entity) -> bool:
    """Whether a name was taken for what was chosen before."""
    meant = _known().get((asker.card.name, entity.mention.casefold()))
    if meant is None:
        return False
    return {one.id for one in entity.meant} == ({meant} if isinstance(meant, str) else set(meant))


def chosen(asker: Asker, question: str) -> Chosen:
    """What was settled of the names in a question, by their places in it."""
    known = {mention: meant for (graph, mention), meant in _known().items() if graph == asker.card.name}
    if not any(mention in question.casefold() for mention in known):
        return {}
    try:
        found = asker.link(question)
    except KgqaError:  # a graph that is away fails the question itself, with a sentence
        return {}
    named = {(one.start, one.end): one.mention.casefold() for one in found}
    return {place: known[mention] for place, mention in named.items() if mention in known}


def _known() -> dict[tuple[str, str], Meant]:
    found: dict[tuple[str, str], Meant] = st.session_state.setdefault(_KEY, {})
    return found
