"""A question for what a thing is called, answered as the plain one for its names."""

from __future__ import annotations

from kgqa.language.naming import names_sought
from kgqa.language.normalise import blanked
from kgqa.language.tokens import spoken
from kgqa.records import Reading
from kgqa.strategies.fallbacks.placement import words_for_sources
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where more is asked, or something else.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    entities = unread.findings.entities
    if len(entities) != 1 or entities[0].subtype:
        return None
    (name,) = entities
    around = blanked(unread.asked, [(name.start, name.end)])
    words = [word.lowered for word in spoken(around)]
    sought = names_sought(words, words_for_sources(unread.graph))
    if sought is None:
        return None
    plain = f"What are the synonyms of {name.mention}?" if sought == "others" else f"What is {name.mention}?"
    outcome = unread.answered(unread.question.put_as(plain))
    if outcome.answer.status in ("not_understood", "not_in_graph"):
        return None
    return in_its_place(outcome, entities, Reading(plain, sure=False))
