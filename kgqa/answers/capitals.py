"""The names in the sentences of an answer with the letters that they have inside a sentence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from kgqa.language.casing import Casing
from kgqa.records import Answer, Entity, Triple


def in_sentences(answer: Answer, casing: Casing, evidence: Sequence[Triple], entities: Sequence[Entity]) -> Answer:
    """The answer with such sentences; its things keep their names, and a text about one thing is as it is recorded."""
    if answer.kind == "text":
        return answer
    names = set(_names(answer, evidence, entities))
    headline, text = casing.said(answer.headline, names), casing.said(answer.text, names)
    clauses = tuple(replace(one, text=casing.said(one.text, names)) for one in answer.clauses)
    return replace(answer, headline=headline, text=text, clauses=clauses)


def _names(answer: Answer, evidence: Sequence[Triple], entities: Sequence[Entity]) -> Iterator[str]:
    for triple in evidence:
        yield from (triple.subject.name, triple.object.name)
    for item in (*answer.items, *answer.set_aside):
        yield from (item.name, *item.kinds)
    for entity in entities:
        yield from (one.name for one in (entity.chosen, *entity.rivals))
