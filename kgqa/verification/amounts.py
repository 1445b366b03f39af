"""Shares of patients in words and with bounds: "one in four", "more than half of the patients", "over 80 %"."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.language.vocabulary import vocabulary

_COUNTS = {"a": 1, "an": 1, **{word: number for word, number in vocabulary().numbers.items() if 0 < number <= 20}}
_PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_COUNT = "|".join(_COUNTS)
WHOM = (
    r"(?:(?:affected|examined|reported|described|recorded|known|all|the|these|those|such|of|its|their)\s+)*"
    r"(?:patients?|people|persons?|individuals?|cases?|subjects?|child(?:ren)?|infants?|newborns?|adults?|carriers|"
    r"affected|them|those|whom)\b(?:\s+(?:examined|studied|described|reported|tested|assessed|evaluated)\b)?"
)
"""Those of whom a share is told."""
_HAD = r"(?=\s+(?:had|have|show|showed|develop|developed|present|presented|exhibit|exhibited)\b)"
_ABOUT = r"about|around|approximately|approx\.?|roughly|some|ca\.?|~|≈|close\s+to"
_OVER = r"more\s+than|over|at\s+least|upwards\s+of|greater\s+than|above|well\s+over|no\s+(?:fewer|less)\s+than|>|≥"
_UNDER = r"(?:less|fewer)\s+than|under|below|up\s+to|at\s+most|no\s+more\s+than|nearly|almost|<|≤"
_BOUND = (
    rf"(?:\b(?:only|just)\s+)?(?:(?:\b|(?=[~≈<>≤≥]))(?:(?P<about>{_ABOUT})|(?P<over>{_OVER})|(?P<under>{_UNDER}))\s*)?"
)
_SPELLED = re.compile(
    rf"{_BOUND}(?:\b(?P<some>{_COUNT})\s+(?:in|out\s+of|of)\s+(?:every\s+|the\s+)?(?P<all>{_COUNT})"
    rf"|\b(?:(?P<times>{_COUNT})[\s-]+)?(?P<part>half|third|quarter|fifth|sixth|eighth|tenth)s?)(?:\s+{WHOM}|{_HAD})",
    re.IGNORECASE,
)
_BOUNDED = re.compile(rf"{_BOUND}(?P<share>\d{{1,3}}(?:[.,]\d+)?)\s?(?:%|per\s?cent\b)(?:\s+{WHOM})?", re.IGNORECASE)
_NEARLY = r"(?:nearly|almost|virtually|practically)\s+"
_EVERYONE = r"(?:every(?:one|body)|every\s+(?:single\s+)?one)\b(?!\s+of\b)"
_ALONE = r"(?=\s*(?:[.,;)]|$)|\s+(?:and|but)\b)"
"""Behind a word for a share that has no noun ("in half, and B in all")."""


def shares(
    rows: Iterable[tuple[str, float, float]], before: str = "", behind: str = ""
) -> tuple[tuple[re.Pattern[str], float, float], ...]:
    """Words for a share with its least and most: each pattern with what stands before and behind it, compiled."""
    compiled = ((re.compile(rf"{before}(?:{words}){behind}", re.IGNORECASE), low, high) for words, low, high in rows)
    return tuple(compiled)


_QUANTIFIERS = (
    *shares(
        (
            (r"(?:nearly|almost|virtually|practically)\s+(?:all|every|each)", 0.8, 1.0),
            (r"(?:the\s+(?:vast|great|overwhelming)\s+majority)", 0.8, 1.0),
            (r"(?:the|a)\s+majority|most", 0.5, 1.0),
            (r"(?:the\s+|a\s+)?(?:small\s+|tiny\s+)?minority|(?:only\s+)?(?:a\s+)?few|(?:a\s+)?small\s+(?:number|proportion)",
             0.0, 0.5),
            (r"many|(?:a\s+)?(?:large|high|substantial|considerable|significant)\s+(?:number|proportion|share|fraction)",
             0.2, 1.0),
            (r"(?<!not\s)(?:all|every|each)(?:\s+(?:single\s+)?one(?:\s+of))?(?:\s+(?:the\s+)?\d{1,7})?", 1.0, 1.0),
        ),
        before=r"\b",
        behind=rf"(?:\s+{WHOM}|{_HAD})",
    ),
    *shares(
        (
            (rf"\b{_NEARLY}{_EVERYONE}", 0.8, 1.0),
            (rf"(?<!not\s)(?<!not in\s)\b{_EVERYONE}", 1.0, 1.0),
            (r"\b(?:no\s?one|nobody)\b(?=\s+(?:with|had|has|showed|shows|in)\b)", 0.0, 0.0),
            (rf"(?<=\bin\s){_NEARLY}all{_ALONE}", 0.8, 1.0),
            (rf"(?<!not\sin\s)(?<=\bin\s)all{_ALONE}", 1.0, 1.0),
            (rf"(?<=\bin\s)(?:most|the\s+majority){_ALONE}", 0.5, 1.0),
            (rf"(?<=\bin\s)half{_ALONE}", 0.45, 0.55),
        )
    ),
)  # fmt: skip
_NONE = re.compile(
    rf"\bnone\s+of\s+(?:the\s+)?(?:(?P<all>\d{{1,7}}|{_COUNT})\s+)?{WHOM}"
    rf"|\bnot\s+(?:a\s+single|one)\s+(?:of\s+(?:the\s+)?(?P<those>\d{{1,7}}|{_COUNT})\s+)?{WHOM}",
    re.IGNORECASE,
)
_SINGLE = re.compile(
    rf"\b(?:only\s+|just\s+)?(?:a\s+single|one)\s+(?:patient|individual|case|person)\s+(?:out\s+)?of\s+(?P<all>\d{{1,7}})"
    rf"(?:\s+{WHOM})?",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<!every\s)(?<!single\s)\b(?:only\s+|just\s+)?(?P<some>(?!an?\b)(?:{_COUNT}))\s+(?:out\s+of|of|in)\s+(?:the\s+)?(?P<all>\d{{1,7}})(?![\d%])"
    rf"(?:\s+{WHOM})?",
    re.IGNORECASE,
)
_NEAR = 0.05
_ABOUT_NEAR = 0.1


@dataclass(frozen=True, slots=True)
class Amount:
    """A share of patients in its place.

    Attributes:
        low, high: 0 to 1, both ends included.
        some, of: counted patients, or None.
    """

    start: int
    end: int
    low: float
    high: float
    some: int | None = None
    of: int | None = None


def amounts(text: str) -> Iterator[Amount]:
    """The shares of patients that a text tells in words or with a bound."""
    for match in _NONE.finditer(text):
        of = _number(match["all"] or match["those"])
        yield Amount(*match.span(), 0.0, 0.0, 0 if of else None, of)
    for match in _SINGLE.finditer(text):
        of = int(match["all"])
        if of:
            yield Amount(*match.span(), 1 / of, 1 / of, 1, of)
    for match in _COUNTED.finditer(text):
        some, of = _COUNTS[match["some"].lower()], int(match["all"])
        if of:
            yield Amount(*match.span(), some / of, some / of, some, of)
    for match in _SPELLED.finditer(text):
        yield Amount(*match.span(), *_range(match, _share(match)))
    for match in _BOUNDED.finditer(text):
        share = float(match["share"].replace(",", ".")) / 100
        if (match["over"] or match["under"]) and share <= 1:
            yield Amount(*match.span(), *_range(match, share))
    for pattern, low, high in _QUANTIFIERS:
        for match in pattern.finditer(text):
            yield Amount(*match.span(), low, high)


def _share(match: re.Match[str]) -> float:
    if match["some"]:
        return min(1.0, _COUNTS[match["some"].lower()] / _COUNTS[match["all"].lower()])
    times = _COUNTS[match["times"].lower()] if match["times"] else 1
    return min(1.0, times / _PARTS[match["part"].lower()])


def _range(match: re.Match[str], share: float) -> tuple[float, float]:
    if match["over"]:
        return share, 1.0
    under = (match["under"] or "").lower()
    if under in ("nearly", "almost"):
        return max(0.0, share - _ABOUT_NEAR), share
    if under:
        return 0.0, share
    near = _ABOUT_NEAR if match["about"] else _NEAR
    return max(0.0, share - near), min(1.0, share + near)


def _number(said: str | None) -> int | None:
    if said is None:
        return None
    return int(said) if said.isdecimal() else _COUNTS[said.lower()]
