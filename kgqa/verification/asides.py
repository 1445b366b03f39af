"""A sentence with its numbers, citations and brackets taken out of it, each kept with its place."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from kgqa.records import Entity
from kgqa.verification.figures import Figure, figures, is_degree
from kgqa.verification.headings import HEADING_WORDS
from kgqa.verification.masking import masked
from kgqa.verification.naming import Names, is_sure
from kgqa.verification.phrase import NAME, Phrase, names_only

_BRACKETS = re.compile(r"\(([^()]*)\)|（([^（）]*)）")
_IDENTIFIER = re.compile(
    r"\b(?:[A-Za-z][A-Za-z0-9]{1,15}:[A-Za-z]{0,6}\d[\w.-]*"
    r"|(?:OMIM|MIM|ORPHA|HP|MONDO|HGNC|UMLS|DOID|MESH)[ #]{1,2}\d+)"
)
_SHORT = re.compile(r"[A-Z][A-Za-z0-9-]{1,9}")
_EMPTY = re.compile(
    r"(?:\b(?:frequency|prevalence|of|in|patients?|individuals?|cases?|n|see|refs?|reference|evidence|source|sources|"
    r"record|also|known|as|called|or|aka|formerly|a\.k\.a|abbreviated)\b|[\s,;:=.#/–—-])*",
    re.IGNORECASE,
)
_GLOSSED = re.compile(
    rf"(?:^\s*|\b(?P<verb>(?:(?:can|may|might|could|often|also|tend\s+to)\s+)*"
    rf"(?:lose|loses|become|becomes|get|gets|feel|feels|grow|grows|smell|smells|"
    rf"look|looks|walk|walks|talk|breathe|breathes|bleed|bleeds|tire|tires|bruise|bruises|struggle|struggles|vomit|itch|sweat|drool|sleep|"
    rf"see|hear|move|learn|eat|swallow)\b)|(?<=[{NAME} )])"
    rf"(?:[,;]\s*(?:(?:and|or|as\s+well\s+as)\s+)?|\s+(?:and|or|as\s+well\s+as)\s+)(?:an?\s+|the\s+)?"
    rf"|\b(?:has|have|with|shows?|include|includes|including|cause|causes|develops?)\s+(?:an?\s+|the\s+|some\s+)?)"
    rf"(?P<said>(?:(?<!\w)[a-z][a-z'’/-]*\s+){{0,5}})\s*\((?P<term>[^()]*{NAME}[^()]*)\)",
    re.IGNORECASE,
)
"""Plain words for a thing with the term for it in brackets behind them, and the verb by which one has it."""
SPARED = (
    r"(?:spare[sd]?|sparing|avoid\w*|prevent\w*|protect\w*|preserv\w*|lack\w*|absen\w*|exclu\w*|normal\w*|retain\w*|keep\w*|kept|"
    r"escape\w*|intact|unaffected|untouched|"
    r"mimic\w*|improv\w*|cure\w*|reliev\w*|resolv\w*|rule[sd]?\s+out)"
)
"""Words by which a part of a body has nothing of what is named behind it."""
_NO_GLOSS = re.compile(
    r"^\s*[a-z-]+(?:s|ed)\s+(?:the|an?|their|its|his|her)\b|\b(?:not?|never|none|nor|neither|without|un\w+|non\w*|less|least|few\w*|more|only|"
    rf"{SPARED}|treat\w*|therap\w*|recover\w*|free|"
    r"rare\w*|hardly|barely|seldom|unlike|instead|rather|than|"
    r"except|but|if|when|unless|risk|fear|mother|father|parents?|brothers?|sisters?|mice|mouse|dogs?|reduc\w*|lower\w*|decreas\w*|"
    r"history|famil\w+|suspect\w*|possible|mimic\w*|drugs?|gene|patients?|individuals?|people|those|form|type|disease|disorder|"
    r"syndrome|condition|one|two|three|four|five|several|both|these|other|such|compounds|genes|diseases|features|findings|signs|"
    r"symptoms|problems|anomalies|abnormalities|(?:dis)?similar|like|may|might|can|could|be|is|are|was|were|has|have|had)\b|n['’]t\b",
    re.IGNORECASE,
)
"""Words by which what stands before the brackets is something else than the term in them."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence of the same length, with blanks for what was taken out.

    Attributes:
        text: the sentence as it was.
        cited: numbers of evidence with their places.
        papers: publications with their places.
        asides: what stands in brackets and could not be held against anything: start, end and why.
        bracketed: those of them that only list names, behind a word that is no name, by their starts.
    """

    text: str
    phrase: Phrase
    figures: tuple[Figure, ...]
    cited: tuple[tuple[int, int], ...]
    papers: tuple[tuple[int, str], ...]
    asides: tuple[tuple[int, int, str], ...]
    bracketed: tuple[tuple[int, Phrase], ...] = ()


def marked(text: str, names: Names, fields: frozenset[str]) -> Marked:
    """A sentence with its names, its numbers and what stands in its brackets."""
    clean = masked(text)
    linked = (name for name in names.link(clean.text) if not is_degree(name.mention))
    phrase = Phrase(clean.text, tuple(linked))
    phrase = _with_terms(phrase)
    brackets = [match.span() for match in _BRACKETS.finditer(phrase.plain)]
    found = [
        _in_brackets(one, any(start < one.start < end for start, end in brackets))
        for one in figures(phrase.plain, fields)
    ]
    phrase = replace(phrase, names=tuple(_without_share(name, found) for name in phrase.names))
    rest = blanked(phrase, [(one.start, one.end) for one in found])
    inner = {start: rest.cut(start + 1, end - 1) for start, end in brackets if not _named_before(rest, start)}
    listed = tuple((start, one) for start, one in inner.items() if names_only(one))
    asides = [aside for start, end in brackets if (aside := _aside(rest, start, end))]
    unknown = [
        (match.start(), match.end(), f"“{match.group()}” is no identifier of this graph")
        for match in _IDENTIFIER.finditer(rest.plain)
        if NAME not in match.group() and not any(start <= match.start() < end for start, end in brackets)
    ]
    rest = blanked(rest, [*brackets, *((start, end) for start, end, _ in unknown)])
    return Marked(text, rest, tuple(found), clean.cited, clean.papers, (*asides, *unknown), listed)


def _with_terms(phrase: Phrase) -> Phrase:
    """A sentence with the terms in its brackets in the place of the plain words before them ("weak muscles (A)")."""
    for match in _GLOSSED.finditer(phrase.plain):
        inner = phrase.cut(*match.span("term"))
        if (
            not (match["verb"] or match["said"].strip())
            or not names_only(inner)
            or _NO_GLOSS.search(match["said"]) is not None
        ):
            continue
        if HEADING_WORDS.issuperset(match["said"].lower().replace("the ", "").split()) and not match["verb"]:
            continue  # the part of a body in which it is
        # A verb says that they have it, in plain words.
        start, verb = (match.start("verb"), "have ") if match["verb"] else (match.start("said"), "")
        put = verb.ljust(match.start("term") - start)
        if len(put) > match.start("term") - start:
            continue
        phrase = phrase.without([(start, match.start("term"))], put)
        phrase = phrase.without([(match.end("term"), match.end())], " " * (match.end() - match.end("term")))
    return phrase


def _named_before(phrase: Phrase, place: int) -> bool:
    return any(name.end <= place and not phrase.text[name.end : place].strip() for name in phrase.names)


def blanked(phrase: Phrase, spans: list[tuple[int, int]]) -> Phrase:
    """A phrase with blanks for some runs of words; the names in them are gone."""
    text = phrase.text
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    kept = tuple(name for name in phrase.names if not any(s < name.end and name.start < e for s, e in spans))
    return Phrase(text, kept)


def _in_brackets(figure: Figure, bracketed: bool) -> Figure:
    return replace(figure, bracketed=bracketed)


def _without_share(name: Entity, found: list[Figure]) -> Entity:
    """A name before "(58 %)", which is no subtype of it."""
    reach = name.end + len(name.subtype) + len(" (")
    shares = (one for one in found if one.low is not None or one.patients or one.bracketed)
    behind = name.subtype and any(name.end <= one.start < reach for one in shares)
    return replace(name, subtype="") if behind else name


def _aside(phrase: Phrase, start: int, end: int) -> tuple[int, int, str] | None:
    """A bracket that says something: not another name, a number or an abbreviation of what stands before it."""
    inner = phrase.cut(start + 1, end - 1)
    before = [name for name in phrase.names if name.end <= start and not phrase.text[name.end : start].strip()]
    same = set(before[-1].chosen.ids) | {before[-1].chosen.id} if before else set()
    other = next((name for name in inner.names if same.isdisjoint((name.chosen.id, *name.chosen.ids))), None)
    if other is not None:
        return start, end, f"“{other.mention}” is not what stands before it, and how it is linked is not said"
    unsure = next((name for name in inner.names if not is_sure(name)), None)
    words = inner.plain.replace(NAME, " ").strip()
    unknown = _IDENTIFIER.search(words)
    if unknown is not None or unsure is not None:
        said = unknown.group() if unknown is not None else unsure.mention if unsure is not None else ""
        return start, end, f"“{said}” is no name of {before[-1].mention if before else 'anything in this graph'}"
    if _EMPTY.fullmatch(words) or (before and _SHORT.fullmatch(words)):
        return None
    return start, end, f"“{inner.text.strip()}” could not be held against a record"


def inside(read: Marked, start: int, end: int) -> str:
    """The words of brackets between two places that say something of their own, with blanks between them."""
    return " ".join(read.text[first + 1 : last - 1] for first, last, _ in read.asides if start <= first < end)
