"""Finds text that looks like it identifies a patient, by rules that run on this machine and explain themselves.

What is looked for follows the identifiers that the American rule on the privacy of health data names (45 CFR
164.514(b)(2)), as far as a question holds them. Identifiers of the field (HP:0001166, PMID 12345678, rs334,
chr7:117559590) are taken out of the way first, so that no number of theirs is taken for that of a patient.
"""

from __future__ import annotations

import re

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
