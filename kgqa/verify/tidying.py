"""What a statement says beside its fact, who reports it and how sure its writer is, taken off so that it is read."""

from __future__ import annotations

import re
from dataclasses import dataclass

from kgqa.verify.phrase import NAME, Phrase

_SOURCE = (
    r"(?:graph(?:'s)?|evidence|records?|data(?:base)?|knowledge(?: graph)?|context|annotations?|facts?|sources?|"
    r"literature|hpo|human phenotype ontology|query results?|results?)"
)
_THE = (
    r"(?:(?:the|this|these|that|our|your|all|provided|given|available|supplied|retrieved|listed|numbered|current|above|"
    r"curated)\s+)*"
)
_SAYS = r"(?:show|record|indicate|state|say|confirm|list|support|note|report|suggest|document|contain|mention)"
_PREFIXES = tuple(
    re.compile(rf"^\s*(?:{pattern})", re.IGNORECASE)
    for pattern in (
        rf"(?:according to|based on|on the basis of|from|in|per)\s+{_THE}{_SOURCE}(?:\s+(?:provided|above))?\s*,?\s+",
        rf"{_THE}{_SOURCE}\s+(?:also\s+|further\s+)?{_SAYS}s?\s+that\s+",
        r"(?:it is|it's|it has been)\s+(?:also\s+|well[- ])?(?:known|recorded|reported|established|documented|described"
        r"|noted|observed)\s+that\s+",
        r"there is\s+(?:good|strong|clear|direct|recorded)?\s*evidence\s+that\s+",
        r"(?:yes|no)\s*[,:]\s+",
        r"(?:although|though|while|whilst|whereas)\s+",
        r"(?:so|thus|note that|in short|in summary|to summari[sz]e|overall|in conclusion|therefore|hence|and|"
        r"also|additionally|furthermore|moreover|in addition|finally|similarly|likewise|consequently)\b\s*[,:]?\s+",
    )
)
_SILENT = tuple(
    re.compile(rf"^\s*(?:{pattern})", re.IGNORECASE)
    for pattern in (
        rf"(?:there (?:is|was)|i (?:found|find|see)|we (?:found|find))\s+no\s+(?:\w+\s+)?(?:{_SOURCE}|indication|"
        rf"mention|information|link)\s+(?:(?:in|from)\s+{_THE}{_SOURCE}\s+)?(?:that|of|for|about)\s+",
        rf"no\s+(?:{_SOURCE}|study|studies)\s+{_SAYS}s?\s+(?:that\s+)?",
        rf"{_THE}{_SOURCE}\s+(?:does|do|did)\s?(?:not|n't|n’t)\s+{_SAYS}\s+(?:(?:any\s+)?evidence\s+)?"
        r"(?:that|of|for)?\s+",
    )
)
_FILLER = re.compile(
    r"\b(?:also|additionally|furthermore|moreover|in addition|notably|specifically|indeed|therefore|thus|hence|as well"
    r"(?! as)|likewise|clinically|characteristically|classically|for example|for instance|such as|namely|probably|"
    r"possibly|perhaps|potentially|likely|sometimes|clearly|definitely|certainly|e\.g\.|described|documented|noted"
    r"|known to|thought to|believed to"
    r"|recognised to|recognized to|considered to|in humans|in the graph|in this graph|in the evidence)(?:\b|(?<=\.)),?",
    re.IGNORECASE,
)
_PERFECT = re.compile(r"\b(?:has|have|had)\s+(?:also\s+|often\s+)?been\b", re.IGNORECASE)
PRONOUN = re.compile(
    r"^\s*(?:(?:it|they|he|she|both(?! of)|this|these)(?=\s+[a-z])(?!\s+(?:disease|gene|drug))"
    r"|(?P<typed>(?:this|that|the|these|those|such)\s+(?P<type>[a-z]+(?:\s[a-z]+)?))"
    r"|(?:affected\s+)?(?:patients|individuals|people|persons)(?:\s+with\s+(?:it|this|(?:this|the)\s+[a-z]+))?"
    r"|those\s+affected)(?=\s)",
    re.IGNORECASE,
)
_OBJECT = re.compile(
    r"\b(?:in|of|by|with|for|to)\s+(?P<pronoun>it|them|(?:this|the|these)\s+[a-z]+)\s*[.!]?\s*$", re.IGNORECASE
)


_PRESENT = re.compile(
    r"(?:(?<=\bis\s)|(?<=\bare\s)|(?<=\bwas\s)|(?<=\bwere\s)|(?<=\bbe\s))\s*present(?=\s+in\b)", re.IGNORECASE
)
_LACKS = re.compile(r"\b(?:lacks?|lacking)\b", re.IGNORECASE)
MORE = re.compile(
    r"\b(?:leading|main|primary|chief|principal|sole|solely|unique|uniquely|exclusive|exclusively|foremost|"
    r"pathognomonic|hallmarks?|cardinal|defining|key|diagnostic|equally|(?:just\s+)?as\s+(?:(?!well\b)\w+\s+)?as)\b",
    re.IGNORECASE,
)
"""Words that set one thing above others, which no single record does."""


@dataclass(frozen=True, slots=True)
class Tidied:
    """A statement without what is said of it.

    Attributes:
        silent: it is said that nothing records it.
    """

    phrase: Phrase
    silent: bool = False


def tidied(phrase: Phrase) -> Tidied:
    """The fact that a statement states."""
    silent, before = False, None
    while before is not phrase:
        before = phrase
        for pattern in _SILENT:
            match = pattern.match(phrase.plain)
            if match is not None:
                if silent:
                    return Tidied(phrase, silent)
                silent, phrase = True, phrase.cut(match.end(), len(phrase.text))
        for pattern in _PREFIXES:
            match = pattern.match(phrase.plain)
            if match is not None:
                phrase = phrase.cut(match.end(), len(phrase.text))
    phrase = phrase.without(match.span() for match in _FILLER.finditer(phrase.plain))
    phrase = phrase.without((match.span() for match in _PERFECT.finditer(phrase.plain)), "is")
    return Tidied(phrase.stripped(), silent)


def otherwise(phrase: Phrase) -> Phrase | None:
    """A statement in other words that mean the same ("is present in", "lacks"); None where it has no such words."""
    for pattern, put in ((_PRESENT, "seen"), (_LACKS, "is not associated with")):
        found = [match.span() for match in pattern.finditer(phrase.plain)]
        if found:
            return phrase.without(found, put)
    return None


def object_pronoun(phrase: Phrase) -> tuple[int, int] | None:
    """Where a pronoun stands at the end of a statement ("B is seen in it"), as offsets; None where none does."""
    match = _OBJECT.search(phrase.plain)
    return None if match is None or NAME in match["pronoun"] else match.span("pronoun")
