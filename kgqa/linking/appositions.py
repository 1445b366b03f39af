"""A name that explains the one before it in brackets: "neurofibromatosis (NF1)" names one thing, in two ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.records import Candidate, Entity

_OPENS = re.compile(r"\s*\(\s*")
_CLOSES = re.compile(r"\s*\)")


def as_one(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """The names of a text, where a name in brackets and the one before it, of one type, are one mention.

    What both may mean is meant. Where they have nothing in common, the reader has to say which: the name and what
    explains it were never asked for both at once.
    """
    found: list[Entity] = []
    for one in entities:
        before = found[-1] if found else None
        if before is not None and _explains(text, before, one):
            found[-1] = _joined(text, before, one)
        else:
            found.append(one)
    return found


def _explains(text: str, before: Entity, one: Entity) -> bool:
    bracketed = _OPENS.fullmatch(text, before.end, one.start) and _CLOSES.match(text, one.end)
    return bool(bracketed) and not before.together and not one.together and bool(_alike(before, one))


def _alike(before: Entity, one: Entity) -> list[Candidate]:
    """What a name in brackets may mean of the type of the name before it."""
    return [each for each in (one.chosen, *one.rivals) if each.label == before.chosen.label]


def _joined(text: str, before: Entity, one: Entity) -> Entity:
    closes = _CLOSES.match(text, one.end)
    end = closes.end() if closes is not None else one.end
    whole = replace(before, mention=text[before.start : end], end=end, subtype=one.subtype)
    alike = {each.id: each for each in _alike(before, one)}
    shared = [each for each in (before.chosen, *before.rivals) if each.id in alike]
    if not shared:
        # Which of two names that were both written is the better one, no score says.
        rivals = tuple(replace(each, score=before.chosen.score) for each in alike.values())
        return replace(whole, rivals=rivals, tied=True)
    return replace(whole, chosen=shared[0], rivals=tuple(shared[1:]), tied=before.tied and len(shared) > 1)
