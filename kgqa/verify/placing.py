"""Where in a text each claim of a statement stands, and which numbers and citations belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.understanding.intent import Pair, Thing
from kgqa.understanding.lexicon import Lexicon
from kgqa.understanding.tagging import tag
from kgqa.verify.asides import Marked, inside
from kgqa.verify.claimed import Claimed, Marks
from kgqa.verify.clauses import Clause
from kgqa.verify.figures import Figure
from kgqa.verify.phrase import Phrase
from kgqa.verify.reading import Stated, denies

_JOINT = re.compile(r"[\s,;]*(?:\b(?:and|or|nor|as well as|along with|plus|but|not|both)\b[\s,]*)*$", re.IGNORECASE)


def each(read: Marked, clause: Clause, said: Stated, lexicon: Lexicon, *, silent: bool = False) -> Iterator[Claimed]:
    """One claim for each of the things that a statement lists; a number behind or before the whole list is of all."""
    pairs = said.pairs
    ones, others = things_of(pair.one for pair in pairs), things_of(pair.other for pair in pairs)
    listed = max(
        (things for things in (ones, others) if len(things) > 1),
        key=lambda things: max(_place(clause.phrase, thing) or (0, 0) for thing in things),
        default=ones,
    )
    found = [(place, thing) for thing in listed if (place := _place(clause.phrase, thing)) is not None]
    places = sorted(found, key=lambda one: one[0])
    if len(listed) < 2 or said.any_pair or len(places) < len(listed):
        yield claimed(read, clause.start, clause.end, pairs, lexicon, silent=silent)
        return
    first, last = clause.start + places[0][0][0], clause.start + places[-1][0][1]
    around = [
        one
        for one in read.figures
        if clause.start <= one.start < clause.end and not first <= one.start < last and not one.bracketed
    ]
    for number, (_, thing) in enumerate(places):
        start, stop = _span(clause, [place for place, _ in places], number)
        own = tuple(pair for pair in pairs if thing in (pair.one, pair.other))
        yield claimed(read, start, stop, own, lexicon, silent=silent, around=around)


def _span(clause: Clause, places: list[tuple[int, int]], number: int) -> tuple[int, int]:
    """The words of one of several listed names, from what joins it to the one before to what joins the next to it."""
    text = clause.phrase.text
    start = 0 if number == 0 else after_joint(text, places[number - 1][1], places[number][0])
    if number == len(places) - 1:
        return clause.start + start, clause.end
    return clause.start + start, clause.start + before_joint(text, places[number][1], places[number + 1][0])


def claimed(
    read: Marked, start: int, end: int, pairs: tuple[Pair, ...], lexicon: Lexicon, *, silent: bool = False,
    around: Iterable[Figure] = (),
) -> Claimed:  # fmt: skip
    """The claim that some words state some pairs."""
    things = tuple(things_of(thing for pair in pairs for thing in (pair.one, pair.other)))
    if denied_aside(read, start, end, lexicon):
        return Claimed(start, end, things=things, unread="what stands in brackets denies it")
    marks = marks_of(read, start, end)
    marks = replace(marks, figures=tuple(dict.fromkeys((*marks.figures, *around))))
    return Claimed(start, end, () if silent else pairs, pairs if silent else (), marks=marks, things=things)


def denied_aside(read: Marked, start: int, end: int, lexicon: Lexicon) -> bool:
    """Whether brackets in a claim deny it."""
    said = inside(read, start, end)
    return bool(said) and denies(tag(said, (), lexicon))


def marks_of(read: Marked, start: int, end: int) -> Marks:
    """The numbers, publications and citations between two places; a citation may follow right behind."""
    return Marks(
        tuple(one for one in read.figures if start <= one.start < end),
        tuple(paper for place, paper in read.papers if start <= place < end),
        tuple(number for place, number in read.cited if start <= place <= end + 2),
    )


def things_of(things: Iterable[Thing]) -> list[Thing]:
    """Things without repetition, in order."""
    return list(dict.fromkeys(things))


def before_joint(text: str, start: int, end: int) -> int:
    """The place behind one of several names and what belongs to it, before what joins the next one to it."""
    match = _JOINT.search(text, start, end)
    return match.start() if match is not None else end


def after_joint(text: str, start: int, end: int) -> int:
    """The place behind what joins a name to the one before it."""
    match = _JOINT.search(text, start, end)
    return match.end() if match is not None else end


def _place(phrase: Phrase, thing: Thing) -> tuple[int, int] | None:
    for name in phrase.names:
        if not {name.chosen.id, *name.chosen.ids}.isdisjoint(thing.ids):
            return name.start, name.end
    return None
