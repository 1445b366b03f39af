"""A question for the sort of thing that something is ("what type of trial is X"), where nothing records which is a kind
of which: answered by what it is."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.tagging import Item
from kgqa.records import Reading
from kgqa.strategies.fallbacks.unread import Unread, in_its_place
from kgqa.strategies.question import Outcome


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where something else is asked, or where the graph does not tell what the thing is.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    entities = unread.findings.entities
    if len(entities) != 1 or not _asks_sort(
        unread.graph.interpreter.items(unread.asked, entities), entities[0].chosen.label
    ):
        return None
    plain = f"What is {entities[0].mention}?"
    outcome = unread.answered(unread.question.put_as(plain))
    if outcome.answer.status != "answered" or outcome.answer.value is None:
        return None
    return in_its_place(outcome, entities, Reading(plain, sure=False))


def _asks_sort(items: Sequence[Item], label: str) -> bool:
    """Whether the words are a question word, one for kinds "of" the type of the named thing, "is", and its name."""
    if len(items) != 5:
        return False
    which, kind, type_, be, name = items
    return (
        "which" in which.meaning.cues
        and "kind" in kind.meaning.cues
        and type_.behind == ("of",)
        and label in type_.meaning.labels
        and be.auxiliary
        and be.text.lower() in vocabulary().be
        and name.entity is not None
    )
