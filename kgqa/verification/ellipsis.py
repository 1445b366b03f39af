"""Parts of a sentence that leave its verb out and share that of the part before: "A treats B, and C D", "as does E"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.questions.intent import Pair, Thing
from kgqa.records import Entity
from kgqa.verification.phrase import NAME, Phrase

_N = NAME
_LIST = rf"{_N}(?:{_N}|[\s,]|\b(?:and|or|nor|the|an?|both)\b)*"
_DO = r"(?:is|are|was|were|do|does|did|has|have|had|can)"
_WHILE = r"(?:\s*;\s*(?:and\s+|but\s+)?|,?\s+(?:but|while|whereas|whilst|and|yet)\s+)"
_AFTER = re.compile(
    rf"(?:,\s*)?(?:\s*\band\s+)?\b(?P<how>nor|neither|as|so)\s+{_DO}\s+(?P<names>{_LIST})\s*[.!]?\s*$"
    rf"|(?:{_WHILE}|\s*,\s+)(?:the\s+|an?\s+)?(?P<others>{_LIST}?)\s+(?:{_DO}|(?P<may>might|may))(?P<not>\s+not|n't|n’t)?(?P<too>\s+(?:too|as\s+well|also))?\s*[.!]?\s*$"
    rf"|{_WHILE}(?:the\s+|an?\s+)?(?P<more>{_LIST}?)\s+(?:too|as\s+well|likewise)\s*[.!]?\s*$",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    rf"(?:,?\s+(?P<other>rather\s+than|instead\s+of|as\s+opposed\s+to)|\s*,\s*(?:and\s+|but\s+)?(?:not|never)|\s+(?:and|but)\s+(?:not|never))\s+"
    rf"(?:(?:by|with|in|for|to|of|through|against)\s+)?(?:the\s+|an?\s+)?(?P<names>{_LIST})\s*[.!]?\s*$",
    re.IGNORECASE,
)
"""Ends with what it is not said of ("A is treated with B, not C"); of what it is only preferred to nothing is said."""
_GAP = re.compile(
    rf"(?:\s*[,;]\s*(?:and\s+|while\s+|whereas\s+|but\s+)?|\s+and\s+)(?:the\s+)?(?P<one>{_N}+)\s+"
    rf"(?:(?:for|in|by|of|to|with|on|against|from|the|as)\s+)*(?P<other>{_N}+)(?=\s*(?:[,.;]|$)|\s+and\s)",
    re.IGNORECASE,
)

_BREAK = re.compile(r";|,\s+(?:but|while|whereas|whilst|and|which)\s|\s(?:while|whereas|but)\s", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Elliptical:
    """A part of a sentence that is said of other things than the part before it.

    Attributes:
        start, end: offsets in the sentence.
        ones: what stands in the place of the subject.
        other: what stands in the place of the object; None where that stays.
        denied: whether it is denied; None where that stays as it is.
    """

    start: int
    end: int
    ones: tuple[Entity, ...]
    other: Entity | None = None
    denied: bool | None = None

    def pairs(self, before: Sequence[Pair]) -> tuple[Pair, ...]:
        """The pairs that it states in the place of those before; none where they do not fit."""
        found = []
        for entity in self.ones:
            one = thing(entity)
            for pair in before:
                turned = self._turned(pair, one)
                if turned is None:
                    return ()
                denied = pair.negated if self.denied is None else self.denied
                found.append(replace(turned, negated=denied))
        return tuple(dict.fromkeys(found))

    def _turned(self, pair: Pair, one: Thing) -> Pair | None:
        ends = pair.one.label, pair.other.label
        if ends[0] == ends[1]:
            return None
        other = thing(self.other) if self.other is not None else None
        if one.label == ends[0] and (other is None or other.label == ends[1]):
            return replace(pair, one=one, other=other or pair.other)
        if one.label == ends[1] and (other is None or other.label == ends[0]):
            return replace(pair, other=one, one=other or pair.one)
        return None


def elliptical(sentence: Phrase) -> tuple[int, list[Elliptical]]:
    """Where the whole statement ends that a sentence begins with, and the parts behind it that leave its verb out."""
    after = _AFTER.search(sentence.plain)
    if after is not None and sentence.plain[: after.start()].strip():
        group = "names" if after["names"] else "others" if after["others"] else "more"
        start, end = after.span(group)
        denied = True if after["not"] else False if group == "others" else None
        ones = _named(sentence, start, end)
        before = _named(sentence, 0, after.start())
        if after["may"] and after["not"]:
            return after.start(), [Elliptical(start, len(sentence.text), ())]
        if ones and before and {one.chosen.label for one in ones} <= {one.chosen.label for one in before}:
            return after.start(), [Elliptical(start, len(sentence.text), ones, denied=denied)]
    contrast = _CONTRAST.search(sentence.plain)
    if contrast is not None and len(_named(sentence, 0, contrast.start())) > 1:
        ones = () if contrast["other"] else _named(sentence, *contrast.span("names"))
        return contrast.start(), [Elliptical(contrast.start("names"), len(sentence.text), ones, denied=True)]
    gaps = list(_gaps(sentence))
    return (gaps[0][0], [one for _, one in gaps]) if gaps else (len(sentence.text), [])


def _gaps(sentence: Phrase) -> Iterator[tuple[int, Elliptical]]:
    place: int | None = None
    for match in _GAP.finditer(sentence.plain):
        if place is not None and match.start() != place:
            return
        before = (
            _named(sentence, 0, match.start())[-2:]
            if _BREAK.search(sentence.plain, 0, match.start())
            else _named(sentence, 0, match.start())
        )
        one, other = _named(sentence, *match.span("one")), _named(sentence, *match.span("other"))
        if len(one) != 1 or len(other) != 1 or (place is None and not _fits(before, one[0], other[0])):
            if place is None:
                continue
            return
        place = match.end()
        yield match.start(), Elliptical(match.start("one"), match.end("other"), one, other[0])


def _fits(before: Sequence[Entity], one: Entity, other: Entity) -> bool:
    """Whether the two names before are of the kinds of these, in this order."""
    kinds = [name.chosen.label for name in before]
    return kinds == [one.chosen.label, other.chosen.label] and kinds[0] != kinds[1]


def _named(sentence: Phrase, start: int, end: int) -> tuple[Entity, ...]:
    return tuple(name for name in sentence.names if start <= name.start and name.end <= end)


def thing(entity: Entity) -> Thing:
    """The thing that a name stands for."""
    chosen = entity.chosen
    return Thing(chosen.name, chosen.label, chosen.ids or (chosen.id,))
