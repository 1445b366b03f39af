"""An abbreviation that was read as what lists it, where it may as well stand for other things: that is a guess, told as
one, with the other readings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.questions.wording import listed
from kgqa.records import Candidate, Entity, Reading
from kgqa.strategies.question import Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

MOST_TOLD = 3
"""Other things that are named; of more it is said how many there are."""


def guessed(
    graph: GraphSession,
    question: Question,
    asked: str,
    entities: Sequence[Entity],
    read: Reading,
    notes: Sequence[str],
) -> tuple[Reading, tuple[str, ...]]:
    """What a question was read as, with its abbreviations in full and the other readings where these are no more than
    guesses; and what is to be said of its names, with a sentence on each of these.

    Args:
        asked: the question without its options, in which the names stand.
        entities: the names as they were settled.
        read: what it was read as.
        notes: what is to be said of its names already.
    """
    found: list[tuple[Entity, list[Candidate]]] = []
    for entity in entities:
        stands = asked[entity.start : entity.end] == entity.mention
        told = any(note.startswith(f"“{entity.mention}” ") for note in notes)
        if not stands or told or (entity.start, entity.end) in question.chosen:
            continue
        others = graph.interpreter.spelt_by(asked, entity)
        found += [(entity, others)] if others is not None else []
    if not found:
        return read, tuple(notes)
    said = (*(_note(graph, entity, others) for entity, others in found), *notes)
    if not read.sure:
        return read, said
    full = asked
    for entity, _ in reversed(found):
        full = f"{full[: entity.start]}{entity.chosen.name}{full[entity.end :]}"
    first, others = found[0]
    readings = (f"{asked[: first.start]}{one.matched}{asked[first.end :]}" for one in others[:MOST_TOLD])
    return replace(read, question=full, sure=False, others=tuple(readings)), said


def _note(graph: GraphSession, entity: Entity, others: Sequence[Candidate]) -> str:
    noun = graph.schema.node(entity.chosen.label).singular
    read = f"“{entity.mention}” was read as the {noun} {entity.chosen.name}, for which it is listed"
    more = len(others) - MOST_TOLD
    told = [one.matched for one in others[:MOST_TOLD]]
    told += [f"{more} {'other' if more == 1 else 'others'}"] if more > 0 else []
    return f"{read}; it may as well be short for {listed(told, 'or')}." if told else f"{read}."
