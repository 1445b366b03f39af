"""The verdict on a claim, and which of several readings of it decides."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from kgqa.questions.intent import Pair
from kgqa.questions.wording import listed
from kgqa.records import ClaimVerdict, Triple

_FIRST: tuple[ClaimVerdict, ...] = ("supported", "contradicted", "not_recorded", "not_checked")
"""A reading that the records support is what a reader takes the words for."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The verdict on a claim, the numbers of the records that speak, and why, a part of a sentence."""

    verdict: ClaimVerdict
    numbers: tuple[int, ...] = ()
    reason: str = ""


def best_of(judged: Sequence[tuple[Judged, Pair]]) -> tuple[Judged, Pair]:
    """Of several readings of the same words the one that decides: what is recorded of is what is meant."""
    return min(judged, key=lambda one: _FIRST.index(one[0].verdict))


def with_cited(judged: Judged, cited: Sequence[int]) -> Judged:
    """The verdict, with a word where a supported claim cites other records than those that say it."""
    wrong = [str(number) for number in dict.fromkeys(cited) if number not in judged.numbers]
    if judged.verdict != "supported" or not wrong:
        return judged
    verbs = ("is", "does") if len(wrong) == 1 else ("are", "do")
    said = f"{'record' if len(wrong) == 1 else 'records'} {listed(wrong)} {verbs[0]} cited but {verbs[1]} not say it"
    return replace(judged, reason="; ".join(one for one in (judged.reason, said) if one))


def numbers_of(triples: Iterable[Triple]) -> tuple[int, ...]:
    return tuple(dict.fromkeys(triple.number for triple in triples))
