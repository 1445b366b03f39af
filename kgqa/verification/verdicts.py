"""The verdict on a claim and on its parts, and how one follows from the others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgqa.questions.wording import listed
from kgqa.records import Candidate, ClaimVerdict, Triple

_MOST_NAMED = 6


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a claim or a part of it, the numbers of the records that speak, and why, a part of a sentence.

    Attributes:
        said: the link that is supported, in words.
        computed: a query computed it, so that no single record says it.
    """

    verdict: ClaimVerdict
    numbers: tuple[int, ...] = ()
    reason: str = ""
    said: str = ""
    computed: bool = False


def with_cited(judged: Judged, cited: Sequence[int]) -> Judged:
    """The verdict, with a word where a supported claim cites other records than those that say it."""
    wrong = [str(number) for number in dict.fromkeys(cited) if number not in judged.numbers]
    if judged.verdict != "supported" or not wrong:
        return judged
    return replace(judged, reason=in_one([judged.reason, f"record {listed(wrong)} is cited but does not say it"]))


def together(parts: Sequence[Judged]) -> Judged:
    """The verdict on a claim by those on its parts: one that is contradicted decides, then one that is not recorded."""
    against = [part for part in parts if part.verdict == "contradicted"]
    if against:
        return Judged("contradicted", numbers_in(against), in_one(part.reason for part in against))
    silent = [part for part in parts if part.verdict != "supported"]
    if silent:
        held = [f"recorded is that {part.said}" for part in parts if part.verdict == "supported" and part.said]
        return Judged("not_in_graph", (), in_one([*(part.reason for part in silent), *held]))
    numbers = numbers_in(parts)
    if not numbers and not any(part.computed for part in parts):
        return Judged("not_in_graph", (), "no record says it")
    return Judged("supported", numbers, in_one(part.reason for part in parts))


def numbers_in(parts: Iterable[Judged]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(number for part in parts for number in part.numbers))


def in_one(reasons: Iterable[str]) -> str:
    return "; ".join(dict.fromkeys(reason for reason in reasons if reason))


def numbers_of(triples: Iterable[Triple]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(triple.number for triple in triples))


def named_some(members: Iterable[Candidate]) -> str:
    names = list(dict.fromkeys(member.name for member in members))
    rest = len(names) - _MOST_NAMED
    return listed(names) if rest <= 0 else f"{', '.join(names[:_MOST_NAMED])} and {rest} more"


def said_of(triple: Triple) -> str:
    return f"{triple.subject.name} {triple.phrase} {triple.object.name}"


def cites(triple: Triple, paper: str) -> bool:
    """Whether a record names a paper, by its whole number or DOI."""
    held = [*triple.sources, *(str(value) for value in triple.properties.values())]
    if paper.isdigit():
        return any(paper in re.findall(r"\d+", text) for text in held)
    return any(paper.casefold() in text.casefold() for text in held)
