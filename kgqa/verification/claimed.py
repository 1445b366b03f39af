"""What a text or a model claims, before it is held against the records."""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.questions.intent import Pair
from kgqa.verification.frequencies import Value


@dataclass(frozen=True, slots=True)
class Claimed:
    """One claim in its place.

    Attributes:
        start, end: offsets in the text that is shown.
        readings: the link that it states; several where its names are those of several things, any of which may be
            meant; empty where it was not read.
        value: how often it is said to be so.
        field: a property of the link and what it is said to be, both as said; None where none is stated.
        cited: numbers of records that it cites.
        doubted: a model took its words for this link, and they may say more or other than it.
        unread: why it cannot be looked up, a part of a sentence; empty where it can.
        subject, object: names as they were said, for a claim that is not read.
        written: the model's own sentence, where ours stands in its place.
    """

    start: int
    end: int
    readings: tuple[Pair, ...] = ()
    value: Value | None = None
    field: tuple[str, str] | None = None
    cited: tuple[int, ...] = ()
    doubted: bool = False
    unread: str = ""
    subject: str = ""
    object: str = ""
    written: str = ""
