"""A request for things by what is recorded of them, of which every word plays a part, answered as the plain question
that it comes to. The reading says so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kgqa.language import requests
from kgqa.language.quantities import sexes
from kgqa.questions.intent import GapReason, Intent
from kgqa.questions.requests.comparing import compared
from kgqa.questions.requests.grammar import requested
from kgqa.questions.requests.parts import Said, parts
from kgqa.questions.text.options import options
from kgqa.questions.verbalisation import reworded
from kgqa.questions.wording import Wording
from kgqa.records import Entity, Reading, SetAside
from kgqa.strategies.fallbacks.unread import Unread, aside_in, in_its_place
from kgqa.strategies.question import Outcome

if TYPE_CHECKING:
    from kgqa.session import GraphSession

_CLOSED: frozenset[GapReason] = frozenset({"direction", "grouping"})
"""What is said of a question for a better reason than that it was not read."""
_JOINED = re.compile(r"\s[+&]\s")
"""What joins several names."""


def answer(unread: Unread) -> Outcome | None:
    """The answer; None where a word plays no part, or the parts ask for nothing.

    Raises:
        KgqaError: a statement could not be run to its end.
    """
    graph, question, asked, entities = unread.graph, unread.question, unread.asked, unread.findings.entities
    if options(question.text) or unread.gap.reason in _CLOSED:
        return None
    asked, entities = _with_values(graph, asked, entities)
    if any(_JOINED.search(one.mention) for one in entities):  # "chorea + acanthocytosis" is no name of one thing
        asked = _JOINED.sub(" , ", asked)
        entities = tuple(graph.interpreter.named(asked))
    if not entities:
        return None
    said = parts(asked, entities, graph.interpreter.lexicon.longest)
    plain = compared(Wording(graph.schema), said, entities) if said is not None else None
    if plain is not None:
        outcome = unread.answered(question.put_as(plain, graph.interpreter.kind(plain)))
        reading = Reading(plain, sure=False)
        return in_its_place(outcome, entities, reading) if outcome.answer.status == "answered" else None
    intents = requested(graph.schema, said, entities) if said is not None else []
    if said is None or not intents or (graph.interpreter.tells_sex and any(map(_is_sex, said))):
        return None
    plain = _plain(Wording(graph.schema), intents[0])
    reading = Reading(plain, sure=False, set_aside=tuple(_people(said, asked)))
    reading = replace(reading, set_aside=tuple(aside_in(unread.asked, reading)))
    outcome = unread.ask(intents, reading)
    return in_its_place(outcome, entities, reading) if outcome.answer.status == "answered" else None


def _with_values(graph: GraphSession, asked: str, entities: tuple[Entity, ...]) -> tuple[str, tuple[Entity, ...]]:
    """A text with the names of the graph in the place of ordinary words for them."""
    for name, said in requests.values().items():
        match = said.search(asked)
        known = graph.interpreter.named(name) if match is not None else []
        if match is not None and len(known) == 1 and known[0].mention == name:
            asked = f"{asked[: match.start()]}{name}{asked[match.end() :]}"
            entities = tuple(graph.interpreter.named(asked))
    return asked, entities


def _plain(wording: Wording, intent: Intent) -> str:
    """The plain question for what is asked; for kinds of something these are asked for."""
    if intent.answer is None:
        return next(reworded(wording, intent))
    _, things, rest = wording.asked(intent.answer)
    start = "How many" if intent.kind == "count" else "Which"
    kinds = f"{start} {things} {wording.conditions(rest)}?"
    return kinds if rest is not intent.answer else next(reworded(wording, intent), kinds)


def _is_sex(one: Said) -> bool:
    """Whether a word for people tells a sex, which records may tell as well."""
    return one.role == "person" and any(one.text in words for words in sexes().values())


def _people(said: list[Said], asked: str) -> Iterator[SetAside]:
    """Of whom it is said, which is no condition."""
    for one in said:
        if one.role == "person":
            yield SetAside(one.start, one.end, asked[one.start : one.end])
