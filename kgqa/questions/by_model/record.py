"""What a language model says that a question asks: a record of its words, of which nothing is known to be so yet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Asks = Literal[
    "list", "count", "any", "whether", "value", "describe", "common", "difference", "compare", "relation", "other"
]
"""What is asked for: ``list``, ``count`` and ``any`` of a type; ``whether`` a thing is linked to others; ``value``: a
property of a thing or of a link; ``describe``: a thing; what two things have in ``common``, what is the ``difference``
between them, which has more (``compare``), how they are related; ``other``: what none of these says."""
Join = Literal["all", "any", "at least", "most"]
"""How many of the names of a condition are to hold; of ``at least`` a number tells, ``most``: as many as possible."""
Sign = Literal["yes", "no", "excluded"]
"""Whether a link is to hold: ``no``, it is not; ``excluded``, a record says that it does not."""
Compare = Literal["at least", "more than", "at most", "less than", "exactly", "is"]


@dataclass(frozen=True, slots=True)
class ToldName:
    """A thing that the question names.

    Attributes:
        words: as they stand in the question.
        called: names that the graph may have for it, the likeliest first.
    """

    words: str
    called: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldBound:
    """What a property is to be: "frequency at least 50 %", "source is Orphanet"."""

    property: str
    compare: Compare
    value: str


@dataclass(frozen=True, slots=True)
class ToldCondition:
    """A link that is to hold.

    Attributes:
        relations: types of relations, from what is asked for, or what the question is about, to the names; one that
            begins with "^" is walked against its direction, which matters where it joins two things of one type.
        names: numbers of the names, counted from 1; none where anything will do.
        where: what its properties are to be.
    """

    relations: tuple[str, ...]
    names: tuple[int, ...] = ()
    join: Join = "all"
    sign: Sign = "yes"
    where: tuple[ToldBound, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldReading:
    """What a question asks, as a language model says.

    Attributes:
        of: the type of what is asked for; empty where that is no thing.
        about: number of the name that it is asked about, counted from 1; 0 where something unnamed is asked for.
        property: that is asked for.
        order: of a ranking or a comparison which end of it is asked for.
        number: of things or of names: "the 5 genes with the most", "at least 3 of these"; 0 where there is none.
        where: what properties of the asked things themselves are to be.
        missing: what is asked and no type, relation or property can say, in words of the question; empty where all is
            said.
    """

    asks: Asks
    of: str = ""
    about: int = 0
    property: str = ""
    names: tuple[ToldName, ...] = ()
    conditions: tuple[ToldCondition, ...] = ()
    order: Literal["", "most", "fewest"] = ""
    number: int = 0
    where: tuple[ToldBound, ...] = ()
    missing: str = ""
