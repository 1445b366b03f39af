"""A text without what was found in it, as a sentence that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.privacy.records import Identifier

_LEADS = re.compile(
    r"(?:[\s,;]*\(?\b(?:who (?:is|was|lives|resides)|named|called|known as|(?:whose |(?:my|her|his) )?name is|name:|"
    r"aged?|is|was|on|at|since|from|in|of|by|the|dated|born|living(?: at| in)?|lives(?: at| in)?|"
    r"resid(?:es|ing) (?:at|in)|contact|call|admitted|seen|discharged))+[\s:,]*\Z",
    re.IGNORECASE,
)
_STANDS_FOR = re.compile(r"(?:['’]s)?\s+(?!(?:which|what|who|how|does|do|is there)\b)[^\W\d]|['’]s\b", re.IGNORECASE)
_BEFORE_A_NAME = re.compile(
    r"(?:\b(?:patient|client|man|woman|boy|girl|mother|father|son|daughter|sister|brother|child)\w*|[:,])\s*\Z",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"\b(?:a|an)\s+\Z", re.IGNORECASE)
_NOUN = re.compile(r"\s*[,:]?\s*(?:with|who|has|presents|presenting|and|in|on|[,.:;?!]|$)", re.IGNORECASE)


def without(text: str, identifiers: Sequence[Identifier]) -> str:
    """The text without the identifiers, as a sentence that can be read.

    A name in the middle of a sentence becomes "the patient"; the commas, brackets and small words that led to what is
    gone go with it.
    """
    kept, place = "", 0
    for one in sorted(identifiers, key=lambda one: one.start):
        if one.start < place:
            continue
        before, after = kept + text[place : one.start], text[one.end :]
        kept, place = _joined(before, after, one), one.end
    return _tidied(kept + text[place:])


def _joined(before: str, after: str, gone: Identifier) -> str:
    """What stands before an identifier, and what takes its place."""
    if gone.kind == "name":
        leads = re.search(r"(?:named|called|known as|name is|name:)\s*\Z", before, re.IGNORECASE)
        if leads is not None:
            return before[: leads.start()]
        needed = _STANDS_FOR.match(after) and not _BEFORE_A_NAME.search(before)
        return before + ("the patient" if needed else "")
    if gone.kind == "age":
        if _ARTICLE.search(before):
            return before + ("patient" if _NOUN.match(after) else "")
        return re.sub(r"(?:\s|^)(?:aged?|is|was)\s*\Z", " ", before, flags=re.IGNORECASE)
    return _LEADS.sub(" ", before) if _LEADS.search(before) and before.strip() else before


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
