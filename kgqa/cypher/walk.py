"""Going through a tree without recursion, so that no shape of tree is too deep."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from kgqa.cypher.tree import Expression, Part, Property, Variable

_HELD: dict[type[Part], tuple[str, ...]] = {}


def _held(kind: type[Part]) -> tuple[str, ...]:
    names = _HELD.get(kind)
    if names is None:
        names = _HELD[kind] = tuple(field.name for field in fields(kind) if field.name not in ("start", "end"))
    return names


def children(part: Part) -> list[Part]:
    """The parts directly inside a part, in the order of its fields."""
    found: list[Part] = []
    for name in _held(type(part)):
        value = getattr(part, name)
        if isinstance(value, Part):
            found.append(value)
        elif isinstance(value, tuple):
            _collect(value, found)
    return found


def _collect(values: tuple[Any, ...], found: list[Part]) -> None:
    for value in values:
        if isinstance(value, Part):
            found.append(value)
        elif isinstance(value, tuple):
            _collect(value, found)


def walk(part: Part) -> Iterator[Part]:
    """A part and everything inside it, each before what it holds."""
    waiting = [part]
    while waiting:
        current = waiting.pop()
        yield current
        waiting.extend(reversed(children(current)))


def variables(part: Part) -> set[str]:
    """The names of the variables that are read in a part; those that a pattern gives are not."""
    return {one.name.text for one in walk(part) if isinstance(one, Variable)}


def variable_of(value: Expression) -> str:
    """The variable whose node or property a value is; empty for any other value."""
    base = value.base if isinstance(value, Property) else value
    return base.name.text if isinstance(base, Variable) else ""
