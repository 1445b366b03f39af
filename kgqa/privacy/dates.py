"""Dates and ages of a person. A year alone, an age of onset or the date of a release is nobody's."""

from __future__ import annotations

import re

from kgqa.language.quantities import age_units
from kgqa.privacy.rules import MONTHS, Rule, rule

_YEAR = r"(?:1[89]|20)\d{2}"
_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_MONTH = r"(?:0?[1-9]|1[0-2])"
_DATE = (
    rf"(?:{_YEAR}[-/.]{_MONTH}[-/.]{_DAY}|{_DAY}\s?[-/.]\s?{_MONTH}\s?[-/.]\s?(?:{_YEAR}|\d{{2}})|"
    rf"{_MONTH}/{_DAY}/(?:{_YEAR}|\d{{2}})|"
    rf"{_DAY}(?:st|nd|rd|th|\.|er)?[\s-](?:of |de )?(?:{MONTHS})\.?(?:,? (?:de )?|-){_YEAR}|"
    rf"(?:{MONTHS})\.? {_DAY}(?:st|nd|rd|th)?,? {_YEAR}|{_YEAR}\s?年\s?{_MONTH}\s?月\s?{_DAY}\s?日)"
)
_BORN = (
    r"born|birth ?date|date of birth|birthday|d\.?o\.?b\.?|née? le|date de naissance|geboren(?: am)?|"
    r"geb\.|geburtsdatum|nacid[oa](?: el)?|"
    r"fecha de nacimiento|nat[oa](?: il)?|data di nascita|nascid[oa](?: em)?|data de nascimento|"
    r"geboortedatum|出生(?:日期)?|生年月日|дата рождения"
)
_HAPPENED = (
    r"admitted|admission|discharged|seen|operated|surgery|diagnosed|died|death|presented|visit(?:ed)?|consulted|"
    r"hospitali[sz]ed|transferred|appointment"
)
_RELEASE = re.compile(
    r"(?:version|release|released|releases|build|edition|dataset|data ?base|annotations?|updated?|published|accessed|"
    r"retrieved|downloaded|approved|snapshot|as of|hpoa?|ontology|graph|v\.?)\W{0,3}(?:on |of |from |dated |the )*\Z|"
    r"\b(?:versions?|releases?|builds?|snapshots?)\b[^.?!]{0,50}\Z",
    re.IGNORECASE,
)
_GROUP = re.compile(
    r"(?:under|over|below|above|before|after|until|by|than|least|most|to|and|between|than age|up to|within|from|"
    r"onset at|onset|onset of|[<>≤≥=~])(?: the)?(?: age)?(?: of)?\s?\Z|\d\s?[-–]\s?\Z",
    re.IGNORECASE,
)
_RANGE = re.compile(
    r"\s?(?:-|–|to|and|or)\s?(?:over|older|above|more|\d)|\s?\+|s\b|\s(?:onset|survival|risk)\b", re.IGNORECASE
)
_UNITS = rf"(?:{age_units()}|mos?|wks?)"


def _is_of_person(match: re.Match[str]) -> bool:
    """Whether a date is no date of a release of data."""
    return _RELEASE.search(match.string[max(0, match.start() - 60) : match.start()]) is None


def _is_of_one(match: re.Match[str]) -> bool:
    """Whether an age is that of one person, not the bound of a group: "under 5 years old", "54-year-olds"."""
    before = match.string[max(0, match.start() - 40) : match.start()]
    return _GROUP.search(before) is None and _RANGE.match(match.string[match.end() :]) is None


RULES: tuple[Rule, ...] = (
    rule("date of birth", rf"(?<!\w)(?:{_BORN})\s{{0,2}}(?:[:=]|is\b|was\b|on\b|in\b)?\s{{0,2}}(?:the )?{_DATE}(?!\w)"),
    rule("date of birth", rf"(?<!\w)(?:{_BORN})\s?(?:[:=]|in|im|en|nel)?\s?(?:(?:{MONTHS}),? )?{_YEAR}(?![\w-])"),
    rule("date", rf"(?<![\w:./-]){_DATE}(?![\w/-]|\.\d)", _is_of_person),
    rule(
        "date",
        rf"\b(?:{_HAPPENED})\s(?:on|in|since)\s(?P<found>(?:the )?(?:{_DAY}(?:st|nd|rd|th)?\s)?(?:of )?(?:{MONTHS})"
        rf"(?:\s{_DAY}(?:st|nd|rd|th)?\b)?(?:,?\s{_YEAR})?)(?!\w)",
    ),
    rule("age", rf"(?<![\w.:-])\d{{1,3}}[- ]?{_UNITS}[- ]?old(?!\w)", _is_of_one),
    rule("age", r"(?<![\w.:-])\d{1,3} ?(?:y/o|y\.o\.?|yo|yrs? old)(?!\w)", _is_of_one),
    rule(
        "age",
        rf"\baged \d{{1,3}}(?! ?(?:%|mg|-|–|to |(?:and|or) (?:\d|over|older|above)|"
        rf"{_UNITS} (?:and|or) (?:\d|over|older|above)))(?: {_UNITS})?\b",
    ),
    rule("age", r"(?:^|[,;(.]\s?)(?P<found>age:? ?\d{1,3})(?=\s?(?:[,;:).]|$|years\b))"),
    rule(
        "age",
        r"(?<![\w.:-])\d{1,3} ?(?:[MFWH]|male|female)(?=,? (?:with|who|pt|patient|presenting|and)\b|,)",
        cased=True,
    ),
    rule(
        "age",
        r"(?<![\w.:-])\d{1,3}(?:[- ]?jährige[rnsm]?|[- ]?Jahre? alt| ans(?= (?:avec|atteint|présent|qui)|,|$)|"
        r" años(?: de edad)?| anni(?= (?:con|di età)|,|$)| anos(?: de idade)|[- ]jarige| ?лет| ?岁| ?歳)",
        _is_of_one,
    ),
)
