"""What a text claims, before it is held against the evidence."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.questions.intent import Condition, Pair, Thing
from kgqa.verification.figures import Figure


@dataclass(frozen=True, slots=True)
class Chain:
    """A thing that must meet a condition over unnamed things ("genes of diseases that show X")."""

    thing: Thing
    condition: Condition


@dataclass(frozen=True, slots=True)
class Counted:
    """So many things of a type are said to meet some conditions.

    Attributes:
        asked: that is what the question asks for.
    """

    number: int
    label: str
    conditions: tuple[Condition, ...]
    asked: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """What stands beside a claim.

    Attributes:
        figures: numbers and words for how often, which the records must have.
        papers: publications that it cites, as numbers.
        cited: numbers of evidence that it cites.
    """

    figures: tuple[Figure, ...] = ()
    papers: tuple[str, ...] = ()
    cited: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim in its place.

    Attributes:
        start, end: offsets in the text.
        pairs: every pair that must be recorded.
        silent: pairs of which no more is said than that the graph does not record them.
        things: what it names.
        beyond: why no record says all of it, as a part of a sentence, though one may deny it; empty where one can.
        unread: why it could not be read, as a part of a sentence; empty where it was.
        says_nothing: it says nothing about the world.
    """

    start: int
    end: int
    pairs: tuple[Pair, ...] = ()
    silent: tuple[Pair, ...] = ()
    chains: tuple[Chain, ...] = ()
    counted: Counted | None = None
    marks: Marks = Marks()
    things: tuple[Thing, ...] = ()
    beyond: str = ""
    unread: str = ""
    says_nothing: bool = False
