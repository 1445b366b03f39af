"""Nouns for people that only carry what is named: "how common are fits in kids with A" asks how common fits are in A.

An illness is always somebody's, so that "children with A" and "a child who has A" say no more than "people with A".
What the records of a graph tell apart stays as it is: a sex where they tell one, and an age that is said by another
noun ("adults with A", "infants with A"). Behind a noun for people who have a finding it is asked which illnesses they
may have, and there an age may matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kgqa.language.inflection import singular_of
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.text.courtesy import is_patient, patients
from kgqa.questions.text.rewriting import Edit
from kgqa.records import Entity, SetAside

_HAVING = (
    r"(?:with|having|(?:who|that)\s+(?:have|has|got)(?:\s+got)?|suffering\s+from|affected\s+by|diagnosed\s+with"
    r"|(?:who|that)\s+(?:suffers?\s+from|(?:are|is)\s+(?:affected\s+by|diagnosed\s+with)))"
)
_BEFORE = re.compile(
    rf"(?<![\w-])(?P<whose>(?:my|our)\s+)?(?P<who>[a-z]+(?:\s+[a-z]+)?)\s+(?P<having>{_HAVING})\s+(?:an?\s+|the\s+)?$",
    re.IGNORECASE,
)


class Bearer(NamedTuple):
    """Somebody who only has what is named: what is put for that, and the noun that is set aside."""

    put: Edit
    noun: SetAside


def borne(
    text: str, entities: Sequence[Entity], is_illness: Callable[[str], bool], kept: Callable[[str], bool]
) -> Iterator[Bearer]:
    """Where a text says by a noun for people who has an illness that it names, with a word that says nothing of them.

    Args:
        is_illness: whether things of a type, by its label, are what people have.
        kept: whether a noun for people may tell which of them are meant.
    """
    for entity in entities:
        if not is_illness(entity.chosen.label):
            continue
        before = _BEFORE.search(text[: entity.start])
        noun = _people(before["who"], kept) if before is not None else ""
        if before is None or not noun:
            continue
        end = before.end("who")
        start = before.start("who") if before["whose"] else end - len(noun)
        if not in_name(start, entities):
            who = "person" if noun == singular_of(noun) else "people"
            if before["whose"]:
                start, who, noun = before.start(), who.replace("person", "a person"), text[before.start() : end]
            yield Bearer(Edit(start, before.end("having"), f"{who} with"), SetAside(start, end, noun))


def _people(words: str, kept: Callable[[str], bool]) -> str:
    """The noun for people at the end of some words, with what is said of their age before it; empty where there is
    none."""
    *before, noun = words.split()
    if kept(noun.lower()) or not is_patient(noun):
        return ""
    whole = " ".join((*before, singular_of(noun)))
    return words if before and patients().fullmatch(whole.lower()) else noun
