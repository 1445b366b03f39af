"""Numbers and words for how often in a claim, as they stand in its words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.wording import read_frequency
from kgqa.schema.model import Schema
from kgqa.verification.amounts import amounts, shares

_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
_ABOUT = r"(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|ca\.?|~|≈)\s*"
_OF = r"(?:of|out of|in|from|/)"
_WHO = r"(?:\s+(?:(?:affected|examined|reported|described|all|the)\s+)*(?:patients|people|individuals|cases|subjects))"
_LEAD = (
    r"(?:\b(?:only|just|merely|all|a\s+total\s+of|in\s+as\s+many\s+as|as\s+many\s+as|as\s+few\s+as)\s+)?"
    r"(?:\b(?:with|at|has|having|have)\s+)?(?:\b(?:an?|the|reported|recorded|estimated)\s+)*"
    r"(?:\b(?:frequency|prevalence|rate|proportion)\s*(?:of|is|was|=|:)?\s*)?"
)
_FRACTION = re.compile(
    rf"{_LEAD}(?P<about>{_ABOUT})?(?P<some>\d{{1,7}})\s?(?:{_OF})\s?(?:the\s)?(?P<all>\d{{1,7}})(?![\d%]|\s?(?:%|per))"
    rf"{_WHO}?",
    re.IGNORECASE,
)
_OF_WHOM = re.compile(rf"\b(?:of|among|in)\s+(?:the\s+)?(?P<all>\d{{1,7}}){_WHO}", re.IGNORECASE)
_OF_THEM = re.compile(
    r"(?:[,;]|\band|\bwhile|\bbut)\s+(?:and\s+|only\s+|just\s+)*(?P<some>\d{1,7})(?=\s+(?:had|have|showed|presented|developed|were|"
    r"was|reported|experienced)\b)",
    re.IGNORECASE,
)
"""Counted patients whose whole stands first: "Of 58 patients with A, 45 had B and 12 had C"."""
_PERCENT = re.compile(
    rf"{_LEAD}(?P<about>{_ABOUT})?(?P<low>{_NUMBER})\s?%?(?:\s?(?:[-–—]|to)\s?(?P<high>{_NUMBER}))?\s?(?:%|per\s?cent\b)"
    rf"(?:\s+of{_WHO})?",
    re.IGNORECASE,
)
_PATIENTS = re.compile(rf"(?P<number>{_NUMBER}){_WHO}", re.IGNORECASE)
_PLAIN = re.compile(rf"(?<![\w.:/-])(?P<number>{_NUMBER})(?![\w:/-]|\.\d)")
_TERM = "very frequent|very rare|very common|obligate|excluded|occasional|frequent|common|uncommon|rare"
_TERMS = re.compile(
    r"\b(very frequent|very rare|obligate|excluded|occasional|frequent)"
    r"(?=\s*(?:[,;:.()\]|]|$|\s(?:\d|frequency|and\b|but\b|while\b)))",
    re.IGNORECASE,
)

_HIGH = frozenset(word for word in vocabulary().cues["often"] if word.endswith(("ly", "n")) and word != "common") | {
    "commonly", "frequently", "often", "regularly", "mostly", "generally", "predominantly", "mainly",
}  # fmt: skip
USUAL = (0.30, 1.0)
"""What "typical", "common" and "often" mean, which are also said where nobody counted."""
_NOT = (
    r"(?:(?:does|do|did|is|are|was|were|has|have|can|may|will)(?:\s+not|n['’]t)|not)\s+(?:(?:very|all\s+that|that)\s+)?"
)
_NOT_A = r"(?:not|never)\s+(?:an?\s+)?(?:(?:very|all\s+that|that|particularly|at\s+all)\s+)?"
_AS_FEATURE = r"(?=\s+(?:in|among|features?|findings?|signs?|symptoms?|manifestations?|and|but)\b|\s*(?:[.,;:]|$))"
_DEGREES = shares(
    (
        (rf"{_NOT}(?:always|invariably)", 0.0, 0.99),
        (rf"{_NOT}(?:often|frequently|commonly|usually|typically|generally|regularly|mostly)", 0.0, 0.30),
        (rf"{_NOT}(?:rarely|seldom|infrequently|uncommonly)", 0.05, 1.0),
        (rf"{_NOT_A}(?:rare|uncommon|infrequent|unusual|exceptional){_AS_FEATURE}", 0.05, 1.0),
        (rf"{_NOT_A}(?:common|frequent|typical|usual){_AS_FEATURE}", 0.0, 0.30),
        (r"(?:very|(?<!the )most) (?:often|frequently|commonly)", 0.8, 1.0),
        (r"(?:nearly|almost|virtually) (?:always|invariably)|in (?:nearly|almost) all (?:patients|cases)", 0.8, 1.0),
        (r"(?:very|extremely|only|quite) (?:rarely|seldom|infrequently|uncommonly)", 0.0, 0.05),
        (r"(?:un|not )(?:commonly|frequently)|infrequently|rarely|seldom|(?:only )?occasionally", 0.0, 0.30),
        (r"(?:very|extremely|exceedingly|vanishingly) rare(?=\s+(?:in|among)\b|\s*[:.,;]|\s*$)", 0.0, 0.05),
        (r"(?:rare|uncommon|infrequent|sometimes|occasionally|rarely)"
         r"(?=(?:\s+(?:features?|findings?|signs?|symptoms?))?\s*:)", 0.0, 0.30),
        (r"(?<=\()(?:rare|uncommon|infrequent|less (?:common|frequent|often))(?=\))", 0.0, 0.30),
        (r"(?<=\()(?:common|usual|typical)(?=\))", 0.30, 1.0),
        (r"(?:common|frequent|usual|typical)(?=(?:\s+(?:features?|findings?|signs?|symptoms?))?\s*:)", 0.30, 1.0),
        (r"always|invariably|in (?:all|every|each) (?:patients?|cases?|individuals?)", 1.0, 1.0),
        (r"in (?:most|the majority of) (?:patients|cases|individuals|people)", 0.5, 1.0),
        (r"in (?:a minority of|few) (?:patients|cases|individuals|people)", 0.0, 0.5),
        ("|".join(sorted(_HIGH)), 0.30, 1.0),
        (r"(?:rare|uncommon|infrequent|occasional)(?=\s+(?:feature|finding|sign|symptom|manifestation))", 0.0, 0.30),
        (r"(?:(?:only|just|rather|relatively|quite|comparatively)\s+)?(?:rare|uncommon|infrequent|occasional)"
         r"(?=\s+(?:in|among)\b)", 0.0, 0.30),
        (r"(?:(?<=\bis\s)|(?<=\bare\s)|(?<=\bwas\s))(?:(?:only|just|rather|relatively|quite|comparatively)\s+)?"
         r"(?:rare|uncommon|infrequent|occasional)(?=\s*(?:[.,;:]|$|and\b|but\b))", 0.0, 0.30),
        (r"(?:(?<=\bis\s)|(?<=\bare\s)|(?<=\bwas\s))(?:(?:rather|relatively|quite)\s+)?"
         r"(?:common|frequent|usual)(?=\s*(?:[.,;:]|$|and\b|but\b))", 0.30, 1.0),
        (r"very (?:common|frequent)(?=\s+(?:in|among)\b)", 0.8, 1.0),
        (r"(?:common|frequent|typical|usual)(?=\s+(?:in|among)\b)", 0.30, 1.0),
        (r"very (?:common|frequent)(?=\s+(?:feature|finding|sign|symptom|manifestation))", 0.8, 1.0),
        (r"(?:common|frequent|typical|usual)(?=\s+(?:feature|finding|sign|symptom|manifestation))", 0.30, 1.0),
    ),
    before=r"\b",
    behind=r"\b",
)  # fmt: skip
"""Words for how often, each with the shares of patients that it can mean, 0 to 1; the bounds are those of the
frequency terms of the Human Phenotype Ontology (HP:0040279): frequent from 30 per cent, very frequent from 80."""


_DENIED = re.compile(rf"{_NOT}|not\s", re.IGNORECASE)
_BEHIND_NOT = re.compile(r"(?:\b(?:not|never|cannot|nor)|n['’]t)\b[^.;]*+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number, a share, or a word for a share, in its place.

    Attributes:
        low, high: a share of patients, 0 to 1, both ends included.
        some, of: counted patients, or None.
        number: a plain number, or None.
        about: it is said to be rounded.
        decimals: how many places stand behind the point of a percentage.
        word: it is a word and no number.
        patients: the number is one of patients.
        field: what the number is said to be ("score"), lower case; empty where that is not said.
        bracketed: it stands in brackets, behind what it is said of.
        after_not: a "not" stands before it, which may deny it alone.
        bounds: the share lies anywhere between its ends ("more than half of the patients").
    """

    text: str
    start: int
    end: int
    low: float | None = None
    high: float | None = None
    some: int | None = None
    of: int | None = None
    number: float | None = None
    about: bool = False
    decimals: int = 0
    word: bool = False
    patients: bool = False
    field: str = ""
    bracketed: bool = False
    bounds: bool = False
    after_not: bool = False

    @property
    def denies(self) -> bool:
        """Whether it denies a share of patients ("not always"), which a record of none bears out too."""
        return self.word and _DENIED.match(self.text) is not None


def figures(text: str, fields: frozenset[str]) -> list[Figure]:
    """The numbers and words for how often in a text, in order, which do not overlap.

    Args:
        fields: what the fields of records are called, lower case; a number behind such a word is that field's.
    """
    found: list[Figure] = []
    taken = bytearray(len(text))
    for figure in _each(text, fields):
        if not any(taken[figure.start : figure.end]):
            taken[figure.start : figure.end] = b"\1" * (figure.end - figure.start)
            found.append(replace(figure, after_not=_BEHIND_NOT.search(text, 0, figure.start) is not None))
    return sorted(found, key=lambda one: one.start)


def is_degree(mention: str) -> bool:
    """Whether what looks like a name is a word for how often ("frequent"), which some graphs also have as things."""
    return re.fullmatch(_TERM, mention, re.IGNORECASE) is not None


def fields_of(schema: Schema) -> frozenset[str]:
    """What the fields of a graph's records are called, lower case; those that hold texts alone are left out."""
    numbered = (p for relation in schema.relations for p in relation.properties if p.type in ("INTEGER", "FLOAT"))
    return frozenset(word for one in numbered for word in called(one.name, one.words))


def called(name: str, words: Iterable[str]) -> Iterator[str]:
    yield name.lower()
    yield name.lower().replace("_", " ")
    yield from words


@lru_cache(maxsize=16)
def _labelled(fields: frozenset[str]) -> re.Pattern[str] | None:
    if not fields:
        return None
    named = "|".join(re.escape(one) for one in sorted(fields, key=lambda one: (-len(one), one)))
    return re.compile(
        rf"(?:\b(?:with|at|by|has|having)\s+)?(?:\b(?:an?|the)\s+)?\b(?P<field>{named})\s*(?:of|is|was|=|:)?\s*"
        rf"(?P<number>{_NUMBER})(?![\w:/-]|\s?%)",
        re.IGNORECASE,
    )


def _each(text: str, fields: frozenset[str]) -> Iterator[Figure]:
    for one in amounts(text):
        counted = one.of is not None
        yield Figure(
            text[one.start : one.end], one.start, one.end, one.low, one.high, one.some, one.of, bounds=not counted
        )
    if not any(map(str.isdigit, text)):
        yield from _worded(text)
        return
    labelled = _labelled(fields)
    for match in labelled.finditer(text) if labelled is not None else ():
        yield Figure(match.group(), *match.span(), number=_value(match["number"]), field=match["field"].lower())
    whole = _OF_WHOM.search(text)
    of = int(whole["all"]) if whole is not None else 0
    for match in _OF_THEM.finditer(text, whole.end()) if whole is not None else ():
        some = int(match["some"])
        if some <= of > 0:
            yield Figure(f"{some} of {of}", *match.span("some"), some / of, some / of, some, of)
    for match in _FRACTION.finditer(text):
        some, of = int(match["some"]), int(match["all"])
        if of:
            yield Figure(match.group(), *match.span(), some / of, some / of, some, of, about=bool(match["about"]))
    for match in _PERCENT.finditer(text):
        low = _value(match["low"])
        high = _value(match["high"]) if match["high"] else low
        decimals = len(match["low"].replace(",", ".").partition(".")[2])
        yield Figure(match.group(), *match.span(), low / 100, high / 100, about=bool(match["about"]), decimals=decimals)
    for match in _PATIENTS.finditer(text):
        yield Figure(match.group(), *match.span(), number=_value(match["number"]), patients=True)
    yield from _worded(text)
    for match in _PLAIN.finditer(text):
        yield Figure(match.group(), *match.span(), number=_value(match["number"]))


def _worded(text: str) -> Iterator[Figure]:
    for match in _TERMS.finditer(text):
        term = read_frequency(match.group())
        yield Figure(match.group(), *match.span(), term.low, term.high, word=True)
    for pattern, low, high in _DEGREES:
        for match in pattern.finditer(text):
            yield Figure(match.group(), *match.span(), low, high, word=True)


def _value(written: str) -> float:
    plain = re.sub(r",(?=\d{3}(?:\D|$))", "", written).replace(",", ".")
    return float(plain)
