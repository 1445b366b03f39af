"""What a question asks for goes before what is only similar to it: which facts that are, and how much of it is kept.

A list is kept whole, or cut as a list: a thing of it is told by all the facts that it needs, or not at all, and how
many things are told is said beside how many are recorded.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from kgqa.records import Answer, AnswerItem, Listed, Triple

JOINS = "joins things that the question names"
"""Why a fact is kept that is between two things of the question."""


@dataclass(frozen=True, slots=True)
class Relevant:
    """What a question asks for, as it was read from the graph.

    Attributes:
        lists: each with the keys of its facts.
        triples: these facts, each once.
        notes: what the reader is to know of it, a sentence each.
        things: of a question that was read as one list its things, each with the keys of its facts; their own numbers
            mean nothing here.
        total: how many there are, counted by the database; None where the question was not read as one list.
        decided: of a question that was read as one for yes or no, or for a value, what the graph answers; its marks
            are numbers of ``cited``. None where it was not read so, or the graph is silent.
        cited: by these numbers the keys of the facts.
    """

    lists: tuple[Listed, ...] = ()
    triples: tuple[Triple, ...] = ()
    notes: tuple[str, ...] = ()
    things: tuple[tuple[AnswerItem, tuple[str, ...]], ...] = ()
    total: int | None = None
    decided: Answer | None = None
    cited: Mapping[int, str] = field(default_factory=dict)


def shared(sizes: Sequence[int], most: int) -> list[int]:
    """How many of each are taken, at most ``most`` together: small ones whole, the rest in equal parts.

    >>> shared([10, 5000, 5000], 100)
    [10, 45, 45]
    """
    taken = [0] * len(sizes)
    left = most
    by_size = sorted(range(len(sizes)), key=lambda place: sizes[place])
    for done, place in enumerate(by_size):
        taken[place] = min(sizes[place], left // (len(sizes) - done))
        left -= taken[place]
    return taken


def first(asked: Sequence[Listed], there: Collection[str], joining: Sequence[str], most: int) -> dict[str, int]:
    """The keys of the facts that go before all others, each with the list that it is of: its place from 1, 0 for none.

    Args:
        asked: what is asked for; lists share the room, and one that needs less leaves it to the others. What makes no
            list has what they leave.
        there: the keys of facts that were read; a thing of which one is missing is not told.
        joining: keys of the facts that join things of the question, the most similar first.
        most: facts at most.
    """
    taken: dict[str, int] = {}
    for counted in (True, False):
        told = {place: [member for member in one.members if all(key in there for key in member)]
                for place, one in enumerate(asked, 1) if (one.recorded is not None) == counted}  # fmt: skip
        sizes = [len({key for member in members for key in member}) for members in told.values()]
        for (place, members), share in zip(told.items(), shared(sizes, most - len(taken)), strict=True):
            used = 0
            for member in members:
                new = [key for key in dict.fromkeys(member) if key not in taken]
                if used + len(new) > share:
                    break
                used += len(new)
                taken |= dict.fromkeys(new, place)
    for key in joining:
        if len(taken) < most:
            taken.setdefault(key, 0)
    return taken


def given(one: Listed, kept: Collection[str]) -> int:
    """How many things of a list are told by some facts, of which the keys are given."""
    return sum(all(key in kept for key in member) for member in one.members)


def is_cut(one: Listed, kept: Collection[str]) -> bool:
    """Whether a list has more things than are told."""
    return one.recorded is not None and given(one, kept) < one.recorded


def amount(one: Listed, kept: Collection[str]) -> str:
    """How much of what is asked for is told: "8 of 14 genes that …"; of what is no list only what it is."""
    return one.what if one.recorded is None else f"{given(one, kept):,} of {one.recorded:,} {one.what}"


def told(one: Listed, kept: Collection[str]) -> str:
    """How much of a list is told by some facts, in a sentence; what is recorded the database counted, never those who
    count what is kept."""
    number = given(one, kept)
    recorded = one.recorded or 0
    if not recorded:
        return f"Of {one.what} the graph records none."
    if number >= recorded:
        whole = f"The one {one.what} is" if recorded == 1 else f"The {recorded:,} {one.what} are all"
        return f"{whole} among these facts."
    order = f", {one.order}" if number and one.order else ""
    return f"Of {recorded:,} {one.what} {number:,} {'is' if number == 1 else 'are'} among these facts{order}."
