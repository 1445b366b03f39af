"""A question that was not read word by word, as each way of answering it all the same sees it, and what they give.

They give the outcome of a plain question that was answered in the place of the one that was asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from kgqa.questions.intent import Gap, Intent
from kgqa.records import Entity, Reading, SetAside
from kgqa.strategies.progress import Progress
from kgqa.strategies.question import Findings, Outcome, Question

if TYPE_CHECKING:
    from kgqa.session import GraphSession

Answering = Callable[[Question], Outcome]
"""Answers a question that stands by itself."""
Asking = Callable[[Sequence[Intent], Reading], Outcome]
"""Answers what is asked by links alone, as what it was read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """A question that was not read word by word.

    Attributes:
        findings: with its names.
        gap: why it was not read.
        asked: its cleaned text, without options.
        answered: answers another question in its place.
        quietly: answers another question without telling how far it is.
        ask: answers what a way found it to ask.
    """

    graph: GraphSession
    question: Question
    findings: Findings
    gap: Gap
    asked: str
    progress: Progress
    answered: Answering
    quietly: Answering
    ask: Asking


def in_its_place(plain: Outcome, asked: Sequence[Entity], reading: Reading) -> Outcome:
    """The outcome of a plain question as that of the asked one.

    Args:
        asked: the names of the question that was asked.
        reading: what that was read as.
    """
    found = plain.findings
    entities, choices = placed(found.entities, asked), placed(found.choices, asked)
    return replace(plain, findings=replace(found, reading=reading, entities=entities, choices=choices))


def aside_in(asked: str, reading: Reading | None) -> list[SetAside]:
    """What a plain question set aside, where it stands in the text that was asked; what does not stand there is left
    out."""
    said = [one.text for one in reading.set_aside] if reading is not None else []
    found = ((re.search(rf"(?<!\w){re.escape(text)}(?!\w)", asked), text) for text in said)
    return [SetAside(match.start(), match.end(), text) for match, text in found if match is not None]


def placed(plain: Sequence[Entity], asked: Sequence[Entity]) -> tuple[Entity, ...]:
    """The names of a plain question where they stand in the question that was asked."""
    places = {id_: (one, c) for one in asked for c in (one.chosen, *one.rivals) for id_ in (c.id, *c.ids)}
    found = []
    for one in plain:
        at = next((places[id_] for id_ in (one.chosen.id, *one.chosen.ids) if id_ in places), None)
        if at is not None:
            # As the words that were asked match it: the plain question has its very name.
            place, chosen = at
            found.append(replace(place, chosen=replace(chosen, ids=one.chosen.ids), rivals=one.rivals, tied=one.tied))
    return tuple(sorted(found, key=lambda one: one.start))
