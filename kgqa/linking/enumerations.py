"""Names of which only the number is said again: "Fading syndrome 1, 2 and 4" names three things.

A number behind a name that ends in one stands for the same name with that number, as long as the graph has a thing that
is called so; of one that it has not nothing is made, so that the number is told not to be understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from kgqa.records import Entity

_NUMBER = r"(?:\d{1,3}[A-Za-z]?|[IVX]{1,5})"
_ENDS = re.compile(rf"(?:(?<![\w.]){_NUMBER}|(?<=[A-Za-z])\d{{1,3}})$")
_NEXT = re.compile(
    rf"\s*(?:[,;/&+]|\band\b|\bor\b)\s*(?:(?:and|or)\s+)?(?:types?\s+)?(?P<number>{_NUMBER})(?![\w%]|\s*(?:%|of\b|or\s+more))",
    re.IGNORECASE,
)
_JOINED = re.compile(rf"(?<=\d)\s*,\s*{_NUMBER}$")
_LONE = re.compile(_NUMBER)
_NAMED = ("exact", "synonym", "normalised")


def is_number(mention: str) -> bool:
    """Whether a mention is only the number of a name that was said before."""
    return _LONE.fullmatch(mention) is not None


def with_numbers(text: str, entities: Sequence[Entity], link: Callable[[str], Sequence[Entity]]) -> list[Entity]:
    """The entities, and those of which only the number is said behind one of them, in order.

    Args:
        link: the names in a text.
    """
    found = [_parted(entity, link) for entity in entities]
    for entity in tuple(found):
        ends = _ENDS.search(entity.mention)
        end = entity.end
        while ends is not None and (said := _NEXT.match(text, end)) is not None:
            span = said.span("number")
            again = _named(f"{entity.mention[: ends.start()]}{said['number']}", entity, link)
            if again is None or any(one.start < span[1] and span[0] < one.end for one in found):
                break
            found.append(replace(again, mention=said["number"], start=span[0], end=span[1]))
            end = span[1]
    return sorted(found, key=lambda one: (one.start, -one.end))


def _parted(entity: Entity, link: Callable[[str], Sequence[Entity]]) -> Entity:
    """The entity, or what its mention names without the number behind a comma: "X1, 2" is not "X12"."""
    joined = _JOINED.search(entity.mention)
    if joined is None or entity.chosen.method not in ("normalised", "fuzzy"):
        return entity
    first = entity.mention[: joined.start()]
    linked = link(first)
    if len(linked) != 1 or (linked[0].start, linked[0].end) != (0, len(first)) or linked[0].chosen.method not in _NAMED:
        return entity
    return replace(linked[0], mention=first, start=entity.start, end=entity.start + len(first))


def _named(name: str, like: Entity, link: Callable[[str], Sequence[Entity]]) -> Entity | None:
    """What is called by a name, of the type of another thing; None where the name is not one of the graph."""
    linked = link(name)
    if len(linked) != 1 or (linked[0].start, linked[0].end) != (0, len(name)):
        return None
    (one,) = linked
    fits = one.chosen.label == like.chosen.label and one.chosen.method in _NAMED and not one.subtype
    if not fits or one.chosen.id == like.chosen.id:
        return None
    # Of several things of that name the one is meant that is called like the first, but for the number.
    ends, number = _ENDS.search(like.chosen.name), _ENDS.search(name)
    alike = f"{like.chosen.name[: ends.start()]}{number[0]}" if ends is not None and number is not None else ""
    return replace(one, rivals=(), tied=False) if one.chosen.name.casefold() == alike.casefold() else one
