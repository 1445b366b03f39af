"""Names in a row behind the only denial of a question: it is open whether each of them is denied ("dishes that do not
contain A and B"), or that all are so at once."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from kgqa.language.vocabulary import vocabulary
from kgqa.records import Entity

_NOT = r"(?:\s+not|n['’]?t)"
_DENIALS: tuple[re.Pattern[str], ...] = (
    re.compile(rf"\b(?:do|does|did){_NOT}\s+", re.I),
    re.compile(rf"\b(?:is|are|was|were|has|have|had|can|could|may|will){_NOT}\b", re.I),
    re.compile(r"\b(?:are|is)\s+free\s+(?:of|from)\b", re.I),
    re.compile(r"\b(?:free\s+(?:of|from)|without(?:\s+any)?)\b", re.I),
    re.compile(r"\b(?:with|have|has|having|contain|contains|containing)\s+no\b", re.I),
)
_FREE = re.compile(r"[\s-]free\s+(?P<noun>[a-z]+)\b", re.IGNORECASE)
"""What stands behind a name that things are free of ("A-free dishes")."""
_WHETHER = re.compile(r"^\W*(?:is|are|was|were|do|does|did|has|have|had)\b|\bwhether\b", re.IGNORECASE)
"""What asks for yes or no."""
_JOINED = re.compile(r"\b(?:and|but|or|that|which|who|whose)\b|[,;]", re.IGNORECASE)
"""What stands between something denied and another condition."""
_NO = re.compile(r"\b(?:no|without|lacking)\b", re.IGNORECASE)
_OTHER = re.compile(
    r"\b(?:not?|never|none|neither|nor|without|lack(?:s|ing)?|except|but|only|unless|nothing|nobody)\b|n['’]t\b|\bfree\b",
    re.I,
)
"""What denies or excepts, of which a question may have one."""


def denies_row(text: str, entities: Sequence[Entity]) -> bool:
    """Whether names in a row that "and" joins stand behind the only denial of a text."""
    denied = _denied(text, entities)
    behind = [one for one in entities if _ids(one) <= denied]
    return any(
        re.fullmatch(r"\s*,?\s*(?:and|&)\s+(?:the\s+)?", text[one.end : other.start], re.I) is not None
        for one, other in pairwise(behind)
    )


def _denied(text: str, entities: Sequence[Entity]) -> frozenset[str]:
    """The identifiers of the names that stand behind the only denial of a question; none where it denies nothing, more
    than one thing, or all of what it asks."""
    none = frozenset[str]()
    if _WHETHER.search(text):
        return none
    inside = [(one.start, one.end) for one in entities]
    said = [match for match in _OTHER.finditer(text) if not _is_within(match, inside)]
    if len(said) != 1:
        return none
    for entity in entities:
        free = _FREE.match(text, entity.end)
        if free is not None and free.start() < said[0].start() < free.end():
            return _ids(entity)
    for pattern in _DENIALS:
        match = next((one for one in pattern.finditer(text) if one.start() <= said[0].start() < one.end()), None)
        if match is not None:
            behind = [one for one in entities if one.start >= match.end()]
            before = [one for one in entities if one.end <= match.start()]
            if not behind or any(_ids(one) & _ids(other) for one in behind for other in before):
                return none
            between = text[match.end() : min(one.start for one in behind)]
            if _JOINED.search(between) or (_NO.search(match[0]) and _goes_on(between)):
                return none  # "which have no A and show B", "with no A are B" say nothing against B
            return none.union(*map(_ids, behind))
    return none


def _goes_on(text: str) -> bool:
    """Whether words behind "no" end with one that begins something else ("with no gene known *show*")."""
    last = text.lower().split()[-1:]
    return bool(last) and last[0] not in vocabulary().function - vocabulary().auxiliary


def _ids(entity: Entity) -> frozenset[str]:
    return frozenset(id_ for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids))


def _is_within(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= match.start() < end for start, end in spans)
