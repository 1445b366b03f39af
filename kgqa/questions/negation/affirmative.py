"""A list that a question denies something of, asked without the denial: "dishes that do not contain A" as "dishes that
contain A", with the place from which on it is denied.

What is asked without it is read as any other question; the condition that leads to what stands behind the denial is
denied then (``denied``), so that whatever is understood is understood with "not" as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from kgqa.language.vocabulary import vocabulary
from kgqa.questions.intent import Condition, Intent, conditions_of
from kgqa.records import Entity

_NOT = r"(?:\s+not|n['’]?t)"
_DENIALS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(rf"\b(?:do|does|did){_NOT}\s+", re.I), ""),
    (re.compile(rf"\b(?P<verb>is|are|was|were|has|have|had|can|could|may|will){_NOT}\b", re.I), r"\g<verb>"),
    (re.compile(r"\b(?:are|is)\s+free\s+(?:of|from)\b", re.I), "have"),
    (re.compile(r"\b(?:free\s+(?:of|from)|without(?:\s+any)?)\b", re.I), "with"),
    (re.compile(r"\b(?P<verb>with|have|has|having|contain|contains|containing)\s+no\b", re.I), r"\g<verb>"),
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


@dataclass(frozen=True, slots=True)
class Affirmed:
    """A question without its denial.

    Attributes:
        names: what is denied, by identifiers: the names that stand behind the denial.
    """

    question: str
    names: frozenset[str]


def affirmed(text: str, entities: Sequence[Entity]) -> Affirmed | None:
    """A question without its only denial; None where it denies nothing, more than one thing, or all of what it asks.

    Args:
        entities: its names.
    """
    if _WHETHER.search(text):
        return None
    inside = [(one.start, one.end) for one in entities]
    said = [match for match in _OTHER.finditer(text) if not _is_within(match, inside)]
    if len(said) != 1:
        return None
    for entity in entities:
        free = _FREE.match(text, entity.end)
        if free is not None and free.start() < said[0].start() < free.end():
            rest = f"{text[: entity.start]}{free['noun']} with {entity.mention}{text[free.end() :]}"
            return Affirmed(rest, _ids(entity))
    for pattern, put in _DENIALS:
        match = next((one for one in pattern.finditer(text) if one.start() <= said[0].start() < one.end()), None)
        if match is not None:
            behind = [one for one in entities if one.start >= match.end()]
            before = [one for one in entities if one.end <= match.start()]
            if not behind or any(_ids(one) & _ids(other) for one in behind for other in before):
                return None
            between = text[match.end() : min(one.start for one in behind)]
            if _JOINED.search(between) or (_NO.search(match[0]) and _goes_on(between)):
                return None  # "which have no A and show B", "with no A are B" say nothing against B
            plain = f"{text[: match.start()]}{match.expand(put)}{text[match.end() :]}"
            return Affirmed(plain, frozenset().union(*map(_ids, behind)))
    return None


def _goes_on(text: str) -> bool:
    """Whether words behind "no" end with one that begins something else ("with no gene known *show*")."""
    last = text.lower().split()[-1:]
    return bool(last) and last[0] not in vocabulary().function - vocabulary().auxiliary


def denies_row(text: str, entities: Sequence[Entity]) -> bool:
    """Whether names in a row that "and" joins stand behind the only denial of a text, so that it is open whether each
    of them is denied, or that all are so at once."""
    found = affirmed(text, entities)
    if found is None:
        return False
    behind = [one for one in entities if _ids(one) <= found.names]
    return any(
        re.fullmatch(r"\s*,?\s*(?:and|&)\s+(?:the\s+)?", text[one.end : other.start], re.I) is not None
        for one, other in pairwise(behind)
    )


def denied(intent: Intent, names: frozenset[str]) -> Intent | None:
    """A list with the only condition denied that leads to some names; None where it leads to others as well, or none
    does, or the list is of another form."""
    answer = intent.answer
    other = intent.rank_hop or intent.most or intent.of_these or intent.besides or intent.others or intent.shared
    if (
        answer is None
        or intent.kind not in ("list", "count")
        or other
        or any(_denies(one) for one in answer.conditions)
    ):
        return None
    meant = [one for one in answer.conditions if not names.isdisjoint(_named(one))]
    if len(meant) != 1 or meant[0].restricted or meant[0].qualifiers:
        return None
    rest = [one for one in answer.conditions if one is not meant[0]]
    if not all(ids & names for ids in _things(meant[0])) or any(not names.isdisjoint(_named(one)) for one in rest):
        return None
    conditions = tuple(replace(one, negated=True) if one is meant[0] else one for one in answer.conditions)
    return replace(intent, answer=replace(answer, conditions=conditions))


def _denies(condition: Condition) -> bool:
    every = [condition, *conditions_of(condition.variable)]
    return any(one.negated or one.denied for one in every)


def _things(condition: Condition) -> list[frozenset[str]]:
    every = [condition, *conditions_of(condition.variable)]
    return [frozenset(thing.ids) for one in every for thing in one.things]


def _named(condition: Condition) -> frozenset[str]:
    return frozenset[str]().union(*_things(condition))


def _ids(entity: Entity) -> frozenset[str]:
    return frozenset(id_ for one in (entity.chosen, *entity.rivals) for id_ in (one.id, *one.ids))


def _is_within(match: re.Match[str], spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= match.start() < end for start, end in spans)
