"""A kind of a named thing told by what it is of: "the vascular type of A", "A of the vascular type" are "vascular A"
where that, or "A, vascular type", is a name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from kgqa.language.notation import any_of
from kgqa.language.vocabulary import vocabulary
from kgqa.questions.by_meaning.clauses import in_name
from kgqa.questions.text.rewriting import Edit, Rewritten
from kgqa.records import Entity

_SORTS = any_of(sorted(vocabulary().sorts), str)
_BEFORE = re.compile(rf"(?:\bthe\s+)?\b(?P<which>[a-z][\w-]+)\s+{_SORTS}\s+of\s+(?:the\s+)?$", re.IGNORECASE)
_BEHIND = re.compile(rf"\s*,?\s+(?:of|in)\s+(?:the|its)\s+(?P<which>[a-z][\w-]+)\s+{_SORTS}\b", re.IGNORECASE)


def put(text: str, entities: Sequence[Entity], named: Callable[[str], Sequence[Entity]]) -> Rewritten | None:
    """A text with the name of a kind in the place of what tells it, with the names as they stand in the text as it was;
    None where it tells none that has a name.

    Args:
        named: the names of another text.
    """
    for entity in entities:
        before, behind = _BEFORE.search(text[: entity.start]), _BEHIND.match(text, entity.end)
        start, end = entity.start, entity.end
        if before is not None:
            which, start = before["which"], before.start()
        elif behind is not None:
            which, end = behind["which"], behind.end()
        else:
            continue
        if which.lower() in vocabulary().function or any(
            in_name(at, [*_others(entities, entity)]) for at in (start, end - 1)
        ):
            continue
        for name in _names(which, entity):
            if _is_one_name(name, entity, found := named(name)):
                kind = replace(found[0], mention=text[start:end], start=start, end=end)
                names = sorted((kind, *_others(entities, entity)), key=lambda one: one.start)
                return Rewritten(f"{text[:start]}{name}{text[end:]}", tuple(names), (Edit(start, end, name),))
    return None


def _names(which: str, entity: Entity) -> Iterator[str]:
    """How a kind of a thing may be called."""
    yield f"{which} {entity.mention}"
    for name in dict.fromkeys((entity.chosen.name, entity.mention)):
        for sort in ("type", "form"):
            yield f"{name}, {which} {sort}"


def _is_one_name(text: str, entity: Entity, found: Sequence[Entity]) -> bool:
    """Whether a text is one name, and of another thing of that type."""
    if len(found) != 1 or found[0].tied:
        return False
    one = found[0]
    kind = one.chosen.id != entity.chosen.id and one.chosen.label == entity.chosen.label
    return kind and (one.start, one.end) == (0, len(text))


def _others(entities: Sequence[Entity], entity: Entity) -> Iterator[Entity]:
    return (one for one in entities if one is not entity)
