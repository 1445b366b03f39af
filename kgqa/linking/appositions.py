"""A name that explains the one before it in brackets: "neurofibromatosis (NF1)" names one thing, in two ways."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from kgqa.records import Entity

_OPENS = re.compile(r"\s*\(\s*")
CLOSES = re.compile(r"\s*\)")


def as_one(text: str, entities: Sequence[Entity]) -> list[Entity]:
    """The names of a text, where a name in brackets and the one before it, of one type, are one mention.

    What both may mean is meant. Where they have nothing in common, the reader has to say which: the name and what
    explains it were never asked for both at once.
    """
    found: list[Entity] = []
    for one in entities:
        joined = _joined(text, found[-1], one) if found else None
        if joined is not None:
            found[-1] = joined
        else:
            found.append(one)
    return found


def _joined(text: str, before: Entity, one: Entity) -> Entity | None:
    """A name with the one in brackets behind it; None where that is none, or of another type."""
    closes = CLOSES.match(text, one.end)
    alike = {each.id: each for each in (one.chosen, *one.rivals) if each.label == before.chosen.label}
    if not alike or closes is None or not _OPENS.fullmatch(text, before.end, one.start):
        return None
    if before.together or one.together:
        return None
    whole = replace(before, mention=text[before.start : closes.end()], end=closes.end(), subtype=one.subtype)
    shared = [each for each in (before.chosen, *before.rivals) if each.id in alike]
    if not shared:
        # Which of two names that were both written is the better one, no score says.
        rivals = tuple(replace(each, score=before.chosen.score) for each in alike.values())
        return replace(whole, rivals=rivals, tied=True)
    return replace(whole, chosen=shared[0], rivals=tuple(shared[1:]), tied=before.tied and len(shared) > 1)
