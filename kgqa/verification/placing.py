"""Where in a text each claim of a statement stands, and which numbers and citations belong to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.questions.intent import Pair, Thing
from kgqa.questions.lexicon import Lexicon
from kgqa.questions.tagging import tag
from kgqa.verification.asides import Marked, inside
from kgqa.verification.claimed import Claimed, Marks
from kgqa.verification.clauses import Clause
from kgqa.verification.figures import Figure
from kgqa.verification.phrase import Phrase
from kgqa.verification.reading import Stated, denies
from kgqa.verification.tidying import RESPECTIVELY

_PARTED = re.compile(r"[,;]|\b(?:and|or|but|while|whereas)\b", re.IGNORECASE)
"""Parts two members of a list."""
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
    turn = RESPECTIVELY.search(clause.phrase.plain) is not None
    unsure = Claimed(clause.start, clause.end, things=tuple(listed), unread="which belongs to which is not certain")
    if len(listed) < 2 or said.any_pair or len(places) < len(listed):
        yield unsure if turn else claimed(read, clause.start, clause.end, pairs, lexicon, silent=silent)
        return
    spans = [place for place, _ in places]
    shares, around = shared(read, clause, spans)
    if turn:
        mated = _in_turn(clause, pairs, ones, others)
        numeric = [one for one in read.figures if clause.start <= one.start < clause.end and not one.word]
        if mated is None and len(numeric) != len(places):
            yield unsure
            return
        pairs = pairs if mated is None else mated
        if mated is None:
            shares, around = [[one] for one in numeric], []
    for number, (_, thing) in enumerate(places):
        start, stop = span_of(clause, spans, number)
        behind = clause.start + spans[number - 1][1] if number else start
        start = min([start, *(one.start for one in shares[number] if one.start >= behind)])
        own = tuple(pair for pair in pairs if thing in (pair.one, pair.other))
        yield claimed(read, start, stop, own, lexicon, silent=silent, around=[*shares[number], *around], whole=not turn)


def shared(read: Marked, clause: Clause, places: list[tuple[int, int]]) -> tuple[list[list[Figure]], list[Figure]]:
    """The figures between listed names, for each name, and those around the list, which are of all of them.

    One that nothing but a joint parts from a name belongs to the name on its other side ("A, 60 % B"); it is also of
    the names behind that have none ("a third have A, 60 % B and C"). Else a word for how often belongs to the name
    behind it, a number to the one before it; where every other name has its own, the last one is of the last name
    alone.
    """
    shares: list[list[Figure]] = [[] for _ in places]
    around: list[Figure] = []
    inner: list[tuple[int, Figure]] = []
    for one in read.figures:
        place = one.start - clause.start
        if not clause.start <= one.start < clause.end:
            continue
        before = [number for number, (start, _) in enumerate(places) if start <= place]
        if not before or (before[-1] == len(places) - 1 and not one.bracketed):
            around.append(one)
        elif before[-1] < len(places) - 1:
            inner.append((before[-1], one))
    sides = [_side(clause, places, number, one) for number, one in inner]
    opened: set[int] = set()
    for (number, one), side in zip(inner, sides, strict=True):
        shares[number + (side if side is not None else int(one.word and not one.bracketed))].append(one)
        opened |= {number + 1} if side == 1 else set()
    first = [one for one in around if one.start - clause.start < places[0][0]]
    if opened and not all(one.word for one in first):
        around = [one for one in around if one not in first]
        shares[0] += first
        opened.add(0)
    for number in range(1, len(shares)):
        if number - 1 in opened and not shares[number]:
            shares[number] += shares[number - 1]
            opened.add(number)
    behind = [one for one in around if one.start - clause.start > places[-1][0] and (not one.word or 0 in sides)]
    if behind and all(any(not one.bracketed for one in share) for share in shares[:-1]):
        shares[-1] += behind
        around = [one for one in around if one not in behind]
    return shares, around


def _side(clause: Clause, places: list[tuple[int, int]], number: int, figure: Figure) -> int | None:
    """1 where a figure between two names is joined to the one behind it, 0 to the one before, None where to both."""
    text, start, end = clause.phrase.text, figure.start - clause.start, figure.end - clause.start
    before = _PARTED.search(text, places[number][1], start) is not None
    behind = _PARTED.search(text, end, places[number + 1][0]) is not None
    if figure.bracketed or before == behind:
        return None
    return 1 if before else 0


def _in_turn(
    clause: Clause, pairs: tuple[Pair, ...], ones: list[Thing], others: list[Thing]
) -> tuple[Pair, ...] | None:
    """The pairs of two lists that belong together in their order; None where there are no two lists of one length."""
    if len(ones) != len(others) or len(ones) < 2:
        return None
    by_place = {thing: _place(clause.phrase, thing) or (0, 0) for thing in (*ones, *others)}
    mates = set(zip(sorted(ones, key=by_place.__getitem__), sorted(others, key=by_place.__getitem__), strict=True))
    return tuple(pair for pair in pairs if (pair.one, pair.other) in mates)


def span_of(clause: Clause, places: list[tuple[int, int]], number: int) -> tuple[int, int]:
    """The words of one of several listed names, from what joins it to the one before to what joins the next to it."""
    text = clause.phrase.text
    start = 0 if number == 0 else after_joint(text, places[number - 1][1], places[number][0])
    if number == len(places) - 1:
        return clause.start + start, clause.end
    return clause.start + start, clause.start + before_joint(text, places[number][1], places[number + 1][0])


def claimed(
    read: Marked, start: int, end: int, pairs: tuple[Pair, ...], lexicon: Lexicon, *, silent: bool = False,
    around: Iterable[Figure] = (), whole: bool = True,
) -> Claimed:  # fmt: skip
    """The claim that some words state some pairs.

    Args:
        around: figures that are said of it beside those in its words.
        whole: the figures in its words are said of it.
    """
    things = tuple(things_of(thing for pair in pairs for thing in (pair.one, pair.other)))
    if denied_aside(read, start, end, lexicon):
        return Claimed(start, end, things=things, unread="what stands in brackets denies it")
    marks = marks_of(read, start, end)
    marks = replace(marks, figures=tuple(dict.fromkeys((*(marks.figures if whole else ()), *around))))
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
