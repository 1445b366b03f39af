"""Sums and means of a number: "the total length of the lines that A operates", "average height of all parks"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language import units
from kgqa.language.normalise import blanked
from kgqa.questions.conditions.measures import Measures, Owned

_HEAD = re.compile(
    r"^\W*(?:what(?:\s+is|'s|\s+are|\s+was|\s+were)\s+|give\s+(?:me\s+)?|how\s+much\s+is\s+)?(?:the\s+)?"
    r"(?:(?P<mean>average|mean|avg\.?)|total|combined|overall|summed|sum\s+of(?:\s+the|\s+all)*)\s+"
    r"(?:number\s+of\s+|the\s+)?(?P<noun>[\w\s-]+?)\s+(?:of|for|over|across)\s+(?:all\s+)?(?:the\s+)?",
    re.IGNORECASE,
)
_IN = re.compile(r"\s+in\s+(?P<unit>[^\s]+(?:\s[^\s]+)?)$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Sum:
    """What a question asks to be added up.

    Attributes:
        end: where it ends; behind it stands of which things.
        ways: the properties that it may mean.
        mean: the sum is divided by the number of the things.
    """

    end: int
    ways: tuple[Owned, ...]
    mean: bool

    def rest(self, question: str) -> str:
        """The question for the things themselves, every character in its place."""
        spans = [(0, self.end)]
        for unit in {one.unit for one in self.ways if one.unit}:  # "…, in euros?"
            told = re.search(rf",?\s+in\s+(?:{units.pattern(unit)})(?=\W*$)", question, re.IGNORECASE)
            spans += [told.span()] if told is not None else []
        return blanked(question, spans)


def summed(question: str, measures: Measures, names: Sequence[tuple[int, int]]) -> Sum | None:
    """What a cleaned question asks to be added up; None where it does not.

    Args:
        names: the places of its names, which stand behind it.
    """
    head = _HEAD.match(question)
    if head is None or any(start < head.end() for start, _ in names):
        return None
    noun = head["noun"].lower()
    told = _IN.search(noun)
    if told is not None:
        noun = noun[: told.start()]
    plain = noun.replace("-", " ")
    ways = [one for one in measures.every if plain in (one.called, f"{one.called}s", f"{one.called}es")]
    if told is not None:  # in another unit nothing is added up
        ways = [one for one in ways if one.unit and re.fullmatch(units.pattern(one.unit), told["unit"], re.IGNORECASE)]
    return Sum(head.end(), tuple(ways), head["mean"] is not None) if ways else None
