"""Names of which only the number is said again: "Fading syndrome 1, 2 and 4" names three things.

A number behind a name that ends in one stands for the same name with that number, as long as the graph has a thing that
is called so; of one that it has not nothing is made, so that the number is told not to be understood.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from kgqa.language.normalise import blanked
from kgqa.records import BY_NAME, Entity

_NUMBER = r"(?:\d{1,3}[A-Za-z]?|[IVX]{1,5})"
_ENDS = re.compile(rf"(?:(?<![\w.]){_NUMBER}|(?<=[A-Za-z])\d{{1,3}})$")
_NEXT = re.compile(
    rf"\s*(?:[,;/&+]|\band\b|\bor\b)\s*(?:(?:and|or)\s+)?(?:types?\s+)?(?P<number>{_NUMBER})(?![\w%]|\s*(?:%|of\b|or\s+more))",
    re.IGNORECASE,
)
_COMMA = re.compile(r"[,:](?=\s)")
_OF = re.compile(r"\d{1,2}\s+(?:out\s+)?of\b", re.IGNORECASE)
_LONE = re.compile(_NUMBER)


def is_number(mention: str) -> bool:
    """Whether a mention is only the number of a name that was said before."""
    return _LONE.fullmatch(mention) is not None


def apart(text: str, link: Callable[[str], Sequence[Entity]]) -> list[Entity]:
    """The names in a text, where neither a comma of an enumeration nor a number of things is taken into a name.

    "Marfan syndrome, ectopia lentis" holds no "syndrome, ectopia lentis", "SCA1, 2" is not "SCA12", and in "at least 2
    of Marfan syndrome and Y" the number belongs to no name. What is a name word by word keeps its commas.
    """
    found = list(link(text))
    loose = [one for one in found if one.chosen.method not in ("exact", "synonym", "identifier")]
    loose += [one for one in found if one.chosen.method == "synonym" and _OF.match(one.mention)]
    signs = [one.start + at.start() for one in loose for at in _COMMA.finditer(one.mention)]
    numbers = [(one.start, one.start + said.end()) for one in loose if (said := _OF.match(one.mention)) is not None]
    if not signs and not numbers:
        return found
    parted = "".join(";" if place in signs else letter for place, letter in enumerate(text))
    again = list(link(blanked(parted, numbers)))
    return again if all(_still_named(one, again) for one in loose) else found


def _still_named(entity: Entity, again: Sequence[Entity]) -> bool:
    """Whether every word of a mention is in some name that is told word by word, or is a number behind one."""
    rest = list(entity.mention)
    for one in again:
        if one.chosen.method in BY_NAME:
            for place in range(max(one.start, entity.start), min(one.end, entity.end)):
                rest[place - entity.start] = " "
    left = _OF.sub("", "".join(rest).strip(" ,;:"))
    before = [one for one in again if one.start <= entity.start < one.end and _ENDS.search(one.mention)]
    return not left or (bool(before) and _LONE.fullmatch(left) is not None)


def with_numbers(text: str, entities: Sequence[Entity], link: Callable[[str], Sequence[Entity]]) -> list[Entity]:
    """The entities, and those of which only the number is said behind one of them, in order.

    Args:
        link: the names in a text.
    """
    found = list(entities)
    for entity in entities:
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


def _named(name: str, like: Entity, link: Callable[[str], Sequence[Entity]]) -> Entity | None:
    """What is called by a name, of the type of another thing; None where the name is not one of the graph."""
    linked = link(name)
    if len(linked) != 1 or (linked[0].start, linked[0].end) != (0, len(name)):
        return None
    (one,) = linked
    if one.chosen.label != like.chosen.label or one.subtype or one.chosen.id == like.chosen.id:
        return None
    # Of several things of that name the one is meant that is called like the first, but for the number.
    ends, number = _ENDS.search(like.chosen.name), _ENDS.search(name)
    called = f"{like.chosen.name[: ends.start()]}{number[0]}" if ends is not None and number is not None else ""
    if one.chosen.name.casefold() == called.casefold():
        return replace(one, rivals=(), tied=False)
    return one if one.chosen.method in BY_NAME else None
