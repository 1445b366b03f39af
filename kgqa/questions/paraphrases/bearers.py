"""Words of people that are no condition: who has what is named, and what who asks does with the answer.

"How common are fits in kids with A" asks how common fits are in A; "which gene do I request for A" asks which gene it
is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from kgqa.language.inflection import singular_of
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.tagging import Item
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


def done_with_it(text: str, entities: Sequence[Entity], items: Sequence[Item]) -> Iterator[Edit]:
    """Where a text says, behind the noun for what it asks for, what its author is to do with that.

    A verb of the graph's own is none of these: where tests are ordered, "which test should I order" asks for a link.

    Args:
        items: of the text.
    """
    for match in _pattern().finditer(text):
        start, end = match.span("does")
        within = [one for one in items if start <= one.start < end]
        noun = next((one for one in items if one.end == len(text[:start].rstrip())), None)
        asked = noun is not None and noun.entity is None and bool(noun.meaning.labels)
        if asked and not in_name(start, entities) and not any(one.meaning.of_graph for one in within):
            yield Edit(match.end("noun"), end, "")


@cache
def _pattern() -> re.Pattern[str]:
    verbs = "|".join(sorted(vocabulary().minding))
    return re.compile(
        r"\b(?:which|what)\s+(?P<noun>(?:[\w-]+\s+)?[\w-]+)\s+"
        r"(?P<does>(?:do|should|must|can|could|would|shall|may|have|ought)\s+(?:i|we|you|one)\s+"
        r"(?:(?:got|have|need|want|ought|had\s+better)\s+)?(?:to\s+)?(?:best\s+|first\s+|be\s+)?"
        rf"(?:{verbs})(?:ing)?(?:\s+(?:of|off|out|about|after|up|at|in\s+mind|for(?=\s*[?.!]*\s*$)))?)(?!\w)",
        re.IGNORECASE,
    )
