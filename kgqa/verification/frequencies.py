"""How often, as a text says it, held against what a record says: counts, per cent, ranges, the named frequencies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.wording import Frequency, read_frequency

Agreement = Literal["same", "other", "unknown"]
"""Whether a record has the value, another one in its place, or none that decides."""

_NUMBER = r"\d{1,3}(?:\.\d+)?"
_ABOUT = r"(?P<about>about|around|approximately|approx\.?|roughly|nearly|almost|some|ca\.?|~|≈)?\s*"
_WHOM = (
    r"(?:\s+(?:the\s+)?(?:(?:affected|examined|reported|described|recorded)\s+)?"
    r"(?:patients|people|individuals|persons|cases|subjects))"
)
_SPELLED = {word: number for word, number in vocabulary().numbers.items() if number >= 0}
_WHOLE = rf"(?:\d{{1,7}}|(?:{'|'.join(sorted(_SPELLED, key=len, reverse=True))})\b)"
_COUNTED = rf"(?P<some>{_WHOLE}|none\b)\s?(?:/|of|out\s+of)\s?(?:the\s+|all\s+)?(?P<of>{_WHOLE})(?![\d%]|\s?%)"
_SHARE = rf"(?P<low>{_NUMBER})\s?%?(?:\s?(?:[-–—]|to)\s?(?P<high>{_NUMBER}))?\s?(?:%|per\s?cent\b)"
_SAID = re.compile(rf"(?<![\w.:/-]){_ABOUT}(?:{_COUNTED}|{_SHARE})", re.IGNORECASE)
_BEFORE = re.compile(r"(?:\s*[,;:(])?(?:\s*\b(?:seen|found|present|reported|with\s+a\s+frequency\s+of|frequency))?"
                     r"(?:\s*\b(?:in|at|of))?\s*$", re.IGNORECASE)  # fmt: skip
_BEHIND = re.compile(rf"(?:\s+of\b)?{_WHOM}?\s*\)?(?=\s*(?:$|[.,;)]|(?:and|but|while)\b))", re.IGNORECASE)
_OF = re.compile(r"\s+of\b(?:\s+(?:the|all))?", re.IGNORECASE)
_BRACKETED = re.compile(r"\s*\((?P<term>[a-z]+(?:\s[a-z]+)?)(?:[,;:]?\s[^()]*)?\)", re.IGNORECASE)
_OFTEN = "often|frequently|commonly|typically|usually|generally|characteristically|regularly"
_SELDOM = "rarely|infrequently|uncommonly|occasionally|seldom"
_NOUN = r"(?=\s+(?:clinical\s+)?(?:features?|findings?|signs?|symptoms?|manifestations?)\b)"
_IN = r"(?=\s+(?:in|among)\b)"
_WORDS = tuple(
    (re.compile(words, re.IGNORECASE), low, high)
    for words, low, high in (
        (rf"\bvery\s+(?:{_OFTEN})\b|\bvery\s+(?:common|frequent)(?:{_NOUN}|{_IN})", 0.8, 1.0),
        (rf"\b(?:{_OFTEN})\b|\b(?:common|frequent|typical|usual|characteristic)(?:{_NOUN}|{_IN})", 0.3, 1.0),
        (rf"\b(?:{_SELDOM})\b|\b(?:rare|infrequent|uncommon|occasional)(?:{_NOUN}|{_IN})", 0.0, 0.3),
    )
)
"""Words for how often with what they mean at least: the bounds are those of the frequency terms of the Human Phenotype
Ontology (HP:0040279), frequent from 30 per cent, very frequent from 80."""
_NOT = re.compile(r"\b(?:not|never|n['’]t)\s+(?:an?\s+)?$", re.IGNORECASE)
_NEAR = 0.0001
_WITHIN_ABOUT = 0.05
"""How far a share that is said to be rounded may lie from the recorded one."""


@dataclass(frozen=True, slots=True)
class Value:
    """How often something is said to be so.

    Attributes:
        text: as it is said.
        start, end: of the words that only serve to say it, to be left out of the rest ("in 60 % of patients").
        own: end of its own words where those of whom it is told go on ("60 % of" before "people with X").
        low, high: a share of patients, 0 to 1.
        some, of: counted patients, or None.
        about: it is said to be rounded.
        decimals: places behind the point of a percentage.
        term: it is a named frequency and no number.
        word: it is a word for how often, which a record may bear out and never denies.
    """

    text: str
    start: int
    end: int
    own: tuple[int, int]
    low: float
    high: float
    some: int | None = None
    of: int | None = None
    about: bool = False
    decimals: int = 0
    term: bool = False
    word: bool = False


def values_in(text: str) -> list[Value]:
    """The counts, shares, bracketed frequency terms and words for how often of a text, in order; they do not
    overlap."""
    found = sorted((*_numbers(text), *_terms(text), *_words(text)), key=lambda one: (one.start, -one.end))
    apart: list[Value] = []
    for one in found:
        if not apart or one.start >= apart[-1].end:
            apart.append(one)
    return apart


def value_of(text: str) -> Value | None:
    """A value that stands by itself, as the field of a record does; None where it is none."""
    text = text.strip()
    found = [one for one in _numbers(text) if one.start <= 0 and one.end >= len(text)]
    if found:
        return found[0]
    term = read_frequency(text)
    if term.low is None or term.high is None:
        return None
    whole = (0, len(text))
    if term.patients is not None:
        return Value(text, *whole, whole, term.low, term.high, term.patients, term.examined)
    return Value(text, *whole, whole, term.low, term.high, term=True)


def agreement(said: Value, recorded: Frequency | None) -> Agreement:
    """Whether a recorded frequency is what is said."""
    if recorded is None or recorded.low is None or recorded.high is None:
        return "unknown"
    if said.word:
        within = said.low <= recorded.low + _NEAR and recorded.high <= said.high + _NEAR
        return "same" if within else "unknown"
    if said.term:
        if said.low <= recorded.low + _NEAR and recorded.high <= said.high + _NEAR:
            return "same"
        return "other" if recorded.high < said.low - _NEAR or recorded.low > said.high + _NEAR else "unknown"
    if said.some is not None and recorded.examined is not None:
        return "same" if (said.some, said.of) == (recorded.patients, recorded.examined) else "other"
    if said.low != said.high:
        if abs(said.low - recorded.low) <= 0.005 + _NEAR and abs(said.high - recorded.high) <= 0.005 + _NEAR:
            return "same"
        if recorded.low == recorded.high and said.low - _NEAR <= recorded.low <= said.high + _NEAR:
            return "same"
        return "other" if recorded.high < said.low or recorded.low > said.high else "unknown"
    if recorded.low != recorded.high:
        return "unknown" if recorded.low - _NEAR <= said.low <= recorded.high + _NEAR else "other"
    near = _WITHIN_ABOUT if said.about else 0.5 * 10.0 ** -(said.decimals + 2)
    return "same" if abs(said.low - recorded.low) <= near + _NEAR else "other"


def _numbers(text: str) -> Iterator[Value]:
    for match in _SAID.finditer(text):
        counted = match["some"] is not None
        some = of = 0
        if counted:
            some, of = _counted(match["some"]), _counted(match["of"])
            if not 0 < of >= some:
                continue
            low = high = some / of
        else:
            low = float(match["low"]) / 100
            high = float(match["high"]) / 100 if match["high"] else low
            if low > high or high > 1:
                continue
        before = _BEFORE.search(text, 0, match.start())
        behind = _BEHIND.match(text, match.end())
        of_whom = _OF.match(text, match.end())
        yield Value(
            match.group().strip(),
            before.start() if before is not None and behind is not None else match.start(),
            behind.end() if behind is not None else match.end(),
            (match.start(), of_whom.end() if of_whom is not None else match.end()),
            low,
            high,
            some if counted else None,
            of if counted else None,
            about=match["about"] is not None,
            decimals=0 if counted else len(match["low"].partition(".")[2]),
        )


def _counted(said: str) -> int:
    return int(said) if said.isdecimal() else 0 if said.lower() == "none" else _SPELLED[said.lower()]


def _words(text: str) -> Iterator[Value]:
    for pattern, low, high in _WORDS:
        for match in pattern.finditer(text):
            if _NOT.search(text, 0, match.start()) is None:
                yield Value(match.group(), *match.span(), match.span(), low, high, word=True)


def _terms(text: str) -> Iterator[Value]:
    for match in _BRACKETED.finditer(text):
        term = read_frequency(match["term"])
        if term.low is not None and term.high is not None and not term.text[:1].isdigit():
            yield Value(match["term"], *match.span(), match.span(), term.low, term.high, term=True)
