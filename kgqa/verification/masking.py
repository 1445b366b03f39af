"""What stands in a sentence and says nothing of the world is overwritten with blanks, so that places stay the same."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CITED = r"\d{1,6}(?:\s?[-–]\s?\d{1,6})?"
CITATION = re.compile(rf"\[(?:\^)?({_CITED}(?:\s?[,;]\s?{_CITED})*)\]")
"""Numbers of evidence as a model writes them: [1], [2, 3], [4-6]."""
_LINK = re.compile(r"\]\([^()\s]*\)")
_ADDRESS = re.compile(r"https?://\S+")
_PAPER = re.compile(r"\b(?:PMID|PMC|DOI)s?:?\s?[\w./-]+(?:\s?[,;]\s?(?:PMID:?\s?)?\d{4,9})*", re.IGNORECASE)
_MARKUP = re.compile(r"\*+|`+|~~|__+|(?<!\w)_|_(?!\w)|^#+|[\[\]✓✔✗✘]")
_UNSEEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff\u00ad]")


@dataclass(frozen=True, slots=True)
class Masked:
    """A text of the same length.

    Attributes:
        cited: numbers of evidence that it names, with the place where each stands.
        papers: publications that it names, likewise.
    """

    text: str
    cited: tuple[tuple[int, int], ...]
    papers: tuple[tuple[int, str], ...]


def masked(text: str) -> Masked:
    """A sentence without citations, addresses and marks of emphasis."""
    cited = tuple((match.start(), number) for match in CITATION.finditer(text) for number in _numbers(match[1]))
    papers = tuple((match.start(), paper) for match in _PAPER.finditer(text) for paper in _papers(match.group()))
    for pattern in (CITATION, _LINK, _ADDRESS, _PAPER, _MARKUP, _UNSEEN):
        text = pattern.sub(_blank, text)
    return Masked(text, cited, papers)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match.group())


def _numbers(listed: str) -> list[int]:
    found: list[int] = []
    for part in re.split(r"[,;]", listed):
        first, *last = (int(number) for number in re.findall(r"\d+", part))
        end = last[0] if last else first
        found += range(first, end + 1) if 0 <= end - first < 1000 else [first]
    return found


def _papers(cited: str) -> list[str]:
    """The numbers of papers in a citation; of a DOI, what stands behind its prefix."""
    if cited[:3].lower() == "doi":
        return [cited[3:].lstrip("sS: ").rstrip(".,;")]
    return re.findall(r"\d+", cited)
