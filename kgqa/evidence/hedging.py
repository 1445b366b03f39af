"""How far the verb of a sentence may go by the evidence of the records behind it.

A record that no person judged reports a link; it does not show it. A record of a trial or an experiment tells that a
treatment was studied, not that it works. The verb says no more than that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from kgqa.evidence.codes import WEAK, Tier, is_early
from kgqa.evidence.fields import each, names, relation_of
from kgqa.evidence.strength import tier
from kgqa.questions.wording import Hedge, is_restrained, listed
from kgqa.records import Triple
from kgqa.schema.model import Schema

_ORDER: tuple[Hedge, ...] = ("studied", "computed", "inferred", "text-mined")
_ONLY_STUDIED: frozenset[Tier | None] = frozenset({"trial", "experimental"})
_TREATS = re.compile(
    r"\b(treat|prevent|cure|heal|reliev|palliat|alleviat|ameliorat|remed|therap|indicated for|protects? against)",
    re.IGNORECASE,
)
_ALONE: Mapping[Hedge, str] = {
    "studied": "trials or experiments",
    "computed": "computation",
    "inferred": "automatic inference",
    "text-mined": "text mining",
}


def claims_effect(phrase: str) -> bool:
    """Whether a verb phrase says that something works in patients ("treats", "is prevented by")."""
    return _TREATS.search(phrase) is not None and not is_restrained(phrase)


def hedge(triple: Triple, schema: Schema) -> Hedge | None:
    """What may be said of one record in place of its verb; None where the verb may stand, as it may in a denial."""
    relation = relation_of(triple, schema)
    if triple.against or (relation is not None and relation.hierarchical):
        return None
    found = tier(triple, schema)
    if found in WEAK:
        return next(one for one in _ORDER if one == found)
    if claims_effect(triple.phrase) and (found in _ONLY_STUDIED or _is_under_study(triple, schema)):
        return "studied"
    return None


def restriction(found: Hedge | None) -> str:
    """What a record rests on that lets its verb say less ("text mining"); empty where nothing does."""
    return _ALONE.get(found, "") if found is not None else ""


def strongest(hedges: Iterable[Hedge | None]) -> Hedge | None:
    """Of what records or ways allow the most that may be said; None of none."""
    return min(hedges, key=_rank, default=None)


def weakest(hedges: Iterable[Hedge | None]) -> Hedge | None:
    """Of what steps allow the least that may be said; None of none."""
    return max(hedges, key=_rank, default=None)


def together(hedges: Sequence[Hedge | None], phrase: str, *, whole: bool = True) -> Hedge | None:
    """What may be said of several things in one verb.

    Args:
        hedges: what may be said of each.
        whole: all of them are known, and their links are of one kind.
    """
    told = set(hedges)
    if not told - {None}:
        return None
    if whole and len(told) == 1:
        return next(iter(told))
    return "recorded" if claims_effect(phrase) or None not in told else None


def counted(hedges: Sequence[Hedge | None], noun: Callable[[int], str], *, links: bool = False) -> str:
    """How many of some things rest on what lets a verb say less; empty where none does.

    Args:
        noun: what so many of the things are called.
        links: each has several links, of which the weakest counts.
    """
    found = Counter(one for one in hedges if one is not None)
    if not found:
        return ""
    end = " alone for at least one link" if links else " alone"
    told = [(found[one], f"on {_ALONE[one]}{end}") for one in _ORDER if found[one]]
    if len(hedges) == 1:
        return f"The {noun(1)} rests {told[0][1]}."
    verb = "rests" if told[0][0] == 1 else "rest"
    first = f"{told[0][0]:,} {verb} {told[0][1]}"
    return f"Of these {len(hedges):,} {noun(2)}, {listed([first, *(f'{number:,} {on}' for number, on in told[1:])])}."


def _is_under_study(triple: Triple, schema: Schema) -> bool:
    """Whether every field that tells how far a treatment has come says that it is not there yet."""
    evidence = set(names(triple, schema, "evidence"))
    told = [
        early
        for name, value in triple.properties.items()
        for one in each(value)
        if (early := is_early(name, one, evidence=name in evidence)) is not None
    ]
    return bool(told) and all(told)


def _rank(hedge: Hedge | None) -> int:
    return -1 if hedge is None else _ORDER.index(hedge)
