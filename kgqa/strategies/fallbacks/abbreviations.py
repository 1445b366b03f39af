"""Abbreviations: what one that is no name of the graph may be short for, and one that was read as what lists it.

Where the first may as well be a symbol that the graph lacks, what it may be short for is offered with the number of
answers that each has, and never answered by itself. The second may as well stand for other things: that it was read so
is a guess, told as one, with the other readings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.answers.composing import compose
from kgqa.questions.intent import Intent, readings_of
from kgqa.questions.wording import listed
from kgqa.records import Candidate, Entity, Reading
from kgqa.strategies import no_answer
from kgqa.strategies.fallbacks.unread import Unread
from kgqa.strategies.question import Outcome, Question
from kgqa.strategies.readings import Readings, entity_options

if TYPE_CHECKING:
    from kgqa.session import GraphSession


def answer(unread: Unread) -> Outcome | None:
    """The choice; None where the question has no such abbreviation, or several, or no reading of it an answer.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, findings = unread.graph, unread.question, unread.findings
    if unread.gap.reason not in ("unknown_name", "unread"):
        return None
    open_ = [one for one in graph.interpreter.letters(unread.asked) if (one.start, one.end) not in question.chosen]
    readings = list(_readings(unread, open_[0])) if len(open_) == 1 else []
    if not readings:
        return None
    counted = Readings(graph, question, unread.progress, compose).weighed([intent for _, intent in readings])
    offered = [
        replace(meant, answers=one.answers, counted=one.intent.answer.label if one.intent.answer is not None else "")
        for (meant, _), one in zip(readings, counted, strict=True)
        if one.answers is None or one.answers
    ]
    if not offered:
        return None
    choice = replace(open_[0], chosen=offered[0], rivals=tuple(offered[1:]), tied=True)
    entities = sorted([*findings.entities, choice], key=lambda one: one.start)
    told = no_answer.ambiguous(graph.schema, [choice])
    headline = f"“{choice.mention}” is not a name in this graph."
    told = replace(told, headline=headline, text=f"{headline} As initials {told.text}")
    return Outcome(told, replace(findings, entities=tuple(entities), choices=(choice,)))


def _readings(unread: Unread, letters: Entity) -> Iterator[tuple[Candidate, Intent]]:
    """Each thing that the letters may stand for of which the question makes sense, with what is asked then."""
    for meant in entity_options(letters):
        one = replace(letters, chosen=meant, rivals=(), tied=False)
        entities = sorted([*unread.findings.entities, one], key=lambda each: each.start)
        intents = readings_of(unread.graph.interpreter.read(unread.asked, entities))
        if intents:
            yield meant, intents[0]


_MOST_TOLD = 3
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
    readings = (f"{asked[: first.start]}{one.matched}{asked[first.end :]}" for one in others[:_MOST_TOLD])
    return replace(read, question=full, sure=False, others=tuple(readings)), said


def _note(graph: GraphSession, entity: Entity, others: Sequence[Candidate]) -> str:
    noun = graph.schema.node(entity.chosen.label).singular
    read = f"“{entity.mention}” was read as the {noun} {entity.chosen.name}, for which it is listed"
    more = len(others) - _MOST_TOLD
    told = [one.matched for one in others[:_MOST_TOLD]]
    told += [f"{more} {'other' if more == 1 else 'others'}"] if more > 0 else []
    return f"{read}; it may as well be short for {listed(told, 'or')}." if told else f"{read}."
