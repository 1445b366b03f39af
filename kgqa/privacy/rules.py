"""What a rule is, words that identify somebody with the exceptions that no pattern can tell, and what it finds."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

MONTHS = (
    "jan(?:uary|uar|vier)?|feb(?:ruary|ruar)?|f[ée]vrier|mar(?:ch|s|zo|ço)?|märz|apr(?:il|ile)?|avril|abril|may|mai|"
    "mayo|maggio|june?|juin|juni|junio|giugno|july?|juillet|juli|julio|luglio|aug(?:ust)?|août|agosto|"
    "sep(?:t|tember|tembre|tiembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|ottobre|nov(?:ember|embre|iembre)?|"
    "dec(?:ember)?|dez(?:ember)?|décembre|dicembre|diciembre|enero|gennaio|febrero|febbraio|janeiro|fevereiro|"
    "maio|junho|julho|setembro|outubro|novembro|dezembro"
)
"""Names of months in the languages of Western Europe, in lower case."""


def always(_: re.Match[str]) -> bool:
    """No exception."""
    return True


@dataclass(frozen=True, slots=True)
class Rule:
    """One way to write something that identifies a patient.

    Attributes:
        pattern: its group ``found`` is what identifies; the whole match where it has none.
        holds: whether a match is what it looks like.
    """

    kind: Kind
    pattern: re.Pattern[str]
    holds: Callable[[re.Match[str]], bool] = always


def rule(kind: Kind, pattern: str, holds: Callable[[re.Match[str]], bool] = always, *, cased: bool = False) -> Rule:
    """A rule whose pattern takes capital and small letters as one unless ``cased``."""
    return Rule(kind, re.compile(pattern, 0 if cased else re.IGNORECASE), holds)


Kind = Literal[
    "name", "date of birth", "date", "record number", "national number", "bank account or card", "phone number",
    "e-mail address", "postal address", "age", "ward or bed", "password or key",
]  # fmt: skip
"""What a found piece of text is, in the words of the page."""


@dataclass(frozen=True, slots=True)
class Identifier:
    """A piece of a text that looks like it identifies a patient.

    Attributes:
        text: the words as they stand.
        start, end: character offsets in the text, end exclusive.
    """

    kind: Kind
    text: str
    start: int
    end: int
