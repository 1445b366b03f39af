"""A text without what was found in it, as a sentence that can be read."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgqa.privacy.rules import Identifier

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
    return _tidied(_named(_apart(kept + text[place:].replace(_NAME, ""))))


def _joined(before: str, after: str, gone: Identifier) -> str:
    """What stands before an identifier, and what takes its place."""
    if gone.kind == "name":
        return before + _NAME
    if gone.kind == "age":
        if _ARTICLE.search(before):
            return before + ("patient" if _NOUN.match(after) else "")
        return re.sub(r"(?:\s|^)(?:aged?|is|was)\s*\Z", " ", before, flags=re.IGNORECASE)
    return _LEADS.sub(" ", before) if _LEADS.search(before) and before.strip() else before


def _apart(text: str) -> str:
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
