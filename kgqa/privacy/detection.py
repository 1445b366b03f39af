"""Finds text that looks like it identifies a patient, by rules that run on this machine and explain themselves.

What is looked for follows the identifiers that the American rule on the privacy of health data names (45 CFR
164.514(b)(2)), as far as a question holds them. Identifiers of the field (HP:0001166, PMID 12345678, rs334,
chr7:117559590) are taken out of the way first, so that no number of theirs is taken for that of a patient. The text
without what was found is a sentence that can be read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.privacy import dates, numbers, people, places
from kgqa.privacy.rules import Identifier, Kind, Rule

RULES: tuple[Rule, ...] = (*numbers.RULES, *dates.RULES, *places.RULES, *people.RULES)
"""In the order in which two of them that meet are preferred, where they are of one length."""

_PERSONAL = "mrn|dob|ssn|nhs|tel|phone|mobile|fax|email|e-mail|mail|name|patient|born|age|ward|bed|room|id|case|file"
_VOCABULARY = (
    r"HP|OMIM|MIM|ORPHA|ORDO|MONDO|DOID|PMIDs?|PMC|PubMed|HGNC|Entrez|NCBI|SNOMED(?: CT)?|UMLS|CUI|MeSH|ICD(?:-\d+)?|"
    r"CAS|CID|PubChem|ChEBI|ChEMBL|DrugBank|NCT|GeneID|UniProt|dbSNP|ClinVar|chr(?:omosome)?|position|GO|ISRCTN|"
    r"EudraCT|DOI"
)
_OF_THE_FIELD = re.compile(
    rf"\b(?!(?:{_PERSONAL})[:.])[A-Z][\w.-]{{0,20}}:[A-Z]{{0,6}}_?\d[\w.:+-]*|"  # CURIEs, coordinates
    rf"\b(?:{_VOCABULARY})(?: (?:ID|number|no\.?|code|entry))?[ :#]{{1,2}}[A-Z]{{0,4}}[\d.-]{{2,}}"
    r"(?:(?:,| and| or) ?\d{5,})*\d|"
    r"\b(?:NCT|PMC|rs|ENS[A-Z]|[NX][MPRCG]_|EFO_|C)\d{5,}[\d.]*\b|\b10\.\d{4,9}/\S+|\bhttps?://[^\s@]+",
    re.IGNORECASE,
)
_TELLING: frozenset[Kind] = frozenset(("date of birth", "age", "record number", "national number", "date"))
"""What makes two capitalised words before it a name."""
_NO_TELEPHONE: frozenset[Kind] = frozenset(("date of birth", "age", "date", "postal address", "ward or bed"))
"""What has digits that may stand right behind a telephone number and are none of it."""


def identifiers(text: str) -> tuple[Identifier, ...]:
    """The pieces of a text that look like they identify a patient, in the order of the text, none within another."""
    masked = _OF_THE_FIELD.sub(lambda match: "\u25a1" * len(match.group()), text)
    found = [
        Identifier(rule.kind, text[start:end], start, end)
        for rule in RULES
        for match in rule.pattern.finditer(masked)
        if rule.holds(match)
        for start, end in [_trimmed(masked, *match.span("found" if "found" in match.re.groupindex else 0))]
        if end > start
    ]
    rest = masked
    for one in found:
        if one.kind in _NO_TELEPHONE:
            rest = rest[: one.start] + "\u25a1" * (one.end - one.start) + rest[one.end :]
    found += [Identifier("phone number", text[start:end], start, end) for start, end in numbers.telephones(rest)]
    for one in [one for one in found if one.kind in _TELLING]:
        place = people.beside(masked, one.start)
        if place is not None:
            found.append(Identifier("name", text[slice(*place)], *place))
    return _apart(found)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    while end > start and text[end - 1] in " ,;:(.\n":
        end -= 1
    while start < end and text[start] in " ,;:(.\n":
        start += 1
    return start, end


def _apart(found: list[Identifier]) -> tuple[Identifier, ...]:
    """Of pieces that overlap the longest, and of equally long ones the first."""
    kept: list[Identifier] = []
    for one in sorted(found, key=lambda one: one.start - one.end):
        if all(one.end <= other.start or other.end <= one.start for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


_NAME = "\ue000"
"""Stands where a name stood until it is clear what the sentence needs there; of private use, so in no text."""
_LEADS = re.compile(
    r"(?:[\s,;]*\(?\b(?:who (?:is|was|lives|resides)|named|called|known as|(?:whose |(?:my|her|his) )?name is|name:|"
    r"aged?|is|was|on|at|since|from|in|of|by|the|dated|born|living(?: at| in)?|lives(?: at| in)?|"
    r"resid(?:es|ing) (?:at|in)|contact|call|admitted|seen|discharged))+[\s:,]*\Z",
    re.IGNORECASE,
)
_QUESTION = r"(?:which|what|who|how|why|when|where|does|do|did|is|are|can|could|should|has)\b"
_GONE_BEHIND = re.compile(
    rf"{_NAME}\s*,(?:\s*,)+\s*(?!(?:which|what|who|how|why|when|where|does|do|did|can|could|should)\b|\s)",
    re.IGNORECASE,
)
_CALLED = re.compile(rf"\s*\b(?:named|called|known as|name is|name:)\s*{_NAME}", re.IGNORECASE)
_SAID_ALREADY = re.compile(
    r"\b(?:patient|client|man|woman|boy|girl|mother|father|son|daughter|sister|brother|child)\w*\s*[:,(]?\s*\Z",
    re.IGNORECASE,
)
_NEEDS_ONE = re.compile(
    r"\b(?:for|of|with|in|from|to|by|on|about|and|or|than|like|between|that|it|if|whether|because|"
    r"am|is|are|was|were|be|has|have|had|does|do|did|can|could|will|would|shall|should|may|might|must)\s+\Z",
    re.IGNORECASE,
)
_GOES_ON = re.compile(rf"(?:['’]s)?\s+(?!{_QUESTION})[^\W\d]|['’]s\b|\s+(?:is|has|does|can)\s+[^\W\d]", re.IGNORECASE)
_TURNS_TO_IT = re.compile(rf"\s*[,:;]\s*(?={_QUESTION})", re.IGNORECASE)
_ARTICLE = re.compile(r"\b(?:a|an)\s+\Z", re.IGNORECASE)
_NOUN = re.compile(r"\s*[,:]?\s*(?:with|who|has|presents|presenting|and|in|on|[,.:;?!]|$)", re.IGNORECASE)
_SENTENCE_BEGINS = re.compile(r"(?:\A|[.?!]\s+)\Z")


def without(text: str, identifiers: Sequence[Identifier]) -> str:
    """The text without the identifiers, as a sentence that can be read.

    A name that the sentence needs becomes "the patient"; the commas, brackets and small words that led to what is gone
    go with it.
    """
    kept, place = "", 0
    for one in sorted(identifiers, key=lambda one: one.start):
        if one.start < place:
            continue
        before, after = kept + text[place : one.start], text[one.end :]
        kept, place = _joined(before, after, one), one.end
    return _tidied(_named(_closed_up(kept + text[place:].replace(_NAME, ""))))


def _joined(before: str, after: str, gone: Identifier) -> str:
    """What stands before an identifier, and what takes its place."""
    if gone.kind == "name":
        return before + _NAME
    if gone.kind == "age":
        if _ARTICLE.search(before):
            return before + ("patient" if _NOUN.match(after) else "")
        return re.sub(r"(?:\s|^)(?:aged?|is|was)\s*\Z", " ", before, flags=re.IGNORECASE)
    return _LEADS.sub(" ", before) if _LEADS.search(before) and before.strip() else before


def _closed_up(text: str) -> str:
    """The text without the commas and brackets between which something behind a name is gone."""
    text = re.sub(rf"{_NAME}\s*\(\s*[,;:\s]*\)", _NAME, text)
    return _GONE_BEHIND.sub(f"{_NAME} ", text)


def _named(text: str) -> str:
    """The text with "the patient" where the sentence needs a name, and with nothing where it does not."""
    text = _CALLED.sub("", text)
    while (place := text.find(_NAME)) >= 0:
        before, after = text[:place], text[place + 1 :]
        needed = not _SAID_ALREADY.search(before) and (_NEEDS_ONE.search(before) or _GOES_ON.match(after))
        if needed and not (_SENTENCE_BEGINS.search(before) and _TURNS_TO_IT.match(after)):
            text = before + ("The patient" if _SENTENCE_BEGINS.search(before) else "the patient") + after
        else:
            text = before + after
    return text


def _tidied(text: str) -> str:
    for pattern, instead in (
        (r"\(\s*[,;:]*\s*\)|\[\s*\]", " "),
        (r"\(\s*[,;:]+\s*", "("),
        (r"[,;:]\s*\)", ")"),
        (r"\s+", " "),
        (r"\s+([,;:.?!)])", r"\1"),
        (r"(?:[,;:]\s*)+([,;:.?!])", r"\1"),
        (r"([.?!])\s*[,;:]+", r"\1"),
        (r"([?!.])(?:\s*\.)+", r"\1"),
        (r"^[\s,;:.)\-–—]+", ""),
        (r"[\s,;:(\-–—]+$", ""),
        (
            r"(patient|man|woman|boy|girl|child|baby|lady|gentleman|infant),\s+(?=(?:has|have|had|is|was|with|who|presents?|presented|shows?|suffers?|came|comes|complains)\b)",
            r"\1 ",
        ),
        (r"\b(a|an) patient['’]s patient\b", r"\1 patient"),
    ):
        text = re.sub(pattern, instead, text)
    return text.strip()
